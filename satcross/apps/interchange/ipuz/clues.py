"""The clues of ipuz files: lists by direction, with clues in several notations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.extras import extras_for
from satcross.apps.interchange.ipuz.cells import number_or_text
from satcross.extend import (
    ACROSS,
    DOWN,
    Clue,
    Links,
    SquareKind,
    find_slots,
    from_html,
    pattern_of,
    spelled,
)
from satcross.formats.jsontext import plain
from satcross.formats.markup import to_html

NAME = "ipuz"
_USUAL = {"across": ACROSS, "down": DOWN}
_OTHERS = ("Diagonal", "Diagonal Up", "Diagonal Down Left", "Diagonal Up Left", "Zones", "Clues")
_FREE = "Clues"  # lists of another name are called `Clues:Name`
_KNOWN = frozenset({
    "number", "numbers", "label", "clue", "answer", "cells", "location", "enumeration",
    "explanation", "continued",
})  # fmt: skip
_TEXTS = {"enumeration": "enumeration", "explanation": "annotation"}  # the fields of a `Clue`


@dataclass(frozen=True, slots=True)
class ClueCells:
    """The cells of a file's clues.

    Args:
        source: names the file in errors.
        n_cols, n_rows: the size of the grid.
        slots: the cells of each slot by direction and label.
        base: the number of the first row and column in the file: 1, or 0 in some.
        blocks: those that may have clues, by the kind of the puzzle.
    """

    source: str
    n_cols: int
    n_rows: int
    slots: Mapping[tuple[str, str], tuple[int, ...]]
    base: int
    blocks: frozenset[int] = frozenset()

    def implied(self, direction: str, label: str) -> tuple[int, ...]:
        """The cells of a clue that does not list its cells; () of one without a number."""
        return self.slots.get((direction, label), ()) if label else ()


def places_of(crossword: Crossword, source: str, base: int = 1) -> ClueCells:
    """The places of a crossword's clues, by the labels of its squares."""
    labels = [square.label for square in crossword.labelled().squares]
    slots: dict[tuple[str, str], tuple[int, ...]] = {}
    for slot in find_slots(pattern_of(crossword)):
        slots.setdefault((slot.heading, labels[slot.cells[0]]), slot.cells)
    blocks = frozenset(
        at
        for at, one in enumerate(crossword.squares)
        if one.kind is SquareKind.BLOCK and crossword.kind.clues_in_grid
    )
    n_cols, n_rows = crossword.n_cols, crossword.n_rows
    return ClueCells(source, n_cols, n_rows, MappingProxyType(slots), base, blocks)


def directions_of(keys: Iterable[str]) -> dict[str, str]:
    """The direction of each key of `clues`; all are different.

    `Across:Aces` means Across, unless another list does; `Clues:Theme` means Theme.
    """
    keys = list(keys)
    out: dict[str, str] = {}
    taken: set[str] = set()
    for want_display_names in (False, True):  # a list called Across comes before Across:Aces
        for key in keys:
            base, colon, name = key.partition(":")
            direction = _USUAL.get(base.strip().lower())
            if key in out or (bool(colon) and direction is not None) is not want_display_names:
                continue
            if direction is None:
                direction = name if base == _FREE and colon else key
                if direction in (ACROSS, DOWN):
                    direction = key
            out[key] = key if direction in taken else direction
            taken.add(out[key])
    return {key: out[key] for key in keys}


def key_of(direction: str, directions: Collection[str]) -> str:
    """The key of `clues` that `directions_of` reads as this direction, one of `directions`."""
    base, colon, _ = direction.partition(":")
    if direction in (ACROSS, DOWN) or direction in _OTHERS:
        return direction
    usual = _USUAL.get(base.strip().lower())
    if colon and (base in _OTHERS[:-1] or (usual is not None and usual in directions)):
        return direction
    return f"{_FREE}:{direction}"


def parse_clues(raw: Any, crossword: Crossword, source: str) -> tuple[list[Clue], int]:
    """The clues of the field `clues`, and the number of the first row and column in it.

    A clue with other data than a `Clue` can hold has all of it in its extras.

    Raises:
        FormatError: it does not consist of lists of clues, or a clue has cells outside the grid.
    """
    if not isinstance(raw, dict):
        raise _wrong(source, "clues must be an object with a list of clues for each direction")
    directions = directions_of(raw)
    for key, items in raw.items():
        if not isinstance(items, list):
            raise _wrong(source, f"the clues {key[:30]!r} must be a list")
    places = places_of(crossword, source)
    places = replace(places, base=_base_of(raw.values(), crossword, places))
    order = {ACROSS: 0, DOWN: 1}
    clues: list[Clue] = []
    items = [
        (item, directions[key])
        for key in sorted(raw, key=lambda key: order.get(directions[key], 2))
        for item in raw[key]
    ]
    all_ = tuple(_located(item, direction, places) for item, direction in items)
    crossword = Links(replace(crossword, clues=all_)).read()
    shown = Links(crossword).with_see_texts().clues
    for (item, _), located, seen in zip(items, crossword.clues, shown, strict=True):
        implied = spelled(crossword.squares, located.cells)
        complete = located if located.answer else replace(located, answer=implied)
        written = replace(complete, text=seen.text, markup=seen.markup)
        # A linked entry may have no text, for which "See 1" is written.
        ours = [clue_json(one, places, implied) for one in (written, complete)]
        if not any(_is_equivalent(item, one) for one in ours):
            extras = MappingProxyType({NAME: {"clue": item}})
            complete = replace(complete, extras=extras)
        clues.append(complete)
    return clues, places.base


