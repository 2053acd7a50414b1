"""Sizes of formulas by the encodings of `export --amo` and `--card`, and CPU seconds to solve them.

python -m benchmarks.counts
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from pysat.solvers import Solver

from benchmarks.lists import GRIDS
from satcross.apps.sweep.instances import members_of, puzzle_of
from satcross.cnf.cardinality import AT_MOST_ONE, CARDINALITIES
from satcross.cnf.variants import read_problem
from satcross.model.grid import read_grid
from satcross.model.puzzle import Puzzle
from satcross.tasks.export import export
from satcross.words import WordList

_SOLVERS = ("cadical195", "glucose4")


def row(puzzle: Puzzle, amo: str | None = None, card: str | None = None) -> str:
    """Variables, clauses, and the seconds of each solver, as cells of a table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.cnf"
        stats = export(puzzle, path, amo=amo, card=card)
        clauses = list(read_problem(path).formula)
    seconds: list[str] = []
    for name in _SOLVERS:
        with Solver(name, bootstrap_with=clauses) as solver:
            start = time.process_time()
            solver.solve()
            seconds.append(f"{time.process_time() - start:.2f}")
    return f"{stats.n_vars:,} | {stats.n_clauses:,} | {' | '.join(seconds)}"


def main() -> None:
    """Print two tables."""
    (square,) = members_of(only="open-4x4-w400")
    words = WordList.builtin()
    british = read_grid(str(GRIDS / "british13-28.txt"))
    for name in AT_MOST_ONE:
        shown = row(puzzle_of(square), name), row(Puzzle(british, words, "min-score 70"), name)
        print(f"| `{name}` | {' | '.join(shown)} |", flush=True)
    counted = Puzzle(british, words, ("min-score 70", "letter-count cell: E at most 12"))
    for name in CARDINALITIES:
        print(f"| `{name}` | {row(counted, card=name)} |", flush=True)


if __name__ == "__main__":
    main()
