"""The lazy engine with scores: fills whose total reaches a target.

Each slot gets one more cell, and each word one more letter in it: the class of its score. So the
propagator keeps scores and letters in line by itself, and the solver learns about scores as it does
about letters.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from satcross.encoding.letters import CellVars
from satcross.model.alphabet import code_kind
from satcross.model.consistency import Domains
from satcross.solve.lazy.problem import TableProblem
from satcross.solve.lazy.session import SearchSession
from satcross.solve.lazy.tables import SlotWords, build_tables
from satcross.solve.protocol import Answer, Outcome
from satcross.task import NEVER, Deadline, ProgressHandler
from satcross.words.table import I32, Codes
from satcross.words.wordtable import WordTable

# The letters of a cell are the bits of a machine word. Where scores are more, the lowest ones share
# classes, and a complete fill is checked for its true total.
MAX_CLASSES = 64
SHARED = 1 / 8  # of the classes are then for those


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
    wholes = {id(table): table for table in map(puzzle.table, puzzle.slots)}
    used = [
        puzzle.table(slot).scores[rows]
        for slot, rows in zip(puzzle.slots, domains.words, strict=True)
    ]
    present = np.unique(np.concatenate(used))[::-1]
    best = _best_of_classes(present)
    scored = {
        key: WordTable(
            whole.length + 1,
            np.ascontiguousarray(np.column_stack([whole.codes, _classes(best, whole.scores)])),
            whole.scores,
        )
        for key, whole in wholes.items()
    }
    n_cells = len(domains.masks)
    masks = list(domains.masks)
    words: list[SlotWords] = []
    for slot, left, scores in zip(puzzle.slots, domains.left, used, strict=True):
        if puzzle.is_exempt(slot):  # its word gets a class for form's sake
            given = domains.tables[slot.index]
            codes = array(code_kind(domains.n_letters), [*given.raw, 0])
            words.append(
                SlotWords(WordTable(given.length + 1, codes, given.raw_scores), left, False)
            )
            masks.append(1)
        else:
            words.append(SlotWords(scored[id(puzzle.table(slot))], left, True))
            masks.append(sum(1 << code for code in np.unique(_classes(best, scores)).tolist()))
    n_letters = max(domains.n_letters, len(best))
    tables, start = build_tables(words, n_letters)
    problem = TableProblem(
        CellVars(masks, n_letters),
        [(*slot.cells, n_cells + slot.index) for slot in puzzle.slots],
        tables,
        start,
        domains.distinct_groups(),
        puzzle.twins,
    )
    return Scored(problem, n_cells, tuple(best.tolist()), len(best) == len(present))


def _best_of_classes(scores: I32) -> I32:
    """By class, its best score.

    Args:
        scores: all scores, each once, falling.
    """
    if len(scores) <= MAX_CLASSES:
        return scores
    shared = max(1, int(MAX_CLASSES * SHARED))
    n_own = MAX_CLASSES - shared
    return np.concatenate([scores[:n_own], scores[n_own :: -(-(len(scores) - n_own) // shared)]])


def _classes(best: I32, scores: I32) -> Codes:
    """The class of each score: the last one whose best score is not below it."""
    classes = np.searchsorted(-best, -scores, side="right") - 1
    return np.maximum(classes, 0).astype(np.uint8)


class ScoredSession(SearchSession):
    """The lazy engine, whose fills have at least a certain total.

    Args:
        domains: what arc consistency left; no slot may be empty.
        weights: by slot, what its score is multiplied by, 0 or more; some slot counts.
        seed: of the decisions.
        on_progress: called ten times a second at most.
        log: as for `SearchSession`; it begins with the target that is then wanted.

    Fields:
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
        log: Callable[[bytes], object] | None = None,
    ) -> None:
        scored = with_scores(domains)
        self._weights = weights
        self._puzzle = domains.puzzle
        self._target = 0
        self.scored = scored
        self.letters = scored.problem.cells
        self.counted = [
            slot for slot, weight in enumerate(weights) if weight and len(domains.words[slot])
        ]
        super().__init__(scored.problem, seed=seed, on_progress=on_progress, log=log)
        self.most = sum(weights[slot] * self._best_score(slot) for slot in self.counted)
        if self.counted:
            values = np.full(scored.problem.n_letters, scored.scores[-1], dtype=np.int64)
            values[: len(scored.scores)] = scored.scores
            self.search.set_objective(
                np.array([scored.first_cell + slot for slot in self.counted], dtype=np.int32),
                np.array([weights[slot] * values for slot in self.counted]),
            )

    @property
    def target(self) -> int:
        """The least total of a fill; it may only rise, since what was learnt stays true then."""
        return self._target

    @target.setter
    def target(self, target: int) -> None:
        self._target = target
        if self.counted:
            self.search.raise_target(target)

    @property
    def effort(self) -> int:
        """Work done so far, in changes of slots' domains and reasons given: a million a second, and
        the same on every machine."""
        return self.search.n_propagations + self.search.n_reasons

    def solve(
        self,
        assumptions: Sequence[int] = (),
        *,
        deadline: Deadline = NEVER,
        conflicts: int | None = None,
        keep_noise: bool = False,
    ) -> Answer:
        """Answer for fills that reach the target; see `LazySession.solve`."""
        if self._target > self.most and self._log is None:
            return Answer(Outcome.UNSAT)
        last = None if conflicts is None else self.search.n_conflicts + conflicts
        while True:
            left = None if last is None else max(1, last - self.search.n_conflicts)
            answer = super().solve(
                assumptions, deadline=deadline, conflicts=left, keep_noise=keep_noise
            )
            if answer.outcome is not Outcome.SAT or self.scored.exact:
                return answer
            search = self.search
            if self.true_total() >= self._target:
                return answer
            cells = {cell for slot in self.counted for cell in search.cells[slot]}
            search.add_clause([-search.set_to[cell] for cell in sorted(cells)], by_total=True)

    def _best_score(self, slot: int) -> int:
        """The best score of the classes that a slot can have."""
        classes = np.flatnonzero(self.letters.ids[self.scored.first_cell + slot])
        return self.scored.scores[int(classes[0])]

    def true_total(self) -> int:
        """The total of the fill that was found, from its words."""
        search = self.search
        total = 0
        for slot in self.counted:
            word = int(search.tables[slot].words[search.dom[slot].find(1)])
            scores = self._puzzle.table(self._puzzle.slots[slot]).scores
            total += self._weights[slot] * int(scores[word])
        return total
