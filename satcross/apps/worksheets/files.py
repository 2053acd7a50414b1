"""What the page shows of a puzzle of somebody's words, and its files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, count
from typing import Any

from satcross import Crossword, InputError
from satcross.apps.pictures.nameline import below_name_line
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.wordsearch import drawing
from satcross.apps.workbench.conversion import document_of
from satcross.apps.workbench.export import Export, export_of, exports, pages_of
from satcross.apps.workbench.folder import Folder
from satcross.apps.workbench.wordlists import add_list
from satcross.apps.worksheets.worksheets import CROSSWORD, WORD_SEARCH, Wanted, Worksheet
from satcross.extend import (
    Contents,
    Drawing,
    Medium,
    Output,
    Page,
    Part,
    Sheet,
    Style,
    Texts,
    outputs_of,
)
from satcross.words.alphabets import ALPHABETS, SYLLABIC

Data = dict[str, Any]
_SCORE = 100  # of the words of somebody's own list: none is better


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


def _sheets(wanted: Wanted, made: Worksheet) -> list[Sheet]:
    puzzle, page, language = made.drawable, wanted.page, made.language
    if puzzle is None:
        return []
    style = Style(
        language=language,
        fills_page=True,
        largest_cell=wanted.largest,
        grey_voids=wanted.grey_voids,
    )

    def drawn(part: Part, page: Page) -> list[Sheet]:
        if isinstance(puzzle, Crossword):
            return sheets_of(puzzle, part, page=page, style=style)
        return drawing.sheets_of(
            puzzle,
            title=wanted.title,
            page=page,
            solution=part is Part.SOLUTION,
            largest=wanted.largest,
        )

    asked = partial(drawn, Part.PUZZLE)
    sheets = below_name_line(asked, page, language) if wanted.name_line else asked(page)
    return sheets + drawn(Part.SOLUTION, page) if wanted.solution else sheets


def choices() -> Data:
    """What there is to choose from."""
    searches = outputs_of(Contents.WORD_SEARCH).values()
    return {
        "languages": list(Texts.LANGUAGES),
        "alphabets": sorted({*ALPHABETS, *SYLLABIC}),
        "papers": list(Page.SIZES),
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
    what = Contents.CROSSWORD if isinstance(puzzle, Crossword) else Contents.WORD_SEARCH
    output = Output.named(what, name)
    if name == "pdf":
        from satcross.apps.pictures.pdf import pdf_bytes

        lost = Medium.sounds_lost(puzzle) if isinstance(puzzle, Crossword) else []
        return pdf_bytes(_sheets(wanted, made), title=wanted.title), ".pdf", lost
    how = Drawing(
        Part.PUZZLE if output.is_picture or not wanted.solution else None,
        style=_style_of(wanted, made, is_picture=output.is_picture),
        title=wanted.title,
        embed_font=True,
        lossy=True,
        target="crossword",
    )
    written = output.made(made.drawable if name in ("html", "zip") else puzzle, how)
    return written.data, (*output.suffixes, ".txt")[0], [*written.lost]


def _style_of(wanted: Wanted, made: Worksheet, *, is_picture: bool) -> Style | None:
    grey = wanted.grey_voids and wanted.kind == CROSSWORD
    return None if is_picture and not grey else Style(language=made.language, grey_voids=grey)


def kept(folder: Folder, name: str, crossword: Crossword, words: Sequence[str]) -> str:
    """Adds a crossword to a folder, and its words as a list there, the first that it is filled by.

    Args: name: if it is free; words: as written.

    Returns: the name that it got.

    Raises:
        InputError: it cannot be written.
    """
    name = folder.free_name(name)
    stems = chain([name], (f"{name}-{n}" for n in count(2)))
    lists = next(f"{stem}.txt" for stem in stems if not (folder.path / f"{stem}.txt").exists())
    data = "".join(f"{word};{_SCORE}\n" for word in words).encode()
    add_list(folder, lists, data, replaces=False)
    document = document_of(crossword, folder.new(), source=name)
    return folder.add(name, replace(document, lists=(lists, *document.lists)))


def page_to_solve(wanted: Wanted, made: Worksheet) -> str:
    """The page to solve. Raises InputError: there is no puzzle."""
    return file_of(wanted, made, "html")[0].decode()
