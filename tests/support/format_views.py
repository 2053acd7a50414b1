"""What two crosswords are, as people see them, aspect by aspect and place by place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from satcross.model.cellnames import NamedCell, cell_name
from satcross.model.crossword import (
    TWO_LETTERS,
    Clue,
    Crossword,
    Square,
    SquareKind,
    pattern_of,
    read_in,
    spelled,
)
from satcross.model.linked import Links

OF_SQUARES = ("circle", "shade", "entry", "mark")
OF_CLUES = ("text", "markup", "enumeration", "annotation", "continued", "place")
_MOST_SEEN = 50  # crosswords
_READINGS = "both right"


class SeenDifference(NamedTuple):
    """One thing that is another. Args: place: "" for the crossword itself."""

    aspect: str
    place: str
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.aspect} of {self.place or 'it'}: {self.was!r} is {self.now!r}"


@dataclass
class Judged:
    """A crossword, to be compared.

    Args:
        crossword: the crossword.
        clues: its clues, with their squares, also where only their labels say them.
        second: the hidden squares of second readings, by those that are shown.
    """

    crossword: Crossword
    clues: list[Clue] = field(default_factory=list)
    second: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.second = pattern_of(self.crossword).second_cells()
        entries = Links(self.crossword).entries()
        said = Links(self.crossword).see_texts()
        for at, clue in enumerate(self.crossword.clues):
            text = "" if clue.text == said.get(at) else clue.text
            cells = clue.cells or (entries.get((clue.direction, clue.label), ()) if clue.label
                                   else ())  # fmt: skip
            self.clues.append(replace(clue, cells=cells, text=text))


def differences(before: Crossword, after: Crossword, *, keeps_all: bool) -> list[SeenDifference]:
    """All that is another. Args: keeps_all: whether clues without a text count, too."""
    (was, judged), (now, other) = _seen(before), _seen(after)
    found = [
        SeenDifference(*key, was.get(key), now.get(key))
        for key in {**was, **now}
        if was.get(key) != now.get(key)
    ]
    return [*found, *_differences_of_clues(judged, other, keeps_all=keeps_all)]


_View = tuple[dict[tuple[str, str], Any], Judged]
_SEEN: dict[int, _View] = {}  # by the id of a crossword, which its view holds


def _seen(crossword: Crossword) -> _View:
    """What a crossword is; the same one is compared with what many formats make of it."""
    known = _SEEN.get(id(crossword))
    if known is None or known[1].crossword is not crossword:
        if len(_SEEN) > _MOST_SEEN:
            _SEEN.clear()
        known = dict(_squares(crossword)), Judged(crossword)
        _SEEN[id(crossword)] = known
    return known


def _squares(crossword: Crossword) -> Iterator[tuple[tuple[str, str], Any]]:
    """What squares and the whole are, by aspect and place."""
    n = crossword.n_rows * crossword.n_cols
    hidden = {
        at: (way, other)
        for way, pairs in (
            ("/", pattern_of(crossword).second_cells()),
            ("|", pattern_of(crossword).second_cells(NamedCell.DOWNWARD)),
        )
        for at, other in pairs.items()
    }
    gone = {other for _, other in hidden.values()}
    for at, one in enumerate(crossword.labelled().squares):
        if at in gone:
            continue
        place = crossword.named[at - n].name if at >= n else cell_name(at, crossword.n_cols)
        yield ("kind", place), one.kind
        yield ("label", place), one.label
        yield ("given", place), one.given and (bool(one.solution) or one.kind is SquareKind.BLOCK)
        if one.kind is SquareKind.OPEN:
            yield ("solution", place), _solution(crossword, one, hidden.get(at))
        for name in OF_SQUARES:
            yield (name, place), getattr(one, name)
        if at < n:
            yield ("bars", place), (at in crossword.bars_right, at in crossword.bars_below)
    yield ("board", ""), crossword.board
    runs = None if crossword.timer_s is None else crossword.timer_runs
    yield ("timer", ""), (crossword.timer_s, runs)
    for name in Crossword.TEXTS:
        yield (name, ""), getattr(crossword, name)


def _solution(crossword: Crossword, square: Square, second: tuple[str, int] | None) -> Any:
    """What a square holds: a text, or two of which both are right, or one is of each direction.

    In files such a square is one text, by the rule of grid text (docs/reference/formats.md and
    `satcross.model.gridtext`): `C/B` are both right, `ON|OFF` across and down, and so is `ON/OFF`
    of several letters; a note of ours says which of both it is.
    """
    if second is not None:
        way, other = second
        texts = [square.solution, crossword.squares[other].solution]
    else:
        found = re.fullmatch(r"([^/|]+)([/|])([^/|]+)", square.solution)
        if found is None:
            return square.solution
        texts, way = [found[1], found[3]], found[2]
        if way == "|" or TWO_LETTERS in crossword.notes:
            pass
        elif Crossword.EITHER_OR in crossword.notes or max(map(len, texts)) > 1:
            way = "|"
    if texts[0] == texts[1]:
        return texts[0]
    return (_READINGS if way == "/" else "across and down", *texts)


def _keys(clue: Clue) -> Iterator[tuple[object, ...]]:
    """By what clues are the same, the surest first."""
    way, label, cells = clue.direction, clue.label, clue.cells
    text = " ".join(clue.text.split()) or clue.text
    none = None, id(clue)
    yield way, label, text, cells
    yield way, label, text
    yield (way, label, cells) if cells else none
    yield (way, text, cells) if text and cells else none
    yield (way, text) if text else none
    yield (way, cells) if cells else none
    yield (text,) if text else none
    yield way, label
    yield none if text.startswith("See ") else (way,)  # not what a link says
    yield (label,) if label else none
    yield (clue.annotation,) if clue.annotation else none


def _is_said(clue: Clue) -> bool:
    return _has_text(clue) or bool(clue.enumeration)


def _has_text(clue: Clue) -> bool:
    return bool(clue.text.strip() or clue.annotation.strip() or clue.continued)


def paired(before: list[Clue], after: list[Clue]) -> dict[int, int]:
    """By the index of each clue, where it is afterwards."""
    found: dict[int, int] = {}
    for level in range(11):
        free: dict[tuple[object, bool], list[int]] = {}
        for at, one in enumerate(after):
            if at not in found.values():
                key = tuple(_keys(one))[level], _has_text(one)
                free.setdefault(key, []).append(at)
        for at, one in enumerate(before):
            key = tuple(_keys(one))[level], _has_text(one)
            if at not in found and (same := free.get(key)):
                found[at] = same.pop(0)
    return found


def _differences_of_clues(
    before: Judged, after: Judged, *, keeps_all: bool
) -> Iterator[SeenDifference]:
    pairs = paired(before.clues, after.clues)
    for at, one in enumerate(before.clues):
        if at not in pairs and (keeps_all or _is_said(one)):
            yield SeenDifference("clue", one.name, one.text, None)
    for at, one in enumerate(after.clues):
        if at not in pairs.values() and (keeps_all or _is_said(one)):
            yield SeenDifference("clue", one.name, None, one.text)
    seen: list[int] = []
    for at in sorted(pairs):
        was, now = before.clues[at], after.clues[pairs[at]]
        if not keeps_all and not (_is_said(was) or _is_said(now)):
            continue
        place = before.crossword.clues[at].name
        passed = [before.crossword.clues[one].name for one in seen if pairs[one] > pairs[at]]
        if passed:
            yield SeenDifference("order", place, passed, "before them")
        seen.append(at)
        yield from _differences_of(place, (was, before), (now, after))


def _differences_of(
    place: str, before: tuple[Clue, Judged], after: tuple[Clue, Judged]
) -> Iterator[SeenDifference]:
    was, now = before[0], after[0]
    values = {
        "direction": (was.direction, now.direction),
        "number": (was.label, now.label),
        "cells": (was.cells, now.cells),
        **{name: (getattr(was, name), getattr(now, name)) for name in OF_CLUES},
    }
    for aspect, (one, other) in values.items():
        if one != other:
            yield SeenDifference(aspect, place, one, other)
    usual, read = _read(*before), _read(*after)
    is_same = (
        was.answer == now.answer
        or (was.answer in usual and now.answer in {*read, *usual} - {""})
        or (now.answer in read and was.answer in {*read} - {""})
        or (not was.answer and now.answer in read)
    )
    if not is_same:
        yield SeenDifference("answer", place, was.answer, now.answer)


def _read(clue: Clue, judged: Judged) -> set[str]:
    """What the squares of a clue read, in one of the two readings or both; also nothing."""
    crossword = judged.crossword
    second = judged.second
    usual = {""}
    for cells in (clue.cells, clue.whole):
        both = [spelled(crossword.squares, some)
                for some in (cells, [second.get(at, at) for at in cells])]  # fmt: skip
        usual |= {*both, read_in(crossword, clue.direction, cells)}
        usual |= {"/".join(dict.fromkeys(both))} if all(both) else set()
    return usual


def has_other_answers(crossword: Crossword) -> bool:
    """Whether the answer of a clue is none that its squares read."""
    judged = Judged(crossword)
    return any(clue.answer not in _read(clue, judged) for clue in judged.clues)
