"""Layouts that use an exact number of cells, by large neighbourhood search.

Some words that stand near each other are taken out, and the ways to put them back are
searched; one of the best is kept. Words that stand nowhere yet are among those that are put back.
This fills boards on which single words can hardly move.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from satcross.apps.wordsearch.search.reinsertion import NODES, ReinsertionSearch, waiting_cost
from satcross.apps.wordsearch.search.state import PlacedWords
from satcross.extend import I64, Deadline, counted

_FEWEST, _MOST = 3, 14  # words that are taken out at once
_FIRST = 6.0  # the same, at the start; then as many as there are nodes for
_TEMPERATURE = 0.5  # of annealing, in cells
_SLACK = 8  # cells, at most, by which a step may make it worse
_WAITING_TRIED = 3  # words that stand nowhere, in one step
_ANYWHERE = 0.5  # how often words from all over the board are taken, to change what it spells
_KEPT = 6  # how many ways to put words back are checked for what they spell
# Steps without a gain, until words are taken out and put anywhere, and how many.
_IDLE, _KICKED = 150, 18
_FILL_NOISE = 5.0  # in the unit of `state.CROSSING`
_STEPS = 150  # for each word, until it gives up


class Repair:
    """The search.

    Args:
        state: with some of the words in their places; it is changed.
        rng: for every choice.
        target: how many cells the words must take.
        wrong: the cells of words that are read where they should not, one for each; asked when all
            words stand and take that many cells.
    """

    def __init__(
        self,
        state: PlacedWords,
        rng: random.Random,
        target: int,
        wrong: Callable[[], Sequence[int]],
    ) -> None:
        self._state, self._rng, self._target, self._wrong = state, rng, target, wrong
        self._inside: I64 = np.flatnonzero(state.board.inside)
        self._numbers = np.random.default_rng(rng.getrandbits(32))
        self._n_taken = _FIRST
        self._off, self._spelt = self._measure()

    def run(self, deadline: Deadline, phase: Callable[[str], None]) -> bool:
        """Search until the words take that many cells and none can be read too often.

        Args:
            deadline: when to give up.
            phase: gets what is being done, with each step.

        Returns: whether the state is such a layout now.
        """
        low, since = self._off + len(self._spelt), 0
        for _ in range(_STEPS * len(self._state.words)):
            if not (self._off or self._spelt) or deadline.passed():
                break
            phase(self._phase())
            self._step()
            since += 1
            if since > _IDLE:
                self._kick()
            cost = self._off + len(self._spelt)
            if cost < low or since > _IDLE:
                low, since = cost, 0
        return not (self._off or self._spelt)

    def _kick(self) -> None:
        """Take many words out and put them anywhere."""
        state, noise = self._state, self._numbers
        state.take(self._near(_KICKED, self._inside.tolist()))
        waiting = self._waiting()
        self._rng.shuffle(waiting)
        waiting.sort(key=lambda word: -len(state.words[word]))
        for word in waiting:
            state.put_free(word, _FILL_NOISE * noise.random(len(state.headings[word])))
        self._off, self._spelt = self._measure()

    def _phase(self) -> str:
        if self._off:
            n_off = abs(self._state.n_used - self._target)
            return f"leaving {counted(self._inside.size - self._target, 'cell')}: {n_off} off"
        return f"spelling the message: {len(self._spelt)} wrong"

    def _measure(self) -> tuple[int, Sequence[int]]:
        """Cost of cells too many or too few and of words without a place; what is read wrongly."""
        waiting = waiting_cost(self._state, self._waiting())
        off = abs(self._state.n_used - self._target) + waiting
        return off, () if off else self._wrong()

    def _waiting(self) -> list[int]:
        return [word for word, place in enumerate(self._state.at) if place < 0]

    def _step(self) -> None:
        """Take some words out and put them back; undo that unless it is accepted."""
        state, rng, is_over = self._state, self._rng, self._state.n_used > self._target
        before = list(state.at)
        chosen = self._choose()
        state.take(chosen)
        # Words that were away and are not tried stay away.
        away = waiting_cost(state, [w for w in self._waiting() if w not in chosen])
        slack = min(_SLACK, int(-_TEMPERATURE * math.log(rng.random() or 1e-9)))
        search = ReinsertionSearch(
            state, chosen, self._target - state.n_used, sparing=is_over, rng=rng
        )
        found = search.cheapest(self._off - away + (slack if self._off else 0))
        change = -0.2 if search.n_nodes > NODES else 0.1
        self._n_taken = min(_MOST, max(_FEWEST, self._n_taken + change))
        # The number of used cells says little about what they spell: check more ways.
        found = rng.sample(found, min(len(found), 1 if self._off else _KEPT))
        most = len(self._spelt) + slack if not self._off else math.inf
        best, cost = None, (self._off, self._spelt)
        for places in found:
            if self._put(places):
                off, spelt = self._measure()
                if off or len(spelt) <= most:
                    best, cost, most = places, (off, spelt), len(spelt)
            state.take(places)
        self._put(best or {word: before[word] for word in chosen})
        self._off, self._spelt = cost

    def _choose(self) -> list[int]:
        """The words to take out, beginning with those without a place."""
        state, rng = self._state, self._rng
        n = max(2, min(_MOST, round(self._n_taken + rng.uniform(-1.5, 1.5))))
        if self._off:
            waiting = self._waiting()
            rng.shuffle(waiting)
            empty: I64 = self._inside[state.is_empty(self._inside)]
            near = (empty if len(empty) else self._inside).tolist()
            return [*waiting[:_WAITING_TRIED], *self._near(n, near)]
        if rng.random() < _ANYWHERE:
            return rng.sample(range(len(state.at)), min(n, len(state.at)))
        return self._near(n, self._spelt)

    def _near(self, n: int, pool: Sequence[int]) -> list[int]:
        """Up to `n` words near one of some cells."""
        state, rng = self._state, self._rng
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
