"""Proofs that formulas of instances have no model, which another program can check."""

from __future__ import annotations

import tempfile
from contextlib import closing
from pathlib import Path

import satcross as sx
from satcross.apps.proofs.api import check_proof
from satcross.apps.proofs.checker.check import Rejected
from satcross.extend import Deadline, Formula, Outcome
from satcross.solve.backends.pysat import PysatBackend

SOLVER = "cadical195"


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
        lines = _lines(sx.dimacs.read_formula(path).formula, time_limit_s)
        if lines is None:
            return None
        text = "".join(f"{line}\n" for line in lines).encode()
        proof.write_bytes(text)
        checked = check_proof(path, proof, time_limit_s=time_limit_s)
    if isinstance(checked, Rejected):
        raise sx.SolverError(f"the proof of {SOLVER} was rejected: {checked.why}")
    return text if isinstance(checked, sx.Found) else None


def _lines(formula: Formula, time_limit_s: float) -> list[str] | None:
    if [] in list(formula):  # which the solver takes without a word
        return ["0"]
    with closing(PysatBackend(SOLVER, with_proof=True)) as solver:
        solver.add(formula.flat)
        raw = solver.solve((), formula.n_vars, Deadline.after(time_limit_s))
        return solver.proof_lines() if raw.outcome is Outcome.UNSAT else None
