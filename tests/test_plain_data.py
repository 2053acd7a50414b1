"""Results and events as JSON."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import satcross as sx
from satcross.apps.counting.count import Count, CountKind, CountTask
from satcross.errors import OptionError
from satcross.plain_data import as_data
from satcross.results import Best, Impossible, Reason, Stopped, Work
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Bounded, Event, Listed, Progress
from satcross.tasks.enumerate import Fills


def there_and_back(value: object) -> Any:
    """As a reader of JSON finds it."""
    return json.loads(json.dumps(as_data(value), allow_nan=False))


def puzzle() -> sx.Puzzle:
    words = sx.WordList.from_words([("cot", 80), ("o'de", 60), "pen"])
    return sx.Puzzle(sx.Grid.parse("C..\n#.#\n..."), words)


FILL = {
    "type": "Fill",
    "rows": [["C", "O", "T"], ["#", "D", "#"], ["P", "E", "N"]],
    "score": 190,
    "lowest_score": 50,
    "entries": [
        {"slot": "1A", "row": 0, "col": 0, "word": "COT", "written": "cot", "score": 80,
         "given": False},
        {"slot": "3A", "row": 2, "col": 0, "word": "PEN", "written": "pen", "score": 50,
         "given": False},
        {"slot": "2D", "row": 0, "col": 1, "word": "ODE", "written": "o'de", "score": 60,
         "given": False},
    ],
}  # fmt: skip
WORK = {
    "type": "Work", "elapsed_s": 1.5, "conflicts": -1, "decisions": -1, "n_words": 0, "engine": "",
    "seed": None, "n_failed": 0,
}  # fmt: skip


def test_a_fill_and_its_result() -> None:
    result = sx.fill(puzzle())
    data = there_and_back(result)
    assert data["type"] == "Found"
    assert data["value"] == FILL
    assert data["work"]["engine"] == "lazy"


def test_results() -> None:
    work = Work(1.5)
    assert there_and_back(Best(7, 7, 9, Reason.TIME_LIMIT, work)) == {
        "type": "Best", "value": 7, "objective": 7, "bound": 9, "reason": "time limit",
        "work": WORK,
    }  # fmt: skip
    assert there_and_back(Stopped(Reason.LIMIT, partial=Path("a") / "b"))["partial"] == "a/b"
    assert there_and_back(Impossible("no word fits 3D", work)) == {
        "type": "Impossible", "why": "no word fits 3D", "work": WORK, "evidence": None,
    }  # fmt: skip
    count = Count(CountKind.AT_LEAST, 1 << 60, "frontier", missing=("pyganak",))
    data = there_and_back(Stopped(Reason.INTERRUPTED, work, "", count))
    assert data["reason"] == "interrupted"
    assert data["partial"]["type"] == "Count"
    assert (data["partial"]["kind"], data["partial"]["n"]) == ("at least", str(1 << 60))
    assert data["partial"]["missing"] == ["pyganak"]


def test_events() -> None:
    assert there_and_back(Progress("searching", 0.5, 10, 3, 9)) == {
        "type": "Progress", "phase": "searching", "elapsed_s": 0.5, "conflicts": 10, "depth": 3,
        "n_cells": 9, "n_found": -1, "n_wanted": -1,
    }  # fmt: skip
    assert there_and_back(Bounded(4)) == {"type": "Bounded", "bound": 4}
    assert there_and_back(Answered(Listed(2, False), 5)) == {
        "type": "Answered",
        "value": {"type": "Listed", "n": 2, "is_exhausted": False},
        "objective": 5,
        "bound": None,
    }
    seen: list[Event] = []
    with Fills(puzzle()) as fills:
        fills.subscribe(seen.append)
        fills.run()
    with CountTask(puzzle(), SolverOptions()) as count:
        count.subscribe(seen.append)
        seen.append(Answered(count.run()))
    kinds = [there_and_back(event)["type"] for event in seen]
    assert set(kinds) == {"Progress", "Answered"}
    assert FILL in [there_and_back(event).get("value") for event in seen]


def test_puzzles_and_words_are_named_and_not_written_out() -> None:
    data = there_and_back(puzzle())
    assert data == {
        "type": "Puzzle",
        "rows": [["C", ".", "."], ["#", ".", "#"], [".", ".", "."]],
        "slots": ["1A", "3A", "2D"],
        "words": {"type": "WordList", "source": puzzle().listed.source, "n_words": 3},
    }
    grid = sx.Grid(1, 3, ("A", ".", "HEART"), bars_right=frozenset({1, 0}))
    assert there_and_back(grid) == {
        "type": "Grid", "rows": [["A", ".", "HEART"]], "bars_right": [0, 1], "bars_below": [],
    }  # fmt: skip


class Colour(Enum):
    RED = "red"


@dataclass
class Thing:
    numbers: dict[Colour, int]
    pairs: dict[tuple[int, int], float]
    array: np.ndarray[Any, Any]
    witness: bytes = field(default=b"", repr=False)


def test_anything_that_is_made_of_data() -> None:
    thing = Thing({Colour.RED: 1}, {(0, 1): math.inf}, np.array([[1, 2]], dtype=np.uint8))
    assert there_and_back([thing, (True, None, 1.5), {3: "x"}, frozenset({"b", "a"})]) == [
        {
            "type": "Thing",
            "numbers": {"red": 1},
            "pairs": [[[0, 1], None]],
            "array": [[1, 2]],
        },
        [True, None, 1.5],
        {"3": "x"},
        ["a", "b"],
    ]
    assert [as_data(n) for n in (1 << 53, -(1 << 53) - 1)] == [1 << 53, str(-(1 << 53) - 1)]
    assert there_and_back(sx.LATIN)["type"] == "Alphabet"


@pytest.mark.parametrize("value", [b"bytes", len, Fraction(1, 3), Thing, object()])
def test_what_is_no_data(value: object) -> None:
    with pytest.raises(OptionError, match="cannot be written as JSON"):
        as_data([value])
