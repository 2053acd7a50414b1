"""Proofs that formulas of instances have no model, which another program can check."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import satcross as sx

SOLVER = "cadical195"
_SLICE = 1000  # conflicts between looks at the clock


def proved(cnf: bytes, time_limit_s: float) -> bytes | None:
    """A DRAT proof of a formula as text, which satcross's checker has accepted.

    Args:
        cnf: the formula in DIMACS.
        time_limit_s: of the search, and again of the check.

    Returns: None if there was not enough time, or there is a model.

    Raises:
        SolverError: the checker has rejected what the solver wrote.
    """
    with tempfile.TemporaryDirectory(prefix="satcross-") as folder:
        path, proof = Path(folder) / "formula.cnf", Path(folder) / "proof.drat"
        path.write_bytes(cnf)
        lines = _lines(list(sx.dimacs.read_formula(path).formula), time_limit_s)
        if lines is None:
            return None
        text = "".join(f"{line}\n" for line in lines).encode()
        proof.write_bytes(text)
        checked = sx.check_proof(path, proof, time_limit_s=time_limit_s)
    if isinstance(checked, sx.Rejected):
        raise sx.SolverError(f"the proof of {SOLVER} was rejected: {checked.why}")
    return text if isinstance(checked, sx.Found) else None


def _lines(clauses: list[list[int]], time_limit_s: float) -> list[str] | None:
    from pysat.solvers import Solver

    if [] in clauses:  # which the solver takes without a word
        return ["0"]
    end = time.monotonic() + time_limit_s
    with Solver(SOLVER, bootstrap_with=clauses, with_proof=True) as solver:
        answer = None
        while answer is None and time.monotonic() < end:
            solver.conf_budget(_SLICE)
            answer = solver.solve_limited()
        found: list[str] | None = solver.get_proof() if answer is False else None
        return found
