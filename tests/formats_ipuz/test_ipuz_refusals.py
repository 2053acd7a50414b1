"""Files that are refused, each for its one defect; and thousands that are broken at random."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.format_fuzz import broken_bytes, check_read, corpus, swapped_json

from satcross.errors import FormatError
from satcross.formats import ipuz
from satcross.formats.losses import Losses

FILES = corpus(Path(__file__).parent / "corpus", ".ipuz")
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
            "kind 'http://ipuz.org/sudoku#1'; only crosswords",
        ),
        ({"kind": ["http://ipuz.org/wordsearch#1"]}, "wordsearch"),
        ({"kind": "http://ipuz.org/acrostic#1"}, "acrostic"),
        ({"kind": ["http://ipuz.org/crosswords#1"]}, "only crosswords are read"),
        ({"kind": []}, "there is no kind"),
        ({"kind": None}, "there is no kind"),
        ({"version": "http://ipuz.org/v3"}, "this is version 'http://ipuz.org/v3'"),
        ({"version": 2}, "this is version '2'"),
        ({"dimensions": {"width": 3, "height": 2}}, "row 1 of puzzle is no list of 3 cells"),
        ({"dimensions": {"width": 2, "height": 3}}, "puzzle is no list of 3 rows"),
        ({"dimensions": {"width": 0, "height": 2}}, "the width is '0'"),
        ({"dimensions": {"width": 2, "height": 201}}, "the height is '201'"),
        ({"dimensions": {"width": True, "height": 2}}, "the width is 'True'"),
        ({"dimensions": [2, 2]}, "dimensions is no object"),
        ({"puzzle": "x"}, "puzzle is no list of rows"),
        ({"puzzle": [[1, 2], 3]}, "row 2 of puzzle is no list"),
        ({"puzzle": [[1, 2], [3, 1.5]]}, "r2c2 holds '1.5'"),
        ({"puzzle": [[1, 2], [3, True]]}, "r2c2 holds 'True'"),
        ({"solution": [["A", "B"]]}, "solution is no list of 2 rows"),
        ({"solution": [["A", "B"], ["C", 0.5]]}, "r2c2 holds '0.5'"),
        ({"saved": [["A", "B"], ["C"]]}, "row 2 of saved is no list of 2 cells"),
        ({"title": ["x"]}, "title is no string"),
        ({"block": None}, "block is 'None'"),
        ({"clues": []}, "clues is no object"),
        ({"clues": {"Across": "x"}}, "the clues 'Across' are no list"),
        ({"clues": {"Across": [7]}}, "a clue of 'Across' is '7'"),
        ({"clues": {"Across": [[1, 2]]}}, "a clue of 'Across' is"),
        ({"clues": {"Across": [[[1], "x"]]}}, "a clue of 'Across' has the number"),
        ({"clues": {"Across": [{"clue": "x", "cells": [[1, 9]]}]}}, "the cell [1, 9] outside"),
        ({"clues": {"Across": [{"clue": "x", "cells": [7]}]}}, "cells that are no [column, row]"),
    ],
)
def test_a_defect_is_named(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(problem)) as caught:
        ipuz.read(json.dumps({**GOOD, **changes}).encode(), "bad.ipuz")
    assert str(caught.value).startswith("bad.ipuz: ")
    assert caught.value.mend


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "bad.ipuz:1:1: the file is no JSON"),
        (b"{", "bad.ipuz:1:2: the file is no JSON"),
        (b"ipuz(", "the file is no JSON"),
        (b"ipuz({)", "the file is no JSON"),
        (b"[]", "the file is no JSON object"),
        (b'{"kind":\n"\xff"}', "bad.ipuz:2: the file is not UTF-8 text"),
        (b"[" * 5000, "the file is no JSON"),
        (b'{"a":' + b"[" * 70 + b"]" * 70 + b"}", "nested too deep"),
        (b'{"a": 1e999}', "inf is no number"),
        (b'{"a": NaN}', "nan is no number"),
        (b'{"a": "\\ud800"}', "half a character"),
        (b'{"\\ud800": 1}', "half a character"),
        (b"9" * 5000, "the file is no JSON"),
        (b"[" + b"{}," * 300_000 + b"{}]", "more than a crossword can be"),
        (b" " * ((8 << 20) + 1), "more than a crossword can be"),
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
        "http://ipuz.org/crossword/diagramless#1",
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
    started = time.process_time()
    try:
        ipuz.write(ipuz.read(data, "broken"), Losses("ipuz"))
    except FormatError:
        assert name == "a space after the wrapper"
    assert time.process_time() - started < 2  # on a busy machine; alone it is under one
