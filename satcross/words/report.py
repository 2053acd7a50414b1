"""The report on loading a word list: what was kept, what was left out, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from satcross.checks import counted

MIN_LETTERS, MAX_LETTERS = 2, 64  # of a word of a list
N_EXAMPLES = 5
_SHOWN = 60  # characters of an example, for people

OUTSIDE = "characters outside the alphabet"
TOO_SHORT = f"fewer than {MIN_LETTERS} letters"
TOO_LONG = f"more than {MAX_LETTERS} letters"
NEGATIVE = "score below 0"
EXCLUDED = "in an exclude file"
LOW_SCORE = "score below the minimum"
BEYOND_MAX = "beyond the largest number of words"
NOT_IN_FILL = "not in the fill that was pickled"
# In the order of the report: defects of the file first, then the user's own restrictions.
REASONS = (OUTSIDE, TOO_SHORT, TOO_LONG, NEGATIVE, EXCLUDED, LOW_SCORE, BEYOND_MAX, NOT_IN_FILL)


@dataclass(frozen=True, slots=True)
class Dropped:
    """The lines or words left out for one reason.

    Args:
        count: their number.
        examples: the first few, as written.
        places: the place of each example, `line 3`; () if they are not from a file.
    """

    count: int
    examples: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    def __add__(self, other: Dropped) -> Dropped:
        return Dropped(
            self.count + other.count,
            (self.examples + other.examples)[:N_EXAMPLES],
            (self.places + other.places)[:N_EXAMPLES],
        )

    def add_to(self, table: dict[str, Dropped], reason: str) -> None:
        """Add these to what a table has for a reason."""
        table[reason] = table[reason] + self if reason in table else self

    def in_file(self, name: str) -> Dropped:
        """The same with the file's name before each place."""
        return replace(self, places=tuple(f"{name} {place}" for place in self.places))

    def shown(self) -> str:
        """The examples with their places, and an ellipsis if there are more."""
        places = [f" in {place}" for place in self.places] or [""] * len(self.examples)
        shown = [
            (example if len(example) <= _SHOWN else example[:_SHOWN] + "…") + place
            for example, place in zip(self.examples, places, strict=True)
        ]
        return ", ".join(shown + ["…"] * (self.count > len(shown)))


@dataclass(frozen=True, slots=True)
class LoadReport:
    """What loading kept and left out.

    Args:
        n_lines: lines of all files, including blank ones and comments.
        n_words: distinct words kept.
        n_duplicates: usable lines whose word an earlier file or a better line has.
        dropped: by reason, the lines or words left out.
        encoding: the encodings of the files, e.g. `UTF-8` or `UTF-8, Latin-1`.
        n_rounded: words whose score was not a whole number and was rounded.
        n_clipped: words whose score was outside the range of their list's scale.
    """

    n_lines: int
    n_words: int
    n_duplicates: int = 0
    dropped: Mapping[str, Dropped] = field(default_factory=dict)
    encoding: str = "UTF-8"
    n_rounded: int = 0
    n_clipped: int = 0

    def __post_init__(self) -> None:
        ordered = {reason: self.dropped[reason] for reason in REASONS if reason in self.dropped}
        object.__setattr__(self, "dropped", MappingProxyType(ordered))

    def __reduce__(self) -> tuple[Any, ...]:  # a read-only view does not pickle by itself
        dropped = dict(self.dropped)
        numbers = self.n_lines, self.n_words, self.n_duplicates
        return LoadReport, (*numbers, dropped, self.encoding, self.n_rounded, self.n_clipped)

    def lines(self) -> tuple[str, ...]:
        """The report as text for people, one fact a line.

        >>> dropped = Dropped(1, ("4x4",), ("line 3",))
        >>> print(*LoadReport(3, 1, 1, {OUTSIDE: dropped}).lines(), sep="\\n")
        1 word from 3 lines
        1 duplicate left out
        1 left out: characters outside the alphabet (4x4 in line 3)
        """
        out = [f"{counted(self.n_words, 'word')} from {counted(self.n_lines, 'line')}"]
        if self.encoding != "UTF-8":
            out.append(f"not all UTF-8: read as {self.encoding}")
        if self.n_duplicates:
            out.append(f"{counted(self.n_duplicates, 'duplicate')} left out")
        if self.n_rounded:
            out.append(f"{counted(self.n_rounded, 'score')} rounded to whole numbers")
        if self.n_clipped:
            out.append(
                f"{counted(self.n_clipped, 'score')} outside the range of the scale: 0 or 100"
            )
        for reason, dropped in self.dropped.items():
            shown = f" ({dropped.shown()})" if dropped.examples else ""
            out.append(f"{dropped.count:,} left out: {reason}{shown}")
        return tuple(out)


def merge_dropped(*parts: Mapping[str, Dropped]) -> dict[str, Dropped]:
    """The sums of several `dropped` tables, reason by reason."""
    out: dict[str, Dropped] = {}
    for part in parts:
        for reason, dropped in part.items():
            dropped.add_to(out, reason)
    return out
