"""Less on the screen: few controls, one place for each thing, and a palette that finds the rest."""

from __future__ import annotations

import itertools
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Route, WebSocketRoute, expect
from pypdf import PdfReader
from support.browser import PHONE, violations
from support.seen import overlaps
from support.workbench_client import Browser
from support.workbench_page import Open, Workbench

from satcross.apps.workbench.messages import hint_of, shown_error
from satcross.errors import OptionError

DAILY = (Path(__file__).parents[3] / "examples" / "daily15.txt").read_text(encoding="utf-8")
CONTROLS = """() => [...document.querySelectorAll(
    "button, a[href], input, select, textarea, summary")].filter((each) => {
        const box = each.getBoundingClientRect();
        return each.checkVisibility({ visibilityProperty: true }) && box.width && box.height &&
            box.bottom > 0 && box.top < innerHeight;
    }).map((each) => each.closest("[id]:not(button)")?.id)"""
WIDTHS = [{"width": 1024, "height": 768}, {"width": 1280, "height": 800},
          {"width": 1920, "height": 1080}]  # fmt: skip


def style(tab: Workbench, at: int, part: str, name: str) -> str:
    found = tab.part(f"[data-at='{at}']{part}")
    return str(found.evaluate("(each, name) => getComputedStyle(each)[name]", name))


def box(part: Locator) -> FloatRect:
    found = part.bounding_box()
    assert found
    return found


def test_few_controls_are_on_the_first_screen(opened: Open) -> None:
    tab = opened(DAILY)
    tab.wait_for(".candidates.on .word >> nth=0")
    places: list[str] = tab.page.evaluate(CONTROLS)
    counts = {place: places.count(place) for place in set(places)}
    # It was 10, 12, 17 and 4; with 27 of letters and 160 of candidates 230, 154 without those that
    # were there and not seen.
    assert len(places) <= 154 / 2
    assert counts["top"] <= 7
    assert counts["under"] <= 7
    assert counts["right"] + counts["panel"] <= 14
    assert counts["foot"] <= 2
    for once in ("undo", "redo", "export", "fill", "history", "lists"):
        shown = tab.part(f"[data-action='{once}']:visible")
        expect(shown).to_have_count(1)


@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: str(size["width"]))
def test_tabs_do_not_touch_and_the_page_is_used(opened: Open, size: dict[str, int]) -> None:
    tab = opened(DAILY, viewport=size)
    boxes = [box(each) for each in tab.part(".tabs [role=tab]").all()]
    assert len(boxes) == 4
    for one, other in itertools.pairwise(boxes):
        assert other["x"] - one["x"] - one["width"] >= 12
    left, grid, right = (box(tab.part(part)) for part in ("#left", "#grid", "#right"))
    assert grid["x"] - left["x"] - left["width"] < size["width"] / 10
    assert right["x"] - grid["x"] - grid["width"] < size["width"] / 10
    expect(tab.part("#foot")).to_be_visible()


def test_the_palette_finds_commands_rules_and_settings(opened: Open) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    page = tab.page
    tab.press("Control+k")
    field = page.get_by_role("combobox", name="A command, a rule or a setting")
    expect(field).to_be_focused()
    assert violations(page) == []
    page.keyboard.type("forced take")
    expect(tab.part(".palette li")).to_have_text(re.compile("^Take all forced letters"))
    assert violations(page) == []
    tab.press("Escape")
    expect(tab.part("dialog")).to_have_count(0)  # at once
    expect(tab.part("[role=gridcell][tabindex='0']")).to_be_focused()

    tab.press("Control+k")
    page.keyboard.type("circle")
    tab.press("Enter")  # a command
    expect(tab.part(".grid .circle")).to_have_count(1)
    tab.press("Control+k")
    page.keyboard.type("shortest entry")  # a rule with a field
    tab.press("Enter")
    expect(tab.part("#rule-min_length")).to_be_focused()
    tab.press("Control+k")
    page.keyboard.type("letters counted")
    tab.press("Enter")  # a rule from an example
    expect(tab.part("#new-rule")).to_have_value(re.compile("^letter-count r1c1 r1c2 r1c3: "))
    tab.press("Escape", "Control+k")
    page.keyboard.type("minimum score")
    tab.press("ArrowDown", "ArrowUp", "Enter")  # a setting
    expect(tab.part("dialog h2")).to_have_text("Word lists")
    expect(tab.part("dialog [type=number]").last).to_be_focused()
    tab.press("Escape", "Control+k")
    page.keyboard.type("publisher")
    tab.part(".palette li").click()
    page.keyboard.type("Ourselves")
    tab.press("Escape", "Control+k")
    page.keyboard.type("no such thing at all")
    tab.wait_for("dialog", "Nothing has these words.")


