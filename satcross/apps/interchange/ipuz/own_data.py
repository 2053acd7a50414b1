"""What kinds of other packages keep beside their puzzles, in `extras` of the name of the kind.

An ipuz file may have fields of programs, whose names have a colon. Ours is `satcross:` and the name
of the kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from satcross import Crossword
from satcross.extend import PuzzleKind
from satcross.formats.jsontext import plain

_NOTHING: Mapping[str, Any] = {}


def without_own_data(crossword: Crossword) -> tuple[Crossword, dict[str, Any]]:
    """A crossword without what its kind keeps, and the field for that, if it is a mapping."""
    value = crossword.kind.value
    kept = crossword.extras.get(value, _NOTHING)
    if crossword.kind.is_ours or not kept or not isinstance(kept, Mapping):
        return crossword, {}
    others = {name: one for name, one in crossword.extras.items() if name != value}
    extras = MappingProxyType(others)
    return replace(crossword, extras=extras), {_field(crossword.kind): plain(kept)}


def taken_from(top: dict[str, Any], kind: PuzzleKind) -> Mapping[str, Any]:
    """What a kind keeps in the fields of a file, which is taken out of them."""
    kept = top.get(_field(kind))
    if kind.is_ours or not isinstance(kept, dict):
        return _NOTHING
    return MappingProxyType(top.pop(_field(kind)))


def with_own_data(crossword: Crossword, kept: Mapping[str, Any]) -> Crossword:
    """A crossword with what its kind keeps."""
    if not kept:
        return crossword
    extras = {**crossword.extras, crossword.kind.value: kept}
    return replace(crossword, extras=MappingProxyType(extras))


def _field(kind: PuzzleKind) -> str:
    return f"satcross:{kind.value}"
