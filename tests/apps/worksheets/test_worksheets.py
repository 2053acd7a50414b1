"""Puzzles of somebody's words: what is made of messy lists, the page, and pages that are shared."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.spreadsheets import xlsx
from support.workbench_client import Browser, Server
from support.workbench_page import Workbench

from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.apps.workbench.conversion import document_of
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.folder import Folder
from satcross.apps.workbench.security import HEADERS
from satcross.apps.workbench.shares import MAX_SHARED, Shares, beside
from satcross.apps.worksheets.files import file_of, kept, looked_at
from satcross.apps.worksheets.served import WordsPage
from satcross.apps.worksheets.worksheets import Worksheets, wanted_in
from satcross.errors import InputError
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.rooms import rooms
from satcross.words import WordList

MESSY = "1. Dog: It barks, loudly\n2. Goat, It has horns\n3. c@t\n4. x\n5. dog\n6. fizz\n"


def of(text: str, **more: Any) -> tuple[Any, Any]:
    wanted = wanted_in({"kind": "crossword", "text": text, **more})
    return wanted, Worksheets().made(wanted)


def test_what_can_be_used_is_and_the_rest_is_named() -> None:
    wanted, made = of(MESSY, title="Pets", bank=True, solution=True)
    assert isinstance(made.puzzle, Crossword)
    assert {clue.answer: clue.text for clue in made.puzzle.clues} == {
        "DOG": "It barks, loudly",
        "GOAT": "It has horns",
    }
    reasons = dict(made.left_out)
    assert sorted(reasons) == ["c@t", "dog", "fizz", "x"]
    assert "alphabet" in reasons["c@t"]
    assert "line 1" in reasons["dog"]
    assert "no letter" in reasons["fizz"]
    seen = looked_at(wanted, made)
    assert len(seen["pages"]) == 2
    assert "Pets" in seen["pages"][0]
    assert ">Goat</text>" in seen["pages"][0]
    assert ">Goat</text>" not in seen["pages"][1]
    page = file_of(wanted, made, "html")[0].decode()
    assert "<li>Dog</li><li>Goat</li>" in page
    assert '"solution":""' not in page
    of_rooms = ("h5p", "puz", "moodle") if "apps/interchange" in rooms() else ()
    for name in ("pdf", *of_rooms, "zip"):
        assert len(file_of(wanted, made, name)[0]) > 100
    assert [one.text for one in made.puzzle.clues if "·" in one.text] == []  # no clue of a file


@pytest.mark.parametrize(
    ("words", "language", "alphabet"),
    [
        ("Tür\nUhr\nÜbung", "de", "german"),
        ("שלום\nילד\nלחם\nמים", "he", "hebrew"),
        ("नमक\nकमल\nनमस्ते", "hi", "hindi"),
        ("fenêtre\nporte", "en", "latin"),
        ("кот\nдом\nмост", "ru", "russian"),
    ],
)
def test_letters_and_language_are_those_of_the_words(
    words: str, language: str, alphabet: str
) -> None:
    for kind in ("crossword", "wordsearch"):
        _, made = of(words, kind=kind)
        assert (made.language, made.alphabet) == (language, alphabet)
        assert made.n_words == len(words.split())


def test_one_seed_one_puzzle_and_all_words_in_several_grids() -> None:
    apart = "moth\nfizz\njug\npyre"
    assert of(apart)[1].n_words == 1
    _, whole = of(apart, whole=True)
    assert whole.n_words == 4
    assert not whole.left_out
    search = of("cat\ndog\nhorse", kind="wordsearch", rows=6, cols=6)[1].puzzle
    assert isinstance(search, WordSearch)
    assert search == of("cat\ndog\nhorse", kind="wordsearch", rows=6, cols=6)[1].puzzle
    assert dict(of("elephants", kind="wordsearch", rows=6, cols=6)[1].left_out)
    assert of("")[1].puzzle is None
    with pytest.raises(InputError, match="no puzzle"):
        file_of(*of(""), "pdf")


def test_a_crossword_that_is_edited_knows_its_words_and_its_shape(tmp_path: Path) -> None:
    folder = Folder(tmp_path, WordOptions())
    _, made = of("fizzwig: Odd\nwigwam: A tent\nMaze: A garden\nx", title="Odd words")
    assert isinstance(made.puzzle, Crossword)
    name = kept(folder, "Odd words", made.puzzle, made.listed)
    document = folder.open(name).document
    assert document.symmetry == "none"
    assert document.lists == ("Odd words.txt", "builtin")
    words = WordList.load(tmp_path / "Odd words.txt", min_letters=1)
    assert set(words) == {"FIZZWIG", "WIGWAM", "MAZE"}
    again = kept(folder, "Odd words", made.puzzle, made.listed)
    assert again == "Odd words-2"
    assert folder.open(again).document.lists[0] == "Odd words-2.txt"


def test_grids_keep_the_usual_symmetry_where_they_have_it(tmp_path: Path) -> None:
    folder = Folder(tmp_path, WordOptions())
    for rows, symmetry in (("CAT\nO#O\nDEN", "rotation"), ("CAT\nO##\nDEN", "none")):
        made = document_of(crossword_of(Grid.parse(rows)), folder.new(), source="x")
        assert made.symmetry == symmetry


def test_the_other_letters_of_a_word_search_may_spell_a_message() -> None:
    _, made = of(
        "cat\ndog\nhorse",
        kind="wordsearch",
        rows=6,
        cols=6,
        message="a quick brown fox jumps over us",
    )
    assert isinstance(made.puzzle, WordSearch)
    used = made.puzzle.layout.letters
    others = "".join(letter for at, letter in made.puzzle.letters.items() if at not in used)
    assert made.puzzle.message
    assert others == made.puzzle.message


def test_all_that_is_no_square_is_grey_where_that_is_asked_for() -> None:
    text = "Tür: auf\nUhr: Zeit\nÜbung: Meister"
    for grey in (False, True):
        wanted, made = of(text, grey_voids=grey)
        for page in looked_at(wanted, made)["pages"]:
            assert ("c4c4c4" in page) == grey
        for name in ("svg", "html", "epub" if "apps/books" in rooms() else "svg"):
            data = file_of(wanted, made, name)[0]
            if name == "epub":
                with ZipFile(BytesIO(data)) as packed:
                    data = b"".join(map(packed.read, packed.namelist()))
            assert (b"c4c4c4" in data) == grey, name
    # The choice stays on the page when the kind changes, and there are no voids in a square.
    wanted, made = of(text, kind="wordsearch", grey_voids=True)
    assert file_of(wanted, made, "html")
    assert file_of(wanted, made, "svg")


@pytest.mark.parametrize("kind", ["crossword", "wordsearch"])
def test_a_line_for_name_and_date_is_above_the_puzzle(kind: str) -> None:
    wanted, made = of("Tür\nUhr\nÜbung", kind=kind, name_line=True, solution=True)
    first, last = looked_at(wanted, made)["pages"]
    assert "Datum:" in first
    assert "Datum:" not in last


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("word;clue\nTür;auf\n".encode("latin-1"), "word;clue\nTür;auf"),
        (xlsx([["word", "clue"], ["Tür", "auf"]]), "word\tclue\nTür\tauf"),
    ],
)
def test_a_list_in_a_file_is_read_as_the_commands_read_it(
    data: bytes, text: str, tmp_path: Path
) -> None:
    page = WordsPage(Folder(tmp_path, WordOptions()), Shares())

    class Sent:
        async def body(self) -> bytes:
            return data

    with ThreadPoolExecutor() as pool:  # a browser may have a loop of its own here
        answer = pool.submit(asyncio.run, page.open(Sent())).result()  # type: ignore[arg-type]
    assert json.loads(bytes(answer.body))["text"] == text


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "sudoku"}, {"text": 7}, {"language": "xx"}, {"alphabet": "klingon"},
        {"seed": -1}, {"square_mm": 3}, {"rows": 99, "cols": 99}, {"bank": "yes"},
        {"paper": "wall"}, {"text": "a b\n" * 60_000},
        {"text": "\n".join(f"{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(330))},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        of("cat", **wrong) if "text" not in wrong else of(**wrong)


def asked(
    app: Any, path: str, *, port: int, method: str = "GET"
) -> tuple[int, bytes, dict[str, str]]:
    """What an app answers to a request to a port."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "method": method, "path": path, "server": ("10.0.0.1", port)}
    next(app(scope, receive, send).__await__(), None)  # it waits for nothing
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], sent[1]["body"], headers


