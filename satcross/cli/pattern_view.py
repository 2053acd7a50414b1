"""Block patterns as text, as hexadecimal and as JSON.

The JSON form is one object a line, schema `satcross.pattern/1`:

- `schema`: that name.
- `number`: 1 for the first pattern of the run.
- `grid`: the rows, as in grid files.
- `hex`: the pattern in hexadecimal, when it is square and has no bars; else null.
- `blocks` (bars, in barred patterns), `words`: how many of each.
- `lengths`: how many slots there are by length.
- `expected_fills`, `tightest`, `tightest_slot`: only where patterns are judged, see
  `satcross.patterns.judge`: two base-10 logarithms (null when a slot's length has no words), and
  that slot's name.
"""

from __future__ import annotations

import json
from collections import Counter
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, Any

from satcross.cli.sink import Sink
from satcross.errors import OptionError
from satcross.grid import BLOCK, Grid
from satcross.puzzle import find_slots

if TYPE_CHECKING:
    from satcross.patterns.judge import Judgement

PATTERN_SCHEMA = "satcross.pattern/1"


class PatternFormat(StrEnum):
    """How patterns are printed."""

    TEXT = "text"
    HEX = "hex"
    JSON = "json"


class PatternPrinter:
    """Prints patterns one after the other."""

    def __init__(self, sink: Sink, format_: PatternFormat) -> None:
        self._sink = sink
        self._format = format_

    def __call__(self, grid: Grid, judgement: Judgement | None = None, name: str = "") -> None:
        """Print one pattern, with what is thought of it and what it is called."""
        number = self._sink.n_written + 1
        match self._format:
            case PatternFormat.TEXT:
                told = "" if judgement is None else f"\n\n{judgement_text(grid, judgement)}"
                title = f"{name}\n" if name else ""
                self._sink.write(("\n" if number > 1 else "") + title + str(grid) + told)
            case PatternFormat.HEX:
                told = "" if judgement is None else f"  {_power(judgement.log_fills)}"
                self._sink.write(grid.to_hex() + told)
            case PatternFormat.JSON:
                self._sink.write(pattern_json(grid, number, judgement, name))


def check_format(format_: PatternFormat, n_rows: int, n_cols: int, bars: bool) -> None:
    """Refuse hexadecimal for what it cannot say. Raises OptionError."""
    if format_ is PatternFormat.HEX and (bars or n_rows != n_cols):
        raise OptionError(
            "only square patterns of blocks are written in hexadecimal",
            mend="choose text or json",
            source="--format",
        )


def judgement_text(grid: Grid, judgement: Judgement) -> str:
    """A line of figures."""
    walls, n_walls = _walls(grid)
    return (
        f"expected fills {_power(judgement.log_fills)}; tightest {judgement.tightest_slot}"
        f" {_power(judgement.tightest)}; {n_walls} {walls if n_walls != 1 else walls[:-1]},"
        f" {judgement.n_words} words of {judgement.mean_length:.1f} letters on average"
    )


def _power(log: float) -> str:
    return f"10^{log:.1f}" if isfinite(log) else "0"


def _walls(grid: Grid) -> tuple[str, int]:
    n_bars = len(grid.bars_right) + len(grid.bars_below)
    return ("bars", n_bars) if n_bars else ("blocks", grid.cells.count(BLOCK))


def pattern_json(grid: Grid, number: int, judgement: Judgement | None, name: str = "") -> str:
    """One line of JSON, in the schema that this module describes."""
    slots = find_slots(grid)
    walls, n_walls = _walls(grid)
    lengths = Counter(map(len, slots))
    data: dict[str, Any] = {"schema": PATTERN_SCHEMA, "number": number}
    if name:
        data["name"] = name
    data |= {
        "grid": grid.lines(),
        "hex": None if walls == "bars" or grid.n_rows != grid.n_cols else grid.to_hex(),
        walls: n_walls,
        "words": len(slots),
        "lengths": {str(length): lengths[length] for length in sorted(lengths)},
    }
    if judgement is not None:
        data |= {
            "expected_fills": _finite(judgement.log_fills),
            "tightest": _finite(judgement.tightest),
            "tightest_slot": judgement.tightest_slot,
        }
    return json.dumps(data, ensure_ascii=False)


def _finite(number: float) -> float | None:
    return round(number, 3) if isfinite(number) else None