def with_late_palette(opened: Open) -> tuple[Workbench, list[Route]]:
    """A page on which the palette is not loaded before the route goes on."""
    tab = opened("..\n..")
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    tab.page.route("**/palette.js", keep)
    tab.page.reload()
    expect(tab.part("body.is-open")).to_be_attached()
    expect(tab.cell(0)).to_be_focused()
    while not late:
        tab.page.wait_for_timeout(20)
    return tab, late


@pytest.mark.slow
def test_keys_wait_for_a_dialog_that_is_loaded(opened: Open) -> None:
    """Nobody who types fast loses what comes between the key that opens it and its first field."""
    tab, late = with_late_palette(opened)
    tab.press("Control+k")
    tab.page.keyboard.type("gridx")
    tab.press("Backspace", "ArrowDown")
    assert not tab.page.locator("dialog").count()
    late[0].continue_()
    field = tab.page.get_by_role("combobox")
    expect(field).to_have_value("grid")
    expect(tab.part(".palette li").nth(1)).to_have_attribute("aria-selected", "true")
    tab.wait_for_letters("....")  # none of it went into the grid


@pytest.mark.slow
def test_escape_before_a_dialog_is_loaded_leaves_it(opened: Open) -> None:
    tab, late = with_late_palette(opened)
    tab.press("Control+k")
    tab.page.keyboard.type("lists")
    tab.press("Escape")
    late[0].continue_()
    tab.press("a")
    tab.wait_for_letters("A...")
    expect(tab.page.locator("dialog")).to_have_count(0)


def test_the_palette_has_every_command_and_every_rule(opened: Open) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    tab.press("Control+k")
    expect(tab.part(".palette [data-action]").first).to_be_visible()
    found = "[...document.querySelectorAll('.palette [data-action]')].map((e) => e.dataset.action)"
    names = set(tab.page.evaluate(found))
    actions = set(
        tab.page.evaluate("import('/page/commands.js').then((m) => Object.keys(m.COMMAND))")
    )
    assert actions - names == {"arrow", "select", "palette"}
    tab.press("Escape", "Alt+Shift+R")
    rules = [each.get_attribute("id") or "" for each in tab.part("[id^='rule-']").all()]
    assert {each.replace("rule-", "rule ", 1) for each in rules} <= names
    assert len(rules) > 3


def test_sets_of_rules_and_checks_are_not_shown_by_their_bare_names(opened: Open) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    for key in ("#", "Alt+Shift+E", "Alt+Shift+N"):
        tab.press(key)
        choice = tab.page.get_by_role("combobox", name=re.compile("ules"))
        expect(choice).to_contain_text("American, as in The New York Times")
        assert not {"nyt", "british", "lattice"} & {*choice.inner_text().split("\n")}
        tab.press("Escape")
    tab.press("Alt+r")
    finding = tab.part(".findings li").filter(has_text="not 15x15")
    expect(finding).not_to_contain_text("sizes")
    expect(finding.locator("[title]").first).to_have_attribute("title", re.compile("sizes"))


@pytest.mark.needs("apps/books", "apps/interchange")
def test_exports_are_in_groups(opened: Open) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    tab.press("Alt+x")
    groups = {
        "Print": ["PDF: puzzle and solution (.pdf)", "Braille (.brf)", "Manuscript"],
        "Solve online": ["Page to solve (.html)"],
        "Crossword programs": ["Across Lite (.puz)", "ipuz (.ipuz)", "Exolve (.exolve)"],
        "School": ["GIFT", "H5P: crossword (.h5p)", "SCORM"],
    }
    expect(tab.part("dialog .uses h3")).to_have_text([*groups])
    for at, texts in enumerate(groups.values()):
        section = tab.part("dialog .uses section").nth(at)
        for text in texts:
            expect(section).to_contain_text(text)
    expect(tab.part("dialog .uses")).not_to_contain_text("hexadecimal")
    more = tab.page.get_by_role("button", name="Other puzzles…")
    expect(more).to_be_hidden()
    tab.part("dialog summary").click()
    expect(more).to_be_visible()
    expect(tab.part("dialog details")).to_contain_text("Block pattern in hexadecimal (.hex)")
    assert violations(tab.page) == []


@pytest.mark.parametrize(("locale", "paper"), [("en-US", "letter"), ("en-GB", "a4"), ("de", "a4")])
def test_the_paper_is_that_of_the_region(opened: Open, locale: str, paper: str) -> None:
    tab = opened("CAT\nA#O\nTIN\n", locale=locale)
    tab.press("Control+p")
    expect(tab.page.get_by_label("Paper")).to_have_value(paper)
    tab.press("Escape", "Alt+x")
    with tab.page.expect_download() as waiting:
        tab.page.click("dialog a[href*='format=pdf'] >> nth=0")
    width, height = PdfReader(waiting.value.path()).pages[0].mediabox[2:]
    assert round(width) == (612 if paper == "letter" else 595)
    assert round(height) == (792 if paper == "letter" else 842)


