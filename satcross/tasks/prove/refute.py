"""The search for a refutation, without the files: what `prove` does alone, and a worker of a cube.

The lines of a refutation name the letter variables of a formula that was made from all words. That
formula may be of a wider puzzle, one with fewer given letters: its variables are the same, so that
the refutations of all cubes are about one formula.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, Removal, arc_consistent, unfiltered
from satcross.model.needs import (
    BOARDS,
    CELLS,
    CONDITIONS,
    ENTRIES,
    PAIRS,
    REBUS,
    SLOTS,
    SPELLED_APART,
    TREATMENTS,
    require_support,
)
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped, Work
from satcross.solve.protocol import LAZY, Outcome, SolverOptions
from satcross.task import Deadline, Progress, Task
from satcross.tasks.prepared import PreparedPuzzle, watched
from satcross.tasks.prove.proof_lines import Clause, ProofLines, with_added

if TYPE_CHECKING:
    from satcross.encoding.encode import Encoding
    from satcross.solve.cadical.session import CadicalSession, LazyProof
    from satcross.solve.protocol import LazySession

SUPPORTS = frozenset(
    {PAIRS, CONDITIONS, ENTRIES, SLOTS, BOARDS, REBUS, SPELLED_APART, CELLS, TREATMENTS}
)


@dataclass(frozen=True, slots=True, eq=False)
class Refutation:
    """Why a puzzle has no fill.

    Args:
        domains: what arc consistency left.
        trace: its steps.
        learnt: what the search learnt; None where arc consistency alone refuted the puzzle.
        conditions: of the clauses and auxiliaries in `learnt`, how many are of the puzzle's
            conditions. They come first; the others are of its rules between entries.
    """

    domains: Domains
    trace: list[Removal] = field(default_factory=list)
    learnt: LazyProof | None = None
    conditions: tuple[int, int] = (0, 0)

    def complete(self, encoded: Encoding) -> Encoding:
        """The formula to refute: with what the search met of the rules between entries.

        Args: encoded: of `encode_unfiltered`.
        """
        if self.learnt is None or not self.domains.puzzle.pair_rules:
            return encoded
        more = self.n_auxiliaries - self.conditions[1]
        n_vars = encoded.formula.n_vars + more
        return with_added(encoded, self.met(encoded.letters, n_vars), more)

    def met(self, letters: LetterVars, n_vars: int) -> Iterator[Clause]:
        """What the search met of the rules between entries. Args: see `lemmas`."""
        lines = self._lines(letters, n_vars)
        # An empty clause is of two given entries, which the formula compares already.
        added = self.learnt.added[self.conditions[0] :] if self.learnt else ()
        yield from map(lines.clause, filter(None, added))

    @property
    def n_auxiliaries(self) -> int:
        """How many variables of conditions, then of rules between entries, the search has."""
        return self.learnt.n_auxiliaries if self.learnt else 0

    def _lines(self, letters: LetterVars, n_vars: int) -> ProofLines:
        """Args: letters, n_vars: of the formula, which ends with the search's auxiliaries."""
        auxiliaries = range(n_vars - self.n_auxiliaries + 1, n_vars + 1)
        return ProofLines(self.domains, self.trace, letters, auxiliaries)

    def lemmas(self, letters: LetterVars, n_vars: int) -> Iterator[Clause]:
        """The lines that arc consistency and the lazy engine gave.

        Args:
            letters: of the formula to refute; its domains are `unfiltered`.
            n_vars: how many variables it has.
        """
        if letters.domains.emptied is not None:
            return  # the formula has the empty clause
        lines = self._lines(letters, n_vars)
        yield from lines.of_consistency()
        # Conditions without the letters that arc consistency has removed.
        yield from map(lines.clause, self.learnt.added[: self.conditions[0]] if self.learnt else ())
        for slot, lemma in self.learnt.lemmas if self.learnt else ():
            yield from lines.of_lemma(slot, lemma)

    def solver_lines(self, letters: LetterVars, n_vars: int) -> Iterator[tuple[bool, Clause]]:
        """What follows the lemmas, the empty clause last: whether a line deletes, and its clause.

        Args: letters, n_vars: see `lemmas`.
        """
        clause = [0]
        if self.learnt is not None:
            lines = self._lines(letters, n_vars)
            for deletes, step in self.learnt.steps():
                clause = lines.clause(step)
                yield deletes, clause
        if clause:
            yield False, []


