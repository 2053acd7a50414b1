"""Cells that a treatment or a second reading adds, and their names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from satcross import OptionError
from satcross.extend import CellList, NamedCell, normal_name

if TYPE_CHECKING:
    from satcross import Grid
    from satcross.extend import Slot


LIGHT = re.compile(r"\d{1,5}[AD]", re.IGNORECASE | re.ASCII)


def place_names(text: str, parameter: str) -> tuple[str, ...]:
    """The cells and lights that a text names, each once.

    Raises:
        OptionError: it names something else. The error names `parameter`.

    >>> place_names("r1c1-r1c3 17a", "rules")
    ('r1c1', 'r1c2', 'r1c3', '17A')
    """
    found: list[str] = []
    for part in text.split():
        found += [normal_name(part)] if LIGHT.fullmatch(part) else CellList(part, parameter).names()
    return tuple(dict.fromkeys(found))


def cells_at(name: str, grid: Grid, slots: Iterable[Slot], parameter: str) -> tuple[int, ...]:
    """The positions of a cell of the rectangle, or of the cells of a light.

    Raises:
        OptionError: there is none of this name, or it is a block. The error names `parameter`.
    """
    place = NamedCell.place_of(name)
    if place is not None:
        if place[0] > grid.n_rows or place[1] > grid.n_cols:
            raise OptionError(
                f"there is no cell {name!r}", hint=f"the grid is {grid.shape}", parameter=parameter
            )
        at = grid.position(name)
        if not grid.is_square(at):
            raise OptionError(
                f"cell {name} is a block", hint="name open cells", parameter=parameter
            )
        return (at,)
    for slot in slots:
        if slot.name == name:
            return slot.cells
    raise OptionError(
        f"the grid has no entry {name}", hint="name one that it has, as in 17A", parameter=parameter
    )
