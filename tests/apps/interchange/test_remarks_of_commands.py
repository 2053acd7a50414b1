"""What a reader left out or guessed is said by every command that reads a crossword file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli
from support.workbench_client import WORDS, Browser, Server

from satcross.cli.commands import own_names

XD = """Title: Pets


CAT
A#E
BED


A1. Pet ~ COT
A3. Bunk ~ BED

D1. Taxi ~ CAB
D2. Child ~ TED
"""
SAID = "answers that differ from the grid: 1 Across is COT, the grid has CAT"
CALLS = (
    "arrowword f.xd",
    "book f.xd -o a.pdf",
    "check f.xd -w w.txt",
    "check g.txt -w w.txt --grid f.xd",
    "clues f.xd --list",
    "codeword f.xd -w w.txt",
    "codeword --solve f.xd -w w.txt",
    "compile f.xd -w w.txt -o a.fills",
    "convert f.xd a.json",
    "count f.xd -w w.txt",
    "diagramless f.xd",
    "explain f.xd -w w.txt",
    "export f.xd -w w.txt -o a.cnf",
    "fill f.xd -w w.txt",
    "fill g.txt -w w.txt --unlike f.xd",
    "fillin f.xd",
    "fillin f.xd --numbers",
    "fillin --solve f.xd",
    "letters f.xd -w w.txt",
    "optimise f.xd -w w.txt",
    "prove f.xd -w w.txt -o proof",
    "quotefall --solve f.xd -w w.txt",
    "render f.xd -o a.svg",
    "sample f.xd -w w.txt",
    "sweep f.xd -w w.txt --sizes 2 --seeds 1 -o swept",
    "unique f.xd -w w.txt",
    "unique g.txt -w w.txt --give cells --solution f.xd",
    "words journal w.txt --used f.xd",
)
# The others, and what they read instead of crosswords.
READ_NONE = {
    "acrostic": "a quotation",
    "cryptogram": "a text",
    "cs50": "grids of the course, whose form is its own",
    "decode": "a solver's answer",
    "densest": "a size",
    "freeform": "words",
    "instances": "seeds",
    "make": "a size",
    "pattern": "grid text",
    "query": "a file of fills",
    "theme": "a theme",
    "verify": "a certificate",
    "wordsearch": "words",
    "batch": "jobs: below",
    "serve": "a folder: below",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (
        ("f.xd", XD),
        ("w.txt", "cat\nbed\ncab\nted\n"),
        ("g.txt", "CAT\nA#E\nBED\n"),
    ):
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize("call", CALLS)
def test_each_command_says_it_once(call: str) -> None:
    if call.split(maxsplit=1)[0] not in own_names():
        pytest.skip("its room is not installed")
    assert run_cli(*call.split()).err.splitlines().count(f"f.xd: {SAID}") == 1


def test_no_command_is_forgotten() -> None:
    assert {call.split()[0] for call in CALLS} | {*READ_NONE} >= {*own_names()}


@pytest.mark.needs("apps/houses")
def test_earlier_crosswords_are_named(folder: Path) -> None:
    (folder / "old").mkdir()
    (folder / "f.xd").rename(folder / "old" / "f.xd")
    done = run_cli("check", "g.txt", "--house", "nyt", "--no-refill", "--against", "old")
    assert f"--against: f.xd: {SAID}" in done.err.splitlines()


@pytest.mark.needs("apps/cluster")
def test_a_job_has_them(folder: Path) -> None:
    (folder / "jobs").write_text('{"grid": "f.xd", "words": ["w.txt"]}\n{"grid": "g.txt"}\n')
    first, second = map(json.loads, run_cli("batch", "jobs").out.splitlines())
    assert first["remarks"] == [SAID]
    assert "remarks" not in second


@pytest.mark.needs("apps/workbench")
def test_the_page_has_them_once_whether_a_file_is_dropped_or_in_the_folder(folder: Path) -> None:
    (folder / "served").mkdir()
    (folder / "served" / "there.xd").write_text(XD)
    with Server(folder / "served", "--words", str(WORDS)) as server, Browser(server) as browser:
        for name in (browser.take_in(folder / "f.xd"), "there.xd"):
            for said in ([SAID], []):
                with browser.open(name) as tab:
                    (opened,) = (each for each in tab.heard if each["type"] == "opened")
                    assert opened["remarks"] == said, name
