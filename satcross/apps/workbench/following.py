"""Clues that name other entries follow them when the grid gives these other numbers.

A clue has its references as text, "17-Across", and links as keys. When numbers change, so do those
in the texts. The key of a reference whose entry is gone is kept in `ClueText.references`, so that
the number is right again when the entry comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from satcross.apps.workbench.document import ClueText, Document, slot_key
from satcross.extend import ACROSS, DOWN, clue_key
from satcross.model.references import Reference

Moved = Callable[[str], str]
"""The key of an entry after its cells have moved; "" if it is outside."""


def renumbered_clues(
    before: Document, after: Document, clues: Mapping[str, ClueText], moved: Moved = str
) -> dict[str, ClueText]:
    """Clues with the numbers that their references have in `after`.

    Args: clues: by whatever key; moved: what the keys of `before` are now.
    """
    keys = {clue_key(slot): moved(slot_key(slot)) for slot in before.slots if slot.number}
    numbers = {slot_key(slot): str(slot.number) for slot in after.slots if slot.number}
    return {key: _followed(replace(clue, label=None), keys, numbers) for key, clue in clues.items()}


def moved_clue(clue: ClueText, moved: Moved) -> ClueText:
    """A clue whose links and references are to entries that have moved."""
    return replace(
        clue,
        continued=tuple(filter(None, map(moved, clue.continued))),
        references=tuple(map(moved, clue.references)),
    )


def _followed(
    clue: ClueText, keys: Mapping[tuple[str, str], str], numbers: Mapping[str, str]
) -> ClueText:
    def key_of(one: Reference) -> str:
        ways = (one.direction,) if one.direction else (ACROSS, DOWN)
        return next((keys[way, one.number] for way in ways if (way, one.number) in keys), "")

    drafts = tuple(
        with_references(draft, lambda _, one: numbers.get(key_of(one), "")) for draft in clue.drafts
    )
    found = Reference.all_in(clue.text)
    if not found:
        return replace(clue, drafts=drafts, references=())
    known = clue.references if len(clue.references) == len(found) else ()
    named = known or tuple(map(key_of, found))

    def number_of(index: int, _: Reference) -> str:
        return numbers.get(named[index], "")

    markup = clue.markup
    if len(Reference.all_in(markup)) == len(found):
        markup = with_references(markup, number_of)
    is_broken = any(key and key not in numbers for key in named)
    return replace(
        clue,
        text=with_references(clue.text, number_of),
        markup=markup,
        drafts=drafts,
        references=named if is_broken else (),
    )


def place_text(document: Document, cells: Iterable[int]) -> str:
    """Cells for people."""
    some = list(cells)
    return document.grid.cell_name(some[0]) if len(some) == 1 else f"{len(some)} cells"


def with_references(text: str, number_of: Callable[[int, Reference], str]) -> str:
    """A clue with other numbers in its references.

    Args: number_of: the number by the index of a reference and itself; "" to leave it as it is.
    """
    out, at = "", 0
    for index, one in enumerate(Reference.all_in(text)):
        out += text[at : one.at] + (number_of(index, one) or one.number)
        at = one.at + len(one.number)
    return out + text[at:]
