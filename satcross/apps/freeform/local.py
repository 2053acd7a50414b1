"""Free-form layouts by ruin and recreate: take some words away, put them back otherwise."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from satcross.apps.freeform.arrangement import MIDDLE, STRIDE, Arrangement, Spot
from satcross.apps.pictures.squares import square_above_clues
from satcross.extend import NEVER, Deadline

if TYPE_CHECKING:
    from satcross.extend import Page

# The cost of a layout in cells: its box, and what makes it likely to become better.
MISSING_COST = 1000.0  # a word that is not on the arrangement: more than any box
CROSSING_GAIN = 5.0  # a letter that is in two words
EDGE_COST = 0.25  # a letter in the first or last row or column of the box
AREA_SHARE = 0.2  # of the area in the cost of a box; the rest is for the size of squares
OBLONG_COST = 3.0  # a row or column more than `excess` allows

# For the places of one word.
SPOT_GAIN, SPOT_NOISE = 6.0, 6.0

START_HEAT, END_HEAT = 6.0, 0.3  # the extra cost at which a layout is taken one time in e
ROUNDS = 5_000  # rounds from hot to cold, after which it starts over


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


class Merit(NamedTuple):
    """What a layout is worth: more is better, the first number first.

    Args:
        n_words: that are placed.
        shape: 0 where the sides are at most 7 to 5, else less: see `excess`.
        square: the side of a square on the page.
        n_crossings: letters that are in two words.
        size: the area, less than 0.
        oblong: by how much one side exceeds the other, less than 0.
    """

    n_words: int
    shape: int
    square: float
    n_crossings: int
    size: int
    oblong: int


def excess(n_rows: int, n_cols: int) -> int:
    """By how much the longer side exceeds 7/5 of the shorter one."""
    short, long = (n_rows, n_cols) if n_rows < n_cols else (n_cols, n_rows)
    return max(0, long - 7 * short // 5)


@dataclass(frozen=True, slots=True)
class BoxShape:
    """What the box of a layout must be like, and what it should be like.

    Args:
        limits: what it must fit.
        page: on which it is drawn; None where that is not known.
        n_clues: below it on the page.
    """

    limits: Limits = NO_LIMITS
    page: Page | None = None
    n_clues: int = 0

    def square_as_is(self, n_rows: int, n_cols: int) -> float:
        """The side of a square on the page; without one, as part of a square that holds the box."""
        if self.page is None:
            return 1 / max(n_rows, n_cols)
        return square_above_clues(self.page, n_rows, n_cols, self.n_clues)

    def square(self, n_rows: int, n_cols: int) -> float:
        """The same of the box or the box turned over its diagonal, whichever is better."""
        side = self.square_as_is(n_rows, n_cols)
        if self.page is not None and self.limits.allow(n_cols, n_rows):
            side = max(side, self.square_as_is(n_cols, n_rows))
        return side

    def merit(self, n_words: int, n_crossings: int, n_rows: int, n_cols: int) -> Merit:
        """What a layout with these numbers of words and crossings is worth in a box."""
        square, oblong = self.square(n_rows, n_cols), abs(n_rows - n_cols)
        shape = -excess(n_rows, n_cols)
        return Merit(n_words, shape, square, n_crossings, -n_rows * n_cols, -oblong)


class LocalSearch:
    """A search for a small layout of many words, by simulated annealing.

    Args:
        words: to be placed, distinct, of two letters at least.
        shape: of the box, and the page.
        seed: different seeds find different layouts.

    Fields:
        best: the best arrangement so far, by `BoxShape.merit`.
        n_done: rounds so far.
    """

    def __init__(self, words: Sequence[str], shape: BoxShape, *, seed: int = 0) -> None:
        self.words = words
        self.shape, self.limits = shape, shape.limits
        self._box_costs: dict[tuple[int, int], float] = {}
        # On the page, of a box as high as wide.
        self._side = 100 * shape.square(100, 100)
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
        """Search up to `rounds` in all; all that are asked for cool down once, at most `ROUNDS`.

        Args: on_best: called with each better arrangement.
        Returns: False when the deadline ended it; the next call goes on.
        """
        rng = self._rng
        while self.n_done < rounds:
            if deadline.passed():
                return False
            leg, at = min(ROUNDS, rounds), self.n_done % ROUNDS
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
        most = max(1, min(len(placed) - 1, 3 + len(placed) // 10))
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
        limits, random_, cost_of = self.limits, self._rng.random, self._cost_of_box
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
            cost = cost_of(n_rows, n_cols) - SPOT_GAIN * n_crossings + SPOT_NOISE * random_()
            if cost < least:
                best, least = spot, cost
        return best

    def _cost_of(self, arrangement: Arrangement) -> float:
        if not arrangement.cells:
            return math.inf
        top, left, bottom, right = arrangement.box
        edge = 0
        for at in arrangement.cells:
            row, col = divmod(at, STRIDE)
            edge += (row == top) + (row == bottom) + (col == left) + (col == right)
        missing = len(self.words) - len(arrangement.spots)
        cost = MISSING_COST * missing - CROSSING_GAIN * arrangement.n_crossings + EDGE_COST * edge
        return cost + self._cost_of_box(bottom - top + 1, right - left + 1)

    def _cost_of_box(self, n_rows: int, n_cols: int) -> float:
        cost = self._box_costs.get((n_rows, n_cols))
        if cost is None:
            n_cells = (self._side / self.shape.square(n_rows, n_cols)) ** 2
            cost = (1 - AREA_SHARE) * n_cells + AREA_SHARE * n_rows * n_cols
            cost += OBLONG_COST * excess(n_rows, n_cols)
            self._box_costs[n_rows, n_cols] = cost
        return cost

    def _merit(self, arrangement: Arrangement) -> Merit:
        n_words, box = len(arrangement.spots), arrangement.box
        return self.shape.merit(n_words, arrangement.n_crossings, box.n_rows, box.n_cols)


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
