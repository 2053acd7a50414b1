"""A grid that is not a pattern yet: nothing moves, and nothing alarms whoever begins."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import WebSocket, expect
from support.workbench_client import Browser as Client
from support.workbench_client import Server
from support.workbench_desk import Desk
from support.workbench_page import PATIENCE_MS, Workbench

# Words of which each fits alone, and 8 of which make no square.
FOURS = ["".join(some) for some in itertools.product("ABCDEF", repeat=4)]
WORDS = sorted(random.Random(0).sample(FOURS, 44))
WATCH = """() => {
    window.seen = [];
    window.says = [];
    const look = () => {
        const words = [...document.querySelectorAll(".candidates.on .word")];
        const text = words.map((each) => each.textContent).join();
        if (text && window.seen.at(-1) !== text) window.seen.push(text);
        window.says.push(document.querySelector("#foot").innerText);
    };
    new MutationObserver(look).observe(document.body,
        { subtree: true, childList: true, characterData: true });
    look();
}"""


class Watched:
    """A crossword on the workbench, what the server says of it, and what the page shows."""

    def __init__(self, chromium: Chromium, client: Client, name: str) -> None:
        self.heard: list[dict[str, Any]] = []
        self.tab = Workbench(chromium, client)
        self.tab.page.on("websocket", self._listen)
        self.tab.page.goto(f"{client.server.base}/#{name}")
        self.tab.page.evaluate(WATCH)

    def _listen(self, socket: WebSocket) -> None:
        def keep(frame: str | bytes) -> None:
            self.heard.append(json.loads(frame))

        socket.on("framereceived", keep)

    def answers(self, question: str) -> list[dict[str, Any]]:
        return [one for one in self.heard if one.get("question") == question]

    def wait_until(self, is_there: Callable[[], bool]) -> None:
        for _ in range(PATIENCE_MS // 50):
            if is_there():
                return
            self.tab.page.wait_for_timeout(50)
        raise AssertionError("the server has not said it")


def unsearched(folder: Path, rows: Sequence[str], words: Sequence[str]) -> Desk:
    """A crossword for which nobody searches for a fill, until the verdict is begun again."""
    desk = Desk(folder, rows, words)
    desk.analyst.background["verdict"].end()
    return desk


def test_words_of_a_bare_grid_are_not_settled_before_a_fill_is_known(tmp_path: Path) -> None:
    desk = unsearched(tmp_path, ("....",) * 4, WORDS)
    desk.view("1A")
    desk.work()
    assert desk.analyst.verdict is None
    (shown,) = (one["lists"][0] for one in desk.standing("candidates"))
    assert [word for word, *_ in shown["words"]] == WORDS[:30]
    assert not desk.standing("marks")
    desk.close()


def test_words_of_a_bare_grid_are_settled_once_there_is_a_fill(tmp_path: Path) -> None:
    desk = unsearched(tmp_path, ("..", ".."), ["AB", "CD", "AC", "BD", "ZQ"])
    desk.view("1A")
    desk.work()
    assert not desk.standing("marks")
    desk.analyst.restart("verdict")
    desk.work()
    words = [row[:1] + row[2:3] for row in desk.standing("candidates")[-1]["lists"][0]["words"]]
    assert sorted(words) == [
        ["AB", "good"],
        ["AC", "good"],
        *([w, "dead"] for w in ("BD", "CD", "ZQ")),
    ]
    assert [mark for _, mark in words] == ["good", "good", "dead", "dead", "dead"]
    desk.close()


def test_words_of_fills_come_first_once_one_is_known(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ("..#", ".##", "###"), ["AB", "CD", "EF", "CG"])
    desk.view("1A", limit=3)
    desk.work()
    words = [row[:1] + row[2:3] for row in desk.standing("candidates")[-1]["lists"][0]["words"]]
    assert words == [["CD", "good"], ["CG", "good"], ["AB", "dead"]]
    desk.close()


OPEN_BESIDE_BLOCKS = ("....#",) * 4


def test_words_stay_unmarked_while_all_in_view_are_dead_and_no_fill_is_known(
    tmp_path: Path,
) -> None:
    desk = unsearched(tmp_path, OPEN_BESIDE_BLOCKS, WORDS)
    desk.view("1A", "1D")
    desk.work()
    (message,) = desk.standing("candidates")  # none comes into view for another
    for shown in message["lists"]:
        assert [row[:1] + row[2:3] for row in shown["words"]] == [[w, "open"] for w in WORDS[:30]]
    assert [one["marks"] for one in desk.standing("marks")] == [{}]
    desk.analyst.restart("verdict")
    desk.work()
    assert desk.analyst.verdict is False
    for shown in desk.standing("candidates")[-1]["lists"]:
        assert [row[:1] + row[2:3] for row in shown["words"]] == [[w, "dead"] for w in WORDS[:30]]
        assert shown["n_left"] == 0
    desk.close()


def test_words_that_are_dead_are_marked_when_others_stay_unsettled_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.apps.workbench.engine.candidates.HELD_S", 0.0)
    desk = unsearched(tmp_path, OPEN_BESIDE_BLOCKS, WORDS)
    desk.view("1A")
    desk.work()
    assert set(desk.standing("marks")[0]["marks"]["1A"].values()) == {"dead"}
    desk.close()


def test_words_are_marked_before_the_verdict_once_one_of_them_is_in_a_fill(tmp_path: Path) -> None:
    desk = unsearched(tmp_path, ("..#", "..#"), ["AB", "CD", "AC", "BD", "ZQ"])
    desk.view("1A")
    desk.work()
    assert desk.analyst.verdict is None
    shown = desk.standing("candidates")[-1]["lists"][0]
    assert [mark for _, _, mark, _ in shown["words"]] == ["good", "good", "dead", "dead", "dead"]
    desk.close()


def test_a_grid_that_is_stuck_says_so_once_and_strikes_no_word(
    chromium: Chromium, tmp_path: Path
) -> None:
    path = tmp_path / "few.txt"
    path.write_text("\n".join(WORDS), encoding="utf-8")
    folder = tmp_path / "crosswords"
    folder.mkdir()
    with Server(folder, "--words", str(path)) as server, Client(server) as client:
        grid = tmp_path / "grid.txt"
        grid.write_text("\n".join(OPEN_BESIDE_BLOCKS), encoding="utf-8")
        watched = Watched(chromium, client, client.take_in(grid))
        tab, page = watched.tab, watched.tab.page
        watched.wait_until(lambda: any(one["done"] for one in watched.answers("why")))
        tab.wait_for_verdict("Impossible, proved")
        small = tab.part(".candidates h2 small")
        expect(small).to_have_text(["none leads to a fill"] * 2)
        expect(tab.part(".candidates .dead")).to_have_count(0)
        assert page.evaluate("window.seen") == [",".join(WORDS[:30])]
        tab.press("Alt+ArrowDown", "Alt+Enter")  # whoever wants one may have it
        expect(tab.cell(0).locator(".t")).to_have_text(WORDS[0][0])
        tab.close()
        assert tab.problems == []


def test_a_bare_grid_is_not_said_to_be_stuck(chromium: Chromium, tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("\n".join(WORDS), encoding="utf-8")
    folder = tmp_path / "crosswords"
    folder.mkdir()
    with Server(folder, "--words", str(path)) as server, Client(server) as client:
        watched = Watched(chromium, client, client.new("bare", 4, 4))
        tab, page = watched.tab, watched.tab.page
        watched.wait_until(lambda: any(one["done"] for one in watched.answers("why")))
        tab.wait_for_verdict("Not yet a pattern")
        expect(tab.part("#foot .facts")).to_contain_text("place blocks, or bars")
        expect(tab.part(".candidates .dead")).to_have_count(0)
        assert page.evaluate("window.seen") == [",".join(WORDS[:30])]
        says = page.evaluate("window.says")
        assert not [text for text in says if "why there is no fill" in text or "no word" in text]
        tab.close()
        assert tab.problems == []


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [[], [112]], ids=["bare", "one block"])
def test_candidates_stay_while_it_is_searched_for_a_fill(
    chromium: Chromium, bench: Client, blocks: list[int]
) -> None:
    name = bench.new(f"still {len(blocks)}", 15, 15)
    if blocks:
        with bench.open(name) as other:
            other.edit("kind", cells=blocks, kind="block", symmetric=True)
    watched = Watched(chromium, bench, name)
    page = watched.tab.page
    watched.wait_until(lambda: bool(page.evaluate("window.seen.length")))
    page.wait_for_timeout(8000)  # a word was moved after some 3 s of work
    assert len(page.evaluate("window.seen")) == 1
    watched.tab.close()
    assert watched.tab.problems == []
