"""Blanks at the ends of texts: kept by every format, or reported by the writer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import NAMES, format_named
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid

FIELDS = ("title", "author", "editor", "copyright", "publisher", "date", "notes")
BLANKS = [" x", "x ", "\tx", "x\t", "  x  ", " ", "\n x", "x \ny"]


def plain() -> Crossword:
    bare = crossword_of(Grid.parse("ABC\nDEF\nGHI"))
    clues = tuple(replace(clue, text=f"clue {n}") for n, clue in enumerate(bare.clues))
    texts: dict[str, Any] = dict.fromkeys(FIELDS, "t")
    return replace(bare, clues=clues, **texts)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", BLANKS)
def test_blanks_are_kept_or_reported(name: str, text: str) -> None:
    format_ = format_named(name)
    some = plain()
    first = replace(some.clues[0], text=text)
    texts: list[dict[str, Any]] = [{field: text} for field in FIELDS]
    changed = [replace(some, **one) for one in texts]
    changed.append(replace(some, clues=(first, *some.clues[1:])))
    for crossword in changed:
        written = file_of(crossword, name, lossy=True)
        again = parse_crossword(written.data, format_, "again")
        if not written.dropped and not written.notes:
            assert [getattr(again, field) for field in FIELDS] == [
                getattr(crossword, field) for field in FIELDS
            ]
            assert [clue.text for clue in again.clues] == [clue.text for clue in crossword.clues]
