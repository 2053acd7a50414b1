"""Cubes: a puzzle divided into parts that share no fill and together have all of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from satcross.model.consistency import Domains, arc_consistent
from satcross.model.puzzle import Puzzle

LEDGER = "ledger.sqlite"  # the file of their results, in the folder of a state
N_TRIED = 4  # cells whose split is tried before one is chosen
_DIGITS = 9  # of weights; those after them depend on the processor and on the order of sums

Branch = tuple[tuple[int, int], ...]
"""The letters that a cube adds, in the order of the splits: (cell, letter code)."""


@dataclass(frozen=True, slots=True)
class Cube:
    """A part of a puzzle: what it adds to the given letters.

    Args:
        path: the letters that it adds.
        weight: the logarithm of a rough estimate of its fills; -inf where arc consistency finds
            none.
    """

    path: Branch = ()
    weight: float = 0.0

    def of(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with the letters of the cube as given ones."""
        if not self.path:
            return puzzle
        letters = {cell: puzzle.texts[letter] for cell, letter in self.path}
        return replace(puzzle, grid=puzzle.grid.holding(letters))

    def split(self, puzzle: Puzzle) -> list[Cube]:
        """Divide it by the letters of one cell: a cube for each letter that the cell can hold.

        The cell is chosen by lookahead, as in March (Heule and van Maaren 2009): of the cells that
        may have the fewest letters, the one after whose split the fewest fills are expected in all.
        Letters that arc consistency rules out are left out; so are those whose cube it empties.

        No cell is chosen that would complete an entry. A completely given entry need not be in the
        word list, and rules between entries are not checked between two of them: a cube would have
        fills that the puzzle has not.

        Returns: the cubes, the most promising first; the cube itself where no cell can be chosen;
            and nothing where arc consistency finds that there is no fill.
        """
        domains = arc_consistent(self.of(puzzle))
        if domains.emptied is not None:
            return []
        chosen = _chosen_split(puzzle, self.path, domains)
        if chosen is None:
            return [Cube(self.path, _expected(domains))]
        return sorted(chosen, key=lambda cube: (-cube.weight, cube.path))


def cover(puzzle: Puzzle, n: int) -> list[Cube]:
    """Cubes that together have every fill: at least `n` if there can be so many.

    Those of the most fills, by estimate, are split first.

    Returns: the cubes in the order of their paths; none where arc consistency finds that there is
        no fill.
    """
    whole: list[Cube] = []  # that cannot be split
    parts = Cube().split(puzzle)
    while parts and len(parts) + len(whole) < n:
        heaviest = max(parts, key=lambda cube: (cube.weight, cube.path))
        parts.remove(heaviest)
        smaller = heaviest.split(puzzle)
        (whole if smaller == [heaviest] else parts).extend(smaller)
    return sorted([*whole, *parts], key=lambda cube: cube.path)


def _chosen_split(puzzle: Puzzle, path: Branch, domains: Domains) -> list[Cube] | None:
    """The cubes of the cell that `Cube.split` chooses; None where there is none to choose.

    Args:
        puzzle, path: see `Cube.split`.
        domains: what arc consistency leaves of the cube: words for each slot.
    """
    best: list[Cube] | None = None
    best_total = math.inf
    for cell in _candidates(domains)[:N_TRIED]:
        cubes = [
            Cube((*path, (cell, letter)), weight)
            for letter in np.flatnonzero(domains.letters[cell]).tolist()
            if (weight := weight_of(puzzle, (*path, (cell, letter)))) > -math.inf
        ]
        total = round(sum(math.exp(cube.weight / len(domains.cells)) for cube in cubes), _DIGITS)
        if total < best_total:
            best, best_total = cubes, total
    return best


def weight_of(puzzle: Puzzle, path: Branch) -> float:
    """The weight of a cube: see `Cube`."""
    return _expected(arc_consistent(Cube(path).of(puzzle)))


def _candidates(domains: Domains) -> list[int]:
    """Cells that can be split, those with the fewest letters in the entries with the fewest words
    first.
    """
    givens = domains.puzzle.givens
    n_words = [len(codes) for codes in domains.codes]
    left: dict[int, list[int]] = {}  # by cell, the words of its slots
    barred: set[int] = set()
    for slot in domains.puzzle.slots:
        open_cells = [cell for cell in slot.cells if cell not in givens]
        for cell in open_cells:
            left.setdefault(cell, []).append(n_words[slot.index])
        if len(open_cells) == 1:
            barred.update(open_cells)
    n_letters = domains.letters.sum(axis=1).tolist()
    usable = [cell for cell in left if cell not in barred and n_letters[cell] > 1]
    # Crossings before unchecked cells, whose letter decides the least.
    return sorted(usable, key=lambda cell: (-len(left[cell]), min(left[cell]), cell))


def _expected(domains: Domains) -> float:
    """The logarithm of how many fills there would be if entries were independent.

    Each entry is any of its words; two crossing ones agree in a letter by chance.
    """
    if domains.emptied is not None:
        return -math.inf
    total = sum(math.log(len(codes)) for codes in domains.codes)
    shares: dict[int, list[np.ndarray]] = {}
    n_letters = domains.letters.shape[1]
    for slot, codes in zip(domains.puzzle.slots, domains.codes, strict=True):
        for offset, cell in enumerate(slot.cells):
            counts = np.bincount(codes[:, offset], minlength=n_letters) / len(codes)
            shares.setdefault(cell, []).append(counts)
    for pair in shares.values():
        if len(pair) == 2:
            total += math.log(max(float(pair[0] @ pair[1]), 1e-300))
    return round(total, _DIGITS)
