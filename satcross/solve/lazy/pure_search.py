"""The search in Python: conflict-driven clause learning (Marques-Silva, Sakallah, 1996).

What it does not have in common with SAT solvers:

- Letters that a cell lost because it was set to another are not put on the trail. The cell says
  that they are false, and its letter is what made them so.
- The reason of a letter that a slot removed is built when it is asked for, which is only for
  letters on the way from a conflict to its first unique implication point.
- Decisions are those of `Order`; learnt clauses are long, so they only propagate.
- Where they speak of most of the grid, it takes *plain turns*: a conflict takes back the last
  choice and refutes it, and nothing is learnt until the turn is over. Then each refuted choice
  becomes a clause with the choices before it (Lecoutre et al., JSAT 2007).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from satcross.solve.lazy import search
from satcross.solve.lazy.order import Order
from satcross.solve.lazy.pure import PureState
from satcross.solve.lazy.pure_clauses import Clause, PureClauses
from satcross.solve.lazy.state import CHOICE, CLAUSE, NOT_SET, REFUTED


class PureSearch(PureClauses):
    """The search that needs nothing but Python and bitarray.

    Args:
        state: at its start.
        order: for this state.
    """

    def __init__(self, state: PureState, order: Order) -> None:
        super().__init__(state, order)
        self._next_clause = 0
        self._assumed: list[int] = []
        self._consistent = True
        self._next_restart = search.RESTART_UNIT
        self._next_reduce = search.REDUCE_FROM
        self._found = False  # there was a fill
        self._plain = False  # a plain turn is under way
        self._plain_turn = search.PLAIN_TURN
        self._n_learnings = self._n_cells_learnt = 0  # since a restart or `assume`
        self._core: list[int] = []
        self._deepest = 0
        self._n_conflicts = self._n_restarts = self._n_decisions = 0

    @property
    def n_conflicts(self) -> int:
        """Conflicts so far."""
        return self._n_conflicts

    @property
    def n_decisions(self) -> int:
        """Letters chosen so far."""
        return self._n_decisions

    @property
    def n_restarts(self) -> int:
        """Restarts so far."""
        return self._n_restarts

    @property
    def n_reasons(self) -> int:
        """Reasons that were asked of slots so far."""
        return self._n_reasons

    @property
    def deepest(self) -> int:
        """The most cells that were set at a conflict, or at an answer."""
        return self._deepest

    @property
    def core(self) -> list[int]:
        """After NONE, assumptions that cannot all hold."""
        return self._core

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause over known variables for good; the search goes back to its beginning."""
        self._end_plain_turn()
        self._go_back(0)
        kept: list[int] = []
        for literal in clause:
            value = self._value(literal)
            if value > 0 or -literal in kept:
                return
            if not value and literal not in kept:
                kept.append(literal)
        if not kept:
            self._consistent = False
        elif len(kept) == 1:
            self._enqueue(kept[0], CLAUSE, None)
        else:
            self._attach(Clause(kept, 0))

    # Propagation

    def _to_conflict(self) -> list[int] | None:
        """Propagate everything; the clause of a conflict, all of whose literals are false.

        In a plain turn, which does not look at it, it can be empty.
        """
        state = self.state
        trail, ids, cell_of = state.trail, state.ids, state.cell_of
        watches, n_letters = self._watches, self._n_letters
        while True:
            at = self._next_clause
            while at < len(trail):
                literal = trail[at]
                at += 1
                if -literal in watches:
                    broken = self._visit(-literal)
                    if broken is not None:
                        return broken
                if 0 < literal <= n_letters:
                    for variable in ids[cell_of[literal]]:
                        if variable in watches and variable != literal:
                            broken = self._visit(variable)
                            if broken is not None:
                                return broken
            self._next_clause = at
            state.empty_cell = NOT_SET
            empty = state.to_fixpoint()
            if empty != NOT_SET:
                self.asked[empty] += 1
                self.order.wiped_out(empty)
                return [] if self._plain else state.explain(0, empty, len(trail))
            if state.empty_cell != NOT_SET:
                return [variable for variable in ids[state.empty_cell] if variable]
            if self._next_clause == len(trail):
                return None

    # Conflicts

    def _learn(self, clause: list[int]) -> bool:
        """Learn from `clause`, all of whose literals are false; False when they are for good."""
        level_of, cause = self._level_of, self._cause
        top = max((level_of[cause(literal)] for literal in clause), default=0)
        if not top:
            return False
        self._go_back(top)
        learnt, causes = self._first_uip(clause, top)
        levels = [level_of[variable] for variable in causes]
        cells = {self.state.cell_of[abs(a)] for a in learnt if abs(a) <= self._n_letters}
        self._n_learnings += 1
        self._n_cells_learnt += len(cells)
        if len(learnt) == 1:
            self._go_back(0)
            self._enqueue(learnt[0], CLAUSE, None)
            return True
        level = max(levels)
        self._go_back(level)
        second = 1 + levels.index(level)
        learnt[1], learnt[second] = learnt[second], learnt[1]
        kept = Clause(learnt, 1 + len(set(levels)))
        self._attach(kept)
        self._enqueue(learnt[0], CLAUSE, kept)
        return True

    def _go_back(self, level: int) -> None:
        """Take back every level above `level`."""
        state = self.state
        if level < state.n_levels:
            if self._n_all > self._n_letters:
                for literal in state.trail[state.levels[level][0] :]:
                    if abs(literal) > self._n_letters:
                        self._sign[abs(literal)] = 0
            state.backtrack(level)
            self._next_clause = state.n_trail

    def _blame(self, literal: int) -> None:
        """Put in `core` which assumptions make `literal`, itself an assumption, false."""
        self._core = [literal]
        level_of, trail = self._level_of, self.state.trail
        seen = {self._cause(literal)}
        for other in reversed(trail):
            variable = abs(other)
            if variable not in seen or not level_of[variable]:
                continue
            if self.state.owner[variable] == CHOICE:
                self._core.append(other)
                continue
            seen.update(self._cause(third) for third in self._reason(other))

    # Plain turns

    def _begin_plain_turn(self) -> None:
        self._plain = True
        self._next_restart = self._n_conflicts + self._plain_turn
        if not self._found:  # else what was learnt before a fill serves the next one
            self._forget(everything=True)
        self.order.forget_weights()

    def _refute(self) -> bool:
        """Take back the last choice and set its opposite; False when there is none."""
        state = self.state
        if not state.levels:
            return False
        choice = state.trail[state.levels[-1][0]]
        self._go_back(state.n_levels - 1)
        self._enqueue(-choice, REFUTED, None)
        return True

    def _end_plain_turn(self) -> None:
        """Go back to the beginning, if a plain turn is under way, and add what it has refuted."""
        if not self._plain:
            return
        self._plain = False
        self._next_restart = self._n_conflicts + search.RESTART_UNIT * luby(self._n_restarts)
        state = self.state
        trail = state.trail
        starts = [level[0] for level in state.levels]
        clauses = []
        for level, (start, end) in enumerate(pairwise([*starts, len(trail)])):
            refuted = [a for a in trail[start:end] if state.owner[abs(a)] == REFUTED]
            choices = [-trail[i] for i in reversed(starts[: level + 1])]
            clauses += [Clause([literal, *choices], search.PLAIN_LBD) for literal in refuted]
        self._go_back(0)
        for clause in clauses:
            self._attach(clause)

    # The search

    def assume(self, assumptions: Iterable[int]) -> None:
        """Begin anew, with literals that shall hold until the next call."""
        self._end_plain_turn()
        self._go_back(0)
        self._n_learnings = self._n_cells_learnt = 0
        self._assumed = list(assumptions)

    def run(self, n_conflicts: int, n_decisions: int) -> int:
        """Search on: FOUND, NONE or PAUSED; see `Search.run`."""
        state = self.state
        last_conflict = self._n_conflicts + n_conflicts
        last_decision = self._n_decisions + n_decisions
        self._core = []
        while self._consistent:
            broken = self._to_conflict()
            if broken is not None:
                self._n_conflicts += 1
                self._deepest = max(self._deepest, state.n_set)
                if not (self._refute() if self._plain else self._learn(broken)):
                    self._consistent = False
                elif self._n_conflicts >= last_conflict:
                    return search.PAUSED
                continue
            if self._n_conflicts >= self._next_restart:
                self._restart()
                continue
            if state.n_levels < len(self._assumed):
                literal = self._assumed[state.n_levels]
                value = self._value(literal)
                if value < 0:
                    self._blame(literal)
                    return search.NONE
                state.new_level()
                if not value:
                    self._enqueue(literal, CHOICE, None)
                continue
            literal = self.order.next_letter() or self._free_literal()
            if not literal:
                self._deepest = max(self._deepest, state.n_set)
                self._found = True
                return search.FOUND
            self._n_decisions += 1
            state.new_level()
            self._enqueue(literal, CHOICE, None)
            if self._n_decisions >= last_decision:
                return search.PAUSED
        return search.NONE

    def _restart(self) -> None:
        """Go back to the beginning; a plain turn may begin or end."""
        self._n_restarts += 1
        if self._plain:
            self._end_plain_turn()
            self._plain_turn *= 2
        else:
            self._go_back(0)
            self._next_restart = self._n_conflicts + search.RESTART_UNIT * luby(self._n_restarts)
            n_open = len(self.state.ids) - self.state.n_set
            over_much = self._n_cells_learnt > search.PLAIN_CELLS * self._n_learnings * n_open
            if over_much and self._n_learnings >= search.RESTART_UNIT and not self._assumed:
                self._begin_plain_turn()
        self._n_learnings = self._n_cells_learnt = 0
        if self._n_conflicts >= self._next_reduce:
            self._forget(everything=False)
            self._next_reduce = self._n_conflicts + search.REDUCE_FROM + self._n_kept

    def _free_literal(self) -> int:
        """The first letter of a cell in no slot, or the first other variable, false; or 0."""
        state = self.state
        for cell, variables in enumerate(state.ids):
            if not state.set_to[cell]:
                for variable in variables:
                    if variable and state.position[-variable] == NOT_SET:
                        return variable
        for variable in range(self._n_letters + 1, self._n_all + 1):
            if not self._sign[variable]:
                return -variable
        return 0

    def true_variables(self) -> list[int]:
        """After FOUND, the variables that are true."""
        return [literal for literal in self.state.set_to if literal] + [
            variable
            for variable in range(self._n_letters + 1, self._n_all + 1)
            if self._sign[variable] > 0
        ]


def luby(i: int) -> int:
    """1 1 2 1 1 2 4 ..., from i = 0 (Luby, Sinclair, Zuckerman, 1993)."""
    size, power = 1, 0
    while size < i + 1:
        power += 1
        size = 2 * size + 1
    while size - 1 != i:
        size = (size - 1) // 2
        power -= 1
        i %= size
    return 1 << power
