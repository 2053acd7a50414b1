"""The eager encoding of a puzzle behind the protocol of the lazy engine.

It stands in for the engine where the extension module was not built, and for slots that the module
cannot hold. All rules of the puzzle are in the formula.
"""

from __future__ import annotations

from collections.abc import Sequence

from satcross.encoding import encode as encoder
from satcross.model.consistency import Domains
from satcross.results import Reason
from satcross.solve.backends.eager import EagerSession
from satcross.solve.backends.formula import DEFAULT_SOLVER
from satcross.solve.backends.preference import preference
from satcross.solve.backends.pysat import PysatBackend
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.protocol import Answer, OrderHints, Outcome
from satcross.task import NEVER, Deadline, Progress, ProgressHandler


class EncodedSession(EagerSession):
    """CaDiCaL with the formula of a puzzle, in this process.

    Hints and noise are left out of account; letters that are fixed are not looked for.

    Args:
        domains: what arc consistency left; no slot may be empty.
        problem: the same as tables, for who asks for it.
        seed: of the order in which variables are tried.
        on_progress: called now and then.
    """

    def __init__(
        self,
        domains: Domains,
        problem: TableProblem,
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
    ) -> None:
        encoding = encoder.encode(domains)
        order = preference(encoding, seed)
        self._cadical = PysatBackend(DEFAULT_SOLVER, order.phases, on_tick=self._tick)
        self._on_progress = on_progress
        self.problem = problem
        self.hints = OrderHints()
        super().__init__(DEFAULT_SOLVER, encoding.formula, self._cadical, order.scramble)

    @property
    def slot_activity(self) -> Sequence[int]:
        """By slot, 1: any may have played a part."""
        return [1] * len(self.problem.slots)

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        keep_noise: bool = False,
    ) -> Answer:
        """Answer under `assumptions`: see `LazySession.solve`."""
        del keep_noise
        self._cadical.max_conflicts = conflicts
        answer = super().solve(assumptions, deadline=deadline)
        if answer.outcome is Outcome.UNKNOWN and not deadline.passed():
            return Answer(Outcome.UNKNOWN, reason=Reason.CONFLICTS)
        return answer

    def fixed_letters(self) -> list[int]:
        """None: the solver does not say."""
        return []

    def _tick(self) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress("searching", 0.0, conflicts=self.counters.conflicts))
