"""`satcross render`: a crossword file as SVG, PNG or PDF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import AlphabetOption
from satcross.cli.sink import print_bytes
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.crossword import Crossword
    from satcross.drawing import Page, Part, Style

EXAMPLES = """\
Examples:
  satcross render daily.puz -o daily.pdf     puzzle page and solution page
  satcross render daily.puz -o daily.pdf --blank --page letter
  satcross render filled.txt -o filled.png   the grid alone, with its letters
  satcross render daily.ipuz -o daily.svg --blank --embed-font
  satcross render daily.ipuz -o page.png --page a4 --blank --width 1200

Exit codes:
  0 written   2 bad input"""

_SHOWN = 8  # characters in one message
_PAPER = "Pages"
_PICTURE = "Pictures"
PICTURES = (".svg", ".png", ".pdf")


def render(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A crossword file, - for stdin, or a hex pattern.")
    ],
    output: Annotated[
        str | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="An .svg, .png or .pdf. Without it, SVG: stdout."
        ),
    ] = None,
    from_: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="FORMAT", help="What FILE is; by default its name or content tells."
        ),
    ] = None,
    blank: Annotated[
        bool, typer.Option("--blank", help="The puzzle: no letters but the given ones.")
    ] = False,
    solution: Annotated[
        bool, typer.Option("--solution", help="The solution: all letters that are known.")
    ] = False,
    page: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="a3, a4, a5, letter, legal, or WxH in mm. PDF: a4 by default. SVG and PNG: the"
            " whole page with its clues, instead of the grid alone.",
            rich_help_panel=_PAPER,
        ),
    ] = None,
    columns: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Columns of clues; by default as many as suit the page.",
            rich_help_panel=_PAPER,
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Another title.", rich_help_panel=_PAPER),
    ] = None,
    author: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Another author.", rich_help_panel=_PAPER),
    ] = None,
    width: Annotated[
        int | None,
        typer.Option(metavar="PX", help="PNG: so wide.", rich_help_panel=_PICTURE),
    ] = None,
    scale: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="PNG: so many pixels for a point; a square has 36 points.",
            rich_help_panel=_PICTURE,
        ),
    ] = None,
    embed_font: Annotated[
        bool,
        typer.Option(
            "--embed-font",
            help="SVG: with the letters of the font, so that it looks the same everywhere.",
            rich_help_panel=_PICTURE,
        ),
    ] = False,
    no_numbers: Annotated[
        bool, typer.Option("--no-numbers", help="No numbers in the squares.")
    ] = False,
    alphabet: AlphabetOption = "latin",
) -> None:
    """Draw a crossword as SVG, PNG or PDF.

    A PDF has a page with the puzzle and its clues, and one with the solution, if it is known.
    A picture shows the grid with the letters that are known.
    """
    suffix = suffix_of(output)
    _check_options(
        suffix,
        {
            "--width": (width is not None, (".png",)),
            "--scale": (scale is not None, (".png",)),
            "--embed-font": (embed_font, (".svg",)),
            "--columns": (columns is not None, PICTURES if page else (".pdf",)),
        },
    )
    if blank and solution:
        raise OptionError("--blank and --solution do not go together", mend="give one of them")

    from satcross.drawing import Part, Style, page_named
    from satcross.formats.reading import load_crossword
    from satcross.words.alphabets import parse_alphabet

    paper = page_named(page or "a4", columns) if page or suffix == ".pdf" else None
    loaded = load_crossword(file, format_name=from_, alphabet=parse_alphabet(alphabet))
    crossword = loaded.crossword
    if title is not None:
        crossword = replace(crossword, title=title)
    if author is not None:
        crossword = replace(crossword, author=author)
    if solution and not any(square.solution for square in crossword.squares):
        raise OptionError(
            "no letter of the solution is known",
            mend="fill the grid first, with satcross fill",
            source=loaded.source,
        )
    part = Part.PUZZLE if blank else Part.SOLUTION if solution else None
    write_picture(
        crossword,
        output,
        part,
        page=paper,
        style=Style(numbers=not no_numbers),
        width=width,
        scale=scale,
        embed_font=embed_font,
    )


def suffix_of(output: str | None) -> str:
    """The ending that tells what is drawn; `.svg` for standard output.

    Raises:
        OptionError: it is none of `PICTURES`.
    """
    if output in (None, "-"):
        return ".svg"
    suffix = PurePath(output or "").suffix.lower()
    if suffix not in PICTURES:
        raise OptionError(
            "the file's ending names no picture",
            mend=f"let it end in {', '.join(PICTURES)}",
            source=str(output),
        )
    return suffix


def _check_options(suffix: str, options: Mapping[str, tuple[bool, tuple[str, ...]]]) -> None:
    for name, (given, suffixes) in options.items():
        if given and suffix not in suffixes:
            mend = "give --page too, or leave it out" if name == "--columns" else "leave it out"
            raise OptionError(f"it says nothing about {suffix} files", mend=mend, source=name)


def write_picture(
    crossword: Crossword,
    output: str | None,
    part: Part | None,
    *,
    page: Page | None,
    style: Style,
    width: int | None = None,
    scale: float | None = None,
    embed_font: bool = False,
    form: str | None = None,
) -> None:
    """Draw a crossword to a file, or to standard output.

    Args:
        crossword: what to draw.
        output: the file; its ending tells what it is to be.
        part: what of it; None for both in a PDF, and for the solution in a picture.
        page, style, width, scale, embed_font: see `satcross.drawing`.
        form: "svg", "png" or "pdf", where the ending of the file's name does not tell it.

    Raises:
        OptionError: the file cannot be written, or an option makes no sense.
        FormatError: the clues are longer than those of any crossword.
    """
    from satcross.drawing import Part, pdf_of, png_of, svg_of, unprintable
    from satcross.drawing.fonts import MISSING
    from satcross.files import write_file

    suffix = suffix_of(output) if form is None else f".{form}"
    shown = part or Part.SOLUTION
    data = b""
    match suffix:
        case ".pdf":
            data = pdf_of(crossword, (part,) if part else None, page=page, style=style)
        case ".png":
            data = png_of(crossword, shown, page=page, style=style, width_px=width, scale=scale)
        case _:
            text = svg_of(crossword, shown, page=page, style=style, embed_font=embed_font)
            data = text.encode()
    if output is None or output == "-":
        print_bytes(data)
    else:
        write_file(Path(output), data, OptionError)
    if suffix != ".svg" and (lacking := unprintable(crossword)):
        some = " ".join(lacking[:_SHOWN]) + (" …" if len(lacking) > _SHOWN else "")
        exits.tell(f"the fonts lack {some}; {MISSING} stands for them")
