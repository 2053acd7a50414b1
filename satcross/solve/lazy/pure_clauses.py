"""The clauses of the search in Python: two watched literals (Moskewicz et al., DAC 2001).

And what is learnt from a broken one: the first unique implication point of its level.
"""

from __future__ import annotations

from collections.abc import Iterable

from satcross.solve.lazy import search
from satcross.solve.lazy.order import Order
from satcross.solve.lazy.pure import PureState
from satcross.solve.lazy.state import CELL, CLAUSE, NOT_SET


class Clause(list[int]):
    """A clause in use: its first two literals are watched.

    Fields:
        lbd: how many levels its literals were on when it was learnt; 0 when it was given.
        used: whether it was looked at in a conflict since the last clearing.
    """

    __slots__ = ("lbd", "used")

    def __init__(self, literals: Iterable[int], lbd: int) -> None:
        super().__init__(literals)
        self.lbd = lbd
        self.used = False


Watch = tuple[Clause, int]  # a clause, and a literal of it: while that is true, look no further


class PureClauses(search.Search):
    """What a search knows besides the slots: values, clauses that propagate, what made them.

    Args:
        state: at its start.
        order: for this state.
    """

    state: PureState

    def __init__(self, state: PureState, order: Order) -> None:
        self.state = state
        self.order = order
        self.asked = [0] * len(state.cells)
        self._n_reasons = 0
        self._n_letters = self._n_all = state.letters.n
        # By literal.
        self._watches: dict[int, list[Watch]] = {}
        self._clauses: list[Clause] = []
        self._n_kept = 0
        self._clause_of: list[Clause | None] = [None] * (self._n_all + 1)
        self._sign = {0: 0}  # of variables beside the letters
        self._level_of = state.level_of

    def new_variable(self) -> int:
        """One more variable, which only clauses know."""
        self._n_all += 1
        self._sign[self._n_all] = 0
        self._clause_of.append(None)
        self.state.owner.append(NOT_SET)
        self._level_of.append(0)
        return self._n_all

    # Values

    def _value(self, literal: int) -> int:
        """1 for true, -1 for false, 0 for open."""
        state = self.state
        variable = abs(literal)
        if variable > self._n_letters:
            value = self._sign[variable]
        else:
            set_to = state.set_to[state.cell_of[variable]]
            if set_to:
                value = 1 if set_to == variable else -1
            else:
                value = 0 if state.position[-variable] == NOT_SET else -1
        return value if literal > 0 else -value

    def _cause(self, literal: int) -> int:
        """The variable on the trail that makes a literal false."""
        if literal < 0:
            return -literal
        state = self.state
        if literal > self._n_letters or state.position[-literal] != NOT_SET:
            return literal
        return state.set_to[state.cell_of[literal]]

    def _enqueue(self, literal: int, owner: int, clause: Clause | None) -> None:
        """Set an open literal."""
        state = self.state
        variable = abs(literal)
        if variable > self._n_letters:
            self._sign[variable] = 1 if literal > 0 else -1
            state.put_other(literal)
        else:
            state.put(literal)
        state.owner[variable] = owner
        self._clause_of[variable] = clause

    # Clauses

    def _attach(self, clause: Clause) -> None:
        first, second = clause[0], clause[1]
        self._watches.setdefault(first, []).append((clause, second))
        self._watches.setdefault(second, []).append((clause, first))
        self._clauses.append(clause)
        self._n_kept += clause.lbd > 0

    def _visit(self, literal: int) -> list[int] | None:
        """Go through the clauses that watch a literal which has become false; one broken by it."""
        watches = self._watches.get(literal)
        if not watches:
            return None
        value_of, n_letters = self._value, self._n_letters
        set_to, cell_of = self.state.set_to, self.state.cell_of
        kept: list[Watch] = []
        for at, watch in enumerate(watches):
            clause, blocker = watch
            if value_of(blocker) > 0:
                kept.append(watch)
                continue
            first = clause[0] if clause[1] == literal else clause[1]
            clause[0], clause[1] = first, literal
            value = value_of(first)
            if value <= 0:
                for k in range(2, len(clause)):
                    other = clause[k]
                    if -n_letters <= other < 0:  # most are, so this is quick
                        is_false = set_to[cell_of[-other]] == -other
                    else:
                        is_false = value_of(other) < 0
                    if not is_false:
                        clause[1], clause[k] = other, literal
                        self._watches.setdefault(other, []).append((clause, first))
                        break
                else:
                    kept.append((clause, first))
                    if value < 0:
                        kept += watches[at + 1 :]
                        self._watches[literal] = kept
                        clause.used = True
                        return list(clause)
                    self._enqueue(first, CLAUSE, clause)
                continue
            kept.append((clause, first))
        self._watches[literal] = kept
        return None

    def _forget(self, *, everything: bool) -> None:
        """Forget learnt clauses: about half of those that were not used, the highest LBD first; or
        all but those of the lowest LBD."""
        idle = sorted(
            min(clause.lbd, 255) for clause in self._clauses if clause.lbd > 2 and not clause.used
        )
        # The same bound as by counting down: every clause of the last LBD goes.
        target, limit = len(idle) // 2, 255
        n = 0
        counts = dict.fromkeys(idle, 0)
        for lbd in idle:
            counts[lbd] += 1
        while limit > 2 and (everything or n < target):
            n += counts.get(limit, 0)
            limit -= 1
        clauses = self._clauses
        self._clauses, self._watches, self._n_kept = [], {}, 0
        for clause in clauses:
            if min(clause.lbd, 255) <= limit or (clause.used and not everything):
                clause.used = False
                self._attach(clause)

    # Conflicts

    def _reason(self, literal: int) -> list[int]:
        """The other literals of the reason of a true literal."""
        state = self.state
        variable = abs(literal)
        owner = state.owner[variable]
        if owner == CLAUSE:
            clause = self._clause_of[variable]
            assert clause is not None  # facts are not asked for their reason
            clause.used = True
            return [other for other in clause if other != literal]
        if owner == CELL:
            cell = state.cell_of[variable]
            return [other for other in state.ids[cell] if other and other != literal]
        self._n_reasons += 1
        self.asked[owner] += 1
        self.order.gave_reason(owner)
        return state.explain(literal, owner, state.position[literal])[1:]

    def _first_uip(self, clause: list[int], top: int) -> tuple[list[int], list[int]]:
        """What follows from `clause` with one literal of the level `top`, which comes first.

        Returns: the clause, and the variables that make its other literals false.
        """
        level_of, cause, trail = self._level_of, self._cause, self.state.trail
        owner_of = self.state.owner
        met: set[int] = set()  # literals
        seen: set[int] = set()  # variables of the level `top`
        others: list[tuple[int, int]] = []  # literals of levels below, with what makes them false
        n_open = 0
        at = len(trail)
        from_slot = False  # then a positive literal is a letter that was removed
        while True:
            for other in clause:
                if other in met:
                    continue
                met.add(other)
                variable = -other if other < 0 else other if from_slot else cause(other)
                level = level_of[variable]
                if level == top:
                    if variable not in seen:
                        seen.add(variable)
                        n_open += 1
                elif level:
                    others.append((other, variable))
            at -= 1
            while abs(trail[at]) not in seen:
                at -= 1
            literal = trail[at]
            n_open -= 1
            if not n_open:
                break
            from_slot = owner_of[abs(literal)] >= 0
            clause = self._reason(literal)
        learnt, causes = [-literal], []
        for other, variable in others:
            # A letter of a cell that the clause says is set to another letter adds nothing.
            if variable in (other, -other) or (-variable not in met and variable != literal):
                learnt.append(other)
                causes.append(variable)
        return learnt, causes
