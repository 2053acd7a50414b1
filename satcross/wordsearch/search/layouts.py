"""Layouts with many crossings, found by search: greedy insertion, then annealing by taking a few
words out and putting them back where they cross most.

Where an exact number of cells must stay without a word, as for a message, large neighbourhood
search finds a first layout instead of the insertion.

What is found is never proved to be the best; `exact` can do that on small boards.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from satcross.checks import counted
from satcross.errors import OptionError
from satcross.results import Found, Reason, Stopped
from satcross.task import NEVER, Deadline
from satcross.wordsearch.callbacks import NO_CALLBACKS, Callbacks
from satcross.wordsearch.layout import Layout, parallel_pairs
from satcross.wordsearch.letters.filler import layout_conflict
from satcross.wordsearch.mirror_pairs import MirrorPairs
from satcross.wordsearch.occurrences import Scanner, unexplained
from satcross.wordsearch.problem import LayoutProblem
from satcross.wordsearch.search.insertion import insert_all
from satcross.wordsearch.search.moves import Moves
from satcross.wordsearch.search.occurrence_counter import OccurrenceCounter
from satcross.wordsearch.search.repair import Repair
from satcross.wordsearch.search.state import State

_HOT, _COLD = 24.0, 3.0  # of annealing, in the unit of `state.CROSSING`
_REFUSALS = 300  # layouts that are not accepted, until it gives up
_REPAIRS = 1_500  # layouts that spell something once too often, until it gives up
_PARALLEL = 12  # cost of a pair of words side by side; a crossing is worth 10 to 14
_BALANCE = 0.4  # cost of using headings unevenly
_REPAIR_STEPS = 150  # for each word, of the search for an exact number of unused cells
_FULL_TURN = 64  # rounds between looks at the temperature


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search.

    Args:
        message: what the unused cells spell, in letters; "" for nothing in particular.
        tight: words along one line may overlap, which makes smaller squares.
        tries: of the insertion, for each word, when not all fit at once.
        rounds: how often words are taken out and put back.
        seed: the same seed gives the same layout, unless a time limit stops the search.

    Raises:
        OptionError: a number is negative.
    """

    message: str = ""
    tight: bool = False
    tries: int = 60
    rounds: int = 3000
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("rounds", "tries"):
            if (value := getattr(self, name)) < 0:
                raise OptionError(f"must be 0 or greater, got {value}", parameter=name)


def search(
    problem: LayoutProblem,
    options: SearchOptions | None = None,
    *,
    deadline: Deadline = NEVER,
    accept: Callable[[Layout], bool] | None = None,
    callbacks: Callbacks = NO_CALLBACKS,
) -> Found[Layout] | Stopped:
    """A layout of all words, with as many crossings as the search finds.

    It ends early when there are as many as the constraints ask for, if these ask for any.

    Args:
        problem: board, words, directions and constraints.
        options: how to search.
        deadline: when to stop and give what there is by then.
        accept: whether a layout that satisfies all constraints will do; called some hundred times.
        callbacks: get phases and better layouts.

    Returns:
        `Found`: it satisfies all constraints and spells no word twice. `Stopped` proves nothing.
    """
    return _Search(problem, options or SearchOptions(), deadline, accept, callbacks).run()


