"""Everything that the page offers, each thing in a real Chromium; and how it looks to axe-core."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.workbench_client import Browser as Client
from support.workbench_page import Open, Workbench

from satcross.pattern.symmetry import Symmetry, images

pytestmark = pytest.mark.slow

OPEN4 = "....\n....\n....\n....\n"
MINI = "#...#\n.....\n.....\n.....\n#...#\n"
BARRED = ".....|..\n..|.....\n....|...\n....|...\n...|....\n.|......\n"
TABLET = {"width": 820, "height": 1180}

# Commands that people do with the mouse on something else than a button of that name.
BY_MOUSE = {
    "arrow": "[role=gridcell]",
    "next": "[role=gridcell]",
    "previous": "[role=gridcell]",
    "home": "[role=gridcell]",
    "end": "[role=gridcell]",
    "select": "[role=gridcell]",  # drag
    "backspace": "[data-action=delete]",
    "leave": "[role=tab]",
    "candidate down": ".words .word",
    "candidate up": ".words .word",
    "place": ".words .word",
    "filter": ".candidates input",
    "ban": ".words .ban",
    "next panel": "[role=tab]",
    "previous panel": "[role=tab]",
    "clue": "#now button",
}


def cells(tab: Workbench, name: str) -> set[int]:
    """The positions of the cells with a class."""
    found = tab.page.evaluate(
        "(name) => [...document.querySelectorAll(`.grid .${name}`)].map((c) => +c.dataset.at)", name
    )
    return set(found)


def stuck(tab: Workbench) -> Workbench:
    """Write QQ below ABLE, for which there is no fill."""
    tab.press("ABLE")
    tab.cell(5).click()
    tab.press("QQ")
    tab.wait_for_verdict("Impossible")
    tab.page.click("#tab-stuck")
    return tab


def test_every_command_has_a_button(opened: Open) -> None:
    tab = stuck(opened(OPEN4))
    seen: set[str] = set()
    tab.wait_for("#panel [data-action=proof]")

    def look() -> None:
        found = "[...document.querySelectorAll('[data-action]')].map((each) => each.dataset.action)"
        seen.update(tab.page.evaluate(found))

    for panel in ("stuck", "fills", "score", "clues", "words"):
        tab.page.click(f"#tab-{panel}")
        expect(tab.part(f"#tab-{panel}")).to_have_attribute("aria-selected", "true")
        look()
    actions = set(
        tab.page.evaluate("import('/page/commands.js').then((m) => Object.keys(m.COMMAND))")
    )
    assert actions - seen == set(BY_MOUSE)
    for selector in BY_MOUSE.values():
        expect(tab.part(selector).first).to_be_attached()


def test_the_page_mirrors_cells_as_the_server_does(opened: Open) -> None:
    tab = opened(OPEN4)
    code = """([symmetry, rows, cols]) => import('/page/edits.js').then((m) =>
        [...Array(rows * cols).keys()].map((at) => m.mirrored({symmetry, rows, cols}, [at])))"""
    for symmetry in Symmetry:
        for rows, cols in ((5, 5), (4, 4), (3, 6)):
            try:
                moves = images(symmetry, rows, cols)
            except Exception:  # diagonals need a square
                assert rows != cols
                continue
            shown = tab.page.evaluate(code, [symmetry.value, rows, cols])
            for at, found in enumerate(shown):
                assert set(found) == {move[at] for move in moves}, (symmetry, rows, cols, at)


def test_symmetry_size_and_kinds_of_cells(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+z")
    tab.page.select_option("dialog .field:has-text('Symmetry') select", "left-right")
    tab.press("Escape")
    tab.cell(1).click()
    tab.press(".")
    expect(tab.part(".grid .block")).to_have_count(2)
    assert cells(tab, "block") == {1, 2}
    tab.cell(4).click()
    tab.press("~")
    expect(tab.part(".grid .void")).to_have_count(2)
    assert cells(tab, "void") == {4, 7}
    tab.cell(9).click()
    tab.page.click("#under [data-action=shade]")
    expect(tab.cell(9)).to_have_attribute("style", re.compile("."))
    tab.page.click("#under [data-action=circle]")
    expect(tab.cell(9)).to_have_class(re.compile("circle"))
    tab.press("Alt+z")
    tab.page.fill("dialog [aria-label=rows]", "6")
    tab.page.select_option("dialog .field:has-text('stays') select", "1 0")  # at the bottom
    tab.press("Enter")
    expect(tab.part("[role=gridcell]")).to_have_count(24)
    assert cells(tab, "block") == {9, 10}
    expect(tab.cell(17)).to_have_class(re.compile("circle"))
    tab.press("Control+z")
    expect(tab.part("[role=gridcell]")).to_have_count(16)


def test_words_are_looked_up_rescored_and_added(opened: Open, bench: Client) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+k")
    tab.page.keyboard.type("zqzx")
    tab.press("Enter")
    tab.wait_for("#panel", "0 words")
    tab.page.click("#panel button:has-text('Add ZQZX')")
    tab.wait_for("#panel .own", "ZQZX")
    tab.page.fill("#panel .own [aria-label='Score of ZQZX']", "77")
    tab.press("Escape", "/")
    tab.page.keyboard.type("zq*")
    row = tab.part(".candidates.across li").first
    expect(row.locator(".word")).to_have_text("ZQZX")
    expect(row.locator(".score")).to_have_text("77")
    tab.press("Escape", "Control+z", "Control+z")
    expect(tab.part("#panel .own")).to_have_count(0)


def test_a_rule_and_a_minimum_score_change_what_fits(opened: Open) -> None:
    tab = opened(OPEN4)
    count = tab.part(".candidates.across h2 small")
    expect(count).to_contain_text("fit")
    before = int(count.inner_text().split()[0].replace(",", ""))
    tab.press("Alt+l")
    field = tab.part("dialog .field:has-text('Minimum score') input")
    field.focus()
    tab.press("Control+a")
    tab.page.keyboard.type("90")
    tab.press("Escape")
    expect(tab.part("#top [data-action=lists]")).to_contain_text("≥ 90")
    expect(count).not_to_have_text(f"{before:,} fit")
    expect(count).to_contain_text("fit")
    assert int(count.inner_text().split()[0].replace(",", "")) < before
    tab.press("Control+z")
    expect(count).to_have_text(f"{before:,} fit")


def test_pointing_shows_the_fill_of_a_word_or_letter(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(5).click()
    good = tab.part(".candidates.across .good").nth(3)
    expect(good).to_be_visible()
    word = good.locator(".word").inner_text().split()[0]
    good.hover()
    tab.page.wait_for_function(
        """(word) => [5, 6, 7, 8, 9].map((at) => document.querySelector(
        `[data-at="${at}"] .t`).textContent).join("") === word""",
        arg=word,
    )
    assert all(tab.letters()[at] != "." for at in range(25) if at not in (0, 4, 20, 24))
    assert cells(tab, "ghost") | cells(tab, "forced") == set(range(25)) - {0, 4, 20, 24}
    letter = tab.part("#now .letters .proved").last
    expect(letter).to_be_visible()
    wanted = letter.inner_text()
    letter.hover()
    expect(tab.cell(5).locator(".t")).to_have_text(wanted)
    letter.click()
    expect(tab.cell(5)).not_to_have_class(re.compile("ghost"))
    tab.press("Alt+g")  # no pale letters
    expect(tab.part(".grid .ghost")).to_have_count(0)


def test_a_dead_candidate_says_why(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("ABLE")
    tab.cell(4).click()
    dead = tab.part(".candidates.across .dead .mark").first
    expect(dead).to_be_visible()
    dead.click()
    tab.wait_for("#panel .lead", "at 5 Across: ")
    expect(tab.part(".grid .why").first).to_be_visible()


def test_unlocking_a_region_and_a_proof(opened: Open) -> None:
    tab = stuck(opened(OPEN4))
    tab.page.click("#panel [data-action=proof]")
    link = tab.wait_for("#panel a.button", "Download the proof")
    with tab.page.expect_download() as waiting:
        link.click()
    archive = zipfile.ZipFile(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    assert any(name.endswith(".cnf") for name in archive.namelist())
    tab.cell(5).click()
    tab.cell(6).click(modifiers=["Shift"])
    tab.press("Alt+u")
    first = tab.part("#panel .fixes li").first
    expect(first).to_be_visible()
    first.locator("button").click()
    tab.wait_for_verdict("Fillable")


def test_the_tightest_entry_and_forced_letters(opened: Open) -> None:
    tab = opened("XYLOPHON.\n.########\n.########\n")
    tab.press("!")
    expect(tab.part("#now b")).to_have_text("1 Across")
    tab.wait_for("#foot", "forced")
    tab.press("=")
    expect(tab.cell(8).locator(".t")).to_have_text("E")
    expect(tab.cell(8)).not_to_have_class(re.compile("forced"))


def test_bounds_and_counts(opened: Open) -> None:
    tab = opened("CAT\nARE\n...\n")
    tab.press("Alt+Shift+b")
    tab.wait_for("#panel", "Best lowest score, proved")
    tab.page.fill("#panel input[type=number]", "1000")
    tab.page.click("#panel button:has-text('Search')")
    tab.wait_for("#panel", "total score")
    tab.press("Escape", "Alt+c")
    tab.wait_for("#panel", re.compile(r"Exactly \d+ fills?"))


def test_drafts_clues_of_before_and_words_used_before(
    opened: Open, bench: Client, tmp_path: Path
) -> None:
    folder = Path(bench.server.process.args[4])  # type: ignore[index, arg-type]
    (folder / "mine.tsv").write_text("CAT\tMouser\n")
    tab = opened("CAT\nARE\nBED\n")
    tab.press(";")
    tab.wait_for("#panel .texts", "Mouser")
    tab.page.keyboard.type("Pet")
    tab.page.click("#panel button:has-text('Keep as a draft')")
    tab.page.click("#panel .texts button:has-text('Mouser')")
    tab.wait_for("#now", "Mouser")
    tab.page.click("#panel .texts button:has-text('Pet')")
    tab.wait_for("#now", "Pet")
    tab.wait_until_saved()
    other = opened("CAT\nORE\nTEN\n")
    other.press(";")
    other.wait_for("#panel .warning", "Used before in")
    other.page.keyboard.type("One")
    other.press("Enter")
    other.page.keyboard.type("Two")
    other.wait_for("#panel h2:has-text('All clues')", "2 of")
    (folder / "mine.tsv").unlink()


def test_versions_and_history(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("AB", "Control+s")
    tab.page.keyboard.type("two letters")
    tab.press("Enter", "C", "D")
    tab.wait_for_letters("ABCD............")
    tab.press("Alt+h")
    tab.page.click("dialog .history button:has-text('two letters')")
    tab.press("Escape")
    tab.wait_for_letters("AB..............")
    tab.press("Control+z")
    tab.wait_for_letters("ABCD............")


def test_numbers_show_their_cells(opened: Open) -> None:
    tab = opened("CAT\nA#E\nBED\n")
    tab.page.click("#tab-statistics")
    number = tab.part("#panel div:has(> dt:text-is('blocks')) button")
    expect(number).to_be_visible()
    number.click()
    expect(tab.part(".grid .marked")).to_have_count(1)
    assert cells(tab, "marked") == {4}


@pytest.mark.parametrize("ending", ["puz", "ipuz", "jpz", "xd", "txt"])
def test_files_go_out_and_come_in(opened: Open, tmp_path: Path, ending: str) -> None:
    tab = opened("CAT\nARE\nBED\n")
    tab.press("Alt+x")
    name = "text" if ending == "txt" else ending
    path = tmp_path / f"pets.{ending}"
    path.write_bytes(tab.download(f"dialog a[href*='format={name}']"))
    tab.press("Escape", "Control+o")
    tab.page.set_input_files("dialog input[type=file]", path)
    tab.page.wait_for_url("**/#pets*")
    tab.wait_for_letters("CATAREBED")


@pytest.mark.parametrize("name", ["pdf", "svg", "png"])
def test_pictures_go_out(opened: Open, name: str) -> None:
    tab = opened("CAT\nARE\nBED\n")
    tab.press("Alt+x")
    for end in (name, f"{name}&part=puzzle"):
        data = tab.download(f"dialog a[href$='format={end}']")
        assert data.startswith({"pdf": b"%PDF", "svg": b"<", "png": b"\x89PNG"}[name])


def test_a_rebus_is_filled(opened: Open, bench: Client) -> None:
    tab = opened("...\n...\n...\n")
    tab.press("Alt+l")
    tab.page.fill("dialog .field:has-text('Rebus') input", "star, heart")
    tab.press("Enter", "Escape")
    tab.press("Escape", "HEART", "Enter")
    expect(tab.cell(0).locator(".t")).to_have_text("HEART")
    tab.wait_for_verdict("Fillable")
    tab.press("Control+Enter")
    tab.wait_for("#panel .offer", "Fill:")
    tab.press("Alt+a")
    tab.wait_for("#foot", "full")
    tab.wait_until_saved()
    name = tab.page.url.partition("#")[2]
    answer = bench.http.get(f"/api/files/{name}/export?format=ipuz")
    assert "HEART" in answer.text


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_for_axe(opened: Open, scheme: str) -> None:
    faults: list[str] = []

    def look(tab: Workbench, state: str) -> None:
        tab.page.wait_for_timeout(120)  # until colours have stopped changing
        faults.extend(f"{state}: {fault}" for fault in violations(tab.page))

    tab = opened("\n".join(["." * 15] * 15) + "\n", color_scheme=scheme)
    tab.wait_for_verdict("Not yet a pattern")
    look(tab, "empty")
    tab = opened("ZBLE\nRAIL\nI###\nD###\n", color_scheme=scheme)
    tab.wait_for_verdict("not all words listed")
    look(tab, "full, with words in no list")
    tab = stuck(opened(OPEN4, color_scheme=scheme))
    expect(tab.part(".fixes li").first).to_be_visible()
    look(tab, "stuck")
    tab = opened(BARRED, color_scheme=scheme)
    tab.press("SA")
    expect(tab.part(".words .good").first).to_be_visible()
    look(tab, "barred, typing")
    tab = opened(MINI, color_scheme=scheme)
    tab.wait_for_verdict("Fillable")
    tab.press("Alt+m")
    expect(tab.part(".shown")).to_have_count(4)
    tab.part(".shown").nth(1).click()
    look(tab, "fills")
    tab.press("Escape", "Alt+Shift+b")
    tab.wait_for("#panel", "Best lowest score, proved")
    look(tab, "score")
    tab.press(";")
    look(tab, "clues")
    tab.page.click("#tab-statistics")
    tab.part(".figures dd button").first.click()
    look(tab, "statistics")
    tab.press("Alt+k")
    tab.page.keyboard.type("s?l*")
    tab.press("Enter")
    expect(tab.part(".own li").nth(3)).to_be_visible()
    look(tab, "words")
    tab.press("Escape")
    tab.page.click("#top summary:has-text('Fill')")
    look(tab, "menu")
    tab.press("Escape")
    for key in ("Alt+x", "Alt+l", "Alt+h", "Alt+z", "Alt+i", "Control+o", "Control+s", "#", "?",
                "Alt+Shift+N", "Alt+Shift+E", "Alt+Shift+L"):  # fmt: skip
        tab.cell(12).focus()
        tab.press(key)
        tab.wait_for("dialog")
        look(tab, key)
        tab.press("Escape")
    tab.cell(12).focus()
    tab.press("Alt+Shift+W")
    tab.page.fill("dialog textarea", "otter\nheron\nbadger")
    tab.wait_for("dialog", "crossings")
    look(tab, "word search")
    assert faults == []


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_nothing_serious_for_axe_with_fingers(opened: Open, size: dict[str, int]) -> None:
    tab = opened(MINI, viewport=size, has_touch=True, is_mobile=True)
    tab.wait_for_verdict("Fillable")
    assert violations(tab.page) == []
    tab.page.tap("#top summary:has-text('Fill')")
    assert violations(tab.page) == []
    tab.page.tap("#top button:has-text('Take all')")
    tab.wait_for("#foot", "full")
    inside = tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert inside[0] <= inside[1]
