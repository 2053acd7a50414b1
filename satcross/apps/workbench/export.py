"""What a crossword can be exported as: every format that is written, and pictures of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satcross import InputError, OptionError
from satcross.apps.pictures.api import submission_of
from satcross.apps.pictures.sheets import sheets_of, unprintable
from satcross.apps.workbench.messages import hint_of
from satcross.extend import (
    Crossword,
    Drawing,
    Output,
    Part,
    Sheet,
    Written,
    outputs_of,
    page_named,
    sounds_lost,
)
from satcross.outputs import CROSSWORD, named, others_of

_PUZZLE = {"puzzle": "only the puzzle"}
_PARTS = {
    "pdf": {**_PUZZLE, "solution": "only the solution"},
    "html": {"puzzle": "without the answers"},
    "svg": _PUZZLE,
    "png": _PUZZLE,
}
_TYPES = {  # also of the page's own files
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".puz": "application/x-crossword",
    ".jpz": "application/xml",
    ".ipuz": "application/json",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".pdf": "application/pdf",
    ".html": "text/html; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Export:
    """One of the things that a crossword can be exported as.

    Args:
        name: the name of a format, or of a picture.
        title: name for people.
        suffix: of the file's name.
        parts: of it that can be had alone: their names, and what they are called.
        use: what people want it for, as of `satcross.outputs.Output`.
    """

    name: str
    title: str
    suffix: str
    parts: dict[str, str]
    use: str


_MANUSCRIPT = Export(
    "manuscript", "Manuscript for The New York Times", "-manuscript.pdf", {}, "print"
)


def media_type(name: str) -> str:
    """The media type of a file, by the end of its name."""
    return _TYPES.get("." + name.rpartition(".")[2], "application/octet-stream")


def exports() -> list[Export]:
    """All that there is for crosswords."""
    outputs = outputs_of(CROSSWORD) | others_of(CROSSWORD)
    return [*map(export_of, outputs.values()), _MANUSCRIPT]


def export_of(output: Output) -> Export:
    """An output, for the page."""
    parts = _PARTS.get(output.name, {})
    return Export(output.name, output.title, (*output.suffixes, ".txt")[0], parts, output.use)


def export_named(name: str) -> Export:
    """The export of this name.

    Raises:
        InputError: there is none.
    """
    for export in exports():
        if export.name == name:
            return export
    raise InputError(f"there is no export {name[:40]!r}", hint="see the list of exports")


def exported(
    crossword: Crossword, export: Export, part: str | None, paper: str | None = None
) -> tuple[bytes, list[str]]:
    """A crossword as the bytes of a file, and what it leaves out.

    Args:
        part: of a picture: "puzzle", "solution", or "both" pages of a PDF; None for the usual.
        paper: of what is pages: a name of `satcross.drawing.style.SIZES`; None for the usual.

    Raises:
        InputError: there is no such part, or it cannot hold the crossword.
    """
    if part not in (None, "puzzle", "solution", "both"):
        raise InputError("the part is puzzle, solution or both")
    if export is _MANUSCRIPT:
        data = submission_of(crossword)
        written = Written(data, (), tuple(unprintable(crossword)))
    else:
        one = None if part in (None, "both") else Part(part)
        target = f"crossword{export.suffix}"
        output = named(CROSSWORD, export.name)
        page = page_named(paper) if paper and output.is_paper else None
        how = Drawing(one, page, embed_font=True, lossy=True, target=target)
        written = output.made(crossword, how)
    return written.data, [*(f"the letter {one}" for one in written.lacking), *written.lost]


def printed_pages(crossword: Crossword, part: str, paper: str) -> dict[str, list[str]]:
    """The printed pages as SVG, and what is to be known of them.

    Args:
        part: "puzzle", "solution" or "both".
        paper: a name of `satcross.drawing.style.SIZES`.

    Raises:
        InputError: there is no such part or paper, or it cannot be drawn.
    """
    if part not in ("puzzle", "solution", "both"):
        raise InputError("the part is puzzle, solution or both")
    page = page_named(paper)
    parts = tuple(Part) if part == "both" else (Part(part),)
    sheets = [sheet for one in parts for sheet in sheets_of(crossword, one, page=page)]
    pages, notes = pages_of(sheets)
    notes += [f"left out: {lost}" for lost in sounds_lost(crossword)]
    return {"pages": pages, "notes": notes}


def pages_of(sheets: Sequence[Sheet]) -> tuple[list[str], list[str]]:
    """Sheets as SVG, and what is to be known of their letters."""
    from satcross.apps.pictures.svg import other_fonts, svg_text

    notes = []
    try:
        for sheet in sheets:
            other_fonts(sheet)
    except OptionError as error:
        notes.append("; ".join(filter(None, (error.problem, hint_of(error)))))
    return [svg_text(sheet, embed_font=True) for sheet in sheets], notes
