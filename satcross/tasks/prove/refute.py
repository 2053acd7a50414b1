"""The search for a refutation, without the files: what `prove` does alone, and a worker of a cube.

The lines of a refutation name the letter variables of a formula that was made from all words. That
formula may be of a wider puzzle, one with fewer given letters: its variables are the same, so that
the refutations of all cubes are about one formula.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, Removal, arc_consistent
from satcross.model.needs import require_support
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped, Work
from satcross.solve.protocol import LAZY, Outcome, SolverOptions
from satcross.task import Deadline, Progress, Task
from satcross.tasks.prepared import PreparedPuzzle, watched
from satcross.tasks.prove.proof_lines import Clause, ProofLines

if TYPE_CHECKING:
    from satcross.solve.cadical.session import LazyProof


@dataclass(frozen=True, slots=True, eq=False)
class Refutation:
    """Why a puzzle has no fill.

    Args:
        domains: what arc consistency left.
        trace: its steps.
        learnt: what the search learnt; None where arc consistency alone refuted the puzzle.
    """

    domains: Domains
    trace: list[Removal] = field(default_factory=list)
    learnt: LazyProof | None = None

    def lemmas(self, letters: LetterVars) -> Iterator[Clause]:
        """The lines that arc consistency and the lazy engine gave.

        Args: letters: of the formula to refute; its domains are `unfiltered`.
        """
        if letters.domains.emptied is not None:
            return  # the formula has the empty clause
        lines = ProofLines(self.domains, self.trace, letters)
        yield from lines.of_consistency()
        for slot, lemma in self.learnt.lemmas if self.learnt else ():
            yield from lines.of_lemma(slot, lemma)

    def solver_lines(self, letters: LetterVars) -> Iterator[tuple[bool, Clause]]:
        """What follows the lemmas, the empty clause last: whether a line deletes, and its clause.

        Args: letters: see `lemmas`.
        """
        clause = [0]
        if self.learnt is not None:
            lines = ProofLines(self.domains, self.trace, letters)
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
        from satcross.solve.cadical.session import CadicalSession

        if self._prepared is None:
            self._prepared = self._prepare(elapsed_s)
        prepared = self._prepared
        prepared.started = time.monotonic() - elapsed_s
        session = prepared.session
        if not isinstance(session, CadicalSession):  # arc consistency has refuted it
            return Found(Refutation(prepared.domains, self._trace), prepared.work())
        answer = session.solve(deadline=deadline)
        if answer.outcome is Outcome.SAT:
            fill = prepared.fill(answer)
            return Impossible("the puzzle has a fill", prepared.work(), evidence=fill)
        if answer.outcome is Outcome.UNKNOWN:
            return Stopped(answer.reason, prepared.work())
        self._tell("reading the proof", elapsed_s)
        learnt = session.proof()
        session.close()
        return Found(Refutation(prepared.domains, self._trace, learnt), prepared.work())

    def _prepare(self, elapsed_s: float) -> PreparedPuzzle:
        from satcross.solve.cadical.session import CadicalSession
        from satcross.solve.lazy.problem import table_problem

        self._tell("arc consistency", elapsed_s)
        domains = arc_consistent(self._puzzle, trace=self._trace)
        letters = LetterVars(domains)
        session: CadicalSession | None = None
        if domains.emptied is None:
            session = CadicalSession(
                table_problem(domains, letters),
                seed=self._options.seed,
                on_progress=self._options.on_progress,
                proof=True,
            )
        return PreparedPuzzle(self._puzzle, domains, letters, session, 0.0, LAZY)

    def _tell(self, phase: str, elapsed_s: float) -> None:
        if self._options.on_progress is not None:
            self._options.on_progress(Progress(phase, elapsed_s))

    def _close(self) -> None:
        if self._prepared is not None:
            self._prepared.close()


def check_provable(puzzle: Puzzle, options: SolverOptions) -> None:
    """Reject options and rules for which there are no proofs. Raises OptionError."""
    options.require_lazy("prove")
    require_support(puzzle, "prove", frozenset())


def line_of(clause: Clause, *, deletes: bool = False) -> str:
    """A line of a text DRAT proof."""
    return "d " * deletes + " ".join(map(str, [*clause, 0])) + "\n"
