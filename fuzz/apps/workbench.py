"""Random work on the workbench: `python -m fuzz.apps.workbench --steps N --seed S`.

A real server has three crosswords: an open 5x5, a 15x15 and a 21x21. Two tabs on each make random
edits, write clues, notes and drafts, take clues of before, change the size, undo and redo, fill,
ban words, look at lists, ask and cancel questions, name versions and go back to earlier revisions.
In between, another program writes the file or the words of the folder, tabs are closed, and tabs,
the engine and the server are killed, also with an edit under way. What must hold:

- nothing is lost: a crossword that is opened again is as the tabs last saw it, with or without the
  edit that was under way; going back to a revision gives what it was;
- no edit but that of a clue takes a clue out of the crossword: it is at an entry, or put away;
- a clue that was written for a word is marked as for that word wherever it is, and one at a full
  entry is for the word that the entry has;
- both tabs and the file have the same crossword, once it is saved;
- nothing is stuck: an engine that is idle has answered everything that it answers unasked;
- at `--checks` random moments the verdict is what `satcross fill` says of the saved file, and the
  entries that it calls unlisted are those that the words lack.

The steps depend on the seed alone, what is found on the speed of the machine as well. Linux only.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from support.workbench_client import Browser, Server, Tab
from websockets.exceptions import ConnectionClosed

from satcross import WordList
from satcross.apps.workbench.clue_words import words_of
from satcross.apps.workbench.document import Document

Data = dict[str, Any]

ROOT = Path(__file__).parents[2]
GRIDS = {"small": "open-5x5", "middle": "american15-themed-78a", "large": "american21-140a"}
MIN_SCORE = 50
SETTLE_S = 30.0  # for the engine to become idle; what it says until then is compared
FILL_S = 20  # for `satcross fill`
CALM_S = 31.0  # between two kills of one engine: `CALM_S` of `live` allows three in that
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNSETTLED = "open"


class LostError(Exception):
    """Something that must hold does not."""


def texts_of(document: Data) -> set[str]:
    """The clues, drafts and notes of a document that belong to a word."""
    clues = [*document["clues"].values(), *document["kept"].values()]
    return {
        text
        for clue in clues
        if clue.get("word")
        for text in (clue["text"], *clue.get("drafts", ()), *clue.get("remarks", ()))
        if text
    }


def same(a: Data, b: Data) -> bool:
    """Whether two documents are equal."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


@dataclass(slots=True)
class Crossword:
    """One of the crosswords that are worked on.

    Args:
        name: its name.
        tabs: those that show it.
        known: the documents of its revisions, as a tab saw them.
        killed_at: when its engine was killed.
        clued: by the text of a clue that was written for a full entry, its word.
    """

    name: str
    tabs: list[Tab] = field(default_factory=list)
    known: dict[int, Data] = field(default_factory=dict)
    killed_at: float = -CALM_S
    clued: dict[str, str] = field(default_factory=dict)


