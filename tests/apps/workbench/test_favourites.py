"""Favourites of entries: fills have as many as there can be; saved, undone, marked on the page."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.browser import violations
from support.workbench_desk import Desk
from support.workbench_page import Open

import satcross as sx
from satcross.apps.workbench.conversion import crossword_of, document_of
from satcross.apps.workbench.document import new_document
from satcross.apps.workbench.messages import EditError

ROWS = ["...", "...", "#.."]
KEYS = {"across-0": "1A", "across-3": "4A", "across-7": "5A", "down-0": "1D", "down-1": "2D"}


@pytest.mark.parametrize("seed", range(6))
def test_a_fill_has_as_many_favourites_as_any(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    words = ["".join(chance.choices("ABC", k=k)) for k in (2, 3) for _ in range(16)]
    wishes = {key: chance.sample(words, 3) for key in chance.sample([*KEYS], 4)}
    fills = list(sx.enumerate_fills(sx.Puzzle("\n".join(ROWS), words)))
    held = [sum(fill[KEYS[key]].word in some for key, some in wishes.items()) for fill in fills]
    desk = Desk(tmp_path, ROWS, words)
    try:
        for key, some in wishes.items():
            desk.edit("clue", key=key, favourites=some)
        found = desk.ask("fill")
        assert found["outcome"] == ("found" if fills else "impossible")
        if fills:
            assert found["most"]
            assert len(found.get("favourites", [])) == max(held)
        document = desk.document
        again = document_of(crossword_of(document), new_document(1, 1), source="file")
        assert again.texts == document.texts
        desk.undo()
        assert len(desk.document.texts) == len(wishes) - 1
        with pytest.raises(EditError):
            desk.edit("clue", key="across-0", favourites=["?"])
    finally:
        desk.close()


@pytest.mark.slow
def test_a_favourite_is_marked_by_key_and_is_in_the_fill(opened: Open) -> None:
    tab = opened("....\n....\n....\n....\n")
    tab.wait_for_verdict("Fillable")
    good = tab.part(".candidates.across li.good .word")
    expect(good.nth(1)).to_be_visible()
    tab.press("Alt+ArrowDown", "Alt+ArrowDown", "Alt+Shift+F")
    mark = tab.part(".candidates.across .favourites button").first
    expect(mark).to_be_visible()
    word = mark.inner_text().removeprefix("★ ")
    expect(tab.part(".candidates.across .favour[aria-pressed=true]")).to_have_count(1)
    assert violations(tab.page) == []
    tab.press("Control+Enter")
    tab.wait_for("#panel .offer", "Favourites used: 1 of 1")
    tab.press("Alt+a")
    assert tab.letters().startswith(word)
    tab.press("Control+z", "Control+z")
    expect(mark).to_have_count(0)
