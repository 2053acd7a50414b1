"""Paths, treated entries and Hebrew on the page, by mouse, by keys and by finger."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.seeds import quick
from support.workbench_client import Browser, Server
from support.workbench_page import Open, Workbench

OPEN4 = "....\n....\n....\n....\n"
ZOOMED = {"width": 640, "height": 400}  # 1280x800 at 200 %


def middle(tab: Workbench, at: int) -> tuple[float, float]:
    box = tab.cell(at).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(tab: Workbench, *cells: int) -> None:
    tab.page.mouse.move(*middle(tab, cells[0]))
    tab.page.mouse.down()
    for at in cells[1:]:
        tab.page.mouse.move(*middle(tab, at))
    tab.page.mouse.up()


def rules(tab: Workbench) -> str:
    """The rules that the panel shows as lines of text."""
    tab.press("Alt+Shift+R")
    text = tab.part("#panel textarea").input_value()
    tab.press("Escape")
    return text


def test_a_path_is_drawn_with_the_mouse_and_filled_as_an_entry_is(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.page.click(".tools summary")
    tab.page.click(".tools [data-action='draw path']")
    drag(tab, 0, 5, 10, 9, 10, 15)  # back from a cell takes it back
    tab.wait_for("#now", "path1")
    tab.wait_for(".lines text", "path1")
    expect(tab.part(".candidates.path .word").nth(3)).to_be_visible()
    tab.wait_for(".candidates.path .pattern", "····")
    tab.press("SIDE")
    tab.wait_for_letters("S....I....D....E")
    assert rules(tab) == "slot path1: r1c1 r2c2 r3c3 r4c4"
    tab.press("Control+Enter")
    tab.wait_for("#panel", "Take")
    for _ in range(5):
        tab.press("Control+z")
    expect(tab.part(".lines text")).to_have_count(0)
    tab.press("Control+y")
    tab.wait_for(".lines text", "path1")


def test_a_path_is_drawn_renamed_and_deleted_by_keys(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+j", "Space", "ArrowRight", "Space", "ArrowDown", "Space", "Backspace")
    expect(tab.part("#said")).to_have_text("2 cells of a path")
    tab.press("ArrowDown", "Space", "x", "Enter")  # letters are not written meanwhile
    tab.wait_for("#now", "path1")
    tab.press("Alt+Shift+J")
    tab.page.fill("dialog .paths input", "nina")
    tab.press("Enter")
    tab.wait_for(".lines text", "nina")
    tab.part("dialog button:text-is('edge')").click()
    expect(tab.part("dialog .paths li")).to_have_count(2)
    tab.press("Escape")
    assert rules(tab) == "slot nina: r1c1 r1c2 r3c2\nslot edge1: edge"
    tab.cell(0).focus()
    tab.cell(1).click()
    tab.press("Space", "Space")
    tab.wait_for("#now", "nina")
    tab.press("Alt+Shift+J")
    tab.part("dialog button:text-is('Delete')").first.click()
    expect(tab.part("dialog .paths li")).to_have_count(1)
    tab.press("Escape", "Alt+j", "Escape")
    assert rules(tab) == "slot edge1: edge"


@pytest.mark.slow
def test_what_cannot_be_a_path_is_said(opened: Open) -> None:
    tab = opened("#...\n....\n....\n....\n")
    tab.press("Alt+j")
    tab.cell(0).click()
    tab.wait_for(".notice", "open cells")
    tab.cell(1).click()
    tab.press("Enter")
    tab.wait_for(".notice", "two cells")
    tab.cell(6).click()
    tab.part("#now button:has-text('Done')").click()
    tab.wait_for(".lines text", "path1")
    tab.press("Alt+Shift+J")
    tab.page.fill("dialog .paths input", "4A")
    tab.press("Enter")
    tab.wait_for(".notice", "cannot be the name of a slot")
    tab.wait_for(".lines text", "path1")


@pytest.mark.slow
def test_a_path_is_saved(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+j", "Space", "ArrowRight", "Space", "Enter")
    tab.wait_until_saved()
    again = opened(name=tab.page.url.partition("#")[2])
    again.wait_for(".lines text", "path1")
    again.press("Control+z")
    expect(again.part(".lines text")).to_have_count(0)
    expect(tab.part(".lines text")).to_have_count(0)


@pytest.mark.slow
def test_a_path_is_drawn_with_a_finger(opened: Open) -> None:
    tab = opened(OPEN4, viewport=PHONE, has_touch=True, is_mobile=True)
    tab.part("#bar button:has-text('Cells')").tap()
    tab.part(".tools [data-action='draw path']").tap()
    fingers = tab.page.context.new_cdp_session(tab.page)

    def touch(kind: str, *cells: int) -> None:
        points = [dict(zip("xy", middle(tab, at), strict=True)) for at in cells]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 0)
    for at in (5, 6, 11):
        touch("touchMove", at)
    touch("touchEnd")
    tab.wait_for("#now", "path1")
    assert [str(fault) for fault in violations(tab.page)] == []
    assert len(tab.part(".lines .core").get_attribute("points").split()) == 4  # type: ignore[union-attr]


@pytest.mark.parametrize("scheme", quick(["light", "dark"], 1))
def test_nothing_serious_for_axe(opened: Open, scheme: str) -> None:
    tab = opened(OPEN4, color_scheme=scheme, viewport=ZOOMED)
    tab.press("Alt+j", "Space", "ArrowRight", "Space")
    faults = list(violations(tab.page))
    tab.press("Enter")
    tab.wait_for(".lines text", "path1")
    faults += violations(tab.page)
    tab.press("Alt+Shift+J")
    tab.wait_for("dialog")
    tab.page.wait_for_timeout(120)
    faults += violations(tab.page)
    assert faults == []


@pytest.mark.needs("apps/thematic")
def test_a_treated_entry_shows_its_word_and_its_treatment(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+Shift+R")
    tab.page.click("#panel summary:has-text('as text')")
    tab.page.fill("#panel textarea", "treatment 1A: reversed; kinds in k")
    tab.press("Escape")
    tab.wait_for("#now", "reversed")
    tab.page.click("#tab-fills")
    tab.cell(0).focus()
    tab.press("ELBA")
    tab.wait_for("#now", "ABLE, reversed")
    tab.wait_for("#panel", "k = A")
    tab.wait_for(".candidates.on .in-grid", "able")
    tab.press("Alt+b")
    tab.wait_undo("ban ABLE")


def test_hebrew_is_written_from_right_to_left(chromium: Chromium, tmp_path: Path) -> None:
    folder = tmp_path / "crosswords"
    folder.mkdir()
    (tmp_path / "list").write_text("שלום\nשאול\nמלון\nלוחם\n", encoding="utf-8")
    words = ("--words", str(tmp_path / "list"), "--alphabet", "hebrew")
    with Server(folder, *words) as server, Browser(server) as client:
        tab = Workbench(chromium, client, viewport=PHONE, has_touch=True, is_mobile=True)
        tab.show_text("....\n#..#\n", tmp_path)
        assert middle(tab, 0)[0] > middle(tab, 1)[0]
        tab.part(".touch button:text-is('ש')").tap()
        tab.part(".touch button:text-is('ל')").tap()
        tab.wait_for_letters("של..#..#")
        tab.press("ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight")
        expect(tab.cell(0)).to_be_focused()
        tab.press("Alt+j", "Space", "ArrowLeft", "Space", "Enter")
        tab.wait_for(".lines text", "path1")
        line = tab.part(".lines .core").bounding_box()
        assert line is not None
        assert line["x"] + line["width"] / 2 > middle(tab, 1)[0]
        assert violations(tab.page) == []
        tab.close()
        assert tab.problems == []
