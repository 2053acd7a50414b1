"""The search for a refutation, without the files.

The lines of a refutation name the letter variables of a formula that was made from all words.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from satcross import Found, Impossible, Progress, Puzzle, SolverOptions, Stopped, arc_consistent
from satcross.apps.proofs.prove.proof_lines import DRAT, Clause, Given, ProofLines, with_added
from satcross.extend import (
    LAZY,
    SEARCHED,
    Deadline,
    Domains,
    LetterVars,
    Need,
    Outcome,
    PreparedPuzzle,
    Work,
    require_support,
)
from satcross.model.consistency import Removal
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.session import SearchSession

if TYPE_CHECKING:
    from satcross.encoding.encode import Encoding
    from satcross.extend import LazySession


@dataclass(frozen=True, slots=True, eq=False)
class Refutation:
    """Why a puzzle has no fill.

    Args:
        domains: what arc consistency left.
        trace: its steps.
        log: the steps of the search; none where arc consistency alone refuted the puzzle.
        added: the clauses that were added to the search.
        n_auxiliaries: how many variables it has after the letters.
        conditions: of the clauses of the puzzle's conditions, as the formula has them and over the
            variables of its own letters, and how many auxiliaries they have. They come first; the
            other clauses and auxiliaries are of rules between entries.
    """

    domains: Domains
    trace: list[Removal]
    log: bytes = b""
    added: list[Clause] = field(default_factory=list)
    n_auxiliaries: int = 0
    conditions: tuple[list[Clause], int] = ([], 0)

    def complete(self, encoded: Encoding) -> Encoding:
        """The formula to refute: with what the search met of the rules between entries.

        Args: encoded: of `encode_unfiltered`.
        """
        if not self.domains.puzzle.pair_rules:
            return encoded
        n_own = self.n_auxiliaries - self.conditions[1]
        renaming = self._renaming(encoded.letters, encoded.formula.n_vars + n_own)
        # An empty clause is of two given entries, which the formula compares already.
        met = filter(None, self.added[len(self.conditions[0]) :])
        return with_added(encoded, map(renaming, met), n_own)

    def write(
        self,
        encoded: Encoding,
        write: Callable[[bytes], object],
        form: str = DRAT,
        tick: Callable[[], None] = lambda: None,
    ) -> tuple[int, int]:
        """Write the lines of the proof; how many the search has learnt, and how many there are.

        Args:
            encoded: the formula to refute, which is `complete`.
            write: receives the lines, as bytes.
            form: of the lines.
            tick: called now and then; an exception in it ends the writing.
        """
        n_vars = encoded.formula.n_vars
        searched = list(map(self._renaming(encoded.letters, n_vars), self.added))
        first = n_vars - self.n_auxiliaries - encoded.letters.n
        conditions = (
            [v if abs(v) <= encoded.letters.n else v + first * (1 if v > 0 else -1) for v in clause]
            for clause in self.conditions[0]
        )
        wholes = [*conditions, *searched[len(self.conditions[0]) :]]
        lines = ProofLines(encoded, write, form, self.n_auxiliaries)
        lines.write(self.domains, self.trace, self.log, map(Given, searched, wholes), tick)
        return lines.lines.n_lemmas, lines.lines.n_added + lines.lines.n_deleted

    def _renaming(self, letters: LetterVars, n_vars: int) -> Callable[[Clause], Clause]:
        """A function that puts the formula's variables in the place of the search's."""
        known = LetterVars(self.domains)
        renamed = letters.ids[known.cell_of[1:], known.letter_of[1:]].tolist()
        table = [0, *renamed, *range(n_vars - self.n_auxiliaries + 1, n_vars + 1)]
        return lambda clause: [table[v] if v > 0 else -table[-v] for v in clause]


RefuteResult = Found[Refutation] | Impossible | Stopped


class _Logged(SearchSession):
    """A search whose steps are kept, with the clauses that were added to it."""

    def __init__(self, problem: TableProblem, options: SolverOptions) -> None:
        self.steps: list[bytes] = []
        self.added: list[Clause] = []
        super().__init__(
            problem, seed=options.seed, on_progress=options.on_progress, log=self.steps.append
        )

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause over known variables, for good."""
        self.added.append(list(clause))
        super().add_clause(clause)


