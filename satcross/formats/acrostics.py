"""The clue `[QUOTE]` of acrostics, whose answer is the quotation: of `.jpz` and ipuz files.

Programs look for it to know which squares are those of the quotation. A crossword has it only where
it says something: if its squares are not simply all squares, in reading order.

Source: libipuz.org/ipuz-extensions.html; the files of Crossword Nexus and Kotwords.
"""

from __future__ import annotations

from dataclasses import replace

from satcross.model.crossword import Clue, Crossword, PuzzleKind, SquareKind, spelled

QUOTE = "[QUOTE]"


def with_quote(crossword: Crossword) -> Crossword:
    """An acrostic with that clue at the end of its last list; others, and one without clues, as is.

    An acrostic that has such a clue stays too.
    """
    if crossword.kind is not PuzzleKind.ACROSTIC or not crossword.clues:
        return crossword
    if any(clue.text == QUOTE for clue in crossword.clues):
        return crossword
    directions = list(dict.fromkeys(clue.direction for clue in crossword.clues))
    return replace(crossword, clues=(*crossword.clues, _quote(crossword, directions[-1])))


def without_quote(crossword: Crossword) -> Crossword:
    """The acrostic without the clue that `with_quote` adds, and nothing else."""
    before, last = crossword.clues[:-1], crossword.clues[-1:]
    if crossword.kind is not PuzzleKind.ACROSTIC or not before:
        return crossword
    is_said = last != (_quote(crossword, before[-1].direction),)
    return crossword if is_said else replace(crossword, clues=before)


def _quote(crossword: Crossword, direction: str) -> Clue:
    squares = enumerate(crossword.squares)
    cells = tuple(at for at, square in squares if square.kind is SquareKind.OPEN)
    answer = spelled(crossword.squares, cells)
    return Clue(direction, "", QUOTE, cells=cells, answer=answer)
