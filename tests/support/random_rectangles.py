"""Random rectangles without blocks: most of them unfillable, and only after some search."""

from __future__ import annotations

import random

from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList


def random_rectangle(seed: int) -> Puzzle:
    """A rectangle of up to 5x5, over 2 to 6 letters, with a few givens; sometimes a given row."""
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 5), rng.randint(2, 5)
    letters = "ABCDEF"[: rng.randint(2, 6)]
    words: set[str] = set()
    for length in sorted({n_rows, n_cols}):
        for _ in range(rng.randint(n_rows + n_cols - 2, len(letters) ** 2 + 2 * length)):
            words.add("".join(rng.choice(letters) for _ in range(length)))
    rows = [
        [rng.choice(letters) if rng.random() < 0.05 else "." for _ in range(n_cols)]
        for _ in range(n_rows)
    ]
    if rng.random() < 0.3:
        fitting = [word for word in sorted(words) if len(word) == n_cols]
        rows[rng.randrange(n_rows)] = list(rng.choice(fitting))
    return Puzzle(
        Grid.parse("\n".join(map("".join, rows))),
        WordList.from_words(sorted(words), alphabet=Alphabet(letters)),
        distinct=rng.random() < 0.8,
    )