class Soak:
    """Random work, and what must hold of it.

    Args:
        folder: an empty one.
        seed: of all choices.
        grids: by name of a crossword, a file of `benchmarks/grids` without its extension.

    Fields:
        counts: how often each thing was done or came out.
    """

    def __init__(self, folder: Path, seed: int, grids: dict[str, str]) -> None:
        self.folder = folder / "crosswords"
        self.folder.mkdir()
        self.rng = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.words = folder / "words.txt"
        self.listed = dict(WordList.builtin(min_score=MIN_SCORE).words())
        lines = [f"{word};{score}\n" for word, score in self.listed.items()]
        self.words.write_text("".join(lines), encoding="utf-8")
        self.crosswords = [Crossword(name) for name in grids]
        self._start()
        for name, grid in grids.items():
            path = folder / f"{name}.txt"
            text = (ROOT / "benchmarks" / "grids" / f"{grid}.txt").read_text(encoding="utf-8")
            path.write_text(text, encoding="utf-8")
            assert self.browser.take_in(path) == name
        for crossword in self.crosswords:
            self._open(crossword)

    def _start(self) -> None:
        self.server = Server(self.folder, "--words", str(self.words))
        self.browser = Browser(self.server)

    def _open(self, crossword: Crossword) -> None:
        crossword.tabs = [self.browser.open(crossword.name) for _ in range(2)]
        self._note(crossword, crossword.tabs[0])

    def close(self) -> None:
        """End the server."""
        for crossword in self.crosswords:
            for tab in crossword.tabs:
                tab.close()
        self.browser.http.close()
        with self.server:
            pass

    def _note(self, crossword: Crossword, tab: Tab) -> None:
        """Remember what a tab shows."""
        document = json.loads(json.dumps(tab.document))
        before = crossword.known.setdefault(tab.revision, document)
        if not same(before, document):
            raise LostError(f"{crossword.name}: two tabs have another revision {tab.revision}")
        if before is document:
            self._check_clues(crossword, document)

    def _check_clues(self, crossword: Crossword, document: Data) -> None:
        """Every clue is for the word that it was written for, and that a full entry has."""
        words = words_of(Document.of(document))
        for key, clue in document["clues"].items():
            word, wanted = clue.get("word", ""), crossword.clued.get(clue["text"])
            if wanted not in (None, word):
                raise LostError(f"{crossword.name}: {clue} at {key} was written for {wanted}")
            continued = (words.get(each, "") for each in clue.get("continued", ()))
            parts = [words.get(key, ""), *continued]
            if clue["text"] and all(parts) and "".join(parts) != word:
                raise LostError(f"{crossword.name}: {clue} is at {key} {''.join(parts)}")

    def _catch_up(self, crossword: Crossword) -> Tab:
        """Have both tabs hear all that was sent; one of them."""
        for tab in crossword.tabs:
            tab.wait_for_id(tab.send(type="history", limit=1))
            self._note(crossword, tab)
        first, second = crossword.tabs
        if first.revision != second.revision:  # one heard more, meanwhile
            self._catch_up(crossword)
        return first

    # Steps

    def step(self) -> None:
        """Do one thing."""
        crossword = self.rng.choice(self.crosswords)
        tab = self.rng.choice(crossword.tabs)
        steps: list[tuple[int, Callable[[Crossword, Tab], None]]] = [
            (34, self.letter), (4, self.again), (8, self.kind), (13, self.undo), (6, self.redo),
            (7, self.ban), (5, self.fill), (3, self.clear), (4, self.setting), (7, self.view),
            (4, self.ask), (2, self.flags), (2, self.texts), (9, self.clue), (1, self.earlier),
            (2, self.size), (2, self.go_to), (1, self.version),
            (2, self.reopen), (1, self.outside), (1, self.outside_words), (2, self.kill_engine),
            (1, self.kill_server), (2, self.kill_tab),
        ]  # fmt: skip
        (chosen,) = self.rng.choices([each for _, each in steps], [n for n, _ in steps])
        self.counts[chosen.__name__] += 1
        chosen(crossword, tab)

    def _said(self, crossword: Crossword, tab: Tab, answer: Data) -> Data:
        if answer["type"] == "error" and answer["code"] not in ("refused", "stale"):
            raise LostError(f"{crossword.name}: {answer}")
        self._note(crossword, tab)
        return answer

    def _edit(self, crossword: Crossword, tab: Tab, edit: str, **parts: Any) -> Data:
        revision, texts = tab.revision, texts_of(tab.document)
        answer = self._said(crossword, tab, tab.edit(edit, **parts))
        self.counts["edits"] += answer["type"] == "changed"
        if edit != "clue" and answer.get("from") == revision:
            gone = texts - texts_of(tab.document)
            if gone:
                raise LostError(f"{crossword.name}: {edit} {parts} has lost {gone}")
        return answer

    def _cell(self, tab: Tab, *, full: bool = False) -> int:
        cells = tab.document["cells"]
        some = [
            at
            for at, cell in enumerate(cells)
            if cell.get("kind", "open") == "open" and (not full or cell.get("letter"))
        ]
        return self.rng.choice(some or [0])

    def letter(self, crossword: Crossword, tab: Tab) -> None:
        """Type a letter, more often than not one of a fill, or take one out."""
        at = self._cell(tab)
        verdicts = [m for m in tab.heard if m.get("question") == "verdict"]
        witness = verdicts[-1]["witness"] if verdicts else None
        fitting = witness[at] if witness and at < len(witness) else ""
        # Without a fill, letters are taken out until there is one again.
        letter = self.rng.choice([fitting or ""] * 9 + [self.rng.choice(LETTERS), ""])
        if witness is None and self.rng.random() < 0.7:
            at = self._cell(tab, full=True)
        self._edit(crossword, tab, "letters", cells={str(at): letter})

    def again(self, crossword: Crossword, tab: Tab) -> None:
        """Type the letter that stands there: nothing may change."""
        self._catch_up(crossword)
        at = self._cell(tab, full=True)
        letter = tab.document["cells"][at].get("letter", "")
        revision = tab.revision
        self._edit(crossword, tab, "letters", cells={str(at): letter})
        if tab.revision != revision:
            raise LostError(f"{crossword.name}: the same letter made revision {tab.revision}")

    def kind(self, crossword: Crossword, tab: Tab) -> None:
        """Set a block, or make a cell open."""
        at = self.rng.randrange(len(tab.document["cells"]))
        kind = self.rng.choice(["block", "open", "open", "open"])
        self._edit(crossword, tab, "kind", cells=[at], kind=kind, symmetric=True)
        if kind == "block" and self.rng.random() < 0.85:
            self.undo(crossword, tab)

    def undo(self, crossword: Crossword, tab: Tab) -> None:
        """Undo, once or three times."""
        for _ in range(self.rng.choice([1, 1, 1, 3])):
            self._said(crossword, tab, tab.wait_for_id(tab.send(type="undo")))
            self.counts["edits"] += 1

    def redo(self, crossword: Crossword, tab: Tab) -> None:
        """Redo."""
        self._said(crossword, tab, tab.wait_for_id(tab.send(type="redo")))
        self.counts["edits"] += 1

    def ban(self, crossword: Crossword, tab: Tab) -> None:
        """Ban a word, give it a score, or take that back."""
        overrides = tab.document["overrides"]
        if overrides and self.rng.random() < 0.4:
            words: Data = {self.rng.choice(sorted(overrides)): None}
        else:
            words = {self.rng.choice(list(self.listed)): self.rng.choice([0, 0, 60])}
        self._edit(crossword, tab, "override", words=words)

    def fill(self, crossword: Crossword, tab: Tab) -> None:
        """Fill the rest, unless it takes long; more often than not take it back."""
        self._catch_up(crossword)
        revision = tab.revision
        number = tab.send(type="ask", revision=revision, question="fill")
        try:
            answer = tab.wait(
                lambda m: m.get("id") == number and (m["type"] == "error" or m["done"]), 10.0
            )
        except TimeoutError:
            tab.send(type="cancel")
            return
        if answer.get("outcome") == "found" and answer["cells"] and tab.revision == revision:
            self._edit(crossword, tab, "letters", cells=answer["cells"], label="fill")
            if self.rng.random() < 0.7:
                self.undo(crossword, tab)

    def clear(self, crossword: Crossword, tab: Tab) -> None:
        """Take out the letters of some cells."""
        at = self._cell(tab)
        cells = list(range(at, min(at + 60, len(tab.document["cells"]))))
        self._edit(crossword, tab, "clear", what="all", cells=cells)

    def setting(self, crossword: Crossword, tab: Tab) -> None:
        """Change the minimum score, or whether words may stand twice."""
        if self.rng.random() < 0.5:
            score = self.rng.choice([None, 1, 60, 70])
            self._edit(crossword, tab, "min_score", min_score=score)
        else:
            allow = self.rng.random() < 0.3
            self._edit(crossword, tab, "rules", allow_repeats=allow)

    def view(self, crossword: Crossword, tab: Tab) -> None:
        """Show two lists of candidates."""
        tab.send(type="view", revision=tab.revision, cell=self._cell(tab), lists=[
            {"entry": f"{self.rng.randint(1, 30)}{way}", "filter": "", "offset": 0, "limit": 30}
            for way in "AD"
        ])  # fmt: skip

    def ask(self, crossword: Crossword, tab: Tab) -> None:
        """Ask a question, and perhaps cancel it."""
        question = self.rng.choice(["why", "fills", "statistics", "next_fill", "letters"])
        tab.send(type="ask", revision=tab.revision, question=question, cell=self._cell(tab), n=2)
        if self.rng.random() < 0.5:
            tab.send(type="cancel")

    def flags(self, crossword: Crossword, tab: Tab) -> None:
        """Mark some cells."""
        flag = self.rng.choice(["circle", "pin", "theme", "given"])
        cells = [self._cell(tab) for _ in range(3)]
        self._edit(crossword, tab, flag, cells=cells, on=self.rng.random() < 0.6)

    def texts(self, crossword: Crossword, tab: Tab) -> None:
        """Change the title, or a clue."""
        text = f"Text {self.rng.randrange(5)}"
        if self.rng.random() < 0.5:
            self._edit(crossword, tab, "about", title=text, join="title")
            return
        key = f"{self.rng.choice(['across', 'down'])}-{self._cell(tab)}"
        markup = f"<i>{text}</i>" if self.rng.random() < 0.5 else ""
        self._edit(crossword, tab, "clue", key=key, text=text, markup=markup, join=f"clue {key}")

    def _entries(self, tab: Tab, *, full: bool) -> dict[str, str]:
        """The words of entries, by key; of full ones alone, or of all."""
        words = words_of(Document.of(tab.document))
        return {key: word for key, word in words.items() if word or not full}

    def clue(self, crossword: Crossword, tab: Tab) -> None:
        """Write a clue that no other entry has, a draft or a note, mostly for a full entry."""
        self._catch_up(crossword)
        words = self._entries(tab, full=self.rng.random() < 0.8)
        if not words:
            return
        key = self.rng.choice(sorted(words))
        text = f"Clue {self.rng.randrange(10**9)}"
        held = tab.document["clues"].get(key, {})
        part = self.rng.choice(["text", "text", "drafts", "remarks"])
        said: Data = {part: text if part == "text" else [*[*held.get(part, ())][-3:], text]}
        if part == "text" and words[key] and not held.get("continued"):
            crossword.clued[text] = words[key]
        self._edit(crossword, tab, "clue", key=key, **said)

    def earlier(self, crossword: Crossword, tab: Tab) -> None:
        """Take clues of the other crosswords for all entries that have none."""
        self._catch_up(crossword)
        document, words = tab.document, self._entries(tab, full=True)
        free = {
            key: w for key, w in words.items() if not document["clues"].get(key, {}).get("text")
        }
        answer = tab.ask("earlier", words=list(free.values()))
        if answer["type"] == "error":
            return
        found = answer["words"]
        changes = [
            {"edit": "clue", "key": key, "text": found[word][0]["text"]}
            for key, word in free.items()
            if word in found
        ]
        if changes:
            self.counts["clues of before"] += len(changes)
            self._edit(crossword, tab, "correction", changes=changes)

    def size(self, crossword: Crossword, tab: Tab) -> None:
        """Change the size by a row or a column, at any side; mostly take it back."""
        self._catch_up(crossword)
        sides = {
            name: max(3, tab.document[name] + self.rng.choice([-1, 0, 1]))
            for name in ("rows", "cols")
        }
        place = {name: self.rng.choice([-1, 0, 1]) for name in ("row", "col")}
        answer = self._edit(crossword, tab, "resize", **sides, **place)
        if answer["type"] == "changed" and self.rng.random() < 0.8:
            self.undo(crossword, tab)

    def go_to(self, crossword: Crossword, tab: Tab) -> None:
        """Go back to a revision, which must be as it was."""
        self._catch_up(crossword)
        revision = self.rng.choice(list(crossword.known))
        self._said(crossword, tab, tab.wait_for_id(tab.send(type="go_to", revision=revision)))
        if not same(tab.document, crossword.known[revision]):
            raise LostError(f"{crossword.name}: revision {revision} is another one now")

    def version(self, crossword: Crossword, tab: Tab) -> None:
        """Name a version."""
        tab.wait_for_id(tab.send(type="version", name=f"version {self.rng.randrange(100)}"))

    def reopen(self, crossword: Crossword, tab: Tab) -> None:
        """Close a tab, and open another one."""
        self._catch_up(crossword)
        tab.close()
        crossword.tabs[crossword.tabs.index(tab)] = self.browser.open(crossword.name)
        self._catch_up(crossword)

    def outside(self, crossword: Crossword, tab: Tab) -> None:
        """Another program writes the file, with an edit that may not be saved yet."""
        before = self._catch_up(crossword).revision
        path = self.folder / f"{crossword.name}.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        data["title"] = f"Outside {self.rng.randrange(10**6)}"
        path.write_text(json.dumps(data), encoding="utf-8")
        said = tab.wait(lambda m: m["type"] == "outside")
        self._catch_up(crossword)
        if tab.document["title"] != data["title"]:
            raise LostError(f"{crossword.name}: a change of the file was overwritten")
        if said["mine"] < before:
            raise LostError(f"{crossword.name}: what was before is not in the history")
        if self.rng.random() < 0.5:
            answer = tab.wait_for_id(tab.send(type="go_to", revision=said["mine"]))
            self._said(crossword, tab, answer)

    def outside_words(self, crossword: Crossword, tab: Tab) -> None:
        """Another program writes the words of the folder."""
        path = self.folder / "overrides.txt"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        word = self.rng.choice(list(self.listed))
        if f"{word};" in text:
            return
        path.write_text(f"{text}{word};77\n", encoding="utf-8")
        self._edit(crossword, tab, "override", words={"ZZZZZ": self.rng.choice([0, 50])})
        self._catch_up(crossword)
        if tab.document["overrides"].get(word) != 77:
            raise LostError(f"{crossword.name}: a change of the words was overwritten")

    # Kills

    def kill_engine(self, crossword: Crossword, tab: Tab) -> None:
        """Kill the engine, no more often than the server allows."""
        if time.monotonic() - crossword.killed_at < CALM_S:
            self.counts["kill_engine"] -= 1
            return
        crossword.killed_at = time.monotonic()
        pid = self.browser.http.get("/api/info").json()["open"][crossword.name]
        with suppress(ProcessLookupError, TypeError):
            os.kill(pid, signal.SIGKILL)

    def kill_server(self, crossword: Crossword, tab: Tab) -> None:
        """Kill it, perhaps with an edit under way, and start another one."""
        for each in self.crosswords:
            self._catch_up(each)
        at, letter = self._cell(tab), self.rng.choice(LETTERS)
        before = {
            each.name: json.loads(json.dumps(each.tabs[0].document)) for each in self.crosswords
        }
        revisions = {each.name: each.tabs[0].revision for each in self.crosswords}
        if self.rng.random() < 0.7:
            cells = {str(at): letter}
            tab.send(type="edit", base=tab.revision, edit="letters", cells=cells)
            time.sleep(self.rng.choice([0, 0.01, 0.5, 1.05]))
        self.server.kill()
        for each in self.crosswords:
            for old in each.tabs:
                with suppress(ConnectionClosed, OSError):
                    old.close()
        self.browser.http.close()
        with self.server:  # closes its pipes
            pass
        self._start()
        for each in self.crosswords:
            each.tabs = [self.browser.open(each.name) for _ in range(2)]
            document, wanted = each.tabs[0].document, before[each.name]
            is_whole = self._is_whole(document, wanted, at, letter if each is crossword else None)
            if not is_whole or each.tabs[0].revision < revisions[each.name]:
                raise LostError(f"{each.name}: an edit was lost when the server was killed")
            self._note(each, each.tabs[0])

    def kill_tab(self, crossword: Crossword, tab: Tab) -> None:
        """Break a tab's connection with an edit under way, and open another one."""
        self._catch_up(crossword)
        before = json.loads(json.dumps(tab.document))
        at, letter = self._cell(tab), self.rng.choice(LETTERS)
        tab.send(type="edit", base=tab.revision, edit="letters", cells={str(at): letter})
        tab.socket.socket.shutdown(socket.SHUT_RDWR)
        with suppress(ConnectionClosed, OSError):
            tab.close()
        crossword.tabs[crossword.tabs.index(tab)] = self.browser.open(crossword.name)
        document = self._catch_up(crossword).document
        if not self._is_whole(document, before, at, letter):
            raise LostError(f"{crossword.name}: an edit was lost when a tab was killed")

    def _is_whole(self, document: Data, before: Data, at: int, letter: str | None) -> bool:
        """Whether a document is as before, or with the letter that was under way.

        With a letter the clues of words that are others now are put away, and some come back.
        """
        if letter is None or same(document, before):
            return same(document, before)
        before["cells"][at] = {**before["cells"][at], "letter": letter}
        clues = {name: document[name] for name in ("clues", "kept")}
        return texts_of(document) >= texts_of(before) and same(document, before | clues)

    # Checks

    def check(self) -> None:
        """Compare one crossword with its file, and its verdict with `satcross fill`."""
        crossword = self.rng.choice(self.crosswords)
        tab = self._catch_up(crossword)
        if tab.heard[-1].get("revision", 0) > tab.revision:
            raise LostError(f"{crossword.name}: an answer is of a later revision")
        self._wait_until_saved(crossword, tab)
        said = self._settled(crossword, tab)
        first, second = crossword.tabs
        if not same(first.document, second.document):
            raise LostError(f"{crossword.name}: the tabs differ")
        self._check_unlisted(crossword, tab)
        status = self._fill(crossword, tab)
        self.counts[f"said {said}, fill {status}"] += 1
        if UNSETTLED not in (said, status) and said != status:
            raise LostError(f"{crossword.name}: said {said}, and fill {status}")

    def _wait_until_saved(self, crossword: Crossword, tab: Tab) -> None:
        path = self.folder / f"{crossword.name}.json"
        until = time.monotonic() + SETTLE_S
        while not self._is_saved(tab, path):
            if time.monotonic() > until:
                raise LostError(f"{crossword.name}: it is not saved")
            time.sleep(0.1)

    def _is_saved(self, tab: Tab, path: Path) -> bool:
        from satcross.formats.reading import load_crossword

        found = load_crossword(path).crossword
        cells = tab.document["cells"]
        kinds = [square.kind.value for square in found.squares]
        return (
            [square.solution for square in found.squares] == [c.get("letter", "") for c in cells]
            and kinds == [c.get("kind", "open") for c in cells]
            and found.title == tab.document["title"]
        )

    def _settled(self, crossword: Crossword, tab: Tab) -> str:
        """The verdict, once the engine is idle or has had some time."""
        until = time.monotonic() + SETTLE_S
        while time.monotonic() < until:
            with suppress(TimeoutError):
                tab.wait(lambda m: False, 0.3)
            here = self._standing(tab)
            verdict = here.get("verdict", {}).get("verdict", "searching")
            if verdict != "searching":
                break
        if "consistency" not in here:
            raise LostError(f"{crossword.name}: the engine does not answer")
        if verdict == "searching" and self._is_idle(tab):
            raise LostError(f"{crossword.name}: the engine is idle without a verdict")
        return {"fillable": "found", "impossible": "impossible"}.get(verdict, UNSETTLED)

    def _standing(self, tab: Tab) -> Data:
        """The answers about the crossword as it is, the last of each."""
        return {
            m["question"]: m
            for m in tab.heard
            if m["type"] == "answer" and "id" not in m and m["revision"] == tab.revision
        }

    def _is_idle(self, tab: Tab) -> bool:
        states = [m for m in tab.heard if m["type"] == "engine"]
        return bool(states) and states[-1]["state"] == "idle"

    def _words(self, tab: Tab) -> dict[str, int]:
        document = tab.document
        least = document["min_score"] or 0
        overrides = document["overrides"]
        words = {**self.listed, **overrides}
        return {
            word: score
            for word, score in words.items()
            if score >= least and not (score == 0 and word in overrides)
        }

    def _check_unlisted(self, crossword: Crossword, tab: Tab) -> None:
        rows = tab.rows
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        lines = [line.replace(" ", "#") for line in [*rows, *columns]]
        full = [run for line in lines for run in line.split("#") if len(run) > 1 and "." not in run]
        words = self._words(tab)
        wanted = sorted(word for word in full if word not in words)
        found = sorted(
            one["word"] for one in self._standing(tab)["consistency"]["unlisted"].values()
        )
        if found != wanted:
            raise LostError(f"{crossword.name}: unlisted are {wanted}, said was {found}")

    def _fill(self, crossword: Crossword, tab: Tab) -> str:
        """What `satcross fill` says of the saved file."""
        document = tab.document
        command = [sys.executable, "-m", "satcross", "fill", f"{crossword.name}.json"]
        if document["overrides"]:
            command += ["-w", "overrides.txt"]
        command += ["-w", str(self.words), "--min-score", str(max(1, document["min_score"] or 1))]
        command += ["--time-limit", str(FILL_S)]
        if document["rules"]["allow_repeats"]:
            command.append("--allow-repeats")
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        known = {0: "found", 20: "impossible", 124: UNSETTLED}
        if done.returncode not in known:
            raise LostError(f"{crossword.name}: fill ended with {done.returncode}: {done.stderr}")
        return known[done.returncode]


