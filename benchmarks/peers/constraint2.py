"""python-constraint2 with the variables of a blog's crossword filler: slots hold word indices.

Each slot is a variable over the indices of the words of its length, shuffled; `AllDifferent` over
all; for each crossing a function of two indices that compares the two letters. The first solution
of the default solver is taken. Givens, which the blog has not, narrow the domains.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.peers.base import PackagePeer, report
from benchmarks.peers.board import Board, read_words

CONSTRAINT2 = PackagePeer("constraint2", "python-constraint2", "python-constraint2", "constraint2")


def solve(board: Board, words: list[str], seed: int) -> dict[int, str] | None:
    """A word for each slot, or None if there is no fill."""
    from constraint import AllDifferentConstraint, Problem  # type: ignore[import-untyped, import-not-found, unused-ignore]

    problem = Problem()
    rng = random.Random(seed)
    for slot, candidates in enumerate(board.candidates(words)):
        if not candidates:
            return None
        problem.addVariable(slot, rng.sample(candidates, len(candidates)))
    problem.addConstraint(AllDifferentConstraint())

    def crosses(i: int, j: int) -> Callable[[int, int], bool]:
        return lambda first, second: words[first][i] == words[second][j]

    for overlap in board.overlaps:
        problem.addConstraint(crosses(overlap.i, overlap.j), [overlap.first, overlap.second])
    found = next(iter(problem.getSolutionIter()), None)
    return None if found is None else {slot: words[index] for slot, index in found.items()}


def main(grid_path: str, words_path: str, seed: str) -> int:
    """Fill a grid and print it; the exit code."""
    board = Board.parse(Path(grid_path).read_text(encoding="utf-8"))
    words = read_words(Path(words_path))
    begin_s = time.perf_counter()
    found = solve(board, words, int(seed))
    search_s = time.perf_counter() - begin_s
    return report(None if found is None else board.filled(found), search_s)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
