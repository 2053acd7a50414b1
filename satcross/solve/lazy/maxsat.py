"""How high a total can be: core-guided MaxSAT over the score levels of a scored session.

Soft literals, weighted, say how good each slot is: `G[s,j]`, slot s scores at least its j-th best
value v_j, costs v_j - v_{j+1} when it is false. The best total is what arc consistency leaves,
less the least cost. All soft literals are assumed together; when they cannot hold, a core of them
is found and made small, the bound falls by its least weight, and the core is replaced by weaker
soft literals of which one fewer needs to be false. Each step proves a bound; when all soft
literals that are left can hold, the fill that shows it is the best.

Source: Narodytska, Bacchus, Maximum satisfiability using core-guided MaxSAT resolution, AAAI 2014;
hardening: Ansótegui, Bonet, Gabàs, Levy, SAT-based MaxSAT, CP 2012.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

from satcross.solve.lazy.scored import ScoredSession
from satcross.solve.protocol import Answer, Outcome
from satcross.task import NEVER, Deadline

# Conflicts spent on each attempt to leave a literal out of a core. A smaller core says more, but
# most attempts on a hard core fail.
CONFLICTS_PER_TRIAL = 20
MAX_TRIMS = 4  # times that a core is solved again in the hope of a smaller one


class TotalBound:
    """A falling upper bound on the totals that reach a session's target.

    Args:
        session: whose target the owner may raise at any time.
        seed: of the order in which cores are made smaller.
        found: is called with every satisfiable answer: a fill that reaches the target. It must
            raise the target beyond it.

    Fields:
        bound: no fill has a higher total, unless it is below the target: then none reaches it.
        n_cores: how many cores were found.
    """

    def __init__(
        self, session: ScoredSession, *, seed: int = 0, found: Callable[[Answer], None]
    ) -> None:
        self.bound = session.most
        self.n_cores = 0
        self._session = session
        self._random = random.Random(seed)
        self._found = found
        self._soft: dict[int, int] = {}  # weight by literal
        for slot in session.counted:
            levels = session.levels(slot)
            above = 0
            for (_, value), (lower, lower_value) in pairwise(levels):
                at_least = session.new_variable()
                session.add_clause([-at_least, -lower])
                if above:
                    session.add_clause([-above, at_least])
                self._soft[at_least] = value - lower_value
                above = at_least

    def lower(
        self,
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        effort: int | None = None,
    ) -> Outcome:
        """Go on proving.

        Args:
            deadline: when to stop.
            conflicts: in one search for a core, at most.
            effort: after how much of the session's `effort` to stop, about.

        Returns: UNSAT when it is proved that no fill reaches the target; SAT when `found` was given
            a fill, and a better one is wanted now; UNKNOWN when a limit came first.
        """
        session = self._session
        end = None if effort is None else session.effort + effort
        while self.bound >= session.target:
            self._harden()
            answer = session.solve(list(self._soft), deadline=deadline, conflicts=conflicts)
            if answer.outcome is Outcome.SAT:
                self._found(answer)
                return Outcome.SAT
            if answer.outcome is Outcome.UNKNOWN:
                return Outcome.UNKNOWN
            core = self._smaller(list(answer.core), deadline, end)
            if not core:
                return Outcome.UNSAT
            self._relax(core)
            if deadline.passed() or (end is not None and session.effort >= end):
                return Outcome.UNKNOWN
        return Outcome.UNSAT

    def _harden(self) -> None:
        """Soft literals whose weight is more than the gap must hold in every fill still wanted."""
        gap = self.bound - self._session.target
        for literal in [lit for lit, weight in self._soft.items() if weight > gap]:
            self._session.add_clause([literal])
            del self._soft[literal]

    def _smaller(self, core: list[int], deadline: Deadline, end: int | None) -> list[int]:
        """A subset of `core` that is a core too, within limits; [] when no assumption is needed."""
        session = self._session
        for _ in range(MAX_TRIMS):
            answer = session.solve(core, deadline=deadline, conflicts=CONFLICTS_PER_TRIAL)
            if answer.outcome is not Outcome.UNSAT or len(answer.core) >= len(core):
                break
            core = list(answer.core)
        trials = sorted(core)
        self._random.shuffle(trials)
        # Literals of small weight first: the core's least weight is what the bound falls by.
        trials.sort(key=lambda literal: self._soft[literal])
        for literal in trials:
            if literal not in core or len(core) == 1:
                continue
            if deadline.passed() or (end is not None and session.effort >= end):
                break
            rest = [other for other in core if other != literal]
            answer = session.solve(rest, deadline=deadline, conflicts=CONFLICTS_PER_TRIAL)
            if answer.outcome is Outcome.UNSAT:
                core = list(answer.core)
            elif answer.outcome is Outcome.SAT:
                self._found(answer)
        return core

    def _relax(self, core: Sequence[int]) -> None:
        """Charge the core's least weight, and soften it.

        For a core l_1 … l_k new literals, soft with the least weight w, for i < k:

            s_i -> l_i or d_i        d_i -> l_{i+1}        d_i -> d_{i+1}

        so that d_i says that all after l_i hold. When n of the l are false, n - 1 of the s must be.
        """
        session, soft = self._session, self._soft
        self.n_cores += 1
        least = min(soft[literal] for literal in core)
        self.bound -= least
        for literal in core:
            soft[literal] -= least
            if not soft[literal]:
                del soft[literal]
        session.add_clause([-literal for literal in core])
        rest = 0  # d_{i+1}
        for i in range(len(core) - 2, -1, -1):
            all_after = session.new_variable()
            session.add_clause([-all_after, core[i + 1]])
            if rest:
                session.add_clause([-all_after, rest])
            relaxed = session.new_variable()
            session.add_clause([-relaxed, core[i], all_after])
            soft[relaxed] = least
            rest = all_after
