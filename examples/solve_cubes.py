"""Solves the cubes of a file that `satcross export GRID -o NAME.icnf` wrote, several at once.

    python solve_cubes.py NAME.icnf [WORKERS] > answer.txt
    satcross decode NAME.icnf answer.txt

Each line `a 5 -7 0` of the file is a cube: letters that are assumed together. The cubes have all
fills among them, so that there is none where every cube is unsatisfiable. Each worker keeps its
solver, with what it has learnt, from cube to cube. It needs python-sat.
"""

from __future__ import annotations

import sys
from multiprocessing import Pool
from pathlib import Path

from pysat.solvers import Solver

solvers: list[Solver] = []  # of a worker: one


def read(path: str) -> tuple[list[list[int]], list[list[int]]]:
    """The clauses and the cubes of a file."""
    clauses: list[list[int]] = []
    cubes: list[list[int]] = []
    with Path(path).open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("a"):
                cubes.append([int(part) for part in line.split()[1:-1]])
            elif not line.startswith(("c", "p")):
                clauses.append([int(part) for part in line.split()[:-1]])
    return clauses, cubes


def start(path: str) -> None:
    """Give a worker its solver."""
    solvers.append(Solver("cadical195", bootstrap_with=read(path)[0]))


def solve(cube: list[int]) -> list[int] | None:
    """The model under a cube; None if there is none."""
    solver = solvers[0]
    return solver.get_model() if solver.solve(assumptions=cube) else None


def main() -> int:
    """Print the answer as SAT solvers do."""
    path, *given = sys.argv[1:] or [""]
    if not path or len(given) > 1 or not all(map(str.isdecimal, given)):
        sys.exit("usage: python solve_cubes.py NAME.icnf [WORKERS]")
    cubes = read(path)[1]
    workers = int(given[0]) if given else None
    with Pool(workers, start, (path,)) as pool:
        # In the order of the cubes, so that the answer does not depend on which is ready first.
        for number, model in enumerate(pool.imap(solve, cubes), 1):
            print(f"c cube {number} of {len(cubes)}: {'no' if model is None else 'found'}")
            if model is not None:
                print("s SATISFIABLE")
                print("v", *model, 0)
                return 10
    print("s UNSATISFIABLE")
    return 20


if __name__ == "__main__":
    sys.exit(main())
