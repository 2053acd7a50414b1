"""The workbench as people use it, from an empty grid to files that others read; in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import puz as puzpy
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.workbench_client import Browser as Client
from support.workbench_client import Server
from support.workbench_page import Open, Workbench

from satcross.formats.reading import load_crossword

pytestmark = pytest.mark.slow

THEME = ("unit propagation", "unit clause", "truth table", "backtrack", "resolvent")
LETTERS = ["".join(phrase.split()).upper() for phrase in THEME]


@pytest.fixture
def start(chromium: Chromium, tmp_path: Path) -> Iterator[Workbench]:
    """The page as it comes up in an empty folder."""
    folder = tmp_path / "crosswords"
    folder.mkdir()
    with Server(folder) as server, Client(server) as client:
        tab = Workbench(chromium, client)
        tab.page.goto(server.base)
        expect(tab.part("#home .cards li")).to_have_count(5)
        yield tab
        tab.close()
        assert tab.problems == []


def publish(tab: Workbench, chromium: Chromium, folder: Path, data: bytes, html: bytes) -> None:
    """Read the files as others would: puzpy, and somebody who solves the page."""
    crossword = puzpy.load(data)
    assert (crossword.width, crossword.height) == (15, 15)
    assert (crossword.title, crossword.author) == ("Learning", "A. Maker")
    rows = [crossword.solution[at : at + 15] for at in range(0, 225, 15)]
    for phrase in LETTERS:
        assert any(phrase in row for row in rows)
    assert len(crossword.clues) > 70
    assert all(re.fullmatch(r"Clue \d+[AD]", clue) for clue in crossword.clues)
    numbering = crossword.clue_numbering()
    for clue in numbering.across:
        assert clue["clue"] == f"Clue {clue['num']}A"
    for clue in numbering.down:
        assert clue["clue"] == f"Clue {clue['num']}D"
    path = folder / "solve.html"
    path.write_bytes(html)
    page = chromium.new_page()
    page.goto(path.as_uri())
    for row in rows:
        for letter, at in zip(row, range(15), strict=True):
            if letter != ".":
                assert letter.isalpha(), at
    cells = page.locator("[role=gridcell].open")
    for letter, cell in zip(crossword.solution.replace(".", ""), cells.all(), strict=True):
        cell.focus()
        page.keyboard.press(letter)
    expect(page.locator("#status")).to_contain_text("Solved in")
    page.close()


@pytest.mark.parametrize("size", ["15", "21"])
def test_new_offers_patterns_that_were_filled(start: Workbench, size: str) -> None:
    tab, page = start, start.page
    page.click("button:has-text('A grid of your own')")
    page.fill("dialog [aria-label=cols]", size)
    page.fill("dialog [aria-label=rows]", size)
    page.locator("dialog .field:has-text('Blocks by the rules of') select").select_option("nyt")
    page.click("dialog button:has-text('Make it')")
    expect(tab.part("dialog h2")).to_have_text("Block pattern")
    found = tab.part("dialog .shown:has-text('has a fill: lowest')")
    expect(found.nth(1)).to_be_visible()  # each with its picture
    pictures = found.locator("svg").evaluate_all("(all) => all.map((each) => each.innerHTML)")
    assert len(pictures) == len(set(pictures)) >= 2
    found.first.click()
    tab.wait_for_verdict("Fillable")
    expect(tab.part("[role=gridcell].block").first).to_be_visible()


def test_a_themed_crossword_by_mouse(start: Workbench, chromium: Chromium, tmp_path: Path) -> None:
    tab, page = start, start.page
    page.click("#home button:has-text('A grid of your own')")
    page.fill("dialog .field:has-text('Name') input", "learning")
    page.click("dialog button:has-text('Make it')")
    expect(tab.part("[role=gridcell]")).to_have_count(225)
    page.click("#panel button:has-text('Around theme entries')")
    page.fill("dialog textarea", "\n".join(THEME))
    page.click("dialog button:has-text('A finished grid')")
    page.locator("dialog .shown").click()
    expect(tab.part(".grid .theme")).to_have_count(sum(map(len, LETTERS)))
    tab.wait_for("#foot", "full")
    page.click("#top summary:has-text('Grid')")
    page.click("#top button:has-text('Clear all letters')")  # for a fill of one's own
    page.click("#panel button:has-text('Fill the rest')")
    expect(tab.part("#panel .offer")).to_contain_text("Fill")
    page.click("#panel button:has-text('Take all')")
    tab.wait_for("#foot", "full")
    page.click("h1 button")
    page.fill("dialog .field:has-text('Title') input", "Learning")
    page.fill("dialog .field:has-text('Author') input", "A. Maker")
    page.click("dialog button:has-text('Close')")
    page.click("#tab-clues")
    expect(tab.part(".clue-list button").first).to_be_visible()
    for item in tab.part(".clue-list button").all():
        item.click()
        page.fill("#clue-text", f"Clue {item.locator('b').inner_text()}")
    tab.wait_for("#panel", re.compile(r"(\d\d) of \1 written"))
    tab.wait_until_saved()
    page.click("#top nav > button:has-text('Export')")
    puz = tab.download("dialog a[href*='format=puz']")
    html = tab.download("dialog a[href$='format=html']")
    publish(tab, chromium, tmp_path, puz, html)


def test_eight_clicks_lead_from_an_empty_folder_to_four_files(start: Workbench) -> None:
    tab, page = start, start.page
    clicks = 0

    def click(selector: str) -> None:
        nonlocal clicks
        clicks += 1
        page.locator(selector).first.click()

    click("#home button:has-text('around a theme')")
    expect(tab.part("dialog textarea")).to_be_focused()
    page.keyboard.type("\n".join(THEME[:3]))
    click("dialog button:has-text('A finished grid')")
    click("dialog .shown:has-text('mean score')")
    tab.wait_for("#foot", "full")
    click("#top button:has-text('Export')")
    for name in ("puz", "ipuz", "pdf", "html"):
        with page.expect_download() as waiting:
            click(f"dialog a[href$='format={name}']")
        assert Path(waiting.value.path()).stat().st_size > 500
    assert clicks == 8


def test_a_themed_crossword_by_keyboard(
    start: Workbench, chromium: Chromium, tmp_path: Path
) -> None:
    tab, keyboard = start, start.page.keyboard
    expect(tab.part("#home button:has-text('around a theme')")).to_be_focused()
    keyboard.press("Tab")  # to a grid of one's own
    keyboard.press("Enter")
    keyboard.type("learning")
    keyboard.press("Enter")
    expect(tab.part("[role=gridcell][tabindex='0']")).to_be_focused()
    keyboard.press("Alt+Shift+E")
    keyboard.type("\n".join(THEME))
    for there in ("A finished grid at once", "mean score"):
        expect(tab.part("dialog form")).to_contain_text(there)
        while there not in tab.page.evaluate("document.activeElement.textContent"):
            keyboard.press("Tab")
        keyboard.press("Enter")
    expect(tab.part(".grid .theme")).to_have_count(sum(map(len, LETTERS)))
    tab.wait_for("#foot", "full")
    keyboard.press("Control+Delete")
    keyboard.press("Control+Enter")
    expect(tab.part("#panel .offer")).to_contain_text("Fill")
    keyboard.press("Alt+a")
    tab.wait_for("#foot", "full")
    keyboard.press("Alt+i")
    keyboard.type("Learning")
    keyboard.press("Tab")
    keyboard.type("A. Maker")
    keyboard.press("Escape")
    keyboard.press(";")
    n = tab.part(".clue-list li").count()
    for _ in range(n):  # Enter goes on to the next, and at the end to the first
        name = tab.part(".clue-list .on b").inner_text()
        keyboard.type(f"Clue {name}")
        keyboard.press("Enter")
    tab.wait_for("#panel", f"{n} of {n} written")
    keyboard.press("Escape")
    tab.wait_until_saved()
    keyboard.press("Alt+x")
    files = []
    for name in ("html", "puz"):
        link = f"[href$='format={name}']"
        while not tab.page.evaluate("(link) => document.activeElement.matches(link)", link):
            keyboard.press("Tab")
        with tab.page.expect_download() as waiting:
            keyboard.press("Enter")
        files.append(Path(waiting.value.path()).read_bytes())
    html, puz = files
    publish(tab, chromium, tmp_path, puz, html)


def test_a_barred_grid(opened: Open, tmp_path: Path) -> None:
    tab = opened("......\n" * 6)
    bars = {"|": (3, 14, 26), "_": (6, 8, 25)}
    for key, cells in bars.items():
        for at in cells:
            tab.cell(at).click()
            tab.press(key)
    expect(tab.cell(35 - 25 - 6)).to_have_class(re.compile("bar-below"))  # the last one written
    right = {at for at in range(36) if "bar-right" in (tab.cell(at).get_attribute("class") or "")}
    below = {at for at in range(36) if "bar-below" in (tab.cell(at).get_attribute("class") or "")}
    assert right == {at for cell in bars["|"] for at in (cell, 35 - cell - 1)}  # half a turn
    assert below == {at for cell in bars["_"] for at in (cell, 35 - cell - 6)}
    tab.press("_")  # the cursor is on the last of them
    expect(tab.cell(25)).not_to_have_class(re.compile("bar-below"))
    expect(tab.cell(4)).not_to_have_class(re.compile("bar-below"))
    tab.press("Control+z")
    expect(tab.cell(4)).to_have_class(re.compile("bar-below"))
    tab.wait_for_verdict("Fillable")
    tab.press("Control+Enter")
    tab.wait_for("#panel .offer", "Fill:")
    tab.press("Alt+a")
    tab.wait_for("#foot", "full")
    letters = tab.letters()
    tab.press("Alt+x")
    for ending in ("ipuz", "jpz"):
        path = tmp_path / f"barred.{ending}"
        path.write_bytes(tab.download(f"dialog a[href*='format={ending}']"))
        crossword = load_crossword(path).crossword
        assert (set(crossword.bars_right), set(crossword.bars_below)) == (right, below)
        assert "".join(square.solution for square in crossword.squares) == letters
    page = tab.download("dialog a[href$='format=html']").decode()
    assert '"barsRight"' in page


def test_a_server_that_is_started_again(chromium: Chromium, tmp_path: Path) -> None:
    folder = tmp_path / "crosswords"
    folder.mkdir()
    with Server(folder) as server, Client(server) as client:
        tab = Workbench(chromium, client).show_text("....\n....\n....\n....\n", tmp_path)
        tab.press("AB")
        tab.wait_until_saved()
        server.stop()
    tab.wait_for("#foot .trouble", "No connection")
    tab.press("EX", "Control+z")  # without a server, what it has not seen is taken back here
    tab.wait_for_letters("ABE.............")
    tab.press(";")
    tab.page.keyboard.type("First letters")
    tab.press("Escape", "Alt+z")
    tab.page.fill("dialog [aria-label=rows]", "5")
    tab.press("Enter")
    with Server(folder, "--port", server.netloc.rpartition(":")[2]) as again:
        tab.wait_for("#foot .trouble", "Open the address")
        tab.page.context.new_page().goto(again.url)  # as `satcross serve` does by itself
        expect(tab.part("#foot .trouble")).to_have_count(0)
        tab.wait_for_letters("ABE.................")
        tab.wait_for("#now", "First letters")
        tab.wait_until_saved()
        tab.wait_for_verdict("Fillable")
        tab.press("Control+z")
        expect(tab.part("[role=gridcell]")).to_have_count(16)
        (path,) = folder.glob("*.json")
        tab.wait_until_saved()
        crossword = load_crossword(path).crossword
        assert "".join(square.solution for square in crossword.squares) == "ABE"
    tab.close()
