"""Everything that the page offers, each thing in a real Chromium; and how it looks to axe-core."""

from __future__ import annotations

import io
import itertools
import json
import re
import zipfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, expect
from support.browser import DESK, PHONE, violations
from support.workbench_client import Browser as Client
from support.workbench_page import Open, Workbench

from satcross.apps.workbench.document import new_document, public
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.server import PAGE
from satcross.errors import InputError
from satcross.model.grid import Grid
from satcross.pattern.symmetry import Symmetry
from satcross.words import WordList

pytestmark = pytest.mark.slow

OPEN4 = "....\n....\n....\n....\n"
MINI = "#...#\n.....\n.....\n.....\n#...#\n"
ONCE: tuple[dict[str, Any], ...] = (
    {"edit": "letters", "cells": {"0": "A", "1": "ON|OFF", "2": "B", "9": "C"}},
    {"edit": "pin", "cells": [0], "on": True},
    {"edit": "kind", "cells": [4], "kind": "block", "symmetric": False},
    {"edit": "bars", "below": [0, 1], "on": True},
    {"edit": "clue", "key": "across-0", "text": "Pet", "drafts": ["Cat"]},
    {"edit": "override", "words": {"CAT": 40, "DOG": 0}},
)
AT_ONCE: tuple[dict[str, Any], ...] = (
    *ONCE,
    {"edit": "letters", "cells": {"0": "", "3": "X"}},
    {"edit": "kind", "cells": [4, 5], "kind": "open", "symmetric": True},
    {"edit": "kind", "cells": [0, 3], "kind": "void", "symmetric": False},
    {"edit": "bars", "below": [1], "right": [0], "on": False},
    {"edit": "circle", "cells": [0, 4], "on": True},
    {"edit": "given", "cells": [0], "on": True},
    {"edit": "theme", "cells": [3, 4], "on": True},
    {"edit": "shade", "cells": [3, 4], "shade": "#a0b0c0"},
    {"edit": "clear", "what": "letters"},
    {"edit": "clear", "what": "all", "cells": [0, 1]},
    {"edit": "about", "title": "One", "notes": ""},
    {"edit": "clue", "key": "across-0", "text": "Dog"},
    {"edit": "clue", "key": "across-0", "enumeration": "2,3", "annotation": "An anagram"},
    {"edit": "clue", "key": "down-0", "text": "Mac", "markup": "<i>Mac</i>"},
    {"edit": "lists", "lists": ["builtin"]},
    {"edit": "min_score", "min_score": None},
    {"edit": "override", "words": {"CAT": None, "EMU": 3}},
    {"edit": "rules", "allow_repeats": True, "rebus": ["STAR"]},
)
"""Edits that the page shows before the server has answered."""
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
    "remarks": "[role=tab]",
    "ban": ".words .ban",
    "ban here": ".words .ban",  # with Shift
    "favourite": ".words .favour",
    "next panel": "[role=tab]",
    "previous panel": "[role=tab]",
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
    # In dialogs, in what is offered where there is a fill, or what a tab shows.
    assert actions - seen - set(BY_MOUSE) == {
        "accept", "accept entry", "pin entry", "cancel", "why", "puzzle", "check",
        "look up", "rules",
    }  # fmt: skip
    tab.press("Control+k")
    look()
    assert actions - seen == {"arrow", "select"}
    for selector in BY_MOUSE.values():
        expect(tab.part(selector).first).to_be_attached()


def shown(data: Any) -> Any:
    """JSON of a document without what is at its default, lists of cells in order."""
    if isinstance(data, dict):
        data = {key: shown(value) for key, value in data.items() if value != "open"}
        return {key: value for key, value in data.items() if value or value == 0}
    if isinstance(data, list) and all(isinstance(each, int) for each in data):
        return sorted(data)
    return [shown(each) for each in data] if isinstance(data, list) else data or None


def test_the_page_shows_at_once_what_the_server_makes(opened: Open) -> None:
    tab = opened(OPEN4)
    editor = Editor(WordOptions())
    code = """([doc, edits]) => import('/page/edits.js').then((m) =>
        edits.map((edit) => m.isKnown(edit) && m.applied(doc, edit)))"""
    for symmetry, (rows, cols) in itertools.product(Symmetry, ((4, 4), (3, 6))):
        document = new_document(rows, cols)
        with suppress(InputError):  # diagonals need a square
            document = editor.edit(document, {"edit": "symmetry", "symmetry": symmetry.value})
        for edit in ONCE:
            document = editor.edit(document, edit)
        edits: list[dict[str, Any]] = [*AT_ONCE] if symmetry is Symmetry.NONE else []
        for at in range(rows * cols):
            edits.append({"edit": "kind", "cells": [at], "kind": "block", "symmetric": True})
            sides = {
                "right": [at] * (at % cols < cols - 1),
                "below": [at] * (at < cols * (rows - 1)),
            }
            edits.append({"edit": "bars", **sides, "on": True, "symmetric": True})
        page = public(document.data()) | document.drawn()
        for edit, found in zip(edits, tab.page.evaluate(code, [page, edits]), strict=True):
            del found["mirrors"]
            expected = public(editor.edit(document, edit).data())
            for clue in expected["clues"].values():
                clue.pop("word", None)  # which the server says
            assert shown(found) == shown(expected), (symmetry, edit)


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


