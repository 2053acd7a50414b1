"""An open crossword: its tabs, its history, its engine and its file."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from satcross import InputError
from satcross.apps.lists.clues import BOOKS, ClueIndex
from satcross.apps.workbench.document import Data, Document, View, options, public
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.process import Engine
from satcross.apps.workbench.folder import Folder, content_of
from satcross.apps.workbench.history import BACK, OUTSIDE, History, Step
from satcross.apps.workbench.messages import MAX_SAID, UNREADABLE, EditError, error_data, integer
from satcross.apps.workbench.moments import KINDS, moments
from satcross.apps.workbench.tabs import Tab
from satcross.apps.workbench.wordlists import note_overrides

PROTOCOL = 1
TEND_S = 1.0  # between two looks at whether to save, or another program has changed the file
CLOSE_AFTER_S = 60.0  # without a tab
MAX_HISTORY = 500
MAX_WORDS = 1000  # whose clues of before are asked for at once


class LiveCrossword:
    """A crossword that is open.

    Args:
        name: its name.
        folder: where it is.
        on_words: called when its overrides have changed, with the crossword.
        on_close: called when nobody has shown it for a while, and all is saved.

    Raises:
        InputError: it cannot be read.
    """

    def __init__(
        self,
        name: str,
        folder: Folder,
        on_words: Callable[[LiveCrossword], None],
        on_close: Callable[[LiveCrossword], None],
    ) -> None:
        self.name = name
        self._folder = folder
        self._on_words, self._on_close = on_words, on_close
        self.read_only = folder.read_only(name)
        self.history: History = folder.open(name)
        self._file_state = folder.state(name)
        found = folder.content(name)
        self._on_disk = "" if found is None else found[1]
        self._editor = Editor(folder.words)
        self._clues = ClueIndex(lambda: folder.files(BOOKS), folder.words.alphabet)
        self._loop = asyncio.get_running_loop()
        self._tabs: dict[int, Tab] = {}
        self._numbers = itertools.count(1)
        self.engine = Engine(folder.words, self._broadcast)
        self._join: tuple[int, str] | None = None
        self._left_at = time.monotonic()
        self._saving = asyncio.Lock()
        self._tender = self._loop.create_task(self._tend())

    # Tabs

    @property
    def document(self) -> Document:
        """The crossword as it is now."""
        return self.history.document

    @property
    def is_open(self) -> bool:
        """Whether a tab shows it."""
        return bool(self._tabs)

    def join(self) -> Tab:
        """A new tab, which is sent the crossword first."""
        tab = Tab(next(self._numbers))
        self._tabs[tab.number] = tab
        self.engine.start(self.history.revision, self.document)
        self._open(tab)
        self._send_tabs()
        return tab

    def leave(self, tab: Tab) -> None:
        """The tab is gone, and with it who wants its answers."""
        self._tabs.pop(tab.number, None)
        self.engine.cancel(tab, None)
        if not self.is_open:
            self.engine.rest()
        self._send_tabs()
        self._left_at = time.monotonic()

    def _open(self, tab: Tab) -> None:
        tab.send(
            {
                "type": "opened",
                "protocol": PROTOCOL,
                "revision": self.history.revision,
                "document": {
                    "name": self.name,
                    **public(self.document.data()),
                    **self.document.drawn(),
                },
                **self._undo_labels(),
                "tab": tab.number,
                "tabs": len(self._tabs),
                "lists": [{"name": name} for name in self._folder.words.names],
                "engine": self.engine.state,
                "saved": self.history.saved,
                "read_only": self.read_only,
                "remarks": self._folder.remarks.pop(self.name, ()),
                "rule_options": [
                    {
                        "name": name,
                        "label": short.label,
                        "kind": short.kind.__name__,
                        "usual": short.off,
                    }
                    for name, short in options().items()
                ],
            }
        )
        for answer in self.engine.standing.values():
            tab.send(answer)

    def _send_tabs(self) -> None:
        self._broadcast({"type": "tabs", "tabs": len(self._tabs)})

    def _broadcast(self, message: Data, but: Tab | None = None) -> None:
        for tab in list(self._tabs.values()):
            if tab is not but:
                tab.send(message)

    def _undo_labels(self) -> Data:
        return {"undo": self.history.undo_label, "redo": self.history.redo_label}

    # Messages of tabs

    async def take(self, tab: Tab, message: Any) -> None:
        """Do what a tab says."""
        number = message.get("id") if isinstance(message, dict) else None
        number = number if isinstance(number, int) else None
        try:
            handler = None
            if isinstance(message, dict) and isinstance(message.get("type"), str):
                handler = _HANDLERS.get(message["type"])
            if handler is None:
                raise EditError("there is no such message", hint="see the protocol")
            result = handler(self, tab, number, message)
            if result is not None:
                await result
        except InputError as error:
            tab.send_error(error, number)
        except UNREADABLE as error:
            problem = f"the message cannot be read: {type(error).__name__}"
            tab.send_error(EditError(problem, hint="see the protocol"), number)

    def _check_writable(self) -> None:
        """Refuse a change of what cannot be written."""
        if self.read_only:
            hint = "make a copy in a folder that can be written"
            raise EditError(self.read_only, hint=hint, code="refused")

    def _edit(self, tab: Tab, number: int | None, message: Data) -> None:
        self._check_writable()
        self._take_outside_words()
        base = message.get("base")
        if not isinstance(base, int):
            raise EditError("base must be the revision that the edit was made on")
        if base != self.history.revision and self.history.size_changed_since(base):
            raise EditError("the grid has another size now", hint="reload", code="stale")
        document, label = self._editor.made(self.document, message)
        join = message.get("join")
        step = self.history.change(document, label)
        if step is not None:
            if isinstance(join, str) and self._join == (step.revision - 1, join):
                self.history.join()
            self._join = (step.revision, join) if isinstance(join, str) else None
        self._changed(step, tab, number)

    def _undo(self, tab: Tab, number: int | None, message: Data) -> None:
        self._check_writable()
        again = self.history.undo if message["type"] == "undo" else self.history.redo
        self._changed(again(), tab, number)

    def _go_to(self, tab: Tab, number: int | None, message: Data) -> None:
        self._check_writable()
        wanted = message.get("revision")
        document = self.history.at(wanted) if isinstance(wanted, int) else None
        if document is None:
            raise EditError(f"there is no revision {wanted!r:.20}")
        step = self.history.change(document, f"{BACK} {wanted}")
        self._changed(step, tab, number)

    def _changed(
        self, step: Step | None, tab: Tab | None = None, number: int | None = None
    ) -> None:
        """Send everybody a step that was made; only the tab where nothing has changed.

        Args: tab, number: whose message has made it, and its number.
        """
        if step is not None and self.document.overrides != self._folder.overrides:
            before = self._folder.overrides
            self._folder.set_overrides(self.document.overrides)
            try:
                note_overrides(self._folder, before, self._folder.overrides)
            except InputError as error:
                self._tell_unsaved(error)
            self._on_words(self)
        revision = self.history.revision
        changes = {} if step is None else public(step.forth)
        if not changes.keys().isdisjoint(("rules", "rows", "symmetry")):
            changes |= self.document.drawn()
        message = {
            "type": "changed",
            "revision": revision,
            "from": revision - (step is not None),
            "tab": 0 if tab is None else tab.number,
            "label": "" if step is None else step.label,
            "changes": changes,
            **self._undo_labels(),
        }
        if step is not None:
            self._broadcast(message, but=tab)
        if tab is not None:
            tab.send(message, number)
        if step is not None:
            self.engine.show(revision, self.document)

    def take_list(self, name: str) -> None:
        """A list of the folder, named without its scale, has been written: begin anew with it."""
        if any(each.startswith(name) for each in self.document.lists):
            self.engine.show(self.history.revision, self.document)
            for tab in self._tabs.values():
                self._open(tab)

    def take_words(self, overrides: Mapping[str, int]) -> None:
        """The words of the folder have changed."""
        document = replace(self.document, overrides=dict(overrides))
        self._changed(self.history.change(document, "words of the folder", "other"))

    def _version(self, tab: Tab, number: int | None, message: Data) -> None:
        self._check_writable()
        name = message.get("name")
        if not isinstance(name, str) or not 0 < len(name.strip()) <= 200:
            raise EditError("a version has a name of up to 200 characters")
        self.history.name(name.strip())
        self._history(tab, number, {})

    def _history(self, tab: Tab, number: int | None, message: Data) -> None:
        before = message.get("before")
        before = before if isinstance(before, int) else None
        limit = min(integer(message, "limit", 1, MAX_SAID, 50), MAX_HISTORY)
        kind = message.get("kind", "")
        if kind not in ("", *KINDS):
            raise EditError(f"kind is one of {', '.join(KINDS)}, got {kind!r:.40}")
        entries = moments(self.history, before, kind)
        some = list(itertools.islice(entries, limit + 1))
        answer: Data = {"type": "history", "kind": kind, "before": before,
                        "entries": some[:limit], "more": len(some) > limit}  # fmt: skip
        tab.send(answer, number)

    def _reload(self, tab: Tab, number: int | None, message: Data) -> None:
        self._open(tab)

    def _look(self, tab: Tab, number: int | None, message: Data) -> None:
        self.engine.look(View.of(message))

    def _ask(self, tab: Tab, number: int | None, message: Data) -> Any:
        if message.get("revision") != self.history.revision:
            raise EditError("the crossword has changed since", code="stale")
        if message.get("question") in ("clues", "earlier"):
            return self._ask_clues(tab, number, message)
        if message.get("question") == "check":
            message = {**message, "house": self._folder.house(message.get("house"))}
            against = message.get("against", False)
            if not isinstance(against, bool):
                raise EditError("against is true or false")
            if against:
                return self._ask_check(tab, number, message)
        self.engine.ask(tab, number, message)
        return None

    async def _ask_check(self, tab: Tab, number: int | None, message: Data) -> None:
        earlier = await asyncio.to_thread(self._folder.earlier, self.name)
        if message.get("revision") != self.history.revision:
            raise EditError("the crossword has changed since", code="stale")
        self.engine.ask(tab, number, {**message, "against": earlier})

    async def _ask_clues(self, tab: Tab, number: int | None, message: Data) -> None:
        revision, question = self.history.revision, message["question"]
        if question == "earlier":
            asked = message.get("words")
            if not isinstance(asked, list) or len(asked) > MAX_WORDS:
                raise EditError(f"words are a list of up to {MAX_WORDS} texts")
        else:
            asked = [message.get("word")]
            if not isinstance(asked[0], str):
                named = (s for s in self.document.slots if s.name == message.get("entry"))
                slot = next(named, None)
                if slot is None:
                    raise EditError("there is no such entry")
                asked = [slot.reading_in(self.document.grid)]
        words = [self._folder.words.alphabet.normalise(str(text)[:64]) or "" for text in asked]
        found = await asyncio.to_thread(self._clues.of, words, self.name)
        answer = {"type": "answer", "revision": revision, "question": question, "done": True}
        if question == "earlier":
            answer["words"] = {word: held["clues"] for word, held in found.items() if held["clues"]}
        else:
            answer |= {"word": words[0], **found[words[0]]}
        tab.send(answer, number)

    def _cancel(self, tab: Tab, number: int | None, message: Data) -> None:
        self.engine.cancel(tab, number)

    # The file

    async def _tend(self) -> None:
        """Save, and take in what other programs change; close it when nobody shows it any more."""
        tried: object = None  # what could not be saved is tried again once something is different
        while self._tabs or time.monotonic() < self._left_at + CLOSE_AFTER_S:
            await asyncio.sleep(TEND_S)
            now = self.history.revision, self._folder.state(self.name)
            try:
                if now[1] != self._file_state:
                    self._take_outside()
                if self.history.saved != self.history.revision and tried != now:
                    tried = now
                    async with self._saving:
                        await self._save()
                self._take_outside_words()
            except InputError as error:
                self._tell_unsaved(error)
        self.close()
        self._on_close(self)

    async def _save(self) -> None:
        """Write the file. Raises InputError: it cannot be read, or written."""
        revision, document, before = self.history.revision, self.document, self.history.saved
        if self.read_only:
            return
        try:
            data, digest = await asyncio.to_thread(content_of, document)
            if self._take_outside():
                return
            self.history.note_saved(revision, digest)
            await asyncio.to_thread(self._folder.write_bytes, self.name, data)
        except InputError:
            self.history.saved = before
            raise
        self._note_written(digest)
        self._broadcast({"type": "saved", "revision": revision})

    def _tell_unsaved(self, error: InputError) -> None:
        self._broadcast({"type": "saved", "revision": self.history.saved, **error_data(error)})

    def _note_written(self, digest: str) -> None:
        self._on_disk = digest
        self._file_state = self._folder.state(self.name)

    # What other programs do to the files

    def _take_outside_words(self) -> None:
        """Take in a change of the folder's words. Raises InputError: they cannot be read."""
        if self._folder.reread_overrides():
            self._on_words(self)
            self.take_words(self._folder.overrides)

    def _take_outside(self) -> bool:
        """Make what another program has written to the file a step of the history.

        What the crossword was before stays in the history, and the page asks which is wanted.

        Returns: whether the file had been changed.

        Raises:
            InputError: the file cannot be read; then nothing has changed, and it is not written.
        """
        found = self._folder.content(self.name)
        self._file_state = self._folder.state(self.name)
        if found is None or found[1] == self._on_disk:
            return False
        data, digest = found
        try:
            document = self._folder.document(self.name, data)
        except InputError as error:
            problem = f"another program has changed the file: {error.problem}"
            raise InputError(problem, hint="correct the file, or delete it") from None
        mine = self.history.revision
        step = self.history.change(document, OUTSIDE)
        self.history.note_saved(self.history.revision, digest)
        self._on_disk = digest
        self._join = None
        if step is not None:
            self._changed(step)
            self._broadcast({"type": "outside", "revision": step.revision, "mine": mine})
        self._broadcast({"type": "saved", "revision": self.history.saved})
        return True

    def save(self) -> None:
        """Write the file now, if there is something to write.

        Raises:
            InputError: it cannot be written.
        """
        if self.history.saved != self.history.revision and not self._take_outside():
            data, digest = content_of(self.document)
            self.history.note_saved(self.history.revision, digest)
            self._folder.write_bytes(self.name, data)
            self._note_written(digest)

    async def let_go(self, message: Data) -> None:
        """Close it, as its file will be renamed or deleted: tabs are sent what becomes of it.

        Raises:
            InputError: it cannot be saved before.
        """
        async with self._saving:  # which would write the file again
            self.save()
            self._broadcast(message)
            self.close()

    def close(self) -> None:
        """Save, and give everything back."""
        with suppress(InputError):
            self.save()
        self._tender.cancel()
        for tab in self._tabs.values():
            tab.send({"type": "closing"})
            with suppress(asyncio.QueueFull):
                tab.queue.put_nowait(None)
        self.engine.close()
        self.history.close()


Handler = Callable[[LiveCrossword, Tab, int | None, Data], Any]
_HANDLERS: dict[str, Handler] = {
    "edit": LiveCrossword._edit,
    "undo": LiveCrossword._undo,
    "redo": LiveCrossword._undo,
    "go_to": LiveCrossword._go_to,
    "version": LiveCrossword._version,
    "history": LiveCrossword._history,
    "reload": LiveCrossword._reload,
    "view": LiveCrossword._look,
    "ask": LiveCrossword._ask,
    "cancel": LiveCrossword._cancel,
}
