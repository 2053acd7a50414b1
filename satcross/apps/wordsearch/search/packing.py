"""Packing all words onto a board, by annealing a population of layouts.

Words may clash at first. One word at a time gets a new place, sampled with the probability that
its clashes and new cells have at the current temperature. At each lower temperature the layouts are
resampled, so that good ones continue several times and bad ones not at all: population annealing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from satcross.apps.wordsearch.layout import NO_CALLBACKS, Callbacks, WordSearchLayout
from satcross.apps.wordsearch.letters.filler import layout_conflict
from satcross.apps.wordsearch.mirror_pairs import MirrorPairs
from satcross.apps.wordsearch.occurrences import Scanner
from satcross.apps.wordsearch.problem import LayoutProblem
from satcross.apps.wordsearch.search.population import Population
from satcross.extend import I64, Deadline

_SIZE = 32  # layouts
_TEMPERATURE = (0.25, 0.15)  # at first and at last; a clash costs 1
_FRESH = (0.35, 0.25)  # what a used cell costs: words that overlap leave room
_STAGES = 100  # of one temperature each, at most
_SWEEPS = 5  # of one temperature, at least
_REFUSALS = 300  # layouts without a clash that spell something wrong, until it gives up


def pack(
    problem: LayoutProblem,
    sweeps: int,
    *,
    rng: random.Random,
    deadline: Deadline,
    callbacks: Callbacks = NO_CALLBACKS,
) -> WordSearchLayout | int:
    """Look for a layout.

    Args:
        problem: a board with a place for each word; of the constraints, only `allow_inside` and
            `forbid` are used.
        sweeps: how often each word is moved in each layout, on average.
        rng: for every random choice.
        deadline: when to give up.
        callbacks: `phase` is called some hundred times.

    Returns: a layout that spells no word twice and no forbidden word; or the fewest clashes that
        were left.
    """
    board, constraints = problem.board, problem.constraints
    mirrored = MirrorPairs(problem.words)
    scanner = Scanner(board, [*(word.symbols for word in problem.words), *constraints.forbid])
    temperature, fresh = _TEMPERATURE[0], _FRESH[0]
    population = Population(
        board, mirrored.words, problem.headings, size=_SIZE, fresh=fresh, temperature=temperature,
        inside=constraints.allow_inside, rng=rng,
    )  # fmt: skip
    n_stages = max(2, min(_STAGES, sweeps // _SWEEPS))
    pace = _Pace(deadline, sweeps * len(mirrored.words) // n_stages)
    fewest, n_refused = int(population.clashes.min()), 0
    turns = _turns(len(mirrored.words), rng)
    for stage in range(n_stages):
        clashes = f"{fewest} clash{'' if fewest == 1 else 'es'}"
        callbacks.phase(f"packing {board.n_cols}x{board.n_rows}: {clashes}")
        if stage:
            before = population.energies() / temperature
            temperature, fresh = (
                a * (b / a) ** (stage / (n_stages - 1)) for a, b in (_TEMPERATURE, _FRESH)
            )
            population.warm(fresh, temperature)
            population.resample(_resampled(before - population.energies() / temperature, rng))
        for _ in range(pace.moves(n_stages - stage)):
            if deadline.passed():
                return fewest
            population.move(next(turns))
            fewest = min(fewest, int(population.clashes.min()))
            for which in np.flatnonzero(population.clashes == 0).tolist():
                layout = mirrored.layout(board, population.placements(which))
                found = scanner.find(layout.letters)
                if not layout_conflict(layout, allow_inside=constraints.allow_inside, found=found):
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
        """The number for the next stage, when `n_stages` are left, this one included."""
        left_s, moves = self.deadline.left_s(), self.planned
        if self.left_s is not None and left_s is not None and self.left_s > left_s and self.n_done:
            per_move_s = (self.left_s - left_s) / self.n_done
            moves = min(moves, int(left_s / per_move_s / n_stages) + 1)
        self.n_done += moves
        return moves


def _resampled(logs: np.ndarray[tuple[int, ...], np.dtype[np.float64]], rng: random.Random) -> I64:
    """As many indices as weights, each as often as its weight implies, up to rounding.

    Args: logs: of the weights, natural.
    """
    weights = np.exp(logs - logs.max())
    ends = np.cumsum(weights) * (len(logs) / weights.sum())
    found: I64 = np.searchsorted(ends, np.arange(len(logs)) + rng.random())
    return np.minimum(found, len(logs) - 1)
