"""What a kind of puzzle may do differently, each with what a plain crossword does.

A kind derives a class from `Behaviour`, overrides what it needs, and names the class in its
`PuzzleKind`. It is imported when a puzzle of the kind is checked, drawn, read or written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from satcross.model.kinds import PuzzleKind, code_of, imported, kind_error, wrong_value

if TYPE_CHECKING:
    from satcross.drawing.shapes import Layer
    from satcross.model.crossword import Clue, Crossword
    from satcross.model.grid import Grid
    from satcross.words import WordList

CluesInPlace = Sequence[tuple["Clue", Sequence[int]]]
"""Each clue with the squares of its answer, as far as the puzzle shows them."""


class Behaviour:
    """What a plain crossword does."""

    BLANK: ClassVar = "___<sub>{number}</sub>"  # of a clue that has a blank for each letter

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        """What is wrong with a puzzle that has its solution, beside the rules of fills.

        The rules of fills are not checked for a quotation, so its squares may be empty.

        Args: grid: its solution, full; words: of which entries are.

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
        """What is drawn below the squares and over them: in each, names with the shapes of a group.

        Neither knows whether the solution is drawn, so they must not tell it.

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
        """What lies over the squares of a page to solve, as an element of SVG or HTML.

        Its id is `layer`, and it is stretched over the squares. Where it is empty, what `layers`
        draws is there, on a rectangle.
        """
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
    found = imported(kind.behaviour, kind.value)
    with code_of(kind.value, kind.behaviour):
        made = found()
    if not isinstance(made, Behaviour):
        raise kind_error(kind.value, f"{kind.behaviour} is no Behaviour")
    return made if kind.is_ours else _Guarded(kind.value, made)


class _Guarded(Behaviour):
    """The behaviour of a kind of another package: what it raises or returns is its own fault.

    Args: kind: its name; made: its own behaviour.
    """

    def __init__(self, kind: str, made: Behaviour) -> None:
        self._kind, self._made = kind, made

    def _said(self, name: str, wanted: str, is_right: Callable[[Any], bool], *given: Any) -> Any:
        """What a method gives. Args: wanted, is_right: what that must be; given: arguments."""
        with code_of(self._kind, name):
            found = getattr(self._made, name)(*given)
        if not is_right(found):
            raise wrong_value(self._kind, name, found, wanted)
        return found

    def _crossword(self, name: str, *given: Any) -> Crossword:
        from satcross.model import crossword as model

        def is_right(found: Any) -> bool:
            return isinstance(found, model.Crossword)

        found: Crossword = self._said(name, "a Crossword", is_right, *given)
        return found

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        wanted = 'a list of pairs such as ("name", "line")'
        found = self._said("faults", wanted, _are_faults, crossword, grid, words)
        return [(name, text) for name, text in found]

    def shown(self, crossword: Crossword) -> Crossword:
        return self._crossword("shown", crossword)

    def with_room(self, crossword: Crossword) -> Crossword:
        return self._crossword("with_room", crossword)

    def layers(
        self, crossword: Crossword, x: float, y: float, cell: float
    ) -> tuple[Sequence[Layer], Sequence[Layer]]:
        wanted = "two lists of pairs such as (name, shapes)"
        found = self._said("layers", wanted, _are_layers, crossword, x, y, cell)
        with code_of(self._kind, "layers"):  # shapes may be made as they are asked for
            below, above = ([(name, tuple(shapes)) for name, shapes in part] for part in found)
        return below, above

    def with_blanks(
        self, crossword: Crossword, heading: str, blank: str = Behaviour.BLANK
    ) -> Crossword:
        return self._crossword("with_blanks", crossword, heading, blank)

    def texts_below(self, crossword: Crossword) -> list[str]:
        found: list[str] = self._said("texts_below", "a list of texts", _are_texts, crossword)
        return found

    def page_layer(self, crossword: Crossword) -> str:
        found: str = self._said("page_layer", "a text", _is_text, crossword)
        return found

    def page_data(
        self, crossword: Crossword, solution: Sequence[str], clues: CluesInPlace
    ) -> dict[str, Any]:
        given = crossword, solution, clues
        found: dict[str, Any] = self._said("page_data", "a dict", _is_dict, *given)
        return found

    def for_others(self, crossword: Crossword) -> Crossword:
        return self._crossword("for_others", crossword)

    def of_others(self, crossword: Crossword) -> Crossword:
        return self._crossword("of_others", crossword)


def _is_text(found: Any) -> bool:
    return isinstance(found, str)


def _is_dict(found: Any) -> bool:
    return isinstance(found, dict)


def _are_texts(found: Any) -> bool:
    return isinstance(found, list | tuple) and all(map(_is_text, found))


def _are_faults(found: Any) -> bool:
    return isinstance(found, list | tuple) and all(
        isinstance(one, tuple) and len(one) == 2 and _are_texts(one) for one in found
    )


def _are_layers(found: Any) -> bool:
    return (
        isinstance(found, list | tuple)
        and len(found) == 2
        and all(isinstance(part, list | tuple) for part in found)
        and all(
            isinstance(one, tuple) and len(one) == 2 and isinstance(one[0], str)
            for part in found
            for one in part
        )
    )