def test_shared_pages_are_all_that_there_is_at_their_port() -> None:
    async def inner(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 299, "headers": []})
        await send({"type": "http.response.body", "body": b"workbench"})

    shares = Shares("http://10.0.0.1:81")
    app = beside(inner, shares, 81)
    url = shares.add("<p>solve me")
    path = url.removeprefix(shares.base)
    assert re.fullmatch("/[a-z2-9]{12}", path)
    status, body, headers = asked(app, path, port=81)
    assert (status, body) == (200, b"<p>solve me")
    assert "set-cookie" not in headers
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-frame-options"] == HEADERS["x-frame-options"]
    assert asked(app, path, port=80)[0] == 299
    assert asked(app, path, port=81, method="HEAD")[1] == b""
    for other in ("/", "/api/files", f"{path}x", path[:-1], "/page/words.html", "/é"):
        assert asked(app, other, port=81)[0] == 404
    assert asked(app, path, port=81, method="POST")[0] == 404
    others = [shares.add("x") for _ in range(MAX_SHARED)]
    assert len(set(others)) == MAX_SHARED
    assert asked(app, path, port=81)[0] == 404  # the oldest is gone
    assert shares.end() == MAX_SHARED
    assert shares.page(others[-1][-12:]) is None
    with pytest.raises(InputError, match="--share"):
        Shares().add("x")


