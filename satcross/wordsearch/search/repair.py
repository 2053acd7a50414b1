"""Layouts that use an exact number of cells, by large neighbourhood search.

Some words that stand near each other are taken out, and the ways to put them back are
searched; one of the best is kept. Words that stand nowhere yet are among those that are put back.
This fills boards on which single words can hardly move.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping

import numpy as np

from satcross.checks import counted
from satcross.cnf.formula import I64
from satcross.task import Deadline
from satcross.wordsearch.search.occurrence_counter import OccurrenceCounter
from satcross.wordsearch.search.reinsertion import NODES, ReinsertionSearch, waiting_cost
from satcross.wordsearch.search.state import State

_FEWEST, _MOST = 3, 14  # words that are taken out at once
_FIRST = 6.0  # the same, at the start; then as many as there are nodes for
_TEMPERATURE = 0.5  # of annealing, in cells
_SLACK = 8  # cells, at most, by which a step may make it worse
# Steps without a gain, until more is taken out and put anywhere.
_IDLE, _IDLE_OCCURRENCES = 150, 60
_KICKED = 18  # words that are taken out then
_WAITING_TRIED = 3  # words that stand nowhere, in one step
_ANYWHERE = 0.5  # how often words from all over the board are taken, to change what it spells
_KEPT = 6  # how many ways to put words back are checked for what they spell
_FILL_NOISE = 5.0  # in the unit of `state.CROSSING`


class Repair:
    """The search.

    Args:
        state: with all words in their places, or some of them; it is changed.
        rng: for every choice.
        target: how many cells the words must take.
        counter: counts words that can be read too often.
    """

    def __init__(
        self, state: State, rng: random.Random, target: int, counter: OccurrenceCounter
    ) -> None:
        self._state, self._rng, self._target, self._counter = state, rng, target, counter
        self._inside: I64 = np.flatnonzero(state.board.inside)
        self._chance = np.random.default_rng(rng.getrandbits(32))
        self._n_taken = _FIRST
        self._cost = 0

    def run(
        self, deadline: Deadline, steps: int, phase: Callable[[str], None] = lambda _: None
    ) -> bool:
        """Search until the words take that many cells and none can be read too often.

        Args:
            deadline, steps: when to give up.
            phase: gets what is being done, with each step.

        Returns: whether the state is such a layout now.
        """
        self._fill()
        self._cost = self._costs()
        low, since = self._cost, 0
        for _ in range(steps):
            if self._cost == 0 or deadline.passed():
                break
            phase(self._phase())
            self._step()
            since += 1
            if since > (_IDLE if self._off() else _IDLE_OCCURRENCES):
                self._kick()
                low, since = self._cost, 0
            if self._cost < low:
                low, since = self._cost, 0
        return self._cost == 0

    def _kick(self) -> None:
        """Take many words out and put them anywhere."""
        self._state.take(self._near(_KICKED, wrong=not self._off()))
        self._fill()
        self._cost = self._costs()

    def _phase(self) -> str:
        off = abs(self._state.n_used - self._target)
        if off or self._waiting():
            return f"leaving {counted(self._inside.size - self._target, 'cell')}: {off} off"
        return f"spelling the message: {self._cost} wrong"

    def _off(self) -> int:
        """Cost of cells too many or too few, and of words without a place."""
        return abs(self._state.n_used - self._target) + waiting_cost(self._state, self._waiting())

    def _costs(self) -> int:
        return self._off() + self._counter.n_wrong(self._state.text())

    def _waiting(self) -> list[int]:
        return [word for word, place in enumerate(self._state.at) if place < 0]

    def _fill(self) -> None:
        """Put every word that stands nowhere where it fits well, if it fits."""
        state = self._state
        waiting = self._waiting()
        self._rng.shuffle(waiting)
        waiting.sort(key=lambda word: -len(state.words[word]))
        for word in waiting:
            state.put_free(word, _FILL_NOISE * self._chance.random(len(state.headings[word])))

    def _step(self) -> None:
        """Take some words out and put them back; undo that unless it is accepted."""
        state, rng = self._state, self._rng
        off, is_over = self._off(), state.n_used > self._target
        before = list(state.at)
        chosen = self._choose(off)
        state.take(chosen)
        # Words that were away and are not tried stay away.
        away = waiting_cost(state, [w for w in self._waiting() if w not in chosen])
        slack = min(_SLACK, int(-_TEMPERATURE * math.log(rng.random() or 1e-9)))
        needed = self._target - state.n_used
        search = ReinsertionSearch(state, chosen, needed, sparing=is_over, rng=rng)
        found = search.cheapest(off - away + slack)
        change = -0.2 if search.n_nodes > NODES else 0.1
        self._n_taken = min(_MOST, max(_FEWEST, self._n_taken + change))
        if len(found) > 1:
            # The number of used cells says little about what they spell: check more ways.
            found = rng.sample(found, min(len(found), 1 if off else _KEPT))
        best, best_cost = None, self._cost + slack
        for places in found:
            if self._put(places):
                cost = self._costs()
                if cost <= best_cost:
                    best, best_cost = places, cost
            state.take(places)
        if best is None:
            best, best_cost = {word: before[word] for word in chosen}, self._cost
        self._put(best)
        self._cost = best_cost

    def _choose(self, off: int) -> list[int]:
        """The words to take out, beginning with those without a place."""
        state, rng = self._state, self._rng
        n = max(2, min(_MOST, round(self._n_taken + rng.uniform(-1.5, 1.5))))
        if off:
            waiting = self._waiting()
            rng.shuffle(waiting)
            return [*waiting[:_WAITING_TRIED], *self._near(n, wrong=False)]
        if rng.random() < _ANYWHERE:
            return rng.sample(range(len(state.at)), min(n, len(state.at)))
        return self._near(n, wrong=True)

    def _near(self, n: int, *, wrong: bool) -> list[int]:
        """Up to `n` words near a cell without a word, or near one of a word read too often."""
        state, rng = self._state, self._rng
        pool = self._counter.wrong_cells(state.text()) if wrong else []
        if not pool:
            empty: I64 = self._inside[state.is_empty(self._inside)]
            pool = (empty if len(empty) else self._inside).tolist()
        row, col = divmod(rng.choice(pool), state.board.n_cols)
        near = []
        for word, place in enumerate(state.at):
            if place >= 0:
                rows, cols = np.divmod(state.cells[word][:, place], state.board.n_cols)
                far = int(np.maximum(abs(rows - row), abs(cols - col)).min())
                near.append((far * rng.random() + rng.random(), word))
        near.sort()
        return [word for _, word in near[:n]]

    def _put(self, places: Mapping[int, int]) -> bool:
        """Put words back; False, and some of them away, where one would stand within another."""
        state = self._state
        for word, place in places.items():
            if place < 0:
                continue
            if state.clashing(word, place):
                return False
            state.put(word, place)
        return True
