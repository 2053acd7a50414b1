"""Forward checking of a proof of unsatisfiability, line by line, by reverse unit propagation.

A line that adds a clause is accepted when unit propagation refutes its negation (RUP: Goldberg,
Novikov, DATE 2003). Such a clause follows from the clauses before it; so when unit propagation
refutes the clauses themselves, the formula has no assignment. DRAT (Wetzler, Heule, Hunt, SAT
2014) also allows steps that only keep satisfiability (RAT); those are rejected here.

Deletions are carried out, but what has followed for good stays, as drat-trim has it: that is
sound, since all that was accepted follows from the formula itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from satcross.proof.propagation import Propagation
from satcross.proof.reading import MAX_KEPT, read_cnf, read_steps, size_of, too_many_to_keep
from satcross.results import Found, Reason, Stopped, Work

_REPORT_EVERY_S = 0.1


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """Lines of a proof that were checked, and are right.

    Args:
        n_lines: lines of the proof that were needed to come to the contradiction; those after
            them were not read.
        n_added, n_deleted: how many of them added and deleted clauses.
    """

    n_lines: int
    n_added: int
    n_deleted: int


@dataclass(frozen=True, slots=True)
class Rejected:
    """The proof proves nothing.

    Args:
        line: the first line that is wrong, from 1; None when all are right, but there is no
            contradiction at the end.
        clause: what that line adds.
        why: for people.
    """

    line: int | None
    clause: tuple[int, ...]
    why: str


CheckResult = Found[ProofCheck] | Rejected | Stopped


def check_proof(
    cnf: str | PathLike[str],
    proof: str | PathLike[str],
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[int, float], None] | None = None,
) -> CheckResult:
    """Check a text DRAT proof against a CNF file.

    Args:
        cnf: DIMACS, plain text.
        proof: one clause a line, `d` in front of those to delete.
        time_limit_s: seconds after which to stop; None for no limit.
        on_progress: called ten times a second at most, with the lines checked so far and the part
            of the proof's bytes that they are.

    Returns: `Found` when the formula is proved unsatisfiable; `Rejected`; or `Stopped`, with the
        lines that were right so far as `partial`.

    Raises:
        DimacsError: a file cannot be read, or is not what it should be.
    """
    started = time.monotonic()
    end = None if time_limit_s is None else started + time_limit_s
    reported = started
    n_lines = n_added = n_deleted = 0

    def work() -> Work:
        return Work(time.monotonic() - started)

    def tick() -> None:
        if end is not None and time.monotonic() >= end:
            raise TimeoutError

    try:
        formula = read_cnf(Path(cnf), tick)
        size = size_of(Path(proof))
        known = Propagation(formula, tick)
        steps = read_steps(Path(proof), formula.n_vars)
        while not known.conflict:
            if known.n_kept > MAX_KEPT:
                raise too_many_to_keep(str(proof), n_lines)
            step = next(steps, None)
            if step is None:
                return Rejected(None, (), "it ends without a contradiction")
            if step.deletes:
                known.remove(step.clause)
                n_deleted += 1
            elif known.refutes(step.clause):
                known.add(step.clause)
                n_added += 1
            else:
                return Rejected(step.line, step.clause, "unit propagation does not yield it")
            n_lines = step.line
            tick()
            now = time.monotonic()
            if on_progress is not None and now - reported >= _REPORT_EVERY_S:
                reported = now
                on_progress(n_lines, step.at / size)
    except TimeoutError:
        checked = ProofCheck(n_lines, n_added, n_deleted)
        return Stopped(Reason.TIME_LIMIT, work(), partial=checked)
    return Found(ProofCheck(n_lines, n_added, n_deleted), work())
