"""Free-form layouts by ruin and recreate: take some words away, put them back otherwise."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from satcross.apps.freeform.arrangement import MIDDLE, STRIDE, Arrangement, Spot
from satcross.extend import NEVER, Deadline

# The cost of a layout in cells: its box, and what makes it likely to become smaller.
MISSING_COST = 40.0  # a word that is not on the arrangement
LETTER_COST = 0.3  # a cell with a letter: fewer of them means more crossings
EDGE_COST = 0.25  # a letter in the first or last row or column of the box
OBLONG_COST = 0.01  # a row more than columns, or the other way round
OVER_COST = 60.0  # a row or column more than the page holds

START_HEAT, END_HEAT = 6.0, 0.3  # the extra cost at which a layout is taken one time in e
ROUNDS = 6_000  # twice as many make the box of 20 words smaller by less than one in a hundred
LEG = 3000  # rounds from hot to cold, after which it starts over


@dataclass(frozen=True, slots=True)
class Limits:
    """What a layout must fit: None for no limit."""

    max_rows: int | None = None
    max_cols: int | None = None

    def allow(self, n_rows: int, n_cols: int) -> bool:
        """Whether a box of this size is within them."""
        return (self.max_rows is None or n_rows <= self.max_rows) and (
            self.max_cols is None or n_cols <= self.max_cols
        )


NO_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class BoxShape:
    """What the box of a layout must be like, and what it should be like.

    Args:
        limits: what it must fit.
        page: what it should fit, this way or turned over its diagonal, to be legible on paper.
    """

    limits: Limits = NO_LIMITS
    page: Limits = NO_LIMITS

    def n_over(self, n_rows: int, n_cols: int) -> int:
        """How many rows and columns there are more than the page holds, the better way round."""
        over = self.n_over_as_is(n_rows, n_cols)
        if over and self.limits.allow(n_cols, n_rows):
            over = min(over, self.n_over_as_is(n_cols, n_rows))
        return over

    def n_over_as_is(self, n_rows: int, n_cols: int) -> int:
        """The same for a box that is not turned."""
        most_rows, most_cols = self.page.max_rows or n_rows, self.page.max_cols or n_cols
        return max(0, n_rows - most_rows) + max(0, n_cols - most_cols)

    def merit(self, n_words: int, n_rows: int, n_cols: int) -> tuple[int, int, int, int]:
        """More is better: words, then what fits the page, then little area, then near a square."""
        over = self.n_over(n_rows, n_cols)
        return n_words, -over, -n_rows * n_cols, -abs(n_rows - n_cols)


class LocalSearch:
    """A search for a small layout of many words, by simulated annealing.

    Args:
        words: to be placed, distinct, of two letters at least.
        shape: of the box.
        seed: different seeds find different layouts.

    Fields:
        best: the best arrangement so far, by `BoxShape.merit`.
        n_done: rounds so far.
    """

    def __init__(self, words: Sequence[str], shape: BoxShape, *, seed: int = 0) -> None:
        self.words = words
        self.shape, self.limits = shape, shape.limits
        # Boxes with this many rows and columns at most fit the page either way.
        sides = [side for side in (shape.page.max_rows, shape.page.max_cols) if side]
        self._certain = min(sides, default=0)
        self.n_done = 0
        self._rng = random.Random(seed)
        self._now = self._filled(Arrangement(words))
        self._cost = self._cost_of(self._now)
        self.best = self._now

    def run(
        self,
        rounds: int = ROUNDS,
        *,
        deadline: Deadline = NEVER,
        on_best: Callable[[Arrangement], None] | None = None,
    ) -> bool:
        """Search up to `rounds` in all, in legs that cool down and begin with another arrangement.

        Args: on_best: called with each better arrangement.
        Returns: False when the deadline ended it; the next call goes on.
        """
        rng = self._rng
        while self.n_done < rounds:
            if deadline.passed():
                return False
            leg, at = min(LEG, rounds), self.n_done % LEG
            if self.n_done and not at:
                self._begin()
            heat = START_HEAT * (END_HEAT / START_HEAT) ** (at / leg)
            arrangement = self._filled(self._ruined(self._now))
            cost = self._cost_of(arrangement)
            if cost <= self._cost or rng.random() < math.exp((self._cost - cost) / heat):
                self._now, self._cost = arrangement, cost
                if self._merit(arrangement) > self._merit(self.best):
                    self.best = arrangement
                    if on_best is not None:
                        on_best(arrangement)
            self.n_done += 1
        return True

    def _begin(self) -> None:
        """Begin with another arrangement; the best is kept."""
        self._now = self._filled(Arrangement(self.words))
        self._cost = self._cost_of(self._now)

    def _ruined(self, arrangement: Arrangement) -> Arrangement:
        """Without some of its words: at an edge of the box, around a point, or random ones."""
        rng = self._rng
        placed = list(arrangement.spots)
        most = max(1, min(len(placed) - 1, 3 + len(placed) // 5))
        kind = rng.random()
        if kind < 0.4:
            side = rng.randrange(4)
            leave = [index for index in placed if _at_edge(arrangement, index, side)]
            rng.shuffle(leave)
            leave = leave[:most]
            leave += rng.sample(placed, min(len(placed), rng.randint(0, 2)))
        elif kind < 0.8:
            row = rng.randint(arrangement.box.top, arrangement.box.bottom)
            col = rng.randint(arrangement.box.left, arrangement.box.right)
            placed.sort(key=lambda index: _distance(arrangement, index, row, col))
            leave = placed[: rng.randint(1, most)]
        else:
            leave = rng.sample(placed, rng.randint(1, most))
        away = set(leave)
        stay = [index for index in arrangement.spots if index not in away]
        if not stay:
            return Arrangement(self.words)
        return arrangement.without(leave, rng.choice(stay))

    def _filled(self, arrangement: Arrangement) -> Arrangement:
        """With all words that can be put there one after the other; it is changed."""
        rng, words = self._rng, self.words
        todo = [index for index in range(len(words)) if index not in arrangement.spots]
        # Long words first, more or less: they are the hardest to place.
        key = {index: len(words[index]) * (0.5 + rng.random()) for index in todo}
        todo.sort(key=lambda index: -key[index])
        if not arrangement.spots and todo:
            self._first(arrangement, todo)
        waiting = todo
        while waiting:
            still = []
            for index in waiting:
                spot = self._best_spot(arrangement, index)
                if spot is None:
                    still.append(index)
                else:
                    arrangement.put(index, spot)
            if len(still) == len(waiting):
                break
            waiting = still
        return arrangement

    def _first(self, arrangement: Arrangement, todo: list[int]) -> None:
        """Put the first word that fits the limits on an empty arrangement; it leaves `todo`."""
        for index in todo:
            steps = [1, STRIDE]
            self._rng.shuffle(steps)
            for step in steps:
                box = arrangement.box_with(index, Spot(MIDDLE, step))
                if self.limits.allow(box.n_rows, box.n_cols):
                    arrangement.put(index, Spot(MIDDLE, step))
                    todo.remove(index)
                    return

    def _best_spot(self, arrangement: Arrangement, index: int) -> Spot | None:
        limits, random_, certain = self.limits, self._rng.random, self._certain
        is_limited = limits != NO_LIMITS
        top, left, bottom, right = arrangement.box
        along = len(arrangement.words[index]) - 1
        best, least = None, math.inf
        for spot, n_crossings in arrangement.spots_of(index):
            start, step = spot
            row, col = divmod(start, STRIDE)
            last_row, last_col = (row, col + along) if step == 1 else (row + along, col)
            n_rows = (last_row if last_row > bottom else bottom) - (row if row < top else top) + 1
            n_cols = (last_col if last_col > right else right) - (col if col < left else left) + 1
            if is_limited and not limits.allow(n_rows, n_cols):
                continue
            cost = n_rows * n_cols + OBLONG_COST * abs(n_rows - n_cols) - 2.0 * n_crossings
            if certain and (n_rows > certain or n_cols > certain):
                cost += OVER_COST * self.shape.n_over(n_rows, n_cols)
            cost += 6.0 * random_()
            if cost < least:
                best, least = spot, cost
        return best

    def _cost_of(self, arrangement: Arrangement) -> float:
        box, cells = arrangement.box, arrangement.cells
        if not cells:
            return math.inf
        edge = 0
        for at in cells:
            row, col = divmod(at, STRIDE)
            edge += (row == box.top) + (row == box.bottom) + (col == box.left) + (col == box.right)
        missing = len(self.words) - len(arrangement.spots)
        cost = MISSING_COST * missing + LETTER_COST * len(cells) + EDGE_COST * edge
        over = self.shape.n_over(box.n_rows, box.n_cols)
        oblong = abs(box.n_rows - box.n_cols)
        return cost + box.n_rows * box.n_cols + OBLONG_COST * oblong + OVER_COST * over

    def _merit(self, arrangement: Arrangement) -> tuple[int, int, int, int]:
        return self.shape.merit(
            len(arrangement.spots), arrangement.box.n_rows, arrangement.box.n_cols
        )


def _at_edge(arrangement: Arrangement, index: int, side: int) -> bool:
    """Whether a word has a letter on a side of the box: 0 top, 1 left, 2 bottom, 3 right."""
    start, step = arrangement.spots[index]
    row, col = divmod(start, STRIDE)
    length = len(arrangement.words[index]) - 1
    last_row, last_col = (row, col + length) if step == 1 else (row + length, col)
    box = arrangement.box
    return (row == box.top, col == box.left, last_row == box.bottom, last_col == box.right)[side]


def _distance(arrangement: Arrangement, index: int, row: int, col: int) -> int:
    """How far a word's middle is from a cell."""
    start, step = arrangement.spots[index]
    r, c = divmod(start + step * (len(arrangement.words[index]) // 2), STRIDE)
    return abs(r - row) + abs(c - col)
