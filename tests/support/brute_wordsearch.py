"""All layouts of tiny word searches, by trying everything; judged by the checker alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.board import masked
from satcross.apps.wordsearch.headings import HEADINGS, Heading
from satcross.apps.wordsearch.layout import WordRun, crossings_of
from satcross.apps.wordsearch.problem import LayoutConstraints
from satcross.apps.wordsearch.verify import occurrences, verify
from satcross.model.grid import Grid

EMPTY = "."  # no letter of any alphabet
Key = tuple[frozenset[tuple[int, str]], ...]  # by word, its cells with their letters


def walks(board: Grid, word: HiddenWord, headings: Sequence[Heading]) -> list[WordRun]:
    """Every place of a word, a set of cells once."""
    found: dict[tuple[frozenset[int], str], WordRun] = {}
    for start in board.squares:
        for heading in headings:
            cells: list[int] = []
            row, col = divmod(start, board.n_cols)
            for _ in word.letters:
                if not (0 <= row < board.n_rows and 0 <= col < board.n_cols):
                    break
                if not board.is_square(row * board.n_cols + col):
                    break
                cells.append(row * board.n_cols + col)
                row, col = row + heading.row, col + heading.col
            if len(cells) == len(word):
                by_cell = "".join(c for _, c in sorted(zip(cells, word.letters, strict=True)))
                found.setdefault((frozenset(cells), by_cell), WordRun(0, tuple(cells), heading))
    return list(found.values())


def brute_layouts(
    board: Grid,
    words: Sequence[HiddenWord],
    headings: Sequence[Heading],
    constraints: LayoutConstraints,
) -> set[Key]:
    """The layouts that satisfy the constraints."""
    found: set[Key] = set()
    for chosen in product(*(walks(board, word, headings) for word in words)):
        letters: dict[int, str] = {}
        pairs = [(word, place) for word, place in zip(words, chosen, strict=True)]
        if any(
            letters.setdefault(cell, letter) != letter
            for word, place in pairs
            for cell, letter in zip(place.cells, word.letters, strict=True)
        ):
            continue
        placements = [WordRun(i, p.cells, p.heading) for i, p in enumerate(chosen)]
        if constraints.unused is not None and board.n_squares - len(letters) != constraints.unused:
            continue
        if len(crossings_of(placements)) < constraints.n_crossings_at_least:
            continue
        if _is_correct(board, words, letters, chosen, constraints):
            found.add(key_of(words, chosen))
    return found


def key_of(words: Sequence[HiddenWord], placements: Sequence[WordRun]) -> Key:
    """What tells layouts apart: a palindrome may be read from either end."""
    pairs = zip(words, placements, strict=True)
    return tuple(frozenset(zip(place.cells, word.letters, strict=True)) for word, place in pairs)


def rows_of(board: Grid, letters: dict[int, str]) -> list[str]:
    """A square with dots where no letter is yet, and blanks outside the board."""
    marks = [
        letters.get(cell, EMPTY if inside else " ") for cell, inside in enumerate(board.inside)
    ]
    n = board.n_cols
    return ["".join(marks[start : start + n]) for start in range(0, len(marks), n)]


def _is_correct(
    board: Grid,
    words: Sequence[HiddenWord],
    letters: dict[int, str],
    chosen: Sequence[WordRun],
    constraints: LayoutConstraints,
) -> bool:
    rows = rows_of(board, letters)
    faults = verify(
        rows, board, words, forbid=constraints.forbid, allow_inside=constraints.allow_inside
    )
    if any(fault.kind != "letter" for fault in faults):
        return False
    everywhere = {word.letters: occurrences(rows, word.letters) for word in words}
    for word, place in zip(words, chosen, strict=True):
        longer = [o for w in words if len(w) > len(word) for o in everywhere[w.letters]]
        free = [o for o in everywhere[word.letters] if not any(o <= other for other in longer)]
        # Where it was put must be the one place that counts.
        if (free or everywhere[word.letters]) != [frozenset(place.cells)]:
            return False
    return True


def tiny_search(
    seed: int,
) -> tuple[Grid, tuple[HiddenWord, ...], tuple[Heading, ...], LayoutConstraints]:
    """A random board, list, headings and constraints, small enough for brute force."""
    rng = random.Random(seed)
    n_rows, n_cols = rng.choice([(2, 2), (2, 3), (3, 3), (1, 5), (3, 2), (2, 4), (3, 4)])
    inside = tuple(rng.random() < 0.85 for _ in range(n_rows * n_cols))
    board = masked(n_rows, n_cols, inside if any(inside) else (True,) * len(inside))
    texts: dict[str, None] = {}
    for _ in range(rng.randint(2, 3)):
        texts["".join(rng.choice("ABC") for _ in range(rng.choice([2, 2, 3, 3, 4])))] = None
    if rng.random() < 0.3:
        first = next(iter(texts))
        texts[rng.choice([first[::-1], first[:2], first + rng.choice("ABC")])] = None
    words = tuple(HiddenWord(text, text.lower()) for text in list(texts)[:3])
    n_headings = rng.choice([2, 4, 8, 8])
    headings = tuple(rng.sample(HEADINGS, n_headings))
    constraints = LayoutConstraints(
        n_crossings_at_least=rng.choice([0, 0, 0, 1, 1, 2]),
        unused=rng.choice([None, None, None, 1, 2, 3, 4]),
        allow_inside=rng.random() < 0.5,
        forbid=rng.choice([(), (), ("AC",), ("BB", "CAB")]),
    )
    return board, words, headings, constraints
