"""Renaming crosswords, deleting them, and taking them out of the trash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.workbench_client import WORDS, Browser, Server
from support.workbench_page import Workbench


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Any]:
    folder = tmp_path / "served"
    folder.mkdir()
    with Server(folder, "--words", str(WORDS)) as server, Browser(server) as client:
        client.folder = folder  # type: ignore[attr-defined]
        yield client


def names(client: Any) -> list[str]:
    return sorted(one["name"] for one in client.http.get("/api/files").json()["files"])


def post(client: Any, path: str, **said: Any) -> Any:
    return client.http.post(f"/api/files/{path}", json=said)


def test_an_open_crossword_is_renamed_with_its_history(shelf: Any) -> None:
    shelf.new("one", 3, 3)
    shelf.new("other", 3, 3)
    with shelf.open("one") as tab:
        tab.edit("letters", cells={"0": "A"})  # not saved yet
        for name in ("other", "OTHER", "../two", "", "con", 3, None):
            assert post(shelf, "one/rename", name=name).status_code == 400, name
        assert post(shelf, "one/rename", name="two").json() == {"name": "two"}
        assert tab.wait(lambda message: message["type"] == "renamed")["name"] == "two"
    assert names(shelf) == ["other", "two"]
    with shelf.open("two") as tab:
        assert tab.rows[0] == "A.."
        tab.send(type="undo")
        tab.wait(lambda message: message["type"] == "changed" and message["redo"])
        assert tab.rows[0] == "..."
    assert post(shelf, "one/rename", name="three").status_code == 404
    assert post(shelf, "two/rename", name="TWO").json() == {"name": "TWO"}


@pytest.mark.needs("apps/interchange")
def test_a_deleted_crossword_comes_back(shelf: Any) -> None:
    shelf.new("one", 3, 3)
    with shelf.open("one") as tab:
        tab.edit("letters", cells={"0": "A"})
        key = post(shelf, "one/delete").json()["trash"]
        tab.wait(lambda message: message["type"] == "deleted")
    assert names(shelf) == []
    assert post(shelf, "one/delete").status_code == 404
    shelf.new("one", 3, 3)  # which takes its name
    for wrong in ("", "..", "../..", "0", 3, None):
        assert post(shelf, "restore", trash=wrong).status_code == 404
    assert post(shelf, "restore", trash=key).json() == {"name": "one-2"}
    assert post(shelf, "restore", trash=key).status_code == 404
    with shelf.open("one-2") as tab:
        assert tab.rows[0] == "A.."
        tab.send(type="undo")
        tab.wait(lambda message: message["type"] == "changed" and message["redo"])
    (shelf.folder / "daily.ipuz").write_bytes(
        shelf.http.get("/api/files/one/export", params={"format": "ipuz"}).content
    )
    assert post(shelf, "daily.ipuz/rename", name="weekly").json() == {"name": "weekly.ipuz"}
    key = post(shelf, "weekly.ipuz/delete").json()["trash"]
    assert post(shelf, "restore", trash=key).json() == {"name": "weekly.ipuz"}
    assert names(shelf) == ["one", "one-2", "weekly.ipuz"]
    (shelf.folder / "notes.txt").write_text("mine")
    assert post(shelf, "notes.txt/delete").status_code == 404
    assert post(shelf, "..%2Fserved/delete").status_code == 404


@pytest.mark.slow
def test_files_by_keyboard_alone(chromium: Chromium, shelf: Any) -> None:
    for name in ("one", "two"):
        shelf.new(name, 3, 3)
    tab = Workbench(chromium, shelf, viewport=PHONE).show("one")
    tab.press("Control+o")
    row = tab.page.get_by_role("button", name="two", exact=False).first
    row.focus()
    tab.press("F2")
    tab.page.keyboard.type("deux")
    assert violations(tab.page) == []
    tab.press("Enter")
    expect(tab.part("dialog .files")).to_contain_text("deux")
    tab.part("dialog .files button").filter(has_text="one").first.focus()
    tab.press("Delete")  # the one that is shown
    expect(tab.part("#home .trashed button")).to_be_focused()
    expect(tab.part("#home .files")).not_to_contain_text("one")
    assert violations(tab.page) == []
    assert tab.page.evaluate("document.querySelector('#home').scrollWidth") <= 390
    tab.press("Enter")
    expect(tab.part("#home")).to_contain_text("one")
    tab.part("#home :is(.files, .last) button").filter(has_text="one").first.click()
    expect(tab.part("body.is-open")).to_be_attached()
    tab.press("Control+o")
    tab.part("dialog [aria-label='Rename one']").click()
    tab.page.keyboard.type("uno")
    tab.page.get_by_role("button", name="Rename", exact=True).click()
    tab.page.wait_for_function("location.hash === '#uno'")
    tab.close()
    assert tab.problems == []


def test_the_server_ends_when_it_is_asked_to(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Browser(server) as client:
        with client.open(client.new("last", 5, 5)) as tab:
            tab.edit("letters", cells={"0": "Q"})
        assert client.http.post("/api/end", json={}).json() == {}
        assert server.process.wait(30) == 0
    assert '"Q' in (tmp_path / "last.json").read_text()
