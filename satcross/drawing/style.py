"""What is drawn and on what paper: the choices that are the user's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from satcross.errors import OptionError

MM = 72 / 25.4  # points in a millimetre
_MIN_SIDE, _MAX_SIDE = 50, 2000  # of paper, in mm
MAX_COLUMNS = 8


class Part(Enum):
    """What of a crossword is drawn."""

    PUZZLE = "puzzle"  # to be solved: no letters but those that are given
    SOLUTION = "solution"  # all letters that are known


@dataclass(frozen=True, slots=True)
class Style:
    """How grids look.

    Args:
        cell: the side of a square in points, in pictures of the grid alone.
        numbers: whether there are numbers in the corners.
    """

    cell: float = 36.0
    numbers: bool = True


@dataclass(frozen=True, slots=True)
class Page:
    """Paper.

    Args:
        width, height: in points.
        columns: of clues; None for as many as suit the page.

    Raises:
        OptionError: no paper is of that size, or there are too many columns.
    """

    width: float = 210 * MM
    height: float = 297 * MM
    columns: int | None = None

    def __post_init__(self) -> None:
        for side in (self.width, self.height):
            if not _MIN_SIDE * MM - 1 <= side <= _MAX_SIDE * MM + 1:
                raise OptionError(
                    f"a page of {self.width / MM:.0f} x {self.height / MM:.0f} mm",
                    mend=f"give sides of {_MIN_SIDE} to {_MAX_SIDE} mm",
                    source="--page",
                )
        if self.columns is not None and not 1 <= self.columns <= MAX_COLUMNS:
            raise OptionError(
                f"{self.columns} columns of clues",
                mend=f"give 1 to {MAX_COLUMNS}",
                source="--columns",
            )

    @property
    def margin(self) -> float:
        """White at every side."""
        return max(18.0, min(0.065 * min(self.width, self.height), 45.0))


SIZES = {
    "a3": (297 * MM, 420 * MM),
    "a4": (210 * MM, 297 * MM),
    "a5": (148 * MM, 210 * MM),
    "letter": (612.0, 792.0),
    "legal": (612.0, 1008.0),
}
_IN_MM = re.compile(r"(\d{1,4}(?:\.\d+)?)[x×](\d{1,4}(?:\.\d+)?)(?:mm)?")


def page_named(name: str, columns: int | None = None) -> Page:
    """The paper called `name`: one of `SIZES`, or width x height in mm, as in `200x250`.

    Raises:
        OptionError: it is neither, or no size for paper.
    """
    key = name.strip().lower()
    if key in SIZES:
        return Page(*SIZES[key], columns)
    sides = _IN_MM.fullmatch(key)
    if not sides:
        raise OptionError(
            f"{name[:40]!r} is no size of paper",
            mend=f"give {', '.join(SIZES)}, or width x height in mm, as in 200x250",
            source="--page",
        )
    return Page(float(sides[1]) * MM, float(sides[2]) * MM, columns)
