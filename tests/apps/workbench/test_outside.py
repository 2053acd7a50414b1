"""What other programs do to an open crossword: its files, and its engine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support.workbench_client import WORDS, Browser, Server, Tab

from satcross import SolverError
from satcross.apps.workbench import live, tabs
from satcross.apps.workbench.document import new_document
from satcross.apps.workbench.engine import process
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.folder import Folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("outside")


@pytest.fixture(scope="module")
def client(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    # Of these words the engine knows all at once.
    words = tmp_path_factory.mktemp("words") / "two"
    words.write_text("ABBEY\nABOUT\n", encoding="utf-8")
    with Server(folder, "--words", str(words)) as server, Browser(server) as opened:
        yield opened


def saved(tab: Tab) -> None:
    tab.wait(lambda m: m["type"] == "saved" and m["revision"] == tab.revision)


def rewrite(path: Path, **changes: Any) -> None:
    """Change a crossword's file as another program would."""
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | changes), encoding="utf-8")


def title(path: Path) -> str:
    found: str = json.loads(path.read_text(encoding="utf-8")).get("title", "")
    return found


def test_a_change_of_the_file_becomes_a_step_and_nothing_is_lost(
    client: Browser, folder: Path
) -> None:
    name = client.new("outside")
    path = folder / f"{name}.json"
    with client.open(name) as tab:
        tab.edit("letters", cells={"0": "A"})
        saved(tab)
        rewrite(path, title="Theirs")
        said = tab.wait(lambda m: m["type"] == "outside")
        assert tab.document["title"] == "Theirs"
        assert tab.document["cells"][0]["letter"] == "A"
        assert said["mine"] == said["revision"] - 1
        tab.wait_for_id(tab.send(type="go_to", revision=said["mine"]))
        assert tab.document["title"] == ""
        saved(tab)
        assert title(path) == ""


def test_an_edit_just_after_a_change_of_the_file_overwrites_nothing(
    client: Browser, folder: Path
) -> None:
    name = client.new("race")
    path = folder / f"{name}.json"
    with client.open(name) as tab:
        tab.edit("letters", cells={"0": "A"})
        saved(tab)
        tab.edit("letters", cells={"1": "B"})
        rewrite(path, title="Theirs")
        said = tab.wait(lambda m: m["type"] == "outside")
        assert title(path) == "Theirs"
        assert tab.document["cells"][1] == {}
        history = tab.wait_for_id(tab.send(type="history"))["entries"]
        assert [step["label"] for step in history[:2]] == [
            "changed outside of the workbench",
            "2 letters",
        ]
        tab.wait_for_id(tab.send(type="go_to", revision=said["mine"]))
        assert tab.rows[0] == "AB..."


def test_a_file_that_cannot_be_read_is_not_overwritten(client: Browser, folder: Path) -> None:
    name = client.new("damaged")
    path = folder / f"{name}.json"
    with client.open(name) as tab:
        path.write_text("{", encoding="utf-8")
        said = tab.wait(lambda m: m["type"] == "saved" and "problem" in m)
        assert "another program has changed the file" in said["problem"]
        tab.edit("letters", cells={"0": "A"})
        tab.wait(lambda m: m["type"] == "saved" and "problem" in m)
        assert path.read_text(encoding="utf-8") == "{"
        path.unlink()
        saved(tab)
        assert json.loads(path.read_text(encoding="utf-8"))
        assert tab.rows[0] == "A...."


def test_words_written_by_another_program_are_kept(client: Browser, folder: Path) -> None:
    path = folder / "overrides.txt"
    with client.open(client.new("words")) as tab:
        tab.edit("override", words={"FIRST": 0})
        path.write_text("FIRST;0\nSECOND;70\n", encoding="utf-8")
        tab.edit("override", words={"THIRD": 0})
        wanted = {"FIRST": 0, "SECOND": 70, "THIRD": 0}
        assert tab.document["overrides"] == wanted
        assert path.read_text(encoding="utf-8") == "FIRST;0\nSECOND;70\nTHIRD;0\n"
        path.write_text("FOURTH;9\n", encoding="utf-8")
        tab.wait(lambda m: m["type"] == "changed" and m["tab"] == 0)
        assert tab.document["overrides"] == {"FOURTH": 9}


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_is_read_only_is_opened_and_not_changed(tmp_path: Path, what: str) -> None:
    with Server(tmp_path, "--words", str(WORDS)) as server, Browser(server) as client:
        name = client.new("closed")
    path = tmp_path / "closed.json"
    before = path.read_bytes()
    (path if what == "file" else tmp_path).chmod(0o444 if what == "file" else 0o555)
    try:
        with (
            Server(tmp_path, "--words", str(WORDS)) as server,
            Browser(server) as client,
            client.open(name) as tab,
        ):
            read_only = tab.heard[0]["read_only"]
            assert (
                read_only
                == ("closed.json is read-only", "the folder is read-only")[what == "folder"]
            )
            said = tab.edit("letters", cells={"0": "A"})
            assert (said["type"], said["problem"]) == ("error", read_only)
            assert tab.standing("verdict")["verdict"] == "fillable"
            assert tab.ask("fill")["outcome"] == "found"
        assert path.read_bytes() == before
        assert not (tmp_path / ".satcross").exists()
    finally:
        tmp_path.chmod(0o755)


class Process:
    """A process of an engine that does nothing."""

    started: list[Process]
    pid = 1
    is_done = True

    def __init__(self, *_: Any, **__: Any) -> None:
        Process.started.append(self)

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def send(self, message: Any) -> None:
        pass

    def kill(self) -> None:
        pass


def test_an_engine_that_has_failed_is_started_again_by_a_later_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Process.started = []
    monkeypatch.setattr(process, "Child", Process)

    async def work() -> None:
        folder = Folder(tmp_path, WordOptions())
        folder.add("one", new_document(3, 3))
        crossword = live.LiveCrossword("one", folder, lambda _: None, lambda _: None)
        tab = crossword.join()
        while crossword.engine.pid is not None:
            crossword.engine._ended("killed")
        n = len(Process.started)
        for letter, started in (("A", n), ("B", n + 1)):
            edit = {"type": "edit", "base": 1, "edit": "letters", "cells": {"0": letter}}
            await crossword.take(tab, edit)
            assert len(Process.started) == started
            monkeypatch.setattr(process, "CALM_S", 0)
        crossword.close()

    # In a thread of its own: tests with a browser leave a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work()).result()


def test_what_was_asked_is_refused_where_no_engine_can_be_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise SolverError("there is no memory for it")

    async def work() -> list[dict[str, Any] | None]:
        tab = tabs.Tab(1)
        monkeypatch.setattr(process, "Child", Process)
        engine = process.Engine(WordOptions(), lambda _: None)
        engine.start(1, new_document(3, 3))
        engine.ask(tab, 7, {"question": "lookup", "pattern": "a*"})
        monkeypatch.setattr(process, "Child", fails)
        engine._restart()
        engine.close()
        return [tab.queue.get_nowait() for _ in range(tab.queue.qsize())]

    Process.started = []
    with ThreadPoolExecutor(1) as pool:
        (said,) = pool.submit(asyncio.run, work()).result()
    assert said is not None
    assert (said["type"], said["id"], said["hint"]) == ("error", 7, "ask again")
