"""Metadata of clues in .xd files: lines such as `A1 ^Refs: A2 D4`, and two keys of ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from satcross.extend import ACROSS, DOWN, Light

_CONTINUED, _ANNOTATION = "Continued", "Annotation"


def read_beside(
    beside: Sequence[list[str]], slots: Mapping[tuple[str, str], Light]
) -> tuple[tuple[tuple[int, ...], ...], str, list[list[str]]]:
    """The cells of further entries, the annotation, and all other metadata of a clue.

    Args: beside: pairs of a key and a value.
    """
    texts = {key.capitalize(): value for key, value in beside}
    parts = [_entry_named(name, slots) for name in texts.get(_CONTINUED, "").split()]
    continued = tuple(parts) if all(parts) else ()
    annotation = texts.get(_ANNOTATION, "")
    taken = {name for name, has in ((_CONTINUED, continued), (_ANNOTATION, annotation)) if has}
    return continued, annotation, [pair for pair in beside if pair[0].capitalize() not in taken]


def own_beside(
    names: Iterable[tuple[str, str]], groups: Mapping[str, str], annotation: str
) -> list[tuple[str, str]]:
    """The keys and values of ours for a clue.

    Args: names: of its further entries; groups: the letter of each list of clues.
    """
    entries = " ".join(f"{groups[way]}{label}" for way, label in names)
    return [pair for pair in ((_CONTINUED, entries), (_ANNOTATION, annotation)) if pair[1]]


def _entry_named(name: str, slots: Mapping[tuple[str, str], Light]) -> tuple[int, ...]:
    """The cells of an entry such as D5; none if there is no such entry."""
    slot = slots.get(({"A": ACROSS, "D": DOWN}.get(name[:1], ""), name[1:]))
    return slot.cells if slot else ()


def pairs_of(raw: Any) -> list[tuple[str, str]]:
    """Pairs of texts in extras, which a user may have edited."""
    if not isinstance(raw, list | tuple):
        return []
    return [(str(pair[0]), str(pair[1])) for pair in raw if _is_pair(pair)]


def _is_pair(item: Any) -> bool:
    return isinstance(item, list | tuple) and len(item) == 2
