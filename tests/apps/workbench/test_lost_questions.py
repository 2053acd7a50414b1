"""What the page asks is answered, though the crossword changes or the connection goes meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import WebSocketRoute, expect
from support.workbench_client import Browser as Client
from support.workbench_page import Open, Workbench

Data = dict[str, Any]


class Held:
    """A tab and its wire, on which what the server says can be held back."""

    def __init__(self, chromium: Chromium, client: Client, name: str) -> None:
        self.sent: list[Data] = []
        self.held: list[str] = []
        self.holds: Callable[[Data], bool] = lambda message: False
        self.pages: list[WebSocketRoute] = []
        self.tab = Workbench(chromium, client, alone=True)
        self.tab.page.route_web_socket("**/*", self._route)
        self.tab.show(name)

    def _route(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        self.pages.append(page)

        def say(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            server.send(message)

        def hear(message: str | bytes) -> None:
            if self.holds(json.loads(message)):
                self.held.append(str(message))
            else:
                page.send(message)

        page.on_message(say)
        server.on_message(hear)

    def wait_until(self, is_there: Callable[[], bool]) -> None:
        for _ in range(2400):
            if is_there():
                return
            self.tab.page.wait_for_timeout(50)
        raise AssertionError("it has not come")

    def n_look_ups(self) -> int:
        return sum(each.get("question") == "lookup" for each in self.sent)

    def look_up(self, word: str) -> None:
        self.tab.press("Alt+k")
        self.tab.page.keyboard.type(word)
        self.tab.press("Enter")

    def close(self) -> None:
        self.tab.close()
        assert self.tab.problems == []


@pytest.fixture
def wire(chromium: Chromium, bench: Client, tmp_path: Path) -> Held:
    path = tmp_path / "grid.txt"
    path.write_text("CAT\nA#O\nTIN\n", encoding="utf-8")
    return Held(chromium, bench, bench.take_in(path))


def test_a_look_up_is_answered_though_the_crossword_has_changed(wire: Held, bench: Client) -> None:
    tab = wire.tab
    expect(tab.part(".candidates .word").first).to_be_visible()
    with bench.open(tab.page.url.split("#")[1]) as other:
        wire.holds = lambda message: True
        other.edit("about", title="Other")  # the page does not know of it
        wire.look_up("zqzx")
        wire.wait_until(lambda: any('"stale"' in each for each in wire.held))
        wire.holds = lambda message: message["type"] != "engine"
        n = wire.n_look_ups()
        for text in [*wire.held]:
            wire.pages[0].send(text)
        wire.held.clear()
        wire.wait_until(lambda: wire.n_look_ups() > n)  # of the crossword as it is now
        wire.holds = lambda message: False
        for text in [*wire.held]:
            wire.pages[0].send(text)
        tab.wait_for("#panel", "0 words")
        assert not [each for each in wire.sent if each["type"] == "reload"]
    wire.close()


def test_a_look_up_is_answered_though_the_connection_was_lost(wire: Held) -> None:
    expect(wire.tab.part(".candidates .word").first).to_be_visible()
    wire.holds = lambda message: message.get("question") == "lookup"
    wire.look_up("zqzx")
    wire.wait_until(lambda: len(wire.held) > 0)
    wire.holds = lambda message: False
    wire.pages[0].close()
    wire.tab.wait_for("#panel", "0 words")
    wire.close()


def test_questions_under_way_stay_asked_when_the_crossword_is_read_again(opened: Open) -> None:
    tab = opened("CAT\nA#O\nTIN\n")
    asked = tab.page.evaluate(
        """async () => {
        const { ACTIONS, START } = await import('/page/state.js');
        const document = { rows: 1, cols: 1, cells: [{}], bars_right: [], bars_below: [] };
        const state = ACTIONS.asked(START, { id: 7, question: 'lookup', about: '', fields: {} });
        const opened = { document, lists: [], engine: {} };
        return [0, 1].map((revision) =>
            Object.keys(ACTIONS.opened(state, { ...opened, revision }).live.asked));
        }"""
    )
    assert asked == [["7"], []]
