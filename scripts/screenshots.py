"""Takes the pictures of pages in docs/images, in a real Chromium.

python scripts/screenshots.py            all of them
python scripts/screenshots.py solving    those whose name begins so
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402
from support.browser import Opened, running_browser  # noqa: E402
from support.drawn import daily15  # noqa: E402
from support.workbench_client import Browser as Client  # noqa: E402
from support.workbench_client import Server  # noqa: E402
from support.workbench_page import Workbench  # noqa: E402

from satcross.apps.solving.html import html_of  # noqa: E402
from satcross.kinds.diagramless.puzzle import Diagramless  # noqa: E402
from satcross.model.crossword import crossword_of  # noqa: E402
from satcross.model.grid import Grid  # noqa: E402

IMAGES = ROOT / "docs" / "images"
LARGEST = 150_000  # bytes
_COLOURS = 220
ZOOMED = {"width": 640, "height": 400}  # 1280x800 at 200 %


def solving(browser: Browser, folder: Path) -> bytes:
    """The page to solve, with some letters written and one wrong."""
    opened = Opened(browser).open(html_of(daily15()), folder)
    opened.press("SOLDFLOG", "Alt+g")
    for letters in ("HALED", "TWEE", "LO"):
        opened.press(letters)
    return taken(opened.page)


SMALL = {
    "LOGOS": "Signs of companies", "CHOSE": "Made up one's mind", "LOYAL": "Faithful",
    "LOCAL": "The pub nearby", "GOOFY": "Friend of Mickey", "STEAL": "Take, and not ask",
}  # fmt: skip


def diagramless(browser: Browser, folder: Path) -> bytes:
    """The page to solve a diagramless, with some letters and blocks written."""
    grid = Grid.parse("LOGOS\nO#O#T\nCHOSE\nA#F#A\nLOYAL")
    empty = crossword_of(grid)
    clues = tuple(replace(clue, text=SMALL[clue.answer]) for clue in empty.clues)
    clued = replace(empty, clues=clues, title="A diagramless")
    puzzle = Diagramless.of_fill(grid, told=["rotation"])
    opened = Opened(browser, viewport={"width": 760, "height": 520})
    opened.open(html_of(puzzle.crossword(grid, clued)), folder)
    opened.page.keyboard.type("logoso.o.tcho")
    opened.press("ArrowLeft")
    return taken(opened.page)


THEMED = """\
....#....#.....
....#....#.....
....#UNITCLAUSE
.....#.........
###....#....###
...#.....#.....
...#....#......
....#.....#....
......#....#...
.....#.....#...
###....#....###
.........#.....
TRUTHTABLE#....
.....#....#....
.....#....#....
"""


def workbench(browser: Browser, folder: Path) -> bytes:
    """The workbench while letters are typed: a fill in pale letters, candidates settled."""
    with themed(browser, folder) as tab:
        tab.press("SOLD")
        tab.cell(120).click()
        tab.press("IN")
        tab.wait_for_verdict("Fillable")
        tab.press("Alt+m")
        tab.page.wait_for_selector(".shown >> nth=3")
        tab.page.wait_for_timeout(12_000)  # until more letters are settled
        return taken(tab.page)


def stuck(browser: Browser, folder: Path) -> bytes:
    """An entry that cannot be, as no word crosses it: the reason, and what would help."""
    with themed(browser, folder) as tab:
        tab.press("SOLD")
        tab.cell(120).click()
        tab.press("ZIGZAG")
        tab.wait_for_verdict("Impossible")
        tab.page.click("#tab-stuck")
        tab.page.wait_for_selector(".fixes li >> nth=5")
        return taken(tab.page)


def dark(browser: Browser, folder: Path) -> bytes:
    """A grid made around theme entries, in dark colours, with its statistics."""
    with themed(browser, folder, color_scheme="dark") as tab:
        tab.press("Control+Enter")
        tab.wait_for("#panel .offer", "Fill:")
        tab.press("Alt+a")
        tab.wait_for("#foot", "full")
        tab.cell(35).click()
        tab.page.click("#tab-check")
        tab.page.click("#tab-statistics")
        tab.wait_for("#panel", "blocks")
        return taken(tab.page)


def zoomed(browser: Browser, folder: Path) -> bytes:
    """The same page zoomed to 200 %: one column, with the clues in a drawer."""
    with themed(browser, folder, viewport=ZOOMED, device_scale_factor=2) as tab:
        tab.press("SOLD")
        tab.cell(35).click()
        tab.wait_for_verdict("Fillable")
        tab.press(";")
        tab.page.keyboard.type("Rule that leaves one choice")
        return taken(tab.page)


@contextmanager
def themed(browser: Browser, folder: Path, **context: Any) -> Iterator[Workbench]:
    """The workbench with a 15x15 that has two theme entries."""
    crosswords = folder / "crosswords"
    shutil.rmtree(crosswords, ignore_errors=True)
    crosswords.mkdir()
    with Server(crosswords) as server, Client(server) as client:
        tab = Workbench(browser, client, **context).show_text(THEMED, folder)
        for first, last in ((35, 44), (180, 189)):  # UNIT CLAUSE, TRUTH TABLE
            tab.cell(first).click()
            tab.cell(last).click(modifiers=["Shift"])
            tab.press("*")
        tab.press("Alt+i")
        tab.page.fill("dialog input >> nth=0", "Unit Propagation")
        tab.page.fill("dialog input >> nth=1", "A. Maker")
        tab.press("Escape")
        tab.cell(0).click()
        yield tab
        tab.close()


def taken(page: Page) -> bytes:
    """What a page shows now."""
    page.wait_for_timeout(200)
    return page.screenshot()


def save(name: str, data: bytes) -> None:
    """Write a picture with few colours, which these pages need."""
    image = Image.open(io.BytesIO(data)).convert("RGB")
    small = image.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    path = IMAGES / f"{name}.png"
    small.save(path, optimize=True)
    size = path.stat().st_size
    if size > LARGEST:
        raise SystemExit(f"{path} has {size} bytes, and at most {LARGEST} are wanted")
    print(f"{path.relative_to(ROOT)}: {size} bytes")


PICTURES: dict[str, Callable[[Browser, Path], bytes]] = {
    "solving": solving,
    "diagramless": diagramless,
    "workbench": workbench,
    "workbench-stuck": stuck,
    "workbench-dark": dark,
    "workbench-zoomed": zoomed,
}


def main() -> None:
    """Take the pictures that the command line names."""
    wanted = tuple(sys.argv[1:]) or ("",)
    with running_browser() as browser, tempfile.TemporaryDirectory() as folder:
        for name, take in PICTURES.items():
            if name.startswith(wanted):
                save(name, take(browser, Path(folder)))


if __name__ == "__main__":
    main()
