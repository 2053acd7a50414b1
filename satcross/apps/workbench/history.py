"""Every edit of a crossword, in memory and in a file that only grows.

The file has a JSON object a line. The first has a whole document; each further one has a *step*,
with patches in both directions, or a name for a revision. A line is written before the edit is
answered, so that a killed server loses at most what it had not answered. A last line that was cut
off is left out when the file is read.
"""

from __future__ import annotations

import errno
import io
import json
import os
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from satcross import FormatError, InputError
from satcross.apps.workbench.document import Data, Document, patch, patched
from satcross.extend import cannot, write_file

SCHEMA = "satcross.history/1"
EDIT, UNDO, REDO, OTHER, FIRST = "edit", "undo", "redo", "other", "first"
OUTSIDE = "changed outside of the workbench"  # labels of steps
BACK = "back to revision"
KEPT_DIGESTS = 3
MAX_FILE = 256 << 20  # bytes; beyond that the history starts over


@dataclass(slots=True)
class Step:
    """One change of a document.

    Args:
        revision: after it.
        kind: EDIT; UNDO or REDO of an edit; or OTHER, which undo passes over, such as a word that
            another crossword of the folder has banned; FIRST, where the history begins.
        label: what it does, for people.
        at: seconds since 1970.
        back: the patch that takes it back.
        forth: the patch that makes it.
        name: what people call the revision, or "".
        joins: whether it is one step of undo with the one before it.
    """

    revision: int
    kind: str
    label: str
    at: float
    back: Data
    forth: Data
    name: str = ""
    joins: bool = False

    def data(self) -> Data:
        """As a line of the file."""
        names = ("revision", "kind", "label", "at", "back", "forth")
        return {name: getattr(self, name) for name in names} | {"at": round(self.at, 3)}


