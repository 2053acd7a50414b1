"""Cells shaded in one of a few colours: by key and mouse, in files, in print and in the dark."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from support.browser import violations
from support.workbench_client import Browser
from support.workbench_page import Open, Workbench

from satcross.apps.pictures.shades import paper_shade
from satcross.apps.workbench.export import Published, export_named, exported
from satcross.formats.reading import parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid

COLOURS = {"grey": "#d3d3d3", "dark grey": "#999999", "yellow": "#ffe27a", "blue": "#a9d3f5",
           "green": "#b5e0a2", "red": "#f7b8b8"}  # fmt: skip
KEPT = ("exolve", "ipuz", "jpz", "qxw", "satcross")


def shades(tab: Workbench, n: int = 9) -> list[str]:
    code = "(each) => each.style.getPropertyValue('--shade')"
    return [str(tab.cell(at).evaluate(code)) for at in range(n)]


def shaded() -> Crossword:
    plain = crossword_of(Grid.parse("CAT\nARE\nBED"))
    some = [*COLOURS.values(), "", "", ""]
    pairs = zip(plain.squares, some, strict=True)
    return replace(plain, squares=tuple(replace(one, shade=shade) for one, shade in pairs))


def test_cells_are_shaded_in_a_few_colours_by_key_and_mouse(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nA#E\nBED\n")
    keys = ["Alt+Shift+S"]
    for colour in COLOURS.values():
        tab.press(*keys)
        assert shades(tab)[0] == colour
    expect(tab.cell(0)).to_have_attribute("aria-label", re.compile("^C, shaded red, "))
    tab.press(*keys)
    assert shades(tab)[0] == ""
    tab.press(*keys, *keys, "Shift+ArrowRight", "Alt+s")  # the one that was used last
    assert shades(tab)[:3] == [COLOURS["dark grey"]] * 2 + [""]
    tab.press("Alt+s")
    assert shades(tab)[:3] == ["", "", ""]
    tab.cell(8).click(button="right")
    assert violations(tab.page) == []
    tab.page.get_by_role("menuitem", name="Shade: blue").click()
    assert shades(tab)[8] == COLOURS["blue"]
    tab.press("ContextMenu")
    tab.page.keyboard.press("End")
    menu = [each.get_attribute("aria-label") for each in tab.part(".swatches button").all()]
    assert menu == [f"Shade: {name}" for name in (*COLOURS, "none")]
    tab.press("Escape", "Alt+s")
    assert shades(tab)[8] == ""
    tab.press("Control+z", "Control+z", "Control+z")
    tab.wait_undo("shade")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_on_shades_can_be_read(opened: Open, bench: Browser, scheme: str) -> None:
    tab = opened("CRATE\n.....\n.....\n.....\n.....\n", color_scheme=scheme)
    with bench.open(tab.page.url.split("#")[1]) as other:
        for at, shade in enumerate(COLOURS.values()):
            other.edit("shade", cells=[at, at + 7], shade=shade)
    tab.cell(24).click()
    tab.wait_for_verdict("illable")
    assert violations(tab.page) == []
    code = "(each) => getComputedStyle(each).backgroundColor"
    seen = {str(tab.cell(at).evaluate(code)) for at in range(6)}
    assert len(seen) == 6


@pytest.mark.needs("apps/interchange")
def test_files_that_can_hold_the_colours_keep_them_and_others_name_what_is_lost() -> None:
    crossword = shaded()
    wanted = [one.shade for one in crossword.squares]
    shown = Published(crossword, crossword)
    for name in KEPT:
        data, lost = exported(shown, export_named(name), None)
        assert not [one for one in lost if "colour" in one or "shading" in one], name
        read = parse_crossword(data, format_named(name), f"a.{name}")
        assert [one.shade for one in read.squares] == wanted, name
    for name in ("puz", "text"):
        lost = exported(shown, export_named(name), None)[1]
        assert any(one.startswith("shading (r1c1, ") for one in lost), (name, lost)
    for name in ("svg", "html"):
        text = exported(shown, export_named(name), None)[0].decode()
        assert all(colour in text for colour in COLOURS.values()), name


def test_the_two_greys_differ_in_print_and_letters_are_black_on_all() -> None:
    assert {paper_shade(colour) for colour in COLOURS.values()} == {*COLOURS.values()}
