"""Our own JSON: everything comes back, and errors are reported."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from satcross.errors import FormatError, GridError
from satcross.formats import own
from satcross.formats.losses import Losses
from satcross.formats.reading import file_of
from satcross.formats.registry import NAMES, format_named
from satcross.kinds.arrowword import ARROW_WORD
from satcross.kinds.fillin import FILL_IN
from satcross.model.crossword import NO_EXTRAS, Clue, Crossword, Square, SquareKind
from satcross.model.kinds import PuzzleKind, kinds

FULL = Crossword(
    2,
    3,
    (
        Square(solution="A", given=True, label="1", circle=True, shade="#ff0000"),
        Square(solution="HEART", entry="HE"),
        Square(SquareKind.VOID, extras={"ipuz": {"x": [1, {"y": None}]}}),
        Square(SquareKind.BLOCK),
        Square(),
        Square(SquareKind.VOID),
    ),
    bars_right=frozenset({0, 3}),
    bars_below=frozenset({1}),
    clues=(
        Clue("Across", "1", "Café & <b>", "Caf&eacute;", (0, 1), "a heart", {"jpz": {"f": "5"}}),
        Clue("Diagonal", "", "", cells=(4,)),
    ),
    title="Τίτλος",
    author="N. N.",
    editor="E",
    copyright="© 2026",
    publisher="P",
    date="2026-11-20",
    notes="two\nlines",
    timer_s=75,
    timer_runs=False,
    extras={"puz": {"version": "1.3"}},
    kind=FILL_IN,
)


def write(crossword: Crossword) -> bytes:
    losses = Losses("json")
    data = own.write(crossword, losses)
    assert not losses.dropped
    assert not losses.notes
    return data


def test_everything_comes_back() -> None:
    again = own.read(write(FULL), "f")
    assert again == FULL
    assert again.squares[2].extras == FULL.squares[2].extras
    assert again.squares[0].extras is NO_EXTRAS
    assert again.clues[0].extras == FULL.clues[0].extras
    assert write(again) == write(FULL)


def test_the_file_has_a_line_for_each_row_and_clue() -> None:
    lines = write(FULL).decode().splitlines()
    assert ' "schema": "satcross.crossword/1",' in lines
    assert '  ["#", ".", null]' in lines
    assert '  {"direction": "Diagonal", "label": "", "text": "", "cells": [[1, 1]]}' in lines


def data_of(crossword: Crossword) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(write(crossword))
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (
            ["schema"],
            "satcross.crossword/2",
            'schema must be "satcross.crossword/1" or "satcross.puzzle/1",'
            " got 'satcross.crossword/2'",
        ),
        (["rows"], 0, "rows must be a whole number up to 200, got 0"),
        (["rows"], True, "rows must be a whole number up to 200, got True"),
        (["cols"], 201, "cols must be a whole number up to 200, got 201"),
        (["cols"], 1.5, "cols must be a whole number up to 200, got 1.5"),
        (["rows"], 3, "squares must have 3 rows, got 2"),
        (["cols"], 2, "row 1 must be a list of 2 squares"),
        (["squares", 0], "abc", "row 1 must be a list of 3 squares"),
        (["squares", 0, 1], 7, "r1c2 must be a JSON object"),
        (
            ["squares", 0, 0, "kind"],
            "wall",
            "the kind of r1c1 must be open, block or void, got 'wall'",
        ),
        (["squares", 0, 0, "circle"], 1, "circle must be true or false"),
        (["squares", 0, 0, "label"], 1, "label must be a string"),
        (["bars_right"], [[0, 3]], "bars_right must be [row, col] inside the grid, got [0, 3]"),
        (["bars_right"], [[0, 2]], "the bar at position 2 has no cell right of it"),
        (["bars_below"], {}, "bars_below must be a list"),
        (["clues", 0], "x", "clue 1 must be a JSON object"),
        (["clues", 0, "cells"], [[0]], "cells must be [row, col] inside the grid, got [0]"),
        (["clues", 0, "text"], None, "text must be a string"),
        (["timer_s"], -1, "timer_s must be a whole number, 0 or greater"),
        (["extras"], [], "extras must be a JSON object"),
        (["extras", "puz"], 1, "extras of 'puz' must be a JSON object"),
        (["title"], ["x"], "title must be a string"),
    ],
)
def test_what_is_wrong_is_told(path: list[Any], value: Any, message: str) -> None:
    data = data_of(FULL)
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(FormatError) as caught:
        own.read(json.dumps(data).encode(), "f.json")
    assert str(caught.value).startswith(f"f.json: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f:1:1: the file is not JSON: Expecting value; if it is another format"),
        (b"{\n ]", "f:2:2: the file is not JSON: Expecting property name"),
        (b"\n\xff", "f:2: the file is not UTF-8 text; save it as UTF-8"),
        (b"[]", "f: the file must be a JSON object"),
        (b"[" * 100_000, "f: the file is not JSON that can be read"),
        (b"1" * 5000, "f: the file is not JSON that can be read"),
    ],
)
def test_no_json_is_told_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        own.read(data, "f")
    assert str(caught.value).startswith(message)


def damaged(rng: random.Random) -> bytes:
    data = bytearray(write(FULL))
    match rng.randrange(3):
        case 0:
            del data[rng.randrange(len(data)) :]
        case 1:
            for _ in range(rng.randint(1, 8)):
                data[rng.randrange(len(data))] = rng.randrange(256)
        case _:
            start = rng.randrange(len(data))
            del data[start : start + rng.randint(1, 40)]
    return bytes(data)


def survive(n: int) -> None:
    rng = random.Random(5)
    refusals: list[str] = []
    for _ in range(n):
        try:
            own.read(damaged(rng), "f")
        except (FormatError, GridError) as error:
            refusals.append(str(error))
    assert 0 < len(refusals) < n
    assert not [text for text in refusals if "\n" in text]


def test_damaged_files_are_read_or_refused() -> None:
    survive(300)


@pytest.mark.slow
def test_thousands_of_damaged_files_are_read_or_refused() -> None:
    survive(5000)


def test_a_kind_that_there_is_not_is_refused() -> None:
    with pytest.raises(FormatError, match=r"kind must be one of crossword.*got 'x'"):
        own.read(
            b'{"schema":"satcross.crossword/1","rows":1,"cols":1,"squares":[["A"]],"kind":"x"}', "f"
        )


@pytest.mark.parametrize("kind", kinds()[1:], ids=lambda kind: kind.value)
@pytest.mark.parametrize("name", NAMES)
def test_a_kind_is_kept_or_refused(name: str, kind: PuzzleKind) -> None:
    plain = Crossword(2, 2, tuple(Square(solution=letter) for letter in "ATTO"))
    if name == "hex":
        plain = Crossword(2, 2, (Square(),) * 4)
    other = replace(plain, kind=kind)
    if kind is ARROW_WORD and name == "jpz":
        return  # its clues say what it is, and here is none
    if kind.hides_diagram and name == "across-text":
        return  # so do its blocks
    if format_named(name).keeps_kind(kind):
        assert file_of(other, name)
        return
    with pytest.raises(FormatError, match=f"cannot hold puzzles of the kind {kind.value}"):
        file_of(other, name)
    assert file_of(other, name, lossy=True).data == file_of(plain, name).data
