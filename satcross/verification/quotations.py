"""Checks puzzles of a quotation: acrostics, quote falls and cryptograms.

Nothing here is from the code that makes them: letters are read from the text again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from unicodedata import category

from satcross.verification.rules.no_near_duplicates import root_of_word
from satcross.words import WordList


def words_in(text: str, words: WordList) -> list[tuple[str, ...]]:
    """The letters of each word of a text; spaces and dashes are between words."""
    alphabet = words.alphabet
    parts = re.split(r"[\s/\-\u2010-\u2015]", text)
    bare = ("".join(c for c in part if not category(c).startswith("P")) for part in parts)
    return [alphabet.cut(letters) for part in bare if (letters := alphabet.normalise(part))]


def acrostic_faults(
    text: str,
    source: str,
    answers: Sequence[str],
    places: Sequence[Sequence[int]],
    words: WordList,
    *,
    given: Collection[int] = (),
    lengths: tuple[int, int] | None = None,
) -> list[str]:
    """What is wrong with an acrostic.

    Args:
        text, source: the quotation, and what the initials spell.
        answers: normalised.
        places: of their letters, numbers of letters of the quotation.
        words: of which all but the given ones are.
        given: numbers of answers from 0 that the maker did not choose.
        lengths: of the others; None for any.
    """
    in_text = words_in(text, words)
    letters = [letter for word in in_text for letter in word]
    spelled = [words.alphabet.cut(answer) for answer in answers]
    faults = []
    if [one[0] for one in spelled] != [x for word in words_in(source, words) for x in word]:
        faults.append("the initials do not spell the source")
    if sorted(at for some in places for at in some) != list(range(len(letters))):
        faults.append("not every letter of the quotation is used once")
    elif [[letters[at] for at in some] for some in places] != [list(one) for one in spelled]:
        faults.append("the letters of an answer are not those of its squares")
    joined = words.alphabet.joined
    runs = {
        joined([letter for word in in_text[start:stop] for letter in word])
        for start in range(len(in_text))
        for stop in range(start + 1, len(in_text) + 1)
    }
    known = {answers[at] for at in given}
    roots = {root_of_word(joined(word), words, known): "in the quotation" for word in in_text}
    roots |= {root_of_word(word, words, known): f"a form of {word}" for word in known}
    for at, answer in enumerate(answers):
        if at in given:
            continue
        root, n = root_of_word(answer, words, known), len(spelled[at])
        if answer not in words:
            faults.append(f"{answer} is not in the list")
        if answer in runs or root in roots:
            faults.append(f"{answer} is {roots.get(root, 'in the quotation')}")
        if lengths and not lengths[0] <= n <= lengths[1]:
            faults.append(f"{answer} has {n} letters")
        roots[root] = f"a form of {answer}"
    return faults


def fall_faults(
    cells: Sequence[str], columns: Sequence[Sequence[str]], words: WordList
) -> list[str]:
    """What is wrong with a solution of a quote fall.

    Args:
        cells: row by row, letters and "#".
        columns: the letters of each column.
        words: of which those of the quotation are.
    """
    faults = []
    for at, letters in enumerate(columns):
        held = [cell for cell in cells[at :: len(columns)] if cell != "#"]
        if sorted(held) != sorted(letters):
            faults.append(f"column {at + 1} has other letters")
    parts = " ".join("/" if cell == "#" else cell for cell in cells).split("/")
    return faults + _not_listed([part.split() for part in parts], words)


def cryptogram_faults(coded: str, solved: str, words: WordList) -> list[str]:
    """What is wrong with a solution of a cryptogram, both as texts."""
    ones, others = words_in(coded, words), words_in(solved, words)
    if list(map(len, ones)) != list(map(len, others)):
        return ["the words have other lengths"]
    pairs = {
        pair
        for one, other in zip(ones, others, strict=True)
        for pair in zip(one, other, strict=True)
    }
    faults = [f"{one} stands for itself" for one, other in pairs if one == other]
    if not len(pairs) == len({one for one, _ in pairs}) == len({other for _, other in pairs}):
        faults.append("two letters have one code, or two codes one letter")
    return faults + _not_listed(others, words)


def _not_listed(parts: Iterable[Sequence[str]], words: WordList) -> list[str]:
    spelled = (words.alphabet.joined(part) for part in parts if part)
    return [f"{word} is not in the list" for word in spelled if word not in words]
