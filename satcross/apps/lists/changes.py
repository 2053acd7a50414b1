"""What differs between two word lists, and a third-party list renewed under own edits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeVar

from satcross.apps.lists.records import ListLines, Record, shown_score

_T = TypeVar("_T")


class ListChangeKind(Enum):
    """What became of an entry."""

    ADDED = "added"
    REMOVED = "removed"
    RESCORED = "rescored"
    REWRITTEN = "rewritten"


class ListChange(NamedTuple):
    """An entry that differs.

    Args:
        kind: the most important of what differs.
        word: its letters.
        old, new: the entry before and after; None where there was or is none.
    """

    kind: ListChangeKind
    word: str
    old: Record | None
    new: Record | None

    @property
    def written(self) -> str:
        """How it is written, or was."""
        record = self.new or self.old
        assert record is not None
        return record.written

    def __str__(self) -> str:
        """The change in one line, as in "~ ice cream: 50 -> 70"."""
        if self.kind is ListChangeKind.REWRITTEN and self.old is not None:
            return f"= {self.old.written} -> {self.written}"
        old = shown_score(self.old.score) if self.old else ""
        new = shown_score(self.new.score) if self.new else ""
        return {
            ListChangeKind.ADDED: f"+ {self.written}: {new}",
            ListChangeKind.REMOVED: f"- {self.written}: {old}",
        }.get(self.kind, f"~ {self.written}: {old} -> {new}")


class Conflict(NamedTuple):
    """An entry that both sides changed, each in another way.

    Args:
        word: its letters.
        base, ours, theirs: the entry in each list; None where it is not there.
        kept: what the merged list has.
    """

    word: str
    base: Record | None
    ours: Record | None
    theirs: Record | None
    kept: Record | None

    def __str__(self) -> str:
        """The conflict in one line."""
        sides = zip(("base", "ours", "theirs", "kept"), self[1:], strict=True)
        return f"{self.word}: " + ", ".join(
            f"{name} {shown_score(record.score if record else None)}"
            + (f" as {record.written}" if record and record.written != self.word else "")
            for name, record in sides
        )


@dataclass(frozen=True, slots=True)
class RenewedList:
    """A third-party list renewed under own edits.

    Args:
        changes: by word, what becomes of the entries of the own list; None removes one.
        taken: how many changes of the third party are in it.
        kept: how many own edits are in it.
        conflicts: the entries that both changed, by word.
    """

    changes: Mapping[str, Record | None]
    taken: int
    kept: int
    conflicts: Sequence[Conflict]


def differences(old: Mapping[str, Record], new: Mapping[str, Record]) -> list[ListChange]:
    """What differs between two lists, by word in alphabetical order.

    >>> old, new = {"CAT": Record("CAT", "cat", 50)}, {"CAT": Record("CAT", "cat", 70)}
    >>> print(*differences(old, new))
    ~ cat: 50 -> 70
    """
    found: list[ListChange] = []
    for word in sorted(old.keys() | new.keys()):
        before, after = old.get(word), new.get(word)
        if before is None:
            found.append(ListChange(ListChangeKind.ADDED, word, None, after))
        elif after is None:
            found.append(ListChange(ListChangeKind.REMOVED, word, before, None))
        elif before.score != after.score:
            found.append(ListChange(ListChangeKind.RESCORED, word, before, after))
        elif before.written != after.written:
            found.append(ListChange(ListChangeKind.REWRITTEN, word, before, after))
    return found


def merged(
    base: ListLines, ours: ListLines, theirs: ListLines, *, prefer_ours: bool
) -> RenewedList:
    """The own list with all that the third party changed since `base`, and all own edits.

    Score and written form are merged apart. Where both sides changed an entry in different ways,
    one is preferred, and the conflict is listed.

    Args:
        base: the third party's list from which the own one was made.
        ours: the own one.
        theirs: the third party's list of today.
        prefer_ours: whether the own edit stays in a conflict, or the third party's change counts.
    """
    before, own, new = base.entries(), ours.entries(), theirs.entries()
    changes: dict[str, Record | None] = {}
    conflicts: list[Conflict] = []
    taken = kept = 0
    # Their order for what is new, so that a list that they have sorted stays so.
    for word in dict.fromkeys((*own, *new, *before)):
        old, mine, other = before.get(word), own.get(word), new.get(word)
        result, is_conflict = _one(old, mine, other, prefer_ours=prefer_ours)
        if is_conflict:
            conflicts.append(Conflict(word, old, mine, other, result))
        else:
            kept += _parts(result) != _parts(other)
        if _parts(result) != _parts(mine):
            changes[word] = result
            taken += 1
    return RenewedList(changes, taken, kept, sorted(conflicts, key=lambda one: one.word))


def _one(
    old: Record | None, mine: Record | None, other: Record | None, *, prefer_ours: bool
) -> tuple[Record | None, bool]:
    """(what an entry becomes, whether the two sides changed it in different ways)."""
    if _parts(mine) == _parts(other) or _parts(other) == _parts(old):
        return mine, False
    if _parts(mine) == _parts(old):
        return other, False
    if mine is None or other is None:
        # A rescored entry that the other side removed; one rewritten alone is no reason to stay.
        return (mine if prefer_ours else other), True
    preferred = mine if prefer_ours else other
    base_score, base_written = (None, None) if old is None else (old.score, old.written)
    score, is_score = _value(base_score, mine.score, other.score, preferred.score)
    written, is_written = _value(base_written, mine.written, other.written, preferred.written)
    assert score is not None
    assert written is not None
    return Record(mine.word, written, score), is_score or is_written


def _value(old: _T | None, mine: _T, other: _T, preferred: _T) -> tuple[_T, bool]:
    if other in (old, mine):
        return mine, False
    return (other, False) if mine == old else (preferred, True)


def _parts(record: Record | None) -> tuple[str, int] | None:
    return None if record is None else (record.written, record.score)
