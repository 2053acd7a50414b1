"""The numbers of a crossword grid by the usual rule, counted anew."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain

from satcross.model.crossword import Crossword, SquareKind


def numbered(
    n_cols: int, is_open: Collection[bool], bars: tuple[Collection[int], Collection[int]] = ((), ())
) -> Iterator[tuple[int, str, list[int]]]:
    """The number, the direction and the squares of each entry, in the order of numbers.

    Args: is_open: of all squares, row by row; bars: the squares with one on the right, and below.

    >>> list(numbered(2, [True, True, False, True]))
    [(1, 'Across', [0, 1]), (2, 'Down', [1, 3])]
    """
    flags = list(is_open)
    n = len(flags)
    right, below = bars

    def after(at: int, way: str) -> int | None:
        if way == "Across":
            goes_on = (at + 1) % n_cols and at not in right and flags[at + 1]
            return at + 1 if goes_on else None
        goes_on = at + n_cols < n and at not in below and flags[at + n_cols]
        return at + n_cols if goes_on else None

    def begins(at: int, way: str) -> bool:
        before = at - (1 if way == "Across" else n_cols)
        follows = before >= 0 and flags[before] and after(before, way) == at
        return flags[at] and not follows and after(at, way) is not None

    number = 0
    for at in range(n):
        ways = [way for way in ("Across", "Down") if begins(at, way)]
        number += bool(ways)
        for way in ways:
            cells, end = [at], after(at, way)
            while end is not None:
                cells.append(end)
                end = after(end, way)
            yield number, way, cells


def linked_anew(crossword: Crossword) -> Crossword:
    """The crossword with links for labels such as `1, 5D`, of entries by their printed labels.

    Clues that do not say their squares have those of their label.
    """
    flags = [one.kind is SquareKind.OPEN for one in crossword.squares]
    labels = [one.label for one in crossword.squares]
    named: dict[tuple[str, str], tuple[int, ...]] = {}
    bars = crossword.bars_right, crossword.bars_below
    for number, way, entry in numbered(crossword.n_cols, flags, bars):
        label = labels[entry[0]] if any(labels) else str(number)
        named.setdefault((way, label), tuple(entry))
    clues = [
        replace(clue, cells=clue.cells or named.get((clue.direction, clue.label), ()))
        if clue.label
        else clue
        for clue in crossword.clues
    ]
    for at, clue in enumerate(clues):
        parts = re.findall(r"(\d+)([AD]?)", clue.label)
        if len(parts) < 2 or not re.fullmatch(r"\d+(?:, ?\d+[AD]?)+", clue.label):
            continue
        names: list[tuple[str, str]] = []
        for label, short in parts:
            way = {"A": "Across", "D": "Down"}.get(short, clue.direction)
            if not short and names and (way, label) not in named:  # only the other has it
                way = "Down" if way == "Across" else "Across"
            names.append((way, label))
        if all(name in named for name in names):
            cells, *more = (named[name] for name in names)
            whole = tuple(chain(cells, *more))
            if clue.cells in ((), cells, whole):
                clues[at] = replace(clue, label=names[0][1], cells=cells, continued=tuple(more))
    return replace(crossword, clues=tuple(clues))
