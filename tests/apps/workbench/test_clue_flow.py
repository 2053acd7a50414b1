"""Clues in a flow: the next one that is missing, those of before, links to look up, and notes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import violations
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

from satcross.apps.workbench.conversion import crossword_of, document_of
from satcross.apps.workbench.document import ClueText, Document, new_document
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.formats.losses import Losses
from satcross.formats.own import read, write

GRID = "CAT\nA#O\nTIN\n"
EDITOR = Editor(WordOptions({"mine.txt": Path("mine.txt")}))


@pytest.fixture
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("flow")
    (folder / "mine.tsv").write_text("CAT\tPet\nCAT\tMouser\nTIN\tMetal\nDOG\tBarker\n")
    with Server(folder) as server, Browser(server) as client:
        client.folder = folder  # type: ignore[attr-defined]
        yield client


@pytest.fixture
def tab(chromium: Chromium, shelf: Any, tmp_path: Path) -> Iterator[Workbench]:
    tab = Workbench(chromium, shelf).show_text(GRID, tmp_path)
    yield tab
    tab.close()
    assert tab.problems == []


def test_the_next_clue_that_is_missing_is_one_key_away(tab: Workbench) -> None:
    button = tab.part("#now").get_by_role("button", name="Next unclued")
    expect(button).to_have_count(0)  # as long as nobody writes clues
    tab.press(";")
    title = tab.part("#panel .editor h2 label")
    for clue, then in (("Pet", "3 Across"), ("Metal", "1 Down"), ("Kitty", "2 Down")):
        tab.page.keyboard.type(clue)
        tab.press("Alt+q")
        expect(title).to_have_text(then)
        expect(tab.part("#clue-text")).to_be_focused()
    tab.page.keyboard.type("Heavy: 2")  # a colon is a letter there
    expect(tab.part("#clue-text")).to_have_value("Heavy: 2")
    tab.wait_for("#now", "All clued")
    expect(button).to_have_count(0)  # as there is none
    tab.press("Alt+q")
    tab.wait_for(".notice", "Every entry has its clue.")
    tab.part("#clue-text").fill("")
    expect(button).to_be_visible()
    tab.press("Escape", "ArrowUp", ":")
    expect(title).to_have_text("2 Down")
    button.click()
    expect(title).to_have_text("2 Down")
    assert violations(tab.page) == []


def test_clues_of_before_are_written_for_all_entries_in_one_step(
    tab: Workbench, shelf: Any
) -> None:
    tab.press("Alt+Shift+O")
    rows = tab.part("dialog .earlier li")
    expect(rows).to_have_count(3)  # CAT is across and down
    tab.wait_for("dialog", "3 of 4 full entries without a clue have clues")
    assert violations(tab.page) == []
    rows.nth(1).get_by_role("combobox").select_option("")
    rows.nth(2).get_by_role("combobox").select_option("Mouser")
    tab.page.get_by_role("button", name="Write 2 clues").click()
    with shelf.open(tab.page.url.split("#")[1]) as other:
        texts = {key: clue["text"] for key, clue in other.document["clues"].items()}
        assert texts == {"across-0": "Pet", "down-0": "Mouser"}
        assert other.document["clues"]["down-0"]["word"] == "CAT"
        tab.press("Control+z")
        other.wait(lambda m: m["type"] == "changed")
        assert other.document["clues"] == {}
        answer = other.ask("earlier", words=["tin", "XYZ"])
        assert answer["words"] == {"TIN": [{"text": "Metal", "in": ["mine.tsv"]}]}
        for wrong in ("CAT", None, ["CAT"] * 1001):
            assert other.ask("earlier", words=wrong)["type"] == "error"


def test_links_of_ones_own_look_a_word_up_and_send_nothing_before(tab: Workbench) -> None:
    links = tab.part("#panel .editor a")
    tab.press("Alt+Shift+W")
    field = tab.page.get_by_label("Links, one a line")
    expect(field).to_be_focused()
    field.fill("My words https://words.example/{word}?s=1\njavascript:alert('{word}')")
    tab.press("Tab")
    tab.wait_for("dialog .warning", "is no name with an address")
    assert violations(tab.page) == []
    tab.press("Escape", ";")
    expect(links).to_have_count(1)
    expect(links).to_have_text("My words")
    expect(links).to_have_attribute("href", "https://words.example/cat?s=1")
    expect(links).to_have_attribute("rel", "noopener noreferrer")
    assert violations(tab.page) == []
    # Whatever the page had asked for would be among `tab.problems`.


@pytest.mark.needs("apps/interchange")
def test_reviewers_notes_are_kept_and_in_no_export(tab: Workbench, shelf: Any) -> None:
    name = tab.page.url.split("#")[1]
    tab.press("Alt+Shift+V")
    expect(tab.page.get_by_label("Reviewer’s notes")).to_be_focused()
    tab.page.get_by_label("Reviewer’s notes").fill("Too easy?\n\nAsk Ann")
    tab.press("Tab")
    expect(tab.part(".clue-list li").first).to_contain_text("2 notes")
    tab.press("Escape", "Alt+x")
    tab.wait_for("dialog .warning", "2 notes of reviewers are open")
    tab.press("Escape")
    tab.wait_until_saved()
    with shelf.open(name) as other:
        assert other.document["clues"]["across-0"]["remarks"] == ["Too easy?", "Ask Ann"]
        for wrong in ("x", [1], ["x"] * 101):
            assert other.edit("clue", key="across-0", remarks=wrong)["type"] == "error"
    exports = shelf.http.get("/api/info").json()["exports"]
    tried = 0
    for one in exports:
        answer = shelf.http.get(f"/api/files/{name}/export", params={"format": one["name"]})
        tried += answer.status_code == 200
        assert b"Ask Ann" not in answer.content
    assert tried > 15
    kept = json.loads((shelf.folder / f"{name}.json").read_text())
    assert kept["extras"]["workbench"]["remarks"] == {"across-0": ["Too easy?", "Ask Ann"]}


def test_notes_go_with_the_word_and_come_back() -> None:
    def with_word(document: Document, word: str) -> Document:
        cells = {str(at): letter for at, letter in enumerate(word)}
        return EDITOR.edit(document, {"edit": "letters", "cells": cells})

    def through_file(document: Document) -> Document:
        data = write(crossword_of(document), Losses("satcross"))
        return document_of(read(data, "f"), new_document(1, 1), source="f")

    cat = with_word(new_document(1, 3), "CAT")
    edit = {"edit": "clue", "key": "across-0", "remarks": ["Too easy?"]}
    noted = EDITOR.edit(cat, edit)
    said = noted.texts["across-0"]
    assert said == ClueText(remarks=("Too easy?",), word="CAT")
    half = EDITOR.edit(noted, {"edit": "letters", "cells": {"1": ""}})
    for before in (noted, half, through_file(noted), through_file(half)):
        assert before.texts == noted.texts
        other = with_word(before, "COT")
        assert other.texts == {}
        assert other.kept == {"CAT": said}
        assert with_word(through_file(other), "CAT").texts == noted.texts
    assert through_file(replace(half, title="A")).texts == noted.texts
