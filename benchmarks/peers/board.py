"""The grid as the peers' runners see it: stdlib only, so that they start as fast as they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

Cell = tuple[int, int]


class Overlap(NamedTuple):
    """Slot `first` and slot `second` share a cell: letter `i` of the one, `j` of the other."""

    first: int
    second: int
    i: int
    j: int


@dataclass(frozen=True, slots=True)
class Board:
    """Rows of `#`, `.` and letters; the slots as tuples of cells (row, col); where they cross."""

    rows: tuple[str, ...]
    slots: tuple[tuple[Cell, ...], ...]
    overlaps: tuple[Overlap, ...]

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read rows of cells; slots are runs of two cells or more.

        >>> board = Board.parse("..\\n.#")
        >>> board.slots
        (((0, 0), (0, 1)), ((0, 0), (1, 0)))
        >>> board.overlaps
        (Overlap(first=0, second=1, i=0, j=0),)
        """
        rows = tuple(line.strip() for line in text.splitlines() if line.strip())
        lines: list[list[Cell]] = [[(r, c) for c in range(len(row))] for r, row in enumerate(rows)]
        across = [run for line in lines for run in _runs(rows, line)]
        down = [run for line in zip(*lines, strict=True) for run in _runs(rows, line)]
        at = {cell: (s, i) for s, run in enumerate(across) for i, cell in enumerate(run)}
        overlaps = [
            Overlap(at[cell][0], s, at[cell][1], j)
            for s, run in enumerate(down, start=len(across))
            for j, cell in enumerate(run)
            if cell in at
        ]
        return cls(rows, tuple(across + down), tuple(overlaps))

    def candidates(self, words: Sequence[str]) -> list[list[int]]:
        """For each slot, the indices of the words that have its length and its given letters.

        >>> Board.parse("A.\\n.#").candidates(["AT", "ATE", "TO"])
        [[0], [0]]
        """
        by_length: dict[int, list[int]] = {}
        for index, word in enumerate(words):
            by_length.setdefault(len(word), []).append(index)
        found = []
        for cells in self.slots:
            fitting = by_length.get(len(cells), [])
            for i, (r, c) in enumerate(cells):
                if (letter := self.rows[r][c]) != ".":
                    fitting = [index for index in fitting if words[index][i] == letter]
            found.append(fitting)
        return found

    def filled(self, words: Mapping[int, str]) -> str:
        """The rows with a word in each slot."""
        cells = [list(row) for row in self.rows]
        for slot, word in words.items():
            for (r, c), letter in zip(self.slots[slot], word, strict=True):
                cells[r][c] = letter
        return "\n".join("".join(row) for row in cells)


def read_words(path: Path) -> list[str]:
    """The words of a plain list."""
    return path.read_text(encoding="utf-8").split()


def _runs(rows: Sequence[str], line: Sequence[Cell]) -> list[tuple[Cell, ...]]:
    runs: list[tuple[Cell, ...]] = []
    run: list[Cell] = []
    for r, c in line:
        if rows[r][c] != "#":
            run.append((r, c))
            continue
        runs.append(tuple(run))
        run = []
    runs.append(tuple(run))
    return [run for run in runs if len(run) > 1]
