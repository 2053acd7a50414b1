"""What the page says is true, and what it has been told it keeps; in Chromium."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, expect
from support.browser import violations
from support.seen import assert_seen, colours, contrast
from support.workbench_client import Browser as Client
from support.workbench_client import Server
from support.workbench_page import Open, Workbench

pytestmark = pytest.mark.slow

OPEN4 = "....\n....\n....\n....\n"
EXAMPLES = Path(__file__).parents[3] / "examples"
DEAD = "J..X\n....\n....\n....\n"  # 1D has words that fit and are in no fill


def show_dead(tab: Workbench) -> Locator:
    """Scroll the candidates down to those that are in no fill, and give the first."""
    rows = tab.part(".candidates.on .words li")
    expect(rows).to_have_count(30)
    tab.part(".candidates.on .words").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(tab.part(".candidates.on .open")).to_have_count(0)
    found = tab.part(".candidates.on .dead").first
    expect(found).to_be_visible()
    return found


def test_full_entries_that_no_list_has_are_marked_and_counted(opened: Open) -> None:
    tab = opened("ABLE\nRAIL\nI###\nD###\n")
    tab.wait_for_verdict("Fillable")
    tab.wait_for("#foot", "full")
    expect(tab.part(".grid .unlisted")).to_have_count(0)
    tab.cell(0).click()
    tab.press("Z")
    tab.wait_for("#foot", "2 entries in no list: 1A ZBLE, 1D ZRID")
    tab.wait_for_verdict("not all words listed")
    expect(tab.part(".grid .unlisted")).to_have_count(7)
    expect(tab.cell(1)).to_have_attribute("aria-label", re.compile("ZBLE at 1A is in no list"))
    tab.press("Control+z")
    tab.wait_for_verdict("Fillable")
    tab.cell(4).click()
    tab.press("Alt+b")
    tab.wait_for("#foot", "1 entry banned: 5A RAIL")
    tab.press("Control+z", "Alt+l")
    tab.page.fill("dialog [type=number]", "99")
    tab.press("Tab", "Escape")
    tab.wait_for("#foot", "below the minimum score")


def test_a_long_status_leaves_room_for_the_history(opened: Open) -> None:
    tab = opened((EXAMPLES / "daily15.txt").read_text(encoding="utf-8"))
    tab.wait_for_verdict("not all words listed")
    box = tab.part("#foot [data-action=history]").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1280


def test_an_edit_that_changes_nothing_ends_nothing(opened: Open) -> None:
    tab = opened("T...\n....\n....\n....\n")
    tab.wait_for_verdict("Fillable")
    expect(tab.part(".grid .ghost")).to_have_count(15)
    undo = tab.part("#top [data-action=undo] span").get_attribute("aria-label")
    tab.cell(0).click()
    tab.page.keyboard.press("t")
    expect(tab.part(".grid .ghost")).to_have_count(15)
    tab.wait_for_verdict("Fillable")
    assert tab.part("#top [data-action=undo] span").get_attribute("aria-label") == undo
    for edit in (
        '{edit: "kind", cells: [5], kind: "open", symmetric: true}',
        '{edit: "circle", cells: [5], on: false}',
        '{edit: "about", title: ""}',
        '{edit: "override", words: {NOWORD: null}}',
        '{edit: "bars", right: [0], on: false, symmetric: true}',
        '{edit: "lists", lists: ["builtin"]}',
        '{edit: "clue", key: "across-0", text: ""}',
        '{edit: "clear", what: "letters", cells: [9]}',
    ):
        code = f"""import('/page/edits.js').then((m) => m.changesNothing({{
            rows: 4, cols: 4, cells: [...Array(16)].map(() => ({{}})), bars_right: [],
            bars_below: [], mirrors: [], symmetry: "rotation", title: "", clues: {{}},
            overrides: {{}}, lists: ["builtin"]}}, {edit}))"""
        assert tab.page.evaluate(code), edit


def test_a_refused_edit_leaves_what_was_known(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.wait_for_verdict("Fillable")
    expect(tab.part(".grid .ghost")).to_have_count(16)
    tab.press("Escape")  # several letters in one cell
    tab.page.keyboard.type("A" * 21)
    tab.press("Enter")
    tab.wait_for(".notice", "up to 20 letters")
    tab.wait_for_verdict("Fillable")
    expect(tab.part(".grid .ghost")).to_have_count(16)


def at_1_down(opened: Open) -> Workbench:
    """A crossword with dead words, at one of its entries."""
    tab = opened(DEAD)
    tab.wait_for_verdict("Fillable")
    tab.cell(1).click()
    tab.cell(0).click()
    tab.press("Space")
    expect(tab.part("#now")).to_contain_text("1 Down")
    return tab


def test_dead_words_are_not_chosen_and_nothing_is_forced_without_a_fill(opened: Open) -> None:
    tab = at_1_down(opened)
    show_dead(tab)
    tab.press("Alt+ArrowDown")
    expect(tab.part(".candidates.on .at")).to_have_class(re.compile("good|open"))
    tab.press("Escape", "Escape")
    tab.cell(5).click()
    tab.press("QQ")
    tab.wait_for_verdict("Impossible")
    expect(tab.part(".candidates.on .open")).to_have_count(0)
    before = tab.letters()
    tab.press("Alt+Enter")
    tab.wait_for(".notice", re.compile("No word fits|No fill has any"))
    tab.press("=")
    tab.wait_for(".notice", "no letter is forced")
    assert tab.letters() == before
    expect(tab.part(".grid .forced")).to_have_count(0)


def test_why_a_word_is_dead_is_drawn_with_that_word(opened: Open) -> None:
    tab = at_1_down(opened)
    row = show_dead(tab)
    word = row.locator(".word").inner_text()
    row.locator(".mark").click()
    tab.wait_for("#panel .fixes", re.compile("."))
    shown = "".join(tab.cell(at).locator(".t").inner_text() for at in (0, 4, 8, 12))
    assert shown == word
    ghosts = {int(at) for at in tab.page.evaluate(
        "[...document.querySelectorAll('.grid .ghost')].map((cell) => cell.dataset.at)"
    )}  # fmt: skip
    assert ghosts == {4, 8, 12}
    tab.page.mouse.move(600, 700)
    tab.part("#panel .fixes button").first.click()
    tab.wait_for_verdict("Fillable")


def test_a_fillable_corner_is_said_to_be_fillable(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.wait_for_verdict("Fillable")
    tab.press("Alt+u")
    tab.wait_for("#panel", "nothing to unlock")


def test_a_grid_without_blocks_is_not_called_impossible(chromium: Chromium, bench: Client) -> None:
    tab = Workbench(chromium, bench).show(bench.new("large", 21, 21))
    tab.wait_for_verdict("Not yet a pattern")
    tab.wait_for("#foot", "place blocks")
    expect(tab.part(".grid .dead, .grid .why, #foot .nope")).to_have_count(0)
    tab.page.click("#foot .verdict")
    tab.wait_for("#panel", "No fill because of")
    tab.close()
    assert tab.problems == []


def test_a_rebus_is_settled(opened: Open) -> None:
    tab = opened("[THE]...\n....\n....\n....\n")
    tab.wait_for_verdict("Fillable")
    expect(tab.part(".candidates.on .good")).not_to_have_count(0)
    expect(tab.part(".candidates.on .open")).to_have_count(0)
    tab.cell(1).click()
    expect(tab.part("#now .proved")).not_to_have_count(0)


def test_a_barred_grid_with_a_rebus_is_said_to_be_stuck_and_gets_no_blocks(opened: Open) -> None:
    tab = opened("[XQZ]...|....\n" + "....|....\n" * 3)
    tab.wait_for_verdict("Impossible")
    tab.page.click("#foot .verdict")
    fixes = tab.part("#panel .fixes li")
    rebus = fixes.filter(has_text="Drop the rebus XQZ at r1c1")
    expect(rebus).to_have_count(1)
    expect(tab.part("#panel")).not_to_contain_text("Searching…")  # all that is found is there
    expect(fixes.filter(has_text="block")).to_have_count(0)
    rebus.get_by_role("button", name="Try").click()
    tab.page.mouse.move(0, 0)
    tab.wait_for_verdict("Fillable")
    expect(tab.part("[role=gridcell].block")).to_have_count(0)


def test_a_crossword_that_is_gone_is_said_to_be(chromium: Chromium, bench: Client) -> None:
    tab = Workbench(chromium, bench).show(bench.new("here", 4, 4))
    tab.page.evaluate("location.hash = '#not here'")
    tab.wait_for(".notice", "there is no crossword 'not here'")
    tab.wait_for("#home", "Go on")
    expect(tab.part("#panel, #foot .verdict")).to_have_count(0)
    tab.page.click("#home .last button:has-text('here')")
    tab.wait_for_verdict("Fillable")
    tab.close()
    assert tab.problems == []


def test_other_programs_and_read_only_files(chromium: Chromium, tmp_path: Path) -> None:
    with Server(tmp_path) as server, Client(server) as client:
        tab = Workbench(chromium, client).show(client.new("one", 4, 4))
        tab.press("A")
        tab.wait_until_saved()
        path = tmp_path / "one.json"
        data = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**data, "title": "Theirs"}), encoding="utf-8")
        tab.wait_for(".outside", "Another program has changed this file")
        tab.wait_for("h1", "Theirs")
        tab.page.click(".outside button:has-text('Back to mine')")
        tab.wait_for("h1", "one")
        expect(tab.part(".outside")).to_have_count(0)
        tab.wait_until_saved()
        tab.close()
        client.new("two", 4, 4)
        (tmp_path / "two.json").chmod(0o444)
        closed = Workbench(chromium, client).show("two")
        closed.wait_for("#foot .trouble", "Read-only: two.json is read-only")
        closed.press("A")
        closed.wait_for(".notice", "nothing can be changed")
        closed.wait_for_letters("." * 16)  # pale ones of a fill may be there
        closed.wait_for_verdict("Fillable")
        closed.close()
        assert tab.problems == closed.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_grid_is_seen_in_high_contrast(opened: Open, scheme: str) -> None:
    tab = opened("PET#\n....\n.#..\n....\n", forced_colors="active", color_scheme=scheme)
    tab.cell(5).click()
    tab.press("|")
    tab.cell(6).click()
    tab.wait_for_verdict("able")
    tab.page.mouse.move(0, 0)
    assert_seen(tab.page, open_=12, block=3, cursor=6, entry=7)
    bar, ground = colours(tab.page, 5, [(0.97, 0.5), (0.85, 0.9)])
    assert contrast(bar, ground) >= 3
    ghost = tab.page.evaluate("getComputedStyle(document.querySelector('.grid .ghost .t')).color")
    own = tab.page.evaluate("getComputedStyle(document.querySelector('[data-at=\"0\"] .t')).color")
    assert ghost != own  # pale letters are no letters of the grid
    assert violations(tab.page) == []


def test_words_of_fills_come_first_and_are_counted_alone(opened: Open) -> None:
    tab = at_1_down(opened)
    expect(tab.part(".candidates.on .words .good .promise").first).to_have_text(re.compile(r"≥\d+"))
    show_dead(tab)
    tab.page.wait_for_function(
        """() => {
            const marks = [...document.querySelectorAll(".candidates.on .words li")].map((row) =>
              ["good", "dead"].findIndex((mark) => row.classList.contains(mark)));
            return marks.includes(0) && marks.every((mark, i) => !i || marks[i - 1] <= mark);
        }"""
    )
    expect(tab.part(".candidates.on .good:not(:has(.promise:empty))")).to_have_count(
        tab.part(".candidates.on .good").count()
    )
    n_good = tab.part(".candidates.on .good").count()
    expect(tab.part(".candidates.on h2 small")).to_have_text(re.compile(f"^{n_good} fits?$"))
    lowest = [int(text[1:]) for text in tab.part(".candidates.on .good .promise").all_inner_texts()]
    assert lowest == sorted(lowest, reverse=True)


def test_no_word_is_struck_out_in_a_bare_grid(chromium: Chromium, bench: Client) -> None:
    for size in (15, 21):
        tab = Workbench(chromium, bench).show(bench.new(f"bare {size}", size, size))
        expect(tab.part(".candidates.on .unset").first).to_be_visible()
        tab.page.wait_for_timeout(1000)
        expect(tab.part(".candidates .dead")).to_have_count(0)
        tab.close()
        assert tab.problems == []