class _Search:
    """One search: the state, its score, and the best layout so far."""

    def __init__(
        self,
        problem: LayoutProblem,
        options: SearchOptions,
        deadline: Deadline,
        accept: Callable[[Layout], bool] | None = None,
        callbacks: Callbacks = NO_CALLBACKS,
    ) -> None:
        self.callbacks = callbacks
        self.accept, self.n_refused, self.n_repaired = accept, 0, 0
        self.board, self.constraints = problem.board, problem.constraints
        self.scanner = Scanner(
            self.board, [*(word.symbols for word in problem.words), *self.constraints.forbid]
        )
        self.options, self.deadline = options, deadline
        self.mirrored = MirrorPairs(problem.words)
        self.rng = random.Random(options.seed)
        numbers = np.random.default_rng(options.seed)
        inside, unused = self.constraints.allow_inside, self.constraints.unused
        self.state = State(
            self.board, self.mirrored.words, problem.headings,
            collinear=options.tight or inside, inside=inside, rng=numbers,
        )  # fmt: skip
        self.target = None if unused is None else self.board.n_squares - unused
        longest = max(len(axes) for axes in self.state.headings)
        self.moves = Moves(
            self.state,
            self.rng,
            numbers.random(2 * longest + 1),
            target=self.target,
            parallel=_PARALLEL * (1 if self.constraints.max_parallel is None else 4),
            balance=_BALANCE,
        )
        self.best: Layout | None = None
        self.best_score = -math.inf

    @cached_property
    def counter(self) -> OccurrenceCounter:
        """Used only where an exact number of cells must stay without a word."""
        listed = [word.symbols for word in self.state.words]
        return OccurrenceCounter(self.board, listed, self.constraints.forbid, self.options.message)

    def run(self) -> Found[Layout] | Stopped:
        """A first layout of all words, then annealing for `rounds`."""
        options, moves = self.options, self.moves
        if any(len(places) == 0 for places in self.state.headings):
            return Stopped(Reason.ROUNDS, detail="a word fits nowhere")
        failure = self._begin()
        if failure is not None:
            return self._stopped(failure)
        score = moves.score()
        score += self._keep(score, _HOT)
        for number in range(options.rounds):
            if self._enough() or self.deadline.passed():
                break
            if self.n_refused >= _REFUSALS or self.n_repaired >= _REPAIRS:
                break
            if number % _FULL_TURN == 0:
                self.callbacks.phase(self._phase())
            turn = (number - number % _FULL_TURN) / options.rounds
            temperature = _HOT * (_COLD / _HOT) ** turn
            score += moves.move(temperature)
            if score > self.best_score:
                score += self._keep(score, temperature)
        if self.best is None:
            return self._stopped("no layout satisfies all constraints")
        n = len(self.best.crossings)
        if n < self.constraints.n_crossings_at_least:
            return Stopped(Reason.ROUNDS, detail=f"at most {counted(n, 'crossing')} found")
        return Found(self.best)

    def _begin(self) -> str | None:
        """Give every word a place. Returns: why that did not succeed; None when it did."""
        options, state = self.options, self.state
        if self.target is None:
            return insert_all(state, self.rng, self.deadline, options.tries * len(state.words))
        repair = Repair(state, self.rng, self.target, self.counter)
        if repair.run(self.deadline, _REPAIR_STEPS * len(state.words), self.callbacks.phase):
            return None
        return f"no layout with {self.constraints.unused} cells without a word was found"

    def _stopped(self, failure: str) -> Stopped:
        """Without a layout: at the deadline that is the reason, else what failed."""
        if self.deadline.passed():
            return Stopped(self.deadline.reason)
        return Stopped(Reason.ROUNDS, detail=failure)

    def _phase(self) -> str:
        n = 0 if self.best is None else len(self.best.crossings)
        return f"moving words: {counted(n, 'crossing')}"

    def _enough(self) -> bool:
        wanted = self.constraints.n_crossings_at_least
        return self.best is not None and 0 < wanted <= len(self.best.crossings)

    def _keep(self, score: float, temperature: float) -> float:
        """Take the state as the best, if it satisfies all constraints and spells nothing wrong.

        Where the words together spell a word once more, or a forbidden one, one of them is moved:
        all layouts derived from a good state would spell it too, and be rejected.

        Returns: by how much the score has changed.
        """
        constraints, state = self.constraints, self.state
        if self.target is not None and state.n_used != self.target:
            return 0.0
        layout = self.mirrored.layout(self.board, state.placements())
        if constraints.max_parallel is not None:
            pairs = parallel_pairs(layout.board, layout.placements)
            if len(pairs) > constraints.max_parallel:
                return 0.0
        found = self.scanner.find(layout.letters)
        wrong = unexplained(layout, found)
        if wrong:
            return self._repair(wrong[0].cells, temperature)
        if self.options.message and (cells := self.counter.wrong_cells(state.text())):
            return self._repair(cells, temperature)
        conflict = layout_conflict(layout, allow_inside=constraints.allow_inside, found=found)
        if conflict or not (self.accept is None or self.accept(layout)):
            self.n_refused += 1
        else:
            self.best, self.best_score = layout, score
            if len(layout.crossings) >= constraints.n_crossings_at_least:
                self.callbacks.better(layout)
        return 0.0

    def _repair(self, cells: Sequence[int], temperature: float) -> float:
        """Move one of the words that stand in these cells.

        Returns: by how much the score has changed.
        """
        self.n_repaired += 1
        words = self.state.beneath(cells)
        return self.moves.move_one_of(words, temperature) if words else 0.0
