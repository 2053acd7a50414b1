"""Files for learning platforms, read by programs of others; `scripts/players` installs them."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Frame, Page, Route
from support.cli import run_cli
from support.drawn import clued

import satcross as sx
from satcross.formats.reading import file_of

MODULES = Path(__file__).parents[4] / "build" / "players" / "node_modules"
NODE, PHP = shutil.which("node"), shutil.which("php")
MOODLE = MODULES.parent / "moodle"
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
# What Moodle's importers call before they store questions; a warning would be no JSON.
IMPORT = r"""
define('MOODLE_INTERNAL', true);
define('PARAM_TEXT', 'text');
foreach (['MOODLE', 'HTML', 'PLAIN', 'WIKI', 'MARKDOWN'] as $number => $name) {
    define("FORMAT_$name", $number);
}
class moodle_exception extends Exception {
    function __construct($name) { parent::__construct($name); }
}
class core_tag_tag { static function is_enabled() { return false; } }
class core_text {
    static function strlen($text) { return strlen($text); }
    static function trim_utf8_bom($text) { return $text; }
}
class question_bank { static function get_all_qtypes() { return []; } }
function get_config() { return ''; }
function get_string($name) { return $name; }
function clean_param($text) { return strip_tags($text); }
function s($text) { return $text; }
function debugging($message) { throw new Exception($message); }
[, $root, $name, $file] = $argv;
$CFG = (object) ['dirroot' => $root, 'libdir' => "$root/lib"];
require "$root/question/format.php";
if ($name === 'glossary') {  // the rest of its importer is a page of a course
    require "$root/lib/xmlize.php";
    die(json_encode(xmlize(file_get_contents($file), 0)));
}
require "$root/question/format/$name/format.php";
$format = new ("qformat_$name");
$call = fn($method, $given) => (new ReflectionMethod($format, $method))->invoke($format, $given);
$questions = $call('readquestions', $call('readdata', $file));
$questions[0]->names = $call('split_category_path', $questions[0]->category);
echo json_encode($questions);
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
    second = replace(second, text="Cold room", markup="<b>Cold</b> <i>room</i>")
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
    assert questions[1]["stem"] == {"format": "html", "text": "<b>Cold</b> <i>room</i>"}
    answers = [[each["text"]["text"] for each in one["choices"]] for one in questions]
    assert answers == [["CAT"], ["DEN"], ["COD"], ["TON"]]


def imported(folder: Path, name: str, importer: str) -> Any:
    """A file as Moodle's importer reads it."""
    assert PHP
    (folder / name).write_bytes(file_of(pets(), name).data)
    done = subprocess.run(
        [PHP, "-r", IMPORT, str(MOODLE), importer, str(folder / name)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.mark.skipif(not (PHP and MOODLE.exists()), reason="needs php and MOODLE=DIR")
@pytest.mark.parametrize(("name", "importer"), [("moodle", "xml"), ("gift", "gift")])
def test_moodle_imports_every_question_and_answer(tmp_path: Path, name: str, importer: str) -> None:
    category, *questions = imported(tmp_path, name, importer)
    assert (category["qtype"], category["names"]) == ("category", ["Pets / 1"])
    assert [each["name"] for each in questions] == ["1 Across", "3 Across", "1 Down", "2 Down"]
    assert {(each["qtype"], int(each["usecase"])) for each in questions} == {("shortanswer", 0)}
    first, second = questions[:2]
    is_html = first["questiontextformat"] == 1
    assert first["questiontext"] == (escape(HOSTILE, quote=False) if is_html else HOSTILE)
    assert first["generalfeedback"] == "A pet: {meows}."
    assert (second["questiontextformat"], second["questiontext"]) == (1, "<b>Cold</b> <i>room</i>")
    answers = [(each["answer"], each["fraction"]) for each in questions]
    assert answers == [([word], [1]) for word in ("CAT", "DEN", "COD", "TON")]


@pytest.mark.skipif(not (PHP and MOODLE.exists()), reason="needs php and MOODLE=DIR")
def test_moodle_reads_the_entries_of_a_glossary(tmp_path: Path) -> None:
    info = imported(tmp_path, "glossary", "glossary")["GLOSSARY"]["#"]["INFO"][0]["#"]
    assert info["NAME"][0]["#"] == "Pets / 1"
    entries = [entry["#"] for entry in info["ENTRIES"][0]["#"]["ENTRY"]]
    assert [entry["CONCEPT"][0]["#"] for entry in entries] == ["CAT", "COD", "DEN", "TON"]
    assert entries[2]["DEFINITION"][0]["#"] == "<b>Cold</b> <i>room</i>"


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
