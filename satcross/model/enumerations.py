"""Enumerations: the word lengths of an answer behind its clue, as in "(3,5)" for ice cream.

British crosswords print them, because not every letter of an entry is checked by another entry;
American ones do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from html import escape

from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Clue, Crossword, SquareKind, pattern_of
from satcross.model.references import Reference
from satcross.model.slots import find_slots

_AT_END = re.compile(r"\((?:[^()\d]*\b\d{1,2}\b)+[^()\d]*\)\s*$")
_PART = re.compile(r"[\s,/\u2013\u2014_]+|-+")
_UNCHECKED = 0.2  # the least share of unchecked squares in British grids


def word_lengths(written: str, n_letters: int, alphabet: Alphabet = LATIN) -> str:
    """The lengths of the words of an answer, or its number of letters if it is not that long.

    Args:
        written: with its blanks and hyphens, as far as they are known.
        n_letters: of the entry.
        alphabet: where letters have several characters, cuts the words into letters.

    >>> word_lengths("ice cream", 8), word_lengths("re-use", 5), word_lengths("don't know", 8)
    ('3,5', '2-3', '4,4')
    >>> word_lengths("le cœur", 7)
    '2,5'
    """
    found, total = _lengths(written, lambda part: sum(map(str.isalnum, part)))
    if total != n_letters or alphabet.has_long_letters:  # as œ, which is two squares where it folds
        found, total = _lengths(written, lambda part: alphabet.size(alphabet.normalise(part) or ""))
    return found if total == n_letters else str(n_letters)


def _lengths(written: str, size: Callable[[str], int]) -> tuple[str, int]:
    """The lengths of the words, and their sum. Args: size: of a word."""
    text, total, lengths = written.strip(), 0, ""
    at = 0
    for end in [*_PART.finditer(text), None]:
        n = size(text[at : end.start() if end else len(text)])
        if n:
            lengths += str(n)
            total += n
        if end is not None:
            mark = "-" if end[0].strip("-") == "" else ","
            lengths = lengths.rstrip(",-") + mark if lengths else ""
            at = end.end()
    return lengths.rstrip(",-"), total


def is_british(crossword: Crossword) -> bool:
    """Whether clues of such grids usually have enumerations: lattices, and grids with bars.

    Not those whose solvers are not told where answers end.
    """
    lights = find_slots(pattern_of(crossword))
    if not all(light.number for light in lights):
        return False
    if crossword.bars_right or crossword.bars_below:
        return True
    if any(square.kind is SquareKind.VOID for square in crossword.squares):
        return False
    covered = Counter(cell for light in lights for cell in light.cells)
    n_unchecked = sum(n == 1 for n in covered.values())
    return n_unchecked > _UNCHECKED * len(covered)


def with_enumerations(
    crossword: Crossword,
    wanted: bool | None = None,
    written: Callable[[Clue], str] | None = None,
) -> Crossword:
    """The crossword with the enumeration of its answer for each clue that has none.

    A clue that has one already, or whose answer has no known length stays as it is, and so do lists
    of words. Of linked entries the first one has the lengths of the whole answer, the
    others have none.

    Args:
        crossword: the crossword.
        wanted: whether to add them; False leaves out those that are not in the text of a clue;
            None adds them for British grids, and for kinds that say so, only.
        written: how an answer is written that the clue has in letters alone; "" if unknown.
    """
    if wanted is False:
        return replace(crossword, clues=tuple(replace(c, enumeration="") for c in crossword.clues))
    if wanted is None:
        wanted = crossword.kind.enumerations or is_british(crossword)
    if not wanted or crossword.kind.lists_words:
        return crossword

    def listed_lengths(clue: Clue) -> str:
        return "" if written is None or not (form := written(clue)) else lengths_of(clue, form)

    def lengths_of(clue: Clue, answer: str) -> str:
        return word_lengths(answer, len(clue.cells) or sum(map(str.isalnum, answer)))

    def lengths_in(clue: Clue) -> str:
        in_parts = _PART.search(clue.answer.strip())
        return (not in_parts and listed_lengths(clue)) or lengths_of(clue, clue.answer)

    by_cells = {clue.cells: clue for clue in crossword.clues}
    later = {cells for clue in crossword.clues for cells in clue.continued}
    clues = list(crossword.clues)
    for at, clue in enumerate(clues):
        is_known = clue.enumeration or has_enumeration(clue.text)
        if is_known or clue.cells in later or not (clue.cells or clue.answer):
            continue
        parts = [
            clue,
            *(by_cells.get(each, Clue("", "", "", cells=each)) for each in clue.continued),
        ]
        lengths = ",".join(map(lengths_in, parts))
        if clue.continued and written is not None:
            whole = "".join(part.answer for part in parts)
            lengths = listed_lengths(replace(clue, answer=whole, cells=clue.whole)) or lengths
        clues[at] = replace(clue, enumeration=lengths)
    return replace(crossword, clues=tuple(clues))


def has_enumeration(text: str) -> bool:
    """Whether a clue ends with lengths, as in `Cold sweet (3,5)`.

    >>> has_enumeration("Ten (two words, 3)"), has_enumeration("Ten (see 5 Down)")
    (True, False)
    """
    found = _AT_END.search(text)
    return found is not None and not Reference.all_in(found[0][1:].rstrip(") "))


def in_words(letters: str, clue: Clue) -> str:
    """An answer with the blanks and hyphens of its enumeration, if that is of its length.

    >>> in_words("ICECREAM", Clue("", "", "Cold (3,5)"))
    'ICE CREAM'
    """
    at_end = _AT_END.search(clue.text) if has_enumeration(clue.text) else None
    parts = re.findall(r"(\d+)|([,-])", clue.enumeration or (at_end[0] if at_end else ""))
    if sum(int(n) for n, _ in parts if n) != len(letters):
        return letters
    out = ""
    for n, mark in parts:
        out += letters[: int(n)] if n else mark.replace(",", " ")
        letters = letters[int(n or 0) :]
    return out


def in_texts(crossword: Crossword) -> Crossword:
    """The crossword with enumerations at the ends of its clues, for what has no other place."""
    return replace(crossword, clues=tuple(map(_in_text, crossword.clues)))


def without_place_in_text(crossword: Crossword) -> list[Clue]:
    """The clues whose enumerations `in_texts` leaves out: without a text, or with other lengths."""
    return [
        clue
        for clue in crossword.clues
        if clue.enumeration
        and (not clue.text.strip() or has_enumeration(clue.text))
        and not clue.text.rstrip().endswith(f"({clue.enumeration})")
    ]


def _in_text(clue: Clue) -> Clue:
    lengths = clue.enumeration
    if not lengths:
        return clue
    bare = replace(clue, enumeration="")
    if not clue.text.strip() or has_enumeration(clue.text):
        return bare
    markup = f"{clue.markup.rstrip()} ({escape(lengths)})" if clue.markup else ""
    return replace(bare, text=f"{clue.text.rstrip()} ({lengths})", markup=markup)
