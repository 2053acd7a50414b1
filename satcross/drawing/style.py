"""The user's options for drawings: parts, style and paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import ClassVar

from satcross.checks import check_fields
from satcross.drawing.languages import Texts
from satcross.errors import OptionError

MM = 72 / 25.4  # points in a millimetre
_MIN_SIDE, _MAX_SIDE = 50, 2000  # of paper, in mm
MAX_COLUMNS = 8
_MAX_CELL = 1000  # points
_IN_MM = re.compile(r"(\d{1,4}(?:\.\d+)?)[x×](\d{1,4}(?:\.\d+)?)(?:mm)?")


class Part(Enum):
    """The part of a crossword that is drawn."""

    PUZZLE = "puzzle"  # to be solved: only given letters
    SOLUTION = "solution"  # all known letters


@dataclass(frozen=True, slots=True)
class Style:
    """The style of grids.

    Args:
        cell: the side of a square in points, in pictures of the grid alone.
        numbers: whether to draw numbers in the corners.
        language: of headings, as in "de": see `satcross.drawing.languages`.
        fills_page: whether squares and clues grow to fill a page; None where a grid has voids and
            no blocks, as free-form crosswords.
        enumerations: whether clues end with the lengths of their answers; None for British grids
            only: see `satcross.model.enumerations`.
        least_clue: the smallest size of clues in points; None for any that is legible.
        largest_cell: the side of a square in points, at most, on pages that are filled; None for
            as large as fits.
        name_line: whether a line for a name and a date is above a puzzle, on a page.
        grey_voids: whether all voids are grey, and not only holes of a single square.

    Raises:
        OptionError: the size is out of range, or there are no texts in the language.
    """

    cell: float = 36.0
    numbers: bool = True
    language: str = "en"
    fills_page: bool | None = None
    enumerations: bool | None = None
    least_clue: float | None = None
    largest_cell: float | None = None
    name_line: bool = False
    grey_voids: bool = False

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if not 0 < self.cell <= _MAX_CELL:
            raise OptionError(
                f"must be greater than 0 and at most {_MAX_CELL}, got {self.cell}", parameter="cell"
            )
        Texts.check(self.language)


@dataclass(frozen=True, slots=True)
class Page:
    """Paper.

    Args:
        width, height: in points.
        columns: number of columns of clues; None for a number that suits the page.

    Class fields:
        SIZES: width and height of the sizes that have a name.
        NAME_LINE: the height of a line for a name, with the space below it.

    Raises:
        OptionError: the size or the number of columns is out of range.
    """

    SIZES: ClassVar[Mapping[str, tuple[float, float]]] = MappingProxyType(
        {
            "a3": (297 * MM, 420 * MM),
            "a4": (210 * MM, 297 * MM),
            "a5": (148 * MM, 210 * MM),
            "letter": (612.0, 792.0),
            "legal": (612.0, 1008.0),
        }
    )
    NAME_LINE: ClassVar = 32.0

    width: float = 210 * MM
    height: float = 297 * MM
    columns: int | None = None

    def __post_init__(self) -> None:
        check_fields(self, globals())
        for side in (self.width, self.height):
            if not _MIN_SIDE * MM - 1 <= side <= _MAX_SIDE * MM + 1:
                raise OptionError(
                    f"sides must be from {_MIN_SIDE} to {_MAX_SIDE} mm, got"
                    f" {self.width / MM:.0f} x {self.height / MM:.0f} mm",
                    parameter="page",
                )
        if self.columns is not None and not 1 <= self.columns <= MAX_COLUMNS:
            raise OptionError(
                f"must be from 1 to {MAX_COLUMNS}, got {self.columns}", parameter="columns"
            )

    @staticmethod
    def named(name: str, columns: int | None = None) -> Page:
        """The paper of this name: one of `SIZES`, or width x height in mm, as in `200x250`.

        Raises:
            OptionError: it is neither, or out of range.
        """
        key = name.strip().lower()
        if key in Page.SIZES:
            return Page(*Page.SIZES[key], columns)
        sides = _IN_MM.fullmatch(key)
        if not sides:
            raise OptionError(
                f"must be one of {', '.join(Page.SIZES)}, or width x height in mm, as in 200x250;"
                f" got {name[:40]!r}",
                parameter="page",
            )
        return Page(float(sides[1]) * MM, float(sides[2]) * MM, columns)

    @property
    def below_name_line(self) -> Page:
        """What is left of it below a line for a name: see `satcross.apps.pictures.nameline`."""
        return replace(self, height=self.height - self.NAME_LINE)

    @property
    def margin(self) -> float:
        """The white margin on every side."""
        return max(18.0, min(0.065 * min(self.width, self.height), 45.0))
