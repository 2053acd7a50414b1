"""Forward checking of a proof of unsatisfiability, line by line, by reverse unit propagation.

A line that adds a clause is accepted when unit propagation refutes its negation (RUP: Goldberg,
Novikov, DATE 2003). Such a clause follows from the clauses before it; so when unit propagation
refutes the clauses themselves, the formula has no assignment. DRAT (Wetzler, Heule, Hunt, SAT
2014) also allows steps that only keep satisfiability (RAT); those are rejected here.

Deletions are carried out, but what has followed for good stays, as drat-trim has it: that is
sound, since all that was accepted follows from the formula itself.

A refutation may be divided into cubes, literals that are assumed together (Heule, Kullmann,
Wieringa, Biere, HVC 2011). Each has a proof of its own, from the formula and these literals; then
their negations, as a clause, follow from the formula. A *cover* names the cubes, and has clauses
that follow from theirs and the formula by unit propagation, the empty one last: nothing is left out
then, however the cubes were chosen.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path

from satcross.errors import DimacsError
from satcross.proof.propagation import Known, propagation_of
from satcross.proof.reading import (
    MAX_KEPT,
    read_cnf,
    read_cover,
    read_steps,
    size_of,
    too_many_to_keep,
)
from satcross.results import Found, Reason, Stopped, Work

CUBES = "cubes"  # the folder of their proofs, beside the cover
_REPORT_EVERY_S = 0.1


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """Lines of a proof that were checked, and are right.

    Args:
        n_lines: lines of the proof that were needed to come to the contradiction; those after
            them were not read. Of a cover and all its cubes together, where there are some.
        n_added, n_deleted: how many of them added and deleted clauses.
        n_cubes: how many cubes were refuted.
    """

    n_lines: int
    n_added: int
    n_deleted: int
    n_cubes: int = 0


@dataclass(frozen=True, slots=True)
class Rejected:
    """The proof proves nothing.

    Args:
        line: the first line that is wrong, from 1; None when all are right, but there is no
            contradiction at the end.
        clause: what that line adds.
        why: for people.
        cube: the name of the cube whose proof it is; "" for a whole proof, and for a cover.
    """

    line: int | None
    clause: tuple[int, ...]
    why: str
    cube: str = ""


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
    run = _Run(Path(cnf), time_limit_s, on_progress)

    def follow() -> Rejected | None:
        known = run.known()
        size = size_of(Path(proof))
        return run.follow(known, Path(proof), per_byte=1 / max(1, size))

    return run.result(follow)


def check_cover(
    cnf: str | PathLike[str],
    cover: str | PathLike[str],
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[int, float], None] | None = None,
) -> CheckResult:
    """Check the proofs of cubes, and that the cubes cover everything.

    Args:
        cnf: DIMACS, plain text.
        cover: a line for each cube, `cube NAME` and its literals, and for each clause that follows
            from what is before it; a 0 closes both. The proof of a cube is `cubes/NAME.drat` beside
            the cover.
        time_limit_s: as for `check_proof`.
        on_progress: called with the lines of cubes checked so far, and the part of the cover.

    Returns: as `check_proof`; a line of a rejected proof is one of the cover where its `cube` is
        "".

    Raises:
        DimacsError: a file cannot be read, or is not what it should be.
    """
    run = _Run(Path(cnf), time_limit_s, on_progress)

    def follow() -> Rejected | None:
        known = run.known()
        size = size_of(Path(cover))
        at = 0
        for step in read_cover(Path(cover), run.n_vars):
            if known.conflict:
                return None
            if step.cube:
                proof = Path(cover).parent / CUBES / f"{step.cube}.drat"
                if not os.path.exists(proof):  # noqa: PTH110  # never raises
                    raise DimacsError(
                        f"there is no proof of cube {step.cube}",
                        hint="is the folder complete?",
                        source=str(cover),
                        line=step.line,
                    )
                with known.assumed(step.clause):
                    wrong = run.follow(known, proof, begins=at / size)
                if wrong is not None:
                    return replace(wrong, cube=step.cube)
                run.n_cubes += 1
                known.add([-literal for literal in step.clause])
            elif known.refutes(step.clause):
                known.add(step.clause)
                run.count_line()
            else:
                return Rejected(step.line, step.clause, "unit propagation does not yield it")
            at = step.at
        if known.conflict:
            return None
        return Rejected(None, (), "the cubes do not cover everything")

    return run.result(follow)


class _Run:
    """One check: what it has counted, and when it stops.

    Args:
        cnf: the formula.
        time_limit_s: seconds; None for no limit.
        on_progress: see `check_proof`.

    Fields:
        n_vars: variables of the formula; 0 before `known`.
        n_cubes: cubes refuted so far.
    """

    def __init__(
        self,
        cnf: Path,
        time_limit_s: float | None,
        on_progress: Callable[[int, float], None] | None,
    ) -> None:
        self.n_vars = self.n_cubes = 0
        self._cnf = cnf
        self._started = self._reported = time.monotonic()
        self._end = None if time_limit_s is None else self._started + time_limit_s
        self._on_progress = on_progress
        self._n_lines = self._n_added = self._n_deleted = 0

    def known(self) -> Known:
        """The clauses of the formula."""
        formula = read_cnf(self._cnf, self._tick)
        self.n_vars = formula.n_vars
        return propagation_of(formula, self._tick)

    def follow(
        self, known: Known, proof: Path, *, begins: float = 0.0, per_byte: float = 0.0
    ) -> Rejected | None:
        """Follow the lines of a proof until there is a contradiction; what is wrong, if anything.

        Args:
            known: the clauses so far; receives the others.
            proof: the file.
            begins: the part of all work that is done before it.
            per_byte: and how much each of its bytes adds.
        """
        steps = read_steps(proof, self.n_vars)
        before = self._n_lines
        while not known.conflict:
            if known.n_kept > MAX_KEPT:
                raise too_many_to_keep(str(proof), self._n_lines - before)
            step = next(steps, None)
            if step is None:
                return Rejected(None, (), "it ends without a contradiction")
            if step.deletes:
                known.remove(step.clause)
                self._n_deleted += 1
            elif known.refutes(step.clause):
                known.add(step.clause)
                self._n_added += 1
            else:
                return Rejected(step.line, step.clause, "unit propagation does not yield it")
            self._n_lines = before + step.line
            self._tick()
            now = time.monotonic()
            if self._on_progress is not None and now - self._reported >= _REPORT_EVERY_S:
                self._reported = now
                self._on_progress(self._n_lines, begins + step.at * per_byte)
        return None

    def count_line(self) -> None:
        """Take note of a line of a cover."""
        self._n_lines += 1
        self._n_added += 1
        self._tick()

    def result(self, follow: Callable[[], Rejected | None]) -> CheckResult:
        """What came of a check, which is done now."""
        try:
            wrong = follow()
        except TimeoutError:
            return Stopped(Reason.TIME_LIMIT, self._work(), partial=self._checked())
        return wrong or Found(self._checked(), self._work())

    def _checked(self) -> ProofCheck:
        return ProofCheck(self._n_lines, self._n_added, self._n_deleted, self.n_cubes)

    def _work(self) -> Work:
        return Work(time.monotonic() - self._started)

    def _tick(self) -> None:
        if self._end is not None and time.monotonic() >= self._end:
            raise TimeoutError