RefuteResult = Found[Refutation] | Impossible | Stopped


class RefuteTask(Task[Refutation, RefuteResult]):
    """Search for a refutation of a puzzle, and keep what is needed to write it down.

    Args:
        puzzle: what has no fill.
        options: seed and progress; the lazy engine is the only one that keeps a proof.

    `run` returns `Found`; `Impossible`, whose evidence is a fill, when there is one; or `Stopped`.

    Raises:
        OptionError: options or rules are not supported.
    """

    def __init__(self, puzzle: Puzzle, options: SolverOptions | None = None) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._trace: list[Removal] = []
        self._prepared: PreparedPuzzle | None = None
        self._kept: CadicalSession | None = None
        self._conditions = (0, 0)
        check_provable(puzzle, self._options)

    def work(self, elapsed_s: float) -> Work:
        """What was done so far, in a task that took `elapsed_s` seconds."""
        if self._prepared is None:
            return Work(elapsed_s)
        self._prepared.started = time.monotonic() - elapsed_s
        return self._prepared.work()

    def _run(self, deadline: Deadline) -> RefuteResult:
        return self.search(deadline, self.elapsed_s)

    def search(self, deadline: Deadline, elapsed_s: float) -> RefuteResult:
        """What `run` does, for a task that this is a part of.

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
        self._tell("reading the proof", elapsed_s)
        learnt = session.proof()
        session.close()
        found = Refutation(prepared.domains, self._trace, learnt, self._conditions)
        return Found(found, prepared.work())

    def _prepare(self, elapsed_s: float) -> PreparedPuzzle:
        from satcross.solve.cadical.session import CadicalSession
        from satcross.solve.lazy.problem import table_problem
        from satcross.solve.refining import with_pair_rules

        self._tell("arc consistency", elapsed_s)
        domains = arc_consistent(self._puzzle, trace=self._trace)
        letters = LetterVars(domains)
        session: LazySession | None = None
        if domains.emptied is None:
            self._kept = CadicalSession(
                table_problem(domains, letters),
                seed=self._options.seed,
                on_progress=self._options.on_progress,
                proof=True,
            )
            if CONDITIONS in self._puzzle.needs:
                self._conditions = _add_conditions(self._kept, letters)
            session = with_pair_rules(self._kept, domains, letters)
        return PreparedPuzzle(self._puzzle, domains, letters, session, 0.0, LAZY)

    def _tell(self, phase: str, elapsed_s: float) -> None:
        if self._options.on_progress is not None:
            self._options.on_progress(Progress(phase, elapsed_s))

    def _close(self) -> None:
        if self._prepared is not None:
            self._prepared.close()


def _add_conditions(session: CadicalSession, letters: LetterVars) -> tuple[int, int]:
    """Add the puzzle's conditions to a search, as the formula to refute has them.

    That formula knows nothing of arc consistency; here, letters that it has removed are false.

    Args:
        session: receives them, and has no auxiliaries yet.
        letters: its letters.

    Returns: (how many clauses, how many auxiliaries), the latter in the formula's order.
    """
    from satcross.rules.conditions import condition_clauses

    every = LetterVars(unfiltered(letters.domains.puzzle))
    ids = count(every.n + 1)
    clauses = condition_clauses(every.domains, every, lambda: next(ids))
    n_auxiliaries = next(ids) - every.n - 1
    known = letters.ids[every.cell_of[1:], every.letter_of[1:]].tolist()
    renamed = [0, *known, *(session.new_variable() for _ in range(n_auxiliaries))]
    n_clauses = 0
    for clause in clauses:
        if all(renamed[-literal] for literal in clause if literal < 0):  # else it holds
            known_of = [(renamed[abs(literal)], literal > 0) for literal in clause]
            session.add_clause([v if holds else -v for v, holds in known_of if v])
            n_clauses += 1
    return n_clauses, n_auxiliaries


def check_provable(puzzle: Puzzle, options: SolverOptions) -> None:
    """Reject options and rules for which there are no proofs. Raises OptionError."""
    options.require_lazy("prove")
    require_support(puzzle, "prove", SUPPORTS)


def line_of(clause: Clause, *, deletes: bool = False) -> str:
    """A line of a text DRAT proof."""
    return "d " * deletes + " ".join(map(str, [*clause, 0])) + "\n"
