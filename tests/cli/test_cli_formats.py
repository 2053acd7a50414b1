"""Crossword files on the command line: in, out, and from one to another."""

from __future__ import annotations

import json
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from satcross.cli.main import main
from satcross.crossword import Crossword, grid_of
from satcross.formats.reading import load_crossword
from satcross.grid import Grid

Capture = pytest.CaptureFixture[str]
WORDS = "cat\ncot\nore\nare\nten\nton\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a grid, words and clues."""
    monkeypatch.chdir(tmp_path)
    Path("words.txt").write_text(WORDS, encoding="utf-8")
    Path("grid.txt").write_text("C..\n...\n..N\n", encoding="utf-8")
    Path("clues.tsv").write_text("cat\tPet\nore\tMine find\n", encoding="utf-8")
    return tmp_path


def crossword(name: str) -> Crossword:
    return load_crossword(name).crossword


def fill(*arguments: str) -> int:
    return main(["fill", "grid.txt", "-w", "words.txt", "--allow-repeats", *arguments])


@pytest.mark.parametrize("ending", ["puz", "ipuz", "jpz", "xd", "json"])
def test_a_fill_becomes_a_file_of_the_format_that_its_name_tells(
    ending: str, folder: Path, capsys: Capture
) -> None:
    assert fill("-o", f"out.{ending}", "--title", "A title", "--author", "Me") == 0
    assert capsys.readouterr() == ("", "")
    made = crossword(f"out.{ending}")
    assert (made.title, made.author) == ("A title", "Me")
    rows = str(grid_of(made)).split("\n")
    assert rows in (["CAT", "ORE", "TEN"], ["COT", "ARE", "TEN"])
    assert [(clue.label, clue.direction, clue.text) for clue in made.clues] == [
        ("1", "Across", ""), ("4", "Across", ""), ("5", "Across", ""),
        ("1", "Down", ""), ("2", "Down", ""), ("3", "Down", ""),
    ]  # fmt: skip
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        ["words.txt", "grid.txt", "clues.tsv", f"out.{ending}"]
    )


def test_what_a_file_says_beside_its_grid_survives_a_fill(folder: Path, capsys: Capture) -> None:
    data = {
        "schema": "satcross.crossword/1",
        "rows": 3,
        "cols": 3,
        "squares": [
            [{"solution": "C", "circle": True}, ".", "."], [".", ".", "."], [".", ".", "N"]
        ],
        "clues": [{"direction": "Across", "label": "1", "text": "Mine", "cells": [[0, 0]]}],
        "title": "Kept",
    }  # fmt: skip
    Path("draft.json").write_text(json.dumps(data), encoding="utf-8")
    assert main(["convert", "draft.json", "draft.ipuz"]) == 0
    foreign = json.loads(Path("draft.ipuz").read_text(encoding="utf-8"))
    Path("draft.ipuz").write_text(json.dumps(foreign | {"origin": "elsewhere"}), encoding="utf-8")
    argv = ["fill", "draft.ipuz", "-w", "words.txt", "--allow-repeats"]
    assert main([*argv, "-o", "done.ipuz"]) == 0
    made = crossword("done.ipuz")
    assert made.title == "Kept"
    assert made.squares[0].circle
    assert made.clues[0].text == "Mine"
    assert json.loads(Path("done.ipuz").read_text(encoding="utf-8"))["origin"] == "elsewhere"
    capsys.readouterr()
    check = ["check", "done.ipuz", "--grid", "draft.json", "-w", "words.txt", "--allow-repeats"]
    assert main(check) == 0


def test_blank_leaves_out_the_letters_of_the_grid(folder: Path, capsys: Capture) -> None:
    Path("full.txt").write_text("QQ\nQQ\n", encoding="utf-8")
    Path("two.txt").write_text("ab\nba\n", encoding="utf-8")
    argv = ["fill", "full.txt", "-w", "two.txt", "--allow-repeats"]
    assert main([*argv, "--blank"]) == 0
    assert capsys.readouterr().out in ("AB\nBA\n", "BA\nAB\n")
    assert main(argv) == 0
    assert capsys.readouterr().out == "QQ\nQQ\n"


def test_clues_come_from_a_file_and_what_is_missing_is_listed(
    folder: Path, capsys: Capture
) -> None:
    Path("grid.txt").write_text("CAT\nORE\nTEN\n", encoding="utf-8")
    assert fill("-o", "out.ipuz", "--clues", "clues.tsv") == 0
    err = capsys.readouterr().err
    assert [clue.text for clue in crossword("out.ipuz").clues_of("Across")] == [
        "Pet", "Mine find", ""
    ]  # fmt: skip
    assert "no clue for 5A TEN\n" in err
    assert "no clue for 1D COT\n" in err


def test_several_fills_are_numbered_files(folder: Path, capsys: Capture) -> None:
    assert fill("-n", "2", "-o", "out-{}.puz") == 0
    assert "2 fills" in capsys.readouterr().err
    first, second = (str(grid_of(crossword(f"out-{n}.puz"))) for n in (1, 2))
    assert first != second
    assert set(f"{first}\n{second}".split("\n")) <= set(WORDS.upper().split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-n", "2", "-o", "out.puz"], "--output: each fill is a puz file of its own; name them"),
        (["--all", "--format", "pdf"], "--output: each fill is a pdf file of its own"),
        (["--entries", "-o", "out.puz"], "--entries: it is for text, not for puz; leave it out"),
        (["--clues", "clues.tsv"], "--clues: text has no place for it"),
        (["--title", "x", "--format", "json"], "--title: json has no place for it"),
        (["--format", "hex"], "--format: there is no form 'hex'; choose one of text, json,"),
        (["-o", "nowhere/out.puz"], "nowhere/out.puz: there is no directory 'nowhere'"),
    ],
)
def test_what_does_not_go_together_is_told_in_a_line(
    arguments: list[str], message: str, folder: Path, capsys: Capture
) -> None:
    assert fill(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"satcross: {message}"), err
    assert err.count("\n") == 1
    assert not list(folder.glob("out*"))