def soak(folder: Path, steps: int, checks: int, seed: int, grids: dict[str, str]) -> Counter[str]:
    """Do random work.

    Args:
        folder: an empty one.
        steps: how many things are done.
        checks: at how many random moments in between all is compared.
        seed: of all choices.
        grids: as for `Soak`.

    Returns: how often each thing was done or came out.

    Raises:
        LostError: something does not hold.
    """
    work = Soak(folder, seed, grids)
    moments = Counter(work.rng.choices(range(steps), k=checks))
    try:
        for number in range(steps):
            try:
                work.step()
                for _ in range(moments[number]):
                    work.check()
            except (LostError, TimeoutError, AssertionError, ConnectionClosed) as error:
                raise LostError(f"seed {seed}, step {number}: {error!r}") from error
    finally:
        work.close()
    return work.counts


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.apps.workbench", description=__doc__)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--checks", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--grids", default=",".join(GRIDS), help="some of " + ", ".join(GRIDS))
    options = parser.parse_args(arguments)
    grids = {name: GRIDS[name] for name in options.grids.split(",")}
    folder = Path(tempfile.mkdtemp(prefix="workbench-"))
    started = time.monotonic()
    try:
        counts = soak(folder, options.steps, options.checks, options.seed, grids)
    except LostError as error:
        print(f"{error}\nthe crosswords are in {folder}", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    for name, n in sorted(counts.items()):
        print(f"{n:6,} {name}")
    print(
        f"{options.steps:,} steps in {time.monotonic() - started:,.0f} s: nothing lost, none stuck"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
