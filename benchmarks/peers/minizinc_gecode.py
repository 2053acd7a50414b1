"""MiniZinc with Gecode: a letter variable for each cell, a table constraint for each slot.

The model is the one of Hakan Kjellerstrand's "Crossword construction in MiniZinc using table
constraints" (hakank.org/minizinc/crossword3): tables over the letters, and for each two slots of
one length some letter that differs. Search: letters by dom/wdeg, with Luby restarts.
"""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers.base import Answer
from benchmarks.peers.board import Board, read_words

if TYPE_CHECKING:
    from benchmarks.measure import Run

_SOLVER = "gecode"


class Minizinc:
    """MiniZinc and Gecode (Debian package `minizinc`)."""

    key = "minizinc"
    name = "MiniZinc + Gecode"
    seeded = True

    def available(self) -> str | None:
        if shutil.which("minizinc") is None:
            return "not installed: apt-get install minizinc"
        there = shutil.which("fzn-gecode") is not None
        return None if there else "no Gecode for it: apt-get install minizinc, with its suggestions"

    def command(self, grid_path: Path, words_path: Path, seed: int) -> list[str]:
        board = Board.parse(grid_path.read_text(encoding="utf-8"))
        path = words_path.with_name(f"{grid_path.stem}.mzn")
        path.write_text("\n".join(model(board, read_words(words_path))) + "\n", encoding="utf-8")
        return ["minizinc", "--solver", _SOLVER, "-s", "-r", str(seed + 1), str(path)]

    def read(self, grid_path: Path, run: Run) -> Answer:
        board = Board.parse(grid_path.read_text(encoding="utf-8"))
        told = re.search(r"^%%%mzn-stat: solveTime=([\d.e+-]+)$", run.stdout, re.M)
        shown = re.search(r"^letters ([\d ]+)$", run.stdout, re.M)
        fills: tuple[str, ...] = ()
        cells = _numbers(board)
        if shown and len(letters := shown[1].split()) == len(cells):
            at = {cell: chr(int(letter)) for cell, letter in zip(cells, letters, strict=True)}
            words = {
                slot: "".join(at[cell] for cell in cells) for slot, cells in enumerate(board.slots)
            }
            fills = (board.filled(words),)
        return Answer(
            fills,
            "=====UNSATISFIABLE=====" in run.stdout,
            float(told[1]) if told else None,
        )


def model(board: Board, words: list[str]) -> Iterator[str]:
    """The puzzle as a MiniZinc model, its tables included; letters are code points.

    >>> print(*model(Board.parse("A.\\n##"), ["AT", "TO"]), sep="\\n")
    include "table.mzn";
    array[1..2] of var 65..84: x;
    array[1..2, 1..2] of int: words2 = array2d(1..2, 1..2, [65,84,84,79]);
    constraint table([x[1],x[2]], words2);
    constraint x[1] = 65;
    solve :: int_search(x, dom_w_deg, indomain_random) :: restart_luby(250) satisfy;
    output ["letters ", join(" ", [show(x[i]) | i in 1..2]), "\\n"];
    """
    numbers = _numbers(board)
    n_cells = len(numbers)
    slots = [[f"x[{numbers[cell]}]" for cell in cells] for cells in board.slots]
    yield 'include "table.mzn";'
    codes = {ord(letter) for text in (*words, *board.rows) for letter in text if letter.isalpha()}
    yield f"array[1..{n_cells}] of var {min(codes)}..{max(codes)}: x;"
    for length in sorted({len(slot) for slot in slots}):
        of_it = [word for word in words if len(word) == length]
        if not of_it:
            yield "constraint false;"
            return
        flat = ",".join(str(ord(letter)) for word in of_it for letter in word)
        size = f"1..{len(of_it)}, 1..{length}"
        yield f"array[{size}] of int: words{length} = array2d({size}, [{flat}]);"
    for slot in slots:
        yield f"constraint table([{','.join(slot)}], words{len(slot)});"
    for (r, c), number in numbers.items():
        if (letter := board.rows[r][c]) != ".":
            yield f"constraint x[{number}] = {ord(letter)};"
    for first, second in itertools.combinations(slots, 2):
        if len(first) == len(second):
            apart = (f"{one} != {two}" for one, two in zip(first, second, strict=True))
            yield "constraint " + " \\/ ".join(apart) + ";"
    yield "solve :: int_search(x, dom_w_deg, indomain_random) :: restart_luby(250) satisfy;"
    shown = f"[show(x[i]) | i in 1..{n_cells}]"
    yield f'output ["letters ", join(" ", {shown}), "\\n"];'


def _numbers(board: Board) -> dict[tuple[int, int], int]:
    """A number from 1 on for each cell of a slot."""
    cells = dict.fromkeys(cell for cells in board.slots for cell in cells)
    return {cell: number for number, cell in enumerate(cells, start=1)}
