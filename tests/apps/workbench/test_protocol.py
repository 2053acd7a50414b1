"""The protocol, spoken with a real server: edits, tabs, answers, files, and what survives."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.processes import has_ended
from support.signals import KILL
from support.workbench_client import WORDS, Browser, Server, Tab
from websockets.exceptions import ConnectionClosed

import satcross as sx
from satcross import Found, Grid, Puzzle, WordList, enumerate_fills
from satcross.apps.workbench.conversion import crossword_of
from satcross.apps.workbench.document import new_document
from satcross.checks import counted
from satcross.formats.losses import Losses
from satcross.formats.own import write
from satcross.formats.reading import load_crossword
from satcross.formats.registry import NAMES, QUIZZES
from satcross.kinds.codeword.faults import codeword_faults, other_solution
from satcross.kinds.codeword.puzzle import Codeword
from satcross.kinds.fillin.faults import fillin_faults
from satcross.kinds.fillin.puzzle import fillin_of_crossword
from satcross.model.alphabet import LATIN
from satcross.verification.crossword import verify


def words() -> WordList:
    return WordList.load(WORDS)


def check_witness(tab: Tab, witness: list[str | None]) -> None:
    """A witness is a fill of the grid as it is."""
    rows = tab.rows
    grid = Grid.parse("\n".join(rows))
    cells = [a or cell for a, cell in zip(witness, grid.cells, strict=True)]
    assert not verify(grid, grid.with_cells(cells), words())


@pytest.mark.needs("apps/interchange")
def test_a_crossword_from_empty_to_published(browser: Browser, served: Server) -> None:
    name = browser.new("first", 5, 5)
    with browser.open(name) as tab:
        check_witness(tab, tab.standing("verdict", verdict="fillable")["witness"])
        found = tab.ask("fill")
        assert found["outcome"] == "found"
        tab.edit("letters", cells=found["cells"], label="fill")
        filled = Grid.parse("\n".join(tab.rows))
        assert not verify(filled.without_letters(), filled, words())
        for key in ("across-0", "down-0"):
            tab.edit("clue", key=key, text=f"clue of {key}")
        tab.edit("about", title="First", author="A. Maker")
        statistics = {g["title"]: g["items"] for g in tab.ask("statistics")["groups"]}
        assert {i["name"]: i["value"] for i in statistics["Grid"]}["entries"] == "10"
        exports = browser.http.get("/api/info").json()["exports"]
        assert {each["name"] for each in exports} > {*NAMES, "pdf", "html"}
        for each in exports:
            asked = {"format": each["name"]}
            if each["name"] in ("manuscript", *QUIZZES):  # want all the clues
                continue
            answer = browser.http.get(f"/api/files/{name}/export", params=asked)
            assert answer.status_code == 200, answer.text
            assert answer.content
            named = answer.headers["content-disposition"]
            assert named == f"attachment; filename*=UTF-8''{name}{each['suffix']}"
        puz = browser.http.get(f"/api/files/{name}/export", params={"format": "puz"})
        assert "attachment" in puz.headers["content-disposition"]
        copy = browser.http.post(f"/api/files/{name}/copy", json={}).json()["name"]
        assert copy == "first-2"
        back = browser.http.post(
            "/api/files/import", params={"name": "back.puz"}, content=puz.content
        )
        with browser.open(back.json()["name"]) as again:
            assert again.rows == tab.rows
            assert again.document["title"] == "First"
            assert again.document["clues"]["across-0"]["text"] == "clue of across-0"


def test_standing_answers_follow_the_letters(browser: Browser) -> None:
    name = browser.new("letters", 5, 5)
    with browser.open(name) as tab:
        tab.edit("letters", cells={"0": "G", "1": "L"})
        consistency = tab.standing("consistency")
        assert consistency["letters"][0] == "G"
        tab.send(
            type="view", revision=tab.revision, cell=0,
            lists=[{"entry": "1A", "limit": 100}, {"entry": "1D", "filter": "*S"}],
        )  # fmt: skip
        lists = tab.wait(lambda m: m.get("question") == "candidates" and m["lists"])["lists"]
        assert [item["entry"] for item in lists] == ["1A", "1D"]
        assert all(row[0].startswith("GL") for row in lists[0]["words"])
        assert all(row[0].startswith("G") and row[0][-1] == "S" for row in lists[1]["words"])
        assert lists[0]["pattern"] == "GL..."
        tab.standing("marks")
        marks: dict[str, str] = {}
        for message in tab.heard:
            if message.get("question") == "marks":
                marks |= message["marks"].get("1A", {})
        # The oracle of the command line says the same.
        from satcross import slot_words

        grid = Grid.parse("\n".join(tab.rows))
        answer = slot_words(Puzzle(grid, words()), "1A")
        assert isinstance(answer, Found)
        report = answer.value
        assert {word for word, mark in marks.items() if mark == "good"} == set(report.possible)
        good = report.possible[0]
        check_witness(tab, tab.ask("witness", entry="1A", word=good)["cells"])
        letters = tab.standing("letters")
        assert letters["n_unknown"] == 0
        dead = next((row[0] for row in lists[0]["words"] if row[0] not in report.possible), None)
        if dead is not None:
            assert tab.ask("proof", entry="1A", word=dead)["outcome"] == "found"


def test_why_there_is_no_fill_and_what_would_help(browser: Browser) -> None:
    name = browser.new("stuck", 5, 5)
    with browser.open(name) as tab:
        tab.edit("letters", cells={"0": "G", "12": "Q"})
        assert tab.standing("verdict")["verdict"] == "impossible"
        why = tab.standing("why")
        assert why["outcome"] == "found"
        assert 12 in why["cells"]
        drops = [c for c in why["corrections"] if c["changes"][0]["edit"] == "letters"]
        assert drops
        for correction in drops[:1]:
            before = tab.rows
            tab.edit("correction", changes=correction["changes"], label=correction["text"])
            verdict = tab.standing("verdict")
            assert verdict["verdict"] == "fillable"
            tab.send(type="undo")
            tab.wait(lambda m: m["type"] == "changed" and m["label"].startswith("undo"))
            assert tab.rows == before
        tab.standing("verdict", verdict="impossible")
        proof = tab.ask("prove")
        assert proof["outcome"] == "found"
        answer = browser.http.get(f"/api/files/{name}/proof/{proof['proof']}")
        names = zipfile.ZipFile(io.BytesIO(answer.content)).namelist()
        assert "proof/proof.drat" in names


def test_regions_pins_and_fills_that_differ(browser: Browser) -> None:
    name = browser.new("regions", 5, 5)
    with browser.open(name) as tab:
        tab.edit("letters", cells=tab.ask("fill")["cells"])
        before = tab.rows
        found = tab.ask("fill", cells=[20, 21, 22, 23, 24])
        assert set(found["cells"]) <= {"20", "21", "22", "23", "24"}
        tab.edit("pin", cells=[0, 1, 2, 3, 4], on=True)
        fills = tab.ask("fills", n=3, keep="pinned")["fills"]
        assert 1 <= len(fills) <= 3
        assert not any(int(cell) < 5 for fill in fills for cell in fill["cells"])
        assert len({json.dumps(fill["cells"], sort_keys=True) for fill in fills}) == len(fills)
        tab.edit("clear", what="letters")
        assert tab.rows == [before[0], *["....."] * 4]
        tab.edit("clear", what="all")
        assert tab.rows == ["....."] * 5


def test_bans_and_lists_are_questions_for_the_engine(browser: Browser, served: Server) -> None:
    name = browser.new("bans", 5, 5)
    with browser.open(name) as tab, browser.open(browser.new("other", 5, 5)) as other:
        tab.edit("letters", cells={"0": "G", "1": "L"})
        count = tab.standing("consistency")["counts"]["1A"]
        word = next(w for w, *_ in tab.ask("lookup", pattern="gl???")["words"])
        tab.edit("override", words={word: 0})
        assert tab.standing("consistency")["counts"]["1A"] <= count
        assert word not in [w for w, *_ in tab.ask("lookup", pattern="gl???")["words"]]
        changed = other.wait(lambda m: m["type"] == "changed")
        assert changed["changes"] == {"overrides": {word: 0}}
        tab.send(type="undo")
        tab.wait(lambda m: m["type"] == "changed" and m["changes"] == {"overrides": {word: None}})
        assert word in [w for w, *_ in tab.ask("lookup", pattern="gl???")["words"]]
        assert (
            tab.ask("what_if", changes=[{"edit": "letters", "cells": {"2": "Q"}}])["outcome"]
            == "impossible"
        )
        assert tab.rows[0] == "GL..."


def test_words_that_a_file_bans_fill_nothing(browser: Browser) -> None:
    with browser.open(browser.new("unbanned", 5, 5)) as tab:
        words = [word for word, *_ in tab.ask("lookup", pattern="gl???")["words"]]
    banning = new_document(5, 5, lists=(WORDS.name,), banned=(words[0],))
    data = write(crossword_of(banning), Losses("satcross"))
    made = browser.http.post("/api/files/import", params={"name": "bans.json"}, content=data)
    with browser.open(made.json()["name"]) as tab:
        left = [word for word, *_ in tab.ask("lookup", pattern="gl???")["words"]]
        assert sorted(left) == sorted(words[1:])


def test_a_new_crossword_has_the_symmetry_and_what_it_mirrors(browser: Browser) -> None:
    with browser.open(browser.new("mirrored", 2, 3, symmetry="left-right")) as tab:
        assert tab.document["symmetry"] == "left-right"
        assert tab.document["mirrors"] == [[2, 1, 0, 5, 4, 3]]
        tab.edit("symmetry", symmetry="rotation")
        assert tab.document["mirrors"] == [[5, 4, 3, 2, 1, 0]]
        tab.edit("resize", rows=1, cols=3)
        assert tab.document["mirrors"] == [[2, 1, 0]]


def test_two_tabs_stay_in_step_and_stale_messages_are_refused(browser: Browser) -> None:
    name = browser.new("tabs", 5, 5)
    with browser.open(name) as one, browser.open(name) as two:
        old = one.revision
        one.edit("letters", cells={"0": "A"})
        two.wait(lambda m: m["type"] == "changed")
        # An edit that is based on the revision before is made all the same.
        number = two.send(type="edit", base=old, edit="letters", cells={"1": "B"})
        two.wait_for_id(number)
        one.wait(
            lambda m: m["type"] == "changed" and m["changes"].get("cells") == {"1": {"letter": "B"}}
        )
        assert one.document == two.document
        one.edit("resize", rows=6, cols=6)
        number = one.send(type="edit", base=old, edit="letters", cells={"7": "C"})
        assert one.wait_for_id(number)["code"] == "stale"
        number = one.send(type="ask", revision=old, question="fill")
        assert one.wait_for_id(number)["code"] == "stale"
        one.send(type="undo")
        one.wait(lambda m: m["type"] == "changed" and m["label"] == "undo size 6 × 6")
        two.wait(lambda m: m["type"] == "changed" and m["label"] == "undo size 6 × 6")
        assert one.document == two.document
        assert [m["tabs"] for m in one.heard if m["type"] == "tabs"] == [1, 2]
        # What is answered is about the grid as it is; nothing else is ever sent.
        for tab in (one, two):
            revision = 0
            for message in tab.heard:
                if message["type"] in ("opened", "changed"):
                    revision = message["revision"]
                elif message["type"] == "answer":
                    assert message["revision"] == revision


@pytest.mark.parametrize(
    "message",
    [
        {}, [], "text", None, {"type": 3}, {"type": "fly"}, {"type": "edit"},
        {"type": "edit", "base": 1, "edit": "letters", "cells": {"x": "A"}},
        {"type": "edit", "base": "1", "edit": "letters", "cells": {}},
        {"type": "ask", "question": "fill"}, {"type": "view", "lists": [3]},
        {"type": "go_to", "revision": -5}, {"type": "version", "name": ""},
        {"type": "history", "limit": "many"},
    ],
    ids=lambda value: "",
)  # fmt: skip
def test_wrong_messages_are_errors_and_harm_nothing(wrong: Tab, message: Any) -> None:
    wrong.socket.send(json.dumps(message))
    assert wrong.wait(lambda m: m["type"] == "error")["problem"]
    wrong.socket.send("{")
    assert wrong.wait(lambda m: m["type"] == "error")["code"] == "bad"
    assert wrong.edit("letters", cells={"0": ""})["type"] == "changed"


@pytest.fixture(scope="module")
def wrong(browser: Browser) -> Any:
    with browser.open(browser.new("wrong", 3, 3)) as tab:
        yield tab


@pytest.mark.parametrize(
    "ask",
    [
        {"question": "fly"}, {"question": "lookup"}, {"question": "lookup", "pattern": "[" * 99},
        {"question": "fill", "cells": 3}, {"question": "witness", "cell": "x", "letter": "A"},
        {"question": "proof", "entry": "99A", "word": "CAT"},
        {"question": "witness", "cell": 999, "letter": "A"},
        {"question": "count", "method": "guess"}, {"question": "what_if", "changes": [{}]},
        {"question": "make", "phrases": ["x"], "rows": 5, "cols": 5},
        {"question": "pattern", "rows": 5, "cols": 5, "preset": "gothic"},
    ],
    ids=lambda value: "",
)  # fmt: skip
def test_wrong_questions_are_errors_and_harm_nothing(wrong: Tab, ask: dict[str, Any]) -> None:
    assert wrong.ask(**ask)["type"] == "error"
    assert wrong.ask("lookup", pattern="c?t")["type"] == "answer"


def test_the_history_names_versions_and_goes_back(browser: Browser) -> None:
    with browser.open(browser.new("versions", 3, 3)) as tab:
        tab.edit("letters", cells={"0": "A"})
        tab.wait_for_id(tab.send(type="version", name="with an A"))
        named = tab.revision
        tab.edit("letters", cells={"0": "B"})
        listed = tab.wait_for_id(tab.send(type="history"))["entries"]
        assert [(entry["revision"], entry["name"]) for entry in listed][1] == (named, "with an A")
        tab.wait_for_id(tab.send(type="go_to", revision=named))
        assert tab.rows[0] == "A.."
        assert tab.revision > named


@pytest.mark.needs("apps/counting")
def test_work_beside_the_crossword(browser: Browser) -> None:
    with browser.open(browser.new("beside", 4, 4)) as tab:
        patterns = tab.ask("pattern", rows=5, cols=5, preset="mini", n=1)["patterns"]
        assert len(patterns) == 1
        tab.edit("pattern", rows=patterns[0]["rows"])
        assert tab.rows == patterns[0]["rows"]
        tab.edit("letters", cells={"0": "Q"})
        assert tab.ask("count", method="exact")["n"] == "0"


def test_the_grid_becomes_a_codeword(browser: Browser) -> None:
    with browser.open(browser.new("coded", 5, 5)) as tab:
        assert tab.ask("puzzle", kind="codeword")["text"] == (
            "Other puzzles are made of a filled grid; 25 cells to fill."
        )
        tab.edit("letters", cells=tab.ask("fill")["cells"])
        found = tab.ask("puzzle", kind="codeword", difficulty=1)
        assert (found["outcome"], found["kind"], found["no_clue"]) == ("found", "codeword", 0)
        said, difficulty, *steps = found["report"]
        assert "one solution among" in said
        assert difficulty.startswith("difficulty 1 of 5")
        assert 0 < len(steps) <= 5
        path = f"/api/files/coded/made/{found['made']}/codeword."
        codeword = Codeword.parse(browser.http.get(path + "txt").text)
        assert f"{counted(len(codeword.given), 'letter')} given" in said
        filled = Grid.parse("\n".join(tab.rows))
        assert codeword_faults(filled, codeword.numbers, codeword.given, words()) == []
        assert other_solution(filled, codeword.numbers, codeword.given, words()) is None
        assert browser.http.get(path + "pdf").content.startswith(b"%PDF")
        wrong = tab.ask("puzzle", kind="codeword", letters="1")
        assert wrong["text"] == "Letters: '1' is no letter of the alphabet."
        assert "from 1 to 5" in tab.ask("puzzle", kind="codeword", difficulty=9)["text"]
        assert tab.ask("puzzle", kind="crossword")["type"] == "error"


@pytest.mark.parametrize(
    ("kind", "ending"),
    [
        pytest.param("fill-in", "ipuz", marks=pytest.mark.needs("apps/interchange")),
        ("jigsaw", "json"),
    ],
)
def test_the_grid_becomes_a_fill_in(
    browser: Browser, tmp_path: Path, kind: str, ending: str
) -> None:
    name = browser.new(f"words-{kind}", 5, 5)
    with browser.open(name) as tab:
        tab.edit("letters", cells=tab.ask("fill")["cells"])
        tab.edit("clue", key="across-0", text="the first")
        asked = {"kind": "fill-in", "jigsaw": kind == "jigsaw", "givens": 3}
        found = tab.ask("puzzle", **asked)
        assert (found["outcome"], found["kind"], found["n_clues"]) == ("found", kind, 10)
        (said,) = found["report"]
        assert re.match(r"10 words, [3-9] entries given \(.*\); one solution: proved", said)
        assert found["no_clue"] == (9 if kind == "jigsaw" else 0)
        path = f"/api/files/{name}/made/{found['made']}/{kind}."
        (tmp_path / f"made.{ending}").write_bytes(browser.http.get(path + ending).content)
        crossword = load_crossword(tmp_path / f"made.{ending}").crossword
        assert crossword.kind.value == kind
        assert fillin_faults(crossword) == []
        puzzle = fillin_of_crossword(crossword, LATIN, name)
        assert sum(map(puzzle.grid.is_given, range(25))) >= 5
        assert sx.count(puzzle).unwrap().n == 1
        text = " ".join(browser.http.get(path + "txt").text.split())
        assert len(text.split()) > 10
        assert browser.http.get(path + "pdf").content.startswith(b"%PDF")
        assert b"<html" in browser.http.get(path + "html").content
        assert b"<svg" in browser.http.get(path + "svg").content
        tab.edit("letters", cells=dict(enumerate("SATORAREPOTENETOPERAROTAS")))
        assert "Each word may be there once" in tab.ask("puzzle", **asked)["text"]


@pytest.mark.needs("apps/thematic")  # a rule of its own is refused
def test_a_grid_is_made_around_a_theme(browser: Browser) -> None:
    with browser.open(browser.new("themed", 5, 5)) as tab:
        cells = tab.ask("fill")["cells"]
        across = "".join(cells[str(cell)] for cell in range(10, 15))
        made = tab.ask("make", rows=5, cols=5, preset="mini", phrases=[across])
        assert made["outcome"] == "found"
        assert across in made["rows"]
        assert sorted(made["theme"]) == list(range(made["theme"][0], made["theme"][0] + 5))
        assert made["n_cheaters"] == 0
        filled = Grid.parse("\n".join(made["rows"]))
        assert not verify(filled.without_letters(), filled, words())
        asked = {"phrases": [across], "rows": 5, "cols": 5, "preset": "mini", "n": 1}
        (pattern,) = tab.ask("theme_patterns", **asked)["patterns"]
        heard = [m for m in tab.heard if m.get("question") == "patterns"]
        first = next(m for m in heard if "trying" in m)
        assert not first["patterns"]  # before one has a fill, it is shown what is being filled
        assert pattern["filled"]
        assert list(first["trying"]["slots"]) == list(pattern["slots"]) == [across]
        tab.edit("rules", rules=["either-or r1c1: A/B"])  # which is for a grid that is there
        for question in ("make", "theme_patterns"):
            assert "does not support the rule" in tab.ask(question, **asked)["problem"]


def test_patterns_around_a_theme_that_the_words_cannot_fill_are_not_shown(
    browser: Browser,
) -> None:
    """The crossword's list has words of five letters only; there are patterns, but no fills."""
    with browser.open(browser.new("theme", 5, 5)) as tab:
        asked = {"phrases": ["roses"], "rows": 5, "cols": 5, "preset": "mini", "n": 1}
        answer = tab.ask("theme_patterns", **asked)
        assert (answer["outcome"], answer["patterns"]) == ("impossible", [])
        assert "has a fill" in answer["text"]
        assert answer["others"] == []  # whatever is offered was filled
        assert "theme entries side by side" in answer["without"]
        steps = [m["step"] for m in tab.heard if m.get("question") == "patterns" and "step" in m]
        assert [step["at"] for step in steps] == list(range(1, steps[0]["of"] + 1))
        assert [step["rule"] for step in steps] == answer["without"]


