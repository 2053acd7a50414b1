"""The panel of clues: wordplay as one types, enumerations, linked entries."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

WORDS = "car pet;60\ncar;60\npet;60\npace rt;60\ntap;60\npat;60\n"
GRID = "CARPET\n######\nPAT...\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("clued")
    words = folder.parent / "clued.txt"
    words.write_text(WORDS)
    with Server(folder, "--words", str(words)) as server, Browser(server) as client:
        client.folder = folder  # type: ignore[attr-defined]
        yield client


def new(client: Any, tmp_path: Path) -> str:
    path = tmp_path / "grid.txt"
    path.write_text(GRID)
    return str(client.take_in(path))


def test_wordplay_comes_kind_by_kind_with_the_enumeration(shelf: Any, tmp_path: Path) -> None:
    with shelf.open(new(shelf, tmp_path)) as tab:
        answer = tab.ask("wordplay", word="carpet")
        assert answer["enumeration"] == "3,3"
        found = [(kind, text) for kind, text, *_ in answer["wordplay"]]
        assert ("anagram", "pace rt") in found
        assert ("charade", "car + pet") in found
        parts = [m for m in tab.heard if m.get("question") == "wordplay" and not m["done"]]
        assert len(parts) > 5
        assert tab.ask("wordplay", word="PAT", kinds=["reversal"])["wordplay"][0][:2] == [
            "reversal", "tap"
        ]  # fmt: skip
        assert tab.ask("wordplay", word="x")["type"] == "error"


def test_an_enumeration_is_kept_and_exported(shelf: Any, tmp_path: Path) -> None:
    name = new(shelf, tmp_path)
    with shelf.open(name) as tab:
        tab.edit("clue", key="across-0", text="Floor", enumeration=" (3, 3) ")
        assert tab.document["clues"]["across-0"] == {
            "text": "Floor", "enumeration": "3,3", "word": "CARPET"
        }  # fmt: skip
        for wrong in ("three", "3,,3", "0", "123", 3, None, "3\n"):
            answer = tab.edit("clue", key="across-0", enumeration=wrong)
            assert answer["type"] == ("changed" if wrong == "3\n" else "error"), wrong
        tab.edit("clue", key="across-0", enumeration="3-3", continued=["across-12"])
        exported = shelf.http.get(f"/api/files/{name}/export", params={"format": "satcross"})
        clue = json.loads(exported.content)["clues"][0]
        assert clue["enumeration"] == "3-3"
        tab.edit("clue", key="across-0", enumeration="", continued=[])
        assert "enumeration" not in tab.document["clues"]["across-0"]


@pytest.mark.slow
def test_the_panel_by_keyboard_alone(chromium: Chromium, shelf: Any, tmp_path: Path) -> None:
    tab = Workbench(chromium, shelf, viewport=PHONE).show(new(shelf, tmp_path))
    tab.press(";")
    tab.page.keyboard.type("Floor covering")
    tab.part(".wordplay summary").focus()
    tab.press("Enter")
    wordplay = tab.part(".wordplay [role=status]")
    expect(wordplay).to_contain_text("car + pet")
    expect(tab.part("#clue-lengths")).to_have_attribute("placeholder", "3,3")
    assert violations(tab.page) == []
    wordplay.get_by_role("button", name="car + pet").focus()
    tab.press("Enter")
    explanation = tab.page.get_by_role("textbox", name="Explanation")
    expect(explanation).to_have_value("charade: car + pet")
    expect(wordplay).to_contain_text("pace rt")  # edits of a clue change nothing of it
    tab.page.get_by_role("textbox", name="Of", exact=True).fill("pat")
    expect(wordplay).to_contain_text("tap")
    expect(wordplay).not_to_contain_text("pace rt")
    tab.part("#clue-lengths").fill("2,3")
    tab.press("Tab")
    tab.wait_for("#panel .warning[role=status]", "2,3 is 5 letters, and the answer has 6")
    tab.part("#clue-links").fill("9X")
    tab.press("Tab")
    tab.wait_for(".notice", "names an entry that the grid does not have")
    tab.part("#clue-links").fill("2a")
    tab.press("Tab")
    tab.wait_for("#panel .warning[role=status]", "the answer has 12")
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(tab.page) == []
    tab.close()
    assert tab.problems == []


@pytest.mark.slow
def test_clues_are_formatted_written_alone_and_kept(
    chromium: Chromium, shelf: Any, tmp_path: Path
) -> None:
    name = new(shelf, tmp_path)
    tab = Workbench(chromium, shelf).show(name)
    page = tab.page
    tab.press(";")
    field = page.locator("#clue-text")
    field.press_sequentially("Macbeth & <b")
    field.press("Shift+Home")
    field.press("Control+i")
    expect(field).to_have_value("<i>Macbeth & <b</i>")
    expect(page.locator(".clue-list li i").first).to_have_text("Macbeth & <b")
    page.get_by_role("button", name="Keep in clues.tsv").click()
    row = page.locator(".texts li", has_text="clues.tsv")
    row.get_by_label("Change it in clues.tsv").click()
    page.get_by_label("Clue in clues.tsv").fill("A king")
    page.get_by_label("Clue in clues.tsv").press("Enter")
    expect(row.get_by_role("button").first).to_have_text("A king")
    assert (shelf.folder / "clues.tsv").read_text() == "CARPET\tA king\n"
    row.get_by_label("Remove it from clues.tsv").click()
    expect(row).to_have_count(0)

    tab.press("Alt+Shift+u")
    fields = page.locator(".clue-sheet textarea")
    expect(fields.first).to_have_value("<i>Macbeth & <b</i>")
    expect(fields.first).to_be_focused()
    page.keyboard.press("Enter")
    expect(fields.nth(1)).to_be_focused()
    page.keyboard.type("Touch")
    assert not violations(page)
    page.keyboard.press("Escape")
    tab.close()
    assert not tab.problems
    with shelf.open(name) as tab:
        clue = tab.document["clues"]["across-0"]
        assert clue == {
            "text": "Macbeth & <b", "markup": "<i>Macbeth &amp; &lt;b</i>", "word": "CARPET"
        }  # fmt: skip
        assert tab.document["clues"]["across-12"]["text"] == "Touch"
        tab.edit("clue", key="across-0", text="no", markup="<i>A</b> <u>& B")
        clue = tab.document["clues"]["across-0"]
        assert clue == {
            "text": "A & B", "markup": "<i>A <u>&amp; B</u></i>", "word": "CARPET"
        }  # fmt: skip
