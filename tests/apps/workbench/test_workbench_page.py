"""The workbench in a real Chromium: the main flows, by mouse and by keyboard."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import PHONE
from support.signals import KILL
from support.workbench_client import Browser as Client
from support.workbench_client import Server
from support.workbench_page import Open, Workbench

from satcross.apps.interchange.puz import format as puz
from satcross.apps.solving.selfcontained import PARTS
from satcross.apps.workbench.server import PAGE
from satcross.formats.registry import NAMES

OPEN4 = "....\n....\n....\n....\n"
MINI = "#...#\n.....\n.....\n.....\n#...#\n"
LARGEST_PAGE = 320_000  # bytes


def name_of(tab: Workbench) -> str:
    """The name of the crossword that a tab shows."""
    return tab.page.url.partition("#")[2]


def test_the_page_is_small() -> None:
    names = ("index.html", "icon.svg", "theme.js", "workbench.js", "workbench.css")
    parts = [*(PAGE / name for name in names), PARTS / "paper.css"]
    for part in parts:  # with all that they import
        for name in re.findall(r'from "(\.[^"]+)"', part.read_text(encoding="utf-8")):
            near = (part.parent / name).resolve()
            if (found := near if near.exists() else PARTS / near.name) not in parts:
                parts.append(found)
    assert len(parts) > 40
    assert sum(part.stat().st_size for part in parts) < LARGEST_PAGE


def test_a_letter_is_painted_at_once_and_once(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.wait_for_verdict("Fillable")
    expect(tab.cell(15)).to_have_class(re.compile("ghost"))
    tab.page.evaluate("""() => {
      const seen = [];
      const note = (changes) => {
        const texts = changes.map((each) => `${each.target.dataset.at} ${each.attributeName}`);
        seen.push(...texts);
      };
      const observer = new MutationObserver(note);
      observer.observe(document.querySelector("#grid"), { subtree: true, attributes: true });
      // Answers of the engine may paint cells until the key: they are none of its changes.
      addEventListener("keydown", () => {
        observer.takeRecords();
        seen.length = 0;
      }, true);
      addEventListener("keydown", () => {
        window.changes = [...seen];
        window.letter = document.querySelector("[data-at='0'] .t").textContent;
      });
    }""")
    tab.press("Q")
    assert tab.page.evaluate("letter") == "Q"
    changes = tab.page.evaluate("changes")
    assert "1 tabindex" in changes
    assert len(changes) == len(set(changes))
    # The first row and the first two columns; the pale letters elsewhere go with the next frame.
    near = {*range(4), *range(0, 16, 4), *range(1, 16, 4)}
    assert {int(change.split()[0]) for change in changes} <= near
    box = tab.page.locator("[data-at='0'] .t").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 10


def test_typing_gets_a_verdict_candidates_and_undo(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("ABLE")
    tab.wait_for_letters("ABLE............")
    tab.wait_for_verdict("Fillable")
    expect(tab.cell(4)).to_have_class(re.compile("ghost"))
    tab.press("Home", "Space")
    words = tab.part(".candidates.down .word")
    expect(words.first).to_have_text(re.compile("^A"))  # not those of the entry before
    expect(tab.part(".candidates.down .words .good").first).to_be_visible()
    assert all(word[0] == "A" for word in words.all_inner_texts())
    tab.press("Control+z")
    tab.wait_for_letters("ABL.............")
    tab.press("Control+y")
    tab.wait_for_letters("ABLE............")


def test_why_stuck_and_a_correction(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("ABLE")
    tab.cell(5).click()
    tab.press("QQ")
    tab.wait_for_verdict("Impossible")
    tab.page.click("#tab-stuck")
    tab.wait_for("#panel .lead", "No fill because")
    expect(tab.part(".grid .why").first).to_be_visible()
    tab.page.click("#panel .fixes button >> nth=0")
    tab.page.mouse.move(0, 0)  # what it would do is shown while the pointer is there
    tab.wait_for_verdict("Fillable")
    tab.press("Control+z")  # a correction is one step
    tab.wait_for_letters("ABLE.QQ.........")


def test_the_panel_says_where_a_fill_is_unlikely(opened: Open) -> None:
    tab = opened("#........\n" + ".........\n" * 7 + "........#\n")
    tab.page.click("#tab-stuck")
    tab.wait_for("#panel .soft", "By letter statistics 10^-")
    expect(tab.part("#panel .soft").first).to_contain_text("others: unlikely that there is one.")


def test_the_key_after_one_that_opens_a_field_goes_there(opened: Open) -> None:
    tab = opened("CAT\nARE\nBED\n")
    # On a busy machine the next frame comes long after the next key.
    tab.page.evaluate(
        "void (window.requestAnimationFrame = (f) => setTimeout(() => f(performance.now()), 400))"
    )
    written = "[document.activeElement.matches('input, textarea'), document.activeElement.value]"
    for key in (";", "/", "Alt+k", "Alt+i", "Control+s", "Alt+Shift+E"):
        tab.press(key)
        tab.page.keyboard.type("Pet")
        field, text = tab.page.evaluate(written)
        assert (field, text.lower()) == (True, "pet"), key
        tab.press("Escape")
        assert tab.page.evaluate("document.activeElement.role") == "gridcell", key
    tab.press("X")  # as soon as a dialog is closed
    tab.wait_for_letters("XATAREBED")


@pytest.mark.slow
def test_zoomed_in_the_clue_goes_to_its_field(opened: Open) -> None:
    tab = opened("CAT\nARE\nBED\n", viewport={"width": 640, "height": 400})
    tab.press(";")
    tab.page.keyboard.type("Pet")
    expect(tab.part("#clue-text")).to_be_in_viewport()
    expect(tab.part("#clue-text")).to_have_value("Pet")
    tab.press("Escape")
    expect(tab.part("#right")).to_be_hidden()
    tab.press("X")
    tab.wait_for_letters("XATAREBED")


@pytest.mark.slow
def test_clues_puz_and_a_page_to_solve(opened: Open, chromium: Chromium, tmp_path: Path) -> None:
    tab = opened("CAT\nARE\nBED\n")
    tab.press(";")
    tab.page.keyboard.type("Pet & <p>mouser</p>")
    tab.wait_for("#now", "Pet & <p>mouser</p>")
    tab.press("Escape", "Alt+i")
    tab.page.fill("dialog input >> nth=0", "Three by three")
    tab.press("Escape", "Alt+x")
    tab.wait_for("h1", "Three by three")
    tab.wait_until_saved()
    crossword = puz.read(tab.download("dialog a[href*='format=puz']"), "download.puz")
    assert crossword.title == "Three by three"
    assert crossword.clues[0].text == "Pet & <p>mouser</p>"
    assert "".join(square.solution for square in crossword.squares) == "CATAREBED"
    solving = tab.download("dialog a[href$='format=html']")
    path = tmp_path / "solve.html"
    path.write_bytes(solving)
    page = chromium.new_page()
    page.goto(path.as_uri())
    page.keyboard.type("catarebed")
    expect(page.locator("#status")).to_contain_text("Solved in")
    page.close()


@pytest.mark.slow
def test_blocks_bars_circles_and_rebus(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(6).click()
    tab.press(".")
    tab.wait_for_letters("#...#.#...........#.#...#")
    tab.press("Control+z")
    tab.wait_for_letters("#...#...............#...#")
    tab.cell(6).click()
    tab.press("|", "_", "@", "`", "+", "*", "&")
    for name in ("bar-right", "bar-below", "circle", "pinned", "theme", "given"):
        expect(tab.cell(6)).to_have_class(re.compile(rf"\b{name}\b"))
    expect(tab.cell(17)).to_have_class(re.compile("bar-right"))  # mirrored
    tab.press("Escape", "HEART", "Enter")
    expect(tab.cell(6).locator(".t")).to_have_text("HEART")
    document = tab.client.http.get(f"/api/files/{name_of(tab)}/export?format=satcross").json()
    assert "HEART" in json.dumps(document)


@pytest.mark.slow
def test_fill_take_and_undo(opened: Open) -> None:
    tab = opened(MINI)
    tab.press("Control+Enter")
    tab.wait_for("#panel .offer", "Fill:")
    tab.press("Alt+a")
    tab.wait_for("#foot", "full")
    assert re.fullmatch(r"#[A-Z]{3}#[A-Z]{15}#[A-Z]{3}#", tab.letters())
    tab.press("Control+z")
    tab.wait_for_letters("#...#...............#...#")


@pytest.mark.slow
def test_a_region_is_filled_alone(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(5).click()
    for _ in range(4):
        tab.press("Shift+ArrowRight")
    tab.press("Control+Shift+Enter")
    tab.wait_for("#panel .offer", "Fill of the selection: 5 letters")
    tab.press("Alt+a")
    tab.page.wait_for_function(
        "[...document.querySelectorAll('[role=gridcell]')].slice(5, 10).every((cell) =>"
        " cell.querySelector('.t').textContent && !cell.classList.contains('ghost'))"
    )
    letters = tab.letters()[5:10]
    tab.wait_for_letters(f"#...#{letters}{'.' * 10}#...#")


def test_another_fill_is_of_what_the_last_one_was_of(opened: Open) -> None:
    tab = opened("CAT\nARE\nBED\n")
    tab.press("Control+a", "Control+Shift+Enter")
    tab.wait_for("#panel .offer", "Fill of the selection")
    known = ["CATAREBED", tab.letters()]
    tab.press("Alt+n")
    tab.page.wait_for_function(
        """(known) => !known.includes([...document.querySelectorAll(".grid .t")].map((each) =>
        each.textContent).join(""))""",
        arg=known,
    )
    tab.wait_for("#panel .offer", re.compile(r"Fill of the selection: [1-9] letters?"))


@pytest.mark.slow
def test_fills_side_by_side_pinned_in_parts(opened: Open) -> None:
    tab = opened(MINI)
    tab.press("Alt+m")
    expect(tab.part(".shown")).to_have_count(4)
    tab.part(".shown").nth(2).click()
    tab.wait_for("#panel .offer", "Fill C")
    tab.cell(10).click()
    tab.press("Alt+t")
    for at in range(10, 15):
        expect(tab.cell(at)).to_have_class(re.compile("pinned"))
    row = tab.letters()[10:15]
    tab.press("Alt+p")
    tab.wait_for("#panel .offer", "Fill:")
    assert tab.letters()[10:15] == row


@pytest.mark.slow
def test_a_banned_word_is_gone_until_undo(opened: Open) -> None:
    tab = opened(MINI)
    first = tab.part(".candidates.across .word").first
    expect(first).to_be_visible()
    word = first.inner_text().split("\n")[0]
    first.hover()
    tab.part(".candidates.across .ban").first.click()
    expect(
        tab.part(
            ".candidates.across .word",
        ).filter(has_text=re.compile(f"^{word}$"))
    ).to_have_count(0)
    tab.page.click("#tab-words")
    tab.wait_for("#panel .own .banned", word)
    tab.page.click("#top button:has-text('↶')")
    expect(tab.part("#panel .own")).to_have_count(0)


@pytest.mark.slow
def test_a_candidate_is_written_and_found_by_filter(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(5).click()
    tab.press("/")
    tab.page.keyboard.type("s*s")
    expect(tab.part(".candidates.across .word").first).to_have_text(re.compile("^S...S"))
    tab.press("Escape", "Alt+ArrowDown", "Alt+Enter")
    tab.page.wait_for_function("document.querySelector('[data-at=\"5\"] .t').textContent === 'S'")
    assert re.fullmatch("S[A-Z]{3}S", tab.letters()[5:10])


@pytest.mark.slow
def test_two_tabs_stay_in_step(opened: Open) -> None:
    one = opened(MINI)
    two = opened(name=name_of(one))
    one.cell(10).click()
    one.press("CAT")
    two.wait_for_letters("#...#.....CAT.......#...#")
    two.cell(5).click()
    two.press("X")
    one.wait_for_letters("#...#X....CAT.......#...#")
    one.wait_for("#foot .saved", "2 tabs")


@pytest.mark.slow
def test_a_killed_engine_comes_back(opened: Open) -> None:
    tab = opened(MINI)
    tab.wait_for_verdict("Fillable")
    engines = tab.client.http.get("/api/info").json()["open"]
    os.kill(engines[name_of(tab)], KILL)
    tab.press("A")
    tab.wait_for_verdict("Fillable")


@pytest.mark.slow
def test_a_killed_server_loses_nothing(chromium: Chromium, tmp_path: Path) -> None:
    folder = tmp_path / "crosswords"
    folder.mkdir()
    with Server(folder) as server, Client(server) as client:
        tab = Workbench(chromium, client).show_text(MINI, tmp_path)
        tab.cell(5).click()
        tab.press("AB")
        tab.wait_until_saved()
        server.kill()
        tab.wait_for("#foot .trouble", "No connection")
        tab.press("C", "Backspace", "C")  # kept in the page meanwhile
        tab.wait_for_letters("#...#ABC............#...#")
        tab.wait_for("#foot .verdict", "Not searched")
        tab.wait_for("#foot .saved", "Not saved yet")
    port = server.netloc.rpartition(":")[2]
    with Server(folder, "--port", port) as again, Client(again) as client:
        name, _, value = client.cookie.partition("=")
        tab.page.context.add_cookies([{"name": name, "value": value, "url": again.base}])
        expect(tab.part("#foot .trouble")).to_have_count(0)
        tab.wait_until_saved()
        text = client.http.get(f"/api/files/{name_of(tab)}/export?format=text").text
        assert "ABC" in text
    tab.close()


@pytest.mark.slow
def test_from_nothing_to_a_file_by_keyboard_alone(opened: Open, bench: Client) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+Shift+N")
    tab.page.keyboard.type("by hand")
    tab.press("Tab", "5", "Tab", "5", "Enter")
    tab.page.wait_for_url("**/#by%20hand")
    expect(tab.part("[role=gridcell]")).to_have_count(25)
    expect(tab.part("[role=gridcell][tabindex='0']")).to_be_focused()
    tab.press(".")
    tab.wait_for_letters("#" + "." * 23 + "#")
    tab.press("Control+Enter")
    tab.wait_for("#panel .offer", "Fill:")
    tab.press("Alt+a", ";")
    tab.page.keyboard.type("A clue")
    tab.press("Escape")
    tab.wait_for("#now", "A clue")
    tab.wait_for("#foot", "full")
    tab.wait_until_saved()
    tab.press("Alt+x")
    expect(tab.part("dialog a").first).to_be_focused()


@pytest.mark.slow
def test_text_of_files_is_text(opened: Open, bench: Client, tmp_path: Path) -> None:
    evil = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
    path = tmp_path / "evil.ipuz"
    cells = {"dimensions": {"width": 3, "height": 3}, "puzzle": [[1, 2, 3], [4, 0, 0], [5, 0, 0]]}
    clues = {"clues": {"Across": [[1, evil], [4, evil], [5, evil]], "Down": [[1, evil]]}}
    kind = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword#1"]}
    path.write_text(json.dumps({**kind, **cells, **clues, "title": evil, "author": evil}))
    asked: list[str] = []
    tab = opened(name=bench.take_in(path), alone=True)
    tab.page.on("dialog", lambda dialog: asked.append(dialog.message))
    tab.page.click("#tab-clues")
    tab.wait_for("#panel")
    assert asked == []
    assert tab.part("img").count() == 0


@pytest.mark.slow
def test_every_command_has_a_key_of_its_own(opened: Open) -> None:
    tab = opened(OPEN4)
    rows = tab.page.evaluate(
        "import('/page/commands.js').then((m) => m.COMMANDS.map((c) => [c.action, c.keys, c.text]))"
    )
    keys = [key for _, names, _ in rows for key in names.split(" ")]
    assert len(keys) == len(set(keys)) > 60
    assert all(text for *_, text in rows)


@pytest.mark.slow
def test_on_a_phone_there_are_the_grid_and_keys(opened: Open) -> None:
    tab = opened(MINI, viewport=PHONE, has_touch=True, is_mobile=True)
    tab.cell(5).tap()
    for letter in "CAT":
        tab.page.tap(f"[data-key={letter}]")
    tab.wait_for_letters("#...#CAT............#...#")
    width = tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.mark.slow
def test_a_pattern_around_theme_entries_is_one_step(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+Shift+E")
    tab.page.fill("dialog textarea", "cats\ndogs")
    tab.page.fill("dialog [name=cols]", "5")
    tab.page.fill("dialog [name=rows]", "5")
    tab.page.select_option("dialog select", "mini")
    tab.page.click("dialog button:has-text('Show patterns')")
    tab.page.click("dialog .shown >> nth=0")
    expect(tab.part("[role=gridcell]")).to_have_count(25)
    expect(tab.part(".grid .theme")).to_have_count(8)
    letters = "".join(tab.part(".grid .theme .t").all_inner_texts())
    assert sorted(letters) == sorted("CATSDOGS")
    tab.press("Control+z")
    expect(tab.part("[role=gridcell]")).to_have_count(16)


@pytest.mark.slow
def test_a_codeword_of_the_grid_is_judged_and_exported(opened: Open) -> None:
    tab = opened("CAT\nO#A\nBAR\n")
    tab.press("Alt+Shift+C")
    tab.wait_for("dialog", "one solution among")
    tab.wait_for("dialog", "difficulty")
    tab.page.fill("dialog [name=difficulty]", "1")
    tab.wait_for("dialog", "difficulty 1 of 5")
    assert tab.page.evaluate("document.querySelector('dialog img').naturalWidth") > 0
    page = tab.download("dialog a[href$='codeword.html']").decode()
    assert "<html" in page
    assert tab.download("dialog a[href$='codeword.pdf']").startswith(b"%PDF")
    tab.press("Escape")
    expect(tab.part("dialog")).to_have_count(0)


@pytest.mark.slow
def test_a_fill_in_and_a_jigsaw_of_the_grid_by_keys(opened: Open) -> None:
    tab = opened("CAT\nO#A\nBAR\n", viewport={"width": 390, "height": 800})
    tab.press("Alt+Shift+C")
    kind = tab.page.get_by_role("combobox", name="Puzzle")
    expect(kind).to_be_focused()
    tab.page.keyboard.type("Fill")
    tab.wait_for("dialog", "4 words, 1 entry given (")
    assert tab.page.evaluate("document.querySelector('dialog').scrollWidth") <= 390
    assert "BAR" in tab.download("dialog a[href$='fill-in.html']").decode()
    assert tab.download("dialog a[href$='fill-in.pdf']").startswith(b"%PDF")
    assert json.loads(tab.download("dialog a[href$='fill-in.ipuz']"))["kind"]
    kind.focus()
    tab.press("Tab", "Tab")
    tab.page.keyboard.type("3")
    tab.wait_for("dialog", "3 entries given")
    tab.press("Shift+Tab", "Space")
    tab.wait_for("dialog", "No entry has a clue.")
    assert json.loads(tab.download("dialog a[href$='jigsaw.json']"))["kind"] == "jigsaw"
    expect(tab.part("dialog a[href$='ipuz']")).to_have_count(0)


@pytest.mark.slow
def test_what_does_not_go_together_in_a_form_cannot_be_chosen(opened: Open) -> None:
    tab = opened("CAT\nO#A\nBAR\n")
    tab.press("Alt+Shift+C")
    tab.page.get_by_role("combobox", name="Puzzle").select_option("diagramless")
    order = tab.page.get_by_role("checkbox", name="Any order")
    expect(order).to_be_disabled()
    tab.wait_for("dialog", "4 entries; told")
    tab.page.get_by_role("checkbox", name="Carte blanche").check()
    order.check()
    tab.page.fill("dialog [name=told]", "circles")
    tab.wait_for("dialog", "circles")
    tab.page.fill("dialog [name=told]", "nothing")
    tab.wait_for("dialog", "4 entries; told: nothing")
    assert tab.download("dialog a[href$='carte-blanche.html']")
    tab.press("Escape")
    expect(tab.part("dialog")).to_have_count(0)


@pytest.mark.slow
def test_an_unfinished_grid_is_exported_with_a_warning(opened: Open) -> None:
    tab = opened("CAT\nXRQ\nBE.\n")
    tab.wait_for("#foot", "1 of 9 cells empty")
    tab.press("Alt+x")
    warning = tab.wait_for("dialog .warning", "1 cell is empty")
    expect(warning).to_contain_text("2 entries are in no list (4A, 1D)")
    expect(warning).to_contain_text("there is no title")
    assert tab.download("dialog a[href*='format=puz']")
    tab.press("Escape", "Alt+i")
    tab.page.fill("dialog input >> nth=0", "Three by three")
    tab.press("Escape")
    for cell, letter in ((3, "A"), (5, "E"), (8, "D")):
        tab.cell(cell).click()
        tab.press(letter)
    tab.wait_for("#foot", "full")
    tab.press("Alt+x")
    expect(tab.part("dialog .warning")).to_have_text("Not finished: no clue is written.")


@pytest.mark.slow
def test_an_export_says_what_it_leaves_out(opened: Open) -> None:
    tab = opened("...\n.|..\n...\n")
    tab.press("Alt+x")
    tab.download("dialog a[href*='format=puz']")
    tab.wait_for(".notice", re.compile(r"\.puz is written\. Left out: .*bar"))


@pytest.mark.slow
def test_the_export_dialog_offers_every_format_that_is_written(opened: Open) -> None:
    tab = opened("...\n.#.\n...\n")
    tab.press("Alt+x")
    links = tab.page.locator("dialog .exports a.button")
    expect(links.first).to_be_visible()
    hrefs = [link.get_attribute("href") or "" for link in links.all()]
    for name in NAMES:
        assert any(href.endswith(f"format={name}") for href in hrefs), name
    assert tab.download("dialog a[href$='format=qxw']").startswith(b"#QXW2")
    assert b"exolve-begin" in tab.download("dialog a[href$='format=exolve']")


@pytest.mark.slow
def test_it_can_be_installed_as_an_app(opened: Open) -> None:
    tab = opened(OPEN4)
    browser = tab.page.context.new_cdp_session(tab.page)
    found = browser.send("Page.getAppManifest")
    assert (found["errors"], found["manifest"]["name"]) == ([], "satcross")
    errors = browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [each["errorId"] for each in errors] == ["in-incognito"]  # as every page of a test is
