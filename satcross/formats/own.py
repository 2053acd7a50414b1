"""Our own JSON format, which holds everything that a `Crossword` can; `satcross.crossword/1`.

An object with `schema`, `rows`, `cols` and `squares`, and the other fields if not empty:

- `rows`, `cols`: the size.
- `squares`: a list for each row of `"#"` (block), `null` (void), `"."` (open), the solution as a
  string, or an object with `solution`, `entry`, `given`, `label`, `mark`, `circle`, `shade`.
- `named`: a list of the cells beside the rectangle: objects with `name`, `square` as above, and
  `at`, the x and y of a cell that is drawn.
- `bars_right`, `bars_below`: lists of `[row, col]`, 0-based.
- `board`: such as "torus", if it is no plain rectangle.
- `kind`: its name, if it is no crossword.
- `clues`: a list of objects with `direction`, `label`, `text`, and optionally `markup`, `answer`,
  `enumeration`, `annotation`, `cells`, a list of `[row, col]` and names, `continued`, a list of
  such lists, and `place`, a `[row, col]`.
- `title`, `author`, `editor`, `copyright`, `publisher`, `date`, `notes`: strings.
- `timer_s` and `timer_runs`.
- `extras`, also in squares and clues: by format name, other data from a file of that format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeGuard

from satcross import plugins
from satcross.checks import counted
from satcross.errors import FormatError, GridError, OptionError
from satcross.formats.jsontext import laid_out, load_json, plain
from satcross.formats.losses import Feature, Losses
from satcross.formats.puzzle import PUZZLE_SCHEMA, crossword_of_puzzle
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.cellnames import NamedCell
from satcross.model.crossword import NO_EXTRAS, Clue, Crossword, Extras, Square, SquareKind
from satcross.model.grid import MAX_SIDE
from satcross.model.kinds import CROSSWORD, PuzzleKind, kind_named, kinds

SCHEMA = "satcross.crossword/1"
KEEPS = frozenset(Feature)
LENGTHS_APART = IS_TREATED = True
_MARKS = {"#": SquareKind.BLOCK, ".": SquareKind.OPEN}
_SQUARE_TEXTS = ("solution", "entry", "label", "mark", "shade")
_SQUARE_FLAGS = ("given", "circle")
_MORE_TEXTS = ("markup", "answer", "enumeration", "annotation")


def holds(kind: PuzzleKind) -> bool:
    """Whether files can hold a kind of puzzles: all of them."""
    del kind
    return True


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword as JSON; nothing is lost."""
    n = crossword.n_cols
    squares = [_square_json(square) for square in crossword.squares]

    size = crossword.n_rows * n

    def places(cells: Iterable[int]) -> list[list[int] | str]:
        return [
            list(divmod(cell, n)) if cell < size else crossword.named[cell - size].name
            for cell in cells
        ]

    data: dict[str, Any] = {
        "schema": SCHEMA,
        **{key: value for key in Crossword.TEXTS if (value := getattr(crossword, key))},
        "rows": crossword.n_rows,
        "cols": n,
        "squares": [squares[start : start + n] for start in range(0, size, n)],
    }
    if crossword.named:
        data["named"] = [
            {"name": cell.name, **({"at": cell.place} if cell.place else {}), "square": square}
            for cell, square in zip(crossword.named, squares[size:], strict=True)
        ]
    for key in ("bars_right", "bars_below"):
        if getattr(crossword, key):
            data[key] = places(sorted(getattr(crossword, key)))
    if crossword.board:
        data["board"] = crossword.board
    if crossword.kind is not CROSSWORD:
        data["kind"] = crossword.kind.value
    if crossword.clues:
        data["clues"] = [_clue_json(clue, places) for clue in crossword.clues]
    if crossword.timer_s is not None:
        data |= {"timer_s": crossword.timer_s, "timer_runs": crossword.timer_runs}
    if crossword.extras:
        data["extras"] = plain(crossword.extras)
    return losses.encoded(laid_out(data, lists=("squares", "named", "clues")))


