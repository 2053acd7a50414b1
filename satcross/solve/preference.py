"""What an eager solver tries first: words of high score, in an order that the seed shuffles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from satcross.cnf.formula import I32, I64
from satcross.encode import Encoding
from satcross.solve.scramble import Scramble


@dataclass(frozen=True, slots=True, eq=False)
class Preference:
    """A search order.

    Args:
        scramble: gives the variables to decide first the low names, or the high ones.
        phases: literals to try first, in the new names.
    """

    scramble: Scramble
    phases: I32


def preference(encoding: Encoding, seed: int, *, first_low: bool = True) -> Preference:
    """The order for a formula and a seed.

    Solvers that have learnt nothing yet decide by name. So the seed shuffles the variables, and
    among the words of a slot a high score counts like luck in the draw.

    Args:
        encoding: what is to be solved.
        seed: any integer; equal seeds make equal orders.
        first_low: whether the solver begins with low names.
    """
    n_vars = encoding.formula.n_vars
    random = np.random.Generator(np.random.PCG64(seed % (1 << 64)))
    rank = random.random(n_vars + 1)  # the highest goes first
    puzzle = encoding.puzzle
    liked: list[I64] = []
    for index, first in encoding.first_word.items():
        words = encoding.domains.words[index]
        scores = puzzle.words.table(len(puzzle.slots[index])).scores[words].astype(np.float64)
        low, high = float(scores.min()), float(scores.max())
        if high > low:
            rank[first : first + len(words)] += (scores - low) / (high - low)
        liked.append(np.arange(first, first + len(words)))
    order = np.argsort(-rank[1:], kind="stable") + 1
    scramble = Scramble.by_order(order if first_low else order[::-1])
    phases = np.concatenate([np.empty(0, dtype=np.int64), *liked]).astype(np.int32)
    return Preference(scramble, scramble.flat(phases))
