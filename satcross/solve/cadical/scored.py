"""The lazy engine with scores: fills whose total reaches a target, and literals for score levels.

Each slot gets one more cell, and each word one more letter in it: the class of its score. So the
propagator keeps scores and letters in line by itself, the solver learns about scores as it does
about letters, and "slot 12A scores at least 80" can be stated in clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from satcross.encoding.letters import CellVars
from satcross.model.consistency import Domains
from satcross.solve.cadical.objective import OBJECTIVE, Objective
from satcross.solve.cadical.propagator import TablePropagator
from satcross.solve.cadical.session import CadicalSession
from satcross.solve.lazy.order import Order
from satcross.solve.lazy.problem import TableProblem, distinct_groups
from satcross.solve.lazy.state import NOT_SET, State
from satcross.solve.lazy.tables import SlotWords, build_tables
from satcross.solve.protocol import Answer, Outcome
from satcross.task import NEVER, Deadline, ProgressHandler
from satcross.words.table import I32, U8, WordTable

# More classes make wider tables. Where scores are more, neighbours share a class, and a complete
# fill is checked for its true total.
MAX_CLASSES = 64


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """A puzzle's problem with a score cell in each slot.

    Args:
        problem: for the engine; the letters' variables are those of the puzzle without scores.
        first_cell: the first slot's score cell; the others' follow.
        scores: by class, the best score in it; falling.
        exact: whether all words of a class score the same.
    """

    problem: TableProblem
    first_cell: int
    scores: tuple[int, ...]
    exact: bool


def with_scores(domains: Domains) -> Scored:
    """The problem of `domains`, as arc consistency left them, with score cells."""
    puzzle = domains.puzzle
    wholes = {len(slot): puzzle.words.table(len(slot)) for slot in puzzle.slots}
    used = [
        wholes[len(slot)].scores[rows]
        for slot, rows in zip(puzzle.slots, domains.words, strict=True)
    ]
    present = np.unique(np.concatenate(used))[::-1]
    step = -(-len(present) // MAX_CLASSES) if len(present) else 1
    best = present[::step]
    scored = {
        length: WordTable(
            length + 1,
            np.ascontiguousarray(np.column_stack([whole.codes, _classes(best, whole.scores)])),
            whole.scores,
        )
        for length, whole in wholes.items()
    }
    n_cells, n_letters = domains.letters.shape
    possible = np.zeros((n_cells + len(puzzle.slots), max(n_letters, len(best))), dtype=np.bool_)
    possible[:n_cells, :n_letters] = domains.letters
    words: list[SlotWords] = []
    for slot, rows, scores in zip(puzzle.slots, domains.words, used, strict=True):
        whole = scored[len(slot)]
        if len(rows):
            codes = whole.codes if len(rows) == len(whole) else whole.codes[rows]
            possible[n_cells + slot.index, _classes(best, scores)] = True
        else:  # exempt: its one word is not in the list, and it gets a class for form's sake
            codes = np.append(domains.codes[slot.index], [[0]], axis=1).astype(np.uint8)
            possible[n_cells + slot.index, 0] = True
        words.append(SlotWords(whole, rows, codes))
    tables, start = build_tables(words, possible.shape[1])
    problem = TableProblem(
        CellVars(possible),
        [(*slot.cells, n_cells + slot.index) for slot in puzzle.slots],
        tables,
        start,
        distinct_groups(domains),
    )
    return Scored(problem, n_cells, tuple(best.tolist()), step == 1)


def _classes(best: I32, scores: I32) -> U8:
    """The class of each score: the last one whose best score is not below it."""
    classes = np.searchsorted(-best, -scores, side="right") - 1
    return np.maximum(classes, 0).astype(np.uint8)


class ScoredSession(CadicalSession):
    """The lazy engine, whose fills have at least a certain total.

    Args:
        domains: what arc consistency left; no slot may be empty.
        weights: by slot, what its score is multiplied by, 0 or more.
        seed: of the decisions.
        on_progress: called ten times a second at most.

    Fields:
        objective: holds the target, which may be raised between calls of `solve`.
        letters: the variables: those of `LetterVars(domains)`, then the score classes.
        most: a bound of the total from arc consistency alone.
    """

    def __init__(
        self,
        domains: Domains,
        weights: Sequence[int],
        *,
        seed: int = 0,
        on_progress: ProgressHandler | None = None,
    ) -> None:
        scored = with_scores(domains)
        self._weights = weights
        self._puzzle = domains.puzzle
        self.scored = scored
        self.letters = scored.problem.cells
        self.counted = [
            slot for slot, weight in enumerate(weights) if weight and len(domains.words[slot])
        ]
        self.objective = Objective(
            [scored.first_cell + slot for slot in self.counted],
            [[weights[slot] * score for score in scored.scores] for slot in self.counted],
        )
        super().__init__(scored.problem, seed=seed, on_progress=on_progress)
        self.most = self.objective.total_bound(self.propagator.state)

    def make_propagator(self, state: State, order: Order) -> TablePropagator:
        """The slots and the total as a propagator."""
        return _ScoredPropagator(state, order, self._keep_on, self)

    @property
    def effort(self) -> int:
        """Work done so far, in changes of slots' domains and reasons given: ten or twenty thousand
        a second, and the same on every machine."""
        return self.propagator.state.n_propagations + self.propagator.n_reasons

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        keep_noise: bool = False,
    ) -> Answer:
        """Answer for fills that reach the target; see `LazySession.solve`."""
        if self.objective.target > self.most:
            return Answer(Outcome.UNSAT)
        return super().solve(
            assumptions, deadline=deadline, conflicts=conflicts, keep_noise=keep_noise
        )

    def levels(self, slot: int) -> list[tuple[int, int]]:
        """The score classes that a slot can have: (variable, weighted score), best first."""
        ids = self.letters.ids[self.scored.first_cell + slot]
        weight = self._weights[slot]
        return [
            (int(ids[class_]), weight * score)
            for class_, score in enumerate(self.scored.scores)
            if ids[class_]
        ]

    def true_total(self, state: State) -> int:
        """The total of a complete state, from its words."""
        total = 0
        for slot in self.counted:
            word = int(state.tables[slot].words[state.dom[slot].find(1)])
            length = len(self._puzzle.slots[slot])
            total += self._weights[slot] * int(self._puzzle.words.table(length).scores[word])
        return total


class _ScoredPropagator(TablePropagator):
    """The slots and the total of a `ScoredSession`."""

    def __init__(
        self,
        state: State,
        order: Order,
        keep_on: Callable[[], bool],
        session: ScoredSession,
    ) -> None:
        super().__init__(state, order, keep_on)
        self._session = session
        self._objective = session.objective
        self._missed: list[int] = []  # the clause of a target out of reach

    def on_backtrack(self, level: int) -> None:
        """The solver took back every level above `level`."""
        self._missed = []
        super().on_backtrack(level)

    def propagate(self) -> list[int]:
        """The literals that follow from the words and the target."""
        n_wipe_outs = self.n_wipe_outs
        literals = super().propagate()
        if self.stopped or self.n_wipe_outs != n_wipe_outs:
            return literals
        state = self.state
        while True:
            removed, in_reach = self._objective.propagate(state)
            literals += removed
            if not in_reach:
                return literals + self._miss()
            if not removed:
                return literals
            more, empty = state.propagate()
            literals += more
            if empty != NOT_SET:
                self.n_wipe_outs += 1
                self.order.wiped_out(empty)
                return literals + self._refute(empty)

    def _miss(self) -> list[int]:
        """A false literal of the clause that says why the target is out of reach."""
        state = self.state
        clause = self._objective.reason(state, 0, state.n_trail)
        self._objective.n_conflicts += 1
        last = max(clause, key=lambda literal: state.position[-literal])
        self._missed = [last, *(literal for literal in clause if literal != last)]
        return [last]

    def provide_reason(self, literal: int) -> list[int]:
        """The clause that made `literal` follow."""
        if self._missed and self._missed[0] == literal:
            self.n_reasons += 1
            return list(self._missed)
        state = self.state
        if literal < 0 and state.owner[-literal] == OBJECTIVE and not self._is_conflict(literal):
            self.n_reasons += 1
            return self._objective.reason(state, literal, state.position[literal])
        return super().provide_reason(literal)

    def _is_conflict(self, literal: int) -> bool:
        return self._conflict is not None and self._conflict[0] == literal

    def check_model(self, model: list[int]) -> bool:
        """Whether a complete assignment fits every slot and the target; if not, a clause."""
        if self.stopped:
            return True
        if self._pending:
            self._absorb()
        state = self.state
        literals, empty = state.propagate()
        in_reach = True
        if empty == NOT_SET:
            removed, in_reach = self._objective.propagate(state)
            literals += removed
        set_ = set(model)
        for literal in literals:
            if -literal in set_:
                self._clauses.append(self.provide_reason(literal))
                return False
        if empty != NOT_SET:
            for literal in self._refute(empty):
                self._clauses.append(self.provide_reason(literal))
            return False
        if not in_reach:
            self._clauses.append(self._objective.reason(state, 0, state.n_trail))
            return False
        session = self._session
        if not session.scored.exact and session.true_total(state) < self._objective.target:
            cells = {cell for slot in session.counted for cell in state.cells[slot]}
            self._clauses.append([-state.set_to[cell] for cell in sorted(cells)])
            return False
        return True
