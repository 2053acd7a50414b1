"""The search in Python: conflict-driven clause learning (Marques-Silva, Sakallah, 1996).

Choose a letter, propagate, repeat. From each conflict a clause is learnt; the search goes back to
the lowest level at which all literals of the clause but one are false, and sets that one. From time
to time the search restarts, so that the first choices profit from what was learnt.

What it does not have in common with SAT solvers:

- Letters that a cell lost because it was set to another are not put on the trail. The cell says
  that they are false, and its letter is what made them so.
- The reason of a letter that a slot removed is built when it is asked for, which is only for
  letters on the way from a conflict to its first unique implication point.
- Decisions are those of `Order`; learnt clauses are long, so they only propagate.
- Where they mention most of the grid, a *chronological phase* follows: a conflict takes back the
  last choice and refutes it, and nothing is learnt until the phase is over. Then each refuted
  choice becomes a restart nogood: a clause with the choices before it (Lecoutre et al., JSAT 2007).
- It can list fills without a clause for each (Gebser et al., LPNMR 2007): after a fill the last
  choice is refuted. The levels up to that one, the *floor*, have refuted choices that no reason
  explains, so learning only takes back levels above it. When a conflict has nothing above it, the
  choice of the floor is refuted in its turn.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Iterable
from typing import Any

from oracles.lazy.clauses import Clause, ClauseDatabase
from oracles.lazy.objective import Objective
from oracles.lazy.order import PureOrder
from oracles.lazy.state import PureState
from satcross.solve.lazy import search
from satcross.solve.lazy.state import CELL, CHOICE, CLAUSE, NOT_SET, OBJECTIVE, REFUTED
from satcross.words.table import I32, I64, Codes

NOGOOD_LBD = 2  # of restart nogoods: too low to be forgotten
_UNLIMITED = 1 << 62


class PureSearch:
    """The search that needs nothing but Python and bitarray.

    Args:
        state: at its start.
        order: for this state.
    """

    state: PureState
    order: PureOrder
    n_conflicts = n_decisions = n_restarts = n_reasons = deepest = 0

    def __init__(self, state: PureState, order: PureOrder) -> None:
        self.state = state
        self.order = order
        self.activity = array("q", [0]) * len(state.cells)
        self._clauses = ClauseDatabase(state)
        self._assumed: list[int] = []
        self._core: list[int] = []
        self._is_consistent = True
        self._has_found = False  # there was a fill
        self._next_restart = search.RESTART_UNIT  # the number of conflicts at which to restart
        self._next_clearing = search.REDUCE_FROM
        self._is_chronological = False  # a chronological phase is under way
        self._chrono_conflicts = search.CHRONO_CONFLICTS
        self._n_learnt = self._n_cells_learnt = 0  # since a restart or `assume`
        self._is_listing = False
        self._floor = 0  # while listing: no level up to this one is taken back but by `_flip`
        self._units: list[int] = []  # letters that follow without choices
        self._rows: Codes | None = None  # what receives the fills
        self._cells: list[int] = []
        self._n_rows = 0
        self._objective = Objective([], [])

    def __getattr__(self, name: str) -> Any:
        """What the state has: a compiled search is its own state."""
        return getattr(self.state, name)

    @property
    def core(self) -> list[int]:
        """After NONE, assumptions that cannot all hold."""
        return self._core

    def new_variable(self) -> int:
        """One more variable, which only clauses know."""
        return self.state.new_variable()

    def add_clause(self, clause: Iterable[int], by_total: bool = False) -> None:
        """Add a clause over known variables for good; the search goes back to its beginning."""
        self._check_not_listing()
        self._end_chronological()
        self._go_back(0)
        literals = [a for a in dict.fromkeys(clause) if self.state.truth(a) >= 0]
        if any(self.state.truth(a) > 0 or -a in literals for a in literals):
            return
        if not literals:
            self._is_consistent = False
        elif len(literals) == 1:
            self.state.put(literals[0], CLAUSE)
        else:
            self._clauses.add(Clause(literals, lbd=0))

    def assume(self, assumptions: Iterable[int]) -> None:
        """Go back to the beginning; these literals must hold until the next call."""
        self._check_not_listing()
        self._end_chronological()
        self._go_back(0)
        self._n_learnt = self._n_cells_learnt = 0
        self._assumed = list(assumptions)

    def set_objective(self, cells: I32, values: I64) -> None:
        """From now on find only what is worth the target or more: see `Search.set_objective`."""
        self._check_not_listing()
        if self._objective or self.state.n_levels:
            raise RuntimeError("an objective is set once, at the beginning")
        self._objective = Objective(cells.tolist(), values.tolist())

    def raise_target(self, target: int) -> None:
        """Want a higher total: see `Search.raise_target`."""
        if not self._objective or target < self._objective.target:
            raise ValueError("a target needs an objective, and may only rise")
        self._end_chronological()
        self._go_back(0)
        self._objective.target = target

    def _check_not_listing(self) -> None:
        if self._is_listing:
            raise RuntimeError("a search that lists fills does nothing else")

    # The loop

    def run(self, n_conflicts: int, n_decisions: int, seconds: float = math.inf) -> int:
        """Search on: FOUND, NONE or PAUSED; see `Search.run`."""
        state = self.state
        end = time.monotonic() + seconds
        last_conflict = self.n_conflicts + n_conflicts
        last_decision = self.n_decisions + n_decisions
        self._core = []
        while self._is_consistent:
            broken = self._propagate()
            if broken is not None:
                self.n_conflicts += 1
                self.deepest = max(self.deepest, state.n_set)
                resolve = self._refute if self._is_chronological else self._learn
                self._is_consistent = resolve(broken)
                is_last = self.n_conflicts >= last_conflict or time.monotonic() >= end
                if self._is_consistent and is_last:
                    return search.PAUSED
            elif self.n_conflicts >= self._next_restart:
                self._restart()
            elif state.n_levels < len(self._assumed):
                literal = self._assumed[state.n_levels]
                if state.truth(literal) < 0:
                    self._blame(literal)
                    return search.NONE
                self._choose(literal)
            elif literal := self.state.next_letter(self.order) or self._free_literal():
                self.n_decisions += 1
                self._choose(literal)
                if self.n_decisions >= last_decision or time.monotonic() >= end:
                    return search.PAUSED
            else:
                self.deepest = max(self.deepest, state.n_set)
                self._has_found = True
                if not self._is_listing:
                    return search.FOUND
                if not self._keep_fill():
                    self._is_consistent = False
                elif self._rows is not None and self._n_rows == len(self._rows):
                    return search.FOUND
        return search.NONE

    def _propagate(self) -> list[int] | None:
        """Propagate clauses and slots to the fixpoint.

        Returns: None, or the clause of a conflict, all of whose literals are false. In a
            chronological phase, which does not look at it, it can be empty.
        """
        state = self.state
        while True:
            broken = self._clauses.propagate()
            if broken is not None:
                broken.used = True
                return broken
            state.empty_cell = NOT_SET
            empty = state.to_fixpoint()
            if empty != NOT_SET:
                self.activity[empty] += 1
                self.order.wiped_out(empty)
                return [] if self._is_chronological else state.explain(0, empty, state.n_trail)
            if state.empty_cell != NOT_SET:
                return [variable for variable in state.ids[state.empty_cell] if variable]
            if self._clauses.n_read < state.n_trail:
                continue
            in_reach, has_removed = self._objective.propagate(state)
            if not in_reach:
                return [] if self._is_chronological else self._objective.reason(state)
            if not has_removed:
                return None

    def _choose(self, literal: int) -> None:
        """Open a level with a literal, which may be true already if it is an assumption."""
        self.state.new_level()
        if not self.state.truth(literal):
            self.state.put(literal, CHOICE)

    def _go_back(self, level: int) -> None:
        """Take back every level above `level`."""
        if level < self.state.n_levels:
            self.state.backtrack(level)
            self._clauses.n_read = self.state.n_trail

    def _free_literal(self) -> int:
        """The first letter of a cell in no slot, or the first other variable, false; or 0."""
        for variable in range(1, len(self.state.owner)):
            if not self.state.truth(variable):
                return variable if variable <= self.state.letters.n else -variable
        return 0

    def true_variables(self) -> list[int]:
        """After FOUND, the variables that are true."""
        return [variable for variable in self.state.set_to if variable]

    # Learning

    def _learn(self, broken: list[int]) -> bool:
        """Learn from a clause all of whose literals are false; False when they are so for good."""
        state = self.state
        top = max((self._level(literal) for literal in broken), default=0)
        if top <= self._floor:
            return self._flip()
        self._go_back(top)
        learnt = self._first_uip(broken, top)
        levels = [self._level(literal) for literal in learnt[1:]]
        letters = [abs(literal) for literal in learnt if abs(literal) <= state.letters.n]
        self._n_learnt += 1
        self._n_cells_learnt += len({state.cell_of[variable] for variable in letters})
        self._go_back(max([*levels, self._floor]))
        if not levels:
            state.put(learnt[0], CLAUSE)
            if self._floor:
                self._units.append(learnt[0])
            return True
        # Watched are the literal that follows, and the first that backtracking makes open again.
        second = 1 + levels.index(max(levels))
        learnt[1], learnt[second] = learnt[second], learnt[1]
        clause = Clause(learnt, lbd=1 + len(set(levels)))
        self._clauses.add(clause)
        self._clauses.imply(learnt[0], clause)
        return True

    def _level(self, literal: int) -> int:
        """The level at which a literal became false."""
        return self.state.level_of[self.state.cause(literal)]

    def _first_uip(self, clause: list[int], top: int) -> list[int]:
        """The clause of the first unique implication point (Zhang et al., ICCAD 2001).

        As long as several literals on the trail of the level `top` make the clause false, the last
        of these is replaced by its reason. The negation of the one that is left follows from the
        others at a lower level.

        Args:
            clause: all of its literals are false, some of them since the level `top`.
            top: the last level that there is; not 0.

        Returns: a clause all of whose literals are false, the first one since the level `top`.
        """
        state = self.state
        at_top: set[int] = set()  # variables of the level `top` that make literals false
        below: dict[int, int] = {}  # other false literals, with the variables that make them so
        trail = reversed(state.trail)
        while True:
            for literal in clause:
                variable = state.cause(literal)
                if state.level_of[variable] == top:
                    at_top.add(variable)
                elif state.level_of[variable]:
                    below[literal] = variable
            last = next(literal for literal in trail if abs(literal) in at_top)
            at_top.remove(abs(last))
            if not at_top:
                break
            clause = self._reason(last)
        # A letter of a cell that the clause says is set to another letter adds nothing.
        others = [a for a, cause in below.items() if cause == abs(a) or -cause not in below]
        return [-last, *others]

    def _reason(self, literal: int) -> list[int]:
        """The other literals of the reason of a true literal, which are false."""
        state = self.state
        owner = state.owner[abs(literal)]
        if owner == CLAUSE:
            clause = self._clauses.cause_of[abs(literal)]
            clause.used = True
            return [other for other in clause if other != literal]
        if owner == CELL:
            letters = state.ids[state.cell_of[literal]]
            return [other for other in letters if other and other != literal]
        self.n_reasons += 1
        if owner == OBJECTIVE:
            return self._objective.reason(state, literal, state.position[literal])[1:]
        self.activity[owner] += 1
        self.order.gave_reason(owner)
        return state.explain(literal, owner, state.position[literal])[1:]

    def _blame(self, literal: int) -> None:
        """Put in `core` which assumptions make `literal`, itself an assumption, false."""
        state = self.state
        self._core = [literal]
        causes = {state.cause(literal)}
        for other in reversed(state.trail[len(state.root()) :]):
            if abs(other) not in causes:
                continue
            if state.owner[abs(other)] == CHOICE:
                self._core.append(other)
            else:
                causes.update(state.cause(third) for third in self._reason(other))

    # Fill after fill

    def list_fills(
        self, rows: Codes, cells: I32, n_decisions: int, seconds: float
    ) -> tuple[int, bool]:
        """Search on for fill after fill: see `Search.list_fills`."""
        if not self._is_listing and self.state.n_levels:
            raise RuntimeError("the search is under way")
        self._is_listing = True
        self._rows, self._cells, self._n_rows = rows, cells.tolist(), 0
        outcome = self.run(_UNLIMITED, n_decisions, seconds)
        self._rows = None
        return self._n_rows, outcome == search.NONE

    def _keep_fill(self) -> bool:
        """Write the fill to the rows, and go on to others; False when there are none."""
        state = self.state
        if self._rows is not None:
            self._rows[self._n_rows] = [state.value[cell] for cell in self._cells]
        self._n_rows += 1
        # Other variables than letters were chosen after all letters: they make no other fill.
        self._floor = sum(
            abs(state.trail[level.n_trail]) <= state.letters.n for level in state.levels
        )
        return self._flip()

    def _flip(self) -> bool:
        """Take back the levels from the floor on, and refute the choice of that one.

        The next levels that `_learn` takes back are above the choices before it.

        Returns: False when there is none.
        """
        state = self.state
        if not self._floor:
            return False
        self._floor -= 1
        choice = state.trail[state.levels[self._floor].n_trail]
        self._go_back(self._floor)
        state.put(-choice, REFUTED)
        for literal in self._units:
            if not state.truth(literal):
                state.put(literal, CLAUSE)
        return True

    def choices(self) -> list[list[int]]:
        """Where the listing is: see `Search.choices`."""
        state = self.state
        last = state.n_levels if self._is_chronological else self._floor
        starts = [0, *(level.n_trail for level in state.levels), state.n_trail]
        found: list[list[int]] = []
        for level in range(last + 1):
            literals = state.trail[starts[level] : starts[level + 1]]
            refuted = [a for a in literals if state.owner[abs(a)] == REFUTED]
            found.append([literals[0] if level else 0, *refuted])
        return found

    def resume(self, levels: list[list[int]]) -> None:
        """Go on where `choices` was made: see `Search.resume`."""
        state = self.state
        if self._is_listing or state.n_levels:
            raise RuntimeError("the search is under way")
        self._is_listing = True
        for at, (choice, *refuted) in enumerate(levels):
            is_broken = self._propagate() is not None
            if at and not is_broken:
                if state.truth(choice):
                    raise ValueError("the state is not one of this puzzle")
                self._choose(choice)
                is_broken = self._propagate() is not None
            for literal in refuted:
                if is_broken:
                    break
                if not state.truth(literal):
                    state.put(literal, REFUTED)
                    is_broken = self._propagate() is not None
                elif state.truth(literal) < 0:
                    is_broken = True
            self._floor = state.n_levels
            if is_broken:
                self._is_consistent = self._flip()
                return

    # Restarts and chronological phases

    def _restart(self) -> None:
        """Go back to the beginning; a chronological phase may begin or end."""
        self.n_restarts += 1
        if self._is_chronological:
            self._end_chronological()
            self._chrono_conflicts *= 2
        else:
            self._go_back(self._floor)
            self._plan_restart()
            n_open = len(self.state.value) - self.state.n_set
            is_broad = self._n_cells_learnt > search.CHRONO_CELLS * self._n_learnt * n_open
            if is_broad and self._n_learnt >= search.RESTART_UNIT and not self._assumed:
                self._begin_chronological()
        self._n_learnt = self._n_cells_learnt = 0
        if self.n_conflicts >= self._next_clearing:
            n_kept = self._clauses.forget_unused(NOGOOD_LBD)
            self._next_clearing = self.n_conflicts + search.REDUCE_FROM + n_kept

    def _plan_restart(self) -> None:
        self._next_restart = self.n_conflicts + search.RESTART_UNIT * luby(self.n_restarts)

    def _begin_chronological(self) -> None:
        self._is_chronological = True
        self._next_restart = self.n_conflicts + self._chrono_conflicts
        if not self._has_found:  # else what was learnt before a fill serves the next one
            self._clauses.forget_above(NOGOOD_LBD)
        self.order.forget_weights()

    def _refute(self, broken: list[int]) -> bool:
        """Take back the last choice and set its opposite, whatever clause was broken.

        Returns: False when there is no choice.
        """
        state = self.state
        if not state.levels:
            return False
        choice = state.trail[state.levels[-1].n_trail]
        self._go_back(state.n_levels - 1)
        state.put(-choice, REFUTED)
        return True

    def _end_chronological(self) -> None:
        """Go back to the beginning, and add what a chronological phase, if any, has refuted."""
        if not self._is_chronological:
            return
        self._is_chronological = False
        self._plan_restart()
        if self._is_listing:  # what was refuted stays so
            self._floor = self.state.n_levels
            return
        nogoods: list[Clause] = []
        opposites: list[int] = []  # of the choices so far, the last one first
        for literal in self.state.trail:
            owner = self.state.owner[abs(literal)]
            if owner == CHOICE:
                opposites.insert(0, -literal)
            elif owner == REFUTED and opposites:
                nogoods.append(Clause([literal, *opposites], NOGOOD_LBD))
        self._go_back(0)
        for nogood in nogoods:
            self._clauses.add(nogood)


def luby(i: int) -> int:
    """1 1 2 1 1 2 4 ..., from i = 0 (Luby, Sinclair, Zuckerman, 1993)."""
    size = 1  # of the shortest prefix 1; 1 1 2; 1 1 2 1 1 2 4; ... that has the entry
    while size <= i:
        size = 2 * size + 1
    return (size + 1) // 2 if i == size - 1 else luby(i - size // 2)