def test_what_a_format_cannot_hold_is_refused_or_left_out(folder: Path, capsys: Capture) -> None:
    Path("grid.txt").write_text(". .| .\n. . .\n. . .\n", encoding="utf-8")
    Path("words.txt").write_text(WORDS + "ca\nco\nte\nen\n", encoding="utf-8")
    before = sorted(path.name for path in folder.iterdir())
    assert fill("-o", "out.puz") == 2
    assert capsys.readouterr().err.startswith("satcross: out.puz: puz cannot hold bars (r1c2)")
    assert sorted(path.name for path in folder.iterdir()) == before
    assert fill("-o", "out.puz", "--lossy") == 0
    assert "left out: bars (r1c2)\n" in capsys.readouterr().err
    assert crossword("out.puz").bars_right == frozenset()


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_fill_becomes_a_picture(ending: str, folder: Path, capsys: Capture) -> None:
    assert fill("-o", f"out.{ending}") == 0
    data = Path(f"out.{ending}").read_bytes()
    assert data.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[ending])


def test_the_rubys_quiz_form_and_the_line(folder: Path, capsys: Capture) -> None:
    Path("grid.txt").write_text("CAT\nO#E\nTEN\n", encoding="utf-8")
    assert fill("--format", "ruby-quiz") == 0
    assert capsys.readouterr().out == "C A T\n\nO   E\n\nT E N\n"
    assert fill("--format", "line") == 0
    assert capsys.readouterr().out == "cato.eten\n"


class Stdout(TextIOWrapper):
    """Text with a buffer of bytes, as the real one is."""

    def __init__(self) -> None:
        super().__init__(BytesIO(), encoding="utf-8", write_through=True)

    def taken(self) -> bytes:
        assert isinstance(self.buffer, BytesIO)
        return self.buffer.getvalue()


def test_files_can_go_to_stdout(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = Stdout()
    monkeypatch.setattr(sys, "stdout", stdout)
    assert fill("--format", "puz") == 0
    assert stdout.taken()[2:13] == b"ACROSS&DOWN"


def convert(*arguments: str) -> int:
    return main(["convert", *arguments])


def test_convert_goes_from_any_format_to_any(folder: Path, capsys: Capture) -> None:
    Path("start.txt").write_text("CAT\n#RE\nTEN\n", encoding="utf-8")
    last = "start.txt"
    for ending in ("puz", "ipuz", "jpz", "xd", "json"):
        assert convert(last, f"next.{ending}") == 0, ending
        last = f"next.{ending}"
    assert grid_of(crossword(last)) == Grid.parse("CAT\n#RE\nTEN")
    assert capsys.readouterr().err == ""
    assert convert(last, "end.txt") == 0
    assert Path("end.txt").read_text(encoding="utf-8") == "CAT\n#RE\nTEN\n"


def test_the_content_tells_the_format_where_the_name_does_not(
    folder: Path, capsys: Capture
) -> None:
    Path("start.txt").write_text("CAT\n#RE\nTON\n", encoding="utf-8")
    for name in ("puz", "ipuz", "jpz", "xd", "satcross", "text"):
        assert convert("start.txt", "unnamed", "--to", name) == 0, name
        assert load_crossword("unnamed").format == name
        assert main(["fill", "unnamed", "-w", "words.txt"]) == 0
        assert capsys.readouterr().out == "CAT\n#RE\nTON\n"


def test_patterns_and_alphabets(folder: Path, capsys: Capture) -> None:
    stdout = Stdout()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", stdout)
        assert convert("7Ah", "-", "--to", "text") == 0
    assert stdout.taken() == b"#..\n..#\n.#.\n"
    Path("de.txt").write_text("ÄRA\n", encoding="utf-8")
    assert convert("de.txt", "de.ipuz", "--alphabet", "german") == 0
    assert crossword("de.ipuz").squares[0].solution == "Ä"
    assert convert("de.txt", "plain.ipuz") == 0
    assert crossword("plain.ipuz").squares[0].solution == "A"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.puz", "x.ipuz"], "none.puz: there is no such file; check the path"),
        (["grid.txt", "x.doc"], "x.doc: the file's ending names no format; name one with --to"),
        (["grid.txt", "-"], "--to: standard output has no name; name a format"),
        (["grid.txt", "x.puz", "--to", "doc"], "there is no format 'doc'; choose one of puz,"),
        (["grid.txt", "x.hex"], "x.hex: hex cannot hold these characters in cells (r1c1, r3c3)"),
        (["grid.txt", "x.ipuz", "--from", "puz"], "grid.txt: "),
        (["grid.txt", "folder"], "folder: the file's ending names no format"),
    ],
)
def test_bad_conversions_are_told_in_a_line(
    arguments: list[str], message: str, folder: Path, capsys: Capture
) -> None:
    assert convert(*arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"satcross: {message}"), err
    assert err.count("\n") == 1
    assert not list(folder.glob("x.*"))
