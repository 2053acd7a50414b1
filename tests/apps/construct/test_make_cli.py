"""`satcross theme` and `satcross make`: grids, files, reasons, exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cli import run_cli

from satcross.formats.reading import load_crossword
from satcross.model.crossword import grid_of
from satcross.model.grid import Grid
from satcross.model.puzzle import find_slots
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.verify import n_cheaters, pattern_faults
from satcross.verification.crossword import verify
from satcross.words import WordList

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def entries(grid: Grid) -> set[str]:
    return {"".join(grid.cells[cell] for cell in slot.cells) for slot in find_slots(grid)}


def test_a_theme_stands_in_a_pattern_of_the_preset(folder: Path) -> None:
    phrases = ["conflict driven", "clause learning"]
    argv = ["theme", "15x15", "-n", "2"]
    done = run_cli(*argv, *(part for text in phrases for part in ("--theme", text)))
    assert done.code == 0
    out, err = done[1:]
    assert err == ""
    first, second = (Grid.parse(text) for text in out.split("\n\n"))
    assert first != second
    for grid in (first, second):
        assert not pattern_faults(grid.without_letters(), preset_rules(Preset.NYT, 15, 15))
        assert {"CONFLICTDRIVEN", "CLAUSELEARNING"} <= entries(grid)


def test_a_grid_is_made_and_verified_and_becomes_a_file(folder: Path) -> None:
    Path("theme.txt").write_text("\nice cream\n", encoding="utf-8")
    argv = ["make", "8x8", "--theme-file", "theme.txt", "--unpaired", "--seed", "3"]
    done = run_cli(*argv, "-o", "out.json", "--title", "Sweet")
    assert done.code == 0
    assert done[1:] == ("", "")
    made = load_crossword("out.json").crossword
    grid = grid_of(made)
    assert made.title == "Sweet"
    assert "ICECREAM" in entries(grid)
    assert not pattern_faults(grid.without_letters(), preset_rules(Preset.MINI, 8, 8))
    assert not [f for f in verify(None, grid, WordList.builtin()) if "ICECREAM" not in f.text]


def test_several_grids_differ_in_their_patterns(folder: Path) -> None:
    done = run_cli("make", "5x5", "-n", "3", "--blocks", "4-6", "--seed", "2")
    assert done.code == 0
    out, err = done[1:]
    grids = [Grid.parse(text) for text in out.split("\n\n")]
    assert len({grid.without_letters() for grid in grids}) == 3
    words = WordList.builtin()
    assert not [fault for grid in grids for fault in verify(None, grid, words)]
    assert err == ""


NEEDS_CHEATERS = ("5x5", "--preset", "nyt", "--blocks", "4-6", "--theme", "stare", "--seed", "1")


@pytest.mark.parametrize("command", ["make", "theme"])
def test_cheaters_are_allowed_where_they_are_needed(command: str) -> None:
    done = run_cli(command, *NEEDS_CHEATERS)
    assert done.code == 0
    what = "grid" if command == "make" else "pattern"
    assert done.err == (
        f"it has 4 cheaters, as no {what} without any was found so far; --no-cheaters allows none\n"
    )
    assert n_cheaters(Grid.parse(done.out)) == 4
    none = run_cli(command, *NEEDS_CHEATERS, "--no-cheaters")
    assert (none.code, none.out) == (20, "")
    any_ = run_cli(command, *NEEDS_CHEATERS, "--cheaters")
    assert (any_.code, any_.err) == (0, "")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            ["toast", "bread"],
            "STARE, TOAST and BREAD cannot be placed together; without the gap of 2 lines or"
            " without the number of blocks they could; a grid was made without BREAD (4 cheaters)",
        ),
        (
            ["toas"],
            "TOAS cannot be placed; without placing theme words in pairs or without the symmetry"
            " they could; a grid was made with theme entries that are not in pairs (2 cheaters),"
            " or without TOAS (4 cheaters)",
        ),
    ],
)
def test_what_is_offered_may_have_cheaters_where_they_are_allowed(
    more: list[str], told: str
) -> None:
    """No pattern here has none, so that nothing helps if they are left out of account."""
    done = run_cli("make", *NEEDS_CHEATERS, *(f"--theme={word}" for word in more))
    assert (done.code, done.out) == (20, "")
    assert done.err == f"impossible: proved: {told}\n"


OPEN3 = ["make", "3x3", "--blocks", "0", "--symmetry", "none", "-w", "words.txt"]


def test_entries_share_no_letters_in_a_row(folder: Path) -> None:
    Path("words.txt").write_text("cod\nare\nben\ncab\nore\nden\n", encoding="utf-8")
    assert run_cli(*OPEN3).out in ("COD\nARE\nBEN\n", "CAB\nORE\nDEN\n")
    done = run_cli(*OPEN3, "--max-shared-substring", "2")  # ARE and ORE, BEN and DEN
    assert done.code == 20
    assert done.err == (
        "impossible: proved: no pattern that obeys the rules has a fill; a grid was made with"
        " maximum shared substring 3\n"
    )


def test_a_word_may_be_used_twice(folder: Path) -> None:
    Path("words.txt").write_text("toe\nore\neel\n", encoding="utf-8")
    assert run_cli(*OPEN3).code == 20
    assert run_cli(*OPEN3, "--allow-repeats").out == "TOE\nORE\nEEL\n"


def test_when_there_are_no_more_it_is_said(folder: Path) -> None:
    Path("words.txt").write_text("cat\nore\nten\ncot\nare\n", encoding="utf-8")
    argv = ["make", "3x3", "-w", "words.txt", "--blocks", "0", "--symmetry", "none", "-n", "5"]
    done = run_cli(*argv)
    assert done.code == 20
    assert done.err == ("impossible: proved: no pattern that obeys the rules has a fill\n")
    Path("words.txt").write_text("cat\nore\nten\ncot\nare\nton\nabc\n", encoding="utf-8")
    Path("words.txt").write_text("abc\ndef\nghi\nadg\nbeh\ncfi\n", encoding="utf-8")
    done = run_cli(*argv)
    assert done.code == 0
    out, err = done[1:]
    assert out in ("ABC\nDEF\nGHI\n", "ADG\nBEH\nCFI\n")
    assert err == "1 grid; there are no more\n"


def test_a_phrase_longer_than_the_grid_is_blamed_wherever_it_stands(folder: Path) -> None:
    long = ["--theme", "ABCDEFGHIJKLMNOPQRSTUVWX"]
    others = [["--theme", "ice cream"], ["--theme", "caramels"]]
    for command in ("theme", "make"):
        for at in range(3):
            themes = [*others[:at], long, *others[at:]]
            done = run_cli(command, "9x9", *(word for pair in themes for word in pair))
            assert done == (
                20,
                "",
                "impossible: proved: ABCDEFGHIJKLMNOPQRSTUVWX has 24 letters, and the grid has only"
                " 9 columns; divide it, or make the grid larger; a grid was made without"
                " ABCDEFGHIJKLMNOPQRSTUVWX\n",
            )


def test_the_reason_is_told(folder: Path) -> None:
    for command in ("theme", "make"):
        done = run_cli(command, "9x9", "--theme", "banana")
        assert done.code == 20
        assert done[1:] == (
            "",
            "impossible: proved: BANANA cannot be placed; without placing theme words in pairs or"
            " without the symmetry they could; a grid was made with theme entries that are"
            " not in pairs, or with 10x9 cells\n",
        )
    assert run_cli("theme", "9x9", "--theme", "banana", "--unpaired").code == 0


def test_optional_entries(folder: Path) -> None:
    argv = ["theme", "9x9", "--optional", "nine words", "--optional", "word snine"]
    done = run_cli(*argv, "--at-least", "2")
    assert done.code == 0
    grid = Grid.parse(done.out)
    assert {"NINEWORDS", "WORDSNINE"} <= entries(grid)
    done = run_cli(*argv, "--at-least", "3")
    assert done.code == 2
    assert "there are not 3 optional theme words" in done.err


def test_a_time_limit(folder: Path) -> None:
    done = run_cli("make", "21x21", "--time-limit", "1e-9")
    assert done.code == 124
    assert done[1:] == ("", "stopped: time limit\n")


@pytest.mark.needs("apps/pictures")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["theme", "15x15"], "--theme: no theme is given; name its entries, or see satcross patt"),
        (["theme", "15by15", "--theme", "abc"], "SIZE: '15by15' is no size; give columns x rows"),
        (["make", "15x15", "--theme", "a"], "--theme: 'a' is too short for an entry; leave it out"),
        (["make", "15x15", "--theme", "R&B"], "--theme: 'R&B' is not made of letters of the alph"),
        (["make", "15x15", "--theme", "ab", "--theme", "AB"], "the theme has AB twice; leave one"),
        (["make", "15x15", "--theme-file", "none"], "none: there is no such file; check the path"),
        (["make", "15x15", "--theme-file", "empty"], "empty: the file is empty; write one phrase"),
        (["make", "15x15", "--theme-file", "bad"], "bad:2: 'x&y' is not made of letters"),
        (["make", "15x15", "--direction", "up"], "--direction: must be across, down or both"),
        (["make", "15x15", "--gap", "0"], "--gap: must be 1 or greater, got 0"),
        (["make", "15x15", "-n", "0"], "--number: must be 1 or greater, got 0"),
        (["make", "5x5", "-n", "2", "-o", "x.svg"], "--output: svg files hold one grid each"),
        (["make", "15x14", "--symmetry", "diagonal"], "--symmetry: diagonal symmetry is"),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_a_line(arguments: list[str], message: str, folder: Path) -> None:
    Path("empty").write_text("\n", encoding="utf-8")
    Path("bad").write_text("abc\nx&y\n", encoding="utf-8")
    done = run_cli(*arguments)
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert err.startswith(f"satcross: {message}"), err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["make", "theme"])
def test_own_files_say_which_entries_are_the_theme(command: str, folder: Path) -> None:
    """So the rest of the grid is filled again, and the theme stays."""
    argv = ["8x8", "--theme", "ice cream", "--unpaired", "--seed", "3"]
    assert run_cli(command, *argv, "-o", "draft.json").code == 0
    assert run_cli("fill", "draft.json", "--keep", "theme", "-o", "other.json").code == 0
    draft, other = (load_crossword(f"{name}.json").crossword for name in ("draft", "other"))
    theme = draft.extras["workbench"]["theme"]
    assert "".join(grid_of(draft).cells[cell] for cell in theme) == "ICECREAM"
    assert other.extras["workbench"]["theme"] == theme
    assert "ICECREAM" in entries(grid_of(other))
    assert grid_of(other).without_letters() == grid_of(draft).without_letters()
