"""Printing and sharing a crossword of the workbench."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pypdf
import pytest
from playwright.sync_api import expect
from support.browser import violations
from support.workbench_client import WORDS, Browser, Server
from support.workbench_page import Open

from satcross.apps.workbench.document import Cell, Document
from satcross.apps.workbench.export import (
    Published,
    export_named,
    exported,
    printed_pages,
    published_of,
)
from satcross.errors import InputError
from satcross.extend import rules_in
from satcross.model.alphabet import LATIN
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("shared")
    with Server(folder, "--words", str(WORDS), "--share") as server:
        yield server


def test_the_pages_are_those_of_the_parts() -> None:
    crossword = crossword_of(Grid.parse("CAT\nA#E\nBED"))
    shown = Published(crossword, crossword)
    puzzle, solution, both = (
        printed_pages(shown, part, "a4")["pages"] for part in ("puzzle", "solution", "both")
    )
    assert both == [*puzzle, *solution]
    assert puzzle != solution
    for part, paper in (("all", "a4"), ("puzzle", "a99"), ("puzzle", "9x9")):
        with pytest.raises(InputError):
            printed_pages(shown, part, paper)


def test_a_page_to_solve_is_shared(shared: Server) -> None:
    with Browser(shared) as browser:
        name = browser.new("open", 3, 3)
        answer = browser.http.post(f"/api/files/{name}/share", json={}).json()
        token = answer["url"].rpartition("/")[2]
        port = re.search(r":(\d+)/", answer["url"])
        assert port is not None
        page = httpx.get(f"http://127.0.0.1:{port[1]}/{token}")
        assert (page.status_code, "<title>" in page.text) == (200, True)
        assert browser.http.get("/api/info").json()["shares"] is True


def test_without_the_option_nothing_is_shared(browser: Browser) -> None:
    name = browser.new("shut", 3, 3)
    answer = browser.http.post(f"/api/files/{name}/share", json={})
    assert answer.status_code == 400
    assert answer.json()["error"] == {"problem": "nothing is shared", "hint": ""}


def pdf_of(tab: Any) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(tab.page.pdf(format="A4")))


@pytest.mark.slow
def test_what_is_printed_are_the_pages_that_are_shown(opened: Open) -> None:
    tab = opened("CAT\nA#E\nBED\n")
    tab.press("Control+p")
    tab.page.get_by_label("Pages").select_option("both")
    expect(tab.part("dialog .sheets img")).to_have_count(2)
    assert violations(tab.page) == []
    tab.page.evaluate("window.print = () => { window.isPrinted = true; }")
    tab.page.click("dialog button.main")
    tab.page.wait_for_function("window.isPrinted")
    assert len(pdf_of(tab).pages) == 2
    tab.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(tab.part(".printed")).to_have_count(0)


def themed() -> Document:
    cells = tuple(Cell(solution=letter, theme=at < 3) for at, letter in enumerate("CATARETEN"))
    rules = rules_in({"rules": ["solution-word tea"]})
    return Document(3, 3, cells, rules=rules, title="Small")


def texts(data: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]


@pytest.mark.parametrize("themes", ["", "solution"])
def test_an_unsolved_crossword_has_no_page_for_its_solution(themes: str) -> None:
    squares = tuple(replace(cell, solution="") for cell in themed().squares)
    document = replace(themed(), squares=squares, title="A\tlong  title")
    shown = published_of(document, LATIN, {"themes": themes})
    pdf = pypdf.PdfReader(io.BytesIO(exported(shown, export_named("pdf"), None)[0]))
    assert len(pdf.pages) == 1
    assert pdf.metadata is not None
    assert pdf.metadata.title == "A long title"


def test_themes_and_the_solution_word_are_printed_as_the_setter_wants() -> None:
    shades = {}
    for themes in ("", "solution", "puzzle"):
        shown = published_of(themed(), LATIN, {"themes": themes})
        pages = {part: "".join(printed_pages(shown, part, "a4")["pages"])
                 for part in ("puzzle", "solution")}  # fmt: skip
        shades[themes] = {part for part, text in pages.items() if "#cfe3cf" in text}
        assert all("Solution word" in text for text in pages.values())
        for one in map(export_named, ("pdf", "svg", "png", "html")):
            assert exported(shown, one, None)[0]
    assert shades == {"": set(), "solution": {"solution"}, "puzzle": {"puzzle", "solution"}}
    plain, both = (
        exported(published_of(themed(), LATIN, {"themes": themes}), export_named("pdf"), None)[0]
        for themes in ("", "solution")
    )
    assert texts(plain) == texts(both)
    assert plain != both
    pdf = exported(published_of(themed(), LATIN, {"word": "0"}), export_named("pdf"), None)[0]
    assert not any("Solution word" in text for text in texts(pdf))
    with pytest.raises(InputError, match="themes are"):
        published_of(themed(), LATIN, {"themes": "somewhere"})


def test_a_solution_word_that_the_grid_lacks_is_said() -> None:
    document = replace(themed(), rules=rules_in({"rules": ["solution-word tea set"]}))
    shown = published_of(document, LATIN, {})
    note = "the solution word is not shown: the grid has too few letters for tea set: S (0 of 1)"
    assert printed_pages(shown, "puzzle", "a4")["notes"] == [note]
    assert note in exported(shown, export_named("pdf"), None)[1]


def test_the_choices_are_in_the_dialogs_where_there_is_something_to_choose(
    opened: Open, bench: Browser
) -> None:
    tab = opened("CAT\nA#E\nTEN\n")
    tab.press("Control+p")
    expect(tab.part("dialog .sheets img")).to_have_count(1)
    expect(tab.page.get_by_label("Theme entries")).to_have_count(0)
    tab.press("Escape")
    with bench.open(tab.page.url.split("#")[1]) as other:
        other.edit("theme", cells=[0, 1, 2], on=True)
        other.edit("rules", rules=["solution-word tea"])
    expect(tab.part(".grid .theme")).to_have_count(3)
    tab.press("Control+p")
    image = tab.part("dialog .sheets img")
    expect(image).not_to_have_attribute("src", re.compile("cfe3cf"))
    expect(image).to_have_attribute("src", re.compile("solution-word"))
    tab.page.get_by_label("Theme entries").select_option("puzzle")
    expect(image).to_have_attribute("src", re.compile("cfe3cf"))
    tab.page.get_by_label("Solution word").select_option("0")
    expect(image).not_to_have_attribute("src", re.compile("solution-word"))
    assert violations(tab.page) == []
    tab.press("Escape", "Alt+x")
    expect(tab.page.get_by_label("Theme entries")).to_have_value("puzzle")  # kept
    tab.page.get_by_label("Theme entries").select_option("solution")
    link = tab.part("dialog a[href*='format=pdf']").first
    expect(link).to_have_attribute("href", re.compile("themes=solution&word=0&format=pdf"))
    assert violations(tab.page) == []
