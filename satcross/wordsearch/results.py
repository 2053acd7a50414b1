"""A finished word search, and the three answers to the wish for one."""

from __future__ import annotations

from dataclasses import dataclass

from satcross.alphabet import Alphabet
from satcross.wordsearch.layout import Layout


@dataclass(frozen=True, slots=True, eq=False)
class WordSearch:
    """A finished word search. Equal when letters and list are equal.

    Args:
        layout: where the words stand.
        alphabet: of all letters.
        letters: by position, the letter in every cell of the board.
        message: what the cells without a word spell, row by row; "" when they are only filler.
    """

    layout: Layout
    alphabet: Alphabet
    letters: dict[int, str]
    message: str = ""

    def rows(self) -> list[str]:
        """The square, a string for each row; a blank for what is not on the board."""
        n = self.layout.board.n_cols
        cells = [self.letters.get(p, " ") for p in range(n * self.layout.board.n_rows)]
        return ["".join(cells[start : start + n]) for start in range(0, len(cells), n)]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, WordSearch)
            and self.letters == other.letters
            and self.layout.board == other.layout.board
            and self.layout.words == other.layout.words
        )

    def __hash__(self) -> int:
        return hash((tuple(sorted(self.letters.items())), self.layout.words))


@dataclass(frozen=True, slots=True)
class Placed:
    """A layout of all words.

    Args:
        layout: where they stand.
        optimal: whether it was proved that no layout has more crossings (or, of `fit`, that no
            smaller board holds all words).
        bound: a number of crossings (or of cells) that was proved not to be passed; None when
            nothing was proved.
    """

    layout: Layout
    optimal: bool = False
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Impossible:
    """Proved: there is no such layout or square.

    Args: why: in a few words, for people.
    """

    why: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """Neither found nor refuted.

    Args: reason: "time limit".
    """

    reason: str
