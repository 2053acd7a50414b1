"""Pages to solve in SCORM packages, before a learning platform that records what it is told."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from playwright.sync_api import Browser, Frame, Page, Route
from support.cli import run_cli
from support.drawn import clued
from support.page_scripts import SCRIPTS

import satcross as sx
from satcross.apps.solving.selfcontained import script
from satcross.model.grid import Grid

CP = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
ADL = "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
LMS = """<script>
const told = {}, calls = [];
const stored = JSON.parse(localStorage.getItem("lms") ?? "{}");
const API = {
  LMSInitialize: (text) => (calls.push(`initialize ${text}`), "true"),
  LMSFinish: (text) => (calls.push(`finish ${text}`), "true"),
  LMSCommit: (text) => {
    calls.push(`commit ${text}`);
    localStorage.setItem("lms", JSON.stringify(stored));
    return "true";
  },
  LMSGetValue: (name) =>
    stored[name] ?? (name === "cmi.core.lesson_status" ? "not attempted" : ""),
  LMSSetValue: (name, value) => (calls.push(`${name}=${value}`), (stored[name] = value), "true"),
  LMSGetLastError: () => "0",
};
window.API = API;
</script><frameset cols="*"><frame src="package/index.html" name="sco"></frameset>"""
Play = Callable[[bytes], tuple[Page, Frame]]


@pytest.fixture
def play(chromium: Browser) -> Iterator[Play]:
    """Shows a package in a frame of a platform; whatever goes wrong in it fails the test."""
    context = chromium.new_context()
    problems: list[str] = []

    def play(package: bytes) -> tuple[Page, Frame]:
        archive = zipfile.ZipFile(io.BytesIO(package))

        def answer(route: Route) -> None:
            name = route.request.url.partition("/package/")[2]
            html = archive.read(name).decode() if name else LMS
            route.fulfill(body=html, content_type="text/html; charset=utf-8")

        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.route("http://lms.test/**", answer)
        page.goto("http://lms.test/course")
        (frame,) = (frame for frame in page.frames if frame.name == "sco")
        frame.wait_for_selector("[role=gridcell]")
        return page, frame

    yield play
    context.close()
    assert problems == []


def calls(page: Page) -> list[str]:
    return list(page.evaluate("calls"))


def value(page: Page, name: str) -> Any:
    return page.evaluate(f"stored['cmi.{name}']")


def test_the_manifest_names_a_page_that_is_there() -> None:
    crossword = clued(Grid.parse("CAT\nO#O\nDEN"), title='Pets <& "more"')
    package = sx.scorm_of(crossword)
    assert package == sx.scorm_of(crossword)
    archive = zipfile.ZipFile(io.BytesIO(package))
    assert archive.namelist() == ["imsmanifest.xml", "index.html"]
    root = fromstring(archive.read("imsmanifest.xml"))
    assert re.fullmatch("[A-Za-z_][-A-Za-z0-9_.]*", root.get("identifier"))  # an XML name
    assert root.findtext(f"{CP}metadata/{CP}schemaversion") == "1.2"
    (organization,) = root.findall(f"{CP}organizations/{CP}organization")
    (item,) = organization.findall(f"{CP}item")
    (resource,) = root.findall(f"{CP}resources/{CP}resource")
    assert organization.findtext(f"{CP}title") == 'Pets <& "more"'
    assert item.get("identifierref") == resource.get("identifier")
    assert (resource.get("href"), resource.get(f"{ADL}scormtype")) == ("index.html", "sco")


def test_the_parts_fit_into_one_script() -> None:
    pages = [path for path in SCRIPTS if path.name in ("solve.js", "search.js")]
    assert pages
    for path in pages:
        code = script("scorm.js", path)
        names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", code, re.MULTILINE)
        assert len(names) == len(set(names))


def test_score_and_completion_are_reported_and_what_is_written_comes_back(play: Play) -> None:
    package = sx.scorm_of(clued(Grid.parse("CAT\nO#O\nDEN")))
    page, frame = play(package)
    assert calls(page)[:2] == ["initialize ", "cmi.core.lesson_status=incomplete"]
    assert (value(page, "core.score.min"), value(page, "core.score.max")) == ("0", "100")
    page.keyboard.type("cax")
    assert value(page, "core.score.raw") == "25"
    assert value(page, "core.lesson_status") == "incomplete"
    page.reload()  # the pupil comes back, perhaps at another computer
    (frame,) = (frame for frame in page.frames if frame.name == "sco")
    frame.wait_for_selector("[role=gridcell]")
    texts = frame.locator("[role=gridcell]").all_inner_texts()
    assert "".join(text[-1:] for text in texts[:3]) == "CAX"
    frame.locator('[role=gridcell][data-at="2"]').click()
    page.keyboard.press("Alt+Shift+L")  # reveals the T, which then does not count
    for at, letter in ((3, "o"), (5, "o"), (6, "d"), (7, "e"), (8, "n")):
        frame.locator(f'[role=gridcell][data-at="{at}"]').click()
        page.keyboard.type(letter)
    assert value(page, "core.score.raw") == "88"
    assert value(page, "core.lesson_status") == "completed"
    assert "commit " in calls(page)
    frame.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert calls(page)[-1] == "finish "
    assert re.fullmatch(r"\d{4}:\d{2}:\d{2}", value(page, "core.session_time"))
    assert frame.evaluate("Object.keys(localStorage).filter((k) => k.includes('solve'))") == []


@pytest.mark.needs("apps/wordsearch")
def test_a_word_search_reports_the_words_that_are_found(play: Play) -> None:
    made = sx.make_wordsearch(["HERON", "OTTER"], "6x6", seed=2)
    assert isinstance(made, sx.Found | sx.Best)
    page, frame = play(sx.scorm_of(made))
    cells = made.value.layout.placements[0].cells
    for at in (cells[0], cells[-1]):
        frame.locator(f'[role=gridcell][data-at="{at}"]').click()
    assert value(page, "core.score.raw") == "50"
    assert value(page, "core.lesson_status") == "incomplete"


def test_a_page_outside_a_platform_is_the_usual_page(chromium: Browser, tmp_path: Path) -> None:
    archive = zipfile.ZipFile(io.BytesIO(sx.scorm_of(clued(Grid.parse("CAT\nO#O\nDEN")))))
    (tmp_path / "index.html").write_bytes(archive.read("index.html"))
    page = chromium.new_page()
    page.goto((tmp_path / "index.html").as_uri())
    page.keyboard.type("catcod")
    assert page.evaluate("Object.keys(localStorage).some((k) => k.includes('solve'))")
    page.close()


def test_a_package_needs_the_solution(tmp_path: Path) -> None:
    with pytest.raises(sx.OptionError, match="a SCORM package needs the solution"):
        sx.scorm_of(sx.Grid.parse("...\n.#.\n..."))
    grid = tmp_path / "grid.txt"
    grid.write_text("CAT\nO#O\nDEN\n")
    out = tmp_path / "page.zip"
    done = run_cli("render", grid, "-o", out, "--blank")
    assert (done.code, out.exists()) == (2, False)
    assert "--blank: a SCORM package needs the solution" in done.err
    assert run_cli("render", grid, "-o", out).code == 0
    assert run_cli("render", grid, "-o", tmp_path / "other.zip", "--width", "600").code == 2
