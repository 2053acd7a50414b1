"""The answers about free-form layouts, and what may be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satcross.errors import OptionError
from satcross.grid import Grid
from satcross.patterns.encode import OTHER
from satcross.patterns.freeform_board import Placement
from satcross.patterns.freeform_local import Limits

MAX_WORDS = 300


@dataclass(frozen=True, slots=True)
class Layout:
    """Words that cross, in a box; checked.

    Args:
        grid: the letters; all other cells are void.
        placements: where the words are, in the order in which they were given.
        left_out: the words that are not there, each with what keeps it out where that is plain.
        least_area: proved: no layout of as many words has a smaller box.
        is_proved: whether no layout has more words, or as many in a smaller box, or in one of the
            same area that is nearer to a square.
    """

    grid: Grid
    placements: tuple[Placement, ...]
    left_out: tuple[tuple[str, str], ...]
    least_area: int
    is_proved: bool

    @property
    def area(self) -> int:
        """Cells of the box."""
        return self.grid.n_rows * self.grid.n_cols


@dataclass(frozen=True, slots=True)
class NoLayout:
    """Proved: there is none, or no other. Args: why: for people."""

    why: str


@dataclass(frozen=True, slots=True)
class LayoutUnknown:
    """Neither found nor proved impossible. Args: reason: "time limit"."""

    reason: str


LayoutResult = Layout | NoLayout | LayoutUnknown


def check_input(words: Sequence[str], limits: Limits, at_least: int | None) -> None:
    """Refuse words and numbers that make no sense. Raises OptionError."""

    def bad(problem: str, mend: str, source: str) -> OptionError:
        return OptionError(problem, mend=mend, source=source)

    if not 1 <= len(words) <= MAX_WORDS:
        raise bad(f"{len(words)} words", f"give 1 to {MAX_WORDS}", "words")
    seen: set[str] = set()
    for word in words:
        if len(word) < 2 or not word.isalnum() or word != word.upper():
            raise bad(f"{word!r} cannot be placed", "give two capital letters or more", "words")
        if word in seen:
            raise bad(f"{word!r} stands twice", "leave one out", "words")
        seen.add(word)
    for side, source in ((limits.max_rows, "--max-rows"), (limits.max_cols, "--max-cols")):
        if side is not None and side < 1:
            raise bad(f"{side} is no size of a box", "give 1 or more", source)
    if at_least is not None and not 1 <= at_least <= len(words):
        raise bad(
            f"{at_least} of {len(words)} words cannot be placed", f"give 1 to {len(words)}",
            "--at-least",
        )  # fmt: skip


def turned(place: Placement) -> Placement:
    """The placement turned over the diagonal."""
    return Placement(place.word, OTHER[place.direction], place.col, place.row)


def moved(placements: Sequence[Placement]) -> tuple[Placement, ...]:
    """The placements with no empty row above or column to the left."""
    top = min(place.row for place in placements)
    left = min(place.col for place in placements)
    return tuple(p._replace(row=p.row - top, col=p.col - left) for p in placements)
