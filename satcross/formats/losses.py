"""What a format cannot hold, item by item."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from satcross.errors import FormatError

_SHOWN = 3  # of the places of one loss; the others are counted


class Feature(Enum):
    """What a crossword may have. The value is its name for people."""

    SIZE = "a grid of this size"
    BARS = "bars"
    VOIDS = "void cells"
    CIRCLES = "circles"
    SHADES = "shading"
    COLOURS = "colours of shading"
    REBUS = "cells of several letters"
    LETTERS = "these characters in cells"
    UNFILLED = "open cells without a letter"
    GIVENS = "given letters"
    ENTRIES = "letters written so far"
    LABELS = "labels other than the usual numbers"
    CLUES = "clues"
    CLUE_LISTS = "clues that are neither across nor down"
    CLUE_ORDER = "clues that do not belong to the usual numbers"
    CLUE_CELLS = "clues for cells that are no slot"
    ANSWERS = "answers that differ from the grid"
    MARKUP = "bold and italics in clues"
    TEXT = "these characters in text"
    TITLE = "a title"
    AUTHOR = "an author"
    EDITOR = "an editor"
    COPYRIGHT = "a copyright line"
    PUBLISHER = "a publisher"
    DATE = "a date"
    NOTES = "notes"
    TIMER = "a timer"


class Losses:
    """Collects what a writer has to leave out.

    Args:
        target: the format's name for people, as in ".puz".

    Fields:
        dropped: one line for each feature that is lost: an error, unless losses are allowed.
        notes: one line for each thing that only the format it came from can hold; never an error.
    """

    def __init__(self, target: str) -> None:
        self.target = target
        self.dropped: dict[Feature, str] = {}
        self.notes: list[str] = []

    def drop(self, feature: Feature, places: Iterable[str] = ()) -> None:
        """Note that `feature` is left out, at these places, if there are any to tell."""
        known = list(places)
        more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
        where = f" ({', '.join(known[:_SHOWN])}{more})" if known else ""
        self.dropped[feature] = f"{feature.value}{where}"

    def note(self, text: str) -> None:
        """Note something left out that no other format has a place for."""
        self.notes.append(text)

    def require_none(self, source: str) -> None:
        """Raises FormatError when something was dropped: all of it, in one line."""
        if self.dropped:
            raise FormatError(
                f"{self.target} cannot hold {', '.join(self.dropped.values())}",
                mend="give --lossy to leave that out, or choose another format",
                source=source,
            )
