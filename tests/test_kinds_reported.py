"""Kinds of other packages: what batches, books and commands say of what is made."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from support.cli import run_cli
from support.odd_kind import installed
from support.packages import forget, install

import satcross as sx
from satcross import plugins

WANTING = """
OddMaker.tries = 3
OddMaker.apart = lambda self, made: 2 * (made.fill.grid.cells[0] != "C")
OddMaker.report = lambda self, best: ["one of three", f"  {self.apart(best.value)} too many"]
"""


def batch(folder: Path, *words: str) -> str:
    """Run the batch of `made.jsonl`, a puzzle of one word. Returns: its standard error."""
    (folder / "words.txt").write_text("\n".join(words))
    job = {"kind": "odd", "grid": ["...", "###", "###"], "words": ["words.txt"], "options": {}}
    (folder / "jobs.jsonl").write_text(json.dumps(job) + "\n")
    done = run_cli("batch", "jobs.jsonl", "-o", "made.jsonl")
    assert done.code == 0
    return done.err


def test_a_batch_and_its_book_say_what_is_not_wanted(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(site, monkeypatch, making=WANTING)
    monkeypatch.chdir(tmp_path)
    assert batch(tmp_path, "dog") == "1 job: 1 found; 1 is not what was wanted\n"
    result = json.loads(Path("made.jsonl").read_text())
    assert (result["result"], result["apart"]) == ("found", 2)
    assert result["reports"] == ["one of three", "  2 too many"]
    done = run_cli("book", "made.jsonl", "-o", "made.txt")
    assert done.code == 0
    assert "made.jsonl:1 is not what was wanted: one of three; 2 too many\n" in done.err


def test_one_that_is_wanted_is_only_reported(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(site, monkeypatch, making=WANTING)
    monkeypatch.chdir(tmp_path)
    assert batch(tmp_path, "cat") == "1 job: 1 found\n"
    result = json.loads(Path("made.jsonl").read_text())
    assert "apart" not in result
    assert result["reports"] == ["one of three", "  0 too many"]
    assert "wanted" not in run_cli("book", "made.jsonl", "-o", "made.txt").err


# A command of the package

COMMAND = """
from satcross.commandline import *
from satcross.extend import Making
from odd_making import OPTIONS, OddMaker
declare(OPTIONS, "The puzzle")

@command(HelpPanel.PUZZLES, 91, examples="Examples:\\n  satcross odd 3x3")
def odd(puzzle: PuzzleOptions, *, search: SearchOptions, out: OutputOptions) -> int:
    \"""Make an odd puzzle.\"""
    making = Making(OddMaker(puzzle.source()), search.solver(), limit=1)
    with out.open(1) as sink:
        def write(best):
            print(*making.report(best))
            return True
        return write_made(making, search.time_limit, sink.view, write)
"""


@pytest.mark.parametrize(
    ("making", "said"),
    [
        (
            "def steps(self, options):\n    yield from ()\n    raise KeyError('oops')\n"
            "OddMaker.steps = steps",
            r"steps raises KeyError: 'oops' \(odd_making.py:\d+\); ",
        ),
        ("OddMaker.apart = lambda self, made: None", "apart returns None, and not a number; "),
        (
            "OddMaker.report = lambda self, best: 1 / 0",
            r"report raises ZeroDivisionError: division by zero \(odd_making.py:\d+\); ",
        ),
    ],
)
def test_what_is_wrong_with_a_maker_is_one_line_of_its_command_too(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, making: str, said: str
) -> None:
    installed(site, monkeypatch, making=making)
    (site / "odd_command.py").write_text(COMMAND)
    monkeypatch.delitem(sys.modules, "odd_command", raising=False)
    install(site, "oddcommand", {plugins.COMMANDS: {"odd": "odd_command:odd"}})
    forget()
    (tmp_path / "grid.txt").write_text("COD\nARE\nBEN\n")
    done = run_cli("odd", tmp_path / "grid.txt")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done.err
    assert re.search(f"the kind odd of odd 1.0: {said}", done.err), done.err


def test_the_line_of_an_error_is_that_of_the_package(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that of a library, where the error arises."""
    code = "import json\nOddMaker.key = lambda self, made: json.loads('{')\n"
    installed(site, monkeypatch, making=code)
    line = (site / "odd_making.py").read_text().splitlines().index(code.splitlines()[1]) + 1
    with pytest.raises(sx.OptionError, match=rf"\(odd_making\.py:{line}\)"):
        sx.make_puzzle("odd", "COD\nARE\nBEN")
