"""Writing crosswords: to a file of a format or a picture, with clues from the user's files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.cli.config import setting
from satcross.cli.errors import echo_err
from satcross.cli.output.sink import Sink
from satcross.errors import OptionError
from satcross.files import write_file
from satcross.outputs import Drawing, Output
from satcross.packed import STDIN

if TYPE_CHECKING:
    from satcross.drawing.style import Page, Style
    from satcross.model.alphabet import Alphabet
    from satcross.model.crossword import Clue, Crossword
    from satcross.model.grid import Grid

_SHOWN = 8  # characters in one message


def publish(
    what: object,
    to: Output,
    output: str | None,
    drawing: Drawing = Drawing(),  # noqa: B008  it is a value
) -> None:
    """Write a puzzle to a file or to standard output, and report what was left out.

    Args:
        what: what to write: anything that `to` holds.
        to: as what.
        output: the file; None or `-` for standard output.
        drawing: how; of a page, on the paper of the configuration.

    Raises:
        OptionError, FormatError: it cannot be written, or cannot hold the puzzle.
    """
    from satcross.model.crossword import Crossword

    to_stdout = output in (None, "-")
    target = "<stdout>" if to_stdout else str(output)
    if to.is_drawn and drawing.style is None and isinstance(what, Crossword):
        drawing = drawing._replace(style=usual_style())
    if to.is_paper and drawing.page is None:
        drawing = drawing._replace(page=usual_page())
    written = to.made(what, drawing._replace(target=target))
    if to_stdout:
        Sink.print_bytes(written.data)
    else:
        write_file(Path(target), written.data, OptionError)
    if written.lacking:
        from satcross.drawing.shapes import Text

        some = " ".join(written.lacking[:_SHOWN]) + " …" * (len(written.lacking) > _SHOWN)
        echo_err(f"the fonts lack {some}; {Text.MISSING} stands for them")
    echo_losses(written.lost)


def enumerated(
    crossword: Crossword,
    wanted: bool | None,
    drawing: Drawing | None,
    written: Callable[[Clue], str] | None = None,
) -> tuple[Crossword, Drawing | None]:
    """The crossword with enumerations or without, and how it is drawn.

    Args:
        wanted: as for `with_enumerations`.
        drawing: how; None for the usual.
        written: how the answers are written; None to look them up in the built-in list.
    """
    from satcross.model.enumerations import with_enumerations
    from satcross.words import WordList

    if written is None:
        words = WordList.builtin()

        def written(clue: Clue) -> str:
            return words.form_of(clue.answer)

    found = with_enumerations(crossword, wanted, written)
    style = changed((drawing or Drawing()).style or usual_style(), enumerations=wanted)
    return found, (drawing or Drawing())._replace(style=style)


def echo_losses(items: Sequence[str]) -> None:
    """Report what a format could not hold, one item a line."""
    for item in items:
        echo_err(f"left out: {item}")


def echo_remarks(crossword: Crossword, source: str) -> None:
    """Report what the reader of a file left out or guessed, one remark a line."""
    for remark in crossword.remarks:
        echo_err(f"{source}: {remark}")


def load_grid(name: str, alphabet: Alphabet) -> Grid:
    """The grid called `name`, as of `satcross.formats.grids.load_grid`; remarks are reported."""
    from satcross.formats import grids

    grid, crossword = grids.load_grid(name, alphabet)
    if crossword is not None:
        echo_remarks(crossword, STDIN if name == "-" else name)
    return grid


def usual_page(columns: int | None = None) -> Page:
    """The paper of one who asks for none: that of the configuration, or A4.

    Args: columns: of clues; those of the configuration, or as many as suit the page, by default.
    """
    from satcross.drawing.style import Page

    return Page.named(setting("page") or "a4", columns or setting("columns"))


def usual_style(*, numbers: bool = True) -> Style:
    """The style of one who asks for none. Args: numbers: whether the squares may have any."""
    from satcross.drawing.style import Style

    return Style(numbers=numbers and setting("numbers") is not False)
