"""Small random puzzles: the same seed makes the same puzzle."""

from __future__ import annotations

import random

from satcross.errors import GridError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList


def random_puzzle(seed: int) -> Puzzle:
    """A grid of up to 4x4 with blocks and givens, 2 to 5 letters, half of them with a fill.

    Every fourth puzzle lets words repeat; some have slots that are wholly given.
    """
    rng = random.Random(seed)
    while True:
        puzzle = _try(rng)
        if puzzle is not None:
            return puzzle


def _try(rng: random.Random) -> Puzzle | None:
    n_rows, n_cols = rng.randint(1, 4), rng.randint(1, 4)
    alphabet = Alphabet("ABCDE"[: rng.randint(2, 5)])
    p_given = rng.choice([0.0, 0.0, 0.1, 0.3])
    cells = [
        BLOCK
        if rng.random() < 0.2
        else rng.choice(alphabet.letters)
        if rng.random() < p_given
        else OPEN
        for _ in range(n_rows * n_cols)
    ]
    words: dict[str, int] = {}
    for length in range(2, 5):
        for _ in range(rng.randint(2, 12 if length == 2 else 40)):
            word = "".join(rng.choice(alphabet.letters) for _ in range(length))
            words[word] = rng.randint(1, 100)
    if rng.random() < 0.5:
        planted = [rng.choice(alphabet.letters) if cell == OPEN else cell for cell in cells]
        rows = [planted[i * n_cols : (i + 1) * n_cols] for i in range(n_rows)]
        for line in [*rows, *zip(*rows, strict=True)]:
            for run in "".join(line).split(BLOCK):
                if len(run) > 1:
                    words.setdefault(run, rng.randint(1, 100))
    grid = Grid(n_rows, n_cols, tuple(cells))
    listed = WordList.from_words(sorted(words.items()), alphabet=alphabet)
    try:
        return Puzzle(grid, listed, distinct=rng.random() < 0.75)
    except GridError:  # no slot
        return None


def larger_puzzle(seed: int) -> Puzzle:
    """5x5, with hundreds of words of many scores: tables of several blocks, tiers across them."""
    rng = random.Random(seed)
    alphabet = Alphabet("ABCDEFG"[: rng.randint(4, 7)])
    words = {
        "".join(rng.choice(alphabet.letters) for _ in range(length)): rng.randint(1, 100)
        for length in range(2, 6)
        for _ in range(rng.choice([50, 200, 700]))
    }
    cells = tuple("#" if rng.random() < 0.12 else "." for _ in range(24))
    listed = WordList.from_words(sorted(words.items()), alphabet=alphabet)
    return Puzzle(Grid(5, 5, (".", *cells)), listed, distinct=rng.random() < 0.8)


def square() -> Puzzle:
    """An open 3x3 with some fills."""
    return _open_square(random.Random("square"), "ABCD", 3, 30)


def no_square() -> Puzzle:
    """An open 4x4 without a fill, which takes a search to see."""
    return _open_square(random.Random("no square 1"), "ABCDE", 4, 36)


def _open_square(rng: random.Random, letters: str, size: int, n_words: int) -> Puzzle:
    words = {"".join(rng.choices(letters, k=size)) for _ in range(n_words)}
    grid = Grid.parse("\n".join([OPEN * size] * size))
    return Puzzle(grid, WordList.from_words(sorted(words)))
