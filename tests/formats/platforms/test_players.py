"""Files for learning platforms, read by programs of others; `scripts/players` installs them."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, Route
from support.cli import run_cli
from support.drawn import clued

import satcross as sx
from satcross.formats.reading import file_of

MODULES = Path(__file__).parents[3] / "build" / "players" / "node_modules"
NODE = shutil.which("node")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (NODE and MODULES.exists()), reason="needs node and scripts/players"),
]
HOSTILE = 'Is <b> & {x} ~ = # : \\ ]]> "here"? (3)'
GIFT = """
const text = require("fs").readFileSync(0, "utf8");
console.log(JSON.stringify(require("gift-pegjs").parse(text)));
"""
H5P = """
const { default: Validator } = require("@lumieducation/h5p-server/build/src/PackageValidator");
const { H5PConfig } = require("@lumieducation/h5p-server");
new Validator(new H5PConfig(), {}).validateExtractedPackage(process.argv[1], true, false)
  .then(() => console.log("valid"), (error) => console.log(error.message));
"""
PLATFORM = """<script src="package/scorm12.js"></script><script>
const API = new Scorm12API({ autocommit: false, logLevel: 5 }), problems = [];
for (const name of ["LMSSetValue", "LMSCommit", "LMSFinish"]) {
  const call = API[name].bind(API);
  API[name] = (...values) => {
    const answer = call(...values);
    const error = API.LMSGetLastError();
    if (String(error) !== "0" || String(answer) === "false") problems.push([name, values, error]);
    return answer;
  };
}
window.API = API;
</script><frameset cols="*"><frame src="package/index.html" name="sco"></frameset>"""


def node(code: str, *args: str, given: str = "") -> str:
    assert NODE
    done = subprocess.run(
        [NODE, "-e", code, *args], input=given, capture_output=True, text=True, check=True,
        cwd=MODULES,
    )  # fmt: skip
    return done.stdout.strip()


def pets() -> sx.Crossword:
    crossword = clued(sx.Grid.parse("CAT\nO#O\nDEN"), title="Pets / 1", author="A. Setter")
    first, second, *others = crossword.clues
    first = replace(first, text=HOSTILE, markup="", annotation="A pet: {meows}.")
    second = replace(second, text="Cold room", markup="<b>Cold</b> room")
    return replace(crossword, clues=(first, second, *others))


def test_a_parser_of_gift_reads_every_question_and_answer() -> None:
    data = file_of(pets(), "gift").data.decode()
    category, *questions = json.loads(node(GIFT, given=data))
    assert category == {"type": "Category", "title": "Pets // 1"}
    assert [(each["type"], each["title"]) for each in questions] == [
        ("Short", "1 Across"), ("Short", "3 Across"), ("Short", "1 Down"), ("Short", "2 Down"),
    ]  # fmt: skip
    assert questions[0]["stem"] == {"format": "plain", "text": HOSTILE}
    assert questions[0]["globalFeedback"]["text"] == "A pet: {meows}."
    assert questions[1]["stem"] == {"format": "html", "text": "<b>Cold</b> room"}
    answers = [[each["text"]["text"] for each in one["choices"]] for one in questions]
    assert answers == [["CAT"], ["DEN"], ["COD"], ["TON"]]


def test_a_validator_of_h5p_accepts_crosswords_and_words(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("heron\notter\ntrout\n")
    done = run_cli("wordsearch", tmp_path / "words.txt", "8x8", "-o", tmp_path / "search.h5p")
    assert done.code == 0, done.err
    files = {name: file_of(pets(), name, lossy=True).data for name in ("h5p", "h5p-words")}
    files["search"] = (tmp_path / "search.h5p").read_bytes()
    for name, data in files.items():
        zipfile.ZipFile(io.BytesIO(data)).extractall(tmp_path / name)
        assert node(H5P, str(tmp_path / name)) == "valid"
    (tmp_path / "h5p" / "h5p.json").write_text("{}")
    assert node(H5P, str(tmp_path / "h5p")) != "valid"


@pytest.fixture
def course(chromium: Browser) -> Iterator[Page]:
    """A platform with the run-time of others, and a package."""
    archive = zipfile.ZipFile(io.BytesIO(sx.scorm_of(pets())))

    def answer(route: Route) -> None:
        name = route.request.url.partition("/package/")[2]
        if name == "scorm12.js":
            code = (MODULES / "scorm-again" / "dist" / "scorm12.js").read_text("utf-8")
            route.fulfill(body=code, content_type="text/javascript")
            return
        html = archive.read(name).decode() if name else PLATFORM
        route.fulfill(body=html, content_type="text/html; charset=utf-8")

    page = chromium.new_page()
    page.route("http://lms.test/**", answer)
    page.goto("http://lms.test/course")
    yield page
    page.close()


def sco(page: Page) -> Frame:
    (frame,) = (frame for frame in page.frames if frame.name == "sco")
    frame.wait_for_selector("[role=gridcell]")
    return frame


def core(page: Page, name: str) -> Any:
    return page.evaluate(f"API.LMSGetValue('cmi.core.{name}')")


def test_a_scorm_run_time_gets_score_status_and_time_without_an_error(course: Page) -> None:
    frame = sco(course)
    course.keyboard.type("cax")
    assert (core(course, "score.raw"), core(course, "lesson_status")) == ("25", "incomplete")
    for at, letter in ((2, "t"), (3, "o"), (5, "o"), (6, "d"), (7, "e"), (8, "n")):
        frame.locator(f'[role=gridcell][data-at="{at}"]').click()
        course.keyboard.type(letter)
    assert (core(course, "score.raw"), core(course, "lesson_status")) == ("100", "completed")
    kept = course.evaluate("API.LMSGetValue('cmi.suspend_data')")
    assert json.loads(kept)["letters"][:3] == ["C", "A", "T"]
    frame.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    assert course.evaluate("problems") == []
