"""Every panel and every dialog, by keyboard alone: in light, dark and forced colours, zoomed to
200 %, and on a phone. Nothing that axe finds, nothing wider than the screen, no focus lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.seen import contrast
from support.workbench_client import Browser
from support.workbench_page import Open, Workbench

from satcross.apps.workbench.engine.panels import described

GRID = "CATS#\nAREA#\nNOTED\n#DEAR\n#STAY\n"
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
    "forced-dark": {"forced_colors": "active", "color_scheme": "dark"},
    "zoomed": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "zoomed-dark": {"viewport": {"width": 640, "height": 400}, "color_scheme": "dark"},
    "phone": {"viewport": PHONE},
    "phone-dark": {"viewport": PHONE, "color_scheme": "dark"},
}
SEEN = ("(each) => getComputedStyle(each).color",
        "(each) => getComputedStyle(each.parentElement).backgroundColor")  # fmt: skip
PANELS = ["stuck", "score", "clues", "check", "statistics", "words", "rules", "fills"]
DIALOGS = {
    "Alt+l": "Word lists", "Alt+Shift+J": "Paths", "Alt+Shift+U": "Clues", "Control+o": "Open",
    "Alt+Shift+N": "New crossword", "Alt+i": "Title and author", "Alt+x": "Export",
    "Control+p": "Print", "Alt+h": "History", "Control+s": "Name this version",
    "Alt+z": "Size and symmetry", "#": "Block pattern", "Alt+Shift+E": "", "Alt+Shift+C": "",
    "Alt+Shift+L": "An address for another browser", "Control+k": "Find", "?": "Keys",
    "Alt+Shift+O": "Clues of before", "Alt+Shift+W": "Look-ups on the web",
}  # fmt: skip


def prepared(opened: Open, bench: Browser, look: str) -> Workbench:
    tab = opened(GRID, **LOOKS[look])
    with bench.open(tab.page.url.split("#")[1]) as other:
        other.edit("about", title="Small", own_notes="Mine")
        for at, shade in ((0, "#ffe27a"), (1, "#999999"), (12, "#a9d3f5")):
            other.edit("shade", cells=[at], shade=shade)
        other.edit("theme", cells=[0, 1, 2, 3], on=True)
        other.edit("circle", cells=[5], on=True)
        other.edit("clue", key="across-0", text="Pets", remarks=["Too easy?"], drafts=["Mousers"])
        other.edit("rules", rules=["solution-word tea"])
    expect(tab.part("#top h1")).to_have_text("Small")
    return tab


def look_at(tab: Workbench) -> list[str]:
    """What is wrong with what is shown."""
    wide = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    lost = tab.page.evaluate("document.activeElement === document.body")
    found = violations(tab.page)
    return [*found, *(["too wide"] if wide > 0 else []), *(["no focus"] if lost else [])]


@pytest.mark.parametrize(
    "look",
    [pytest.param(look, marks=() if look == "dark" else pytest.mark.slow) for look in LOOKS],
)
def test_panels_and_dialogs_by_keyboard(opened: Open, bench: Browser, look: str) -> None:
    tab = prepared(opened, bench, look)
    wrong: dict[str, list[str]] = {}
    tab.cell(1).click()
    letter = tab.part(".grid .cur .t")
    seen = [[int(n) for n in re.findall(r"\d+", str(letter.evaluate(code)))[:3]] for code in SEEN]
    assert contrast(*map(tuple, seen)) >= 4.5, seen
    for panel in PANELS:  # the one that is shown at first comes last
        tab.press("]")
        expect(tab.part("#panel")).to_be_visible()
        if found := look_at(tab):
            wrong[panel] = found
    tab.press("Escape")
    asked = {panel["keys"] for panel in described()}
    for key, title in DIALOGS.items():
        if not title and key not in asked:  # no kind of puzzle is installed
            continue
        tab.press(key)
        expect(tab.part("dialog h2").first).to_contain_text(title)
        tab.page.wait_for_timeout(150)
        if found := look_at(tab):
            wrong[title or key] = found
        tab.press("Escape")
        expect(tab.part("dialog")).to_have_count(0)
    expect(tab.part("[role=gridcell][tabindex='0']")).to_be_focused()
    assert wrong == {}
