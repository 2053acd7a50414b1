"""The eight ways a word can run, and the levels that use some of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satcross import OptionError


@dataclass(frozen=True, slots=True)
class Heading:
    """A way for a word to run.

    Args:
        name: as on a compass: "E" runs to the right, "S" down, "NW" up and to the left.
        row, col: what a step adds, each -1, 0 or 1.
    """

    name: str
    row: int
    col: int

    @property
    def axis(self) -> tuple[int, int]:
        """The step without its sign: equal for headings along the same line."""
        forward = (self.row, self.col) > (0, 0) or (self.row, self.col) == (0, 1)
        return (self.row, self.col) if forward else (-self.row, -self.col)

    def __str__(self) -> str:
        return self.name


HEADINGS = (
    Heading("E", 0, 1),
    Heading("SE", 1, 1),
    Heading("S", 1, 0),
    Heading("SW", 1, -1),
    Heading("W", 0, -1),
    Heading("NW", -1, -1),
    Heading("N", -1, 0),
    Heading("NE", -1, 1),
)
BY_NAME = {heading.name: heading for heading in HEADINGS}

# Forwards only; with the diagonals that run to the right; all.
LEVELS = {"easy": ("E", "S"), "medium": ("E", "S", "SE", "NE"), "hard": tuple(BY_NAME)}


def headings_named(names: Sequence[str]) -> tuple[Heading, ...]:
    """The headings called so, in the order of `HEADINGS`.

    Raises:
        OptionError: there is no such heading, or none is named.
    """
    wanted = {name.strip().upper() for name in names if name.strip()}
    unknown = sorted(wanted - BY_NAME.keys())
    if unknown or not wanted:
        problem = f"there is no direction {unknown[0]!r}" if unknown else "no direction is named"
        raise OptionError(problem, hint=f"choose from {', '.join(BY_NAME)}", parameter="directions")
    return tuple(heading for heading in HEADINGS if heading.name in wanted)


def headings_of_level(level: str) -> tuple[Heading, ...]:
    """The headings of a level. Raises OptionError: there is no such level."""
    if level not in LEVELS:
        hint = f"choose from {', '.join(LEVELS)}"
        raise OptionError(f"there is no level {level!r}", hint=hint, parameter="level")
    return headings_named(LEVELS[level])