def test_pale_letters_own_ones_theme_and_forced_look_unlike(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\n...\n...\n")
    with bench.open(tab.page.url.split("#")[1]) as other:
        other.edit("theme", cells=[0, 1, 2], on=True)
        tab.wait_for(".grid .ghost >> nth=0")
        pale = int(tab.part(".grid .ghost").first.get_attribute("data-at") or 0)
        own, size = style(tab, 0, " .t", "fontSize"), style(tab, pale, " .t", "fontSize")
        assert float(size[:-2]) < 0.8 * float(own[:-2])
        assert "gradient" in style(tab, 0, " .t", "backgroundImage")  # a corner, no line
        assert style(tab, 0, " .t", "textDecorationLine") == "none"
        assert violations(tab.page) == []


def test_numbers_can_be_read_in_a_large_grid(opened: Open) -> None:
    tab = opened(("." * 21 + "\n") * 21)
    assert float(style(tab, 0, " .n", "fontSize")[:-2]) >= 8.5


SMALL_CELLS: dict[str, dict[str, Any]] = {
    "desk": {}, "1024": {"viewport": {"width": 1024, "height": 640}},
    "zoomed": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "phone": {"viewport": PHONE, "device_scale_factor": 2},
    "small": {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2},
}  # fmt: skip


@pytest.mark.parametrize("size", SMALL_CELLS)
def test_numbers_are_not_on_letters_in_small_cells(opened: Open, size: str) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTU\n"
    tab = opened(letters * 2 + ("." * 21 + "\n") * 19, **SMALL_CELLS[size])
    tab.cell(60).click()
    assert box(tab.cell(0))["width"] < 25
    assert overlaps(tab.page, ".n", ".t") == 0
    if size in ("desk", "1024"):
        assert float(style(tab, 0, " .n", "fontSize")[:-2]) >= 8.5


def test_lines_under_unlisted_entries_are_seen_in_small_cells(opened: Open) -> None:
    tab = opened(
        "ZQJX###########\n" + ("." * 15 + "\n") * 14, viewport={"width": 640, "height": 400}
    )
    tab.cell(20).click()
    tab.wait_for("#foot", "1A ZQJX")
    with Image.open(BytesIO(tab.cell(1).screenshot())) as image:
        red, green, blue = (list(image.convert("RGB").getchannel(name).tobytes()) for name in "RGB")
    n_red = sum(r > max(others) + 60 for r, *others in zip(red, green, blue, strict=True))
    assert n_red >= 15  # it was 1, as the line was below the cell


def test_a_long_clue_has_two_lines_where_there_is_room(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    text = "A clue of such a length that one line above the grid is too short to have it all"
    with bench.open(tab.page.url.split("#")[1]) as other:
        other.edit("clue", key="across-0", text=text)
        tab.wait_for("#now", text)
        code = "(e) => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth"
        assert tab.part("#now .plain").evaluate(code)


def test_the_word_that_is_there_is_none_instead(opened: Open) -> None:
    tab = opened("CAT\nORE\nBED\n")
    tab.wait_for_verdict("Fillable")
    expect(tab.part(".candidates.across .in-grid")).to_be_visible()
    words = tab.part(".candidates.across .word").count()
    small = tab.part(".candidates.across h2 small")
    expect(small).to_have_text(f"{words - 1} instead" if words > 1 else "no other")


def test_nothing_is_counted_instead_before_the_words_are_there(opened: Open) -> None:
    tab = opened("CAT\nORE\nBED\n", alone=True)

    def without_candidates(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: None if '"candidates"' in str(text) else socket.send(text))

    tab.page.route_web_socket(re.compile("/live$"), without_candidates)
    tab.page.reload()
    tab.wait_for_verdict("Fillable")
    expect(tab.part(".candidates h2 small")).to_have_text(["", ""])


def test_one_word_is_no_words(opened: Open) -> None:
    tab = opened("CAT\n###\n###\n")
    tab.wait_for("#top .by", "1 word")
    assert not tab.text("#top .by").endswith("words")


def test_one_is_never_counted_as_several(opened: Open) -> None:
    tab = opened("CAT\nORE\nBE.\n")
    tab.cell(8).click()
    tab.wait_for_verdict("Fillable")
    tab.wait_for("#panel", "1 of 9 cells is empty")
    tab.press("Control+Enter")
    tab.wait_for("#panel .offer .lead", re.compile("1 letter$"))
    tab.press("Alt+k")
    tab.part("#look-up").fill("quizzical")
    tab.press("Enter")
    expect(tab.part("#panel h2").first).to_have_text("1 word")
    said = tab.page.evaluate("document.body.innerText") + tab.page.evaluate(
        "[...document.querySelectorAll('[aria-label]')].map((e) => e.ariaLabel).join(' · ')"
    )
    assert not re.findall(r"(?<![\d,.])1 [a-z]+s\b", said)


def test_one_letter_as_a_reason_is_counted_so(opened: Open) -> None:
    tab = opened("....\n####\n####\n####\n")
    tab.press("Insert")
    tab.page.keyboard.type("qxz")
    tab.press("Enter", "Alt+w")
    tab.wait_for("#panel", "1 letter")
    tab.wait_for("#panel", "What would help")
    assert not re.findall(r"(?<![\d,.])1 [a-z]+s\b", tab.text("#panel"))


@pytest.mark.parametrize("size", WIDTHS, ids=lambda size: str(size["width"]))
def test_the_page_says_how_the_grid_is_left(opened: Open, size: dict[str, int]) -> None:
    tab = opened("CAT\nA#O\nTIN\n", viewport=size)
    expect(tab.part("#grid")).to_have_attribute("aria-label", "Crossword grid; F6 leaves it")
    tab.wait_for(".leads", "F6 leaves the grid")
    tab.press("F6")
    expect(tab.part("#left input").first).to_be_focused()


@pytest.mark.needs("apps/interchange")
def test_own_notes_are_in_no_export(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    name = tab.page.url.split("#")[1]
    tab.press("Alt+i")
    tab.page.get_by_label("My notes, which are in no export").fill("Ask Ann about TIN")
    tab.page.get_by_label("Notes for solvers, printed above the grid").fill("Easy")
    tab.press("Escape")
    tab.wait_until_saved()
    for form in ("html", "ipuz", "satcross"):
        data = bench.http.get(f"/api/files/{name}/export", params={"format": form}).text
        assert "Ask Ann" not in data
        assert "Easy" in data
    with bench.open(name) as other:
        assert other.document["own_notes"] == "Ask Ann about TIN"


def test_a_list_is_removed_and_put_back(opened: Open, bench: Browser) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    file: Any = {"name": "gone.txt", "mimeType": "text/plain", "buffer": b"CAT;60\nTIN;60\n"}
    tab.press("Alt+l")
    tab.part("dialog input[type=file]").set_input_files(file)
    row = tab.part("dialog .lists li").filter(has_text="gone.txt")
    row.get_by_role("checkbox").uncheck()
    row.get_by_role("button", name="Remove gone.txt").click()
    expect(row).to_have_count(0)
    tab.page.get_by_role("button", name="Put it back").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Remove gone.txt").click()
    expect(row).to_have_count(0)
    for wrong in ("gone.txt", "builtin", "..%2Fgone.txt"):
        assert bench.http.post(f"/api/lists/{wrong}/delete", json={}).status_code in (400, 404)


@pytest.mark.parametrize(
    ("hint", "shown"),
    [
        ("leave out --house", ""),
        ("satcross convert FILE NAME.txt makes a grid of it", ""),
        ("name the file X.pdf, or use -o X", ""),
        ("rename that file", "rename that file"),
        ("write well-known words -- and few", "write well-known words -- and few"),
    ],
)
def test_the_page_gets_no_advice_for_the_command_line(hint: str, shown: str) -> None:
    error = OptionError("it is wrong", hint=hint)
    assert hint_of(error) == shown
    assert shown_error(error, None) == "; ".join(filter(None, ("it is wrong", shown)))


@pytest.mark.parametrize("n", [15, 21])
def test_long_words_are_seen_to_their_ends(opened: Open, n: int) -> None:
    tab = opened("." * n + "\n")
    words = tab.part(".candidates.across .word")
    expect(words.nth(25 if n == 15 else 9)).to_be_attached()
    cut = """(all) => all.filter((each) => {
        const letters = document.createRange();
        letters.selectNode(each.firstChild);  // beside it is how it is written, which may be cut
        return letters.getBoundingClientRect().right > each.getBoundingClientRect().right;
    }).map((each) => each.textContent)"""
    assert words.evaluate_all(cut) == []


def test_the_page_names_no_command_of_the_terminal(opened: Open) -> None:
    from satcross.apps.workbench.server import PAGE

    for path in sorted(PAGE.rglob("*.js")):
        if "vendor" not in path.parts:
            assert "satcross serve" not in path.read_text(encoding="utf-8"), path.name
    tab = opened("CAT\nA#O\nTIN\n")
    tab.press("Alt+x")
    tab.wait_for("dialog .hint", "Sharing in the network is off. The page to solve is one file")
