"""Checks puzzles of a quotation: acrostics, quote falls and cryptograms.

Nothing here is from the code that makes them: letters are read from the text again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING
from unicodedata import category

from satcross import WordList
from satcross.extend import cell_name
from satcross.verification.rules.no_near_duplicates import root_of_word

if TYPE_CHECKING:
    from satcross import Crossword


def words_in(text: str, words: WordList) -> list[tuple[str, ...]]:
    """The letters of each word of a text; spaces and dashes are between words."""
    alphabet = words.alphabet
    parts = re.split(r"[\s/\-\u2010-\u2015]", text)
    bare = ("".join(c for c in part if not category(c).startswith("P")) for part in parts)
    return [alphabet.cut(letters) for part in bare if (letters := alphabet.normalise(part))]


def quotation_faults(crossword: Crossword, text: str, source: str, words: WordList) -> list[str]:
    """What is wrong with an acrostic, a quote fall or a cryptogram in a file, and its solution.

    Args:
        crossword: of one of these kinds; an acrostic has only the squares of its quotation.
        text, source: its quotation, and where that is from, if the file has them; else "".
        words: of which those of the quotation are, beside single letters and those of `text`.
    """
    squares, n_cols = crossword.squares, crossword.n_cols
    is_coded = crossword.kind.value == "cryptogram"
    opened = [at for at, square in enumerate(squares) if square.kind.value == "open"]
    for at in opened:
        if not squares[at].solution or (is_coded and not squares[at].label):
            return [f"{cell_name(at, n_cols)} has no letter"]
    known = {*words.alphabet.texts, *map(words.alphabet.joined, words_in(text, words))}
    words = words.with_scores(dict.fromkeys(known, 0))
    length = n_cols if is_coded else len(squares)
    texts = [one.solution if one.kind.value == "open" else " " for one in squares]
    labels = [one.label if one.kind.value == "open" else " " for one in squares]
    held, coded = _words_of(texts, length), _words_of(labels, length)
    faults = []
    if text and _letters(text, words) != _letters(held, words):
        faults.append("the squares do not hold the quotation")
    if is_coded:
        return faults + cryptogram_faults(coded, held, words)
    if crossword.kind.value == "quote-fall":
        return faults + _not_listed(words_in(held, words), words)
    number = {at: n for n, at in enumerate(opened)}
    clues = [clue for clue in crossword.clues if clue.cells and number.keys() >= {*clue.cells}]
    answers = ["".join(squares[at].solution for at in clue.cells) for clue in clues]
    places = [[number[at] for at in clue.cells] for clue in clues]
    initials = "".join(squares[clue.cells[0]].solution for clue in clues)
    return faults + acrostic_faults(text or held, source or initials, answers, places, words)


def _words_of(cells: Sequence[str], length: int) -> str:
    """The words in rows of cells, where a word ends with its row."""
    rows = ("".join(cells[at : at + length]) for at in range(0, len(cells), length))
    return " ".join(" ".join(rows).split())


def _letters(text: str, words: WordList) -> list[str]:
    return [letter for word in words_in(text, words) for letter in word]


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
        if words.index(answer) is None:
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
