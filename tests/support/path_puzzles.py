"""Brute force for tiny puzzles with slots along any path, and what every one of them must pass."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from support.fills_agree import check_listings

import satcross as sx
from satcross.model.puzzle import Puzzle

Cells = tuple[str, ...]


def fillings(puzzle: Puzzle) -> Iterator[Cells]:
    """All letters in all open cells of slots."""
    free = [at for at in sorted(in_slot(puzzle)) if puzzle.grid.cells[at] == "."]
    for letters in product(puzzle.words.alphabet.letters, repeat=len(free)):
        cells = list(puzzle.grid.cells)
        for at, letter in zip(free, letters, strict=True):
            cells[at] = letter
        yield tuple(cells)


def brute_force(puzzle: Puzzle, words: list[str]) -> Iterator[Cells]:
    """Every fill; it knows nothing of satcross but the slots' `cells`."""
    given = [all(puzzle.grid.cells[at] != "." for at in slot.cells) for slot in puzzle.slots]
    for cells in fillings(puzzle):
        spelt = ["".join(cells[at] for at in slot.cells) for slot in puzzle.slots]
        if puzzle.distinct and len(set(spelt)) < len(spelt):
            continue
        if all(g or word in words for word, g in zip(spelt, given, strict=True)):
            yield cells


def in_slot(puzzle: Puzzle) -> set[int]:
    return {at for slot in puzzle.slots for at in slot.cells}


def check_engines(seed: int, puzzle: Puzzle, words: list[str]) -> None:
    """Two of the engines, by the seed, list the fills of brute force, and `count` counts them."""
    check_listings(seed, puzzle, set(brute_force(puzzle, words)))


def check_encoding(encoding: str, puzzle: Puzzle, words: list[str]) -> None:
    """The fills of a formula are those of brute force."""
    found = {
        one.grid.cells for one in sx.enumerate_fills(puzzle, solver="cadical195", encoding=encoding)
    }
    assert found == set(brute_force(puzzle, words))
