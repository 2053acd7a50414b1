"""Two files of one command that are one file: refused before anything is written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cli import every_command, run_cli, run_ok, run_refused

from satcross.cli.options.command import FILES, WRITTEN

TEXTS = {
    "grid.txt": "...\n...\n...\n",
    "words.txt": "COD\nARE\nBEN\nCAB\nORE\nDEN\n",
    "jobs.jsonl": '{"grid": "grid.txt", "words": ["words.txt"]}',
    "given.txt": "CAB\nORE\nDEN\n",
    "solution.txt": "COD\nARE\nBEN\n",
}
# Metavars of parameters that take text but no file.
NO_FILES = {
    "ADDRESS", "BOARD", "CELLS", "CELL=X|SLOT=WORD", "CMD", "DIGITS", "E,SE,…", "FORMAT", "K|most",
    "KIND", "L=N", "N=WORD", "N-M", "LANG", "LANGUAGE", "LAYOUT", "LETTERS", "LINE", "N|A-B",
    "N|A-B|fewest", "NAME",
    "ENTRY=SCORE", "[ENTRY]...", "SLOTS:LIST", "YYYY-MM-DD",
    "URL", "words|clues|mixed",
    "NAME:CELLS", "NAMES", "PATTERN", "PHRASE", "SIZE", "SLOT", "SLOT=N", "TEXT", "WORD",
    "RULE", "[SIZE]",
    "3x4@r1c1[=FILE]",  # whose file the command itself compares
    "3x15", "'A r8c1 15'", "drat|drat-binary|lrat", "r1c3", "r2c2", "rRcC",
    "across|down|both", "all|alternate|half|none",
    "WORD[:CELLS]",
    "auto|support|dawg", "support|dawg|auto", "easy|medium|hard", "local[:N]|ADDRESS",
    "cnf|cnf+|gcnf|wcnf|pwcnf|opb|icnf|minizinc|xcsp3|json",
    "seqcounter|totalizer|sortnetwrk", "PART",
    "pairwise|seqcounter|product|bitwise|bimander|commander",
    "open-squares|newspaper|counting|weighted",
    "words|uniform|LETTERS", "grids|words|K|K-letters|symmetry|NAMES|auto",
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "inner").mkdir()
    return tmp_path


def parameters() -> Iterator[tuple[str, Any]]:
    """Every parameter of every command."""
    for name, one in every_command().items():
        yield from ((name, parameter) for parameter in one.params)


def test_every_parameter_of_text_is_known_to_name_a_file_or_not() -> None:
    for name, parameter in parameters():
        if parameter.type.name not in ("path", "str"):
            continue
        known = FILES if parameter.type.name == "path" else FILES | NO_FILES
        assert parameter.metavar in known, f"{name}: {parameter.name}"


def test_what_is_written_names_a_file() -> None:
    names = {(p.name, p.metavar in FILES) for _, p in parameters() if p.name in WRITTEN}
    assert names - {("to", False)} == {(name, True) for name in WRITTEN}


@pytest.mark.parametrize("spelling", ["out", "./out", "inner/../out", "link", "hard"])
@pytest.mark.parametrize("exists", [False, True])
def test_a_state_that_is_the_output_is_refused(folder: Path, spelling: str, exists: bool) -> None:
    argv = ("fill", "grid.txt", "-w", "words.txt", "--all", "-o", "out", "--state")
    if exists or spelling == "hard":
        run_ok(*argv, "state")
    if spelling == "link":
        (folder / "link").symlink_to("out")
    if spelling == "hard":
        os.link(folder / "out", folder / "hard")
    before = (folder / "out").read_bytes() if (folder / "out").exists() else None
    done = run_cli(*argv, spelling)
    assert done.code == 2
    assert (
        done.err
        == f"satcross: --state: {Path(spelling)} is also the file of --output; name another\n"
    )
    assert before == ((folder / "out").read_bytes() if before is not None else None)


@pytest.mark.parametrize(
    "line",
    [
        "fill grid.txt -w words.txt --all --state state -o grid.txt",
        "fill grid.txt -w words.txt --all --state grid.txt",
        "fill grid.txt -w words.txt --all -o grid.txt",
        "fill grid.txt -w words.txt -n 2 -o words.txt",
        "fill grid.txt -w words.txt --exclude given.txt -o ./given.txt",
        "fill grid.txt -w words.txt --unlike given.txt -o given.txt",
        "fill grid.txt given.txt -w words.txt --all --count-only -o given.txt",
        "fill given.txt -w words.txt --all -o give{}.txt --free 1A --unlike give1.txt",
        "fill grid.txt -w words.txt --certificate grid.txt",
        "fill grid.txt -w words.txt -o new --certificate new",
        "unique grid.txt -w words.txt --certificate words.txt",
        "pattern --like grid.txt --all --certificate grid.txt",
        "sample grid.txt -w words.txt -n 3 -o grid.txt",
        "optimise grid.txt -w words.txt --all -o grid.txt",
        "optimise grid.txt -w words.txt --cluster local --state run -o run",
        "optimise grid.txt -w words.txt --cluster local --state run -o run/ledger.sqlite",
        "compile grid.txt -w words.txt -o grid.txt",
        "compile grid.txt -w words.txt -o words.txt",
        "export grid.txt -w words.txt -o words.txt --to cnf",
        "batch jobs.jsonl -o jobs.jsonl --resume",
        "render given.txt -o given.txt",
        "freeform words.txt -o words.txt",
        "wordsearch words.txt -o words.txt",
        "wordsearch solution.txt -o search.txt",
        "cs50 grid.txt words.txt grid.txt",
        "make 5x5 -w words.txt -o words.txt",
        "words build de --from words.txt --to words.txt",
        "words convert words.txt -w given.txt --exclude words.txt",
        "words merge given.txt grid.txt words.txt words.txt",
    ],
)
def test_a_file_that_is_read_is_not_written_over(folder: Path, line: str) -> None:
    error = run_refused(*line.split())
    assert "is also the file of" in error, error
    assert {name: (folder / name).read_text(encoding="utf-8") for name in TEXTS} == TEXTS
    assert not (folder / "run").exists()


@pytest.mark.parametrize(
    "line",
    [
        "fill grid.txt -w words.txt -o grid.txt",
        "optimise grid.txt -w words.txt -o grid.txt",
        "convert given.txt given.txt",
        "words convert words.txt -w words.txt",
        "words merge given.txt words.txt given.txt words.txt",
        "words spaces words.txt words.txt --known words.txt",
    ],
)
def test_a_draft_may_be_replaced_by_what_is_made_of_it(folder: Path, line: str) -> None:
    run_ok(*line.split())
