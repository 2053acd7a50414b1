"""The list of candidates under whoever walks through it."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import WebSocketRoute, expect
from support.workbench_client import Browser as Client
from support.workbench_client import Server
from support.workbench_page import Workbench

# AB forces AE, and CD and CG leave a fill that is better than AB does.
LINES = ["AB;90", "BF;90", "EF;90", "AE;40", "CD;80", "CG;80", "DH;80", "GH;80"]


def test_no_word_moves_while_the_focus_is_in_the_list(chromium: Chromium, tmp_path: Path) -> None:
    path = tmp_path / "few.txt"
    path.write_text("\n".join(LINES), encoding="utf-8")
    folder = tmp_path / "crosswords"
    folder.mkdir()
    passed: list[str] = []
    held: list[str] = []
    pages: list[WebSocketRoute] = []

    def route(page: WebSocketRoute) -> None:
        pages.append(page)
        server = page.connect_to_server()

        def forward(message: str | bytes) -> None:
            text = str(message)
            told = json.loads(text)
            is_list = told.get("question") == "candidates" and bool(told["lists"])
            if is_list and not passed:  # it may be settled already, on a busy machine
                for one in told["lists"]:
                    one["words"].sort()
                text = json.dumps(told)
            if is_list and passed:
                held.append(text)
            else:
                passed.extend([text] * is_list)
                page.send(text)

        server.on_message(forward)

    with Server(folder, "--words", str(path)) as server, Client(server) as client:
        tab = Workbench(chromium, client, alone=True)
        tab.page.route_web_socket("**/*", route)
        tab.show(client.new("two", 2, 2))
        words = tab.part(".candidates.on .word")
        expect(words.first).to_have_text("AB")
        tab.press("/", "ArrowDown")
        expect(words.first).to_be_focused()
        tab.wait_for_verdict("Fillable")
        expect(tab.part("#foot .doing")).to_have_text("")
        before = words.all_inner_texts()
        best = json.loads(held[-1])["lists"][0]["words"]
        assert [word for word, *_ in best[:2]] == ["CD", "CG"]
        for text in held:
            pages[0].send(text)
        expect(tab.part(".candidates.on .promise").first).not_to_be_empty()  # it has come
        expect(words.first.locator("small")).to_have_text("→ AE 40")  # what AB forces
        assert [text.split()[0] for text in words.all_inner_texts()] == before
        expect(words.first).to_be_focused()
        tab.press("ArrowUp")  # to the filter
        expect(words.first).to_have_text("CD")
        tab.press("Enter")
        tab.wait_for_letters("CD..")
        tab.close()
        assert tab.problems == []
