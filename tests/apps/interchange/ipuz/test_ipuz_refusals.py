"""Files that are refused, each for its one defect; and thousands that are broken at random."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.crosswords import kinds_of
from support.format_fuzz import broken_bytes, check_read, corpus, swapped_json
from support.tasks import little_work

from satcross.apps.interchange.ipuz import format as ipuz
from satcross.errors import FormatError
from satcross.formats.losses import Losses

FILES = corpus(Path(__file__).parent / "corpus", ".ipuz")
HIDDEN = pytest.mark.needs("kinds/diagramless")
GOOD: dict[str, Any] = {
    "version": "http://ipuz.org/v2",
    "kind": ["http://ipuz.org/crossword#1"],
    "dimensions": {"width": 2, "height": 2},
    "puzzle": [[1, 2], [3, 0]],
    "solution": [["A", "B"], ["C", "D"]],
    "clues": {"Across": [[1, "one"]], "Down": [[1, "two"]]},
}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        (
            {"kind": ["http://ipuz.org/sudoku#1"]},
            "kind of puzzle is 'http://ipuz.org/sudoku#1'; only these can be read: crossword",
        ),
        ({"kind": ["http://ipuz.org/wordsearch#1"]}, "wordsearch"),
        ({"kind": "http://ipuz.org/answer#1"}, "answer"),
        (
            {"kind": ["http://ipuz.org/crosswords#1"]},
            f"can be read: {', '.join(['crossword', *(each.value for each in kinds_of('ipuz'))])}",
        ),
        ({"kind": ["http://ipuz.org/acrostics"]}, "can be read: crossword"),
        ({"kind": ["https://example.com/ipuz/coded#1"]}, "can be read"),
        ({"kind": [1, None, []]}, "can be read"),
        ({"kind": []}, "the file has no kind"),
        ({"kind": None}, "the file has no kind"),
        (
            {"version": "http://ipuz.org/v3"},
            "version must be \"http://ipuz.org/v2\", got 'http://ipuz.org/v3'",
        ),
        ({"version": 2}, "version must be \"http://ipuz.org/v2\", got '2'"),
        ({"dimensions": {"width": 3, "height": 2}}, "row 1 of puzzle must be a list of 3 cells"),
        ({"dimensions": {"width": 2, "height": 3}}, "puzzle must be a list of 3 rows"),
        (
            {"dimensions": {"width": 0, "height": 2}},
            "the width must be a whole number up to 200, got '0'",
        ),
        (
            {"dimensions": {"width": 2, "height": 201}},
            "the height must be a whole number up to 200, got '201'",
        ),
        (
            {"dimensions": {"width": True, "height": 2}},
            "the width must be a whole number up to 200, got 'True'",
        ),
        ({"dimensions": [2, 2]}, "dimensions must be an object"),
        ({"puzzle": "x"}, "puzzle must be a list of rows"),
        ({"puzzle": [[1, 2], 3]}, "row 2 of puzzle must be a list"),
        (
            {"puzzle": [[1, 2], [3, 1.5]]},
            "r2c2 must be null, a number, a string or an object, got '1.5'",
        ),
        (
            {"puzzle": [[1, 2], [3, True]]},
            "r2c2 must be null, a number, a string or an object, got 'True'",
        ),
        ({"solution": [["A", "B"]]}, "solution must be a list of 2 rows"),
        (
            {"solution": [["A", "B"], ["C", 0.5]]},
            "r2c2 must be null, a number, a string or an object, got '0.5'",
        ),
        ({"saved": [["A", "B"], ["C"]]}, "row 2 of saved must be a list of 2 cells"),
        ({"title": ["x"]}, "title must be a string"),
        ({"block": None}, "block must be a string, got 'None'"),
        ({"clues": []}, "clues must be an object"),
        ({"clues": {"Across": "x"}}, "the clues 'Across' must be a list"),
        ({"clues": {"Across": [7]}}, "or an object, got '7'"),
        ({"clues": {"Across": [[1, 2]]}}, "a clue of 'Across' must be"),
        ({"clues": {"Across": [[[1], "x"]]}}, "the number of a clue of 'Across' must be"),
        ({"clues": {"Across": [{"clue": "x", "cells": [[1, 9]]}]}}, "the cell [1, 9] outside"),
        ({"clues": {"Across": [{"clue": "x", "cells": [7]}]}}, "must be a list of [column, row]"),
    ],
)
def test_a_defect_is_named(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(problem)) as caught:
        ipuz.read(json.dumps({**GOOD, **changes}).encode(), "bad.ipuz")
    assert str(caught.value).startswith("bad.ipuz: ")
    assert caught.value.hint or " must " in caught.value.problem


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "bad.ipuz:1:1: the file is not JSON"),
        (b"{", "bad.ipuz:1:2: the file is not JSON"),
        (b"ipuz(", "the file is not JSON"),
        (b"ipuz({)", "the file is not JSON"),
        (b"[]", "the file must be a JSON object"),
        (b'{"kind":\n"\xff"}', "bad.ipuz:2: the file is not UTF-8 text"),
        (b"[" * 5000, "the file is not JSON"),
        (b'{"a":' + b"[" * 70 + b"]" * 70 + b"}", "nested too deep"),
        (b'{"a": 1e999}', "inf is not a JSON number"),
        (b'{"a": NaN}', "nan is not a JSON number"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b'{"\\ud800": 1}', "half a character"),
        (b"9" * 5000, "the file is not JSON"),
        (b"[" + b"{}," * 300_000 + b"{}]", "larger than any crossword"),
        (b" " * ((8 << 20) + 1), "larger than any crossword"),
    ],
    ids=lambda value: value[:12].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_what_is_no_ipuz_is_refused(data: bytes, problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(problem)):
        ipuz.read(data, "bad.ipuz")


@pytest.mark.parametrize(
    "kind",
    [
        "http://ipuz.org/crossword",
        "https://ipuz.org/crossword#1",
        pytest.param("http://ipuz.org/crossword/diagramless#1", marks=HIDDEN),
        "https://libipuz.org/barred#1",
        "http://libipuz.org/filippine#1",
    ],
)
def test_crosswords_of_every_kind_are_read(kind: str) -> None:
    other = "http://example.org/unknown#1"
    assert check_read(json.dumps({**GOOD, "kind": [other, kind]}).encode(), ipuz.read, ipuz.write)


def test_the_good_file_is_good() -> None:
    assert check_read(json.dumps(GOOD).encode(), ipuz.read, ipuz.write)


def fuzz(n: int, seed: int) -> int:
    rng = random.Random(seed)
    files = [path.read_bytes() for path in FILES]
    plain = [json.loads(data) for data in files if data.lstrip()[:1] == b"{"]
    n_read = 0
    for number in range(n):
        if number % 2:
            data = broken_bytes(rng.choice(files), rng)
        else:
            data = json.dumps(swapped_json(rng.choice(plain), rng)).encode()
        n_read += check_read(data, ipuz.read, ipuz.write)
    return n_read


@HIDDEN
def test_broken_files_are_refused_or_read() -> None:
    assert 20 < fuzz(160, seed=5) < 140


@pytest.mark.slow
def test_thousands_of_broken_files_are_refused_or_read() -> None:
    assert 400 < fuzz(4000, seed=6) < 3600


def large(n: int) -> dict[str, Any]:
    zeros = [[0] * n] * n
    return {**GOOD, "dimensions": {"width": n, "height": n}, "puzzle": zeros, "solution": zeros}


SLOW_TO_THE_NAIVE: dict[str, Callable[[], bytes]] = {
    "a space after the wrapper": lambda: b"f({})" + b" " * 4_000_000 + b"x",
    "tags that close nothing": lambda: json.dumps(
        {**GOOD, "title": "<b>" * 30_000 + "</i></p>" * 30_000}
    ).encode(),
    "many lists of clues": lambda: json.dumps(
        {**GOOD, "clues": {f"Clues:{n}": [[n, "x"]] for n in range(10_000)}}
    ).encode(),
    "many wide styles": lambda: json.dumps(
        {
            **large(60),
            "puzzle": [[{"style": "a"}] * 60] * 60,
            "styles": {"a": {"named": "b"}, "b": {f"x{n}": n for n in range(100_000)}},
        }
    ).encode(),
    "one value after the other": lambda: json.dumps(
        {**large(60), "saved": [[{"value": [["A"]] * 3}] * 60] * 60}
    ).encode(),
}


@pytest.mark.parametrize("name", SLOW_TO_THE_NAIVE)
def test_no_file_takes_long(name: str) -> None:
    data = SLOW_TO_THE_NAIVE[name]()
    with little_work():
        try:
            ipuz.write(ipuz.read(data, "broken"), Losses("ipuz"))
        except FormatError:
            assert name == "a space after the wrapper"
