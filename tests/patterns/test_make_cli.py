"""`satcross theme` and `satcross make`: grids, files, reasons, exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.cli.main import main
from satcross.crossword import grid_of
from satcross.formats.reading import load_crossword
from satcross.grid import Grid
from satcross.patterns.checker import pattern_faults
from satcross.patterns.presets import Preset, preset_rules
from satcross.puzzle import find_slots
from satcross.verify import verify
from satcross.words import WordList

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def entries(grid: Grid) -> set[str]:
    return {"".join(grid.cells[cell] for cell in slot.cells) for slot in find_slots(grid)}


def test_a_theme_stands_in_a_pattern_of_the_preset(folder: Path, capsys: Capture) -> None:
    phrases = ["conflict driven", "clause learning"]
    argv = ["theme", "15x15", "-n", "2"]
    assert main([*argv, *(part for text in phrases for part in ("--theme", text))]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    first, second = (Grid.parse(text) for text in out.split("\n\n"))
    assert first != second
    for grid in (first, second):
        assert not pattern_faults(grid.without_letters(), preset_rules(Preset.NYT, 15, 15))
        assert {"CONFLICTDRIVEN", "CLAUSELEARNING"} <= entries(grid)


def test_a_grid_is_made_and_verified_and_becomes_a_file(folder: Path, capsys: Capture) -> None:
    Path("theme.txt").write_text("\nice cream\n", encoding="utf-8")
    argv = ["make", "8x8", "--theme-file", "theme.txt", "--unpaired", "--seed", "3"]
    assert main([*argv, "-o", "out.ipuz", "--title", "Sweet"]) == 0
    assert capsys.readouterr() == ("", "")
    made = load_crossword("out.ipuz").crossword
    grid = grid_of(made)
    assert made.title == "Sweet"
    assert "ICECREAM" in entries(grid)
    assert not pattern_faults(grid.without_letters(), preset_rules(Preset.MINI, 8, 8))
    assert not [f for f in verify(None, grid, WordList.builtin()) if "ICECREAM" not in f.text]


def test_several_grids_differ_in_their_patterns(folder: Path, capsys: Capture) -> None:
    assert main(["make", "5x5", "-n", "3", "--blocks", "4-6", "--seed", "2"]) == 0
    out, err = capsys.readouterr()
    grids = [Grid.parse(text) for text in out.split("\n\n")]
    assert len({grid.without_letters() for grid in grids}) == 3
    words = WordList.builtin()
    assert not [fault for grid in grids for fault in verify(None, grid, words)]
    assert err == ""


def test_when_there_are_no_more_it_is_said(folder: Path, capsys: Capture) -> None:
    Path("words.txt").write_text("cat\nore\nten\ncot\nare\n", encoding="utf-8")
    argv = ["make", "3x3", "-w", "words.txt", "--blocks", "0", "--symmetry", "none", "-n", "5"]
    assert main(argv) == 20
    assert capsys.readouterr().err == (
        "impossible: proved: no pattern that obeys the rules has a fill\n"
    )
    Path("words.txt").write_text("cat\nore\nten\ncot\nare\nton\nabc\n", encoding="utf-8")
    Path("words.txt").write_text("abc\ndef\nghi\nadg\nbeh\ncfi\n", encoding="utf-8")
    assert main(argv) == 0
    out, err = capsys.readouterr()
    assert out in ("ABC\nDEF\nGHI\n", "ADG\nBEH\nCFI\n")
    assert err == "1 grid; there are no more\n"


def test_the_reason_is_told(folder: Path, capsys: Capture) -> None:
    for command in ("theme", "make"):
        assert main([command, "15x15", "--theme", "banana"]) == 20
        assert capsys.readouterr() == (
            "",
            "impossible: proved: BANANA cannot be placed; without placing theme words in pairs or"
            " without the symmetry they could\n",
        )
    assert main(["theme", "15x15", "--theme", "banana", "--unpaired"]) == 0


def test_optional_entries(folder: Path, capsys: Capture) -> None:
    argv = ["theme", "9x9", "--optional", "nine words", "--optional", "word snine"]
    assert main([*argv, "--at-least", "2"]) == 0
    grid = Grid.parse(capsys.readouterr().out)
    assert {"NINEWORDS", "WORDSNINE"} <= entries(grid)
    assert main([*argv, "--at-least", "3"]) == 2
    assert "there are not 3 optional theme words" in capsys.readouterr().err


def test_a_time_limit(folder: Path, capsys: Capture) -> None:
    assert main(["make", "21x21", "--time-limit", "1e-9"]) == 124
    assert capsys.readouterr() == ("", "stopped: time limit\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["theme", "15x15"], "--theme: no theme is given; name its entries, or see satcross patt"),
        (["theme", "15by15", "--theme", "abc"], "SIZE: '15by15' is no size; give columns x rows"),
        (["make", "15x15", "--theme", "a"], "--theme: 'a' is too short for an entry; leave it out"),
        (["make", "15x15", "--theme", "R&B"], "--theme: 'R&B' is not made of letters of the alph"),
        (["make", "15x15", "--theme", "ab", "--theme", "AB"], "the theme has AB twice; leave one"),
        (["make", "15x15", "--theme-file", "none"], "none: there is no such file; check the path"),
        (["make", "15x15", "--theme-file", "empty"], "empty: the file is empty; write a phrase a"),
        (["make", "15x15", "--theme-file", "bad"], "bad:2: 'x&y' is not made of letters"),
        (["make", "15x15", "--direction", "up"], "--direction: 'up' is no direction; give across,"),
        (["make", "15x15", "--gap", "0"], "--gap: a gap of 0; give 1 or more"),
        (["make", "15x15", "-n", "0"], "-n: 0 is no number of grids; give 1 or more"),
        (["make", "5x5", "-n", "2", "-o", "x.puz"], "--output: each fill is a puz file of its own"),
        (["make", "15x14", "--symmetry", "diagonal"], "--symmetry: diagonal symmetry is"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_a_line(
    arguments: list[str], message: str, folder: Path, capsys: Capture
) -> None:
    Path("empty").write_text("\n", encoding="utf-8")
    Path("bad").write_text("abc\nx&y\n", encoding="utf-8")
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"satcross: {message}"), err
    assert err.count("\n") == 1
