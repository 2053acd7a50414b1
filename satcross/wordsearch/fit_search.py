"""Packing all words onto one small rectangle, by annealing a population of layouts.

Words may clash at first. A word at a time gets a new place, drawn with the probability that its
clashes and fresh cells have at the present heat. At each lower heat the layouts are drawn again, so
that good ones go on several times and bad ones not at all: population annealing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from satcross.cnf.formula import I64
from satcross.solve.protocol import Deadline
from satcross.wordsearch.board import Board
from satcross.wordsearch.filler import layout_fault
from satcross.wordsearch.fit_population import Population
from satcross.wordsearch.headings import Heading
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.twins import Twins
from satcross.wordsearch.words import HiddenWord

_SIZE = 32  # layouts
_HEAT = (0.25, 0.15)  # at first and at last; a clash costs 1
_FRESH = (0.35, 0.25)  # what a used cell costs: words that overlap leave room
_STAGES = 100  # of one heat each, at most
_SWEEPS = 5  # of one heat, at least
_REFUSALS = 300  # layouts without a clash that spell something wrong, until it gives up


def pack(
    board: Board,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    sweeps: int,
    *,
    allow_inside: bool,
    forbid: Sequence[str] = (),
    rng: random.Random,
    deadline: Deadline,
    tell: Callable[[str], None] = lambda _: None,
) -> Layout | int:
    """Look for a layout on a rectangle.

    Args:
        board: without holes, with a place for each word.
        words, headings, allow_inside, forbid: as everywhere.
        sweeps: how often each word is moved in each layout, on average.
        rng: for everything that is drawn.
        deadline: when to give up.
        tell: told what is being done, some hundred times.

    Returns: a layout that spells no word twice and none of `forbid`; or the fewest clashes that
        were left.
    """
    twins = Twins(words)
    population = Population(
        board, twins.words, headings,
        size=_SIZE, fresh=_FRESH[0], heat=_HEAT[0], inside=allow_inside, rng=rng,
    )  # fmt: skip
    n_stages = max(2, min(_STAGES, sweeps // _SWEEPS))
    pace = _Pace(deadline, sweeps * len(twins.words) // n_stages)
    fewest, n_refused = int(population.clashes.min()), 0
    heat, fresh = _HEAT[0], _FRESH[0]
    turns = _turns(len(twins.words), rng)
    for stage in range(n_stages):
        tell(f"packing {board.n_cols}x{board.n_rows}: {fewest} clash{'' if fewest == 1 else 'es'}")
        if stage:
            before = population.energies() / heat
            heat, fresh = (a * (b / a) ** (stage / (n_stages - 1)) for a, b in (_HEAT, _FRESH))
            population.warm(fresh, heat)
            population.resample(_drawn(before - population.energies() / heat, rng))
        for _ in range(pace.moves(n_stages - stage)):
            if deadline.passed():
                return fewest
            population.move(next(turns))
            least = int(population.clashes.min())
            fewest = min(fewest, least)
            for which in np.flatnonzero(population.clashes == 0) if not least else ():
                layout = twins.layout(board, population.placements(int(which)))
                if not layout_fault(layout, forbid=forbid, allow_inside=allow_inside):
                    return layout
                n_refused += 1
                if n_refused >= _REFUSALS:
                    return 0
    return fewest


def _turns(n_words: int, rng: random.Random) -> Iterator[int]:
    """Words without end: all of them in some order, then all in another."""
    order = list(range(n_words))
    while True:
        rng.shuffle(order)
        yield from order


class _Pace:
    """How many moves a stage may take: as many as planned, or fewer where time is short.

    So the cooling ends before the deadline comes.
    """

    def __init__(self, deadline: Deadline, planned: int) -> None:
        self.deadline, self.planned, self.n_done = deadline, planned, 0
        self.left_s = deadline.left_s()

    def moves(self, n_stages: int) -> int:
        """The number for the next stage, when so many are to come, this one included."""
        left_s, moves = self.deadline.left_s(), self.planned
        if self.left_s is not None and left_s is not None and self.left_s > left_s and self.n_done:
            per_move_s = (self.left_s - left_s) / self.n_done
            moves = min(moves, int(left_s / per_move_s / n_stages) + 1)
        self.n_done += moves
        return moves


def _drawn(logs: np.ndarray[tuple[int, ...], np.dtype[np.float64]], rng: random.Random) -> I64:
    """As many indices as there are, each drawn as often as its weight says, up to rounding.

    Args: logs: of the weights, natural.
    """
    weights = np.exp(logs - logs.max())
    ends = np.cumsum(weights) * (len(logs) / weights.sum())
    found: I64 = np.searchsorted(ends, np.arange(len(logs)) + rng.random())
    return np.minimum(found, len(logs) - 1)
