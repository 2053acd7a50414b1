"""Printing and sharing a crossword of the workbench."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pypdf
import pytest
from playwright.sync_api import expect
from support.browser import violations
from support.workbench_client import WORDS, Browser, Server
from support.workbench_page import Open

from satcross.apps.workbench.export import printed_pages
from satcross.errors import InputError
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("shared")
    with Server(folder, "--words", str(WORDS), "--share") as server:
        yield server


def test_the_pages_are_those_of_the_parts() -> None:
    crossword = crossword_of(Grid.parse("CAT\nA#E\nBED"))
    puzzle, solution, both = (
        printed_pages(crossword, part, "a4")["pages"] for part in ("puzzle", "solution", "both")
    )
    assert both == [*puzzle, *solution]
    assert puzzle != solution
    for part, paper in (("all", "a4"), ("puzzle", "a99"), ("puzzle", "9x9")):
        with pytest.raises(InputError):
            printed_pages(crossword, part, paper)


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
    tab.part("dialog select[aria-label=Pages]").select_option("both")
    expect(tab.part("dialog .sheets img")).to_have_count(2)
    assert violations(tab.page) == []
    tab.page.evaluate("window.print = () => { window.isPrinted = true; }")
    tab.page.click("dialog button.main")
    tab.page.wait_for_function("window.isPrinted")
    assert len(pdf_of(tab).pages) == 2
    tab.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(tab.part(".printed")).to_have_count(0)
