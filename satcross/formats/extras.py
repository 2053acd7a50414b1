"""What a file of one format had that a `Crossword` has no place for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from satcross.crossword import NO_EXTRAS, Clue, Crossword, Extras, Square
from satcross.formats.losses import Losses

_NOTHING: Mapping[str, Any] = {}
_PLAIN_CLUE = frozenset({"number", "label", "clue", "answer", "cells", "enumeration"})


def extras_for(owner: Crossword | Square | Clue, name: str) -> Mapping[str, Any]:
    """The extras that a file of the format `name` left with a crossword, a square or a clue."""
    return owner.extras.get(name, _NOTHING)


def extras_of(name: str, kept: Mapping[str, Any]) -> Extras:
    """The extras of a square, a clue or a crossword of which `kept` is left; none of nothing."""
    return MappingProxyType({name: MappingProxyType(dict(kept))}) if kept else NO_EXTRAS


def enumeration_of(clue: Clue) -> str:
    """The lengths of an answer's words, as in "3,4": ipuz and .jpz both have a place for them."""
    format_ = extras_for(clue, "jpz").get("format", "")
    raw = extras_for(clue, "ipuz").get("clue")
    lengths = format_ or (raw.get("enumeration", "") if isinstance(raw, Mapping) else "")
    return lengths if isinstance(lengths, str) else ""


def _is_enumeration(format_name: str, extras: Mapping[str, Any]) -> bool:
    """Whether the extras of a clue tell nothing but its enumeration."""
    if format_name == "jpz":
        return set(extras) == {"format"}
    raw = extras.get("clue")
    return isinstance(raw, Mapping) and "enumeration" in raw and set(raw) <= _PLAIN_CLUE


def note_foreign(
    crossword: Crossword, name: str, losses: Losses, *, has_enumerations: bool = False
) -> None:
    """Note the extras of every format but `name`: how many squares and clues have them.

    Args:
        crossword: what is written.
        name: the format it is written in.
        losses: is told.
        has_enumerations: whether enumerations of clues are no loss.
    """
    counts: dict[str, int] = {}
    owners: list[Crossword | Square | Clue] = [crossword, *crossword.squares, *crossword.clues]
    for owner in owners:
        for format_name, extras in owner.extras.items():
            kept = has_enumerations and _is_enumeration(format_name, extras)
            if format_name != name and not kept:
                counts[format_name] = counts.get(format_name, 0) + 1
    for format_name in sorted(counts):
        n = counts[format_name]
        losses.note(f"{n} detail{'' if n == 1 else 's'} that only {format_name} files hold")
