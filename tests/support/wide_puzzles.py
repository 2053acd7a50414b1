"""Puzzles in alphabets of more than 64 letters: the same seed makes the same puzzle."""

from __future__ import annotations

import random

from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

SIZES = (65, 70, 129, 240, 241, 256, 257, 300)  # around words of the machine, and of one byte


def wide_alphabet(n_letters: int) -> Alphabet:
    """The first characters of Unicode's CJK block."""
    return Alphabet("".join(chr(0x4E00 + i) for i in range(n_letters)))


def renaming(letters: str, n_letters: int) -> dict[str, str]:
    """Letters of a wide alphabet in the same order, from its first to its last."""
    wide, last = wide_alphabet(n_letters).letters, max(1, len(letters) - 1)
    return {letter: wide[i * (n_letters - 1) // last] for i, letter in enumerate(letters)}


def renamed(puzzle: Puzzle, n_letters: int) -> Puzzle:
    """The same puzzle with other letters: it has the same fills, in the same order."""
    names = renaming(puzzle.words.alphabet.letters, n_letters)
    grid = puzzle.grid
    cells = tuple(names.get(cell, cell) for cell in grid.cells)
    words = {"".join(names[a] for a in word): score for word, score in puzzle.words.words()}
    listed = WordList.from_words(words, alphabet=wide_alphabet(n_letters), min_letters=1)
    wide = Grid(grid.n_rows, grid.n_cols, cells, grid.bars_right, grid.bars_below)
    how = {"distinct": puzzle.distinct, "min_length": puzzle.min_length}
    return Puzzle(wide, listed, rules=puzzle.rules, **how)


def many_letters(seed: int, n_letters: int) -> Puzzle:
    """5x5 with hundreds of letters in use: each cell has some of its own."""
    rng = random.Random(f"{seed} {n_letters}")
    letters = wide_alphabet(n_letters).letters
    size = 5
    pools = [rng.sample(letters, rng.choice((7, 8, 40))) for _ in range(size * size)]
    cells = [BLOCK if rng.random() < 0.1 else OPEN for _ in pools]
    words: dict[str, int] = {}
    lines = [range(size * i, size * (i + 1)) for i in range(size)]
    for line in [*lines, *(range(i, size * size, size) for i in range(size))]:
        run: list[int] = []
        for cell in [*line, -1]:
            if cell >= 0 and cells[cell] == OPEN:
                run.append(cell)
                continue
            for _ in range(rng.choice((60, 250, 400)) if len(run) > 1 else 0):
                words["".join(rng.choice(pools[at]) for at in run)] = rng.randint(1, 100)
            run = []
    listed = WordList.from_words(words, alphabet=wide_alphabet(n_letters))
    return Puzzle(Grid(size, size, tuple(cells)), listed, distinct=rng.random() < 0.8)


def spread_latin(n_letters: int) -> Alphabet:
    """A to Z among other letters, from near the first to near the last."""
    letters = list(wide_alphabet(n_letters).letters)
    for i, letter in enumerate(LATIN.letters):
        letters[3 + i * (n_letters - 4) // 25] = letter
    return Alphabet("".join(letters))
