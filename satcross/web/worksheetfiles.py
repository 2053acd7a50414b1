"""What the page shows of a puzzle of somebody's words, and its files."""

from __future__ import annotations

from typing import Any

from satcross import pictures
from satcross.drawing import Part, Sheet, Style, sheets_of
from satcross.drawing.languages import LANGUAGES
from satcross.drawing.style import SIZES
from satcross.errors import InputError
from satcross.model.crossword import Crossword
from satcross.model.media import sounds_lost
from satcross.web.export import Export, export_named, exported, exports, pages_of
from satcross.web.worksheets import CROSSWORD, WORD_SEARCH, Wanted, Worksheet
from satcross.words.alphabets import ALPHABETS, SYLLABIC
from satcross.wordsearch import drawing
from satcross.wordsearch.puzzle import WordSearch

_WORD_SEARCH_FILES = (
    Export("pdf", "PDF", ".pdf", {}),
    Export("html", "Page to solve", ".html", {}),
    Export("scorm", "Page to solve, as a SCORM package", ".zip", {}),
    Export("h5p", "H5P: the words alone", ".h5p", {}),
    Export("svg", "Picture", ".svg", {}),
    Export("png", "Picture", ".png", {}),
    Export("txt", "Text", ".txt", {}),
    Export("json", "satcross JSON", ".json", {}),
)
_DRAWN = ("pdf", "html", "scorm", "svg", "png")

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
    return {
        "languages": list(LANGUAGES),
        "alphabets": sorted({*ALPHABETS, *SYLLABIC}),
        "papers": list(SIZES),
        "files": {
            CROSSWORD: [_described(one) for one in exports() if one.name != "manuscript"],
            WORD_SEARCH: [_described(one) for one in _WORD_SEARCH_FILES],
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
    if isinstance(puzzle, Crossword):
        export = export_named(name)
        if name not in _DRAWN:
            data, lost = exported(puzzle, export, None)
            return data, export.suffix, lost
    else:
        found = next((one for one in _WORD_SEARCH_FILES if one.name == name), None)
        if found is None:
            raise InputError("there is no such file", hint="choose one of the list")
        export = found
    lost = []
    if isinstance(puzzle, Crossword) and name in ("pdf", "svg", "png"):
        lost = sounds_lost(puzzle)
    return _file(wanted, made, export.name), export.suffix, lost


def page_to_solve(wanted: Wanted, made: Worksheet) -> str:
    """The page to solve. Raises InputError: there is no puzzle."""
    return file_of(wanted, made, "html")[0].decode()


def _file(wanted: Wanted, made: Worksheet, kind: str) -> bytes:
    """A file of a kind that is made here, or only of word searches."""
    if kind == "pdf":
        from satcross.drawing.pdf import pdf_bytes

        return pdf_bytes(_sheets(wanted, made), title=wanted.title)
    if kind in _DRAWN:
        is_picture = kind in ("svg", "png")
        return pictures.picture_of(
            made.puzzle if is_picture else made.drawable,
            kind,
            Part.PUZZLE if is_picture or not wanted.solution else None,
            style=None if is_picture else Style(language=made.language),
            title=wanted.title,
            embed_font=True,
        )
    from satcross.wordsearch.files import h5p_of, search_json

    assert isinstance(made.puzzle, WordSearch)
    if kind == "h5p":
        return h5p_of(made.puzzle, wanted.title)
    text = search_json(made.puzzle, number=1) if kind == "json" else made.puzzle
    return f"{text}\n".encode()
