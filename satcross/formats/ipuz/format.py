"""ipuz, version 2: crosswords as JSON.

Reads crosswords of any kind (`http://ipuz.org/crossword…`), with or without the JSONP wrapper.
Data for which a `Crossword` has no field is kept in its extras, unchanged, and is written again if
the part to which it belongs has not changed.

Source: ipuz.org, version 2.0 of the specification (CC BY-ND). It does not say whether the cells
of clues count from 0 or from 1; programs differ, most count from 1, and so does `write`.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

from satcross.checks import counted
from satcross.errors import FormatError, GridError
from satcross.formats.extras import sides_of, with_bars
from satcross.formats.ipuz.cells import (
    BLOCK_MARK,
    EMPTY_MARK,
    Look,
    Marks,
    content_json,
    content_of,
    is_equivalent,
    look_of,
    puzzle_json,
)
from satcross.formats.ipuz.clues import NAME, parse_clues
from satcross.formats.ipuz.load import load
from satcross.formats.ipuz.write import (
    KEEPS,
    KIND,
    TEXTS,
    VERSION,
    html_of,
    ordered,
    text_of,
    write,
)
from satcross.model.crossword import NO_EXTRAS, Crossword, Extras, Square, SquareKind
from satcross.model.grid import MAX_SIDE

__all__ = ["KEEPS", "read", "write"]

_GRIDS = ("puzzle", "solution", "saved")


def read(data: bytes, source: str) -> Crossword:
    """The crossword in an ipuz file.

    Raises:
        FormatError: it is not JSON, not a crossword, or contains an invalid value.
    """
    return _Reader(source, load(data, source)).crossword()


class _Reader:
    """Reads the fields of a file one by one."""

    def __init__(self, source: str, top: dict[str, Any]) -> None:
        self._source = source
        self._top = top
        styles = top.get("styles")
        self._marks = Marks(
            source,
            self._mark("block", BLOCK_MARK),
            self._mark("empty", EMPTY_MARK),
            styles if isinstance(styles, dict) else {},
        )

    def crossword(self) -> Crossword:
        bare = self._squares()
        clues, base = parse_clues(self._top.get("clues", {}), bare, self._source)
        texts: dict[str, Any] = {key: self._text(key) for key in TEXTS}
        kept: dict[str, Any] = {
            "texts": {
                key: self._top[key]
                for key, text in texts.items()
                if key in self._top and self._top[key] != html_of(key, text)
            },
            "cells_base": {0: 0}.get(base),  # only where it is not the usual one
        }
        if "intro" in self._top and "notes" not in self._top:
            texts["notes"] = self._text("intro")
            kept["texts"]["intro"] = self._top["intro"]
        crossword = replace(bare.without_usual_labels(), clues=tuple(clues), **texts)
        if any(square.label for square in crossword.labelled().squares) and not any(
            square.label for square in bare.squares
        ):
            kept["unnumbered"] = True
        return self._with_extras(crossword, kept)

    def _squares(self) -> Crossword:
        """The crossword without clues and texts, and with all labels in the file."""
        n_rows, n_cols = self._size()
        cells = {key: self._cells(key, n_rows, n_cols) for key in _GRIDS}
        looks: list[Look] = []
        squares: list[Square] = []
        nothing = [None] * (n_rows * n_cols)
        both = zip(cells["solution"] or nothing, cells["saved"] or nothing, strict=True)
        for position, (raw, (solution, saved)) in enumerate(
            zip(cells["puzzle"], both, strict=True)
        ):
            where = f"r{position // n_cols + 1}c{position % n_cols + 1}"
            look = look_of(raw, self._marks, where)
            looks.append(look)
            squares.append(self._square(look, solution, saved, where))
        try:
            crossword = with_bars(squares, n_cols, {p: look.sides for p, look in enumerate(looks)})
        except GridError as error:
            raise self._wrong(error.problem) from None
        labelled = crossword.labelled().squares
        for position, square in enumerate(squares):
            sides = sides_of(crossword, position)
            ours = {
                "puzzle": puzzle_json(square, labelled[position].label, sides, self._marks),
                "solution": content_json(square, square.solution, self._marks),
                "saved": content_json(square, square.entry, self._marks),
            }
            kept = {
                key: cells[key][position]
                for key in _GRIDS
                if cells[key] and self._adds(cells[key][position], ours[key], key)
            }
            if kept:
                squares[position] = replace(square, extras=MappingProxyType({NAME: kept}))
        return replace(crossword, squares=tuple(squares))

    def _square(self, look: Look, solution: Any, saved: Any, where: str) -> Square:
        is_block, letters = content_of(solution, self._marks, where)
        kind = SquareKind.BLOCK if is_block and look.kind is SquareKind.OPEN else look.kind
        square = Square(kind, circle=look.circle, shade=look.shade)
        if kind is not SquareKind.OPEN:
            return square
        letters = letters or look.value
        entry = content_of(saved, self._marks, where)[1]
        given = bool(look.value) and look.value == letters
        return replace(
            square,
            solution=letters,
            # A value other than the solution is a solver's entry.
            entry=entry or ("" if given else look.value),
            given=given,
            label=look.label,
        )

    def _adds(self, raw: Any, ours: Any, key: str) -> bool:
        """Whether a cell has more data than the square and must be kept."""
        if isinstance(raw, dict | list) or isinstance(ours, dict):
            return not is_equivalent(raw, ours)
        if key == "puzzle":  # a diagramless puzzle hides its blocks
            return look_of(raw, self._marks, "").kind is not look_of(ours, self._marks, "").kind
        theirs, wanted = (content_of(item, self._marks, "")[1] for item in (raw, ours))
        return theirs != wanted

    def _with_extras(self, crossword: Crossword, kept: dict[str, Any]) -> Crossword:
        known = {*TEXTS, *_GRIDS, "clues", "dimensions", "version", "kind", "block", "empty"}
        usual = {"version": VERSION, "kind": [KIND], "block": BLOCK_MARK, "empty": EMPTY_MARK}
        fields = {
            key: value
            for key, value in self._top.items()
            if (key not in known and key not in kept["texts"])
            or (key in usual and value != usual[key])
        }
        order = [*(() if "version" in self._top else ("version",)), *self._top]
        clue_keys = list(self._top.get("clues", {}))
        used = list(dict.fromkeys(clue.direction for clue in crossword.clues))
        kept |= {
            "fields": fields,
            "order": [] if order == ordered(order) else order,
            "clue_lists": [] if clue_keys == used else clue_keys,
        }
        kept = {key: value for key, value in kept.items() if value or value == 0}
        extras: Extras = MappingProxyType({NAME: kept}) if kept else NO_EXTRAS
        return replace(crossword, extras=extras)

    def _size(self) -> tuple[int, int]:
        rows = self._top.get("puzzle")
        if not isinstance(rows, list) or not rows or not isinstance(rows[0], list):
            raise self._wrong("puzzle must be a list of rows")
        size = self._top.get("dimensions", {"height": len(rows), "width": len(rows[0])})
        if not isinstance(size, dict):
            raise self._wrong("dimensions must be an object with height and width")
        sides: list[int] = []
        for key in ("height", "width"):
            side = size.get(key)
            if isinstance(side, str) and side.isascii() and side.isdigit() and len(side) < 4:
                side = int(side)
            if type(side) is not int or not 1 <= side <= MAX_SIDE:
                raise self._wrong(
                    f"the {key} must be a whole number up to {MAX_SIDE}, got {str(side)[:20]!r}"
                )
            sides.append(side)
        return sides[0], sides[1]

    def _cells(self, key: str, n_rows: int, n_cols: int) -> list[Any]:
        """The cells of a grid, row by row; none if the file does not have it."""
        rows = self._top.get(key)
        if rows is None or rows == []:
            return []
        if not isinstance(rows, list) or len(rows) != n_rows:
            raise self._wrong(
                f"{key} must be a list of {counted(n_rows, 'row')}", "or correct the dimensions"
            )
        for number, row in enumerate(rows, 1):
            if not isinstance(row, list) or len(row) != n_cols:
                raise self._wrong(
                    f"row {number} of {key} must be a list of {counted(n_cols, 'cell')}",
                    "or correct the dimensions",
                )
        return [cell for row in rows for cell in row]

    def _mark(self, key: str, usual: str) -> str:
        mark = self._top.get(key, usual)
        if isinstance(mark, bool) or not isinstance(mark, str | int):
            raise self._wrong(f"{key} must be a string, got {str(mark)[:20]!r}")
        return str(mark)

    def _text(self, key: str) -> str:
        value = self._top.get(key)
        if isinstance(value, bool | dict | list):
            raise self._wrong(f"{key} must be a string")
        return text_of(key, value)

    def _wrong(self, problem: str, hint: str = "") -> FormatError:
        return FormatError(problem, hint=hint, source=self._source)
