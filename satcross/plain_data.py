"""Results, events and what they hold as dicts, lists, strings and numbers, as JSON has them.

>>> import json
>>> from satcross.results import Reason, Stopped, Work
>>> json.dumps(as_data(Stopped(Reason.TIME_LIMIT, Work(1.5))))[:59]
'{"type": "Stopped", "reason": "time limit", "work": {"type"'
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import PurePath
from typing import Any

import numpy as np

from satcross.checks import checked
from satcross.errors import OptionError
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

SAFE_INTEGER = 1 << 53  # beyond, readers of JSON that use doubles would round


@checked
def as_data(value: object) -> Any:  # noqa: PLR0911 (one return a type)
    """A result, an event, or a part of one, as JSON can have it.

    - An object is a dict: `type` is the name of its class, as in "Found", "Answered" or "Count";
      the rest are its fields, without those that its `repr` leaves out.
    - `Fill`: `rows`, lists of cells as the grid has them, `score`, `lowest_score`, and `entries`,
      each with `slot` ("12A"), `row` and `col` of its first cell (from 0), `word`, `written`,
      `score` and `given`.
    - `Grid`: `rows`, and the positions `bars_right` and `bars_below`.
    - An object whose class has `plain_fields`: those, as of a `FillStore` its `puzzle`, `n_fills`,
      `best_total` and size.
    - `Puzzle`: `rows`, the names of the `slots`, and `words`. `WordList`: `source` and `n_words`.
    - Enumerations are their values. Sets are sorted lists. A mapping whose keys are neither strings
      nor numbers is a list of pairs.
    - Whole numbers beyond 2^53 are strings; infinities and NaN are null.

    Raises:
        OptionError: there is no such form, as for bytes and functions.
    """
    match value:
        case Enum():
            return as_data(value.value)
        case None | bool() | str():
            return value
        case PurePath():
            return str(value)
        case int():
            return value if abs(value) <= SAFE_INTEGER else str(value)
        case float():
            return value if math.isfinite(value) else None
        case np.generic() | np.ndarray():
            return as_data(value.tolist())
        case Mapping():
            if all(isinstance(key, str | int | Enum) for key in value):
                return {str(as_data(key)): as_data(item) for key, item in value.items()}
            return [[as_data(key), as_data(item)] for key, item in value.items()]
        case Set():
            return [as_data(item) for item in sorted(value)]
        case Sequence() if not isinstance(value, bytes | bytearray | memoryview):
            return [as_data(item) for item in value]
    parts = _parts(value)
    if parts is None:
        if not is_dataclass(value) or isinstance(value, type):
            problem = f"a {type(value).__name__} cannot be written as JSON"
            raise OptionError(problem, parameter="value")
        parts = {field.name: getattr(value, field.name) for field in fields(value) if field.repr}
    return {"type": type(value).__name__} | {name: as_data(part) for name, part in parts.items()}


def _parts(value: object) -> dict[str, Any] | None:
    """What is written of the classes that would be too much as they are."""
    match value:
        case Fill():
            return {
                **_rows(value.grid),
                "score": value.score,
                "lowest_score": value.lowest_score,
                "entries": [
                    {
                        "slot": entry.slot.name,
                        **value.grid.row_and_col(entry.slot.cells[0]),
                        "word": entry.word,
                        **({} if entry.reading == entry.word else {"reading": entry.reading}),
                        "written": entry.written,
                        "score": entry.score,
                        "given": entry.given,
                    }
                    for entry in value.read
                ],
            }
        case Grid():
            bars = {"bars_right": value.bars_right, "bars_below": value.bars_below}
            return {**_rows(value), **bars}
        case Puzzle():
            slots = [slot.name for slot in value.slots]
            return {**_rows(value.grid), "slots": slots, "words": value.listed}
        case WordList():
            return {"source": value.source, "n_words": len(value)}
    names = getattr(type(value), "plain_fields", None)
    return None if names is None else {name: getattr(value, name) for name in names}


def _rows(grid: Grid) -> dict[str, Any]:
    return {"rows": grid.rows(), **({"named": grid.beside()} if grid.named else {})}
