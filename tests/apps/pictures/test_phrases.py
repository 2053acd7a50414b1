"""Pages to solve in every language: nothing on them is English unless that is their language."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from support.browser import Opened
from support.drawn import daily15
from support.drawn_boxes import texts_beside_grid
from support.page_scripts import SCRIPTS, code_of
from support.seeds import quick

import satcross as sx
from satcross.apps.books.book import Book
from satcross.apps.pictures.api import svg_of
from satcross.apps.pictures.fonts import missing_characters
from satcross.apps.pictures.scripts import script_of
from satcross.apps.pictures.sheets import sheets_of
from satcross.apps.solving.html import html_of
from satcross.apps.wordsearch import page as wordsearch_page
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.drawing.languages import Texts
from satcross.drawing.style import Page, Part, Style
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.kinds import kinds

ENGLISH = Texts.of("en").phrases
FIRST = ("de", "he", "hi")
OTHERS = quick(
    [*FIRST, *(code for code in Texts.LANGUAGES if code not in (*FIRST, "en"))], len(FIRST)
)
PACKAGE = Path(sx.__file__).parent
SOURCES = [
    path
    for place in ("drawing", "apps", "kinds")
    for path in sorted((PACKAGE / place).rglob("*.py"))
    if "phrases[" in path.read_text("utf-8")
]
TEMPLATES = sorted(PACKAGE.rglob("templates/*.html"))
PLACE = re.compile(r"\{phrases\[(.*?)\]\}")
FOUND = """() => [
  document.title,
  ...[...document.querySelectorAll('*')].flatMap((one) => [
    ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    ...(one.closest('script, style, kbd, noscript') ? [] : [...one.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
  ]),
]"""


def words_of(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w+\}", " ", text))}


def bare_texts(language: str) -> list[str]:
    """The texts of a language that are no tables."""
    there = Texts.of(language)
    values = (getattr(there, each.name) for each in fields(there) if each.name != "language")
    return [value for value in values if isinstance(value, str)]


def english_words(language: str) -> set[str]:
    """The words of English pages that are no words of a language's own pages."""
    texts = [
        *bare_texts("en"),
        *ENGLISH.values(),
        Texts.of("en").kinds["crossword"],
        "cells letters words rows columns across down",
    ]
    there = Texts.of(language)
    own = [*bare_texts(language), *there.phrases.values(), there.kinds["crossword"]]
    return set().union(*map(words_of, texts)) - set().union(*map(words_of, own)) - {"ctrl", "esc"}


def english_on(opened: Opened, language: str) -> set[str]:
    """The English words that are on a page now, in any text, label or title."""
    shown = set().union(*(words_of(text) for text in opened.page.evaluate(FOUND)))
    return shown & english_words(language)


def foreign() -> Crossword:
    crossword = crossword_of(Grid.parse("ACE#\nBATS\nLIE#"))
    clues = tuple(replace(clue, text="Žžž") for clue in crossword.clues)
    squares = list(crossword.squares)
    squares[1] = replace(squares[1], circle=True, shade="#ffe08a")
    squares[2] = replace(squares[2], given=True)
    return replace(crossword, clues=clues, squares=tuple(squares), author="Q", editor="Q")


@pytest.mark.parametrize("language", Texts.LANGUAGES)
def test_every_phrase_is_there_with_the_same_places(language: str) -> None:
    for english, own in Texts.of(language).phrases.items():
        assert own.strip() == own != ""
        assert escape(own) == own
        places = set(re.findall(r"\{\w+\}", english))
        assert all(set(re.findall(r"\{\w+\}", form)) == places for form in own.split("|")), own
        assert "|" in english or "|" not in own
    lacking = missing_characters(Texts.of(language).phrases.values())
    assert all(map(script_of, lacking))  # the machine may have a font


@pytest.mark.needs("apps/interchange")  # packages for platforms say a phrase of their own
def test_every_phrase_that_is_used_is_in_the_table_and_none_is_idle() -> None:
    used: set[str] = set()
    for path in SCRIPTS:
        code = path.read_text("utf-8")
        if "translated(" in code or path.name == "keyboard.js":
            used |= set(re.findall(r'"((?:[^"\\]|\\.)*)"', code))
    code = "".join(path.read_text("utf-8") for path in SOURCES)
    used |= set(re.findall(r"""\[["']([^"'\[\]]*)["']\]""", code))
    in_templates = {key for path in TEMPLATES for key in PLACE.findall(path.read_text("utf-8"))}
    used |= in_templates
    assert set(ENGLISH) - used == set()
    calls = [path.read_text("utf-8") for path in SCRIPTS]
    asked = [text for code in calls for text in re.findall(r'translated\("([^"]*)"', code)]
    asked += re.findall(r"""phrases\[["']([^"']*)["']\]""", code)
    asked += in_templates
    asked += re.findall(r' text: "([^"]*)"', code_of("keyboard.js"))
    asked += re.findall(r' text: "([^"]*)"', code_of("search.js"))
    assert len(asked) > 60
    assert set(asked) - set(ENGLISH) == set()


def test_scripts_say_nothing_but_phrases() -> None:
    """What is shown in the pages' own scripts goes through the table."""
    for name in (
        "solve.js",
        "search.js",
        "solving.js",
        "results.js",
        "sending.js",
        "timer.js",
        "touch.js",
    ):
        code = code_of(name)
        for said in re.findall(r"(?:\bsay|parts\.push|label:)\(?\s*([`\"].*)", code):
            assert said.startswith('""') or "translated" in said, f"{name}: {said}"


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_on_a_page_in_another_language(
    language: str, chromium: Browser, tmp_path: Path
) -> None:
    opened = Opened(chromium).open(html_of(foreign(), language=language), tmp_path)
    page = opened.page
    assert page.locator("html").get_attribute("lang") == language
    assert english_on(opened, language) == set()
    steps: list[list[str]] = [
        ["Alt+g"], ["A", "X", "Alt+w"], ["Alt+g"], ["Home", "Alt+l"], ["Alt+Shift+L"],
        ["Alt+Shift+W"], ["Alt+p"], ["Alt+p"], ["?"], ["Escape"], ["Q", "Q", "Q", "Q", "Q", "Q"],
        ["Alt+Shift+G"],
    ]  # fmt: skip
    for keys in steps:
        opened.press(*keys)
        assert english_on(opened, language) == set(), keys
    solved = Texts.of(language).phrases["Solved in {time}."].split("{")[0]
    assert opened.text("#status").startswith(solved)
    page.reload()
    assert english_on(opened, language) == set()
    opened.close()
    assert opened.problems == []


@pytest.fixture(scope="module")
def hidden() -> WordSearch:
    result = sx.make_wordsearch(["zzzqx", "qqxxz"], "6x6", seed=1)
    assert isinstance(result, sx.Found | sx.Best)
    return result.value


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_on_a_word_search_in_another_language(
    language: str, hidden: WordSearch, chromium: Browser, tmp_path: Path
) -> None:
    made = replace(hidden, language=language)
    opened = Opened(chromium).open(wordsearch_page.html_of(made), tmp_path)
    assert english_on(opened, language) == set()
    opened.cell(0).click()
    opened.cell(2).click()
    assert english_on(opened, language) == set()
    for what in ("word", "all"):
        opened.page.evaluate(f"document.querySelector('[data-do=\"show {what}\"]').click()")
        assert english_on(opened, language) == set()
    opened.close()
    assert opened.problems == []


@pytest.mark.parametrize("language", [language for language in Texts.LANGUAGES if language != "en"])
def test_no_english_is_on_a_printed_page_in_another_language(language: str) -> None:
    crossword = replace(foreign(), notes="Žžž. " * 400)
    for part in Part:
        for sheet in sheets_of(crossword, part, page=Page(), style=Style(language=language)):
            shown = set().union(*(words_of(text.text) for text in texts_beside_grid(sheet)))
            assert not shown & english_words(language)


@pytest.mark.parametrize("language", [language for language in Texts.LANGUAGES if language != "en"])
def test_no_english_is_in_a_book_or_package_in_another_language(
    language: str, hidden: WordSearch
) -> None:
    """Text has all that other editions say; the names of kinds are in the contents."""
    puzzles = [replace(foreign(), kind=kind, author="", editor="") for kind in kinds()]
    words = replace(hidden, language=language)
    english = english_words(language) - words_of(
        " ".join(Texts.of(language).kind_title(kind) for kind in kinds())
    )
    for part in Part:
        text = sx.book_of(
            [*puzzles, words], Book(language=language), format_name="txt", part=part,
            word_bank=True,
        ).decode()  # fmt: skip
        assert not words_of(text) & english
    assert not words_of(svg_of(words, "puzzle")) & {"word", "search"} & english


@pytest.mark.parametrize("language", ["de", "pl", "ru"])
def test_numbers_agree_with_their_words(language: str, chromium: Browser, tmp_path: Path) -> None:
    forms = {
        "de": ["2 Felder", "5 Felder"],
        "pl": ["2 kratki", "5 kratek"],
        "ru": ["2 клетки", "5 клеток"],
    }
    for n, expected in zip((2, 5), forms[language], strict=True):
        opened = Opened(chromium)
        crossword = crossword_of(Grid.parse("A" * n + "\n" + "#" * n))
        opened.open(html_of(crossword, language=language), tmp_path)
        assert opened.text("#now-size") == expected
        opened.close()


def test_the_english_page_is_as_before() -> None:
    page = html_of(daily15())
    for phrase in ("Start again?", "Keys on the screen", "edited by B. Checker"):
        assert phrase in page
    assert '"phrases":{}' in page
