"""Format-specific data that a `Crossword` has no field for, and bars, which ipuz and .jpz share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from satcross.checks import counted, some_of
from satcross.formats.losses import Losses, clue_name
from satcross.formats.markup import from_html
from satcross.model.cellnames import cell_name
from satcross.model.crossword import NO_EXTRAS, Clue, Crossword, Extras, Square
from satcross.model.kinds import kinds

SIDES = "TRBL"  # top, right, bottom, left: the order in which ipuz has them
_SHOWN = 8  # details that are named; the others are counted
_NOTHING: Mapping[str, Any] = {}
_ORDERS = "order", "design"  # of a file's fields, and by what it says a thing: nothing shows them
# What satcross keeps beside a crossword to go on with it, by whose it is: nobody wrote it, and a
# file for other programs is the same crossword without it. What people wrote, as banned words and
# drafts of clues, is not among it.
_STATE: Mapping[str, Collection[str]] = {
    "workbench": frozenset({"pinned", "theme", "symmetry", "lists", "min_score"})
}


def extras_for(owner: Crossword | Square | Clue, name: str) -> Mapping[str, Any]:
    """The extras that a file of the format `name` left with a crossword, a square or a clue."""
    return owner.extras.get(name, _NOTHING)


def extras_of(name: str, kept: Mapping[str, Any]) -> Extras:
    """The extras with this data for one format; `NO_EXTRAS` if there is none."""
    return MappingProxyType({name: MappingProxyType(dict(kept))}) if kept else NO_EXTRAS


def joined_notes(*texts: str) -> str:
    """The notes of a file with several places for them: each text once, a blank line between."""
    return "\n\n".join(dict.fromkeys(text for text in texts if text.strip()))


def _named_detail(key: object, value: Any, notes: str) -> str:
    """The name of a detail, with those of the fields in it; "" if the notes say all of it."""
    if not isinstance(value, Mapping):
        return str(key)
    inner = [str(name) for name, text in value.items() if not _is_said(text, notes)]
    return f"{key} {some_of(inner, _SHOWN)}" if inner else str(key) * (not value)


def _is_said(value: Any, notes: str) -> bool:
    """Whether a text is one of the `joined_notes`, or empty."""
    if not isinstance(value, str):
        return False
    text, markup = from_html(value, "\n")
    return not markup and (not text or f"\n\n{text}\n\n" in f"\n\n{notes}\n\n")


def note_foreign(crossword: Crossword, name: str, losses: Losses) -> None:
    """Note the extras of other formats than `name`, which is written, and of kinds, by place.

    The state of our own workbench is no loss, nor is what is empty there.
    """
    details: dict[str, list[str]] = {}
    owners: list[tuple[str, Crossword | Square | Clue]] = [("", crossword)]
    owners += [(cell_name(at, crossword.n_cols), one) for at, one in enumerate(crossword.squares)]
    owners += [(clue_name(clue), clue) for clue in crossword.clues]
    for where, owner in owners:
        for format_name, extras in owner.extras.items():
            state = _STATE.get(format_name, ())
            named = (
                _named_detail(key, value, crossword.notes)
                for key, value in extras.items()
                if key not in (*state, *_ORDERS) and (value or not state)
            )
            lost = [*filter(None, named)]
            if format_name != name and lost:
                keys = some_of(lost, _SHOWN)
                details.setdefault(format_name, []).append(f"{keys} of {where}" if where else keys)
    for format_name, found in sorted(details.items()):
        shown = some_of(found, _SHOWN)
        what = f"{counted(len(found), 'detail')} that only {format_name} files hold"
        if any(kind.value == format_name for kind in kinds()):  # no format has that name
            what = f"what puzzles of the kind {format_name} remember"
        losses.note(f"{what}: {shown}")


def sides_of(crossword: Crossword, position: int) -> str:
    """The sides of a square that have a bar, out of T, R, B, L."""
    has_bar = (
        position - crossword.n_cols in crossword.bars_below,
        position in crossword.bars_right,
        position in crossword.bars_below,
        position - 1 in crossword.bars_right,
    )
    return "".join(side for side, has in zip(SIDES, has_bar, strict=True) if has)


def with_bars(
    squares: Sequence[Square], n_cols: int, sides: Mapping[int, Collection[str]]
) -> Crossword:
    """A crossword with a bar between two squares if either has one on that side.

    Bars at the edge of the grid are ignored.

    Args:
        squares: row by row.
        n_cols: the number of columns.
        sides: by position, the sides with a bar, out of T, R, B, L.

    Raises:
        GridError: as `Crossword`.
    """
    n_rows = len(squares) // n_cols
    right: set[int] = set()
    below: set[int] = set()
    for position, some in sides.items():
        row, col = divmod(position, n_cols)
        if "R" in some and col + 1 < n_cols:
            right.add(position)
        if "L" in some and col:
            right.add(position - 1)
        if "B" in some and row + 1 < n_rows:
            below.add(position)
        if "T" in some and row:
            below.add(position - n_cols)
    return Crossword(n_rows, n_cols, tuple(squares), frozenset(right), frozenset(below))
