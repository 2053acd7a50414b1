"""In what platforms get of lists in six languages, the written word is right, and its letters."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser
from support.browser import Opened
from support.cli import run_cli
from support.messy_lists import PAIRS
from support.seeds import quick

from satcross.words.alphabets import parse_alphabet

pytestmark = pytest.mark.needs("apps/freeform")
ALPHABETS = {"english": "latin", "french": "latin"}


def listed(language: str) -> tuple[str, dict[str, str]]:
    """The alphabet of a language, and the words of its list by their clues."""
    pairs = [one.split("=") for one in PAIRS[language].split("|")]
    return ALPHABETS.get(language, language), {clue: word for word, clue in pairs}


@cache
def laid_out(language: str) -> bytes:
    """A layout of the list of a language, in our own format."""
    alphabet, words = listed(language)
    with TemporaryDirectory() as folder:
        path, out = Path(folder, "list.txt"), Path(folder, "x.json")
        path.write_text("".join(f"{w}: {c}\n" for c, w in words.items()), "utf-8")
        # By default it searches for seconds: here any layout will do.
        done = run_cli("freeform", path, "--alphabet", alphabet, "--rounds", 300, "-o", out)
        assert done.code == 0, done
        return out.read_bytes()


def made(language: str, folder: Path, name: str) -> bytes:
    """A file of the layout."""
    (folder / "x.json").write_bytes(laid_out(language))
    out = folder / name
    if name != "x.json":
        done = run_cli("convert", folder / "x.json", out, "--lossy")
        assert done.code == 0, done
    return out.read_bytes()


def bare(clue: str) -> str:
    """A clue without the lengths of its answer."""
    return re.sub(r" \([\d,-]+\)$", "", clue)


@pytest.mark.parametrize("language", PAIRS)
def test_questions_accept_both(language: str, tmp_path: Path) -> None:
    alphabet, words = listed(language)
    letters = {word: parse_alphabet(alphabet).normalise(word) for word in words.values()}
    gift = made(language, tmp_path, "x.gift").decode()
    found = dict(re.findall(r"\[plain\](.+) \{\n((?:\t=.+\n)+)\}", gift))
    answers = {bare(clue): re.findall(r"=(.+)", some) for clue, some in found.items()}
    quiz = ElementTree.fromstring(made(language, tmp_path, "x.moodle.xml"))
    in_moodle = {
        bare(str(one.findtext("questiontext/text"))): [
            str(answer.findtext("text")) for answer in one.findall("answer")
        ]
        for one in quiz.findall("question[@type='shortanswer']")
    }
    assert answers == in_moodle
    assert answers.keys() == words.keys()
    for clue, word in words.items():
        # Platforms do not look at case.
        lower = [answer.lower() for answer in answers[clue]]
        assert word.lower() in lower
        assert (letters[word] or "").lower() in lower
    glossary = ElementTree.fromstring(made(language, tmp_path, "x.glossary.xml"))
    concepts = {str(one.text).lower() for one in glossary.iter("CONCEPT")}
    assert concepts == {word.lower() for word in words.values()}


@pytest.mark.parametrize("language", PAIRS)
def test_a_crossword_of_h5p_has_letters_and_says_once_what_it_leaves_out(
    language: str, tmp_path: Path
) -> None:
    alphabet, words = listed(language)
    letters = {word: parse_alphabet(alphabet).normalise(word) for word in words.values()}
    out = tmp_path / "x.h5p"
    made(language, tmp_path, "x.json")
    done = run_cli("convert", tmp_path / "x.json", out)
    assert done.code == 0
    with ZipFile(out) as packed:
        content = json.loads(packed.read("content/content.json"))
    answers = {bare(word["clue"]): word["answer"] for word in content["words"]}
    assert len(answers) == len(words)
    assert sorted(answers.values()) == sorted(str(one) for one in letters.values())
    differ = [word for word in words.values() if word.lower() != str(letters[word]).lower()]
    assert done.err.count("how answers are written") == bool(differ)


@pytest.mark.needs("apps/solving")
@pytest.mark.parametrize("language", quick(["german", *sorted(PAIRS.keys() - {"german"})], 1))
def test_pupils_may_type_the_words_as_they_are_written(
    language: str, tmp_path: Path, chromium: Browser
) -> None:
    _, words = listed(language)
    made(language, tmp_path, "x.zip")
    with ZipFile(tmp_path / "x.zip") as packed:
        html = packed.read("index.html").decode()
    event = "new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true})"
    for section in (0, 1):  # across, and down in a page that has no letter yet
        opened = Opened(chromium, color_scheme="light")
        opened.open(html, tmp_path)
        for button in opened.page.locator("#lists section").nth(section).locator(".clue").all():
            clue = next(clue for clue in words if clue in button.inner_text())
            button.click()
            for key in words[clue].replace(" ", ""):
                opened.page.evaluate(f"key => document.body.dispatchEvent({event})", key)
        opened.page.keyboard.press("Alt+g")
        assert opened.page.locator("[role=gridcell].right").count() > 10
        assert opened.page.locator("[role=gridcell].wrong").count() == 0
        opened.close()
