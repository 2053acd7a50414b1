"""What is asked of a layout."""

from __future__ import annotations

from dataclasses import dataclass

from satcross import LATIN, Alphabet, Grid, OptionError
from satcross.apps.clues.words import HiddenWord
from satcross.apps.wordsearch.headings import Heading


@dataclass(frozen=True, slots=True)
class LayoutConstraints:
    """What a layout must satisfy, besides holding every word.

    Args:
        n_crossings_at_least: as `len(Layout.crossings)` counts them.
        unused: exactly how many cells of the board no word may take; None: any number.
        allow_inside: whether a word may stand within a longer one; see `verify`.
        forbid: symbols of words that the words together must not spell.

    Raises:
        OptionError: a number is negative.
    """

    n_crossings_at_least: int = 0
    unused: int | None = None
    allow_inside: bool = False
    forbid: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("n_crossings_at_least", "unused"):
            value = getattr(self, name)
            if value is not None and value < 0:
                raise OptionError(f"must be 0 or greater, got {value}", parameter=name)


@dataclass(frozen=True, slots=True)
class LayoutProblem:
    """A list of words to lay out on a board.

    Args:
        board: the cells.
        words: the list.
        headings: the directions in which words may run.
        constraints: what else the layout must satisfy.
        alphabet: of all letters.
    """

    board: Grid
    words: tuple[HiddenWord, ...]
    headings: tuple[Heading, ...]
    constraints: LayoutConstraints = LayoutConstraints()
    alphabet: Alphabet = LATIN
