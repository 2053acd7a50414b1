"""Tiny puzzles with some rules lifted, by brute force; and puzzles that mostly have no fill.

Shares no code with what explains them: it finds slots itself, as lists of cells.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from satcross.apps.explain.rules import RuleKind, SoftRule
from satcross.errors import GridError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

Cell = tuple[int, int]


def runs(rows: Sequence[str]) -> dict[str, tuple[Cell, ...]]:
    """The cells of each run of two or more, by name: `1A`."""
    found: list[tuple[Cell, str, tuple[Cell, ...]]] = []
    for letter, dr, dc in (("A", 0, 1), ("D", 1, 0)):
        for r in range(len(rows)):
            for c in range(len(rows[0])):
                if _block(rows, r, c) or not _block(rows, r - dr, c - dc):
                    continue
                cells = []
                y, x = r, c
                while not _block(rows, y, x):
                    cells.append((y, x))
                    y, x = y + dr, x + dc
                if len(cells) > 1:
                    found.append(((r, c), letter, tuple(cells)))
    numbers = {start: n for n, start in enumerate(sorted({start for start, _, _ in found}), 1)}
    return {f"{numbers[start]}{letter}": cells for start, letter, cells in found}


def _block(rows: Sequence[str], r: int, c: int) -> bool:
    return not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or rows[r][c] == "#"


def can_fill(
    slots: Iterable[tuple[Sequence[Cell], Collection[str] | None]],
    fixed: Mapping[Cell, str],
    letters: str,
    *,
    distinct: bool,
) -> bool:
    """Whether some letters keep all these rules.

    Args:
        slots: the cells of each, and what they may spell; None for anything.
        fixed: the letters that cells must hold.
        letters: what other cells may hold.
        distinct: whether no two of the slots may spell the same.
    """
    known = list(slots)
    cells = sorted({cell for slot, _ in known for cell in slot})
    starts = [
        None if words is None else {word[:n] for word in words for n in range(len(word) + 1)}
        for _, words in known
    ]
    of_cell = {cell: [i for i, (slot, _) in enumerate(known) if cell in slot] for cell in cells}
    held: dict[Cell, str] = {}

    def spelt(slot: Sequence[Cell]) -> str:
        return "".join(held.get(cell, " ") for cell in slot).partition(" ")[0]

    def fits(cell: Cell) -> bool:
        for i in of_cell[cell]:
            slot, words = known[i]
            text, allowed = spelt(slot), starts[i]
            if allowed is not None and text not in allowed:
                return False
            if len(text) == len(slot):
                if words is not None and text not in words:
                    return False
                if distinct and any(
                    j != i and len(other) == len(slot) and spelt(other) == text
                    for j, (other, _) in enumerate(known)
                ):
                    return False
        return True

    def rest(n: int) -> bool:
        if n == len(cells):
            return True
        cell = cells[n]
        for letter in fixed.get(cell, letters):
            held[cell] = letter
            if fits(cell) and rest(n + 1):
                return True
            del held[cell]
        return False

    return rest(0)


@dataclass(frozen=True, slots=True)
class Scored:
    """A tiny puzzle with a minimum score, in plain strings and as the library has it."""

    rows: tuple[str, ...]
    letters: str
    enough: frozenset[str]
    listed: frozenset[str]
    distinct: bool
    puzzle: Puzzle
    full_words: WordList | None

    def fixed(self) -> dict[Cell, str]:
        """The given letters."""
        return {
            (r, c): cell
            for r, row in enumerate(self.rows)
            for c, cell in enumerate(row)
            if cell not in ".#"
        }


def sparse_puzzle(seed: int) -> Scored:
    """Up to 3x4 with few words: most have no fill, for all kinds of reasons."""
    rng = random.Random(seed)
    while True:
        made = _try(rng)
        if made is not None:
            return made


def _try(rng: random.Random) -> Scored | None:
    n_rows, n_cols = rng.randint(2, 3), rng.randint(2, 4)
    letters = "ABC"[: rng.randint(2, 3)]
    p_given = rng.choice([0.0, 0.1, 0.3, 0.5])

    def cell() -> str:
        if rng.random() < 0.15:
            return "#"
        return rng.choice(letters) if rng.random() < p_given else "."

    rows = tuple("".join(cell() for _ in range(n_cols)) for _ in range(n_rows))
    scores = {
        "".join(rng.choice(letters) for _ in range(length)): rng.choice([20, 80])
        for length in (2, 3, 4)
        for _ in range(rng.randint(1, 3 * length))
    }
    has_min = rng.random() < 0.6
    alphabet = Alphabet(letters)
    full = WordList.from_words(sorted(scores.items()), alphabet=alphabet)
    distinct = rng.random() < 0.8
    enough = frozenset(word for word, score in scores.items() if score >= 50 or not has_min)
    try:
        words = full.with_min_score(50) if has_min else full
        puzzle = Puzzle(Grid.parse("\n".join(rows), alphabet=alphabet), words, distinct=distinct)
    except GridError:
        return None
    return Scored(
        rows, letters, enough, frozenset(scores), distinct, puzzle, full if has_min else None
    )


def kept(made: Scored, rules: Collection[SoftRule]) -> bool:
    """Whether `rules` can be kept together, from the plain rows."""
    by_name = runs(made.rows)
    given = made.fixed()
    n_cols = len(made.rows[0])
    fixed: dict[Cell, str] = {}
    names: list[str] = []
    distinct = enough = False
    for rule in rules:
        match rule.kind:
            case RuleKind.SLOT:
                names.append(rule.where(made.puzzle))
            case RuleKind.LETTER:
                cell = divmod(rule.index, n_cols)
                fixed[cell] = given[cell]
            case RuleKind.DISTINCT:
                distinct = True
            case RuleKind.SCORE:
                enough = True
    slots: list[tuple[tuple[Cell, ...], Collection[str] | None]] = []
    for name in names:
        cells = by_name[name]
        if not set(cells) <= set(given):
            slots.append((cells, made.enough if enough else made.listed))
        elif set(cells) <= set(fixed):  # wholly given: no listed word needed
            slots.append((cells, None))
    return can_fill(slots, fixed, made.letters, distinct=distinct)
