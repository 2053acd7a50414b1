"""Tiny puzzles with bars, voids, rebus and rules between entries, and all their fills.

The brute force knows nothing of satcross but the rule that tells a word's root.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from satcross.errors import GridError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.rules import Rule, short_forms
from satcross.words import WordList
from satcross.words.lemmas import root_of

Cells = tuple[str, ...]


def keywords_of(rules: Sequence[Rule]) -> dict[str, Any]:
    """The values of all keywords that stand for rules, where these have one."""
    found: dict[str, Any] = {}
    for name, short in short_forms().items():
        mine = [rule for rule in rules if rule.short is short]
        found[name] = short.off
        if mine:
            found[name] = short.kind(mine if short.kind is tuple else mine[0].value() or True)
    return found


@dataclass(frozen=True)
class Kind:
    """What a random puzzle may have."""

    letters: str = "ABCD"
    bars: float = 0.0
    voids: float = 0.0
    min_lengths: tuple[int, ...] = (2,)
    rebus: bool = False
    shared: bool = False
    near: bool = False
    max_cells: int = 12
    p_given: tuple[float, ...] = (0.0, 0.0, 0.1, 0.3)


def make_puzzle(seed: int, kind: Kind) -> Puzzle:
    """The puzzle of a kind that a seed makes."""
    rng = random.Random(f"{seed} {kind}")
    while True:
        try:
            return _try(rng, kind)
        except GridError:  # no slot
            continue


def _try(rng: random.Random, kind: Kind) -> Puzzle:
    n_rows, n_cols = rng.randint(1, 4), rng.randint(1, 5)
    while n_rows * n_cols > kind.max_cells:
        n_rows, n_cols = rng.randint(1, 4), rng.randint(1, 5)
    letters = kind.letters[: rng.randint(2, len(kind.letters))] if not kind.near else kind.letters
    words = _stems(rng, letters) if kind.near else _words(rng, letters)
    strings: tuple[str, ...] = ()
    given_strings = [""]
    if kind.rebus:
        made = ["".join(rng.choice(letters) for _ in range(rng.choice([2, 2, 3]))) for _ in "12"]
        strings = tuple(dict.fromkeys(made[: rng.randint(0, 2)]))
        given_strings = [rng.choice(made) for _ in range(2)] if rng.random() < 0.7 else [""]
        for _ in range(12):  # words that hold one, so that it can stand somewhere
            parts = [rng.choice([*letters, *made]) for _ in range(rng.randint(1, 4))]
            words["".join(parts)] = rng.randint(1, 100)
    p_given, p_block = rng.choice(kind.p_given), rng.choice([0.0, 0.15])
    cells: list[str] = []
    for _ in range(n_rows * n_cols):
        if rng.random() < p_block:
            cells.append("#")
        elif rng.random() < kind.voids:
            cells.append("~")
        elif rng.random() < p_given:
            cells.append(rng.choice([*letters, *filter(None, given_strings)]))
        else:
            cells.append(".")
    right = frozenset(p for p in range(len(cells)) if (p + 1) % n_cols and rng.random() < kind.bars)
    below = frozenset(p for p in range(len(cells) - n_cols) if rng.random() < kind.bars)
    min_length = rng.choice(kind.min_lengths)
    if min_length == 1:
        for letter in letters:
            if rng.random() < 0.8:
                words[letter] = rng.randint(1, 100)
    grid = Grid(n_rows, n_cols, tuple(cells), right, below)
    if rng.random() < 0.7:
        _plant(rng, grid, letters, strings, words, min_length)
    return Puzzle(
        grid,
        WordList.from_words(sorted(words.items()), alphabet=Alphabet(letters), min_letters=1),
        distinct=rng.random() < 0.7,
        min_length=min_length,
        rebus=strings,
        max_shared_substring=rng.choice([2, 2, 3]) if kind.shared else None,
        no_near_duplicates=kind.near and rng.random() < 0.85,
    )


def _words(rng: random.Random, letters: str) -> dict[str, int]:
    return {
        "".join(rng.choice(letters) for _ in range(length)): rng.randint(1, 100)
        for length in range(2, 6)
        for _ in range(rng.randint(2, 10 if length == 2 else 25))
    }


def _stems(rng: random.Random, letters: str) -> dict[str, int]:
    """Words of which many are forms of others."""
    words: dict[str, int] = {}
    for _ in range(rng.randint(2, 10)):
        stem = "".join(rng.choice(letters) for _ in range(rng.choice([2, 3, 3, 4])))
        for form in (stem, stem + "S", stem + "ES", stem + "ED", stem + "D"):
            if rng.random() < 0.7 and len(form) < 6:
                words[form] = rng.randint(1, 100)
    for _ in range(10):
        words["".join(rng.choice(letters) for _ in range(rng.randint(2, 3)))] = rng.randint(1, 100)
    return words


def _plant(
    rng: random.Random,
    grid: Grid,
    letters: str,
    strings: tuple[str, ...],
    words: dict[str, int],
    min_length: int,
) -> None:
    """Add the words of a random filling, so that there is a fill, unless it breaks a rule."""
    cells = [
        rng.choice([*letters, *(strings if rng.random() < 0.3 else ())]) if cell == "." else cell
        for cell in grid.cells
    ]
    for slot in slots_of(grid, min_length):
        words.setdefault("".join(cells[p] for p in slot), rng.randint(1, 100))


def slots_of(grid: Grid, min_length: int) -> list[list[int]]:
    """The positions of every run, across, then down."""
    n = grid.n_cols
    lines = [
        *(([r * n + c for c in range(n)], grid.bars_right) for r in range(grid.n_rows)),
        *(([r * n + c for r in range(grid.n_rows)], grid.bars_below) for c in range(n)),
    ]
    runs: list[list[int]] = []
    for line, bars in lines:
        run: list[int] = []
        for position in line:
            if grid.cells[position] in "#~":
                runs.append(run)
                run = []
                continue
            run.append(position)
            if position in bars:
                runs.append(run)
                run = []
        runs.append(run)
    return [run for run in runs if run and len(run) >= min_length]


def all_fills_by_rules(puzzle: Puzzle) -> set[Cells]:
    """Every fill, as cells row by row, by trying every letter and string in every cell."""
    grid = puzzle.grid
    known = {word for word, _ in puzzle.listed.words()}
    slots = slots_of(grid, puzzle.min_length)
    given = [all(grid.cells[p] != "." for p in slot) for slot in slots]
    ending: dict[int, list[int]] = {}
    for index, slot in enumerate(slots):
        ending.setdefault(max(slot), []).append(index)
    in_slot = {p for slot in slots for p in slot}
    choices = [
        [*puzzle.listed.alphabet.letters, *puzzle.rebus] if cell == "." and p in in_slot else [cell]
        for p, cell in enumerate(grid.cells)
    ]
    starts = {word[:n] for word in known for n in range(len(word) + 1)}
    cells = list(grid.cells)

    def fits(position: int) -> bool:
        for index, slot in enumerate(slots):
            if position in slot and not given[index]:
                part = [cells[p] for p in slot if p <= position]
                text = "".join(part)
                if (len(part) == len(slot) and text not in known) or text not in starts:
                    return False
        return True

    def extend(position: int) -> Iterator[Cells]:
        if position == len(cells):
            yield tuple(cells)
            return
        for text in choices[position]:
            cells[position] = text
            if fits(position):
                yield from extend(position + 1)
        cells[position] = grid.cells[position]

    root, keywords = _root_of(puzzle, known, slots, given), keywords_of(puzzle.rules)
    return {
        fill
        for fill in extend(0)
        if _rules_hold(puzzle.distinct, keywords, [_at(fill, s) for s in slots], given, root)
    }


def _at(cells: Cells, slot: list[int]) -> Cells:
    return tuple(cells[p] for p in slot)


def _root_of(
    puzzle: Puzzle, known: set[str], slots: list[list[int]], given: list[bool]
) -> Callable[[str], str]:
    words = set(known)
    for slot, is_given in zip(slots, given, strict=True):
        if is_given:
            words.add("".join(puzzle.grid.cells[p] for p in slot))
    return lambda word: root_of(word, words.__contains__)


def _rules_hold(
    distinct: bool,
    keywords: dict[str, Any],
    entries: list[Cells],
    given: list[bool],
    root: Callable[[str], str],
) -> bool:
    n = keywords["max_shared_substring"]
    for (one, one_given), (two, two_given) in combinations(zip(entries, given, strict=True), 2):
        if len(one) == 1 or len(two) == 1:
            continue
        if distinct and "".join(one) == "".join(two):
            return False
        if one_given and two_given:
            continue
        if n is not None and _runs(one, n) & _runs(two, n):
            return False
        if keywords["no_near_duplicates"] and root("".join(one)) == root("".join(two)):
            return False
    return True


def _runs(entry: Cells, n: int) -> set[Cells]:
    return {entry[i : i + n] for i in range(len(entry) - n + 1)}
