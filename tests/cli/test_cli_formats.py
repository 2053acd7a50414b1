"""Crossword files on the command line: in, out, and from one to another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import Done, run_cli

from satcross.formats.reading import load_crossword
from satcross.model.crossword import Crossword, grid_of
from satcross.model.grid import Grid

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


def fill(*arguments: str) -> Done:
    return run_cli("fill", "grid.txt", "-w", "words.txt", "--allow-repeats", *arguments)


@pytest.mark.parametrize("ending", ["puz", "ipuz", "jpz", "xd", "json"])
def test_a_fill_becomes_a_file_of_the_format_that_its_name_tells(ending: str, folder: Path) -> None:
    done = fill("-o", f"out.{ending}", "--title", "A title", "--author", "Me")
    assert done.code == 0
    assert done[1:] == ("", "")
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


def test_what_a_file_says_beside_its_grid_survives_a_fill(folder: Path) -> None:
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
    assert run_cli("convert", "draft.json", "draft.ipuz").code == 0
    foreign = json.loads(Path("draft.ipuz").read_text(encoding="utf-8"))
    Path("draft.ipuz").write_text(json.dumps(foreign | {"origin": "elsewhere"}), encoding="utf-8")
    argv = ["fill", "draft.ipuz", "-w", "words.txt", "--allow-repeats"]
    done = run_cli(*argv, "-o", "done.ipuz")
    assert done.code == 0
    made = crossword("done.ipuz")
    assert made.title == "Kept"
    assert made.squares[0].circle
    assert made.clues[0].text == "Mine"
    assert json.loads(Path("done.ipuz").read_text(encoding="utf-8"))["origin"] == "elsewhere"
    check = ["check", "done.ipuz", "--grid", "draft.json", "-w", "words.txt", "--allow-repeats"]
    assert run_cli(*check).code == 0


def test_blank_leaves_out_the_letters_of_the_grid(folder: Path) -> None:
    Path("full.txt").write_text("QQ\nQQ\n", encoding="utf-8")
    Path("two.txt").write_text("ab\nba\n", encoding="utf-8")
    argv = ["fill", "full.txt", "-w", "two.txt", "--allow-repeats"]
    done = run_cli(*argv, "--blank")
    assert done.code == 0
    assert done.out in ("AB\nBA\n", "BA\nAB\n")
    done = run_cli(*argv)
    assert done.code == 0
    assert done.out == "QQ\nQQ\n"


def test_clues_come_from_a_file_and_what_is_missing_is_listed(folder: Path) -> None:
    Path("grid.txt").write_text("CAT\nORE\nTEN\n", encoding="utf-8")
    done = fill("-o", "out.ipuz", "--clues", "clues.tsv")
    assert done.code == 0
    err = done.err
    assert [clue.text for clue in crossword("out.ipuz").clues_of("Across")] == [
        "Pet", "Mine find", ""
    ]  # fmt: skip
    assert "no clue for 5A TEN\n" in err
    assert "no clue for 1D COT\n" in err


def test_several_fills_are_numbered_files(folder: Path) -> None:
    done = fill("-n", "2", "-o", "out-{}.puz")
    assert done.code == 0
    assert "2 fills" in done.err
    first, second = (str(grid_of(crossword(f"out-{n}.puz"))) for n in (1, 2))
    assert first != second
    assert set(f"{first}\n{second}".split("\n")) <= set(WORDS.upper().split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["-n", "2", "-o", "out.puz"],
            "--output: puz files hold one grid each; write {}",
        ),
        (["--all", "--format", "pdf"], "--output: pdf files hold one grid each"),
        (["--entries", "-o", "out.puz"], "--entries: it is for text, not for puz; leave it out"),
        (["--clues", "clues.tsv"], "--clues: text has no place for it"),
        (["--title", "x", "--format", "json"], "--title: json has no place for it"),
        (["--author", "x", "-o", "x.svg"], "--author: svg has no place for it"),
        (["--title", "x", "-o", "x.png"], "--title: png has no place for it"),
        (["--format", "hex"], "--format: there is no format 'hex' here; choose one of text, json,"),
        (["-o", "nowhere/out.puz"], f"{Path('nowhere/out.puz')}: there is no directory 'nowhere'"),
    ],
)
def test_what_does_not_go_together_is_told_in_a_line(
    arguments: list[str], message: str, folder: Path
) -> None:
    done = fill(*arguments)
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert err.startswith(f"satcross: {message}"), err
    assert err.count("\n") == 1
    assert not list(folder.glob("out*"))


def test_what_a_format_cannot_hold_is_refused_or_left_out(folder: Path) -> None:
    Path("grid.txt").write_text(". .| .\n. . .\n. . .\n", encoding="utf-8")
    Path("words.txt").write_text(WORDS + "ca\nco\nte\nen\n", encoding="utf-8")
    before = sorted(path.name for path in folder.iterdir())
    done = fill("-o", "out.puz")
    assert done.code == 2
    assert done.err.startswith("satcross: out.puz: puz cannot hold bars (r1c2)")
    assert sorted(path.name for path in folder.iterdir()) == before
    done = fill("-o", "out.puz", "--lossy")
    assert done.code == 0
    assert "left out: bars (r1c2)\n" in done.err
    assert crossword("out.puz").bars_right == frozenset()


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_fill_becomes_a_picture(ending: str, folder: Path) -> None:
    assert fill("-o", f"out.{ending}").code == 0
    data = Path(f"out.{ending}").read_bytes()
    assert data.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[ending])


def test_the_rubys_quiz_form_and_the_line(folder: Path) -> None:
    Path("grid.txt").write_text("CAT\nO#E\nTEN\n", encoding="utf-8")
    done = fill("--format", "ruby-quiz")
    assert done.code == 0
    assert done.out == "C A T\n\nO   E\n\nT E N\n"
    done = fill("--format", "line")
    assert done.code == 0
    assert done.out == "cato.eten\n"


def test_files_can_go_to_stdout(folder: Path) -> None:
    assert fill("--format", "puz").out[2:13] == "ACROSS&DOWN"


def convert(*arguments: str) -> Done:
    return run_cli("convert", *arguments)


def test_convert_goes_from_any_format_to_any(folder: Path) -> None:
    Path("start.txt").write_text("CAT\n#RE\nTEN\n", encoding="utf-8")
    last = "start.txt"
    for ending in ("puz", "ipuz", "jpz", "xd", "json"):
        assert convert(last, f"next.{ending}").code == 0, ending
        last = f"next.{ending}"
    assert grid_of(crossword(last)) == Grid.parse("CAT\n#RE\nTEN")
    assert convert(last, "end.txt").code == 0
    assert Path("end.txt").read_text(encoding="utf-8") == "CAT\n#RE\nTEN\n"


def test_the_content_tells_the_format_where_the_name_does_not(folder: Path) -> None:
    Path("start.txt").write_text("CAT\n#RE\nTON\n", encoding="utf-8")
    for name in ("puz", "ipuz", "jpz", "xd", "satcross", "text"):
        assert convert("start.txt", "unnamed", "--to", name).code == 0, name
        assert load_crossword("unnamed").format == name
        done = run_cli("fill", "unnamed", "-w", "words.txt")
        assert done.code == 0
        assert done.out == "CAT\n#RE\nTON\n"


def test_patterns_and_alphabets(folder: Path) -> None:
    assert convert("7Ah", "-", "--to", "text") == (0, "#..\n..#\n.#.\n", "")
    Path("de.txt").write_text("ÄRA\n", encoding="utf-8")
    assert convert("de.txt", "de.ipuz", "--alphabet", "german").code == 0
    assert crossword("de.ipuz").squares[0].solution == "Ä"
    assert convert("de.txt", "plain.ipuz").code == 0
    assert crossword("plain.ipuz").squares[0].solution == "A"


@pytest.mark.parametrize("ending", ["puz", "ipuz", "jpz", "xd", "exolve", "qxw", "json"])
def test_a_conversion_writes_the_title_and_author_given(ending: str, folder: Path) -> None:
    target = f"out.{ending}"
    assert convert("grid.txt", target, "--title", "A title", "--author", "Me", "--lossy").code == 0
    assert (crossword(target).title, crossword(target).author) == ("A title", "Me")
    assert convert(target, "again.ipuz", "--title", "Another", "--lossy").code == 0
    assert (crossword("again.ipuz").title, crossword("again.ipuz").author) == ("Another", "Me")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.puz", "x.ipuz"], "none.puz: there is no such file; check the path"),
        (["grid.txt", "x.doc"], "x.doc: no format has the extension '.doc'; use one of .txt"),
        (["grid.txt", "-"], "--to: standard output has no extension; name a format"),
        (
            ["grid.txt", "x.puz", "--to", "doc"],
            "--to: there is no format 'doc' here; choose one of",
        ),
        (["grid.txt", "x.hex"], "x.hex: hex cannot hold these characters in cells (r1c1, r3c3)"),
        (["grid.txt", "x.ipuz", "--from", "puz"], "grid.txt: "),
        (["grid.txt", "x.txt", "--title", "x"], "--title: text has no place for it; write a cross"),
        (["grid.txt", "x.hex", "--lossy", "--author", "x"], "--author: hex has no place for it"),
        (["grid.txt", "-", "--to", "line", "--title", "x"], "--title: line has no place for it"),
        (["grid.txt", "x.ipuz", "--title", "\udcff"], "--title: '\\udcff' is not UTF-8"),
        (["grid.txt", "folder"], "folder: no format has the extension ''; use one of"),
    ],
)
def test_bad_conversions_are_told_in_a_line(
    arguments: list[str], message: str, folder: Path
) -> None:
    done = convert(*arguments)
    assert done.code == 2
    out, err = done[1:]
    assert out == ""
    assert err.startswith(f"satcross: {message}"), err
    assert err.count("\n") == 1
    assert not list(folder.glob("x.*"))
