"""Small puzzles in which conclusions rest on words that other slots have taken."""

from __future__ import annotations

import random

from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

# Puzzles without a fill where unit propagation of the formula does not see what is taken: words are
# so many, and letters so few, that its clauses of distinctness are over letters.
SEEDS = (631, 1116, 1206, 1235, 1273, 1346, 1572, 1659, 1691, 1763, 1895, 1933, 2179, 2269, 2336)
# Of these, the ones in which arc consistency alone needs it.
BY_CONSISTENCY = (1206, 1572, 1659)


def crowded_puzzle(seed: int) -> Puzzle:
    """A small grid with few letters, and a list that has many of the words that there can be."""
    rng = random.Random(seed)
    n = rng.choice((3, 4))
    rows = [["." for _ in range(n)] for _ in range(rng.randint(2, 5))]
    for row in rows:
        for column in range(n):
            if rng.random() < 0.35:
                row[column] = rng.choice("ABC")
    text = "\n".join("".join(row) + ("\n" + "#" * n if rng.random() < 0.3 else "") for row in rows)
    words = {"".join(rng.choice("ABC") for _ in range(n)) for _ in range(rng.randint(22, 40))}
    words |= {"".join(rng.choice("ABC") for _ in range(k)) for k in (2, 3, 4, 5) for _ in range(12)}
    return Puzzle(Grid.parse(text), WordList.from_words(sorted(words), alphabet=Alphabet("ABC")))
