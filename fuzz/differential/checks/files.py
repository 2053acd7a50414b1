"""Formulas in files: written, read, solved and decoded by their comments alone."""

from __future__ import annotations

import tempfile
from pathlib import Path

from fuzz.differential.brute import Cells
from fuzz.differential.checks.base import (
    Check,
    Trial,
    has_fills,
    listed,
    memory_folder,
    require,
)
from satcross.cnf.dimacs import read_formula
from satcross.encoding.decode import Decoder
from satcross.encoding.encode import ENCODINGS
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.backends.scramble import Scramble
from satcross.tasks.export import export

SOLVERS = ("minisat22", "glucose4", "cadical195", "lingeling")


def check_export(trial: Trial) -> None:
    """What a solver says of the file is decoded to all fills, by the file's comments alone."""
    rng, puzzle = trial.rng, trial.puzzle
    encoding, solver = rng.choice(ENCODINGS), rng.choice(SOLVERS)
    trial.engine = f"{solver}, {encoding}"
    ending = rng.choice((".cnf", ".cnf", ".cnf.gz"))
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        path = Path(folder) / f"puzzle{ending}"
        export(puzzle, path, encoding=encoding)
        dump = read_formula(path)
    decoder = Decoder.from_comments(dump.comments)
    for name in ("grid", "rules"):
        mine, theirs = getattr(decoder, name), getattr(puzzle, name)
        require(mine == theirs, f"{name}: {mine!r} instead of {theirs!r}")
    n = dump.formula.n_vars
    backend = PysatBackend(solver, is_alone=True)
    session = EagerSession(solver, dump.formula, backend, Scramble.identity(n))
    found: list[Cells] = []
    while len(found) <= len(trial.fills):
        answer = session.solve()
        if answer.assignment is None:
            break
        found.append(decoder.decode(answer.assignment).cells)
        values = answer.assignment.values
        session.add_clause([-v if values[v] else v for v in range(1, n + 1)])
    session.close()
    require(listed(found, "a fill") == trial.fills, f"found {sorted(found)}")


CHECKS = (Check("export", 0.8, check_export, has_fills),)
