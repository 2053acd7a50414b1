"""Small puzzles with letters of several characters, and all their fills by brute force."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache

import satcross as sx
from satcross.model.puzzle import Puzzle

Word = tuple[str, ...]

ALPHABETS: dict[str, tuple[str, ...]] = {
    "dutch": ("A", "B", "E", "I", "IJ", "J", "N", "S"),
    "hungarian": ("A", "D", "DZ", "DZS", "E", "S", "SZ", "Z", "ZS"),
    "indic": ("क", "ष", "क्ष", "क्षि", "त", "ता"),
}
GRIDS = (
    ("....", "#.#.", "...."),
    ("...", "...", "..."),
    ("..#", "...", "#.."),
)


def written(word: Word) -> str:
    """A word in which no letter is part of another, whatever the alphabet."""
    return "-".join(word)


def runs_of(rows: Sequence[str]) -> list[list[int]]:
    """The positions of each run of two cells or more, across, then down."""
    n_rows, n_cols = len(rows), len(rows[0])
    lines = [[r * n_cols + c for c in range(n_cols)] for r in range(n_rows)]
    lines += [[r * n_cols + c for r in range(n_rows)] for c in range(n_cols)]
    found: list[list[int]] = []
    for line in lines:
        run: list[int] = []
        for at in [*line, -1]:
            if at >= 0 and rows[at // n_cols][at % n_cols] != "#":
                run.append(at)
            else:
                found += [run] if len(run) > 1 else []
                run = []
    return found


def all_fills(rows: Sequence[str], words: set[Word]) -> set[Word]:
    """The cells of every fill in which no word is there twice."""
    slots = runs_of(rows)
    cells: list[str | None] = ["#" if cell == "#" else None for row in rows for cell in row]
    fills: set[Word] = set()

    def place(number: int, used: frozenset[Word]) -> None:
        if number == len(slots):
            fills.add(tuple(cell or "." for cell in cells))
            return
        slot = slots[number]
        before = [cells[at] for at in slot]
        for word in sorted(words - used):
            if len(word) == len(slot) and all(
                old in (None, new) for old, new in zip(before, word, strict=True)
            ):
                for at, letter in zip(slot, word, strict=True):
                    cells[at] = letter
                place(number + 1, used | {word})
        for at, old in zip(slot, before, strict=True):
            cells[at] = old

    place(0, frozenset())
    return fills


def rebus_fills(
    rows: Sequence[str], words: set[Word], spelled: Mapping[str, Word]
) -> set[tuple[str, ...]]:
    """The cells of every fill, where cells hold texts that spell these letters.

    No word is there twice, in whatever cells.
    """
    slots = runs_of(rows)
    starts = {word[:n] for word in words for n in range(len(word) + 1)}
    cells = ["#" if cell == "#" else "." for row in rows for cell in row]
    fills: set[tuple[str, ...]] = set()

    def fits() -> bool:
        spelt: list[Word] = []
        for slot in slots:
            texts = [cells[at] for at in slot]
            n = texts.index(".") if "." in texts else len(texts)
            word = tuple(letter for text in texts[:n] for letter in spelled[text])
            if word not in (words if n == len(slot) else starts):
                return False
            spelt += [word] if n == len(slot) else []
        return len(set(spelt)) == len(spelt)

    def place(at: int) -> None:
        if at == len(cells):
            fills.add(tuple(cells))
        elif cells[at] == "#":
            place(at + 1)
        else:
            for text in spelled:
                cells[at] = text
                if fits():
                    place(at + 1)
            cells[at] = "."

    place(0)
    return fills


def random_words(rng: random.Random, letters: Sequence[str], rows: Sequence[str]) -> set[Word]:
    """Words of which some fill the grid."""
    words: set[Word] = set()
    for _ in range(3):
        cells = [rng.choice(letters) for _ in range(len(rows) * len(rows[0]))]
        words |= {tuple(cells[at] for at in slot) for slot in runs_of(rows)}
    words |= {tuple(rng.choice(letters) for _ in range(rng.randint(2, 4))) for _ in range(25)}
    return words


@cache
def puzzles(n: int) -> list[tuple[Puzzle, set[Word]]]:
    """Puzzles with their fills."""
    found: list[tuple[Puzzle, set[Word]]] = []
    for seed in range(n):
        rng = random.Random(f"letters {seed}")
        letters = list(ALPHABETS.values())[seed % len(ALPHABETS)]
        rows = GRIDS[seed // len(ALPHABETS) % len(GRIDS)]
        words = random_words(rng, letters, rows)
        if seed == n - 1:
            words = {word for word in words if word[0] == letters[0]}
        listed = sx.WordList.from_words(
            [(written(word), rng.randint(1, 100)) for word in sorted(words)],
            alphabet=sx.Alphabet(letters),
        )
        found.append((Puzzle("\n".join(rows), listed), all_fills(rows, words)))
    return found
