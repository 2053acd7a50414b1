"""The line at the bottom and the headings are whole, and the grid keeps its size."""

from __future__ import annotations

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.workbench_client import Browser as Client
from support.workbench_page import Workbench

ROWS = [
    "....#.....#....", "....#.....#....", "....#.....#....", ".......#.......", "###....#....###",
    ".....#...#.....", "....#.....#....", "...............", "....#.....#....", ".....#...#.....",
    "###....#....###", ".......#.......", "....#.....#....", "....#.....#....", "....#.....#....",
]  # fmt: skip
UNLISTED = {0: "XQZW", 5: "VVXZQ", 15: "WQXZ", 30: "VVXZ"}  # first cell: letters
CUT = """() => [...document.querySelectorAll("#foot, #foot *, h2, h2 *")].filter((each) =>
    each.scrollWidth > each.clientWidth + 1 && each.clientWidth
    || each.getBoundingClientRect().right > innerWidth
    || each.getBoundingClientRect().bottom > document.documentElement.scrollHeight)
    .map((each) => each.outerHTML)"""
HEIGHT = "() => document.querySelector('.frame').clientHeight"


SIZES = {  # and whether the grid keeps its size, whatever there is to say
    (1280, 800): True,
    (1024, 768): True,
    (900, 700): False,
    (640, 400): False,  # 1280x800 at 200 %
    (390, 844): False,
}


def sizes_of_frames(chromium: Chromium, bench: Client, name: str, verdict: str) -> list[int]:
    """The height of the grid's frame in each size of the window, where nothing is cut in any."""
    tab = Workbench(chromium, bench)
    tab.show(name)
    tab.wait_for_verdict(verdict)
    heights = []
    for width, height in SIZES:
        tab.page.set_viewport_size({"width": width, "height": height})
        assert tab.page.evaluate(CUT) == []
        heights.append(tab.page.evaluate(HEIGHT))
    expect(tab.part("#foot .facts")).to_contain_text(SAYS[name])
    tab.close()
    assert tab.problems == []
    return heights


SAYS = {
    "little": "189 of 189 cells empty",
    "much": "4 entries in no list: 1A XQZW, 5A VVXZQ, 14A WQXZ and 1 more · no word for ",
}


def test_nothing_at_the_bottom_and_in_headings_is_cut(chromium: Chromium, bench: Client) -> None:
    for name, words in zip(SAYS, ({}, UNLISTED), strict=True):
        with bench.open(bench.new(name, 15, 15)) as tab:
            tab.edit("pattern", rows=ROWS)
            for first, word in words.items():
                cells = {str(first + i): letter for i, letter in enumerate(word)}
                tab.edit("letters", cells=cells)
    little = sizes_of_frames(chromium, bench, "little", "Fillable")
    much = sizes_of_frames(chromium, bench, "much", "Impossible, proved")
    for keeps_size, *heights in zip(SIZES.values(), little, much, strict=True):
        assert not keeps_size or heights[0] == heights[1]
