"""Books: of many puzzles, and of one where the text flows. See `satcross.apps.books.puzzles`."""

from __future__ import annotations

from functools import partial
from typing import Any

from satcross.apps.books import BOOK
from satcross.extend import CROSSWORDS, Contents, Drawing, Output, Written

_ANY = CROSSWORDS | {BOOK, Contents.WORD_SEARCH}


def _write(name: str, what: Any, how: Drawing) -> Written:
    from satcross.apps.books.puzzles import Puzzles
    from satcross.apps.pictures.api import drawn_of

    book = what if isinstance(what, Puzzles) else Puzzles.of(drawn_of(what), how, name)
    return Written(book.writer(name)(how.part), tuple(book.lost))


def _output(name: str, title: str, holds: frozenset[str], needs: str = "") -> Output:
    write = partial(_write, name)
    return Output(name, title, (f".{name}",), holds, write, is_drawn=True, needs=needs, use="print")


# Other texts and pages of one puzzle are its grid text and pictures.
OUTPUTS = (
    _output("pdf", "Book to print", frozenset({BOOK})),
    _output("docx", "Document", _ANY, "docx"),
    _output("epub", "E-book", _ANY),
    _output("txt", "Text for screen readers", frozenset({BOOK})),
    _output("brf", "Braille", _ANY),
)
