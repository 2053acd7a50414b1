"""What loading a file of clues kept, and what it left out and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from satcross.words.report import Dropped

NO_CLUE = "no clue"
NO_LETTERS = "no letters"
OUTSIDE = "characters outside the alphabet"
REASONS = (NO_CLUE, NO_LETTERS, OUTSIDE)


@dataclass(frozen=True, slots=True)
class ClueReport:
    """What loading kept and left out.

    Args:
        n_lines: lines read from all the files, blank ones and comments included.
        n_words: words kept.
        n_clues: clues kept.
        n_repeats: clues left out because the same word has the same clue already.
        dropped: for each reason that left a line out, how many and examples.
        encoding: how the files were encoded, e.g. `UTF-8` or `UTF-8, Latin-1`.
    """

    n_lines: int
    n_words: int
    n_clues: int
    n_repeats: int = 0
    dropped: Mapping[str, Dropped] = field(default_factory=dict)
    encoding: str = "UTF-8"

    def told(self) -> tuple[str, ...]:
        """What a user should know even when all went well: other encodings, lines left out."""
        return tuple(line for line in self.lines()[1:] if "repeated" not in line)

    def lines(self) -> tuple[str, ...]:
        """The report as text for people, one fact a line.

        >>> dropped = {NO_CLUE: Dropped(1, ("CAT",), ("line 3",))}
        >>> print(*ClueReport(9, 4, 7, 1, dropped).lines(), sep="\\n")
        clues for 4 words: 7, from 9 lines
        left out, repeated: 1
        left out, no clue: 1 (CAT in line 3)
        """
        out = [f"clues for {_count(self.n_words, 'word')}: {self.n_clues:,}, from "
               + _count(self.n_lines, "line")]  # fmt: skip
        if self.encoding != "UTF-8":
            out.append(f"not all UTF-8: read as {self.encoding}")
        if self.n_repeats:
            out.append(f"left out, repeated: {self.n_repeats:,}")
        for reason in REASONS:
            if reason in self.dropped:
                some = self.dropped[reason]
                out.append(f"left out, {reason}: {some.count:,} ({some.shown()})")
        return tuple(out)


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
