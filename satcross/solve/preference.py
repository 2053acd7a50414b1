"""What an eager solver tries first: slot by slot, good words first, in an order the seed draws."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from satcross.cnf.formula import I32
from satcross.encode import Encoding
from satcross.puzzle import Puzzle
from satcross.solve.scramble import Scramble
import os

_LUCK = float(
    os.environ.get("LUCK", "1.0")
)  # how much the draw counts beside a score, which is scaled to 0..1
MODE = os.environ.get("MODE", "slots")


@dataclass(frozen=True, slots=True, eq=False)
class Preference:
    """A search order.

    Args:
        scramble: gives the variables to decide first the low names, or the high ones.
        phases: literals to try first, in the new names.
    """

    scramble: Scramble
    phases: I32


def preference(encoding: Encoding, seed: int, *, first_low: bool = False) -> Preference:
    """The order for a formula and a seed."""
    n_vars = encoding.formula.n_vars
    random = np.random.Generator(np.random.PCG64(seed % (1 << 64)))
    rank = random.random(n_vars + 1) * _LUCK
    place = slot_order(encoding.puzzle, random)
    n_slots = len(place)
    liked = []
    for index, (first, n) in _slot_variables(encoding).items():
        values = _values(encoding, index)
        low, high = float(values.min()), float(values.max())
        mine = rank[first : first + n]
        if high > low:
            mine += (values - low) / (high - low)
        if MODE == "slots":
            mine += 4.0 * (n_slots - place[index])
        else:
            mine += 4
        if index in encoding.first_word or os.environ.get("PATHS", "1") == "1":
            liked.append(np.arange(first, first + n))
    order = np.argsort(-rank[1:], kind="stable") + 1
    scramble = Scramble.by_order(order if first_low else order[::-1])
    phases = np.concatenate([np.empty(0, dtype=np.int64), *liked]).astype(np.int32)
    return Preference(scramble, scramble.flat(phases))


def _slot_variables(encoding: Encoding) -> dict[int, tuple[int, int]]:
    """By slot, its first word or path variable and how many it has."""
    words = {i: (first, len(encoding.domains.words[i])) for i, first in encoding.first_word.items()}
    paths = {i: (first, shape.n_vars) for i, (first, shape) in encoding.paths.items()}
    return dict(sorted((words | paths).items()))


def _values(encoding: Encoding, index: int) -> npt.NDArray[np.float64]:
    """By word or path variable of a slot, the score that speaks for it."""
    table = encoding.puzzle.words.table(len(encoding.puzzle.slots[index]))
    scores = table.scores[encoding.domains.words[index]].astype(np.float64)
    if index in encoding.first_word:
        return scores
    shape = encoding.paths[index][1]
    return shape.mean_over_words(encoding.domains.codes[index], scores)


def slot_order(puzzle: Puzzle, random: np.random.Generator) -> list[int]:
    """By slot index, its place in an order in which each slot crosses earlier ones if it can."""
    n = len(puzzle.slots)
    crosses: list[list[int]] = [[] for _ in range(n)]
    for crossing in puzzle.crossings:
        crosses[crossing.across].append(crossing.down)
        crosses[crossing.down].append(crossing.across)
    luck = random.random(n)
    place = [-1] * n
    n_crossed = [0] * n
    for step in range(n):
        index = max(
            (i for i in range(n) if place[i] < 0),
            key=lambda i: (n_crossed[i] / len(puzzle.slots[i]), luck[i]),
        )
        place[index] = step
        for other in crosses[index]:
            n_crossed[other] += 1
    return place
