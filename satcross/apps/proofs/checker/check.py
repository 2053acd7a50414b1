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
from typing import TYPE_CHECKING

from satcross.apps.proofs.checker.reading import (
    ClauseFile,
    lines_of,
    read_cnf,
    read_steps,
    size_of,
    too_many_to_keep,
)
from satcross.errors import DimacsError, SolverError
from satcross.packed import ByteSource, held
from satcross.results import Found, NoAnswer, Reason, Stopped, Work

if TYPE_CHECKING:
    from satcross.apps.proofs.checker._propagation import Propagation

_REPORT_EVERY_S = 0.1
MAX_HELD = 1 << 30  # bytes, of a formula or a proof that is not a plain file
_LINES_BETWEEN = 100  # between two looks at the clock, where lines are checked quickly


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
class Rejected(NoAnswer):
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

    def _why(self) -> str:
        line = "" if self.line is None else f"line {self.line}: "
        return f"the proof was rejected: {line}{self.why}"


CheckResult = Found[ProofCheck] | Rejected | Stopped


class Clock:
    """The time that a check takes.

    Args:
        time_limit_s: None for no limit.
        on_progress: called with the seconds so far.
    """

    def __init__(
        self,
        time_limit_s: float | None,
        on_progress: Callable[[float], None] | None = None,
    ) -> None:
        self._started = time.monotonic()
        self._time_limit_s = time_limit_s
        self._on_progress = on_progress

    @property
    def work(self) -> Work:
        """What it has cost so far."""
        return Work(time.monotonic() - self._started)

    def tick(self) -> None:
        """Say how far it is. Raises TimeoutError: no time is left."""
        elapsed_s = time.monotonic() - self._started
        if self._time_limit_s is not None and elapsed_s >= self._time_limit_s:
            raise TimeoutError
        if self._on_progress is not None:
            self._on_progress(elapsed_s)


def check_proof(
    cnf: str | PathLike[str],
    proof: str | PathLike[str],
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[int, float], None] | None = None,
) -> CheckResult:
    """Check a proof against a CNF file: see `satcross.check_proof`.

    Args: cnf: DIMACS; proof: DRAT, as text or binary, or LRAT, in a file whose name ends with
        `.lrat`.

    Returns: `Found` when the formula is proved unsatisfiable; `Rejected`; or `Stopped`, with the
        lines that were right so far as `partial`.
    """
    clock = Clock(time_limit_s)
    lines = ProofFollower(clock, on_progress)
    try:
        wrong = lines.follow(_source(cnf), _source(proof))
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, clock.work, partial=lines.checked)
    return wrong or Found(lines.checked, clock.work)


def _source(path: str | PathLike[str]) -> ByteSource:
    """A file to read. Raises DimacsError: it is a pipe or packed, and cannot be read."""
    return held(Path(path), DimacsError, limit=MAX_HELD, packed=True)


def propagation_of(formula: ClauseFile, tick: Callable[[], None]) -> Propagation:
    """The clauses of a formula, and what follows from them by unit propagation.

    Args: see `Propagation`.

    Raises:
        SolverError: the extension module was not built.
    """
    try:
        from satcross.apps.proofs.checker._propagation import Propagation
    except ImportError:
        raise _not_compiled() from None
    return Propagation(formula, tick)


def _not_compiled() -> SolverError:
    return SolverError(
        "this needs satcross's compiled checker: install a wheel, or satcross with a C compiler"
    )


class ProofFollower:
    """Follows the lines of a proof.

    Args:
        clock: says when to stop.
        on_progress: see `check_proof`.
    """

    def __init__(
        self, clock: Clock, on_progress: Callable[[int, float], None] | None = None
    ) -> None:
        self._tick = clock.tick
        self._on_progress = on_progress
        self._reported = time.monotonic()
        self._n_lines = self._n_added = self._n_deleted = 0

    @property
    def checked(self) -> ProofCheck:
        """The lines that were right so far."""
        return ProofCheck(self._n_lines, self._n_added, self._n_deleted)

    def follow(self, cnf: ByteSource | ClauseFile, proof: ByteSource) -> Rejected | None:
        """Follow the lines until there is a contradiction; what is wrong, if anything.

        Args:
            cnf: the formula in DIMACS, or its clauses.
            proof: DRAT; or LRAT, where its name ends with `.lrat`.

        Raises:
            DimacsError: a file cannot be read, or is not what it should be.
            TimeoutError: no time is left.
        """
        formula = cnf if isinstance(cnf, ClauseFile) else read_cnf(cnf, self._tick)
        if str(proof).removesuffix(".gz").removesuffix(".xz").endswith(".lrat"):
            return self._follow_hints(formula, proof)
        return self._follow(formula, proof)

    def _follow(self, formula: ClauseFile, proof: ByteSource) -> Rejected | None:
        known, size = propagation_of(formula, self._tick), max(1, size_of(proof))
        steps = read_steps(proof, formula.n_vars)
        while not known.conflict:
            if known.n_kept > known.max_kept:
                raise too_many_to_keep(str(proof), self._n_lines, known.max_kept)
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
            self._n_lines = step.line
            self._tick()
            self._report(step.at / size)
        return None

    def _follow_hints(self, formula: ClauseFile, proof: ByteSource) -> Rejected | None:
        try:
            from satcross.apps.proofs.checker._lrat import Hints
        except ImportError:
            raise _not_compiled() from None
        known, size = Hints(formula), size_of(proof)
        lines = lines_of(proof)
        while not known.conflict:
            line, text, at = next(lines, (None, b"", 0))
            if line is None:
                return Rejected(None, (), "it ends without a contradiction")
            try:
                outcome = known.follow(text)
            except ValueError as error:
                raise DimacsError(
                    str(error), hint="is this an LRAT file?", source=str(proof), line=line
                ) from None
            if not outcome:
                return Rejected(line, tuple(known.clause()), known.wrong)
            self._n_added += outcome == 1
            self._n_deleted += outcome == 2
            self._n_lines = line
            if line % _LINES_BETWEEN == 0:
                self._tick()
                self._report(at / size)
        return None

    def _report(self, part: float) -> None:
        now = time.monotonic()
        if self._on_progress is not None and now - self._reported >= _REPORT_EVERY_S:
            self._reported = now
            self._on_progress(self._n_lines, part)