# What keyboards send where a key is dead, is elsewhere, or needs AltGr: the place of the key has
# its name on a US keyboard.
LAYOUTS = {
    "alt on a US keyboard": ("Alt+V", {"key": "v", "code": "KeyV", "altKey": True}),
    "alt is a dead key on a Mac": ("Alt+N", {"key": "Dead", "code": "KeyN", "altKey": True}),
    "alt types on a Mac": ("Alt+S", {"key": "ß", "code": "KeyS", "altKey": True}),
    "Z is elsewhere in German": ("Alt+Z", {"key": "z", "code": "KeyY", "altKey": True}),
    "A is elsewhere in French": ("Alt+A", {"key": "a", "code": "KeyQ", "altKey": True}),
    "AltGr in German on Windows": (
        "@", {"key": "@", "code": "KeyQ", "altKey": True, "ctrlKey": True, "modifierAltGraph": True}
    ),
    "AltGr in French on Linux": ("|", {"key": "|", "code": "Digit6", "modifierAltGraph": True}),
    "a dead key alone": ("Shift+DEAD", {"key": "Dead", "code": "Backquote", "shiftKey": True}),
}  # fmt: skip


def test_keys_have_the_same_names_on_every_keyboard(opened: Open) -> None:
    tab = opened(OPEN4)
    for layout, (name, event) in LAYOUTS.items():
        found = tab.page.evaluate(
            """async (event) => (await import('/page/keyboard.js')).keyName(
            new KeyboardEvent('keydown', event))""",
            event,
        )
        assert found.upper() == name.upper(), layout


def test_no_command_needs_a_dead_key(opened: Open) -> None:
    tab = opened(OPEN4)
    commands = tab.page.evaluate(
        "import('/page/commands.js').then((m) => m.COMMANDS.map((c) => [c.action, c.keys]))"
    )
    dead = set("`~^´¨'\"")  # on US international, UK extended, German, French, Spanish, ...
    assert [action for action, keys in commands if set(keys.split(" ")) <= dead] == []
    tab.press("Alt+v")
    expect(tab.cell(0)).to_have_class(re.compile("void"))
    tab.cell(5).click()
    tab.press("Alt+s")
    expect(tab.cell(5)).to_have_attribute("style", re.compile("."))
    tab.press("?")
    for text, key in (("Void", "Alt+V"), ("Shade, in", "Alt+S")):
        expect(tab.part("dialog tr").filter(has_text=text)).to_contain_text(key)


def focused(tab: Workbench) -> str:
    """Which part of the page has the focus: the id of its region, and its role or name."""
    return str(
        tab.page.evaluate(
            """(() => { const on = document.activeElement;
            const part = on.closest('#grid, #left, #right, #top');
            return [part?.id, on.type ?? on.role ?? '', on.className].join(' ').trim(); })()"""
        )
    )


