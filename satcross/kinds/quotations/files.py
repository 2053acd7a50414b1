"""Acrostics of `.jpz` and ipuz files: the clue `[QUOTE]`, whose answer is the quotation.

Programs look for it to find the squares of the quotation. If these are all squares, in reading
order, the clue is left out when a file is read, and added when one is written.

Source: libipuz.org/ipuz-extensions.html; the files of Crossword Nexus and Kotwords.
"""

from __future__ import annotations

import re
from dataclasses import replace

from satcross import Crossword
from satcross.extend import Clue, Square, SquareKind, spelled

QUOTE = "[QUOTE]"
_NUMBER = re.compile("[0-9]+")


def with_quote(crossword: Crossword) -> Crossword:
    """An acrostic with that clue at the end of its last list, if it has clues but not this one."""
    if not crossword.clues or any(clue.text == QUOTE for clue in crossword.clues):
        return crossword
    directions = list(dict.fromkeys(clue.direction for clue in crossword.clues))
    return replace(crossword, clues=(*crossword.clues, _quote(crossword, directions[-1])))


def without_quote(crossword: Crossword) -> Crossword:
    """The acrostic without the clue that `with_quote` adds, and nothing else."""
    before, last = crossword.clues[:-1], crossword.clues[-1:]
    if not before:
        return crossword
    is_said = last != (_quote(crossword, before[-1].direction),)
    return crossword if is_said else replace(crossword, clues=before)


def _quote(crossword: Crossword, direction: str) -> Clue:
    squares = enumerate(crossword.squares)
    cells = tuple(at for at, square in squares if square.kind is SquareKind.OPEN)
    answer = spelled(crossword.squares, cells)
    return Clue(direction, "", QUOTE, cells=cells, answer=answer)


def folded(crossword: Crossword) -> Crossword:
    """An acrostic with the squares of its quotation alone; other crosswords unchanged.

    Files may also have squares for the answers. Squares with the same number hold the same letter,
    so clues get the squares of the quotation with these numbers. The clue that names the squares of
    the quotation is left out.
    """
    quote = next((clue for clue in crossword.clues if clue.text == QUOTE), None)
    if crossword.kind.value != "acrostic" or quote is None or not quote.cells:
        return crossword
    squares, n = crossword.squares, crossword.n_cols
    place = {_number(squares[at]): at for at in quote.cells}
    opened = [at for at, square in enumerate(squares) if square.kind is SquareKind.OPEN]
    if len(place) < len({*quote.cells}) or not {_number(squares[at]) for at in opened} <= {*place}:
        return crossword  # the numbers do not tell where squares of answers belong
    rows, cols = [at // n for at in quote.cells], [at % n for at in quote.cells]
    kept = [
        row * n + col
        for row in range(min(rows), max(rows) + 1)
        for col in range(min(cols), max(cols) + 1)
    ]
    new = {at: to for to, at in enumerate(kept)}
    shown = [
        Square(SquareKind.VOID) if at in opened and at not in quote.cells else squares[at]
        for at in kept
    ]
    clues = [
        replace(clue, cells=tuple(new[place[_number(squares[at])]] for at in clue.cells))
        for clue in crossword.clues
        if clue is not quote and all(at in opened for at in clue.cells)
    ]
    return replace(
        crossword,
        n_rows=max(rows) - min(rows) + 1,
        n_cols=max(cols) - min(cols) + 1,
        squares=tuple(shown),
        bars_right=frozenset(new[at] for at in crossword.bars_right if at in new),
        bars_below=frozenset(new[at] for at in crossword.bars_below if at in new),
        clues=tuple(clues),
    )


def _number(square: Square) -> str:
    found = _NUMBER.match(square.label)
    return found[0] if found else square.label
