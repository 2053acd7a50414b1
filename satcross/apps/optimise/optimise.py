"""The best fill of a puzzle, by its lowest score or by its total."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, TypeAlias

from satcross import Best, Fill, Found, Impossible, Puzzle, SolverOptions, Stopped, Task
from satcross.apps.optimise.incumbent import Incumbent
from satcross.extend import (
    SEARCHED,
    Deadline,
    FillValue,
    Goal,
    Need,
    PreparedPuzzle,
    check_integer,
    prepare,
    require_support,
    watched,
)
from satcross.tasks.preferred import BetterFills

if TYPE_CHECKING:
    from satcross.apps.optimise.lowest import LowestSearch
    from satcross.apps.optimise.ranked import JoinedTotal
    from satcross.apps.optimise.total import TotalSearch
    from satcross.tasks.certificate.proof import ClaimProver

OptimiseResult: TypeAlias = Best[Fill] | Impossible | Stopped
NONE_BETTER = "no fill is better than the known one"
CERTIFIED_TOTALS = frozenset(
    (Need.SLOTS, Need.BOARDS, Need.ENTRIES)
)  # rules that are no more than tables


class OptimiseTask(Task[Fill, OptimiseResult]):
    """Find the best fill, and prove that it is; or the best that the limits allow, and a bound.

    It begins with the fill that `fill` finds with the same seed, and is never worse. Slots that are
    wholly given do not count. Run again after a limit, it goes on with all that it has learnt.

    Args: as for `satcross.optimise`; options: seed and progress, the engine is the lazy one; known:
        only fills better than this one are wanted. A weight of 0 is of a slot that shall not
        count, and `rounds` leaves out the first fill.

    `run` returns `Best`, whose objective is None for the lowest score when no slot counts;
    `Impossible`; or `Stopped`, when it stopped without a fill. Events: `Answered` for the first
    fill and each better one, unless no slot counts, and `Bounded`.

    Raises:
        OptionError: a goal, slot, weight, number of rounds or engine that is not supported.
        VerificationError: from `run`: the engine gave a wrong fill.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions | None = None,
        *,
        goal: Goal = "lowest",
        slot_weights: Mapping[str, int] | None = None,
        rounds: int | None = None,
        known: Fill | None = None,
        certificate: str | PathLike[str] | None = None,
    ) -> None:
        super().__init__()
        self._known = known
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._value_of = FillValue(puzzle, goal, slot_weights or {})
        self._rounds = rounds
        self._prepared: PreparedPuzzle | None = None
        self._better: BetterFills | None = None
        self._incumbent: Incumbent | None = None
        self._search: LowestSearch | TotalSearch | JoinedTotal | None = None
        self._options.require_lazy("optimise")
        if rounds is not None:
            rounds = check_integer(rounds, "rounds", at_least=0)
        if goal == "total":
            require_support(puzzle, "the best total", SEARCHED)
        self._proof: ClaimProver | None = None
        if certificate is not None:
            from satcross.tasks.certificate.proof import ClaimProver

            # Its checker has one more cell for each slot, where rules have none.
            of_total = goal == "total"
            if of_total:
                require_support(puzzle, "a certificate of a total", CERTIFIED_TOTALS)
            self._proof = self._hold(
                ClaimProver(puzzle, certificate, self._options, of_total=of_total)
            )
        self.certificate = None if self._proof is None else self._proof.written

    def _run(self, deadline: Deadline) -> OptimiseResult:
        result = self._optimised(deadline)
        if self._proof is None or isinstance(result, Stopped):
            return result
        best = result.value if isinstance(result, Best) else None
        if best is not None and not any(self._value_of.weights):
            self._proof.written.why_not = "no entry counts"
        elif not isinstance(result, Best) or result.is_proved:
            from satcross.apps.optimise.certificate import prove_best

            reason = prove_best(self._proof, self._value_of, best, deadline)
            if reason is not None:
                work = replace(result.work, elapsed_s=self.elapsed_s)
                if not isinstance(result, Best):
                    return Stopped(reason, work)
                return replace(result, reason=reason, work=work)
        return result

    def _optimised(self, deadline: Deadline) -> OptimiseResult:
        if self._prepared is None:
            self._prepared = self._hold(prepare(self._puzzle, self._options))
        self._prepared.started = time.monotonic() - self.elapsed_s
        if self._incumbent is None:
            first = self._first(self._prepared, deadline)
            if not isinstance(first, Incumbent):
                return first
            self._incumbent = first
        best = self._incumbent
        best.rounds_left = self._rounds
        reason = None
        if not best.is_proved:
            reason = best.stopped(deadline)
            if reason is None:
                self._search = self._search or self._hold(self._new_search(best))
                reason = self._search.run(deadline)
        work = best.work(self._search.sessions if self._search is not None else ())
        self.bound = best.bound
        if best.fill is None:
            return Stopped(reason, work) if reason else Impossible(NONE_BETTER, work)
        return Best(best.fill, best.value, best.bound, reason, work)

    def _first(self, prepared: PreparedPuzzle, deadline: Deadline) -> Incumbent | OptimiseResult:
        """The first fill, or the result where there is nothing to improve."""
        if prepared.domains.emptied is not None:
            return Impossible(prepared.why_not, prepared.work())
        if self._known is not None and any(self._value_of.weights):
            return self._from(self._known, prepared)
        better = self._better = self._better or BetterFills(self._puzzle, self._options)
        fill = better.next(deadline)
        prepared.count(better.work)
        if fill is None:
            result = prepared.one_fill(self._options, deadline)
            if not isinstance(result, Found):
                return result
            fill = result.value
        better.close()
        prepared.close()
        if not any(self._value_of.weights):
            value = self._value_of.value(fill)
            return Best(fill, value, value, None, prepared.work())
        return Incumbent(prepared, self._value_of, fill, self._options, self.emit)

    def _from(self, known: Fill, prepared: PreparedPuzzle) -> Incumbent:
        """Where a search begins that wants fills better than a known one."""
        cells, given = known.grid.cells, self._puzzle.grid.cells
        is_fill = all(cells[cell] == given[cell] for cell in self._puzzle.givens)
        return Incumbent(
            prepared, self._value_of, known if is_fill else None, self._options, self.emit,
            floor=self._value_of.value(known) or 0,
        )  # fmt: skip

    def _new_search(self, best: Incumbent) -> LowestSearch | TotalSearch | JoinedTotal:
        if self._value_of.goal == "lowest":
            from satcross.apps.optimise.lowest import LowestSearch

            return LowestSearch(best)
        if self._rounds is None:
            from satcross.apps.optimise.ranked import JoinedTotal, ranking_tables

            tables = ranking_tables(best.prepared, self._value_of, self._options)
            if tables is not None:
                return JoinedTotal(best, tables)
        from satcross.apps.optimise.total import TotalSearch

        return TotalSearch(best)
