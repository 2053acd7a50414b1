"""The public classes that the library fills reject wrong types in one line."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import satcross as sx
from satcross.drawing.style import Page, Style
from satcross.encoding.encode import encode
from satcross.model.consistency import arc_consistent
from satcross.rooms import rooms

WRONG: list[Any] = [
    None, True, -1, 0, 1.5, float("nan"), "", "x", b"x", object(), [], [None], {}, {3: 4},
    ("a", 1), (None,), (1, 2, 3), lambda: 1, int,
]  # fmt: skip


def refusal(call: Callable[[], object]) -> str:
    """The error of a call, which must be one of ours; "" if it worked."""
    try:
        call()
    except sx.InputError as error:
        return str(error)
    return ""


def made() -> list[Any]:
    puzzle = sx.Puzzle("..\n..", ["at", "to", "oh", "ah", "ho"])
    return [
        sx.crossword_of(sx.Grid.parse("AT\nTO")),
        sx.Alphabet("ABC"),
        arc_consistent(puzzle),
        encode(puzzle),
        *([sx.ClueBook.from_pairs([("at", "Near")])] if "apps/clues" in rooms() else []),
        Style(),
        Page(),
    ]


@pytest.mark.parametrize("right", made(), ids=lambda value: type(value).__name__)
def test_a_field_of_another_type_is_an_option_error(right: Any) -> None:
    for field in dataclasses.fields(right):
        if not field.init:
            continue
        for wrong in WRONG:
            change: dict[str, Any] = {field.name: wrong}
            assert "\n" not in refusal(partial(dataclasses.replace, right, **change))


@pytest.mark.parametrize("pairs", WRONG)
def test_clue_books_of_other_things(pairs: Any) -> None:
    assert "\n" not in refusal(partial(sx.ClueBook.from_pairs, pairs))


def test_lookups_of_other_things_find_nothing() -> None:
    book = sx.ClueBook.from_pairs([("at", "Near")])
    word: Any
    for word in WRONG:
        assert book.clues(word) == ()
        assert word not in book


def test_options_of_loading_clues(tmp_path: Path) -> None:
    path = tmp_path / "clues.tsv"
    path.write_text("AT\tNear\n", encoding="utf-8")
    wrong: Any
    for wrong in WRONG:
        for option in ("alphabet", "only"):
            change: dict[str, Any] = {option: wrong}
            assert "\n" not in refusal(partial(sx.ClueBook.load, path, **change))
    with pytest.raises(sx.InputError, match="must be a path"):
        sx.ClueBook.load(3)  # type: ignore[arg-type]
