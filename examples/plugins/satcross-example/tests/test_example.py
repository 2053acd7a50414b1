"""What the test kit of satcross says, and each extension through the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from satcross_example import colours
from satcross_example.cards import CARDS
from satcross_example.consonants import CONSONANTS, VOWELS
from satcross_example.dpll import Dpll
from satcross_example.table import FORMAT

from satcross import Crossword, Grid, Impossible, crossword_of, make_puzzle
from satcross.commandline import main
from satcross.formats.reading import load_crossword, save_crossword
from satcross.testing import (
    check_command,
    check_format,
    check_kind,
    check_list,
    check_output,
    check_rule,
    check_solver,
)


def test_the_format() -> None:
    check_format(FORMAT, [b"| a |\n|---|\n| B |\n"])


def test_the_output(tmp_path: Path) -> None:
    check_output(CARDS)
    grid, clues, out = (tmp_path / name for name in ("grid.txt", "clues.tsv", "a.cards.tsv"))
    grid.write_text("CAT\n###\n###\n")
    clues.write_text("cat\tA pet\n")
    assert main(["clues", str(grid), "--clues", str(clues), "-o", str(out)]) == 0
    assert out.read_text() == "A pet\tCAT\n"


def test_the_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check_rule("no-doubles r1c1-r1c2")
    check_rule("no-doubles r1c1 r2c1 r2c2")
    grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid.write_text("...\n###\n###\n")
    words.write_text("EEL;90\nELM;50\n")
    argv = [str(grid), "-w", str(words), "--rule", "no-doubles r1c1-r1c3"]
    assert main(["fill", *argv]) == 0
    assert capsys.readouterr().out.startswith("ELM\n")


def test_the_solver() -> None:
    check_solver(Dpll)


def test_the_list() -> None:
    check_list(colours(), at_least=20)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid, words = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid.write_text("...\n...\n...\n")
    words.write_text("COD;50\nARE;50\nBEN;50\nCAB;90\nORE;90\nDEN;90\n")
    line = f"seeds '{grid}' -w '{words}'"
    check_command(
        "seeds", works=[line], refused=[f"{line} --tries 1 --lowest", f"{line} --tries 0"]
    )
    assert main(["seeds", str(grid), "-w", str(words), "--tries", "3"]) == 0
    printed = capsys.readouterr()
    assert sorted(printed.out.split()) in (["ARE", "BEN", "COD"], ["CAB", "DEN", "ORE"])
    assert printed.err.startswith("the best of seeds 0 to 2: ")


def puzzle() -> Crossword:
    """A square of words in which the vowels are given."""
    plain = crossword_of(Grid.parse("COD\nARE\nBEN"))
    squares = tuple(replace(one, given=one.solution in VOWELS) for one in plain.squares)
    clues = tuple(replace(one, text=f"Clue {n}") for n, one in enumerate(plain.clues))
    return replace(plain, squares=squares, clues=clues, kind=CONSONANTS)


def test_the_kind() -> None:
    check_kind(CONSONANTS, puzzle())


def test_puzzles_of_the_kind_are_made() -> None:
    made = make_puzzle("consonants", "COD\nARE\nBEN").unwrap()
    assert str(made) == ".O.\nA.E\n.E."
    proved = make_puzzle("consonants", "COD\nARE\nBEN", consonants=6)
    assert isinstance(proved, Impossible)
    assert proved.why == "there are 5 consonants to find"


def test_the_command_of_the_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid, words, out = tmp_path / "grid.txt", tmp_path / "words.txt", tmp_path / "one.ipuz"
    grid.write_text("...\n...\n...\n")
    words.write_text("COD;50\nARE;50\nBEN;50\nCAB;90\nORE;90\nDEN;90\n")
    line = f"consonants '{grid}' -w '{words}'"
    refused = [f"{line} --consonants 0", f"{line} -n 0"]
    check_command("consonants", works=[line], refused=refused)
    assert main(["consonants", str(grid), "-w", str(words), "-n", "3"]) == 1
    printed = capsys.readouterr()
    assert sorted(printed.out.strip().split("\n\n")) == [".A.\nO.E\n.E.", ".O.\nA.E\n.E."]
    assert "2 were made" in printed.err
    assert main(["consonants", str(grid), "-w", str(words), "-o", str(out)]) == 0
    assert load_crossword(out).crossword.kind is CONSONANTS


def test_a_vowel_must_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "puzzle.json"
    squares = (*puzzle().squares[:1], replace(puzzle().squares[1], given=False))
    save_crossword(replace(puzzle(), squares=(*squares, *puzzle().squares[2:])), path)
    assert main(["check", str(path), "--allow-repeats"]) == 1
    assert capsys.readouterr().out == "r1c2 O is not given\n"


def test_all_three_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid, out = tmp_path / "grid.txt", tmp_path / "grid.mdtable"
    grid.write_text("....\n.###\n.###\n.###\n")
    options = ["-w", "colours", "--solver", "dpll", "-o", str(out)]
    assert main(["fill", str(grid), *options]) == 0, capsys.readouterr().err
    assert out.read_text().startswith("|   |   |   |   |\n| - | - | - | - |\n| G |")
    assert main(["convert", str(out), "-", "--to", "text"]) == 0
    assert capsys.readouterr().out.count("\n") == 4
