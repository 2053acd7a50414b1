"""Small puzzles with many fills and few different scores: the best is hard to tell."""

from __future__ import annotations

import random
from itertools import product

from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList


def dense_puzzle(seed: int) -> Puzzle:
    """A 3x3 of four letters, open or without a corner, with some thirty of the 80 words.

    Scores are 1 to 5, so that many fills are nearly as good as the best.
    """
    rng = random.Random(seed)
    alphabet = Alphabet("ABCD")
    words = ["".join(word) for n in (2, 3) for word in product("ABCD", repeat=n)]
    kept = [(word, rng.randint(1, 5)) for word in words if rng.random() < 0.45]
    cells = [OPEN] * 9
    if rng.random() < 0.5:
        cells[rng.choice([0, 2, 6, 8])] = BLOCK
    return Puzzle(
        Grid(3, 3, tuple(cells)),
        WordList.from_words(kept, alphabet=alphabet),
        distinct=rng.random() < 0.8,
    )
