"""The server's side of an engine: its process, what was asked of it, and what it has said."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from satcross import SolverError
from satcross.apps.workbench.document import Document, View
from satcross.apps.workbench.engine import child
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.messages import EditError
from satcross.apps.workbench.tabs import Tab
from satcross.extend import Child, Message

Data = dict[str, Any]
_WAIT_S = 60.0  # for a message, again and again
PATIENCE_S = 10.0  # for arc consistency; an engine that takes longer is started again
MOST_PATIENCE_S = 160.0  # each one gets twice as long as the one before, as machines may be slow
CALM_S = 30.0  # engines that end more often than MAX_ENDS times in this time have failed
MAX_ENDS = 3
MAX_ASKED = 20


class Engine:
    """The engine of one crossword: a process that is started again when it dies.

    All is done in the event loop in which it was made.

    Args:
        words: the word lists.
        broadcast: sends a message to all tabs.
        max_bytes: of memory of the process; as usual by default.

    Fields:
        state: of the engine, as the protocol has it.
        standing: what it has said without being asked, by question.
    """

    def __init__(
        self, words: WordOptions, broadcast: Callable[[Data], None], *max_bytes: int
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._broadcast = broadcast
        self._scratch = tempfile.TemporaryDirectory(prefix="satcross-")
        self._setup = (words, Path(self._scratch.name), *max_bytes)
        self._process: Child | None = None
        self._revision, self._document = 0, Document(0, 1, ())
        self._view = View()
        self._is_shown = True
        self.state: Data = {"state": "starting", "doing": ""}
        self.standing: dict[str, Data] = {}
        self._asked: dict[int, tuple[Tab, int | None, Data]] = {}
        self._numbers = itertools.count(1)
        self._ends: list[float] = []
        self._watch: asyncio.TimerHandle | None = None
        self._patience_s = PATIENCE_S

    @property
    def pid(self) -> int | None:
        """The process id; None where there is none."""
        return None if self._process is None else self._process.pid

    # What it is told

    def start(self, revision: int, document: Document) -> None:
        """Start it for a tab, if it does not run, with a document at a revision."""
        self._set_shown(True)
        if self._process is None:
            self._revision, self._document = revision, document
            self._begin()

    def show(self, revision: int, document: Document) -> None:
        """The crossword has changed: all questions end."""
        self._revision, self._document = revision, document
        self._asked.clear()
        self.standing.clear()
        if self._process is not None:
            self._send_document()
        elif self._ends and time.monotonic() - self._ends[-1] > CALM_S:
            self._begin()  # it has failed, some time ago

    def look(self, view: View) -> None:
        """Another part of the crossword is in view."""
        self._view = view
        self.standing.pop("candidates", None)
        self.standing.pop("marks", None)
        self._send({"do": "view", "view": view})

    def rest(self) -> None:
        """No tab shows the crossword any more: end background work until `start`."""
        self._set_shown(False)

    def _set_shown(self, is_shown: bool) -> None:
        if is_shown == self._is_shown:
            return
        self._is_shown = is_shown
        if self._process is not None:
            self._send({"do": "shown", "shown": is_shown})
            self._watch_over()

    def ask(self, tab: Tab, number: int | None, message: Data) -> None:
        """Ask what a tab asks.

        Args: number: of its message, which the answers have.

        Raises:
            EditError: it does not run, or has too much to do.
        """
        if self._process is None:
            raise EditError("the engine is not running", code="engine")
        if len(self._asked) >= MAX_ASKED:
            raise EditError("too many questions wait for their answers", code="busy")
        key = next(self._numbers)
        self._asked[key] = (tab, number, message)
        self._send_question(key)

    def cancel(self, tab: Tab, number: int | None) -> None:
        """End a question of a tab, or with None all of them."""
        for key, (asker, asked, _) in list(self._asked.items()):
            if asker is tab and number in (None, asked):
                del self._asked[key]
                self._send({"do": "cancel", "id": key})

    def _send(self, message: Data) -> None:
        if self._process is not None:
            self._process.send(message)

    def _send_question(self, key: int) -> None:
        ask = self._asked[key][2]
        self._send({"do": "ask", "id": key, "ask": ask, "revision": self._revision})

    def _send_document(self) -> None:
        self._send({"do": "document", "revision": self._revision, "document": self._document})
        self._send({"do": "view", "view": self._view})
        self._send({"do": "shown", "shown": self._is_shown})
        self._watch_over()

    def _watch_over(self) -> None:
        """Restart it unless it soon has the first answer that it works on."""
        self._stop_watching()
        if self._is_shown and "consistency" not in self.standing:
            self._watch = self._loop.call_later(self._patience_s, self._restart)

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    # What it says

    def _hear(self, process: Child, message: Message) -> None:
        if process is not self._process:
            return
        if message.kind == "news":
            self._heard(message.data)
        else:
            self._ended(message.reason if message.kind == "failed" else "exit code 0")

    def _heard(self, message: Data) -> None:
        """Pass on a message."""
        if message["type"] == "engine":
            self._tell(message["state"], message["doing"])
        elif "id" in message:
            key = message.pop("id")
            if key in self._asked:
                tab, number, _ = self._asked[key]
                if message.get("done", True):  # errors are
                    del self._asked[key]
                tab.send(message, number)
        elif message["type"] == "answer" and message["revision"] == self._revision:
            if message["question"] == "consistency":
                self._stop_watching()
            self._keep(message)
            self._broadcast(message)

    def _keep(self, message: Data) -> None:
        """Remember a standing answer for tabs that come later."""
        name = message["question"]
        kept = self.standing.get(name)
        if name == "letters" and kept is not None:
            message = {**message, "cells": {**kept["cells"], **message["cells"]}}
        elif name == "marks" and kept is not None:
            marks = dict(kept["marks"])
            for entry, some in message["marks"].items():
                marks[entry] = {**marks.get(entry, {}), **some}
            message = {**message, "marks": marks}
        self.standing[name] = message

    def _tell(self, state: str, doing: str) -> None:
        self.state = {"state": state, "doing": doing}
        self._broadcast({"type": "engine", **self.state, "revision": self._revision})

    # Its life

    def _begin(self) -> None:
        try:
            self._process = Child(child.main, *self._setup, purpose="the engine")
        except SolverError as error:
            self._tell("failed", str(error))
            return
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()
        self._send_document()

    def _listen(self, process: Child) -> None:
        """In a thread: pass on what a process says, until it ends."""
        with process, suppress(RuntimeError):  # the loop is closed
            while not process.is_done:
                for message in process.receive(_WAIT_S):
                    self._loop.call_soon_threadsafe(self._hear, process, message)

    def _ended(self, how: str, *, is_slow: bool = False) -> None:
        """It has died.

        Args: is_slow: it had not come to the questions, which are asked again: none was the cause.
        """
        self._process = None
        self._stop_watching()
        now = time.monotonic()
        self._ends = [*(at for at in self._ends if now - at < CALM_S), now]
        is_over = len(self._ends) > MAX_ENDS
        if is_over or not is_slow:
            self._refuse_questions()
        if is_over:
            self._tell("failed", f"the engine keeps dying: {how}")
            return
        self._tell("restarted", how)
        self._begin()
        if self._process is None:
            self._refuse_questions()
        for key in self._asked:
            self._send_question(key)

    def _refuse_questions(self) -> None:
        for tab, number, _ in self._asked.values():
            died = EditError("the engine has died", hint="ask again", code="engine")
            tab.send_error(died, number)
        self._asked.clear()

    def _restart(self) -> None:
        """It does not answer."""
        if self._process is not None:
            self._process.kill()
            self._patience_s = min(2 * self._patience_s, MOST_PATIENCE_S)
            self._ended("it did not answer, and was killed", is_slow=True)

    def scratch_folder(self, name: str) -> Path | None:
        """A folder that it has written, such as a proof; None where there is none."""
        if not name.replace("-", "").isalnum():
            return None
        path = Path(self._scratch.name) / name
        return path if path.is_dir() else None

    def close(self) -> None:
        """End the process, and remove what it has written."""
        self._stop_watching()
        if self._process is not None:
            self._process.kill()
            self._process = None
        with suppress(OSError):
            self._scratch.cleanup()
