"""The real peers that are installed: each fills a small grid, and none invents a fill."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support.bench_peers import COLUMNS, SQUARE, WORDS

from benchmarks.compare.cli import TOOLS
from benchmarks.files import replace_file, write_words
from benchmarks.judge import judge_fills
from benchmarks.measure import Run, measure
from benchmarks.peers import clingo_asp, minizinc_gecode
from benchmarks.peers.base import Answer, Peer
from benchmarks.peers.board import Board
from benchmarks.peers.ingrid import Ingrid
from benchmarks.peers.minizinc_gecode import Minizinc
from benchmarks.peers.registry import EAGER
from satcross.model.grid import Grid
from satcross.words import WordList

LISTED = WordList.from_words(WORDS)
# satcross's own solvers have tests of their own, and take a second to start.
MARKED = [
    pytest.param(peer, id=peer.key, marks=[pytest.mark.slow] if peer in EAGER else [])
    for peer in TOOLS
]


def asked(peer: Peer, text: str, words: WordList, folder: Path) -> tuple[Answer, str]:
    """What a peer answers, and what that is worth."""
    if why := peer.available():
        pytest.skip(why)
    board = Board.parse(text)
    grid_path = folder / "grid.txt"
    grid_path.write_text("\n".join(board.rows) + "\n")
    words_path = write_words(folder / "words.txt", words, board)
    run = measure(peer.command(grid_path, words_path, 1), limit_s=30, memory_mb=8000)
    answer = peer.read(grid_path, run)
    outcome = judge_fills(run, answer, Grid.parse(text), words)
    return answer, f"{outcome.verdict}, {outcome.detail}"


@pytest.mark.parametrize("peer", MARKED)
def test_each_tool_fills_a_grid_with_a_given_letter(peer: Peer, tmp_path: Path) -> None:
    answer, worth = asked(peer, "B...\n....\n....\n....", LISTED, tmp_path)
    assert worth == "right, "
    assert answer.fills[0] in (SQUARE, "\n".join(COLUMNS))
    assert not answer.impossible


@pytest.mark.slow
@pytest.mark.parametrize("peer", TOOLS, ids=lambda peer: peer.key)
def test_each_tool_takes_blocks_and_a_word_that_only_the_grid_has(
    peer: Peer, tmp_path: Path
) -> None:
    words = WordList.from_words(["xat", "xon", "ten"])
    answer, worth = asked(peer, "XYX\n.#.\n...", words, tmp_path)
    assert worth == "right, "
    assert answer.fills == ("XYX\nA#O\nTEN",)


@pytest.mark.parametrize("peer", MARKED)
def test_no_tool_invents_a_fill(peer: Peer, tmp_path: Path) -> None:
    # Arc consistent, as each letter has its word in each slot; but all would need a word twice.
    words = WordList.from_words(["aab", "aba", "baa", "bbb"])
    _, worth = asked(peer, "...\n...\n...", words, tmp_path)
    assert worth.split(",")[0] in ("no fill", "failed", "stopped"), worth


def said(stdout: str = "", stderr: str = "", code: int = 0) -> Run:
    return Run(1.0, 1.0, 50.0, code, False, stdout, stderr)


def test_ingrid_gets_a_wide_grid_on_its_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "ingrid_core"
    program.write_text("#!/bin/sh\nexit 0\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    grid_path, words_path = tmp_path / "grid.txt", tmp_path / "words.txt"
    grid_path.write_text("AB.\n...\n")
    peer = Ingrid()
    assert peer.available() is None
    command = peer.command(grid_path, words_path, 0)
    assert command[0] == str(program)
    assert command[command.index("--wordlist") + 1] == str(tmp_path / "words.dict")
    assert Path(command[-1]).read_text(encoding="utf-8") == "A.\nB.\n..\n"
    told = "1.5ms loading word list, 20ms finding fill"
    answer = peer.read(grid_path, said("ax\nby\ncz\n", told))
    assert (answer.fills, answer.impossible) == (("ABC\nXYZ",), False)
    assert answer.search_s == pytest.approx(0.02)
    grid_path.write_text("..\n..\n")
    assert peer.read(grid_path, said("ab\ncd\n")) == Answer(("AB\nCD",))
    assert peer.read(grid_path, said("", "Error: Unfillable grid", 1)) == Answer((), True)


def test_minizinc_is_read(tmp_path: Path) -> None:
    grid_path = tmp_path / "grid.txt"
    grid_path.write_text("..\n.#\n")
    read = Minizinc().read
    text = "letters 65 66 67\n----------\n%%%mzn-stat: solveTime=0.25\n"
    assert read(grid_path, said(text)) == Answer(("AB\nC#",), False, 0.25)
    assert read(grid_path, said("=====UNSATISFIABLE=====\n")) == Answer((), True)
    assert read(grid_path, said("letters 65 66\n")) == Answer()
    assert read(grid_path, said("=====UNKNOWN=====\n")) == Answer()


def test_a_missing_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Minizinc().available() == "not installed: apt-get install minizinc"
    assert Ingrid().available() == "not installed: cargo install ingrid_core"


def test_lists_are_shuffled_by_seed_and_hold_given_entries(tmp_path: Path) -> None:
    board = Board.parse("XYZ\n...\n...")
    plain = write_words(tmp_path / "a.txt", LISTED, board)
    assert plain.read_text(encoding="utf-8").split() == [
        *(word for word, _ in LISTED.words()),
        "XYZ",
    ]
    assert plain.with_suffix(".dict").read_text(encoding="utf-8").splitlines()[-1] == "XYZ;50"
    one, two, same = (
        write_words(tmp_path / f"{n}.txt", LISTED, board, seed).read_text(encoding="utf-8").split()
        for n, seed in enumerate((1, 2, 1))
    )
    assert one == same != two
    assert sorted(one) == sorted(two) == sorted(plain.read_text(encoding="utf-8").split())


def test_a_file_is_replaced_wholly(tmp_path: Path) -> None:
    path = tmp_path / "a"
    replace_file(path, "one")
    replace_file(path, "two")
    assert path.read_text(encoding="utf-8") == "two"
    assert [file.name for file in tmp_path.iterdir()] == ["a"]


@pytest.mark.parametrize("module", [clingo_asp, minizinc_gecode], ids=lambda m: m.__name__)
def test_the_examples_in_docstrings_hold(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted
    assert not results.failed


def test_it_runs_as_a_module_and_as_a_folder() -> None:
    for command in (["-m", "benchmarks.compare"], ["benchmarks/compare"]):
        found = measure([sys.executable, *command, "--help"], limit_s=20)
        assert found.code == 0, found.stderr
        assert "--from-json" in found.stdout