def test_it_is_told_how_far_a_grid_is_from_the_first_moment_on(bench: Browser) -> None:
    """Every message has a line of progress: the step, and later how much of it is done."""
    with bench.open(bench.new("told", 9, 9)) as tab:
        asked = {"rows": 9, "cols": 9, "preset": "nyt", "phrases": ["hardman", "zestful"]}
        answer = tab.ask("make", **asked)
        assert answer["outcome"] == "found"
        *heard, _ = [m for m in tab.heard if m.get("question") == "made"]
        told = [m["progress"] for m in heard]
        assert told[0] == "Starting the search"
        assert "Placing the theme" in told
        assert any("patterns and places were refuted" in text for text in told)


@pytest.mark.slow
def test_what_can_be_made_instead_is_offered_while_the_search_goes_on(bench: Browser) -> None:
    """Of five long entries, with all of which no grid is found; it takes some 20 s of work."""
    theme = ["middleagedman", "paulreiser", "neverending", "nightwatchman", "intervenes"]
    with bench.open(bench.new("long", 15, 15)) as tab:
        asked = {"rows": 15, "cols": 15, "preset": "nyt", "phrases": theme}
        number = tab.send(type="ask", revision=tab.revision, question="make", **asked)
        first = tab.wait(lambda m: m.get("id") == number and bool(m.get("others")), 300)
        assert (first["done"], first["outcome"]) == (False, "")
        assert first["progress"].startswith("Placing the theme; ")
        last = tab.wait(lambda m: m.get("id") == number and m["done"], 300)
        assert (last["outcome"], last["others"]) == ("impossible", first["others"])
        (other,) = last["others"]
        assert other["text"] == "without NEVERENDING"
        tab.edit("correction", changes=[{"edit": "pattern", "rows": other["rows"]}])
        assert tab.standing("verdict")["verdict"] == "fillable"


