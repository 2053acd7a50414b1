"""The dialog of the history: moments, and those of one kind."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browser import violations
from support.workbench_client import Browser
from support.workbench_page import Open


def test_letters_are_one_moment_and_fills_are_found(opened: Open, bench: Browser) -> None:
    tab = opened("...\n.#.\n...\n")
    name = tab.page.url.split("#")[1]
    with bench.open(name) as other:
        for letter in "ABCDEFGH":
            other.edit("letters", cells={"0": letter})
        other.edit("letters", cells={"1": "A", "2": "T"}, label="fill")
        for text in ("P", "Pe", "Pet"):
            other.edit("clue", key="across-0", text=text, join="clue across-0")
        other.edit("pattern", rows=["HAT", "...", "..."])
        tab.press("Alt+h")
        moments = tab.part("dialog .history li")
        labels = ["pattern", "clue of 1 Across", "fill", "8 letters", "opened"]
        expect(moments.locator("span")).to_have_text(labels)
        assert [moments.nth(at).locator("svg").count() for at in range(5)] == [1, 0, 1, 1, 1]
        ring = moments.get_by_role("button").first  # the edge of the list would cut it
        expect(ring).to_have_css("outline-offset", "-2px")
        assert violations(tab.page) == []
        tab.page.get_by_role("button", name="Fills", exact=True).click()
        expect(moments.locator("span")).to_have_text(["fill"])
        moments.get_by_role("button").click()
        tab.press("Escape")
        tab.wait_for_letters("HAT.#....")
        tab.press("Control+z")
        tab.wait_for_letters("HAT......")


def test_clues_that_follow_each_other_are_one_moment(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nARE\nBED\n")
    with bench.open(tab.page.url.split("#")[1]) as other:
        for key in ("across-0", "across-3", "across-6"):
            for text in ("A", "A clue"):
                other.edit("clue", key=key, text=text, join=f"clue {key}")
    tab.press("Alt+h")
    labels = tab.part("dialog .history li span")
    expect(labels).to_have_text(["3 clues", "opened"])
    tab.page.get_by_role("button", name="Clues", exact=True).click()
    expect(labels).to_have_text(["clue of 5 Across", "clue of 4 Across", "clue of 1 Across"])


@pytest.mark.slow
def test_thousands_of_letters_are_few_moments(opened: Open, bench: Browser) -> None:
    tab = opened(("." * 15 + "\n") * 15)
    name = tab.page.url.split("#")[1]
    with bench.open(name) as other:
        for n in range(3000):
            other.edit("letters", cells={str(n % 225): "ABCD"[n % 4]})
    tab.press("Alt+h")
    expect(tab.part("dialog .history li")).to_have_count(2)
    expect(tab.part("dialog .history")).to_contain_text("3000 letters")
    expect(tab.page.get_by_role("button", name="Older…")).to_have_count(0)