def _square_json(square: Square) -> Any:
    if square == Square(SquareKind.VOID):
        return None
    mark = "#" if square.kind is SquareKind.BLOCK else square.solution or "."
    is_plain = square == Square(solution=square.solution) and square.solution not in _MARKS
    if is_plain or square in (Square(SquareKind.BLOCK), Square()):
        return mark
    out: dict[str, Any] = {}
    if square.kind is not SquareKind.OPEN:
        out["kind"] = square.kind.value
    out |= {k: v for k in (*_SQUARE_TEXTS, *_SQUARE_FLAGS) if (v := getattr(square, k))}
    if square.extras:
        out["extras"] = plain(square.extras)
    return out


def _clue_json(clue: Clue, places: Callable[[Iterable[int]], list[Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {"direction": clue.direction, "label": clue.label, "text": clue.text}
    out |= {k: v for k in _MORE_TEXTS if (v := getattr(clue, k))}
    if clue.cells:
        out["cells"] = places(clue.cells)
    if clue.continued:
        out["continued"] = [places(cells) for cells in clue.continued]
    if clue.place is not None:
        (out["place"],) = places([clue.place])
    if clue.extras:
        out["extras"] = plain(clue.extras)
    return out


def read(data: bytes, source: str, alphabet: Alphabet = LATIN) -> Crossword:
    """The crossword in a file of this format, or the puzzle in one of `satcross.formats.puzzle`.

    Raises:
        FormatError: it is not JSON, has another schema, or contains an invalid value.
    """
    root = load_json(data, source, once=True)
    if isinstance(root, dict) and root.get("schema") == PUZZLE_SCHEMA:
        return crossword_of_puzzle(root, source, alphabet)
    return _Reader(source).crossword(root)


class _Reader:
    """Reads the parts of a file one by one; errors name the part."""

    def __init__(self, source: str) -> None:
        self._source = source

    def crossword(self, root: Any) -> Crossword:
        top = self._object(root, "the file")
        if top.get("schema") != SCHEMA:
            known = f'"{SCHEMA}" or "{PUZZLE_SCHEMA}"'
            raise self._wrong(
                f"schema must be {known}, got {top.get('schema')!r}"[:120],
                "if it is another format, name that format",
            )
        beside = [self._object(item, "a named cell") for item in self._list(top, "named")]
        named = tuple(map(self._named, beside))
        n_rows = self._side(top, "rows", 0 if named else 1)
        n_cols = self._side(top, "cols")
        rows = self._list(top, "squares")
        if len(rows) != n_rows:
            raise self._wrong(f"squares must have {counted(n_rows, 'row')}, got {len(rows)}")
        squares: list[Square] = []
        for number, row in enumerate(rows, 1):
            if not isinstance(row, list) or len(row) != n_cols:
                raise self._wrong(f"row {number} must be a list of {counted(n_cols, 'square')}")
            squares += [self._square(item, f"r{number}c{col}") for col, item in enumerate(row, 1)]

        squares += [self._square(item.get("square", "."), item["name"]) for item in beside]
        by_name = {cell.name: at for at, cell in enumerate(named, n_rows * n_cols)}

        def cells(owner: Mapping[str, Any], key: str) -> tuple[int, ...]:
            return tuple(
                by_name[item]
                if isinstance(item, str) and item in by_name
                else self._cell(item, key, n_rows, n_cols)
                for item in self._list(owner, key)
            )

        clues: list[Clue] = []
        for number, item in enumerate(self._list(top, "clues"), 1):
            clue = self._object(item, f"clue {number}")
            place = self._cell(clue["place"], "place", n_rows, n_cols) if "place" in clue else None
            texts = {key: self._text(clue, key) for key in ("direction", "label", "text")}
            texts |= {key: self._text(clue, key) for key in _MORE_TEXTS}
            own, extras = cells(clue, "cells"), self._extras(clue)
            parts = [{"continued": part} for part in self._list(clue, "continued")]
            continued = tuple(cells(part, "continued") for part in parts)
            clues.append(Clue(**texts, cells=own, extras=extras, place=place, continued=continued))
        timer_s = top.get("timer_s")
        if timer_s is not None and not (_is_whole(timer_s) and timer_s >= 0):
            raise self._wrong("timer_s must be a whole number, 0 or greater")
        try:
            return Crossword(
                n_rows,
                n_cols,
                tuple(squares),
                frozenset(cells(top, "bars_right")),
                frozenset(cells(top, "bars_below")),
                tuple(clues),
                **{key: self._text(top, key) for key in Crossword.TEXTS},  # type: ignore[arg-type]
                timer_s=timer_s,
                timer_runs=self._flag(top, "timer_runs", True),
                extras=self._extras(top),
                named=named,
                board=self._text(top, "board"),
                kind=self._kind(top),
            )
        except (GridError, OptionError) as error:
            raise self._wrong(error.problem) from None

    def _kind(self, top: Mapping[str, Any]) -> PuzzleKind:
        name = self._text(top, "kind") or CROSSWORD.value
        try:
            return kind_named(name)
        except OptionError as error:
            if name in plugins.names(plugins.KINDS):  # and it is broken
                raise self._wrong(str(error)) from None
            known = ", ".join(kind.value for kind in kinds())
            problem = f"kind must be one of {known}, got {name[:40]!r}"
            raise self._wrong(problem, "or install the package that brings it") from None

    def _named(self, item: Mapping[str, Any]) -> NamedCell:
        name, at = self._text(item, "name"), item.get("at")
        is_place = isinstance(at, list) and len(at) == 2 and all(map(_is_number, at))
        if at is not None and not is_place:
            raise self._wrong(f"at must be [x, y], got {at!r}"[:100])
        try:
            return NamedCell(name, None if at is None else (float(at[0]), float(at[1])))
        except OptionError as error:
            raise self._wrong(error.problem) from None

    def _square(self, item: Any, where: str) -> Square:
        if item is None:
            return Square(SquareKind.VOID)
        if isinstance(item, str):
            kind = _MARKS.get(item, SquareKind.OPEN)
            return Square(kind, solution="" if item in _MARKS else item)
        data = self._object(item, where)
        kinds = {kind.value: kind for kind in SquareKind}
        kind_name = data.get("kind", "open")
        if not isinstance(kind_name, str) or kind_name not in kinds:
            raise self._wrong(
                f"the kind of {where} must be open, block or void, got {kind_name!r}"[:100]
            )
        return Square(
            kinds[kind_name],
            solution=self._text(data, "solution"),
            entry=self._text(data, "entry"),
            given=self._flag(data, "given", False),
            label=self._text(data, "label"),
            mark=self._text(data, "mark"),
            circle=self._flag(data, "circle", False),
            shade=self._text(data, "shade"),
            extras=self._extras(data),
        )

    def _cell(self, item: Any, key: str, n_rows: int, n_cols: int) -> int:
        if (
            not isinstance(item, list)
            or len(item) != 2
            or not all(_is_whole(part) for part in item)
            or not (0 <= item[0] < n_rows and 0 <= item[1] < n_cols)
        ):
            raise self._wrong(f"{key} must be [row, col] inside the grid, got {item!r}"[:100])
        return int(item[0] * n_cols + item[1])

    def _side(self, top: Mapping[str, Any], key: str, least: int = 1) -> int:
        side = top.get(key)
        if not _is_whole(side) or not least <= side <= MAX_SIDE:
            raise self._wrong(f"{key} must be a whole number up to {MAX_SIDE}, got {side!r}"[:100])
        return int(side)

    def _object(self, item: Any, what: str) -> dict[str, Any]:
        if not isinstance(item, dict):
            raise self._wrong(f"{what} must be a JSON object")
        return item

    def _list(self, owner: Mapping[str, Any], key: str) -> list[Any]:
        value = owner.get(key, [])
        if not isinstance(value, list):
            raise self._wrong(f"{key} must be a list")
        return value

    def _text(self, owner: Mapping[str, Any], key: str) -> str:
        value = owner.get(key, "")
        if not isinstance(value, str):
            raise self._wrong(f"{key} must be a string")
        return value

    def _flag(self, owner: Mapping[str, Any], key: str, default: bool) -> bool:
        value = owner.get(key, default)
        if not isinstance(value, bool):
            raise self._wrong(f"{key} must be true or false")
        return value

    def _extras(self, owner: Mapping[str, Any]) -> Extras:
        extras = self._object(owner.get("extras", {}), "extras")
        for key, value in extras.items():
            self._object(value, f"extras of {key!r}"[:40])
        return MappingProxyType(extras) if extras else NO_EXTRAS

    def _wrong(self, problem: str, hint: str = "") -> FormatError:
        return FormatError(problem, hint=hint, source=self._source)


def _is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9


def _is_whole(value: Any) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
