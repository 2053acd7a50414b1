"""Messages that no page sends: each gets an error, and the server's terminal stays quiet."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from typing import Any

import pytest
from support.workbench_client import WORDS, Browser, Server, Tab
from websockets.exceptions import ConnectionClosed

ODD: list[Any] = [
    None, True, -1, 10**400, math.inf, math.nan, 1.5, "", "\ud800", "A" * 30_000, [], [[]],
    [math.inf], {}, {"": None}, {"1": [{}]}, ["\ud800"], [{"edit": math.inf}],
    [{"entry": "1A", "limit": math.inf}], [{"entry": "1A", "offset": -math.inf}],
]  # fmt: skip
FRAMES = ["{", "", "null", "3", '"x"', "[" * 100_000, '{"type":' * 1000, "1" * 5000, '"\\ud800"']
MESSAGES: list[dict[str, Any]] = [
    {"type": "history", "before": 3, "limit": 3},
    {"type": "view", "revision": 1, "cell": 0, "lists": []},
    {"type": "go_to", "revision": 1}, {"type": "version", "name": "x"},
    {"type": "edit", "base": 1, "edit": "letters", "cells": {"0": "A"}, "label": "x", "join": "y"},
    {"type": "edit", "base": 1, "edit": "kind", "cells": [0], "kind": "open", "symmetric": True},
    {"type": "edit", "base": 1, "edit": "bars", "right": [0], "below": [0], "on": False},
    {"type": "edit", "base": 1, "edit": "shade", "cells": [0], "shade": ""},
    {"type": "edit", "base": 1, "edit": "clue", "key": "across-0", "text": "", "drafts": []},
    {"type": "edit", "base": 1, "edit": "override", "words": {"CAT": 3}},
    {"type": "edit", "base": 1, "edit": "rules", "min_length": 2, "rebus": [], "rules": []},
    {"type": "edit", "base": 1, "edit": "resize", "rows": 3, "cols": 3, "row": 0, "col": 0},
    {"type": "edit", "base": 1, "edit": "correction", "changes": []},
    {"type": "ask", "revision": 1, "question": "lookup", "pattern": "c?t", "limit": 3},
    {"type": "ask", "revision": 1, "question": "witness", "entry": "1A", "word": "CAT"},
    {"type": "ask", "revision": 1, "question": "wordplay", "word": "CAT", "limit": 3},
    {"type": "ask", "revision": 1, "question": "clues", "word": "CAT"},
    {"type": "ask", "revision": 1, "question": "check", "house": "", "against": False},
    {"type": "cancel", "id": 1}, {"type": "undo", "id": 1}, {"type": "reload", "id": 1},
]  # fmt: skip


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """A tab of a server whose terminal must stay empty."""
    with Server(tmp_path_factory.mktemp("odd"), "--words", str(WORDS)) as server:
        with Browser(server) as browser, browser.open(browser.new("odd", 3, 3)) as opened:
            yield opened
        server.stop()
        assert server.process.stderr is not None
        assert server.process.stderr.read() == ""


def is_well(tab: Tab) -> bool:
    """Whether the server and its engine still answer."""
    tab.send(type="reload")
    tab.wait(lambda m: m["type"] == "opened")
    # On a slow machine its questions of before may still wait.
    for _ in range(100):
        answer = tab.ask("lookup", pattern="c?t")
        if answer.get("code") != "busy":
            break
        time.sleep(0.1)
    return bool(answer["done"])


@pytest.mark.parametrize("frame", [b"", b"\xff\x00", b'{"type": "reload"}', *FRAMES])
def test_a_frame_that_is_no_message_is_an_error(tab: Tab, frame: str | bytes) -> None:
    tab.socket.send(frame)
    assert tab.wait(lambda m: m["type"] == "error")["code"] == "bad"
    assert is_well(tab)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: m.get("edit", m.get("question", "")))
def test_a_field_of_another_type_is_an_error(tab: Tab, message: dict[str, Any]) -> None:
    for key in message.keys() - {"type", "edit", "question"}:
        for value in ODD:
            said = {"base": tab.revision, "revision": tab.revision}
            known = {name: said.get(name, message[name]) for name in message}
            tab.socket.send(json.dumps({**known, key: value}))
    assert is_well(tab)


@pytest.mark.parametrize("frame", ["x" * (2 << 20), b"x" * (2 << 20)])
def test_a_huge_frame_ends_the_connection_and_no_other(tab: Tab, frame: str | bytes) -> None:
    browser = tab.browser
    with browser.open(browser.new("huge", 3, 3)) as other:
        other.socket.send(frame)
        with pytest.raises(ConnectionClosed):
            other.wait(lambda _: False)
    assert is_well(tab)


@pytest.mark.parametrize("body", [b"", b"\xff", b"[]", b"[" * 100_000, b"1" * 5000])
def test_a_body_that_is_no_object_is_an_error(tab: Tab, body: bytes) -> None:
    for path in ("files", "files/restore", "files/odd/copy", "words/look", "clues", "end-not"):
        answer = tab.browser.http.post(f"/api/{path}", content=body)
        assert answer.status_code in (400, 404), path


def test_a_field_of_another_type_in_a_body_is_an_error(tab: Tab) -> None:
    bodies: dict[str, dict[str, Any]] = {
        "files": {"name": "x", "rows": 3, "cols": 3, "symmetry": "none"},
        "files/restore": {"trash": "x"},
        "files/odd/copy": {"name": "x"},
        "files/nothing/rename": {"name": "x"},
        "clues": {"word": "CAT", "before": None, "text": "x"},
        "words/look": {"words": "CAT", "tab": "x", "kind": "crossword"},
        "lists/builtin/score": {"word": "CAT", "score": 1},
    }
    for path, body in bodies.items():
        for key in body:
            odd: list[Any] = [None, 10**400, math.inf, "\ud800", []]
            for value in odd:
                answer = tab.browser.http.post(
                    f"/api/{path}", content=json.dumps({**body, key: value}).encode()
                )
                assert answer.status_code in (200, 400, 404), (path, key, answer.text)
    assert is_well(tab)