def _located(raw: Any, direction: str, places: ClueCells) -> Clue:
    """A clue with the cells and the place that the file has for it, or that are implied."""
    clue = parse_clue(raw, direction, places)
    cells = clue.cells or _implied(raw, clue, places)
    return replace(clue, cells=cells, place=_place(raw, cells, places))


def _implied(raw: Any, clue: Clue, places: ClueCells) -> tuple[int, ...]:
    """The cells of a clue that does not list its cells: by its label, or else its number."""
    cells = places.implied(clue.direction, clue.label)
    if not cells and isinstance(raw, dict) and isinstance(raw.get("number"), str | int):
        return places.implied(clue.direction, str(raw["number"]))
    return cells


def parse_clue(raw: Any, direction: str, places: ClueCells) -> Clue:
    """A clue as it is in the file: without cells and answer, unless the file has them."""
    label: Any = ""
    answer, more = "", {}
    cells: tuple[int, ...] = ()
    if isinstance(raw, dict):
        label = raw.get("label", raw.get("number"))
        parts = next((raw[key] for key in ("numbers", "number") if isinstance(raw.get(key), list)),
                     _continued(raw))  # fmt: skip
        if parts and (label is None or isinstance(label, list) or "continued" in raw):
            label = ", ".join(_part(part, direction, places) for part in parts)
        more = {ours: raw[key] for key, ours in _TEXTS.items() if isinstance(raw.get(key), str)}
        html = raw.get("clue", "")
        if isinstance(raw.get("answer"), str):
            answer = raw["answer"]
            if not answer.isprintable():  # line breaks, which no other format has a place for
                answer = " ".join(answer.split())
        cells = _cells(raw.get("cells"), direction, places)
    elif isinstance(raw, list) and len(raw) == 2:
        label, html = raw
    else:
        html = raw
    if not isinstance(html, str):
        raise _wrong(
            places.source,
            f"a clue of {direction[:30]!r} must be a string, a number with a string, or an object,"
            f" got {str(raw)[:40]!r}",
        )
    text, markup = from_html(html)
    return Clue(direction, _label(label, direction, places), text, markup, cells, answer, **more)


def _continued(raw: Mapping[str, Any]) -> list[Any]:
    """The entries of a clue that says in which others it is continued."""
    others = raw.get("continued")
    own = raw.get("number")
    return [own, *others] if isinstance(others, list) and others and own is not None else []


def _part(raw: Any, direction: str, places: ClueCells) -> str:
    """The label of one of several entries, with the letter of another direction: `5D`."""
    if not isinstance(raw, dict):
        return _label(raw, direction, places)
    way = _USUAL.get(str(raw.get("direction", direction)).strip().lower(), direction)
    label = _label(raw.get("number"), direction, places)
    return label if way == direction else f"{label}{Links.SHORT.get(way, '')}"


def _place(raw: Any, cells: tuple[int, ...], places: ClueCells) -> int | None:
    """The block that a clue stands in: its location, if it is beside its answer.

    Some programs count from 0 here, or name the first square. A block that is not beside it is one
    in kinds that have clues in blocks.
    """
    pairs = _pairs([raw.get("location")]) if isinstance(raw, dict) else None
    if not pairs or not cells:
        return None
    (x, y), row, col = pairs[0], *divmod(cells[0], places.n_cols)
    for base in (places.base, 0, 1):
        if (y - base, x - base) in ((row, col - 1), (row - 1, col)) and min(x, y) >= base:
            return (y - base) * places.n_cols + x - base
    at = (y - places.base) * places.n_cols + x - places.base
    return at if places.base <= x < places.n_cols + places.base and at in places.blocks else None


def _label(raw: Any, direction: str, places: ClueCells) -> str:
    if raw is None:
        return ""
    if isinstance(raw, str):
        return raw
    if isinstance(raw, int) and not isinstance(raw, bool):
        return str(raw)
    raise _wrong(
        places.source,
        f"the number of a clue of {direction[:30]!r} must be a number or a string,"
        f" got {str(raw)[:40]!r}",
    )


def _pairs(raw: Any) -> list[tuple[int, int]] | None:
    """The columns and rows of a clue's cells; None if it has no valid list of them."""
    if not isinstance(raw, list):
        return None
    pairs: list[tuple[int, int]] = []
    for item in raw:
        if not isinstance(item, list) or len(item) != 2 or not all(type(n) is int for n in item):
            return None
        pairs.append((item[0], item[1]))
    return pairs