@pytest.mark.slow
def test_from_a_list_to_paper_to_pupils_and_to_the_workbench(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Server(tmp_path_factory.mktemp("words"), "--share") as server, Browser(server) as client:
        tab = Workbench(chromium, client)
        page = tab.page
        page.goto(server.base)
        page.click("text=A crossword from my words")
        page.get_by_label("Title").fill("Pets")
        page.get_by_label("Words", exact=True).fill(MESSY)
        expect(page.locator(".pages img")).to_have_count(2)
        expect(page.locator(".left-out li")).to_have_count(4)
        assert violations(page) == []
        pdf = tab.download("text=Save as PDF")
        assert pdf.startswith(b"%PDF")
        page.click("text=Share in the network")
        link = page.locator("a[target=_blank]").inner_text()
        port = link.split(":")[2].split("/")[0]
        local = f"http://127.0.0.1:{port}"
        assert "It barks, loudly" in httpx.get(f"{local}/{link[-12:]}").text
        assert httpx.get(local, headers={"cookie": client.cookie}).status_code == 404
        page.click("text=Stop sharing")
        expect(page.locator("a[target=_blank]")).to_have_count(0)
        assert httpx.get(f"{local}/{link[-12:]}").status_code == 404
        page.reload()  # the list is kept in the browser
        expect(page.get_by_label("Words", exact=True)).to_have_value(MESSY)
        page.click("nav >> text=Word search")  # and when the kind changes
        expect(page.locator("h1")).to_have_text("A word search from my words")
        expect(page.get_by_label("Words", exact=True)).to_have_value(MESSY)
        page.click("nav >> text=Crossword >> nth=0")
        page.keyboard.press("Control+a")
        page.click("text=Edit in the workbench")
        expect(page.locator("body.is-open")).to_be_attached()
        assert page.url.endswith("#Pets")
        tab.problems = [one for one in tab.problems if "asked for" not in one]
        assert tab.problems == []
        tab.close()
        phone = Workbench(chromium, client, viewport=PHONE, has_touch=True, color_scheme="dark")
        phone.page.goto(f"{server.base}/page/words.html#wordsearch")
        phone.page.get_by_label("Words", exact=True).fill("cat\nhorse\ngoat")
        expect(phone.page.locator(".pages img")).to_have_count(2)
        assert violations(phone.page) == []
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        phone.close()
