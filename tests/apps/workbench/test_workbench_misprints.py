"""A barred grid with misprints, from an empty grid to its PDF: at the socket, and on the page."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from pypdf import PdfReader
from support.browser import DESK, PHONE, violations
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

RULE = "treatment slot: plain, misprint; plain first; treated spell OWL"
WORDS = (
    "acid aide area arid bare base bead bear bone care cart coal dare date dean dirt dose ease"
    " edit ever fare fear idea iron item late lion lone mane mare mine near need none oath once"
    " pale pane peal rain rare rate read ring rise road rope rose same sane seat seed side soap"
    " sole some star stem take tale tear teen term tide tile tire tone tore tree turn upon used"
    " vase vote wake warm west wine wire wise yard year zero zone"
)


@pytest.fixture(scope="module")
def words_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    words = tmp_path_factory.mktemp("words") / "own.txt"
    words.write_text(WORDS.replace(" ", "\n"), encoding="utf-8")
    folder = tmp_path_factory.mktemp("misprints")
    with Server(folder, "--words", str(words)) as server, Browser(server) as client:
        yield client


def misprints(beside: list[str]) -> list[str]:
    """The letters that are right, of lines such as "1A TION: LION"."""
    found = [line.split(" ", 1)[1].split(": ") for line in beside]
    return [b for wrong, right in found for a, b in zip(wrong, right, strict=True) if a != b]


@pytest.mark.needs("apps/thematic")
def test_misprints_at_the_socket(words_browser: Browser) -> None:
    name = words_browser.new("socket", 4, 4, symmetry="none")
    with words_browser.open(name) as tab:
        tab.edit("lists", lists=["own.txt"])
        below = [at for at in range(12) if at % 2]
        tab.edit("bars", right=[], below=below, on=True)
        assert tab.edit("rules", rules=["treatment 1A: misspelt"])["type"] == "error"
        tab.edit("rules", rules=[RULE.replace("OWL", "OWLETOWLET")])
        assert "more letters than there are slots" in tab.standing("consistency")["problem"]
        tab.edit("rules", rules=[RULE])
        filled = tab.ask("fill")
        assert misprints(filled["beside"]) == ["O", "W", "L"]
        tab.edit("letters", cells=filled["cells"])
        said = tab.standing("consistency")
        assert said["unlisted"] == {}
        assert [each["by"] for each in said["treated"].values()].count("misprint") == 3
        assert tab.standing("verdict")["verdict"] == "fillable"
        listed = str(tab.ask("statistics")["groups"])
        assert "in no list" not in listed
        pdf = words_browser.http.get(f"/api/files/{name}/export", params={"format": "pdf"})
        assert pdf.content.startswith(b"%PDF")


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_misprints_from_an_empty_grid_to_a_pdf(
    chromium: Chromium, words_browser: Browser, size: dict[str, int]
) -> None:
    first = words_browser.new("first", 3, 3)
    tab = Workbench(chromium, words_browser, viewport=size).show(first)
    tab.press("Alt+Shift+N")
    fields = tab.part("dialog input")
    for at, text in enumerate(("Misprints", "4", "4")):
        fields.nth(at).fill(text)
    tab.part("dialog select").first.select_option("none")
    fields.first.press("Enter")
    expect(tab.part("[role=gridcell]")).to_have_count(16)
    tab.press("Alt+l")
    lists = tab.part("dialog .lists li")
    lists.filter(has_text="own.txt").locator("input").first.check()
    lists.filter(has_text="built-in").locator("input").first.uncheck()
    tab.press("Escape")
    for at in (1, 3, 5, 7, 9, 11):
        tab.cell(at).click()
        tab.press("_")
    expect(tab.part(".bar-below")).to_have_count(6)
    tab.cell(0).click()
    tab.press("Alt+Shift+R")
    example = tab.part("select[aria-label='An example']")
    example.select_option(label="Treated entries: those whose letters spell a message")
    expect(tab.part("#rule-fields select").first).to_be_focused()
    tab.press("Tab", "Tab")
    tab.page.keyboard.type("OWL")
    expect(tab.part("#new-rule")).to_have_value(
        "treatment slot: plain, misprint; treated spell OWL; plain first"
    )
    assert violations(tab.page) == []
    tab.press("Enter")
    expect(tab.part(".rules-on code")).to_have_text([RULE])
    tab.press("Escape", "Control+Enter")
    expect(tab.part("#panel .beside li")).to_have_count(3)
    assert misprints(tab.part("#panel .beside li").all_inner_texts()) == ["O", "W", "L"]
    assert violations(tab.page) == []
    tab.press("Control+Shift+A")
    tab.wait_for("#foot .verdict", "Fillable")
    tab.press(";")
    expect(tab.part(".clue-list small").filter(has_text="misprint")).to_have_count(3)
    assert violations(tab.page) == []
    for text in ("One", "Two", "Three", "Four", "Five", "Six"):
        tab.page.keyboard.insert_text(text)
        tab.press("Enter")
    tab.press("Escape", "Alt+i")
    tab.part("dialog input").first.fill("Owls")
    tab.press("Escape")
    tab.wait_until_saved()
    tab.press("Alt+x")
    expect(tab.part("dialog .uses")).to_be_visible()
    expect(tab.part("dialog .warning")).to_have_count(0)
    pages = PdfReader(io.BytesIO(tab.download("dialog a[href*='format=pdf']"))).pages
    assert "Owls" in pages[0].extract_text()
    assert all(text in pages[0].extract_text() for text in ("One", "Six"))
    tab.close()
    assert tab.problems == []
