"""The page to solve a crossword, as text and in a browser."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from pypdf import PdfReader
from support.browser import PHONE, Opened, violations
from support.drawn import DAILY15, barred12, clued, daily15, fancy_mini, one_clue, ring, russian
from support.page_scripts import SCRIPTS, SOURCE
from support.seeds import quick
from support.seen import assert_seen, overlaps

import satcross as sx
from satcross.apps.solving.html import html_of
from satcross.apps.solving.selfcontained import script, sealed
from satcross.drawing.wordbank import with_word_bank
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.diagramless.puzzle import Diagramless
from satcross.kinds.fillin.puzzle import fillin_of
from satcross.kinds.fillin.task import FillInTask, checked_crossword
from satcross.kinds.quotations.answers import AcrosticTask
from satcross.kinds.quotations.cryptogram import Cryptogram
from satcross.kinds.quotations.quotation import Quotation
from satcross.kinds.quotations.quotefall import QuoteFall
from satcross.model.crossword import Clue, Crossword
from satcross.model.grid import Grid
from satcross.model.puzzle import find_slots

MINI = "ACE#\nBATS\nLIE#"  # 1A, 4A, 5A; 1D, 2D, 3D
Show = Callable[..., Opened]


def mini() -> Crossword:
    return clued(Grid.parse(MINI), title="Mini")


@pytest.fixture
def show(chromium: Browser, tmp_path: Path) -> Iterator[Show]:
    """Opens a page to solve; whatever went wrong in it fails the test."""
    shown: list[Opened] = []

    def show(crossword: Crossword, *, answers: bool = True, **context: Any) -> Opened:
        shown.append(Opened(chromium, **context))
        return shown[-1].open(html_of(crossword, answers=answers), tmp_path)

    yield show
    for opened in shown:
        opened.close()
        assert opened.problems == []


def data_of(html: str) -> dict[str, Any]:
    """What the script of a page reads."""
    found = re.search(r'<script type="application/json" id="puzzle">(.*)</script>', html)
    assert found
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


# ---- the file


def test_the_page_is_one_file_and_always_the_same() -> None:
    page = html_of(daily15())
    assert page == html_of(daily15())
    assert not re.search(r"""(?:src|href)=|url\(|@import|\bfetch\(|XMLHttp""", page)
    assert len(page.encode()) < 110_000


def test_the_answer_is_not_in_plain_sight() -> None:
    page = html_of(daily15())
    for word in set(re.findall(r"[A-Z]{4,}", DAILY15)):
        assert word not in page
    assert data_of(page)["solution"]
    without = html_of(daily15(), answers=False)
    assert data_of(without)["solution"] == ""
    assert data_of(without)["entries"] == [""] * 225


def test_given_letters_and_what_was_written_are_there() -> None:
    fancy = fancy_mini()
    squares = list(fancy.squares)
    squares[6] = replace(squares[6], entry="Q")
    page = html_of(replace(fancy, squares=tuple(squares), timer_s=65, timer_runs=False))
    data = data_of(page)
    assert data["given"] == [12]
    assert (data["entries"][12], data["entries"][6], data["entries"][1]) == ("I", "Q", "")
    assert (data["seconds"], data["runs"]) == (65, False)


def test_other_clues_are_another_puzzle_to_the_browser() -> None:
    one, same = data_of(html_of(mini())), data_of(html_of(mini()))
    other = data_of(html_of(clued(Grid.parse(MINI), n_clues=2, title="Mini")))
    assert one["key"] == same["key"] != other["key"]


def test_a_clue_without_cells_gets_those_of_its_number() -> None:
    bare = replace(mini(), clues=tuple(replace(clue, cells=()) for clue in mini().clues))
    assert data_of(html_of(bare))["clues"] == data_of(html_of(mini()))["clues"]


def test_the_parts_fit_into_one_script() -> None:
    """They become one script, so no two may have a top-level name in common."""
    for page in ("solve.js", "search.js"):
        (path,) = (path for path in SCRIPTS if path.name == page)
        code = script(path)
        names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", code, re.MULTILINE)
        assert len(names) == len(set(names)) > 20
        assert not re.search(r"^(?:import|export) ", code, re.MULTILINE)


def test_every_part_has_a_purpose_and_a_reader() -> None:
    for path in SCRIPTS:
        assert path.read_text("utf-8").startswith("// "), path.name


# ---- in a browser


def test_numbers_and_entries_are_those_of_python(chromium: Browser) -> None:
    rng = random.Random(7)
    shapes, expected = [], []
    for _ in range(60):
        rows, cols = rng.randint(1, 9), rng.randint(1, 9)
        cells = rng.choices(".#~", (7, 2, 1), k=rows * cols)
        right = [at for at in range(rows * cols) if (at + 1) % cols and rng.random() < 0.15]
        below = [at for at in range((rows - 1) * cols) if rng.random() < 0.15]
        grid = Grid(rows, cols, tuple(cells), frozenset(right), frozenset(below))
        shapes.append(
            {"rows": rows, "cols": cols, "kinds": "".join(cells)}
            | {"barsRight": right, "barsBelow": below}
        )
        expected.append([[slot.name, list(slot.cells)] for slot in find_slots(grid)])
    page = chromium.new_page()
    got = page.evaluate(
        f"""(shapes) => {{ {script("board.js")}
        return shapes.map((shape) => new Board(shape).entries.map(
            (entry) => [entry.number + entry.dir[0].toUpperCase(), entry.cells])); }}""",
        shapes,
    )
    page.close()
    assert [sorted(one) for one in got] == [sorted(one) for one in expected]


@pytest.mark.slow
def test_typing_goes_along_the_entry_and_on(show: Show) -> None:
    opened = show(mini())
    opened.press("ACE")
    assert opened.letters().startswith("ACE#")
    assert opened.cursor() == 4  # 4A, the next entry
    opened.press("Space", "B", "L")
    assert opened.letters() == "ACE#B...L..#"
    assert "1 down, letter 3 of 3" in opened.cell(8).get_attribute("aria-label")
    opened.press("Backspace", "Backspace")
    assert opened.letters().count(".") > 5


@pytest.mark.slow
def test_the_usual_keys(show: Show) -> None:
    opened = show(mini())
    for keys, cursor, clue in (
        (["ArrowDown"], 0, "1 Down"),  # turns
        (["ArrowDown"], 4, "1 Down"),  # moves
        (["End"], 8, "1 Down"),
        (["Home"], 0, "1 Down"),
        (["Space"], 0, "1 Across"),
        (["Tab"], 4, "4 Across"),
        (["Tab"], 8, "5 Across"),
        (["Tab"], 0, "1 Down"),
        (["Shift+Tab"], 8, "5 Across"),
        (["Enter", "ArrowRight", "ArrowRight"], 1, "1 Across"),
        (["End", "ArrowRight"], 2, "1 Across"),  # a block ends the row
    ):
        opened.press(*keys)
        assert (opened.cursor(), opened.text("#now-name")) == (cursor, clue), keys


@pytest.mark.slow
def test_undo_and_redo(show: Show) -> None:
    opened = show(mini())
    opened.press("A", "C", "Home", "Delete")
    assert opened.letters().startswith(".C")
    opened.press("Control+z")
    assert opened.letters().startswith("AC")
    opened.press("Control+z", "Control+z")
    assert opened.letters().startswith("..")
    opened.press("Control+y", "Control+Shift+Z")
    assert opened.letters().startswith("AC")
    opened.page.click("#undo")
    assert opened.letters().startswith("A.")


def test_annotations_are_shown_with_the_solution(show: Show) -> None:
    first, *others = mini().clues
    crossword = replace(mini(), clues=(replace(first, annotation="Spelled out"), *others))
    assert "Spelled out" not in html_of(crossword)
    assert "annotations" not in data_of(html_of(crossword, answers=False))
    page = show(crossword).page
    note = page.locator(".annotation")
    expect(note).to_be_hidden()
    page.keyboard.press("Alt+Shift+G")
    expect(note).to_have_text("Spelled out")
    expect(note).to_be_visible()


def test_check_and_reveal(show: Show) -> None:
    opened = show(mini())
    opened.press("AXE")
    opened.press("Shift+Tab", "Alt+w")
    assert opened.text("#status") == "1 letter of 3 is wrong."
    assert "wrong" in opened.cell(1).get_attribute("class")
    assert "right" in opened.cell(0).get_attribute("class")
    opened.page.click("summary:has-text('Reveal')")
    opened.page.click("[data-do='reveal word']")
    assert opened.cursor() == 0  # at once, before the menu is drawn as closed
    assert opened.letters().startswith("ACE#")
    assert "revealed" in opened.cell(1).get_attribute("aria-label")
    opened.press("Home", "ArrowRight", "Q")  # what was revealed stays
    assert opened.letters().startswith("ACE#")
    opened.press("Alt+Shift+G")
    assert opened.letters() == "ACE#BATSLIE#"
    assert opened.text("#status").startswith("Solved in 0:0")


def test_solving_is_noticed_and_kept(show: Show) -> None:
    opened = show(mini())
    opened.press("ACEBATSLI")
    opened.page.reload()
    assert opened.letters() == "ACE#BATSLI.#"
    opened.cell(10).click()
    opened.press("X")
    assert opened.text("#status") == "Every cell is full, but something is wrong."
    opened.cell(10).click()
    opened.press("E")
    assert re.fullmatch(r"Solved in 0:\d\d\.", opened.text("#status"))
    opened.page.reload()
    assert opened.text("#status").startswith("Solved in")
    assert opened.page.locator("#timer").is_disabled()
    opened.page.click("summary:has-text('More')")
    opened.page.click("[data-do=clear]")
    opened.page.click("#clear button[value=clear]")
    expect(opened.cell(0).locator(".t")).to_have_text("")  # a dialog closes a moment later
    assert opened.letters() == "...#.......#"


@pytest.mark.slow
def test_rebus_circles_shades_and_given_letters(show: Show) -> None:
    opened = show(fancy_mini())
    opened.press("S", "Escape", "H", "E", "A", "Backspace", "Escape")
    assert opened.letters()[1:3] == "S."
    opened.press("Escape", "HEART", "Enter", "Alt+g")
    assert opened.cell(2).locator(".t").inner_text() == "HEART"
    assert "right" in opened.cell(2).get_attribute("class")
    name = opened.cell(5).get_attribute("aria-label")
    assert "circled" in name
    assert "shaded" in name
    assert "given" in opened.cell(12).get_attribute("aria-label")
    opened.cell(12).click()
    opened.press("Q")
    assert opened.cell(12).locator(".t").inner_text() == "I"


@pytest.mark.slow
def test_the_first_letter_of_a_rebus_is_enough(show: Show) -> None:
    opened = show(fancy_mini())
    opened.press("SH", "Alt+g")
    assert opened.text("#status") == "2 letters, all right."


@pytest.mark.slow
def test_a_list_of_its_own_shows_its_cells(show: Show) -> None:
    named = Clue("Corners", "*", "Where it turns", cells=(0, 2, 8, 10))
    opened = show(replace(mini(), clues=(*mini().clues, named)))
    opened.page.click(".clue:has-text('Where it turns')")
    assert opened.text("#now-name") == "* Corners"
    assert opened.page.locator(".grid .in").count() == 3
    opened.press("Alt+w")
    assert opened.text("#status") == "Nothing is written there yet."


@pytest.mark.slow
def test_clicks_turn_and_choose(show: Show) -> None:
    opened = show(mini())
    opened.cell(5).click()
    assert (opened.cursor(), opened.text("#now-name")) == (5, "4 Across")
    opened.cell(5).click()
    assert opened.text("#now-name") == "2 Down"
    opened.page.click(".clue >> nth=2")
    assert (opened.cursor(), opened.text("#now-name")) == (8, "5 Across")
    opened.press("F6", "ArrowUp")
    assert opened.page.evaluate("document.activeElement.innerText").startswith("4")


@pytest.mark.slow
def test_bars_end_entries(show: Show) -> None:
    crossword = barred12()
    opened = show(crossword)
    slot = find_slots(sx.grid_of(crossword))[0]
    opened.press("End")
    assert opened.cursor() == slot.cells[-1]
    assert "bar-right" in opened.cell(slot.cells[-1]).get_attribute("class")


@pytest.mark.slow
def test_voids_are_not_part_of_the_grid(show: Show) -> None:
    opened = show(ring())
    assert opened.letters().startswith("~~....~~~...#..~")
    assert opened.cursor() == 2
    assert not opened.cell(0).is_visible()


@pytest.mark.slow
def test_a_pause_covers_the_grid(show: Show) -> None:
    opened = show(mini())
    opened.press("A", "Alt+p", "C")
    assert opened.page.locator("#curtain").is_visible()
    assert opened.letters().startswith("A.")
    opened.page.reload()
    opened.page.click("#resume")
    opened.press("C")
    assert opened.letters().startswith("AC")


@pytest.mark.slow
def test_touch_has_keys_on_the_screen(show: Show) -> None:
    opened = show(mini(), viewport=PHONE, has_touch=True, is_mobile=True)
    opened.cell(4).tap()
    for letter in "BAT":
        opened.page.tap(f"[data-key={letter}]")
    opened.page.tap("[data-key=Backspace]")
    assert opened.letters() == "...#BA.....#"
    opened.page.tap("[aria-label='Next entry']")
    opened.page.tap("[data-key=Rebus]")
    for letter in "XY":
        opened.page.tap(f"[data-key={letter}]")
    opened.page.tap("[data-key=Rebus]")
    assert opened.letters() == "...#BA..XY..#"
    width = opened.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.mark.slow
def test_keys_on_the_screen_have_the_puzzles_letters(show: Show) -> None:
    opened = show(russian(), viewport=PHONE, has_touch=True, is_mobile=True)
    keys = opened.page.locator(".touch button").all_inner_texts()
    assert "Q" not in keys
    letters = {letter for square in russian().squares for letter in square.solution}
    assert letters <= set(keys)


@pytest.mark.slow
def test_without_answers_there_is_nothing_to_check(show: Show) -> None:
    opened = show(mini(), answers=False)
    opened.press("ACEBATSLIE", "Alt+g")
    assert opened.text("#status") == ""
    assert not opened.page.locator("summary:has-text('Check')").is_visible()
    assert opened.letters() == "ACE#BATSLIE#"


def test_text_from_files_is_text(show: Show) -> None:
    evil = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>'
    crossword = replace(one_clue(evil), title=evil, author=evil, notes=evil, copyright=evil)
    opened = show(crossword, alone=True)
    asked: list[str] = []
    opened.page.on("dialog", lambda dialog: asked.append(dialog.message))
    opened.press("A", "Alt+g")
    assert opened.text("h1") == evil
    assert evil in opened.text("#lists")
    assert opened.page.title() == evil
    assert asked == []


@pytest.mark.slow
def test_the_policy_stops_what_would_slip_in(chromium: Browser, tmp_path: Path) -> None:
    opened = Opened(chromium)
    slipped = html_of(mini()).replace("<footer>", "<footer><script>window.evil = 1</script>")
    opened.open(slipped, tmp_path)
    assert opened.page.evaluate("window.evil") is None
    assert "Content Security Policy" in "".join(opened.problems)
    opened.close()


@pytest.mark.slow
def test_it_prints_on_one_page(show: Show) -> None:
    opened = show(daily15())
    opened.press("SOLD")
    reader = PdfReader(io.BytesIO(opened.page.pdf(format="A4", prefer_css_page_size=True)))
    assert len(reader.pages) == 1
    text = reader.pages[0].extract_text()
    assert "Unit Propagation" in text
    assert "Quick on one" in text  # the last clue
    assert "Reveal" not in text


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_78_clues_of_two_lines_are_printed_on_one_page(show: Show, paper: str) -> None:
    crossword = daily15()
    texts = ["Something of some length, said of the answer" for _ in crossword.clues]
    clues = [
        replace(clue, text=text, markup="")
        for clue, text in zip(crossword.clues, texts, strict=True)
    ]
    opened = show(replace(crossword, clues=tuple(clues)))
    reader = PdfReader(io.BytesIO(opened.page.pdf(format=paper)))
    assert len(reader.pages) == 1
    assert reader.pages[0].extract_text().count("Something of some") == 78


def test_numbers_are_not_on_letters_in_small_cells(show: Show) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTU\n"
    grid = Grid.parse(letters * 2 + ("." * 21 + "\n") * 19)
    opened = show(clued(grid), answers=False, viewport=PHONE, device_scale_factor=2)
    opened.cell(0).click()
    for letter in letters.strip() * 2:
        opened.press(letter)
    assert opened.cell(0).bounding_box()["width"] < 25
    assert overlaps(opened.page, ".n", ".t") == 0


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_nothing_serious_for_axe(show: Show, scheme: str) -> None:
    opened = show(fancy_mini(), color_scheme=scheme)
    opened.press("AB", "Alt+g")
    assert violations(opened.page) == []
    opened.press("?")
    assert violations(opened.page) == []


@pytest.mark.parametrize("n_words", [5, 80])
def test_a_word_bank_is_a_list_that_can_be_read_to_its_end(show: Show, n_words: int) -> None:
    words = [f"half-life {n}" for n in range(n_words)]
    opened = show(with_word_bank(fancy_mini(), words, "en"))
    page = opened.page
    items = page.locator(".bank li")
    assert items.all_inner_texts() == words
    assert violations(page) == []
    page.locator(".bank").focus()
    page.keyboard.press("End")
    box = page.locator(".bank").bounding_box()
    assert box
    # In rows below each other, and never to be scrolled sideways.
    assert page.locator(".bank").evaluate("one => one.scrollWidth <= one.clientWidth")
    items.last.scroll_into_view_if_needed()
    last = items.last.bounding_box()
    assert last
    assert box["y"] <= last["y"] <= box["y"] + box["height"]


@pytest.mark.slow
def test_pages_open_before_the_scripts_of_old_drafts(show: Show) -> None:
    """What a browser kept of the page must not break it, even if it is no JSON."""
    opened = show(mini())
    opened.page.evaluate("for (const key of Object.keys(localStorage)) localStorage[key] = '{'")
    opened.page.reload()
    opened.press("A")
    assert opened.letters().startswith("A.")


@pytest.mark.slow
def test_what_is_sealed_is_opened_by_the_page(chromium: Browser) -> None:
    values = ["A", "", "QU", "Ä", "猫", "#" * 300]
    page = chromium.new_page()
    got = page.evaluate(
        f"(text) => {{ {script('sealed.js')} return opened(text); }}", sealed(values)
    )
    page.close()
    assert got == values


def test_parts_import_what_exists_and_what_they_use() -> None:
    for path in SCRIPTS:
        code = path.read_text("utf-8")
        for names, target in re.findall(r'^import \{([^}]*)\} from "([^"]+)";', code, re.MULTILINE):
            near = path.parent / target  # else of another folder: they are served as one
            other = near if near.exists() else next(SOURCE.rglob(near.name))
            exports = other.read_text("utf-8")
            for name in (each.strip() for each in names.split(",") if each.strip()):
                assert len(re.findall(rf"\b{name}\b", code)) > 1, (path.name, name)
                exported = rf"export (?:async )?(?:const|function|class) {name}\b|as {name}[,}}]"
                assert re.search(exported, exports), (path.name, name)


def test_a_codeword_changes_all_cells_of_a_number(show: Show) -> None:
    fill = sx.fill(".....\n.#.#.\n.....\n.#.#.\n.....", seed=2).unwrap()
    codeword = Codeword.of_fill(fill).giving(fill, [0])
    page = show(codeword.crossword(fill)).page
    numbers = codeword.numbers
    cells = page.locator("#grid [role=gridcell]")
    first = next(at for at in range(25) if numbers.count(numbers[at]) > 1 and at and numbers[at])
    alike = [at for at in range(25) if numbers[at] == numbers[first]]
    cells.nth(first).click()
    page.keyboard.press("q")
    shown = [cells.nth(at).locator(".t").inner_text() for at in range(25)]
    given = [at for at in range(25) if numbers[at] == numbers[0]]
    assert [at for at in range(25) if shown[at]] == sorted({*alike, *given})
    key = page.locator(f'.code li[data-number="{numbers[first]}"] span')
    assert key.inner_text() == "Q"
    page.keyboard.press("Control+z")
    assert key.inner_text() == ""
    assert violations(page) == []


@pytest.mark.parametrize("numbered", quick([True, False], 1))
def test_blocks_of_a_diagramless_are_written_like_letters(show: Show, *, numbered: bool) -> None:
    puzzle = Diagramless.of_fill(Grid.parse(MINI), numbered=numbered)
    crossword = replace(puzzle, given={7: "S"}).crossword(Grid.parse(MINI), mini())
    page = show(crossword).page
    assert not re.search(r'"cells": ?\[[0-9]', page.content())  # where the answers are
    cells = page.locator("#grid [role=gridcell]")

    def numbers() -> str:
        return " ".join(cells.nth(at).locator(".n").inner_text() or "-" for at in range(12))

    assert numbers() == " ".join("-" * 12)
    page.keyboard.type("ace.")
    assert "block" in (cells.nth(3).get_attribute("class") or "").split()
    assert cells.nth(3).get_attribute("aria-label").startswith("block")  # type: ignore[union-attr]
    page.keyboard.type("batlie.")
    assert numbers() == ("1 2 3 - 4 - - - 5 - - -" if numbered else " ".join("-" * 12))
    expect(page.locator("#status")).to_contain_text("Solved")
    cells.nth(1).click()
    name = "2 Down" if numbered else "Down"
    page.keyboard.press("ArrowDown")
    expect(page.locator("#now-name")).to_have_text(name)
    assert violations(page) == []


def test_the_key_for_blocks_takes_them_back(show: Show) -> None:
    grid = Grid.parse(MINI)
    page = show(
        Diagramless.of_fill(grid).crossword(grid), viewport=PHONE, has_touch=True, is_mobile=True
    ).page
    first = page.locator("#grid [role=gridcell]").first
    first.click()
    page.locator('#touch [data-key="Block"]').click()
    expect(first).to_have_class(re.compile("block"))
    page.keyboard.press("Alt+l")
    first.click()
    page.keyboard.press("Alt+l")
    expect(page.locator("#status")).to_contain_text("wrong")
    page.keyboard.press(".")
    expect(first).not_to_have_class(re.compile("block"))
    bars = Grid(3, 3, tuple("CATOREGET"), bars_right=frozenset({3}))
    with pytest.raises(sx.OptionError, match="cannot hide bars yet"):
        html_of(Diagramless.of_fill(bars).crossword(bars))


def test_words_of_a_fill_in_are_placed_and_struck(show: Show) -> None:
    grid = Grid.parse("CAT\nA#O\nPIE")
    asked = fillin_of(Grid.parse("CAT\n.#.\n..."), ["CAT", "CAP", "PIE", "TOE"])
    page = show(checked_crossword(asked, grid)).page
    words = page.locator(".places .clue")
    cells = page.locator("#grid [role=gridcell]")

    def shown() -> str:
        return "".join(
            cells.nth(at).locator(".t").inner_text() or "." for at in (*range(4), *range(5, 9))
        )

    def struck() -> list[str]:
        return [
            one.inner_text().strip()
            for one in words.all()
            if "full" in (one.get_attribute("class") or "")
        ]

    assert words.all_inner_texts() == ["CAP", "CAT", "PIE", "TOE"]
    assert not any(clue["cells"] for clue in data_of(page.content())["clues"])
    assert (shown(), struck()) == ("CAT.....", ["CAT"])
    cells.nth(6).click()  # the bottom row
    page.get_by_role("button", name="PIE", exact=True).click()
    assert (shown(), struck()) == ("CAT..PIE", ["CAT", "PIE"])
    page.keyboard.press("Control+z")
    assert struck() == ["CAT"]
    page.get_by_role("button", name="CAP", exact=True).focus()
    page.keyboard.press("ArrowUp")  # to TOE, as in a ring
    page.keyboard.press("Enter")
    assert "TOE" in struck()
    assert violations(page) == []


def test_clues_of_a_jigsaw_do_not_tell_their_places(show: Show) -> None:
    clues = [replace(clue, text=f"Clue {clue.label}") for clue in mini().clues]
    made = FillInTask(sx.Puzzle(Grid.parse(MINI), ["cat"])).run()
    assert isinstance(made, sx.Best)
    page = show(made.value.crossword(clues)).page
    assert [clue["cells"] for clue in data_of(page.content())["clues"]] == [[]] * 6
    assert not any(data_of(page.content())["labels"])
    page.locator(".clue").first.click()
    assert page.locator(".clue").first.inner_text().endswith("(3)")


def test_blanks_of_an_acrostic_and_squares_of_its_quotation_are_one(show: Show) -> None:
    made = AcrosticTask(Quotation("ta c xo"), "CO", sx.WordList.of(["cat", "ox"]), lengths=(2, 3))
    page = show(replace(made.run().unwrap(), width=5).crossword).page
    page.locator(".clue b").nth(1).click()
    page.keyboard.type("ox")
    assert page.locator("#lists li").nth(1).locator("u").all_inner_texts() == ["O", "X"]
    cells = page.locator("#grid [role=gridcell] .t").all_inner_texts()
    assert "".join(cells).replace(" ", "") == "XO"
    page.locator(".clue").nth(0).locator("[data-at]").nth(2).click()
    page.keyboard.type("t")
    assert page.locator("#grid [role=gridcell]").nth(0).inner_text().split() == ["1A", "T"]
    assert violations(page) == []


def test_letters_of_a_quote_fall_that_are_written_are_marked(show: Show) -> None:
    quotation = Quotation("no man is an ox")
    fall = QuoteFall.of(quotation, 5)
    page = show(fall.crossword(quotation.in_rows(5))).page
    page.keyboard.type("nomn")
    cells = page.locator("#grid [role=gridcell]")
    rows = len(fall.above().lines())
    top, below = (cells.nth(at).bounding_box() for at in (rows * 5 - 1, (rows + 2) * 5 - 1))
    assert top
    assert below
    assert top["x"] == below["x"]
    assert page.locator(".used").all_inner_texts()
    assert cells.nth((rows + 1) * 5).inner_text() == "N"
    shown = "".join(page.locator(".used").all_inner_texts())
    assert sorted(shown) == sorted("NOMN"[: len(shown)])
    assert violations(page) == []


def test_a_cryptogram_changes_all_squares_of_a_letter(show: Show) -> None:
    quotation = Quotation("a man and an ox")
    asked = Cryptogram.of(quotation)
    page = show(asked.crossword(quotation.in_rows(20, whole=True))).page
    page.keyboard.type("a")
    cells = page.locator("#grid [role=gridcell] .t").all_inner_texts()
    assert "".join(cells).strip() == "AAAA"
    page.keyboard.type("m")
    assert (
        page.locator(f'.code li[data-number="{asked.coded.letters[1]}"] span').inner_text() == "M"
    )
    assert violations(page) == []


# ---- boards that are no rectangle

GARDEN = "~~~CAT~~~\nDOG|HORSES\nHEN|GOOSES\n~~~COW~~~"
BOARDS = {
    "ring": "CAT#DO\nA#EGGS\nTOE#OX",
    "hexagon": "~CAT~\nDOGS~\nPONYS\nHENS~\n~COW~",
    "torus": "CA#T\nDOGS\nE#GG",
    "mobius": "CA#T\nDOGS\nE#GG",
    "layers 2": "CAT\nDOG\nHEN\nCOW",
    "cube": "~~AB~~~~\n~~CD~~~~\nEFGHIJKL\nMNOPQRST\n~~UV~~~~\n~~WX~~~~",
    "marching-bands; bars r1c3B": "CATS\nDO|GS\nHENS\nCOWS",
    "rows-garden": GARDEN,
}


def on_board(board: str) -> Crossword:
    grid = Grid.parse(BOARDS[board], hex_patterns=False)
    return clued(replace(grid, board=board), title=board)


@pytest.mark.parametrize("board", quick(list(BOARDS)[::-1], 3))
def test_a_board_is_solved_by_keys(show: Show, board: str) -> None:
    crossword = on_board(board)
    page = show(crossword).page
    n_open = sum(bool(square.solution) for square in crossword.squares)
    expect(page.locator(".outline path").first).to_be_attached()
    for _ in range(n_open):
        at = int(page.locator(".cur").get_attribute("data-at") or "-1")
        assert page.locator(".cur .t").text_content() == ""
        page.keyboard.press(crossword.squares[at].solution)
    expect(page.locator("#status")).to_contain_text("Solved")
    assert violations(page) == []


def test_a_press_and_the_arrows_find_the_cells_of_a_ring(show: Show) -> None:
    page = show(on_board("ring")).page
    cursor = page.locator(".cur")
    cells = page.locator("[role=gridcell]")
    cells.nth(0).click()
    expect(cursor).to_have_attribute("data-at", "0")
    for key, at in (
        ("ArrowDown", "1"), ("ArrowLeft", "13"), ("ArrowUp", "12"), ("ArrowUp", "6"),
        ("ArrowUp", "0"),
    ):  # to the left over a block  # fmt: skip
        page.keyboard.press(key)
        expect(cursor).to_have_attribute("data-at", at)
    page.keyboard.press("Tab")
    expect(page.locator("#now-name")).to_have_text("2 Radial")
    page.keyboard.press("Alt+Shift+W")
    assert page.locator(".revealed").count() == 3


def test_arrows_pass_the_edge_of_a_torus(show: Show) -> None:
    page = show(on_board("torus")).page
    page.locator("[role=gridcell]").nth(0).click()
    for key, at in (("ArrowLeft", "3"), ("ArrowUp", "11"), ("ArrowRight", "8"), ("ArrowDown", "0")):
        page.keyboard.press(key)
        expect(page.locator(".cur")).to_have_attribute("data-at", at)


def test_the_page_does_not_tell_where_answers_of_a_row_end(show: Show) -> None:
    garden = on_board("rows-garden")
    data = data_of(html_of(garden))
    rows = [clue["cells"] for clue in data["clues"] if clue["dir"] == "Rows"]
    assert rows[1] == rows[2] == list(range(9, 18))
    assert "(3)" not in html_of(garden)
    page = show(garden, viewport=PHONE, has_touch=True, is_mobile=True).page
    page.locator("[role=gridcell]").nth(14).tap()
    expect(page.locator("#now-name")).to_have_text("B Rows")
    assert page.locator(".clue.on").count() == 2
    page.locator("[role=gridcell]").nth(14).tap()
    expect(page.locator("#now-name")).to_have_text("1 Medium")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_grid_is_seen_in_high_contrast(show: Show, scheme: str) -> None:
    opened = show(mini(), forced_colors="active", color_scheme=scheme)
    opened.cell(4).click()
    assert_seen(opened.page, open_=9, block=3, cursor=4, entry=5)
    assert violations(opened.page) == []


def types(opened: Opened, text: str) -> None:
    """Types letters that a keyboard of another country may not have."""
    event = "new KeyboardEvent('keydown', {key, bubbles: true})"
    for key in text:
        opened.page.evaluate(f"key => document.body.dispatchEvent({event})", key)


@pytest.mark.parametrize(("key", "written"), [("ß", "SS"), ("æ", "AE"), ("Ł", "L"), ("é", "É")])
def test_letters_without_a_square_of_their_own_are_written_as_words_fold_them(
    show: Show, key: str, written: str
) -> None:
    opened = show(clued(Grid.parse("STRASSE"), title="Weg"))
    types(opened, f"stra{key}")
    assert opened.letters() == f"STRA{written}".ljust(7, ".")
    opened.press("End")
    types(opened, key)  # no further than the entry goes
    assert opened.letters().endswith(written[0])
    assert len(opened.letters()) == 7


def test_a_word_may_be_typed_as_it_is_written(show: Show) -> None:
    opened = show(clued(Grid.parse("STRASSE"), title="Weg"))
    types(opened, "straße")
    assert opened.letters() == "STRASSE"
    expect(opened.page.locator("body")).to_contain_text("Solved in")