def test_changes_are_offered_for_a_theme_without_a_place(bench: Browser) -> None:
    """Only those that help it, each made; the larger grid too goes into the crossword."""
    with bench.open(bench.new("placeless", 9, 9)) as tab:
        asked = {"rows": 9, "cols": 9, "preset": "mini"}
        answer = tab.ask("make", **asked, phrases=["ice cream", "caramels", "banana"])
        assert (answer["outcome"], answer["rows"]) == ("impossible", [])
        assert answer["text"].startswith("BANANA cannot be placed; without placing theme words in")
        offered = {one["text"]: one for one in answer["others"]}
        assert {*offered["without BANANA"]["slots"]} == {"ICECREAM", "CARAMELS"}
        steps = {
            m["step"]["rule"] for m in tab.heard if m.get("question") == "made" and "step" in m
        }
        assert "cheaters" not in steps
        answer = tab.ask("theme_patterns", **asked, phrases=["banana"])
        (larger,) = [one for one in answer["others"] if one["text"] == "with 10x9 cells"]
        tab.edit("correction", changes=[{"edit": "pattern", "rows": larger["rows"]}])
        assert tab.standing("verdict")["verdict"] == "fillable"


def test_cheaters_of_what_is_offered_are_said_once(bench: Browser) -> None:
    with bench.open(bench.new("cheating", 9, 9)) as tab:
        asked = {"rows": 9, "cols": 9, "preset": "nyt", "phrases": ["banana", "peach"]}
        offered = {one["text"]: one for one in tab.ask("theme_patterns", **asked)["others"]}
        (text,) = [text for text in offered if text.startswith("without BANANA")]
        assert text.endswith("cheaters)")
        assert offered[text]["n_cheaters"] == 0


