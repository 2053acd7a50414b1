"""Cells of two texts on the page: typed, filled, saved, exported."""

from __future__ import annotations

import pytest
from support.browser import PHONE
from support.workbench_page import Open, Workbench

from satcross.formats.reading import parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import grid_of

pytestmark = pytest.mark.needs("apps/thematic")  # the rules of such cells

TWO = "[./.]....\n.#.#.\n.....\n.#.#.\n.....\n"
EITHER = "[ON|OFF]....\n.#.#.\n.....\n.#.#.\n.....\n"
REST = ".#.#.......#.#......"


def exported(tab: Workbench, name: str = "satcross") -> list[str]:
    """The rows of the file of a format that the page exports."""
    tab.wait_until_saved()
    tab.press("Alt+x")
    data = tab.download(f"dialog a[href*='format={name}']")
    tab.press("Escape")
    crossword = parse_crossword(data, format_named(name), f"export.{name}")
    return grid_of(crossword).lines(both=True)


@pytest.mark.needs("apps/interchange")
def test_two_readings_are_typed_and_filled(opened: Open) -> None:
    tab = opened(TWO)
    tab.wait_for_verdict("Fillable")
    tab.press("p")  # the first open letter
    tab.wait_for_letters("P/....." + REST)
    tab.press("Home", "b")  # the other one
    tab.wait_for_letters("P/B...." + REST)
    tab.press("Home", "Delete")
    assert exported(tab)[0] == "[./.]...."  # it stays a cell of two letters
    tab.press("p", "Home", "b", "Alt+a")
    rows = exported(tab)
    assert rows[0].startswith("[P/B]")
    assert exported(tab, "puz") == exported(tab, "xd") == rows
    tab.press("Home", "Escape", "Backspace", "Backspace", "Backspace", "q", "Enter")
    tab.wait_until_saved()
    assert exported(tab)[0].startswith("Q")


@pytest.mark.needs("apps/interchange")
def test_a_candidate_is_written_on_the_side_of_its_direction(opened: Open) -> None:
    tab = opened(EITHER)
    tab.part(".candidates.across button.word:text-is('ONLINE')").click()
    tab.part(".candidates.down button.word:text-is('OFFERED')").click()
    tab.wait_for_letters("ON|OFFLINEE#.#.R....E#.#.D....")
    tab.press("Control+Enter")
    tab.wait_for("#panel", "Take")
    tab.press("Alt+a")
    rows = exported(tab)
    assert rows[0] == "[ON|OFF]LINE"
    assert exported(tab, "ipuz") == rows


def test_a_cell_of_two_texts_is_made_on_the_page(opened: Open) -> None:
    tab = opened("...\n.#.\n...\n", viewport=PHONE)
    tab.press("Escape", "c", "/", "b", "Enter", "a", "t")
    tab.wait_for_verdict("Fillable")
    assert exported(tab) == ["[C/B]AT", ".#.", "..."]
