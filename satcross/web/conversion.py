"""Documents from the crosswords of files, and back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from types import MappingProxyType
from typing import Any

from satcross.errors import FormatError
from satcross.formats.jsontext import plain
from satcross.model.crossword import (
    DOWN,
    EITHER_OR,
    TEXTS,
    Clue,
    Crossword,
    Square,
    SquareKind,
    answered,
    clues_for,
    pattern_of,
    spelled,
)
from satcross.model.grid import OPEN
from satcross.model.kinds import CROSSWORD
from satcross.model.roles import EXTRAS, recorded_words
from satcross.pattern.symmetry import Symmetry
from satcross.rules import rules_in
from satcross.web.document import (
    Cell,
    ClueText,
    Data,
    Document,
    Json,
    key_of,
    rules_data,
    slot_key,
)

_OF_CLUES = ("text", "annotation", "enumeration")  # kept of entries that are gone
_SQUARE = [each.name for each in fields(Square)]


def crossword_of(document: Document, *, settings: bool = True) -> Crossword:
    """The crossword as a file holds it.

    Args: settings: whether its extras have what only the workbench needs.
    """
    grid = document.grid
    shown = [Square(*(getattr(cell, name) for name in _SQUARE)) for cell in document.cells]
    for at in grid.every_second_cell():
        shown[at] = replace(shown[at], solution=_known(grid.cells[at]))
    hidden = [Square(solution=_known(text)) for text in grid.cells[grid.size :]]
    squares = (*shown, *hidden)
    rest = document.rest
    clues: list[Clue] = []
    cells_of = {key_of(each.direction, each.cells[0]): each.cells for each in clues_for(grid)}
    for empty in clues_for(grid):
        known = document.clues.get(key_of(empty.direction, empty.cells[0]), ClueText())
        clues.append(
            replace(
                empty,
                label=empty.label if known.label is None else known.label,
                text=known.text,
                markup=known.markup,
                answer=known.answer or empty.answer,
                extras=known.extras,
                enumeration=known.enumeration,
                annotation=known.annotation,
                continued=tuple(cells_of[key] for key in known.continued if key in cells_of),
            )
        )
    for data in rest.get("clues", ()):
        continued = tuple(map(tuple, data.get("continued", ())))
        clues.append(Clue(**{**data, "cells": tuple(data["cells"]), "continued": continued}))
    extras = dict(rest.get("extras", {}))
    if settings:
        extras[EXTRAS] = _settings(document)
    crossword = Crossword(
        document.rows,
        document.cols,
        squares,
        document.bars_right,
        document.bars_below,
        named=grid.named,
        **{name: getattr(document, name) for name in TEXTS},
        timer_s=rest.get("timer_s"),
        timer_runs=rest.get("timer_runs", True),
        extras=MappingProxyType(extras),
    )
    return replace(crossword, clues=tuple(answered(clues, crossword)))


def _known(text: str) -> str:
    return "" if text == OPEN else text


def _settings(document: Document) -> Data:
    cells = list(enumerate(document.cells))
    out: Data = {
        "pinned": [at for at, cell in cells if cell.pinned],
        "theme": [at for at, cell in cells if cell.theme],
        "drafts": _by_key(document, "drafts"),
        "symmetry": document.symmetry,
        "lists": list(document.lists),
        "min_score": document.min_score,
        "rules": rules_data(document.rules),
        **({"banned": banned} if (banned := list(document.banned)) else {}),
    }
    for name in ("favourites", "references"):
        if found := _by_key(document, name):
            out[name] = found
    keys = {slot_key(slot) for slot in document.slots}
    # Clues of entries that the blocks have divided or joined: they may come back.
    left: Data = {}
    for key, clue in document.clues.items():
        said = {name: text for name in _OF_CLUES if (text := getattr(clue, name))}
        if said and key not in keys:
            left[key] = clue.text if [*said] == ["text"] else said
    if left:
        out["clues"] = left
    return out


def _by_key(document: Document, name: str) -> Data:
    """By key, several texts that clues have."""
    return {
        key: list(some) for key, clue in document.clues.items() if (some := getattr(clue, name))
    }


def document_of(crossword: Crossword, defaults: Document, *, source: str) -> Document:
    """A file's crossword as a document.

    Args:
        crossword: as it was read.
        defaults: has the lists, minimum score and overrides of new crosswords.
        source: names the file in errors.

    Raises:
        FormatError: what the workbench has written into it is damaged.
    """
    n = crossword.n_rows * crossword.n_cols
    second = pattern_of(crossword).every_second_cell()
    for at, cell in enumerate(crossword.named, n):
        if at not in second.values():
            raise FormatError(
                f"the workbench does not support cells beside the grid yet: {cell.name}",
                hint="leave such cells out",
                source=source,
            )
    if crossword.board:
        raise FormatError(
            f"the workbench does not support the board {crossword.board!r} yet",
            hint="give the file to satcross fill",
            source=source,
        )
    if crossword.kind is not CROSSWORD:  # it would be lost when the file is saved
        raise FormatError(
            f"the workbench does not support puzzles of the kind {crossword.kind.value} yet",
            hint="satcross convert FILE NAME.txt makes a grid of it",
            source=source,
        )
    extras = dict(crossword.extras)
    settings = extras.pop(EXTRAS, {})
    if said := recorded_words(crossword, source):
        raise FormatError(
            f"the workbench does not know the {min(said)} of a puzzle's file",
            hint=f"start it with the option instead, and leave {', '.join(sorted(said))} out",
            source=source,
        )
    texts = _texts(crossword)
    clues, others = _clues(crossword, texts)
    rest: Data = {}
    if extras:
        rest["extras"] = plain(extras)
    if others:
        rest["clues"] = others
    if crossword.timer_s is not None:
        rest |= {"timer_s": crossword.timer_s, "timer_runs": crossword.timer_runs}
    document = replace(
        defaults,
        rows=crossword.n_rows,
        cols=crossword.n_cols,
        cells=tuple(map(_cell, crossword.squares, texts)),
        bars_right=crossword.bars_right,
        bars_below=crossword.bars_below,
        clues=clues,
        rest=rest,
        **{name: getattr(crossword, name) for name in TEXTS},
    )
    try:
        return _with_settings(document, settings)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise FormatError(
            f"the {EXTRAS!r} part of extras is damaged",
            hint="remove it from the file",
            source=source,
        ) from None


def _texts(crossword: Crossword) -> Sequence[str]:
    """What is in the cells of the rectangle, as in grid text; other formats write `ON/OFF`."""
    pattern = pattern_of(crossword)
    held = [square.solution or pattern.cells[at] for at, square in enumerate(crossword.squares)]
    if crossword.named:
        return pattern.with_cells(held).texts()
    return [_two(text, EITHER_OR in crossword.notes) for text in held]


def _two(text: str, is_either_or: bool) -> str:
    sides = text.split("/")
    if len(sides) != 2 or not all(sides):
        return text
    return "|".join(sides) if is_either_or or max(map(len, sides)) > 1 else text


def _cell(square: Square, text: str) -> Cell:
    known = {name: getattr(square, name) for name in _SQUARE}
    solution = _known(text) if square.kind is SquareKind.OPEN else ""
    return Cell(**known | {"solution": solution, "extras": plain(square.extras)})


def _clues(crossword: Crossword, texts: Sequence[str]) -> tuple[dict[str, ClueText], list[Data]]:
    """The clues of the usual entries by key, and the others.

    Args: texts: what is in the cells; an answer that they spell, or both of them do, is no other.
    """
    by_name = {}
    by_key = {}
    for clue in clues_for(pattern_of(crossword)):
        key = key_of(clue.direction, clue.cells[0])
        by_name[clue.direction, clue.label] = key
        by_key[key] = clue
    by_cells = {clue.cells: key for key, clue in by_key.items()}
    out: dict[str, ClueText] = {}
    others: list[Data] = []
    for clue in crossword.clues:
        key = (
            key_of(clue.direction, clue.cells[0])
            if clue.cells
            else by_name.get((clue.direction, clue.label), "")
        )
        if key not in by_key or key in out:
            whole = {each.name: plain(getattr(clue, each.name)) for each in fields(clue)}
            others.append(whole)
            continue
        usual = by_key[key]
        held = [texts[cell] for cell in usual.cells]
        down = clue.direction == DOWN
        sides = [_side(held, second, down) for second in (False, True)]
        as_written = spelled(crossword.squares, usual.cells)
        is_spelled = clue.answer in (as_written, sides[0], "/".join(sides))
        known = ClueText(
            clue.text,
            clue.markup,
            label=None if clue.label == usual.label else clue.label,
            answer="" if is_spelled else clue.answer,
            extras=plain(clue.extras),
            enumeration=clue.enumeration,
            annotation=clue.annotation,
            continued=tuple(by_cells[cells] for cells in clue.continued if cells in by_cells),
        )
        if known != ClueText():
            out[key] = known
    return out, others


def _side(texts: Sequence[str], second: bool, down: bool) -> str:
    """What cells spell in one of two readings, with either/or cells as in their direction."""
    pairs = [re.split("[/|]", text) for text in texts]
    return "".join(
        sides[-1] if (down if "|" in text else second) else sides[0]
        for text, sides in zip(texts, pairs, strict=True)
    )


def _with_settings(document: Document, settings: Json) -> Document:
    if not settings:
        return document
    cells = list(document.cells)
    for name in ("pinned", "theme"):
        for at in settings.get(name, ()):
            cells[_position(at, len(cells))] = replace(cells[at], **{name: True})
    clues = dict(document.clues)
    for key, said in settings.get("clues", {}).items():
        kept = said if isinstance(said, dict) else {"text": said}
        texts: Data = {name: str(kept.get(name, "")) for name in _OF_CLUES}
        clues.setdefault(str(key), ClueText(**texts))
    for name in ("references", "drafts", "favourites"):
        for key, texts in settings.get(name, {}).items():
            more: Data = {name: tuple(map(str, texts))}
            clues[str(key)] = replace(clues.get(key, ClueText()), **more)
    min_score = settings.get("min_score", document.min_score)
    if banned := settings.get("banned"):
        document = replace(document, rest={**document.rest, "banned": [str(w) for w in banned]})
    return replace(
        document,
        cells=tuple(cells),
        clues=clues,
        symmetry=Symmetry(settings.get("symmetry", document.symmetry)).value,
        lists=tuple(map(str, settings.get("lists", document.lists))),
        min_score=None if min_score is None else int(min_score),
        rules=rules_in(settings.get("rules", {})),
    )


def _position(at: Any, n: int) -> int:
    if type(at) is not int or not 0 <= at < n:
        raise ValueError(at)
    return at