def test_wanted_words_stand_anywhere_in_a_pattern(bench: Browser) -> None:
    with bench.open(bench.new("moving", 7, 7)) as tab:
        asked = {"phrases": ["tea", "rain", "sun"], "rows": 7, "cols": 7, "preset": "mini", "n": 2}
        answer = tab.ask("theme_patterns", **asked, anywhere=True)
        assert answer["patterns"]
        for one in answer["patterns"]:
            letters = "".join(one["rows"])
            held = {word: "".join(letters[at] for at in at_) for word, at_ in one["slots"].items()}
            assert held == {word: word for word in ("TEA", "RAIN", "SUN")}
        rows = answer["patterns"][0]["rows"]
        tab.edit("correction", changes=[{"edit": "pattern", "rows": rows}])
        assert tab.standing("verdict")["verdict"] == "fillable"


def test_a_killed_engine_is_started_again_and_nothing_is_lost(browser: Browser) -> None:
    name = browser.new("killed", 5, 5)
    with browser.open(name) as tab:
        tab.edit("letters", cells={"0": "G"})
        tab.standing("verdict", verdict="fillable")
        os.kill(engine_of(browser, name), KILL)
        tab.wait(lambda m: m["type"] == "engine" and m["state"] == "restarted")
        tab.wait(lambda m: m.get("question") == "verdict" and m["verdict"] == "fillable")
        assert tab.edit("letters", cells={"1": "L"})["type"] == "changed"
        assert tab.standing("verdict")["verdict"] == "fillable"


