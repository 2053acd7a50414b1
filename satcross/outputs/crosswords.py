"""Crossword files, and the texts that commands have of grids."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from satcross.formats import registry
from satcross.outputs import CROSSWORDS, Contents, Drawing, Output, Written

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword

_LINES = ("line", "hex")


def _write(name: str, crossword: Crossword, how: Drawing) -> Written:
    from satcross.formats.reading import file_of

    language = "en" if how.style is None else how.style.language
    content = file_of(crossword, name, lossy=how.lossy, target=how.target, language=language)
    return Written(content.data, (*content.dropped, *content.notes))


def _output(name: str, title: str, suffixes: tuple[str, ...]) -> Output:
    # No letter is left of a fill in hexadecimal. Several of these can follow each other.
    holds = CROSSWORDS - {Contents.FILL, Contents.PUZZLE} if name == "hex" else CROSSWORDS
    streams, is_close = name in ("text", "ruby-quiz", *_LINES), name in _LINES
    use = "school" if name in registry.QUIZZES else "programs"
    use = "" if streams else use
    write = partial(_write, name)
    return Output(name, title, suffixes, holds, write, streams=streams, is_close=is_close, use=use)


def of_format(name: str) -> Output:
    """The output of a format of another package. Raises OptionError: the package is broken."""
    format_ = registry.format_named(name)
    output = _output(name, format_.title, format_.suffixes)
    return output if format_.write else replace(output, write=None)


OUTPUTS = (
    Output(
        "json",
        "An object a line",
        (),
        CROSSWORDS - {Contents.CROSSWORD},
        None,
        streams=True,
        is_close=True,
    ),
    Output(
        "csv",
        "Table of fills",
        (".csv",),
        frozenset({Contents.FILL}),
        None,
        streams=True,
        is_close=True,
    ),
    *(_output(name, title, suffixes) for name, (title, suffixes, _) in registry.TABLE.items()),
)
