"""A grid that is not a pattern yet: nothing moves, and nothing alarms whoever begins."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import WebSocket, expect
from support.workbench_client import Browser as Client
from support.workbench_client import Server
from support.workbench_desk import Desk
from support.workbench_page import Workbench

PATIENCE_MS = 120_000  # until the engine has settled some words, on a busy machine
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


def test_words_of_a_bare_grid_are_not_settled_before_a_fill_is_known(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ("....",) * 4, WORDS)
    desk.analyst.background["verdict"].end()  # nobody has searched for a fill yet
    desk.view("1A")
    desk.work()
    assert desk.analyst.verdict is None
    (shown,) = (one["lists"][0] for one in desk.standing("candidates"))
    assert [word for word, *_ in shown["words"]] == WORDS[:30]
    assert not desk.standing("marks")
    desk.close()


def test_words_of_a_bare_grid_are_settled_once_there_is_a_fill(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ("..", ".."), ["AB", "CD", "AC", "BD", "ZQ"])
    desk.analyst.background["verdict"].end()
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
def test_candidates_stay_while_it_is_searched_for_a_fill(chromium: Chromium, bench: Client) -> None:
    watched = Watched(chromium, bench, bench.new("still", 15, 15))
    page = watched.tab.page
    watched.wait_until(lambda: bool(page.evaluate("window.seen.length")))
    page.wait_for_timeout(8000)  # a word was moved after some 3 s of work
    assert len(page.evaluate("window.seen")) == 1
    watched.tab.close()
    assert watched.tab.problems == []