def engine_of(browser: Browser, name: str) -> int:
    """The process id of a crossword's engine."""
    pid: int = browser.http.get("/api/info").json()["open"][name]
    return pid


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path, "--words", str(WORDS)) as server, Browser(server) as browser:
        name = browser.new("safe", 5, 5)
        with browser.open(name) as tab:
            for cell, letter in enumerate("GLADE"):
                tab.edit("letters", cells={str(cell): letter})
            revision = tab.revision
            engine = children_of(server.process.pid)
            server.kill()
    assert all(map(has_ended, engine))  # no engine outlives its server
    with Server(tmp_path, "--words", str(WORDS)) as server, Browser(server) as browser:
        with browser.open(name) as tab:
            assert tab.revision >= revision
            assert tab.rows[0] == "GLADE"
            tab.send(type="undo")
            tab.wait(lambda m: m["type"] == "changed")
            assert tab.rows[0] == "GLAD."
        assert server.stop() == 0
    assert load_crossword(tmp_path / "safe.json").crossword.squares[3].solution == "D"


def test_a_server_killed_in_the_midst_of_edits_keeps_all_that_it_answered(tmp_path: Path) -> None:
    letters = "GLADE" * 5
    folder, listed = tmp_path / "served", tmp_path / "listed"
    folder.mkdir()
    listed.write_text("ABBEY\nABOUT\n")  # with which the engine has nothing to do
    for number in (2,):
        with Server(folder, "--words", str(listed)) as server, Browser(server) as browser:
            name = browser.new(f"hasty{number}", 5, 5)
            with browser.open(name) as tab:
                base = tab.revision
                ids = [
                    tab.send(type="edit", base=base, edit="letters", cells={str(at): letter})
                    for at, letter in enumerate(letters)
                ]
                tab.wait_for_id(ids[5 + 3 * number])
                server.kill()
                with suppress(ConnectionClosed, TimeoutError):
                    tab.wait(lambda _: False, 5)
                answered = [m["id"] for m in tab.heard if m.get("id") in ids]
        with (
            Server(folder, "--words", str(listed)) as server,
            Browser(server) as browser,
            browser.open(name) as tab,
        ):
            kept = "".join(tab.rows).rstrip(".")
            assert letters.startswith(kept)  # every edit, in order, up to some one
            assert len(kept) >= len(answered) > 5
            assert tab.revision == base + len(kept)
            tab.send(type="undo")
            tab.wait(lambda m: m["type"] == "changed")
            assert "".join(tab.rows).rstrip(".") == kept[:-1]


