"""What the page shows of a puzzle of somebody's words, and its files."""

from __future__ import annotations

from typing import Any

from satcross.apps.wordsearch import drawing
from satcross.apps.workbench.export import Export, export_of, exports, pages_of
from satcross.apps.worksheets.worksheets import CROSSWORD, WORD_SEARCH, Wanted, Worksheet
from satcross.drawing import Part, Sheet, Style, sheets_of
from satcross.drawing.languages import LANGUAGES
from satcross.drawing.style import SIZES
from satcross.errors import InputError
from satcross.model.crossword import Crossword
from satcross.model.media import sounds_lost
from satcross.outputs import CROSSWORD as CROSSWORD_FILE
from satcross.outputs import WORD_SEARCH as WORD_SEARCH_FILE
from satcross.outputs import Drawing, named, outputs_of
from satcross.words.alphabets import ALPHABETS, SYLLABIC

Data = dict[str, Any]


def looked_at(wanted: Wanted, made: Worksheet) -> Data:
    """What the page shows."""
    pages, notes = pages_of(_sheets(wanted, made))
    return {
        "pages": pages,
        "n_words": made.n_words,
        "left_out": [{"word": word[:60], "why": why} for word, why in made.left_out],
        "notes": [*made.notes, *notes],
        "language": made.language,
        "alphabet": made.alphabet,
    }


def _style(wanted: Wanted, made: Worksheet) -> Style:
    return Style(language=made.language, fills_page=True, largest_cell=wanted.largest)


def _sheets(wanted: Wanted, made: Worksheet) -> list[Sheet]:
    puzzle, page = made.drawable, wanted.page
    if puzzle is None:
        return []
    if isinstance(puzzle, Crossword):
        parts = (Part.PUZZLE, Part.SOLUTION) if wanted.solution else (Part.PUZZLE,)
        style = _style(wanted, made)
        return [
            sheet for part in parts for sheet in sheets_of(puzzle, part, page=page, style=style)
        ]
    title, largest = wanted.title, wanted.largest
    sheets = drawing.sheets_of(puzzle, title=title, page=page, largest=largest)
    if wanted.solution:
        sheets += drawing.sheets_of(puzzle, title=title, page=page, solution=True, largest=largest)
    return sheets


def choices() -> Data:
    """What there is to choose from."""
    searches = outputs_of(WORD_SEARCH_FILE).values()
    return {
        "languages": list(LANGUAGES),
        "alphabets": sorted({*ALPHABETS, *SYLLABIC}),
        "papers": list(SIZES),
        "files": {
            CROSSWORD: [_described(one) for one in exports() if one.name != "manuscript"],
            WORD_SEARCH: [_described(export_of(one)) for one in searches],
        },
    }


def _described(export: Export) -> Data:
    return {"name": export.name, "title": f"{export.title} ({export.suffix})"}


def file_of(wanted: Wanted, made: Worksheet, name: str) -> tuple[bytes, str, list[str]]:
    """A file: its bytes, the ending of its name, and what it leaves out.

    Raises:
        InputError: there is no puzzle, no such format, or it cannot hold the puzzle.
    """
    puzzle = made.puzzle
    if puzzle is None:
        raise InputError("there is no puzzle yet", hint="write some words")
    what = CROSSWORD_FILE if isinstance(puzzle, Crossword) else WORD_SEARCH_FILE
    output = named(what, name)
    if name == "pdf":
        from satcross.drawing.pdf import pdf_bytes

        lost = sounds_lost(puzzle) if isinstance(puzzle, Crossword) else []
        return pdf_bytes(_sheets(wanted, made), title=wanted.title), ".pdf", lost
    how = Drawing(
        Part.PUZZLE if output.is_picture or not wanted.solution else None,
        style=None if output.is_picture else Style(language=made.language),
        title=wanted.title,
        embed_font=True,
        lossy=True,
        target="crossword",
    )
    written = output.made(made.drawable if name in ("html", "zip") else puzzle, how)
    return written.data, (*output.suffixes, ".txt")[0], [*written.lost]


def page_to_solve(wanted: Wanted, made: Worksheet) -> str:
    """The page to solve. Raises InputError: there is no puzzle."""
    return file_of(wanted, made, "html")[0].decode()