class History:
    """A document and its steps.

    Args:
        path: the file. An existing one is read, and appended to.
        document: where there is no file yet.
        is_kept: whether the file is written; else every change is forgotten.

    Fields:
        document: as it is now.
        revision: its number; grows with every step.
        saved: the revision that the crossword's own file has, once it is written.
        digests: of the last files that were written, or were about to be.

    Raises:
        FormatError: the file cannot be read or written, or is damaged.
    """

    def __init__(
        self, path: Path, document: Document | None = None, *, is_kept: bool = True
    ) -> None:
        self._path = path
        self._is_kept = is_kept
        self._file: io.FileIO | None = None
        self.steps: list[Step] = []
        self.saved = 0
        self.digests: deque[str] = deque(maxlen=KEPT_DIGESTS)
        self._first_name = ""
        self._undo: list[Step] = []
        self._redo: list[Step] = []
        if document is None:
            self._read()
        else:
            self.document, self._data = document, document.data()
            self.revision = 1
            self._first_at = time.time()
            if is_kept:
                write_file(path, self._head(), FormatError)
        self._first = self.revision - len(self.steps)
        if is_kept:
            self._open()

    @staticmethod
    def exists(path: Path) -> bool:
        """Whether there is a history to go on with."""
        with suppress(OSError):
            return 0 < path.stat().st_size <= MAX_FILE
        return False

    def _head(self) -> bytes:
        head = {
            "schema": SCHEMA,
            "revision": self.revision,
            "at": round(self._first_at, 3),
            "document": self._data,
        }
        return _line(head)

    def _open(self) -> None:
        try:
            self._file = io.FileIO(self._path, "a")
        except OSError as problem:
            raise cannot("written", self._path, problem, FormatError) from None

    def _read(self) -> None:
        try:
            lines = self._path.read_bytes().split(b"\n")
        except OSError as problem:
            raise cannot("read", self._path, problem, FormatError) from None
        whole = sum(map(len, lines[:-1])) + len(lines) - 1
        try:
            head = json.loads(lines[0])
            if head["schema"] != SCHEMA:
                raise ValueError(head["schema"])
            self._data = Document.of(head["document"]).data()
            self.revision = head["revision"]
            self._first_at = head["at"]
            for number, line in enumerate(lines[1:-1], 2):  # noqa: B007 (for the error)
                self._replay(json.loads(line))
            self.document = Document.of(self._data)
        except (InputError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise FormatError(
                "the history is damaged",
                hint="move it away; the crossword itself is in its own file",
                source=str(self._path),
                line=1 if not self.steps else number,
            ) from None
        if lines[-1] and self._is_kept:  # cut off in the midst of writing
            try:
                os.truncate(self._path, whole)
            except OSError as problem:
                raise cannot("written", self._path, problem, FormatError) from None

    def _replay(self, data: Data) -> None:
        if "name" in data:
            self._name(data["of"], data["name"])
        elif "join" in data:
            self._join()
        elif "saved" in data:
            self._note(data["saved"], data["digest"])
        else:
            step = Step(**data)
            self._data = patched(self._data, step.forth)
            self._take(step)

    def _take(self, step: Step) -> None:
        self.steps.append(step)
        self.revision = step.revision
        match step.kind:
            case "edit":
                self._undo.append(step)
                self._redo.clear()
            case "undo":
                self._redo.append(self._undo.pop())
            case "redo":
                self._undo.append(self._redo.pop())

    def _write(self, data: Data) -> None:
        """Append a line, all of it or nothing."""
        if not self._is_kept:
            return
        assert self._file is not None
        line = _line(data)
        before = os.fstat(self._file.fileno()).st_size
        try:
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as problem:
            with suppress(OSError):
                self._file.truncate(before)
            raise cannot("written", self._path, problem, FormatError) from None

    # Changing

    @property
    def undo_label(self) -> str | None:
        """What an undo would take back; None where there is nothing."""
        return self._undo[-1].label if self._undo else None

    @property
    def redo_label(self) -> str | None:
        """What a redo would make again; None where there is nothing."""
        return self._redo[-1].label if self._redo else None

    def change(self, document: Document, label: str, kind: str = EDIT) -> Step | None:
        """Make it the document now; None where nothing is different.

        Raises:
            FormatError: the history cannot be written; then nothing has changed.
        """
        data = document.data()
        return self._step(kind, label, document, data) if data != self._data else None

    def _step(self, kind: str, label: str, document: Document, data: Data) -> Step:
        back, forth = patch(data, self._data), patch(self._data, data)
        step = Step(self.revision + 1, kind, label, time.time(), back, forth)
        self._write(step.data())
        self.document, self._data = document, data
        self._take(step)
        return step

    def undo(self) -> Step | None:
        """Take the last edit back that is not taken back; None where there is none."""
        return self._again(self._undo, UNDO) if self._undo else None

    def redo(self) -> Step | None:
        """Make the edit again that was taken back last; None where there is none."""
        return self._again(self._redo, REDO) if self._redo else None

    def _again(self, steps: list[Step], kind: str) -> Step:
        of = steps[-1]
        data = patched(self._data, of.back if kind == UNDO else of.forth)
        return self._step(kind, f"{kind} {of.label}", Document.of(data), data)

    def join(self) -> None:
        """Make the last edit one step of undo with the one before it.

        Where the last step is no edit, or follows on none, nothing happens.
        """
        if self._can_join():
            self._write({"join": self.revision})
            self._join()

    def _can_join(self) -> bool:
        if len(self._undo) < 2:
            return False
        earlier, later = self._undo[-2:]
        return later.revision == self.revision and earlier.revision == later.revision - 1

    def _join(self) -> None:
        earlier, later = self._undo[-2:]
        before = patched(patched(self._data, later.back), earlier.back)
        back, forth = patch(self._data, before), patch(before, self._data)
        self._undo[-2:] = [replace(later, back=back, forth=forth)]
        self.steps[-1].joins = True

    def name(self, name: str) -> None:
        """Give the revision of now a name."""
        self._write({"name": name, "of": self.revision})
        self._name(self.revision, name)

    def _name(self, revision: int, name: str) -> None:
        for step in reversed(self.steps):
            if step.revision == revision:
                step.name = name
                return
        self._first_name = name

    def note_saved(self, revision: int, digest: str) -> None:
        """The crossword's own file is about to be, or is, written as the document is at a revision.

        Said beforehand: else a server killed right after it would find a file that it does not
        know, and take it for somebody else's change.
        """
        self._write({"saved": revision, "digest": digest})
        self._note(revision, digest)

    def _note(self, revision: int, digest: str) -> None:
        self.saved = revision
        self.digests.append(digest)

    # Looking back

    def at(self, revision: int) -> Document | None:
        """The document as it was; None where the history has no such revision."""
        if not self._first <= revision <= self.revision:
            return None
        data = self._data
        for step in reversed(self.steps):
            if step.revision <= revision:
                break
            data = patched(data, step.back)
        return Document.of(data)

    def steps_back(self) -> Iterator[tuple[Step, Data]]:
        """Each step, latest first, with the document after it as JSON; then where it all began."""
        data = self._data
        for step in reversed(self.steps):
            yield step, data
            data = patched(data, step.back)
        first = Step(self._first, FIRST, "opened", self._first_at, {}, {}, self._first_name)
        yield first, data

    def size_changed_since(self, revision: int) -> bool:
        """Whether positions of cells mean something else now."""
        for step in reversed(self.steps):
            if step.revision <= revision:
                return False
            if "rows" in step.forth:
                return True
        return revision < self._first

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _line(data: Data) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
