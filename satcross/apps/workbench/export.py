"""What a crossword can be exported as: every format that is written, and pictures of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from satcross import Alphabet, Crossword, InputError, OptionError, with_solution_word
from satcross.apps.pictures.api import submission_of
from satcross.apps.pictures.heads import author_of, title_of
from satcross.apps.pictures.pages import has_solution
from satcross.apps.pictures.pdf import pdf_bytes
from satcross.apps.pictures.sheets import sheets_of, unprintable
from satcross.apps.workbench.conversion import crossword_of
from satcross.apps.workbench.document import Document
from satcross.apps.workbench.messages import hint_of
from satcross.extend import (
    Contents,
    Drawing,
    Medium,
    Output,
    Page,
    Part,
    Sheet,
    Written,
    outputs_of,
    solution_word_in,
)

THEMES = ("", "solution", "puzzle")
"""Where theme cells are shaded in print: nowhere, in the solution, or in the puzzle as well."""
_THEME = "#cfe3cf"
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
    outputs = outputs_of(Contents.CROSSWORD) | Output.others(Contents.CROSSWORD)
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


@dataclass(frozen=True, slots=True)
class Published:
    """A crossword for people who solve it: what only its setter needs is not in it.

    Args:
        puzzle: as it is to be solved, and in files.
        solution: as it is printed with its solution; other cells may be shaded.
        notes: what is to be known of it.
    """

    puzzle: Crossword
    solution: Crossword
    notes: tuple[str, ...] = ()


def published_of(document: Document, alphabet: Alphabet, choices: Mapping[str, str]) -> Published:
    """The crossword of a document as its setter wants it to be seen.

    Args: choices: `themes`, one of `THEMES`; `word`: "0" for one without its solution word.

    Raises:
        InputError: there is no such choice.
    """
    themes = choices.get("themes", "")
    notes: tuple[str, ...] = ()
    if themes not in THEMES:
        raise InputError("themes are shaded in the solution, in the puzzle as well, or not")
    crossword = crossword_of(document, settings=False)
    rule = solution_word_in(document.rules)
    if choices.get("word") == "0":
        squares = tuple(
            replace(one, mark="") if one.mark.isdecimal() else one for one in crossword.squares
        )
        crossword = replace(crossword, squares=squares)
    elif rule is not None:
        try:
            crossword = with_solution_word(crossword, rule.word, rule.cells, alphabet=alphabet)
        except OptionError as error:
            notes = (f"the solution word is not shown: {error.problem}",)
    shaded = [
        replace(square, shade=_THEME) if cell.theme and not square.shade else square
        for cell, square in zip(document.squares, crossword.squares, strict=False)
    ]
    squares = (*shaded, *crossword.squares[len(shaded) :])
    solution = replace(crossword, squares=squares) if themes else crossword
    return Published(solution if themes == "puzzle" else crossword, solution, notes)


def exported(
    shown: Published, export: Export, part: str | None, paper: str | None = None
) -> tuple[bytes, list[str]]:
    """A crossword as the bytes of a file, and what it leaves out.

    Args:
        part: of a picture: "puzzle", "solution", or "both" pages of a PDF; None for the usual.
        paper: of what is pages: a name of `Page.SIZES`; None for the usual.

    Raises:
        InputError: there is no such part, or it cannot hold the crossword.
    """
    if part not in (None, "puzzle", "solution", "both"):
        raise InputError("the part is puzzle, solution or both")
    crossword = shown.solution if part == "solution" else shown.puzzle
    if export is _MANUSCRIPT:
        data = submission_of(crossword)
        written = Written(data, (), tuple(unprintable(crossword)))
    else:
        one = None if part in (None, "both") else Part(part)
        target = f"crossword{export.suffix}"
        output = Output.named(Contents.CROSSWORD, export.name)
        page = Page.named(paper) if paper and output.is_paper else None
        if output.is_picture and one is None:
            crossword = shown.solution
        if output.is_paper and one is None and shown.solution is not shown.puzzle:
            sheets = _sheets(shown, "both" if has_solution(crossword) else "puzzle", page or Page())
            data = pdf_bytes(sheets, title=title_of(crossword), author=author_of(crossword))
            lost = tuple(Medium.sounds_lost(crossword))
            written = Written(data, lost, tuple(unprintable(crossword)))
        else:
            how = Drawing(one, page, embed_font=True, lossy=True, target=target)
            written = output.made(crossword, how)
    lacking = [f"the letter {one}" for one in written.lacking]
    return written.data, [*lacking, *written.lost, *shown.notes]


def printed_pages(shown: Published, part: str, paper: str) -> dict[str, list[str]]:
    """The printed pages as SVG, and what is to be known of them.

    Args:
        part: "puzzle", "solution" or "both".
        paper: a name of `Page.SIZES`.

    Raises:
        InputError: there is no such part or paper, or it cannot be drawn.
    """
    if part not in ("puzzle", "solution", "both"):
        raise InputError("the part is puzzle, solution or both")
    pages, notes = pages_of(_sheets(shown, part, Page.named(paper)))
    notes += [f"left out: {lost}" for lost in Medium.sounds_lost(shown.puzzle)]
    return {"pages": pages, "notes": [*notes, *shown.notes]}


def _sheets(shown: Published, part: str, page: Page) -> list[Sheet]:
    parts = tuple(Part) if part == "both" else (Part(part),)
    return [
        sheet
        for one in parts
        for sheet in sheets_of(
            shown.puzzle if one is Part.PUZZLE else shown.solution, one, page=page
        )
    ]


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
