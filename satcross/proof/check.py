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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.errors import DimacsError, SolverError
from satcross.packed import Held, Source, held
from satcross.proof.reading import (
    Clauses,
    Step,
    lines_of,
    read_cnf,
    read_cover,
    read_steps,
    size_of,
    too_many_to_keep,
)
from satcross.results import Found, NoAnswer, Reason, Stopped, Work

if TYPE_CHECKING:
    from satcross.proof._propagation import Propagation

CUBES = "cubes"  # the folder of their proofs, beside the cover
_REPORT_EVERY_S = 0.1
MAX_HELD = 1 << 30  # bytes, of a formula or a proof that is not a plain file
_LINES_BETWEEN = 100  # between two looks at the clock, where lines are checked quickly


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
class Rejected(NoAnswer):
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

    def _why(self) -> str:
        cube = f"cube {self.cube}: " if self.cube else ""
        line = "" if self.line is None else f"line {self.line}: "
        return f"the proof was rejected: {cube}{line}{self.why}"


CheckResult = Found[ProofCheck] | Rejected | Stopped


def check_proof(
    cnf: str | PathLike[str] | Clauses,
    proof: str | PathLike[str] | Held,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[int, float], None] | None = None,
) -> CheckResult:
    """Check a proof against a CNF file.

    Args:
        cnf: DIMACS; or its clauses.
        proof: DRAT, as text or binary; or LRAT, in a file whose name ends with `.lrat`.
        time_limit_s: seconds after which to stop; None for no limit.
        on_progress: called ten times a second at most, with the lines checked so far and the part
            of the proof's bytes that they are.

    Returns: `Found` when the formula is proved unsatisfiable; `Rejected`; or `Stopped`, with the
        lines that were right so far as `partial`.

    Raises:
        DimacsError: a file cannot be read, or is not what it should be.
    """
    run = _Run(cnf if isinstance(cnf, Clauses) else _source(cnf), time_limit_s, on_progress)
    source = proof if isinstance(proof, Held) else _source(proof)

    def follow() -> Rejected | None:
        if str(source).removesuffix(".gz").removesuffix(".xz").endswith(".lrat"):
            return run.follow_hints(source)
        known = run.known()
        return run.follow(known, source, per_byte=1 / max(1, size_of(source)))

    return run.result(follow)


def _source(path: str | PathLike[str]) -> Source:
    """A file to read. Raises DimacsError: it is a pipe or packed, and cannot be read."""
    return held(Path(path), DimacsError, limit=MAX_HELD, packed=True)


