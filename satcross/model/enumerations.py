"""Enumerations: the word lengths of an answer behind its clue, as in "(3,5)" for ice cream.

British crosswords print them, because not every letter of an entry is checked by another entry;
American ones do not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from html import escape

from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Clue, Crossword, PuzzleKind, SquareKind, pattern_of
from satcross.model.slots import find_slots

_AT_END = re.compile(r"\((?:[^()\d]*\b\d{1,2}\b)+[^()\d]*\)\s*$")
_PART = re.compile(r"[\s,/\u2013\u2014_]+|-+")
_UNCHECKED = 0.2  # the least share of unchecked squares in British grids


def enumeration_of(clue: Clue) -> str:
    """The word lengths of an answer, as in "3,4", from ipuz or .jpz: both can hold them."""
    format_ = clue.extras.get("jpz", {}).get("format", "")
    raw = clue.extras.get("ipuz", {}).get("clue")
    lengths = format_ or (raw.get("enumeration", "") if isinstance(raw, Mapping) else "")
    return lengths if isinstance(lengths, str) else ""


def word_lengths(written: str, n_letters: int, alphabet: Alphabet = LATIN) -> str:
    """The lengths of the words of an answer, or its number of letters if it is not that long.

    Args:
        written: with its blanks and hyphens, as far as they are known.
        n_letters: of the entry.
        alphabet: where letters have several characters, cuts the words into letters.

    >>> word_lengths("ice cream", 8), word_lengths("re-use", 5), word_lengths("don't know", 8)
    ('3,5', '2-3', '4,4')
    """
    text, total, lengths = written.strip(), 0, ""
    at = 0
    for end in [*_PART.finditer(text), None]:
        part = text[at : end.start() if end else len(text)]
        if alphabet.has_long_letters:
            n = alphabet.size(alphabet.normalise(part) or "")
        else:
            n = sum(map(str.isalnum, part))
        if n:
            lengths += str(n)
            total += n
        if end is not None:
            mark = "-" if end[0].strip("-") == "" else ","
            lengths = lengths.rstrip(",-") + mark if lengths else ""
            at = end.end()
    return lengths.rstrip(",-") if total == n_letters else str(n_letters)


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


def with_enumerations(crossword: Crossword, wanted: bool | None = None) -> Crossword:
    """The crossword with the enumerations of answers at the ends of its clues.

    A clue that has one already, or no text, or whose answer has no known length stays as it is, and
    so do the words of a fill-in.

    Args:
        crossword: the crossword.
        wanted: whether to add them; None for British grids and jigsaws only.
    """
    if wanted is None:
        wanted = crossword.kind is PuzzleKind.JIGSAW or is_british(crossword)
    if not wanted or crossword.kind is PuzzleKind.FILL_IN:
        return crossword
    return replace(crossword, clues=tuple(map(_with_enumeration, crossword.clues)))


def _with_enumeration(clue: Clue) -> Clue:
    n = len(clue.cells) or sum(char.isalnum() for char in clue.answer)
    if not clue.text.strip() or not n or _AT_END.search(clue.text):
        return clue
    lengths = enumeration_of(clue) or word_lengths(clue.answer, n)
    markup = f"{clue.markup.rstrip()} ({escape(lengths)})" if clue.markup else ""
    return replace(clue, text=f"{clue.text.rstrip()} ({lengths})", markup=markup)
