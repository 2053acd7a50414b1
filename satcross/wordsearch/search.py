"""Layouts with many crossings, found by search: greedy insertion, then annealing by taking a few
words out and putting them back where they cross most.

Where an exact number of cells is to stay without a word, as for a message, large neighbourhood
search finds a first layout in place of the insertion.

What is found is never proved to be the best; `exact` can do that on small boards.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from satcross.errors import OptionError
from satcross.solve.protocol import NEVER, Deadline
from satcross.wordsearch.board import Board
from satcross.wordsearch.filler import own_fault
from satcross.wordsearch.headings import Heading
from satcross.wordsearch.layout import Layout, parallel_pairs
from satcross.wordsearch.occurrences import Scanner, unexplained
from satcross.wordsearch.readings import Readings
from satcross.wordsearch.results import Placed, Stopped
from satcross.wordsearch.search_eject import insert_all
from satcross.wordsearch.search_moves import Moves
from satcross.wordsearch.search_repair import Repair
from satcross.wordsearch.search_state import State
from satcross.wordsearch.twins import Twins
from satcross.wordsearch.watch import UNSEEN, Watch
from satcross.wordsearch.words import HiddenWord

_HOT, _COLD = 24.0, 3.0  # of annealing, in the unit of `search_state.CROSSING`
_REFUSALS = 300  # layouts that are not accepted, until it gives up
_MENDS = 1_500  # layouts that spell something once too often, until it gives up
_FULL_TURN = 64  # rounds between looks at the temperature


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """What to search for.

    Args:
        crossings: stop at this many; None to look for as many as there are in the rounds.
        max_parallel: at most so many pairs of words side by side; None: few, as `parallel` weighs.
        parallel: what a pair side by side costs; a crossing is worth 10 to 14.
        balance: what it costs that headings are used unevenly; 0 not to care.
        unused: so many cells that no word uses, exactly; None for any number.
        message: what these cells spell, in letters; "" for nothing in particular.
        allow_inside: a word may stand within another along its line.
        tight: words along one line may overlap, which makes smaller squares.
        forbid: words, in letters, that the words together must not spell.
        tries: of the insertion, for each word, when not all fit at once.
        repairs: for each word, steps of the search for exactly so many unused cells.
        rounds: how often words are taken out and put back.
        seed: the same seed gives the same layout, where no time limit cuts in.
    """

    crossings: int | None = None
    max_parallel: int | None = None
    parallel: int = 12
    balance: float = 0.4
    unused: int | None = None
    message: str = ""
    allow_inside: bool = False
    tight: bool = False
    forbid: tuple[str, ...] = ()
    tries: int = 60
    repairs: int = 150
    rounds: int = 3000
    seed: int = 0

    def __post_init__(self) -> None:
        for name in (
            "crossings",
            "max_parallel",
            "unused",
            "parallel",
            "balance",
            "rounds",
            "tries",
            "repairs",
        ):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise OptionError(f"{name} of {value}", mend="give 0 or more", source="options")


def search(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    options: SearchOptions | None = None,
    *,
    deadline: Deadline = NEVER,
    accept: Callable[[Layout], bool] | None = None,
    watch: Watch = UNSEEN,
) -> Placed | Stopped:
    """A layout of all words, with as many crossings as the search finds.

    Args:
        board, words, headings: as everywhere.
        options: what to search for.
        deadline: when to stop and give what there is by then.
        accept: whether a layout that keeps every wish will do; some hundred are asked about.
        watch: told of phases and better layouts.

    Returns:
        `Placed`, never called optimal, that keeps every hard wish of the options (`crossings`,
        `max_parallel`, `unused`) and spells no word twice; or `Stopped`, which proves nothing.
    """
    options = options or SearchOptions()
    return _Search(board, words, headings, options, deadline, accept, watch).run()


class _Search:
    """One search: the state, its score, and the best layout so far."""

    def __init__(
        self,
        board: Board,
        words: Sequence[HiddenWord],
        headings: Sequence[Heading],
        options: SearchOptions,
        deadline: Deadline,
        accept: Callable[[Layout], bool] | None = None,
        watch: Watch = UNSEEN,
    ) -> None:
        self.watch = watch
        self.accept, self.n_refused, self.n_mended = accept, 0, 0
        self.scanner = Scanner(board, [*(word.letters for word in words), *options.forbid])
        self.options, self.deadline = options, deadline
        self.board = board
        self.twins = Twins(words)
        words = self.twins.words
        self.rng = random.Random(options.seed)
        numbers = np.random.default_rng(options.seed)
        self.state = State(
            board,
            words,
            headings,
            collinear=options.tight or options.allow_inside,
            inside=options.allow_inside,
            rng=numbers,
        )
        self.target = None if options.unused is None else board.n_cells - options.unused
        longest = max(len(axes) for axes in self.state.headings)
        self.moves = Moves(
            self.state,
            self.rng,
            numbers.random(2 * longest + 1),
            target=self.target,
            parallel=options.parallel * (1 if options.max_parallel is None else 4),
            balance=options.balance,
        )
        self.best: Layout | None = None
        self.best_score = -math.inf

    @cached_property
    def readings(self) -> Readings:
        """Asked only where an exact number of cells is to stay without a word."""
        listed = [word.letters for word in self.state.words]
        return Readings(self.board, listed, self.options.forbid, self.options.message)

    def run(self) -> Placed | Stopped:
        """A first layout of all words, then annealing for `rounds`."""
        options, moves = self.options, self.moves
        if any(len(places) == 0 for places in self.state.headings):
            return Stopped("a word fits nowhere")
        reason = self._begin()
        if reason is not None:
            return Stopped(reason)
        score = moves.score()
        score += self._keep(score, _HOT)
        for number in range(options.rounds):
            if self._enough() or self.deadline.passed():
                break
            if self.n_refused >= _REFUSALS or self.n_mended >= _MENDS:
                break
            if number % _FULL_TURN == 0:
                self.watch.phase(self._phase())
            turn = (number - number % _FULL_TURN) / options.rounds
            heat = _HOT * (_COLD / _HOT) ** turn
            score += moves.move(heat)
            if score > self.best_score:
                score += self._keep(score, heat)
        if self.best is None:
            late = self.deadline.passed()
            return Stopped("time limit" if late else "no layout keeps every wish")
        if options.crossings is not None and len(self.best.crossings) < options.crossings:
            return Stopped(f"{len(self.best.crossings)} crossings at most were found")
        return Placed(self.best)

    def _begin(self) -> str | None:
        """Give every word a place. Returns: why that did not succeed; None when it did."""
        options, state = self.options, self.state
        if self.target is None:
            return insert_all(state, self.rng, self.deadline, options.tries * len(state.words))
        repair = Repair(state, self.rng, self.target, self.readings)
        if repair.run(self.deadline, options.repairs * len(state.words), self.watch.phase):
            return None
        if self.deadline.passed():
            return "time limit"
        return f"no layout with {options.unused} cells without a word was found"

    def _phase(self) -> str:
        n = 0 if self.best is None else len(self.best.crossings)
        return f"moving words: {n} crossing{'' if n == 1 else 's'}"

    def _enough(self) -> bool:
        wanted = self.options.crossings
        return self.best is not None and wanted is not None and len(self.best.crossings) >= wanted

    def _keep(self, score: float, heat: float) -> float:
        """Take the state for the best, if it keeps the hard wishes and spells nothing wrong.

        Where the words together spell a word once more, or a forbidden one, one of them is moved:
        all that would come of a good state would spell it too, and be refused.

        Returns: by how much the score has changed.
        """
        options, state = self.options, self.state
        if self.target is not None and state.n_used != self.target:
            return 0.0
        layout = self.twins.layout(self.board, state.placements())
        if options.max_parallel is not None:
            pairs = parallel_pairs(layout.board, layout.placements)
            if len(pairs) > options.max_parallel:
                return 0.0
        found = self.scanner.find(layout.letters)
        wrong = unexplained(layout, found)
        if wrong:
            return self._mend(wrong[0].cells, heat)
        if options.message and (cells := self.readings.wrong_cells(state.text())):
            return self._mend(cells, heat)
        fault = own_fault(layout, found, allow_inside=options.allow_inside)
        if fault or not (self.accept is None or self.accept(layout)):
            self.n_refused += 1
        else:
            self.best, self.best_score = layout, score
            if len(layout.crossings) >= (options.crossings or 0):
                self.watch.better(layout)
        return 0.0

    def _mend(self, cells: Sequence[int], heat: float) -> float:
        """Move one of the words that stand in these cells.

        Returns: by how much the score has changed.
        """
        self.n_mended += 1
        words = self.state.beneath(cells)
        return self.moves.move_one_of(words, heat) if words else 0.0