def children_of(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children")
    return (
        [int(child) for child in found.read_text(encoding="utf-8").split()]
        if found.exists()
        else []
    )


def test_a_fill_has_as_many_wanted_words_as_there_can_be(browser: Browser) -> None:
    every = [
        {entry.word for entry in fill.entries}
        for fill in enumerate_fills(Puzzle("\n".join(5 * ["....."]), words()))
    ]
    one, *others = [sorted(found)[:3] for found in every[:3]]
    wanted = [*one, *others[0][:2], others[1][0]]
    right = max(len(found.intersection(wanted)) for found in every)
    assert 3 <= right < len(set(wanted))
    with browser.open(browser.new("wanted", 5, 5)) as tab:
        answer = tab.ask("wanted", words=[*map(str.lower, wanted), "toolong"])
        assert (answer["outcome"], answer["most"]) == ("found", True)
        assert (len(answer["placed"]), answer["left_out"]) == (right, ["TOOLONG"])
        filled = [answer["cells"][str(at)] for at in range(25)]
        rows = ["".join(filled[5 * row :][:5]) for row in range(5)]
        assert set(answer["placed"]) <= {*rows, *map("".join, zip(*rows, strict=True))}
        for bad in ([], "abc", ["a"] * 61, None):
            assert "a list of 1 to 60" in tab.ask("wanted", words=bad)["problem"]
        tab.edit("letters", cells={"0": "Q"})
        assert tab.ask("wanted", words=wanted)["outcome"] == "impossible"
