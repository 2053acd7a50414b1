"""Option set of theme entries, for `satcross theme` and `satcross make`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli.options.command import option_set
from satcross.construct.theme import Theme, letters_of
from satcross.errors import OptionError, WordListError
from satcross.files import read_file, utf8_text
from satcross.model.puzzle import Direction

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet

_THEME = "Theme"
MAX_FILE = 1 << 20  # bytes; a theme is a few phrases
_DIRECTIONS = {
    "across": (Direction.ACROSS,),
    "down": (Direction.DOWN,),
    "both": (Direction.ACROSS, Direction.DOWN),
}


@option_set(_THEME)
class ThemeOptions:
    """The entries that must stand in the grid, and how."""

    theme: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PHRASE",
            help="An entry that must be in the grid; it need not be in the word list. Spaces and"
            " punctuation are ignored. Can be repeated.",
        ),
    ] = None
    theme_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Such phrases, one on each line.")
    ] = None
    optional: Annotated[
        list[str] | None,
        typer.Option(metavar="PHRASE", help="An entry that may be in the grid. Can be repeated."),
    ] = None
    at_least: Annotated[
        int, typer.Option(metavar="K", help="Minimum number of optional entries.")
    ] = 0
    direction: Annotated[
        str, typer.Option(metavar="across|down|both", help="Direction of theme entries.")
    ] = "across"
    gap: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Rows from one theme entry to the next, where they are above each other.",
        ),
    ] = 2
    unpaired: Annotated[
        bool, typer.Option("--unpaired", help="Theme entries need not be in symmetric pairs.")
    ] = False

    def load(self, alphabet: "Alphabet") -> Theme:
        """The theme.

        Raises:
            OptionError: an option is wrong.
            WordListError: the file cannot be read, or a line of it is not a phrase.
        """
        if self.direction not in _DIRECTIONS:
            raise OptionError(
                f"must be across, down or both, got {self.direction!r}", parameter="direction"
            )
        words = [letters_of(text, alphabet, source="--theme") for text in self.theme or ()]
        if self.theme_file is not None:
            words += _from_file(self.theme_file, alphabet)
        return Theme(
            tuple(words),
            tuple(letters_of(text, alphabet, source="--optional") for text in self.optional or ()),
            self.at_least,
            directions=_DIRECTIONS[self.direction],
            symmetric=not self.unpaired,
            gap=self.gap,
            alphabet=alphabet,
        )


def _from_file(path: Path, alphabet: "Alphabet") -> list[str]:
    data = read_file(path, WordListError, limit=MAX_FILE)
    lines = utf8_text(data, str(path), WordListError).splitlines()
    words = [
        letters_of(line, alphabet, source=str(path), line=number)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not words:
        raise WordListError(
            "the file is empty", hint="write one phrase on each line", source=str(path)
        )
    return words
