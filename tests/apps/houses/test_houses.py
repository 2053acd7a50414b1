"""Houses: those that satcross has, files of one's own, and what no file may say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.apps.houses.earlier import earlier_in
from satcross.apps.houses.findings import Severity, checks
from satcross.apps.houses.houses import house_names, load_house
from satcross.model.alphabet import LATIN

XD = """Title: Old


CAT
ARE
BED


A1. A pet ~ CAT
A4. Exist ~ ARE
A5. Sleeper ~ BED

D1. Taxi ~ CAB
D2. Region ~ ARE
D3. Small child ~ TED
"""


def test_the_houses_that_there_are() -> None:
    assert house_names() == ("guardian", "lat", "listener", "nyt", "times")
    for name in house_names():
        house = load_house(name)
        usual = {one.name for one in checks().values() if one.usual}
        assert usual <= house.checks.keys() or name == "listener"
        assert house.title
    assert load_house("nyt").value("words", "most") == {"15x15": 78, "21x21": 140}
    assert load_house("lat").value("words", "most") == {"15x15": 78, "21x21": 144}


def test_a_house_changes_its_base(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'base = "nyt"\n[checks]\nwords = {most = {"15x15" = 76}}\nnaticks = "warning"\n'
        'references = "off"\n[checks.clue-length]\nmost = 80\n'
    )
    nyt, house = load_house("nyt"), load_house(str(own))
    assert (house.title, house.preset) == (nyt.title, nyt.preset)
    assert house.value("words", "most") == {"15x15": 76}
    assert house.value("words", "themeless") == {"15x15": 72}
    assert house.checks["words"].severity is Severity.ERROR
    assert house.checks["naticks"].severity is Severity.WARNING
    assert list(house.checks) == [
        name for name in checks()
        if name in {*nyt.checks, "clue-length"} - {"references"}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("titel = 'x'", ":1: there is no key 'titel'; use title, base, preset, checks"),
        ("title = 3", ":1: title must be a text, got '3'; correct it"),
        ("\nbase = 'daily'", ":2: there is no house 'daily'; use one of guardian, lat, listener,"
                             " nyt, times"),
        ("preset = 'x'", ":1: there is no preset 'x'; use one of lattice, nyt, british, mini,"
                         " barred, arrows, none"),
        ("checks = 1", ":1: checks must be a table, got '1'; correct it"),
        ("[checks]\nword = 'error'", ":2: there is no check 'word'; did you mean words?"),
        ("[checks]\nxyzzy = 'error'", ":2: there is no check 'xyzzy'; the guide to houses lists"),
        ("[checks]\nwords = 'bad'", ":2: the severity of words must be one of error, warning,"
                                    " note, off, got 'bad'; correct it"),
        ("[checks]\nwords = 3", ":2: words must be a severity or a table, got '3'; correct it"),
        ("[checks]\nwords = {most = 78}",
         ":2: most of words must be a table of numbers by size, as in {'15x15' = 78}, got '78'"),
        ("[checks.words]\nmost = {15 = 78}",
         ":1: most of words must be a table of numbers by size, as in {'15x15' = 78}, got"),
        ("[checks]\nwords = {biggest = 78}",
         ":2: words has no 'biggest'; it has severity, most, least, themeless"),
        ("[checks]\nshortest = 'error'",
         ":2: shortest needs cells: a whole number, 0 or greater; write shortest = {cells = …}"),
        ("[checks]\nshortest = {cells = -1}",
         ":2: cells of shortest must be a whole number, 0 or greater, got '-1'; correct it"),
        ("[checks]\nshortest = {cells = true}",
         ":2: cells of shortest must be a whole number, 0 or greater, got 'True'; correct it"),
        ("[checks]\nsymmetry = {any-of = ['none']}",
         ":2: any-of of symmetry must be a list of rotation, rotation90,"),
        ("[checks]\nchecked-share = {least = '3/2'}",
         ":2: least of checked-share must be a share as in '1/2', got '3/2'; correct it"),
        ("[checks]\nchecked-share = {least = '1/2', rounded = 'off'}",
         ":2: rounded of checked-share must be one of up, down, got 'off'; correct it"),
        ("[checks\n", ":1:8: the file is not TOML: "),
        ("title = '\xff'", ": the file is not UTF-8; save it as UTF-8"),
    ],
)  # fmt: skip
def test_what_no_house_can_say(text: str, error: str, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(text.encode("latin-1"))
    (tmp_path / "g.txt").write_text("CAT\n")
    done = run_cli("check", tmp_path / "g.txt", "--house", own)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"satcross: {own}{error}"), done.err
    assert done.err.count("\n") == 1


def test_a_house_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text("CAT\n")
    done = run_cli("check", tmp_path / "g.txt", "--house", "daily")
    hint = "use one of guardian, lat, listener, nyt, times, or a file of your own: own.toml"
    assert done == (2, "", f"satcross: --house: there is no house 'daily'; {hint}\n")
    assert run_cli("check", tmp_path / "g.txt", "--house", "daily.toml").code == 2


@pytest.mark.needs("apps/interchange")
def test_the_command(tmp_path: Path) -> None:
    daily, words = tmp_path / "daily.xd", tmp_path / "words.txt"
    daily.write_text(XD.replace("A pet", "See 9"))
    words.write_text("cat\nare\nbed\ncab\nted\n")
    (tmp_path / "own.toml").write_text('title = "The Daily"\n[checks]\nstems = "off"\n')
    argv = ("check", daily, "-w", words, "--house", tmp_path / "own.toml", "--no-refill")
    done = run_cli(*argv)
    assert done == (
        1,
        "error: 4A and 2D are both ARE (repeats)\n"
        "error: the clue of 1A refers to 9, which is not there (references)\n",
        "The Daily: 2 errors\n",
    )
    (line,) = run_cli(*argv, "--format", "json").out.splitlines()
    said = json.loads(line)
    assert said["schema"] == "satcross.check/1"
    assert (said["house"], said["right"]) == ("The Daily", False)
    assert said["findings"][0] == {
        "check": "repeats", "severity": "error", "text": "4A and 2D are both ARE",
        "cells": ["r1c2", "r2c1", "r2c2", "r2c3", "r3c2"], "entries": ["4A", "2D"],
        "refill": None,
    }  # fmt: skip
    plain = run_cli("check", daily, "-w", words, "--format", "json")
    assert plain.code == 1
    assert json.loads(plain.out)["findings"][0]["check"] == "repeat"


@pytest.mark.needs("apps/interchange")
def test_earlier_crosswords(tmp_path: Path) -> None:
    folder = tmp_path / "published" / "2024"
    folder.mkdir(parents=True)
    (folder / "old.xd").write_text(XD)
    (folder / "notes.md").write_text("nothing")
    (folder / "broken.puz").write_bytes(b"\0" * 10)
    daily = tmp_path / "published" / "daily.xd"
    daily.write_text(XD)
    found = earlier_in(tmp_path / "published", LATIN, but=daily)
    assert (found.n, found.left_out) == (1, 1)
    assert found.used == {"CAT": 1, "ARE": 1, "BED": 1, "CAB": 1, "TED": 1}
    assert found.clues["CAT", "a pet"] == "old.xd"
    done = run_cli(
        "check", daily, "--house", "nyt", "--no-refill", "--against", tmp_path / "published"
    )
    assert "warning: 1A CAT has the same clue in old.xd (used-clues)\n" in done.out
    assert "note: 0 of 6 entries are in none of the 1 earlier crossword (freshness)" in done.out
    assert done.err.startswith("--against: 1 file left out: no crosswords\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    for name, problem in (("empty", "the folder has no crossword"), ("x", "there is no such")):
        done = run_cli("check", daily, "--house", "nyt", "--against", tmp_path / name)
        assert (done.code, done.out) == (2, "")
        assert f"satcross: {tmp_path / name}: {problem}" in done.err


def test_other_puzzles_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "ring.json"
    path.write_text(
        '{"schema": "satcross.puzzle/1", "grid": ["....", "...."], "rules": ["board ring"],'
        ' "word_list": ["cats"]}'
    )
    done = run_cli("check", path, "--house", "nyt")
    assert done.code == 2
    assert "check --house does not support the rule 'board ring'" in done.err


def test_the_guide_has_all_checks() -> None:
    page = Path(__file__).parents[3] / "docs" / "guide" / "houses.md"
    rows = [
        f"| `{one.name}` | {one.text.rstrip('.')} | {one.severity}"
        f"{'' if one.usual else ', if a house asks'} |"
        f" {', '.join(f'`{name}`' for name in one.parameters)} |"
        for one in checks().values()
    ]
    found = [line for line in page.read_text().splitlines() if line.startswith("| `")]
    assert found[len(house_names()) :] == rows
