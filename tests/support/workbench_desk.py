"""The workbench's history and engine without a server: edits in, answers out."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from satcross.apps.workbench.document import Cell, Document, View
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.analyst import Analyst
from satcross.apps.workbench.engine.background import BACKGROUND
from satcross.apps.workbench.engine.lists import Lists, WordOptions
from satcross.apps.workbench.engine.questions import KINDS
from satcross.apps.workbench.history import History
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import SquareKind

LIST = "list"
Data = dict[str, Any]


class Desk:
    """A crossword, its history and the analyst who works on it.

    Args:
        folder: for the history and scratch files.
        rows: of the grid: `#` block, `.` open, anything else a letter.
        words: lines of the list, as in "CAT;50".
        alphabet: the letters.
        settings: further fields of the document.

    Fields:
        heard: what the analyst has said, in order.
    """

    def __init__(
        self,
        folder: Path,
        rows: Sequence[Sequence[str]],
        words: Sequence[str],
        *,
        alphabet: Alphabet = LATIN,
        **settings: Any,
    ) -> None:
        path = folder / LIST
        path.write_text("\n".join(words), encoding="utf-8")
        lists = WordOptions({LIST: path}, alphabet=alphabet)
        cells = [
            Cell(SquareKind.BLOCK) if text == "#" else Cell(solution="" if text == "." else text)
            for row in rows
            for text in row
        ]
        first = Document(
            len(rows), len(rows[0]), tuple(cells), lists=(LIST,), min_score=None, **settings
        )
        self.history = History(folder / "history", first)
        self.editor = Editor(lists)
        self.heard: list[Data] = []
        self.inbox: queue.SimpleQueue[Data | None] = queue.SimpleQueue()
        self.analyst = Analyst(
            Lists(lists), self.heard.append, self.inbox, KINDS, BACKGROUND, folder
        )
        self._number = 0
        self._tell()

    @property
    def document(self) -> Document:
        """The crossword as it is."""
        return self.history.document

    @property
    def rows(self) -> list[str]:
        """The grid as text."""
        return self.document.grid.lines()

    def _tell(self) -> None:
        self.heard.clear()
        self.analyst.take(
            {"do": "document", "revision": self.history.revision, "document": self.document}
        )

    def edit(self, edit: str, **parts: Any) -> None:
        """Make an edit."""
        message = {"edit": edit, **parts}
        if self.history.change(*self.editor.made(self.document, message)) is not None:
            self._tell()

    def undo(self) -> None:
        """Take the last edit back, if there is one."""
        if self.history.undo() is not None:
            self._tell()

    def redo(self) -> None:
        """Make it again, if there is one."""
        if self.history.redo() is not None:
            self._tell()

    def view(self, *entries: str, limit: int = 30) -> None:
        """Show lists of candidates."""
        lists = [{"entry": entry, "limit": limit} for entry in entries]
        self.analyst.take({"do": "view", "view": View.of({"lists": lists})})

    def work(self) -> None:
        """Let the analyst work until nothing is left to do."""
        while self.analyst.work():
            pass

    def standing(self, question: str) -> list[Data]:
        """The standing answers to a question, in order."""
        return [m for m in self.heard if m.get("question") == question and "id" not in m]

    def ask(self, question: str, **parts: Any) -> Data:
        """Ask a question, and give the last answer or the error."""
        self._number += 1
        ask = {"question": question, **parts}
        revision = self.history.revision
        self.analyst.take({"do": "ask", "id": self._number, "ask": ask, "revision": revision})
        while True:
            self.analyst.work()
            for message in self.heard:
                if message.get("id") == self._number and message.get("done", True):
                    return message

    def close(self) -> None:
        """Give back the engines."""
        self.analyst.close()
        self.history.close()