def _cells(raw: Any, direction: str, places: ClueCells) -> tuple[int, ...]:
    if raw is None:
        return ()
    pairs = _pairs(raw)
    if pairs is None:
        raise _wrong(
            places.source,
            f"the cells of a clue of {direction[:30]!r} must be a list of [column, row]",
        )
    cells: list[int] = []
    for x, y in pairs:
        col, row = x - places.base, y - places.base
        if not (0 <= col < places.n_cols and 0 <= row < places.n_rows):
            raise _wrong(
                places.source,
                f"a clue of {direction[:30]!r} has the cell [{x}, {y}] outside the grid",
                "cells are [column, row], starting from 1",
            )
        cells.append(row * places.n_cols + col)
    return tuple(cells)


def _base_of(lists: Iterable[Sequence[Any]], crossword: Crossword, places: ClueCells) -> int:
    """The first number of rows and columns in clues: 1, or 0 in some files."""
    pattern = pattern_of(crossword)
    pairs = [
        pair
        for clues in lists
        for clue in clues
        if isinstance(clue, dict)
        for pair in _pairs(clue.get("cells")) or ()
    ]

    def fits(base: int) -> bool:
        return all(
            base <= x < places.n_cols + base
            and base <= y < places.n_rows + base
            and pattern.is_square((y - base) * places.n_cols + x - base)
            for x, y in pairs
        )

    return 0 if fits(0) and not fits(1) else 1


def clue_json(clue: Clue, places: ClueCells, implied: str) -> Any:
    """A clue in the shortest complete notation.

    Args:
        clue: the clue; its extras are left out.
        places: the cells that need not be listed.
        implied: the answer that need not be written.
    """
    html = clue.markup or to_html(clue.text)
    more = {key: value for key, ours in _TEXTS.items() if (value := getattr(clue, ours))}
    if clue.answer and clue.answer != implied:
        more["answer"] = clue.answer

    def pair(cell: int) -> list[int]:
        return [cell % places.n_cols + places.base, cell // places.n_cols + places.base]

    if clue.cells and clue.cells != places.implied(clue.direction, clue.label):
        more["cells"] = [pair(cell) for cell in clue.cells]
    if clue.place is not None:
        more["location"] = pair(clue.place)
    if clue.continued:
        names = {cells: name for name, cells in places.slots.items()}
        parts = [names[cells] for cells in clue.continued if cells in names]
        more["label"] = Links.printed_label(clue, parts)
        more["continued"] = [{"direction": way, "number": number_or_text(label)}
                             for way, label in parts]  # fmt: skip
        more["cells"] = [pair(cell) for cell in clue.whole]
    if not more:
        return [number_or_text(clue.label), html] if clue.label else html
    number = {"number": number_or_text(clue.label)} if clue.label else {}
    return {**number, "clue": html, **more}


def clue_with_extras(clue: Clue, places: ClueCells, crossword: Crossword) -> Any:
    """A clue as in the file that it came from, if it has not changed; else in our notation."""
    implied = spelled(crossword.squares, clue.cells)
    ours = clue_json(clue, places, implied)
    raw = extras_for(clue, NAME).get("clue")
    if raw is None:
        return ours
    try:
        parsed = _located(raw, clue.direction, places)
        (parsed,) = Links(replace(crossword, clues=(parsed,))).read().clues
    except FormatError:  # from a file of our own that somebody edited
        return ours
    if not parsed.answer and clue.answer in ("", implied):
        parsed = replace(parsed, answer=clue.answer)
    if parsed == replace(clue, extras={}, cells=clue.cells or parsed.cells):
        return raw
    if not isinstance(raw, dict):
        return ours
    full = ours if isinstance(ours, dict) else _as_object(ours)
    return {**full, **{key: value for key, value in raw.items() if key not in _KNOWN}}


def clues_json(crossword: Crossword, base: int, keys: list[str]) -> dict[str, list[Any]]:
    """The field `clues`. Args: base: that of `ClueCells`; keys: of the file that they came from."""
    directions: dict[str, list[Clue]] = {}
    for clue in crossword.clues:
        directions.setdefault(clue.direction, []).append(clue)
    keyed = {direction: key for key, direction in directions_of(keys).items()}
    places = places_of(crossword, "", base)
    lists: dict[str, list[Any]] = {key: [] for key in keys}
    for direction, clues in directions.items():
        key = keyed.get(direction) or key_of(direction, directions)
        lists[key] = [clue_with_extras(clue, places, crossword) for clue in clues]
    return {key: plain(items) for key, items in lists.items()}


def _as_object(raw: Any) -> dict[str, Any]:
    if isinstance(raw, dict):
        return dict(raw)
    if isinstance(raw, list):
        return {"number": raw[0], "clue": raw[1]}
    return {"clue": raw}


def _is_equivalent(raw: Any, ours: Any) -> bool:
    """Whether `raw` is another notation of `ours`, which `clue_json` made."""
    theirs, wanted = _as_object(raw), _as_object(ours)
    for clue in (theirs, wanted):
        if type(clue.get("number")) is int:
            clue["number"] = str(clue["number"])
    return theirs == wanted


def _wrong(source: str, problem: str, hint: str = "") -> FormatError:
    return FormatError(problem, hint=hint, source=source)
