"""The journal of a word list: when an entry was rescored or used, and why.

It is a text file beside the list, `LIST.journal`, with a header and six columns between tabs:

    date	event	entry	before	after	why
    2026-11-26	rescored	ice cream	50	70	solvers like it
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satcross import WordListError
from satcross.apps.lists.changes import ListChange, ListChangeKind, differences
from satcross.apps.lists.records import shown_score
from satcross.extend import exists, write_file
from satcross.words.files import FileKind

if TYPE_CHECKING:
    from satcross.apps.lists.records import ListLines, Record

SUFFIX = ".journal"
_FILE = FileKind("journal of a list", WordListError, 32 << 20)
HEADER = "date\tevent\tentry\tbefore\tafter\twhy"
USED = "used"


class Note(NamedTuple):
    """A line of a journal.

    Args:
        day: as in 2026-11-26.
        event: "used", or what `ListChangeKind` has.
        entry: its written form.
        before, after: scores, or how it was written; "" where there is none.
        why: the reason that was given.
    """

    day: str
    event: str
    entry: str
    before: str = ""
    after: str = ""
    why: str = ""

    @property
    def text(self) -> str:
        """The line. Tabs and line ends would be read as other fields."""
        return "\t".join(" ".join(field.split()) for field in self)

    def __str__(self) -> str:
        """The note for people, in one line."""
        change = f"  {self.before or 'none'} -> {self.after or 'none'}"
        return f"{self.day}  {self.event:<9}  {self.entry}" + (
            change if self.before or self.after else ""
        ) + (f"  ({self.why})" if self.why else "")  # fmt: skip


def journal_path(source: str | os.PathLike[str]) -> Path:
    """The journal of a list's file."""
    return Path(f"{source}{SUFFIX}")


def notes_of(changes: Iterable[ListChange], day: date, why: str) -> list[Note]:
    """A note for each change of a list."""
    found: list[Note] = []
    for change in changes:
        old = shown_score(change.old.score) if change.old else ""
        new = shown_score(change.new.score) if change.new else ""
        if change.kind is ListChangeKind.REWRITTEN and change.old is not None:
            old, new = change.old.written, change.written
        found.append(Note(day.isoformat(), change.kind.value, change.written, old, new, why))
    return found


def read_journal(source: str | os.PathLike[str]) -> list[Note]:
    """The notes of a list's journal, in order; none if it has no journal.

    Raises:
        WordListError: the journal cannot be read, or a line is not one of a journal.
    """
    path = journal_path(source)
    if not exists(path):
        return []
    text = _FILE.read(path)
    found: list[Note] = []
    for number, line in enumerate(text.data.decode().splitlines(), start=1):
        fields = line.rstrip("\r").split("\t")
        if not line.strip() or line == HEADER:
            continue
        if len(fields) != len(Note._fields) or not _is_day(fields[0]):
            raise WordListError(
                "the line is not one of a journal",
                hint=f"write six columns between tabs: {HEADER.replace(chr(9), ', ')}",
                source=text.source,
                line=number,
            )
        found.append(Note(*fields))
    return found


def edit_list(
    lines: ListLines,
    path: str | os.PathLike[str],
    asked: Mapping[str, Record | None],
    before: Mapping[str, Record],
) -> list[ListChange]:
    """Write a list's file with other entries, to be noted; not where the journal has a fault.

    Args:
        lines, path: the list, and its file.
        asked: by word, the new entry; None to remove it.
        before: by word, the entries of the list, those that are asked for at least.

    Returns: what changes.

    Raises: WordListError: the journal cannot be read, or the list not be written.
    """
    read_journal(path)
    if asked:
        lines.write_edited(asked, path)
    return differences(
        {word: before[word] for word in asked if word in before},
        {word: record for word, record in asked.items() if record is not None},
    )


def add_notes(source: str | os.PathLike[str], notes: Sequence[Note]) -> None:
    """Write notes after those that the journal of a list has.

    Raises: WordListError: the journal cannot be read or written.
    """
    lines = [HEADER, *(note.text for note in (*read_journal(source), *notes))]
    data = "".join(f"{line}\n" for line in lines).encode()
    write_file(journal_path(source), data, WordListError)


def _is_day(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False
