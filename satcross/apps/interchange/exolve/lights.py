"""The lights of a grid as Exolve numbers them, with cells that are skipped and lights reversed."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from satcross import Crossword
from satcross.apps.interchange.exolve.labels import parse_cell
from satcross.apps.interchange.exolve.lines import NAME
from satcross.apps.interchange.extras import extras_for
from satcross.extend import Light, find_slots, pattern_of


@dataclass(frozen=True, slots=True)
class ExolveLights:
    """The lights of a grid: those across, then those down.

    Args:
        slots: with the numbers and squares that they have in Exolve.
        cells: their squares by direction and label; without those whose number is skipped.
        is_usual: whether they are those of any crossword.
    """

    slots: tuple[Light, ...]
    cells: dict[tuple[str, str], tuple[int, ...]]
    is_usual: bool

    @property
    def labels(self) -> dict[int, str]:
        """By position, what is printed where lights begin: "" where a number is skipped."""
        return {light.cells[0]: str(light.number or "") for light in self.slots}


def reversals_in(lines: Iterable[object]) -> list[str]:
    """The pairs of cells in such lines as `a1-c1 d1-d5`."""
    return [word for line in lines if isinstance(line, str) for word in line.split() if "-" in word]


def lights_of(crossword: Crossword, reversals: Collection[str]) -> ExolveLights:
    """The lights of a grid.

    Args: reversals: pairs of the first and the last cell of a light that is read backwards.
    """
    usual = find_slots(pattern_of(crossword))
    shape = crossword.n_rows, crossword.n_cols
    backward = {
        tuple(parse_cell(cell, *shape) for cell in pair.split("-", 1)) for pair in reversals
    }
    skipped = {
        at for at, one in enumerate(crossword.squares) if extras_for(one, NAME).get("unnumbered")
    }
    turned = [
        replace(one, cells=one.cells[::-1]) if (one.cells[0], one.cells[-1]) in backward else one
        for one in usual
    ]
    starts = sorted({one.cells[0] for one in turned} - skipped)
    numbers = {start: number for number, start in enumerate(starts, 1)}
    found = [_numbered(one, numbers.get(one.cells[0], 0)) for one in turned]
    found.sort(key=lambda one: (one.heading, one.cells[0]))
    slots = tuple(replace(one, index=at) for at, one in enumerate(found))
    cells = {(one.heading, str(one.number)): one.cells for one in slots if one.number}
    return ExolveLights(slots, cells, is_usual=turned == list(usual) and not skipped)


def _numbered(light: Light, number: int) -> Light:
    """The light with a number; without a label for 0."""
    return replace(light, number=number, name=f"{number}{light.heading[0]}" if number else "")
