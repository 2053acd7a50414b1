"""Checks free-form layouts from raw cells; no code is shared with what makes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from satcross import LATIN, Alphabet, Grid
from satcross.extend import BLOCK, OPEN, VOID


def layout_faults(
    grid: Grid,
    words: Sequence[str],
    *,
    alphabet: Alphabet = LATIN,
    left_out: Sequence[str] = (),
    n_parts: int = 1,
) -> list[str]:
    """What is wrong with a layout, for people; [] when every rule holds.

    Every run of two or more letters, across or down, is one of the words; each word is there once,
    but for those left out; the letters are connected, in as many parts as there are to be; and no
    outer row or column is empty.

    Args:
        grid: letters, of any alphabet; blocks, voids and open cells separate words.
        words: that must be in it.
        alphabet: cuts them into letters.
        left_out: those among them that are not.
        n_parts: how many connected layouts the grid has.

    >>> layout_faults(Grid.parse("CAT\\n~~O\\n~~P"), ["CAT", "TOP"])
    []
    >>> layout_faults(Grid.parse("CAT\\n~~O\\nAXE"), ["CAT", "TOE"])
    ["'AXE' is none of the words"]
    """
    rows, columns = _lines(grid)
    runs = _runs_of(grid)
    in_cells = {word: alphabet.cut(word) for word in words}
    wanted = Counter(words)
    wanted.subtract(left_out)
    faults = [f"{word!r} is left out, and is none of the words" for word in wanted - Counter()
              if word not in set(words)]  # fmt: skip
    for run in sorted(runs.keys() - set(in_cells.values())):
        faults.append(f"{alphabet.joined(run)!r} is none of the words")
    for word, cells in sorted(in_cells.items()):
        if runs[cells] != wanted[word]:
            faults.append(f"{word!r} is there {runs[cells]} times, not {wanted[word]}")
    if _n_parts(rows) != n_parts:
        faults.append(f"{_n_parts(rows)} parts that are not connected, not {n_parts}")
    for line, name in ((rows[0], "first row"), (rows[-1], "last row"),
                       (columns[0], "first column"), (columns[-1], "last column")):  # fmt: skip
        if not any(line):
            faults.append(f"the {name} is empty")
    return faults


def _runs_of(grid: Grid) -> Counter[tuple[str, ...]]:
    """What stands in its runs of two or more letters, across and down."""
    rows, columns = _lines(grid)
    return Counter(run for line in (*rows, *columns) for run in _runs(line))


def _lines(grid: Grid) -> tuple[list[list[str]], list[list[str]]]:
    rows = [["" if c in (BLOCK, OPEN, VOID) else c for c in row] for row in grid.rows()]
    return rows, [list(column) for column in zip(*rows, strict=True)]


def _runs(line: Sequence[str]) -> list[tuple[str, ...]]:
    """What stands in the cells of each stretch of two or more that are full."""
    stretches = [tuple(cells) for is_full, cells in groupby(line, bool) if is_full]
    return [cells for cells in stretches if len(cells) > 1]


def _n_parts(rows: Sequence[Sequence[str]]) -> int:
    left = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell}
    n_parts = 0
    while left:
        n_parts += 1
        todo = [left.pop()]
        while todo:
            r, c = todo.pop()
            for place in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if place in left:
                    left.remove(place)
                    todo.append(place)
    return n_parts