class Refuter:
    """Searches for a refutation of a puzzle, and keeps what is needed to write it down.

    Args:
        puzzle: what has no fill; `check_provable` takes it.
        options: seed and progress.
    """

    def __init__(self, puzzle: Puzzle, options: SolverOptions) -> None:
        self._puzzle = puzzle
        self._options = options
        self._trace: list[Removal] = []
        self._prepared: PreparedPuzzle | None = None
        self._kept: _Logged | None = None
        self._conditions: tuple[list[Clause], int] = ([], 0)

    def work(self, elapsed_s: float) -> Work:
        """What was done so far, in a task that took `elapsed_s` seconds."""
        if self._prepared is None:
            return Work(elapsed_s)
        self._prepared.started = time.monotonic() - elapsed_s
        return self._prepared.work()

    def search(self, deadline: Deadline, elapsed_s: float) -> RefuteResult:
        """Search, or go on; `Impossible` has as evidence a fill.

        Args:
            deadline: when to stop.
            elapsed_s: what the whole work took so far.
        """
        if self._prepared is None:
            self._prepared = self._prepare(elapsed_s)
        prepared = self._prepared
        prepared.started = time.monotonic() - elapsed_s
        session = self._kept
        if session is None or prepared.session is None:  # arc consistency has refuted it
            return Found(Refutation(prepared.domains, self._trace), prepared.work())
        answer = prepared.session.solve(deadline=deadline)
        if answer.outcome is Outcome.SAT:
            fill = prepared.fill(answer)
            return Impossible("the puzzle has a fill", prepared.work(), evidence=fill)
        if answer.outcome is Outcome.UNKNOWN:
            return Stopped(answer.reason, prepared.work())
        session.close()
        found = Refutation(
            prepared.domains, self._trace, b"".join(session.steps), session.added,
            session.n_auxiliaries, self._conditions,
        )  # fmt: skip
        return Found(found, prepared.work())

    def _prepare(self, elapsed_s: float) -> PreparedPuzzle:
        from satcross.solve.refining import with_rules

        self._tell("arc consistency", elapsed_s)
        domains = arc_consistent(self._puzzle, trace=self._trace)
        letters = LetterVars(domains)
        session: LazySession | None = None
        if domains.emptied is None:
            self._kept = _Logged(TableProblem.of(domains, letters), self._options)
            if Need.CONDITIONS in self._puzzle.needs:
                self._conditions = _add_conditions(self._kept, letters)
            session = with_rules(self._kept, domains, letters, conditions=False)
        return PreparedPuzzle(self._puzzle, domains, letters, session, 0.0, LAZY)

    def _tell(self, phase: str, elapsed_s: float) -> None:
        if self._options.on_progress is not None:
            self._options.on_progress(Progress(phase, elapsed_s))

    def close(self) -> None:
        """Free what the search holds."""
        if self._prepared is not None:
            self._prepared.close()


def _add_conditions(session: _Logged, letters: LetterVars) -> tuple[list[Clause], int]:
    """Add the puzzle's conditions to a search, as the formula to refute has them.

    That formula knows nothing of arc consistency; here, letters that it has removed are false.

    Args:
        session: receives them, and has no auxiliaries yet.
        letters: its letters.

    Returns: see `Refutation.conditions`.
    """
    from satcross.encoding.conditions import condition_clauses

    every = LetterVars(Domains.unfiltered(letters.domains.puzzle))
    ids = count(every.n + 1)
    clauses = condition_clauses(every.domains, every, lambda: next(ids))
    n_auxiliaries = next(ids) - every.n - 1
    known = letters.ids[every.cell_of[1:], every.letter_of[1:]].tolist()
    renamed = [0, *known, *(session.new_variable() for _ in range(n_auxiliaries))]
    added = []
    for clause in clauses:
        if all(renamed[-literal] for literal in clause if literal < 0):  # else it holds
            known_of = [(renamed[abs(literal)], literal > 0) for literal in clause]
            session.add_clause([v if holds else -v for v, holds in known_of if v])
            added.append(list(clause))
    return added, n_auxiliaries


def check_provable(puzzle: Puzzle, options: SolverOptions) -> None:
    """Reject options and rules for which there are no proofs. Raises OptionError."""
    options.require_lazy("prove")
    require_support(puzzle, "prove", SEARCHED)
