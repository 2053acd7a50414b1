"""Free-form layouts, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

from satcross import LATIN, Alphabet, Grid, OptionError
from satcross.apps.freeform.arrangement import Placement, grid_of
from satcross.apps.freeform.local import ROUNDS, BoxShape, Limits
from satcross.extend import Picture

if TYPE_CHECKING:
    from satcross.extend import Page

MAX_WORDS = 300
EXACT_UPTO = 7  # words whose best layout is proved by default
MAX_PARTS = 9
# Rounds times the letters to the power of 3/2, as a round's time: 0.5 ms of 340 letters.
_ROUND_WORK = 12_000_000


@dataclass(frozen=True, slots=True, repr=False)
class Layout(Picture):
    """Words that cross, in a box; checked.

    Args:
        grid: the letters; all other cells are void.
        placements: where the words are, in the order in which they were given.
        left_out: the words that are not there, each with the reason where it is simple, or "".
        n_crossings: letters that are in two words.
        least_area: proved: no layout of as many words has a smaller box.
        is_proved: whether no layout has more words, or as many and is better: squarish, in larger
            squares on the page, with more crossings, in a smaller box, in this order.
        n_parts: connected layouts that stand beside each other in the grid, usually 1.
    """

    grid: Grid
    placements: tuple[Placement, ...]
    left_out: tuple[tuple[str, str], ...]
    n_crossings: int
    least_area: int
    is_proved: bool
    n_parts: int = 1

    def __str__(self) -> str:
        return str(self.grid)

    def __repr__(self) -> str:
        return f"<Layout {self.grid.shape}, {len(self.placements)} words>"

    @property
    def area(self) -> int:
        """Cells of the box."""
        return self.grid.n_rows * self.grid.n_cols


@dataclass(frozen=True, slots=True)
class LayoutOptions:
    """What a layout must be like, and how long to search for it.

    Args:
        max_rows, max_cols: of the box; None for no limit.
        at_least: how many words must be placed; None for all.
        rounds: of the local search; None for what takes about a second; an eighth of them where
            a quick proof follows.
        prove: whether to go on until no layout is proved to be better; None: for up to
            `EXACT_UPTO` words, as far as they can all be placed.
        parts: how many layouts the words may be divided among, where they do not all cross.
        page: on which squares are to be large; None where that is not known.

    Raises:
        OptionError: a number is too small.
    """

    max_rows: int | None = None
    max_cols: int | None = None
    at_least: int | None = None
    rounds: int | None = None
    prove: bool | None = None
    parts: int = 1
    page: Page | None = None

    def __post_init__(self) -> None:
        for name, least in (("max_rows", 1), ("max_cols", 1), ("at_least", 1), ("rounds", 0)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise OptionError(f"must be {least} or greater, got {value}", parameter=name)
        if not 1 <= self.parts <= MAX_PARTS:
            raise OptionError(f"must be from 1 to {MAX_PARTS}, got {self.parts}", parameter="parts")
        if self.parts > 1 and self.at_least is not None:
            raise OptionError(
                "it keeps all words, and does not go with a number of them",
                hint="leave one of the two out",
                parameter="parts",
            )

    @property
    def shape(self) -> BoxShape:
        """Of the box."""
        return BoxShape(Limits(self.max_rows, self.max_cols), self.page)

    def is_exact(self, words: Sequence[str]) -> bool:
        """Whether the layout of these words is to be proved to be the best."""
        return len(words) <= EXACT_UPTO if self.prove is None else self.prove


def rounds_for(words: Sequence[str]) -> int:
    """Rounds of the local search that take about a second, and never more than are useful."""
    n_letters = sum(map(len, words))
    return min(ROUNDS, max(1, _ROUND_WORK // max(1, n_letters * isqrt(n_letters))))


def check_words(words: Sequence[str], options: LayoutOptions, alphabet: Alphabet = LATIN) -> None:
    """Refuse words that cannot be placed. Raises OptionError."""

    def bad(problem: str, hint: str, parameter: str = "words") -> OptionError:
        return OptionError(problem, hint=hint, parameter=parameter)

    if not 1 <= len(words) <= MAX_WORDS:
        raise bad(f"must be 1 to {MAX_WORDS} words, got {len(words)}", "change the list")
    seen: set[str] = set()
    for word in words:
        if alphabet.size(word) < 2 or not _are_letters(word, alphabet):
            raise bad(f"{word!r} cannot be placed", "give two capital letters or more")
        if word in seen:
            raise bad(f"{word!r} is there twice", "leave one out")
        seen.add(word)
    if options.at_least is not None and options.at_least > len(words):
        raise bad(f"must be 1 to {len(words)} words, got {options.at_least}", "", "at_least")


def _are_letters(word: str, alphabet: Alphabet) -> bool:
    """Whether some alphabet has all letters of a word: a cell of the grid can hold them."""
    try:
        Alphabet(tuple(dict.fromkeys(alphabet.cut(word))))
    except OptionError:
        return False
    return True


def turned(place: Placement) -> Placement:
    """The transposed placement."""
    return Placement(place.word, place.direction.other, place.col, place.row)


def crossings_of(placements: Sequence[Placement]) -> int:
    """Letters that are in two words. Args: placements: in symbols, of one character a letter."""
    n_letters = sum(len(place.word) for place in placements)
    return n_letters - grid_of(placements).n_squares


def spelled(
    placements: Iterable[Placement], spelling: Callable[[str], str]
) -> tuple[Placement, ...]:
    """The placements with their words written in another way."""
    return tuple(place._replace(word=spelling(place.word)) for place in placements)


def moved(placements: Sequence[Placement]) -> tuple[Placement, ...]:
    """The placements with no empty row above or column to the left."""
    top = min(place.row for place in placements)
    left = min(place.col for place in placements)
    return tuple(p._replace(row=p.row - top, col=p.col - left) for p in placements)
