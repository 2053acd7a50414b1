"""The first page: what can be made, and what is in the folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import FilePayload, expect
from support.browser import PHONE, violations
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

from satcross import Grid, crossword_of, file_of


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder = tmp_path_factory.mktemp("first") / "one"
    folder.mkdir()
    with Server(folder) as server, Browser(server) as client:
        client.folder = folder  # type: ignore[attr-defined]
        yield client


@pytest.mark.needs("apps/freeform", "apps/wordsearch")
def test_the_first_page_shows_what_can_be_made_and_what_is_there(
    chromium: Chromium, one: Browser, tmp_path: Path
) -> None:
    tab = Workbench(chromium, one)
    page = tab.page
    page.goto(one.server.base)
    cards = tab.part("#home .cards li")
    expect(cards).to_have_count(5)
    expect(cards.locator("b")).to_have_text(
        [
            "A crossword around a theme",
            "A grid of your own",
            "A crossword from my words",
            "A word search from my words",
            "From a file",
        ]
    )
    expect(cards.locator("svg")).to_have_count(5)
    expect(cards.first.locator("button")).to_be_focused()
    expect(tab.part("#home")).not_to_contain_text("none yet")
    expect(tab.part("#home .last, #home .files")).to_have_count(0)
    expect(tab.part("dialog, #foot *, #panel")).to_have_count(0)
    assert violations(page) == []

    page.keyboard.press("Enter")  # a grid, and the dialog of themes
    expect(tab.part("dialog h2")).to_have_text("Around theme entries")
    page.wait_for_function("location.hash === '#untitled'")
    page.keyboard.press("Escape")
    for name in ("cats", "dogs"):
        path = tmp_path / f"{name}.txt"
        path.write_text("CAT\nA#O\nTIN\n")
        one.take_in(path)
    page.keyboard.press("Control+o")
    expect(tab.part("dialog h2")).to_have_text("Open")
    expect(tab.part("dialog")).to_contain_text("In the folder “one”")
    page.get_by_role("button", name="First page").click()
    expect(tab.part("#home .last b")).to_have_text("untitled")  # the one that was open last
    expect(tab.part("#home .last button")).to_be_focused()
    expect(tab.part("#home .files b")).to_have_text(["dogs", "cats"])
    expect(tab.part("#home .files svg").first.locator("text")).to_have_text([*"CATAOTIN"])
    assert page.evaluate("location.hash") == ""
    page.keyboard.press("Enter")
    expect(tab.part("[role=gridcell][tabindex='0']")).to_be_focused()
    expect(tab.part("#home *")).to_have_count(0)
    tab.close()
    assert tab.problems == []


def test_the_first_page_shows_a_file_that_cannot_be_opened_here(
    chromium: Chromium, tmp_path: Path
) -> None:
    ring = replace(crossword_of(Grid.parse("CAT\nA.O\nTIN\n")), board="torus")
    (tmp_path / "ring.json").write_bytes(file_of(ring, "satcross").data)
    with Server(tmp_path) as server, Browser(server) as client:
        tab = Workbench(chromium, client)
        tab.page.goto(server.base)
        expect(tab.part("#home .last b")).to_have_text("ring")
        expect(tab.part("#home .last button")).to_be_focused()
        tab.page.keyboard.press("Enter")
        expect(tab.part(".notice")).to_contain_text("does not support the board 'torus' yet")
        tab.close()
        assert tab.problems == []


def test_the_first_page_on_a_phone_takes_a_file(chromium: Chromium, one: Browser) -> None:
    tab = Workbench(chromium, one, viewport=PHONE)
    tab.page.goto(one.server.base)
    file = FilePayload(name="two.txt", mimeType="text/plain", buffer=b"AB\nCD\n")
    expect(tab.part("#home .cards")).to_be_visible()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(tab.page) == []
    tab.part("#home input[type=file]").set_input_files(file)
    tab.wait_for_letters("ABCD")
    tab.close()
    assert tab.problems == []
