"""From the options of `satcross pattern` to rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from satcross import OptionError, Range
from satcross.extend import Direction, counted
from satcross.pattern.rules import FixedSlot, Stack

FEWEST = "fewest"

_RANGE = re.compile(r"(?P<least>\d{1,6})?(?P<to>-)?(?P<most>\d{1,6})?\Z")
_CELL = re.compile(r"[rR](?P<row>\d{1,4})[cC](?P<col>\d{1,4})\Z")
_SLOT = re.compile(
    r"(?P<direction>a(?:cross|c)?|d(?:own|n)?)\s*"
    r"(?:(?P<row>\d{1,4})\s*,\s*(?P<col>\d{1,4})\s*,|r(?P<row1>\d{1,4})c(?P<col1>\d{1,4})\s)"
    r"\s*(?P<length>\d{1,4})\Z",
    re.IGNORECASE,
)
_STACK = re.compile(r"(?P<n>\d{1,4})[xX×](?P<length>\d{1,4})\Z")


def parse_range(text: str, source: str) -> Range:
    """`72`, `70-74`, `70-` or `-74`. Raises OptionError."""
    match = _RANGE.match(text.strip())
    if match is None or not (match["least"] or match["most"]):
        raise OptionError(
            f"{text!r} is neither a number nor a range",
            hint="give one as in 72, 70-74, 70- or -74",
            source=source,
        )
    least = None if match["least"] is None else int(match["least"])
    if not match["to"]:
        return Range(least, least)
    return Range(least, None if match["most"] is None else int(match["most"]))


def parse_cell(text: str, n_rows: int, n_cols: int, source: str) -> int:
    """`r1c3`, counted from 1, as a position. Raises OptionError."""
    match = _CELL.match(text.strip())
    if match is None:
        raise OptionError(f"{text!r} is no cell", hint="give one as in r1c3", source=source)
    row, col = int(match["row"]), int(match["col"])
    if not (1 <= row <= n_rows and 1 <= col <= n_cols):
        raise OptionError(
            f"{text} lies outside {counted(n_cols, 'column')} and {counted(n_rows, 'row')}",
            hint="rows and columns of cells are counted from 1",
            source=source,
        )
    return (row - 1) * n_cols + col - 1


def parse_slot(text: str) -> FixedSlot:
    """`A 7,0,15` (row and column from 0) or `A r8c1 15` (from 1). Raises OptionError."""
    match = _SLOT.match(text.strip())
    if match is None:
        raise OptionError(
            f"{text!r} is no slot",
            hint="give direction, first cell and length: 'A r8c1 15', or 'A 7,0,15' counted from 0",
            parameter="slot",
        )
    if match["row"] is not None:
        row, col = int(match["row"]), int(match["col"])
    else:
        row, col = int(match["row1"]) - 1, int(match["col1"]) - 1
    return FixedSlot(Direction(match["direction"][0].upper()), row, col, int(match["length"]))


def parse_stack(text: str) -> Stack:
    """`3x15`: three slots of 15. Raises OptionError."""
    match = _STACK.match(text.strip())
    if match is None:
        raise OptionError(
            f"{text!r} is no stack", hint="give number x length, as in 3x15", parameter="stack"
        )
    return Stack(int(match["n"]), int(match["length"]))


def parse_lengths(texts: Sequence[str]) -> dict[int, Range]:
    """`15=2`, `3=0-10`: numbers of slots by length. Raises OptionError."""
    numbers: dict[int, Range] = {}
    for text in texts:
        length, equals, number = text.partition("=")
        if not equals or not length.strip().isdecimal() or len(length) > 4 or int(length) < 2:
            raise OptionError(
                f"{text!r} does not say how many slots have a length",
                hint="give length=number, as in 15=2 or 3=0-10",
                parameter="length",
            )
        if int(length) in numbers:
            raise OptionError(
                f"length {int(length)} has two numbers",
                hint="give a range, as in 3=2-4",
                parameter="length",
            )
        numbers[int(length)] = parse_range(number, "--length")
    return numbers


def parse_checked(text: str) -> dict[str, Any]:
    """`all`, `none`, or `alternate`, `half` and a share as in `2/3`, joined by commas, as rules.

    Raises: OptionError: none of these, or `all` and `none` beside others.
    """
    rules: dict[str, Any] = {"all_checked": False, "alternate": False, "min_checked": Fraction(0)}
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if part in ("all", "none") and len(parts) == 1:
            rules["all_checked"] = part == "all"
        elif part == "alternate":
            rules["alternate"] = True
        elif part == "half":
            rules["min_checked"] = Fraction(1, 2)
        elif re.fullmatch(r"\d{1,3}/[1-9]\d{0,2}", part):
            rules["min_checked"] = Fraction(part)
        else:
            raise OptionError(
                f"{text!r} does not say which cells are checked",
                hint="give all, none, alternate, half, a share as in 2/3, or alternate,half",
                parameter="checked",
            )
    return rules
