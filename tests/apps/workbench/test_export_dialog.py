"""The dialog of exports: what is not finished, and what there is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.workbench_client import Browser
from support.workbench_page import Open


def test_missing_clues_are_named_and_theme_entries_are_not(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nXRQ\nBED\n")  # XRQ, CXB, ARE and TQD go down and across
    name = tab.page.url.split("#")[1]
    tab.wait_for("#foot", "4A XRQ")
    with bench.open(name) as other:
        other.edit("about", title="Three by three")
        other.edit("theme", cells=[0, 2, 3, 4, 5, 6, 8], on=True)  # XRQ, CXB and TQD
        foot = tab.part("#foot")
        expect(foot).not_to_contain_text("XRQ")
        expect(foot.locator(".verdict")).to_have_text("Fillable")
        tab.press("Alt+x")
        warning = tab.part("dialog .warning")
        expect(warning).to_have_text("Not finished: no clue is written.")
        for number, key in enumerate(("across-0", "across-3", "across-6", "down-0")):
            other.edit("clue", key=key, text=f"clue {number}")
        expect(warning).to_have_text("Not finished: 2 of 6 clues are missing.")
        other.edit("clue", key="down-1", text="clue 5")
        other.edit("clue", key="down-2", text="clue 6")
        expect(warning).to_have_count(0)
        other.edit("letters", cells={"1": ""})
        expect(warning).to_have_text(
            "Not finished: 1 cell is empty; 2 clues are for other words (1A, 2D)."
        )
        tab.press("Escape", "Alt+r")
        findings = tab.part("#panel .findings")
        expect(findings).to_contain_text("1 cell without a letter")
        expect(findings).not_to_contain_text("in no list")
        other.edit("theme", cells=[3], on=False)
        expect(findings).to_contain_text("4A XRQ is in no list")


def test_the_reason_why_an_entry_is_none_of_the_words_is_said(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nXRQ\nBED\n")
    with bench.open(tab.page.url.split("#")[1]) as other:
        other.edit("override", words={"BED": 0, "ARE": 1})
        tab.press("Alt+x")
        warning = tab.part("dialog .warning")
        expect(warning).to_contain_text("3 entries are in no list (4A, 1D, 3D)")
        expect(warning).to_contain_text("1 entry is banned (5A)")
        expect(warning).to_contain_text("1 entry is below the minimum score (2D)")
        other.edit("override", words={"BED": None, "ARE": None})


@pytest.mark.needs("apps/interchange")
def test_files_have_the_name_of_the_crossword_and_of_their_part(
    opened: Open, bench: Browser
) -> None:
    name = bench.new("untitled", 3, 3)
    with bench.open(name) as other:
        other.edit("pattern", rows=["CAT", "A#O", "TIN"])
        tab = opened(name=name)

        def saved(selector: str) -> str:
            with tab.page.expect_download() as waiting:
                tab.page.click(f"dialog {selector}")
            return waiting.value.suggested_filename

        tab.press("Alt+x")
        assert saved("a[href$='format=puz']") == f"{name}.puz"
        other.edit("about", title="Cats & Tins")
        expect(tab.part("#top h1")).to_contain_text("Cats")
        assert saved("a[href$='format=puz']") == "Cats Tins.puz"
        parts = {
            saved(f"a[href*='format=pdf'][href*='part={part}']") for part in ("puzzle", "solution")
        }
        assert parts == {"Cats Tins-puzzle.pdf", "Cats Tins-solution.pdf"}