def test_the_filter_leads_to_the_candidates_and_on(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(5).click()
    expect(tab.part(".candidates.across .word").nth(2)).to_be_visible()
    for part in ("left search", "right button", "top", "grid"):
        tab.press("F6")
        assert focused(tab).startswith(part)
    tab.press("F6")
    words = tab.part(".candidates.across .word")
    tab.page.keyboard.type("s*s")
    expect(words.first).to_have_text(re.compile("^S...S"))
    tab.press("ArrowDown")
    expect(words.nth(0)).to_be_focused()
    tab.press("ArrowDown", "ArrowUp")
    expect(words.nth(0)).to_be_focused()
    tab.press("ArrowUp")
    expect(tab.part(".candidates.across input")).to_be_focused()
    expect(tab.part("#foot .doing")).to_have_text("")  # now none moves
    wanted = words.first.inner_text().split("\n")[0].split(" ")[0]
    tab.press("Enter")
    tab.wait_for_letters(f"#...#{wanted}..........#...#")
    assert focused(tab).startswith("grid")


def test_enter_takes_what_the_filter_says_at_once(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(5).click()
    expect(tab.part(".candidates.across .word").nth(2)).to_be_visible()
    tab.press("/")
    tab.page.keyboard.type("water")  # the list comes after Enter
    tab.press("Enter")
    tab.wait_for_letters("#...#WATER..........#...#")
    tab.press("/")
    tab.page.keyboard.type("[ab")
    tab.wait_for(".candidates.across .hint", "not closed")


def around(tab: Workbench, phrases: str, cols: int, preset: str) -> None:
    """Open the dialog about patterns around theme entries, and fill it in."""
    tab.press("Alt+Shift+E")
    tab.page.fill("dialog textarea", phrases)
    tab.page.fill("dialog [name=cols]", str(cols))
    tab.page.fill("dialog [name=rows]", str(cols))
    tab.page.select_option("dialog [name=preset]", preset)


def assert_in_sight(tab: Workbench, part: Locator) -> None:
    """Wait until all of a part of a dialog is seen, above the buttons at its foot."""
    expect(part).to_be_in_viewport(ratio=1)
    box, foot = part.bounding_box(), tab.part("dialog .dialog-foot").bounding_box()
    assert box
    assert foot
    assert box["y"] + box["height"] <= foot["y"]


def test_that_something_is_searched_for_is_seen_in_a_small_window(opened: Open) -> None:
    tab = opened(OPEN4, viewport={"width": 640, "height": 400})
    around(tab, "\n".join(f"{letter * 13}" for letter in "abcdefghi"), 15, "nyt")
    tab.part("dialog button.main").press("Enter")
    assert_in_sight(tab, tab.part("dialog p[role=status]"))


def test_it_is_seen_what_a_search_around_a_theme_does(opened: Open) -> None:
    """What is known changes, also where nothing is filled; the search can be stopped."""
    tab = opened(OPEN4)
    theme = "middleagedman\npaulreiser\nneverending\nnightwatchman\nintervenes"
    around(tab, theme, 15, "nyt")
    tab.page.click("dialog button:has-text('A finished grid')")
    told = tab.part("dialog p[role=status] + p")
    expect(told).to_contain_text("Placing the theme; ")
    expect(told).to_contain_text("patterns and places were refuted")
    before = told.inner_text()
    expect(told).not_to_have_text(before)
    tab.part("dialog p[role=status] button").press("Enter")
    expect(tab.part("dialog [role=status]")).to_have_count(0)
    expect(told).to_have_count(0)
    tab.page.click("dialog button:has-text('A finished grid')")
    expect(told).to_contain_text("Placing the theme; ")
    tab.page.evaluate("""() => {
        window.sent = [];
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) {
            window.sent.push(JSON.parse(text).type);
            send.call(this, text);
        };
    }""")
    tab.press("Escape")  # whoever closes the dialog does not wait for it
    expect(tab.part("dialog")).to_have_count(0)
    assert "cancel" in tab.page.evaluate("window.sent")


def test_offers_are_seen_while_the_search_goes_on(opened: Open) -> None:
    tab = opened(OPEN4)
    for question, asked in (("make", "made"), ("theme_patterns", "patterns")):
        seen = tab.page.evaluate(
            """async ([question, name]) => {
            const { Found } = await import('/page/patterns.js');
            const { html, render } = await import('/page/vendor/preact-htm.js');
            const other = { rows: ['..#'], slots: {}, words: 1, text: 'without BANANA' };
            const step = { rule: '10x9 cells', at: 2, of: 5 };
            const known = { others: [other], without: ['cheaters'], step, progress: 'Placing it' };
            const answer = { done: false, outcome: '', text: '', rows: [], patterns: [], ...known };
            const state = { answers: { [name]: answer } };
            const app = { state, info: {}, isAsking: (...all) => all.includes(question) };
            const root = document.createElement('div');
            document.body.append(root);
            render(html`<${Found} app=${app} state=${state} />`, root);
            const seen = [root.querySelectorAll('button.shown').length, root.textContent];
            root.remove();
            return seen;
            }""",
            [question, asked],
        )
        assert seen[0] == 1
        for text in ("Trying one change, 2 of 5: 10x9 cells…", "Placing it", "without BANANA",
                     "Tried, and nothing found: cheaters."):  # fmt: skip
            assert text in seen[1]
        assert "No grid was found" not in seen[1]


@pytest.mark.parametrize("size", [DESK, PHONE, {"width": 640, "height": 400}])
def test_a_finished_grid_shows_its_letters_and_is_seen_whole(opened: Open, size: Any) -> None:
    tab = opened(OPEN4, viewport=size)
    around(tab, "cats\ndogs", 5, "mini")
    tab.page.click("dialog button:has-text('A finished grid')")
    made = tab.part("dialog .shown").first
    assert_in_sight(tab, made)
    tab.wait_for("dialog .soft >> text=A press puts it into the crossword")
    letters = "".join(made.locator("text").all_text_contents())
    expect(made.locator(".d")).to_have_count(8)  # only the theme is tinted
    made.click()
    expect(tab.part("[role=gridcell]")).to_have_count(25)
    tab.wait_for("#foot", "full")
    assert letters == tab.letters().replace("#", "")


@pytest.mark.parametrize("button", ["Show patterns", "A finished grid"])
def test_where_nothing_is_found_other_rules_are_tried_and_offered(
    opened: Open, button: str
) -> None:
    tab = opened(OPEN4)
    around(tab, "cats\nroses", 5, "mini")  # CATS has no partner
    tab.page.click(f"dialog button:has-text('{button}')")
    tab.wait_for("dialog", "cannot be placed")
    offered = tab.part("dialog .shown")
    unpaired = offered.filter(has_text="with theme entries that are not in pairs")
    expect(unpaired).to_have_count(1)
    letters = "".join(unpaired.locator("text").all_text_contents())
    assert len(letters) == 9 if button == "Show patterns" else len(letters) > 20
    expect(offered).to_have_count(offered.filter(has_text="has a fill: lowest").count())
    expect(tab.part("dialog [role=status]")).to_have_count(0)
    expect(tab.part("dialog")).to_contain_text("Tried, and nothing found:")
    unpaired.click()
    expect(tab.part(".grid .theme")).to_have_count(9)


def test_cheaters_that_are_not_wanted_are_counted(opened: Open) -> None:
    tab = opened(OPEN4)
    counts = tab.page.evaluate(
        """async () => {
        const { Dialogs } = await import('/page/dialogs.js');
        const { html, render } = await import('/page/vendor/preact-htm.js');
        const { ACTIONS, START } = await import('/page/state.js');
        const doc = { rows: 1, cols: 3, cells: [{}, {}, {}], name: 'x' };
        const found = { rows: ['..#'], slots: {}, blocks: 1, words: 1, n_cheaters: 1 };
        const patterns = { patterns: [found, { ...found, n_cheaters: 0 }], outcome: 'found' };
        const state = { ...START, doc, answers: { lists: [], patterns } };
        state.view = { ...state.view, dialog: { name: 'theme_patterns' } };
        const app = { state, info: {}, isAsking: () => false, dispatch: () => {} };
        const root = document.createElement('div');
        document.body.append(root);
        render(html`<${Dialogs} app=${app} state=${state} />`, root);
        const texts = [...root.querySelectorAll('.shown span')].map((each) => each.textContent);
        root.remove();
        return texts;
        }"""
    )
    assert counts == ["1 block · 1 word · 1 cheater", "1 block · 1 word"]


def test_words_are_looked_up_rescored_and_added(opened: Open, bench: Client) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+k")
    tab.page.keyboard.type("zqzx")
    tab.press("Enter")
    tab.wait_for("#panel", "0 words")
    tab.page.click("#panel button:has-text('Add ZQZX')")
    changed = tab.part("#panel .own").last  # what is looked up is listed above
    expect(changed).to_contain_text("ZQZX")
    changed.locator("[aria-label='Score of ZQZX']").fill("77")
    tab.press("Escape", "/")
    tab.page.keyboard.type("zq*")
    row = tab.part(".candidates.across li").first
    expect(row.locator(".word")).to_have_text("ZQZX")
    expect(row.locator(".score")).to_have_text("77")
    tab.press("Escape", "Control+z", "Control+z")
    expect(tab.page.locator("#panel .own", has_text="ZQZX")).to_have_count(0)


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
    expect(tab.part("#left [data-action=lists]")).to_contain_text("90 or more")
    expect(count).not_to_have_text(f"{before:,} fit")
    expect(count).to_contain_text("fit")
    assert int(count.inner_text().split()[0].replace(",", "")) < before
    tab.press("Control+z")
    expect(count).to_have_text(f"{before:,} fit")


def test_any_rule_can_be_written_as_text(opened: Open) -> None:
    tab = opened(MINI)
    tab.wait_for_verdict("Fillable")
    tab.press("Alt+Shift+R")
    tab.page.click("#panel summary:has-text('as text')")
    rules = tab.page.get_by_label("Other rules, one a line")
    rules.fill("somewhere Z\nslot nina: r1c2-r3c4\n")
    rules.blur()
    expect(rules).to_have_value("cell=Z\nslot nina: r1c2-r3c4")
    tab.press("Escape")
    tab.wait_for_verdict("Fillable")
    rules.fill("no rule at all")
    rules.blur()
    expect(tab.part("body")).to_contain_text("is not a rule")
    expect(rules).to_have_value("cell=Z\nslot nina: r1c2-r3c4")
    rules.fill("cell=Z\n~cell=Z")
    rules.blur()
    tab.press("Escape")
    tab.wait_for_verdict("Impossible")
    tab.page.click("#tab-fills")
    tab.page.click("#tab-stuck")
    expect(tab.part("#panel")).to_contain_text("the rule 'cell=Z' and the rule '~cell=Z'")
    expect(tab.part("#panel")).to_contain_text("These rules are the whole reason")
    tab.page.get_by_role("button", name="Try").first.click()
    tab.wait_for_verdict("Fillable")
    tab.press("Alt+Shift+R")
    expect(rules).to_have_value("~cell=Z")


def test_pointing_shows_the_fill_of_a_word_or_letter(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(5).click()
    good = tab.part(".candidates.across .good").nth(3)
    expect(good).to_be_visible()
    good.hover()  # from now on none moves
    word = tab.part(".candidates.across li:hover .word").inner_text().split()[0]
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


def test_fills_stay_in_their_places_while_they_are_taken(opened: Open) -> None:
    tab = opened(MINI)
    tab.press("Alt+m")
    shown = tab.part(".shown")
    expect(shown).to_have_count(4)
    tab.wait_for("#panel", "cells are empty")
    names = shown.all_inner_texts()

    def places() -> list[object]:
        return [each.bounding_box() for each in shown.all()]

    first = places()
    for at in (0, 2):
        shown.nth(at).click()  # the pointer stays there
        tab.wait_for("#panel .offer", f"Fill {'ABCD'[at]}")
        assert places() == first
        tab.page.click("#panel .offer [data-action=accept]")
        tab.wait_for("#foot", "full")
        tab.page.wait_for_timeout(300)
        assert places() == first
        assert shown.all_inner_texts() == names
        letters = tab.letters()
        shown.nth(1).hover()
        assert tab.letters() != letters
        tab.part("h1").hover()
        assert tab.letters() == letters
    tab.press("Control+z")
    tab.page.wait_for_timeout(300)
    assert places() == first
    tab.cell(1).click()
    tab.press("Q")
    expect(shown).to_have_count(0)


def test_fills_against_pinned_letters_cannot_be_taken(opened: Open) -> None:
    tab = opened(MINI)
    tab.press("Alt+m")
    shown = tab.part(".shown")
    expect(shown).to_have_count(4)
    shown.nth(2).click()
    tab.cell(10).click()
    tab.press("Alt+t")
    for at in range(10, 15):
        expect(tab.cell(at)).to_have_class(re.compile("pinned"))
    row = tab.letters()[10:15]
    expect(shown).to_have_count(4)
    for each in shown.all():
        drawn = "".join(each.locator("text").all_text_contents())[8:13]
        assert each.is_disabled() == (drawn != row)
    assert shown.nth(2).is_enabled()


@cache
def words() -> WordList:
    return WordList.builtin(min_score=0)


def runs(rows: list[str]) -> set[str]:
    """What stands between blocks and edges, across and down."""
    lines = rows + ["".join(column) for column in zip(*rows, strict=True)]
    return {run for line in lines for run in line.split("#") if len(run) > 1}


def test_a_correction_shows_the_grid_as_it_would_be(opened: Open) -> None:
    tab = opened("ABLE#\nQQQQQ\n.....\n.....\n#....\n")
    tab.wait_for_verdict("Impossible")
    tab.page.click("#tab-stuck")
    expect(tab.part(".fixes li").filter(has_text="Free 1A").first).to_be_visible()
    expect(tab.part("#panel")).to_contain_text(re.compile(r"\d found\."))  # and no more come
    shown: dict[str, str] = {}
    for each in tab.part(".fixes li").all():
        each.hover()
        tab.page.wait_for_timeout(50)
        shown[each.locator("span").inner_text()] = tab.letters()
    assert any("Free 5A" in text for text in shown)
    assert any("Free 1A" in text for text in shown)
    for text, letters in shown.items():
        assert "." not in letters, text
        rows = [letters[start : start + 5] for start in range(0, 25, 5)]
        unknown = [word for word in runs(rows) if word not in words()]
        assert all(word in text or word == "QQQQQ" for word in unknown), (text, rows)
        if "Free 5A" in text:
            assert "QQQQQ" not in rows
    tab.cell(0).hover()
    assert tab.letters().startswith("ABLE#QQQQQ")


def test_a_correction_shows_the_block_that_it_sets(opened: Open) -> None:
    tab = opened(OPEN4)
    looks = tab.page.evaluate(
        """async () => {
        const { ACTIONS, START } = await import('/page/state.js');
        const { looksOf } = await import('/page/cells.js');
        const cells = [...'CATS'].map((letter) => ({ letter }));
        const bars = { bars_right: [], bars_below: [] };
        const doc = { rows: 1, cols: 4, cells, clues: {}, ...bars, mirrors: [] };
        const changes = [{ edit: 'kind', cells: [3], kind: 'block', symmetric: true }];
        const hover = { key: 'correction 0', cells: ['B', 'A', 'T', null], changes };
        const looks = looksOf(ACTIONS.hover({ ...START, doc }, hover));
        return looks.map((look) => [look.text, look.className]);
        }"""
    )
    assert [text for text, _ in looks] == ["B", "A", "T", ""]
    assert ["ghost" in name.split() for _, name in looks] == [True, False, False, False]
    assert ["block" in name.split() for _, name in looks] == [False, False, False, True]


def test_a_candidate_for_a_full_entry_shows_its_fill(opened: Open) -> None:
    tab = opened(".....\n.....\n.....\n")
    tab.press("CATER", "Home", "Alt+g")
    other = tab.part(".candidates.across .good:not(.in-grid)").nth(1)
    expect(other).to_be_visible()
    other.hover()
    word = other.locator(".word").inner_text().split()[0]
    tab.page.wait_for_function(
        """(word) => [...document.querySelectorAll('.t')].slice(0, 5).map((t) => t.textContent)
        .join('') === word""",
        arg=word,
    )
    letters = tab.letters()
    assert all(word in words() for word in runs([letters[:5], letters[5:10], letters[10:]]))


def test_a_dead_candidate_says_why(opened: Open) -> None:
    tab = opened("J..X\n....\n....\n....\n")
    tab.page.wait_for_function(
        """() => {
            const list = document.querySelector(".candidates.down .words");
            list.scrollTo(0, list.scrollHeight);  // words that no fill has come last
            return list.querySelector(".dead");
        }""",
        polling=200,
    )
    tab.part(".candidates.down .dead .mark").first.click()
    tab.wait_for("#panel .lead", "at 1 Down: ")
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
    tab.press("Home", "|", "Alt+h")
    expect(tab.part("dialog .history .edge").first).not_to_have_css("display", "none")
    tab.page.click("dialog .history button:has-text('two letters')")
    tab.press("Escape")
    tab.wait_for_letters("AB..............")
    tab.press("Control+z", "Control+z")
    tab.wait_for_letters("ABCD............")


def test_numbers_show_their_cells(opened: Open) -> None:
    tab = opened("CAT\nA#E\nBED\n")
    tab.page.click("#tab-check")
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
    if ending == "txt":
        tab.page.click("dialog summary")
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
    tab.press("Alt+Shift+R")
    tab.page.fill("#rule-rebus", "star, heart")
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


def pixel(tab: Workbench, x: float, y: float) -> tuple[int, ...]:
    """The colour of the page at a place."""
    image = Image.open(io.BytesIO(tab.page.screenshot())).convert("RGB")
    found = image.getpixel((int(x), int(y)))
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_bars_are_visible_at_the_cursor(opened: Open, scheme: str) -> None:
    tab = opened("....\n....\n....\n....\n", color_scheme=scheme, reduced_motion="reduce")
    tab.cell(5).click()
    tab.press("|", "_")
    box = tab.cell(5).bounding_box()
    right = (box["x"] + box["width"] - 1.5, box["y"] + box["height"] / 2)
    below = (box["x"] + box["width"] / 2, box["y"] + box["height"] - 1.5)
    at_cursor = [pixel(tab, *right), pixel(tab, *below)]
    ground = pixel(tab, box["x"] + box["width"] / 2, box["y"] + box["height"] - 6)
    assert all(abs(sum(bar) - sum(ground)) > 200 for bar in at_cursor)
    tab.cell(15).click()
    assert at_cursor == [pixel(tab, *right), pixel(tab, *below)]


def test_thumbnails_show_all_letters_of_a_rebus(opened: Open) -> None:
    tab = opened(MINI)
    tab.cell(5).click()
    tab.press("Escape", "HEART", "Enter")
    tab.press("Alt+Shift+R")
    tab.page.fill("#rule-rebus", "heart")
    tab.press("Enter", "Escape")
    texts = tab.page.evaluate(
        """async () => {
        const { Thumb } = await import('/page/ui.js');
        const { html, render } = await import('/page/vendor/preact-htm.js');
        const root = document.createElement('div');
        root.style.width = '300px';
        document.body.append(root);
        const cells = [{ letter: 'HEART' }, {}];
        const doc = { rows: 1, cols: 2, cells, bars_right: [], bars_below: [] };
        render(html`<${Thumb} doc=${doc} cells=${{ 1: 'A' }} isMarked=${() => false} />`, root);
        const cell = root.querySelector('svg').getBoundingClientRect().width / 2;
        const found = [...root.querySelectorAll('text')].map((each) =>
          [each.textContent, each.getBoundingClientRect().width < cell]);
        root.remove();
        return found;
        }"""
    )
    assert texts == [["HEART", True], ["A", True]]


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_rules_are_read_in_full(opened: Open, viewport: dict[str, int]) -> None:
    tab = opened(OPEN4, viewport=viewport)
    presets = tab.client.http.get("/api/info").json()["presets"]
    for key in ("#", "Alt+Shift+E", "Alt+Shift+N"):
        tab.press(key)
        choice = tab.page.get_by_role("combobox", name=re.compile("ules"))
        for name, facts in presets.items():
            choice.select_option(label=facts["title"])
            assert choice.input_value() == name
            told = tab.wait_for("dialog .rules, dialog .about", facts["text"])
            shape = told.evaluate("(told) => told.getBoundingClientRect().toJSON()")
            assert 0 <= shape["left"] < shape["right"] <= viewport["width"]
        assert choice.evaluate("(one) => one.scrollWidth <= one.clientWidth + 20")
        tab.press("Escape")


def test_an_answer_stays_in_the_list_of_clues(opened: Open) -> None:
    tab = opened("CAT\nARE\nBED\n")
    tab.press(";")
    tab.page.keyboard.type("Pet")
    first = tab.part(".clue-list li").first
    expect(first).to_contain_text("Pet")
    expect(first).to_contain_text("CAT")
    expect(tab.part(".clue-list li")).to_have_count(6)


CONTRASTS = """() => {
  const root = document.querySelector("#grid");
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (parts) => {
    const [r, g, b] = parts.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const ratio = (a, b) => Math.max(light(a), light(b)) / Math.min(light(a), light(b));
  const cell = root.querySelector("[role=gridcell]");
  const [number, text] = cell.children;
  cell.style.transition = "none";
  const heat = getComputedStyle(root).getPropertyValue("--heat").trim().split(" ").map(Number);
  const found = [];
  for (const shade of ["", "#d3d3d3"])
    for (const tint of ["", "h1", "h2", "h3", "why", "dead"])
      for (const place of ["", "in", "x", "cur", "sel", "marked", "in sel", "in marked", "x marked"])
        for (const letter of ["", "ghost", "ghost fresh", "forced", "pinned", "theme", "given", "circle"])
          for (const unknown of ["", "unknown"]) {
            cell.className = ["open", tint, place, letter, unknown].filter(Boolean).join(" ");
            if (shade) cell.style.setProperty("--shade", shade);
            else cell.style.removeProperty("--shade");
            // A hatched cell has lines of 13 % of the heat.
            const ground = rgb(getComputedStyle(cell).backgroundColor);
            const isHatched = getComputedStyle(cell).backgroundImage !== "none";
            const behind = isHatched ? ground.map((part, i) => 0.87 * part + 0.13 * heat[i]) : ground;
            for (const part of [number, text]) {
              const value = ratio(rgb(getComputedStyle(part).color), behind);
              if (value < 4.5) found.push(`${part.className} in ${cell.className} ${shade}: ${value.toFixed(2)}`);
            }
          }
  return found;
}"""  # noqa: E501 (a script)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_letters_and_numbers_are_legible_on_every_tint(opened: Open, scheme: str) -> None:
    tab = opened(OPEN4, color_scheme=scheme)
    assert tab.page.evaluate(CONTRASTS) == []


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
    tab.press("Escape", "Alt+ArrowDown", "Alt+Shift+F", "Alt+Shift+R")
    expect(tab.part(".favourites button").first).to_be_visible()
    tab.part("select[aria-label='An example']").select_option(
        label="Treated entries: a number of them"
    )
    expect(tab.part("#rule-fields select").first).to_be_focused()
    look(tab, "a favourite, and a rule with fields")
    tab.press("Escape")
    tab.page.click("#tab-check")
    tab.page.click("#tab-statistics")
    tab.part(".figures dd button").first.click()
    look(tab, "statistics")
    tab.press("Alt+k")
    tab.page.keyboard.type("s?l*")
    tab.press("Enter")
    expect(tab.part(".own li").nth(3)).to_be_visible()
    look(tab, "words")
    tab.press("Escape")
    tab.page.click("#top summary:has-text('Grid')")
    look(tab, "menu")
    tab.press("Escape")
    for key in ("Alt+x", "Alt+l", "Alt+h", "Alt+z", "Alt+i", "Control+o", "Control+s", "#", "?",
                "Alt+Shift+N", "Alt+Shift+E", "Alt+Shift+L"):  # fmt: skip
        tab.cell(12).focus()
        tab.press(key)
        tab.wait_for("dialog")
        look(tab, key)
        tab.press("Escape")
    tab = opened("CAT\nO#A\nBAR\n", color_scheme=scheme)
    tab.press("Alt+Shift+C")
    tab.wait_for("dialog", "one solution among")
    look(tab, "codeword")
    for kind, text in (("fill-in", "one solution: proved"), ("diagramless", "one grid: proved")):
        tab.page.get_by_role("combobox", name="Puzzle").select_option(kind)
        tab.wait_for("dialog", text)
        look(tab, kind)
    assert faults == []


ZOOMED = {"width": 640, "height": 400}  # 1280x800 at 200 %
TINY = {"width": 320, "height": 200}  # and at 400 %
SMALL = {"width": 360, "height": 640}
ACROSS = {"width": 844, "height": 390}


def is_in_view(tab: Workbench, selector: str) -> bool:
    """Whether the middle of an element is on the screen, with nothing in front of it."""
    return bool(
        tab.page.evaluate(
            """(selector) => { const found = document.querySelector(selector);
            const { left, top, width, height } = found.getBoundingClientRect();
            const seen = document.elementFromPoint(left + width / 2, top + height / 2);
            return width > 0 && found.contains(seen); }""",
            selector,
        )
    )


@pytest.mark.parametrize("size", [ZOOMED, TINY, PHONE, SMALL, ACROSS, TABLET])
def test_everything_is_reached_by_key_at_any_size(opened: Open, size: dict[str, int]) -> None:
    tab = opened(MINI, viewport=size)
    tab.cell(5).click()
    expect(tab.part(".candidates.across .word").nth(2)).to_be_attached()
    tab.press(";")
    assert is_in_view(tab, "#clue-text")
    tab.page.keyboard.type("Pet")
    tab.press("Escape")
    assert focused(tab).startswith("grid")
    tab.wait_for_letters("#...#...............#...#")  # the clue went to its field
    assert is_in_view(tab, "[role=gridcell][tabindex='0']")
    tab.press("/")
    tab.page.keyboard.type("wa*")
    assert is_in_view(tab, ".candidates.on input")
    expect(tab.part(".candidates.on .word").first).to_have_text(re.compile("^WA"))
    tab.press("ArrowDown")
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_function("document.querySelector('[data-at=\"5\"] .t').textContent === 'W'")
    tab.press("Escape")
    assert focused(tab).startswith("grid")
    for part in ("left search", "right button", "top", "grid"):
        tab.press("F6")
        assert focused(tab).startswith(part)
        tab.page.wait_for_timeout(50)
        assert tab.page.evaluate("document.activeElement.checkVisibility()")
    tab.press("Alt+w")
    tab.wait_for("#panel .lead", "There is a fill")
    assert is_in_view(tab, "#panel .lead")
    tab.press("Escape")
    width, room = tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room


@pytest.mark.parametrize("size", [PHONE, SMALL, ACROSS])
def test_everything_is_reached_by_touch(opened: Open, size: dict[str, int]) -> None:
    tab = opened(MINI, viewport=size, has_touch=True, is_mobile=True)
    tab.cell(6).tap()
    tab.page.tap("[data-key=Block]")
    tab.wait_for_letters("#...#.#...........#.#...#")
    tab.page.tap("#top [data-action=undo]")
    tab.wait_for_letters("#...#...............#...#")
    tab.cell(5).tap()
    tab.page.tap("#bar button:has-text('Candidates')")
    assert focused(tab).startswith("left")
    words = tab.part(".candidates.on .word")
    expect(words.first).to_be_visible()
    word = words.first.inner_text().split()[0]
    words.first.tap()
    tab.wait_for_letters(f"#...#{word}..........#...#")
    tab.page.tap("#left .close")
    expect(tab.part("#left")).to_be_hidden()
    assert focused(tab).startswith("grid")
    tab.page.tap("#bar button:has-text('Answers')")
    tab.page.tap("#tab-stuck")
    tab.wait_for("#panel .lead", "There is a fill")
    tab.page.tap("#right .close")
    tab.page.tap("#bar button:has-text('Clue')")
    expect(tab.part("#clue-text")).to_be_focused()
    tab.page.keyboard.type("Pet")
    tab.page.tap("#right .close")
    tab.wait_for("#now", "Pet")
    tab.page.tap("#bar button:has-text('Cells')")
    tab.page.tap("#under [data-action=circle]")
    expect(tab.part(".grid .circle")).to_have_count(1)
    assert violations(tab.page) == []


def test_two_fingers_make_the_grid_larger(opened: Open) -> None:
    tab = opened("\n".join(["." * 15] * 15) + "\n", viewport=PHONE, has_touch=True, is_mobile=True)
    before = tab.cell(0).bounding_box()["width"]
    fingers = tab.page.context.new_cdp_session(tab.page)

    def touch(kind: str, *xs: int) -> None:
        points = [{"x": x, "y": 300, "id": at} for at, x in enumerate(xs)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 180, 220)
    for gap in (30, 40, 60):
        touch("touchMove", 200 - gap, 200 + gap)
    touch("touchEnd")
    expect(tab.cell(0)).not_to_have_css("width", f"{before:g}px")
    after = tab.cell(112).bounding_box()
    assert after["width"] > 2.5 * before
    assert tab.page.evaluate("visualViewport.scale") == 1
    assert 0 < after["x"] < 390  # what was between the fingers is there still
    tab.cell(112).tap()
    tab.page.tap("[data-key=C]")
    expect(tab.cell(112).locator(".t")).to_have_text("C")


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_nothing_serious_for_axe_with_fingers(opened: Open, size: dict[str, int]) -> None:
    tab = opened(MINI, viewport=size, has_touch=True, is_mobile=True)
    tab.wait_for_verdict("Fillable")
    assert violations(tab.page) == []
    tab.page.tap("#top summary:has-text('Grid')")
    assert violations(tab.page) == []
    tab.page.tap("#top summary:has-text('Grid')")
    if size == PHONE:
        tab.page.tap("#bar button:has-text('Answers')")
    tab.page.tap("#panel button:has-text('Take all')")
    tab.wait_for("#foot", "full")
    inside = tab.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert inside[0] <= inside[1]


def test_wanted_words_are_filled_in_and_kept_for_the_crossword(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.part("#tab-words").click()
    wanted = tab.part("textarea[aria-label^='Words wanted']")
    wanted.fill("lava\nable\nnooneslength\nzzzz")
    tab.part("#panel button:text-is('Fill with them')").click()
    told = tab.part("#panel [role=status]")
    expect(told).to_contain_text(re.compile(r"\d of 4 words; proved: no fill has more"))
    expect(told).to_contain_text("no entry has the length of NOONESLENGTH")
    assert violations(tab.page) == []
    tab.part("#panel [data-action=accept]").click()
    expect(tab.part(".grid .ghost")).to_have_count(0)
    tab.page.reload()
    tab.part("#tab-words").click()
    expect(wanted).to_have_value("lava\nable\nnooneslength\nzzzz")


def test_patterns_are_shown_in_which_the_wanted_words_stand(opened: Open) -> None:
    tab = opened("\n".join(["." * 7] * 7) + "\n")
    tab.part("#tab-words").click()
    tab.part("textarea[aria-label^='Words wanted']").fill("tea\nrain\nsun")
    tab.part("#panel label:has-text('Blocks may move') input").check()
    tab.part("#panel select").select_option("mini")
    tab.part("#panel button:text-is('Show patterns with all of them')").click()
    shown = tab.part("#panel .shown")
    expect(shown.first).to_contain_text("has a fill")
    assert violations(tab.page) == []
    shown.first.press("Enter")
    expect(tab.part(".grid .theme").nth(7)).to_be_visible()  # as they may cross
    tab.press("Control+z")
    expect(tab.part(".grid .theme, .grid .block")).to_have_count(0)


def test_a_word_is_banned_in_one_entry(opened: Open) -> None:
    tab = opened(OPEN4)
    across, down = (tab.part(f".candidates.{way}") for way in ("across", "down"))
    for part in (across, down):
        part.locator("input").fill("LAVA")
    for part in (across, down):
        expect(part.locator(".word")).to_have_count(1)
    across.locator(".word").hover()
    across.locator(".ban").click(modifiers=["Shift"])
    expect(across).to_contain_text("No word fits.")
    expect(down.locator(".word")).to_have_text("LAVA")
    tab.cell(1).click()
    tab.press("Home", "ABLE", "Alt+Shift+K", "Alt+Shift+R")
    rules = "no-words 1A: LAVA, ABLE"
    expect(tab.part("#panel textarea")).to_have_value(rules)
    tab.press("Escape", "Control+z", "Control+z", "Control+z", "Control+z", "Control+z")
    tab.press("Control+z")
    expect(tab.part("#panel textarea")).to_have_value("")


def test_ready_made_patterns_and_those_of_the_folder(opened: Open) -> None:
    opened("#......\n.......\n......#\n")  # of a size that no other test has
    tab = opened(".......\n.......\n.......\n")
    tab.press("#")
    shown = tab.part("dialog .shown")
    expect(shown).to_contain_text("grid")  # the other crossword of this size
    assert violations(tab.page) == []
    shown.click()
    expect(tab.part(".grid .block")).to_have_count(2)
    tab.press("Control+z")
    expect(tab.part(".grid .block")).to_have_count(0)
    tab.press("#")
    for name in ("rows", "cols"):
        tab.part(f"dialog [name={name}]").fill("15")
    expect(shown.nth(20)).to_be_visible()
    shown.last.click()
    expect(tab.part("[role=gridcell]")).to_have_count(225)


def test_ready_made_patterns_are_good_ones() -> None:
    rows = json.loads((PAGE / "patterns.json").read_text(encoding="utf-8"))
    assert len({tuple(each["rows"]) for each in rows}) == len(rows) > 40
    for each in rows:
        grid = Grid.parse("\n".join(each["rows"]))
        blocks = {at for at, cell in enumerate(grid.cells) if cell == "#"}
        assert {grid.size - 1 - at for at in blocks} == blocks


def test_a_selection_is_filled_with_words_of_another_score(opened: Open) -> None:
    tab = opened(".....#\n......\n......\n#.....\n")
    tab.wait_for_verdict("Fillable")
    tab.cell(0).click()
    tab.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowRight")
    tab.part("#panel label:has-text('Its words score') input").fill("95")
    tab.part("#panel button:has-text('Fill with these')").click()
    tab.wait_for("#panel .offer", "Fill of the selection")
    tab.part(".offer button:has-text('Take all')").click()
    expect(tab.part(".grid .open:not(.ghost, .forced)")).to_have_count(5)
    score = WordList.builtin(min_score=0).score(tab.letters()[:5])
    assert score is not None
    assert score >= 95


def test_minimum_scores_by_length(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+Shift+R")
    examples = tab.part("select[aria-label='An example']")
    examples.select_option(label="Entries of a length or more score this or more")
    tab.part("#rule-fields input >> nth=0").fill("90")
    tab.part("#rule-fields input >> nth=1").fill("4")
    expect(tab.part("#new-rule")).to_have_value("min-score 90 4+")
    tab.page.click("#panel button:has-text('Add')")
    tab.wait_for(".rules-on", "min-score 90 4+")
    tab.page.wait_for_function(
        """() => {
            const rows = [...document.querySelectorAll(".candidates.on .words li:not(.dead)")];
            return rows.length && rows.every((row) =>
              Number(row.querySelector(".score").textContent) >= 90);
        }"""
    )


def test_a_minimum_score_of_a_chosen_entry(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Alt+Shift+R")
    examples = tab.part("select[aria-label='An example']")
    examples.select_option(label="The entry scores this or more")
    tab.part("#rule-fields input >> nth=0").fill("95")
    expect(tab.part("#new-rule")).to_have_value("min-score 95 1A")
    tab.page.click("#panel button:has-text('Add')")
    tab.wait_for(".rules-on", "min-score 95 1A")
    tab.page.wait_for_function(
        """() => {
            const n = (way) => Number.parseInt(document.querySelector(
              `.candidates.${way} h2 small`).textContent.replace(",", ""));
            const rows = [...document.querySelectorAll(".candidates.across .words li")];
            return n("across") > 0 && n("across") < n("down") / 2 && rows.every((row) =>
              Number(row.querySelector(".score").textContent) >= 95);
        }"""
    )


def test_of_a_full_grid_no_score_of_none_is_called_proved(opened: Open) -> None:
    tab = opened("CAT\nORE\nBED\n")
    tab.press("Alt+Shift+B")
    tab.wait_for("#panel", "Every entry is full.")
    expect(tab.part("#panel .card")).to_have_count(0)


def test_the_weakest_entries_are_bettered_with_the_effect_said(opened: Open) -> None:
    tab = opened("CAT\nARE\nBED\n")
    tab.wait_for("#foot", "full")
    tab.page.click("#tab-score")
    rows = tab.part("#panel .own li")
    expect(rows).to_have_count(6)
    scores = [int(text) for text in rows.locator("small").all_inner_texts()]
    assert scores == sorted(scores)
    rows.first.locator("button").click()
    card = tab.wait_for("#panel .card[role=status]", "proved")
    text = card.inner_text()
    if "goes from" in text:
        low, high = map(int, re.findall(r"from (\d+) to (\d+)", text)[0])
        assert low == scores[0] < high
        assert "and 5 words around it" in text  # all of the grid
        card.locator("button").click()
        expect(tab.part("[role=gridcell] .t")).not_to_have_text([*"CATAREBED"])
        tab.wait_for("#foot", "full")
        tab.press("Control+z")
        tab.wait_for_letters("CATAREBED")
    else:
        assert f"stays {scores[0]}" in text
