"""What a kind of puzzle may do differently, each with what a plain crossword does.

A kind derives a class from `Behaviour`, overrides what it needs, and names the class in its
`PuzzleKind`. It is imported when a puzzle of the kind is checked, drawn, read or written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from satcross.errors import OptionError
from satcross.model.kinds import PuzzleKind, imported

if TYPE_CHECKING:
    from satcross.drawing.shapes import Shape
    from satcross.model.crossword import Clue, Crossword
    from satcross.model.grid import Grid
    from satcross.words import WordList

    Layer = tuple[str, Iterable[Shape]]
    """The name of a group of a picture, and what is in it."""
    CluesInPlace = Sequence[tuple[Clue, Sequence[int]]]
    """Each clue with the squares of its answer, as far as the puzzle shows them."""


BLANK = "___<sub>{number}</sub>"


class Behaviour:
    """What a plain crossword does."""

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        """What is wrong with a puzzle that has its solution, beside the rules of fills.

        The rules of fills are not checked for a quotation.

        Args: grid: its solution; words: of which entries are.

        Returns: names for programs, such as that of the kind, and lines for people.
        """
        del crossword, grid, words
        return []

    def shown(self, crossword: Crossword) -> Crossword:
        """The crossword whose squares are drawn as the puzzle is, perhaps in other rows."""
        return crossword

    def with_room(self, crossword: Crossword) -> Crossword:
        """The crossword with room in its squares for what `layers` draws over them."""
        return crossword

    def layers(
        self, crossword: Crossword, x: float, y: float, cell: float
    ) -> tuple[Sequence[Layer], Sequence[Layer]]:
        """What is drawn below the squares and over them.

        Args: x, y: of the upper left corner of the rectangle, in points; cell: side of a square.
        """
        del crossword, x, y, cell
        return (), ()

    def with_blanks(self, crossword: Crossword, heading: str, blank: str = BLANK) -> Crossword:
        """The crossword with its clues as they are printed: those with a blank for each letter.

        Args:
            heading: of such clues.
            blank: markup with `{number}` for the number of a square, and `{at}` for its position.
        """
        del heading, blank
        return crossword

    def texts_below(self, crossword: Crossword) -> list[str]:
        """What is printed below a solution."""
        del crossword
        return []

    def page_layer(self, crossword: Crossword) -> str:
        """What lies over the squares of a page to solve, as SVG or HTML."""
        del crossword
        return ""

    def page_data(
        self, crossword: Crossword, solution: Sequence[str], clues: CluesInPlace
    ) -> dict[str, Any]:
        """What a page to solve has beside the squares.

        - `words`: a list of letters for each word whose place is asked for;
        - `paths`: `name` and `cells` of the entries that are neither across nor down;
        - `gap`: the number of the row that parts letters from the squares where they fall.

        Args: solution: what is to be written in each square, "" for those that are closed.
        """
        del crossword, solution, clues
        return {}

    def for_others(self, crossword: Crossword) -> Crossword:
        """The crossword with what programs of others want in a file, beside what ours has."""
        return crossword

    def of_others(self, crossword: Crossword) -> Crossword:
        """The crossword of a file without what `for_others` adds."""
        return crossword


@cache
def behaviour_of(kind: PuzzleKind) -> Behaviour:
    """What a kind does differently.

    Raises:
        OptionError: there is no such class, or it cannot be imported.
    """
    if not kind.behaviour:
        return Behaviour()
    made = imported(kind.behaviour, kind.value)()
    if not isinstance(made, Behaviour):
        raise OptionError(f"{kind.behaviour} is no Behaviour", source=kind.value)
    return made