def check_cover(
    cnf: str | PathLike[str],
    cover: str | PathLike[str],
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[int, float], None] | None = None,
) -> CheckResult:
    """Check the proofs of cubes, and that the cubes cover everything.

    Args:
        cnf: DIMACS.
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
    run = _Run(_source(cnf), time_limit_s, on_progress)
    cubes = _source(cover)

    def check(known: Propagation, step: Step, begins: float) -> Rejected | None:
        return run.follow_cube(known, step, proof_of_cube(Path(cover), step), begins)

    return run.result(lambda: run.follow_cover(run.known(), cubes, check))


def proof_of_cube(cover: Path, step: Step) -> Path:
    """The proof of the cube that a line of a cover names. Raises DimacsError: there is none."""
    proof = cover.parent / CUBES / f"{step.cube}.drat"
    if not os.path.exists(proof):  # noqa: PTH110  # never raises
        raise DimacsError(
            f"there is no proof of cube {step.cube}",
            hint="is the folder complete?",
            source=str(cover),
            line=step.line,
        )
    return proof


@dataclass(frozen=True, slots=True)
class Outline:
    """What a check of a cover finds where the proofs of its cubes are left out.

    Args:
        cubes: their lines, up to where the cover ends, or goes wrong.
        end: the lines of the cover that were checked; or what is wrong after these cubes.
    """

    cubes: tuple[Step, ...]
    end: ProofCheck | Rejected | DimacsError


def check_outline(
    cnf: Source, cover: Source, *, time_limit_s: float | None = None
) -> Outline | Stopped:
    """Check a cover, taking for granted that its cubes have right proofs.

    The cover is right if this is, and if `CubeChecker` finds each of the cubes to be.

    Raises:
        DimacsError: the formula cannot be read, or is no CNF.
    """
    run = _Run(cnf, time_limit_s, None)
    cubes: list[Step] = []

    def take(known: Propagation, step: Step, begins: float) -> None:
        del known, begins
        cubes.append(step)

    def follow() -> Rejected | None:
        known = run.known()
        try:
            return run.follow_cover(known, cover, take)
        except DimacsError as error:
            errors.append(error)
            return None

    errors: list[DimacsError] = []
    match run.result(follow):
        case Found(checked):
            return Outline(tuple(cubes), errors[0] if errors else checked)
        case Rejected() as wrong:
            return Outline(tuple(cubes), wrong)
        case Stopped() as stopped:
            return stopped


class CubeChecker:
    """Checks the proofs of single cubes, as `check_cover` does when it comes to them.

    It is quickest where they are asked for in the order of the cover.

    Args:
        cnf: the formula.
        cover: has the cubes. Its clauses are taken for granted: `check_outline` checks them.
    """

    def __init__(self, cnf: Source, cover: Source) -> None:
        self._cnf, self._cover = cnf, cover
        self._before: _Before | None = None

    def check(
        self,
        number: int,
        proof: Source,
        *,
        time_limit_s: float | None = None,
        on_progress: Callable[[int, float], None] | None = None,
    ) -> CheckResult:
        """Check the proof of a cube.

        Args:
            number: of the cube, from 0, in the order of the cover.
            proof: its lines.
            time_limit_s, on_progress: see `check_proof`; the part of the work is always 0.

        Raises:
            DimacsError: as `check_cover`.
        """
        run = _Run(self._cnf, time_limit_s, on_progress)

        def follow() -> Rejected | None:
            before = self._come_to(number, run)
            return run.follow_cube(before.known, before.cube, proof, 0.0)

        return run.result(follow)

    def _come_to(self, number: int, run: _Run) -> _Before:
        """What is known before a cube."""
        before, self._before = self._before, None  # lost if it is interrupted
        if before is None or number < before.number:
            known = run.known()
            before = _Before(known, read_cover(self._cover, run.n_vars))
        run.n_vars = before.known.n_vars
        while before.number < number:
            before.advance()
        self._before = before
        return before


class _Before:
    """What is known before a cube of a cover.

    Args:
        known: the clauses of the formula; receives those of the cover.
        steps: its lines.

    Fields:
        number: of the cube; -1 before the first.
        cube: its line.
    """

    def __init__(self, known: Propagation, steps: Iterator[Step]) -> None:
        self.known, self.number = known, -1
        self._steps = steps
        self.cube = Step(0, False, (), 0)

    def advance(self) -> None:
        """Go on to the next cube."""
        if self.cube.cube:
            self.known.add([-literal for literal in self.cube.clause])
        for step in self._steps:
            if step.cube:
                self.cube, self.number = step, self.number + 1
                return
            self.known.add(step.clause)
        raise IndexError("there is no such cube")


def propagation_of(formula: Clauses, tick: Callable[[], None]) -> Propagation:
    """The clauses of a formula, and what follows from them by unit propagation.

    Args: see `Propagation`.

    Raises:
        SolverError: the extension module was not built.
    """
    try:
        from satcross.proof._propagation import Propagation
    except ImportError:
        raise _not_compiled() from None
    return Propagation(formula, tick)


def _not_compiled() -> SolverError:
    return SolverError(
        "this needs satcross's compiled checker: install a wheel, or satcross with a C compiler"
    )


class _Run:
    """One check: what it has counted, and when it stops.

    Args:
        cnf: the formula, or its clauses.
        time_limit_s: seconds; None for no limit.
        on_progress: see `check_proof`.

    Fields:
        n_vars: variables of the formula; 0 before `known`.
        n_cubes: cubes refuted so far.
    """

    def __init__(
        self,
        cnf: Source | Clauses,
        time_limit_s: float | None,
        on_progress: Callable[[int, float], None] | None,
    ) -> None:
        self.n_vars = self.n_cubes = 0
        self._cnf = cnf
        self._started = self._reported = time.monotonic()
        self._end = None if time_limit_s is None else self._started + time_limit_s
        self._on_progress = on_progress
        self._n_lines = self._n_added = self._n_deleted = 0

    def known(self) -> Propagation:
        """The clauses of the formula."""
        formula = self._formula()
        self.n_vars = formula.n_vars
        return propagation_of(formula, self._tick)

    def _formula(self) -> Clauses:
        if isinstance(self._cnf, Clauses):
            return self._cnf
        return read_cnf(self._cnf, self._tick)

    def follow(
        self, known: Propagation, proof: Source, *, begins: float = 0.0, per_byte: float = 0.0
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
            if known.n_kept > known.max_kept:
                raise too_many_to_keep(str(proof), self._n_lines - before, known.max_kept)
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
            self._report(begins + step.at * per_byte)
        return None

    def follow_hints(self, proof: Source) -> Rejected | None:
        """Follow the lines of an LRAT proof until there is a contradiction."""
        formula = self._formula()
        try:
            from satcross.proof._lrat import Hints
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

    def follow_cover(
        self,
        known: Propagation,
        cover: Source,
        check: Callable[[Propagation, Step, float], Rejected | None],
    ) -> Rejected | None:
        """Follow the lines of a cover until there is a contradiction; what is wrong, if anything.

        Args:
            known: the clauses of the formula; receives the others.
            cover: the file.
            check: called with each cube, and the part of the cover before it.
        """
        size, at = size_of(cover), 0
        for step in read_cover(cover, self.n_vars):
            if known.conflict:
                return None
            if step.cube:
                if (wrong := check(known, step, at / size)) is not None:
                    return wrong
                known.add([-literal for literal in step.clause])
            elif known.refutes(step.clause):
                known.add(step.clause)
                self._n_lines += 1
                self._n_added += 1
                self._tick()
            else:
                return Rejected(step.line, step.clause, "unit propagation does not yield it")
            at = step.at
        return None if known.conflict else Rejected(None, (), "the cubes do not cover everything")

    def follow_cube(
        self, known: Propagation, step: Step, proof: Source, begins: float
    ) -> Rejected | None:
        """Follow the proof of a cube.

        Args:
            known: the clauses before it, which stay as they are.
            step: its line in the cover.
            proof: the file.
            begins: see `follow`.
        """
        with known.assumed(step.clause):
            wrong = self.follow(known, proof, begins=begins)
        if wrong is not None:
            return replace(wrong, cube=step.cube)
        self.n_cubes += 1
        return None

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
