"""Word lists from the page: those of the folder, their scales, and scores changed in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

from satcross.apps.lists.journal import read_journal

MINE = "# my words\nCAT;10\nCOT;25\ncow;50\n"
SQUARE = "...\n...\n...\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Any]:
    folder = tmp_path / "served"
    folder.mkdir()
    given = tmp_path / "given.txt"
    given.write_text("DOG;60\nDIG;40\n")
    with Server(folder, "--words", f"{given}+5") as server, Browser(server) as client:
        client.folder = folder  # type: ignore[attr-defined]
        client.given = given  # type: ignore[attr-defined]
        yield client


def add(client: Any, name: str, text: str | bytes = MINE, **query: str) -> Any:
    data = text.encode() if isinstance(text, str) else text
    return client.http.post("/api/lists", params={"name": name, **query}, content=data)


def rescore(client: Any, name: str, **said: Any) -> Any:
    return client.http.post(f"/api/lists/{name}/score", json=said)


def looked_up(tab: Any, pattern: str = "*") -> dict[str, int]:
    return {word: score for word, score, *_ in tab.ask("lookup", pattern=pattern)["words"]}


def test_a_list_is_added_scaled_ordered_and_kept(shelf: Any) -> None:
    with shelf.open(shelf.new("one", 3, 3)) as tab:
        assert tab.document["lists"] == ["given.txt+5"]
        assert add(shelf, "mine.txt").json() == {"name": "mine.txt", "n": 3}
        tab.edit("lists", lists=["mine.txt@0-50", "given.txt+5"])
        assert looked_up(tab) == {"COW": 100, "DOG": 65, "COT": 50, "DIG": 45, "CAT": 20}
        facts = tab.ask("lists")["lists"]
        assert [(one["name"], one["n"], one["low"], one["high"]) for one in facts] == [
            ("mine.txt@0-50", 3, 20, 100), ("given.txt+5", 2, 45, 65)
        ]  # fmt: skip
        tab.edit("lists", lists=["given.txt=64", "mine.txt"])  # another scale than at the start
        assert looked_up(tab) == {"DOG": 64, "DIG": 64, "COW": 50, "COT": 25, "CAT": 10}
        for name in ("mine.txt@50-0", "mine.txt@", "mine.txt=64+1", "other.txt", "../given.txt",
                     "overrides.txt", "mine.txt/", 3):  # fmt: skip
            assert tab.edit("lists", lists=[name])["type"] == "error"
        assert looked_up(tab)["DOG"] == 64
    shelf.server.stop()
    with Server(shelf.folder) as server, Browser(server) as client, client.open("one") as tab:
        assert tab.document["lists"] == ["given.txt=64", "mine.txt"]
        tab.edit("lists", lists=["mine.txt"])
        assert looked_up(tab) == {"COW": 50, "COT": 25, "CAT": 10}


WRONG: dict[str, tuple[str | bytes, str]] = {
    "mine.csv": (MINE, "a list ends with .txt or .dict"),
    "overrides.txt": (MINE, "a list ends with .txt or .dict"),
    ".hidden.txt": (MINE, "the name of a crossword has letters"),
    "con.txt": (MINE, "the name of a crossword has letters"),
    "a.txt": ("", "a.txt"),
    "b.txt": (b"\x00\x01\x02", "b.txt"),
    "c.txt": ("CAT;50\nDOG;5000\n", "c.txt:2"),
    "given.txt": (MINE, "the name of another list"),
}


def test_a_bad_list_is_refused_in_one_line(shelf: Any) -> None:
    for name, (text, problem) in WRONG.items():
        answer = add(shelf, name, text)
        said = answer.json()["error"]["problem"]
        assert answer.status_code == 400
        assert said.startswith(problem) or problem in said, (name, said)
        assert "\n" not in said
        assert str(shelf.folder.parent) not in said
    assert add(shelf, "../../up.txt").json()["name"] == "up.txt"  # the path is left out
    assert sorted(path.name for path in shelf.folder.iterdir()) == ["up.txt"]
    assert add(shelf, "up.txt", "NEW;1\n").status_code == 400
    assert (shelf.folder / "up.txt").read_text() == MINE
    assert add(shelf, "up.txt", "NEW;1\n", replace="1").json()["n"] == 1


def test_a_score_changes_in_its_list_with_a_note(shelf: Any) -> None:
    add(shelf, "mine.txt")
    mine = shelf.folder / "mine.txt"
    with shelf.open(shelf.new("one", 3, 3)) as tab:
        tab.edit("lists", lists=["mine.txt@0-50"])
        assert looked_up(tab)["COT"] == 50
        number = tab.revision
        answer = rescore(shelf, "mine.txt@0-50", word="cot", score=80, why="good\tword").json()
        assert answer == {"word": "COT", "before": 25, "after": 40}
        tab.wait(lambda message: message["type"] == "opened")
        assert tab.revision == number  # it is no edit of the crossword
        assert looked_up(tab)["COT"] == 80
        rescore(shelf, "mine.txt", word="new one", score=30)
        rescore(shelf, "mine.txt", word="CAT", score=None)
        assert mine.read_text() == "# my words\nCOT;40\ncow;50\nnew one;30\n"
        today = date.today().isoformat()
        assert [tuple(note) for note in read_journal(mine)] == [
            (today, "rescored", "COT", "25", "40", "good word"),
            (today, "added", "new one", "", "30", ""),
            (today, "removed", "CAT", "10", "", ""),
        ]
        (shown,) = [one for one in shelf.http.get("/api/lists").json()["lists"] if one["is_own"]]
        assert [note["event"] for note in shown["notes"]] == ["removed", "added", "rescored"]
        tab.edit("override", words={"COT": 5})
        tab.send(type="undo")
        tab.wait(lambda message: message["type"] == "changed" and message["redo"])
        noted = [note[1:5] for note in read_journal(shelf.folder / "overrides.txt")]
        assert noted == [("added", "COT", "", "5"), ("removed", "COT", "5", "")]
    before = mine.read_text()
    for name, said in (
        ("builtin", {"word": "CAT", "score": 1}), ("given.txt", {"word": "DOG", "score": 1}),
        ("given.txt+5", {"word": "DOG", "score": 1}), ("mine.txt=64", {"word": "COT", "score": 1}),
        ("mine.txt", {"word": "COT", "score": -1}), ("mine.txt", {"word": "COT", "score": "9"}),
        ("mine.txt", {"word": "C", "score": 1}), ("mine.txt", {"word": "ZZZ", "score": None}),
        ("mine.txt", {"score": 1}), ("..%2Fgiven.txt", {"word": "DOG", "score": 1}),
    ):  # fmt: skip
        assert rescore(shelf, name, **said).status_code in (400, 404), (name, said)
    (shelf.folder / "mine.txt.journal").write_text("nothing\n")
    assert rescore(shelf, "mine.txt", word="COT", score=1).status_code == 400
    assert mine.read_text() == before
    assert shelf.given.read_text() == "DOG;60\nDIG;40\n"


@pytest.fixture
def bench(chromium: Chromium, shelf: Any) -> Iterator[Any]:
    tabs: list[Workbench] = []

    def opened(**context: Any) -> Workbench:
        path = shelf.folder.parent / "grid.txt"
        path.write_text(SQUARE)
        tabs.append(Workbench(chromium, shelf, **context))
        return tabs[-1].show(shelf.take_in(path))

    yield opened
    for tab in tabs:
        tab.close()
        assert tab.problems == []


def upload(name: str, text: str = MINE) -> Any:
    return {"name": name, "mimeType": "text/plain", "buffer": text.encode()}


@pytest.mark.slow
def test_lists_on_the_page(bench: Any, shelf: Any) -> None:
    tab = bench(viewport=PHONE)
    tab.press("Alt+l")
    tab.part("dialog input[type=file]").set_input_files(upload("mine.txt"))
    first = tab.part("dialog .lists li").first
    expect(first).to_contain_text("mine.txt")
    expect(first).to_contain_text("3 words, scores 10 to 50")
    tab.part("dialog [aria-label='Scale of mine.txt']").focus()
    tab.page.keyboard.type("@0-50")
    tab.press("Tab")
    expect(first).to_contain_text("scores 20 to 100")
    tab.page.get_by_role("button", name="mine.txt after").focus()
    tab.press("Enter")
    expect(first).to_contain_text("given.txt")
    assert violations(tab.page) == []
    assert tab.page.evaluate("document.querySelector('dialog').scrollWidth") <= 390
    tab.part("dialog input[type=file]").set_input_files(upload("mine.txt", "ELK;9\n"))
    tab.page.get_by_role("button", name="Replace it").click()
    expect(tab.part("dialog .lists li").nth(1)).to_contain_text("1 word, scores 18 to 18")
    tab.part("dialog input[type=file]").set_input_files(upload("bad.txt", "CAT;5000\n"))
    tab.wait_for(".notice", "bad.txt:1")
    assert all("400" in problem for problem in tab.problems)  # what the browser says of it
    tab.problems.clear()
    tab.press("Escape", "Control+z")
    expect(tab.part("#left [data-action=lists]")).to_have_text(re.compile("^ *mine.txt@0-50, g"))


@pytest.mark.slow
def test_a_score_on_the_page_goes_to_its_list(bench: Any, shelf: Any) -> None:
    add(shelf, "mine.txt")
    tab = bench(color_scheme="dark")
    drop = """(text) => { const data = new DataTransfer();
        data.items.add(new File([text], "more.txt")); const init = {dataTransfer: data};
        for (const kind of ["dragover", "drop"]) document.body.dispatchEvent(
            new DragEvent(kind, {...init, bubbles: true, cancelable: true})); }"""
    tab.page.evaluate(drop, "COT;25\nCAB;30\n")
    expect(tab.part("dialog .lists li").first).to_contain_text("more.txt")
    tab.press("Escape", "Alt+k")
    tab.page.keyboard.type("co?")
    tab.press("Enter")
    score = tab.page.get_by_role("spinbutton", name="Score of COT")
    expect(score).to_have_value("25")
    score.fill("70")
    tab.press("Tab")
    expect(tab.part("#panel")).to_contain_text("25 → 70 · more.txt")
    expect(score).to_have_value("70")
    assert (shelf.folder / "more.txt").read_text() == "COT;70\nCAB;30\n"
    assert violations(tab.page) == []
    tab.page.get_by_role("button", name="Take back the change of COT").click()
    expect(score).to_have_value("25")
    assert (shelf.folder / "more.txt").read_text() == "COT;25\nCAB;30\n"
    assert not (shelf.folder / "overrides.txt").exists()
