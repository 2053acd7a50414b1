"""What commands print is for people or for programs: found, impossible, or stopped with a part.

`support.cli.run_cli` looks for objects as Python shows them, in every test. Here are all commands.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.cli import Done, every_command, require_readable, run_cli
from support.tasks import long_enough

from fuzz.kill_recipes import ENDLESS, QUICK, arguments, is_server, make_inputs
from satcross.apps.construct.spec import MadeGrid
from satcross.apps.construct.theme import ThemedPattern
from satcross.apps.freeform.layout import Layout
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.picture import Picture

IMPOSSIBLE = r"""
fill dead.txt -w small.txt
fill dead.txt -w small.txt --all --format json
make 5x5 -w few.txt
theme 5x5 --theme abcdefgh
pattern 5x5 --words 99
pattern 5x5 --words 99 --blocks fewest
explain mini.txt -w small.txt
letters dead.txt -w small.txt
letters dead.txt -w small.txt --slot 1A --format json
unique dead.txt -w small.txt
count dead.txt -w small.txt --format json
sample dead.txt -w small.txt
compile dead.txt -w small.txt -o OUT/dead.fills
optimise dead.txt -w small.txt --goal total
optimise dead.txt -w small.txt --format json
prove mini.txt -w small.txt -o OUT/proof --format json
codeword dead.txt -w small.txt
diagramless dead.txt -w small.txt
fillin dead.txt -w small.txt
arrowword 5x5 -w few.txt
wordsearch nouns.txt 3x3
freeform two.txt --prove
densest 5x5 -w few.txt
export dead.txt -w small.txt -o OUT/dead.cnf --stats
"""
_LIMIT_S = 0.3


def lines(text: str) -> list[str]:
    """The lines that run here: not on several processes, for which others have tests."""
    elsewhere = ("--jobs", "--cluster", "--solver")
    found = [line for line in text.split("\n") if line and not is_server(line)]
    return [line for line in found if not any(option in line for option in elsewhere)]


def first_of_each(text: str) -> list[object]:
    """For `parametrize`: the first line of each command; the others are slow."""
    seen: set[str] = set()
    found: list[object] = []
    for line in lines(text):
        command = line.split()[0]
        found.append(pytest.param(line, marks=pytest.mark.slow) if command in seen else line)
        seen.add(command)
    return found


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    make_inputs(folder)
    (folder / "two.txt").write_text("ABC\nDEF\n")
    return folder


@pytest.fixture
def here(inputs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the output, with that of the input as the working folder."""
    monkeypatch.chdir(inputs)
    return tmp_path


def check(line: str, out: Path, limit_s: float | None = None) -> Done:
    """Run a line; what it printed and the texts that it wrote have no objects."""
    done = run_cli(*arguments(line, out, limit_s))
    for path in out.rglob("*"):
        if path.suffix in (".txt", ".json", ".ipuz", ".csv", ".xd", ".tsv"):
            require_readable(Done(0, path.read_text("utf-8"), ""))
    if "--format json" in line:
        lines_of = [done.out] if done.out.startswith("{\n") else done.out.splitlines()
        assert all(isinstance(json.loads(text), dict) for text in lines_of if text)
    return done


@pytest.mark.slow  # the tests of each command see the same
@pytest.mark.parametrize("line", lines(QUICK))
def test_what_is_found(line: str, here: Path) -> None:
    assert check(line, here).code in (0, 1, 20)


@pytest.mark.parametrize("line", first_of_each(IMPOSSIBLE))
def test_what_is_impossible(line: str, here: Path) -> None:
    done = check(line, here)
    assert done.code in (0, 1, 20)
    assert done.out + done.err != ""


@pytest.mark.parametrize("line", first_of_each(ENDLESS))
def test_what_is_stopped(line: str, here: Path) -> None:
    done = check(line, here, _LIMIT_S)
    assert done.code in (0, 124)
    assert done.err != ""


def test_every_command_is_among_them() -> None:
    here = {line.split()[0] for line in lines(QUICK + ENDLESS + IMPOSSIBLE)}
    assert here >= {name.split()[0] for name in every_command()} - {"serve"}


def test_the_most_promising_pattern_is_shown(here: Path) -> None:
    line = "make 13x13 --blocks 22 --min-score 90"

    def run(limit_s: float) -> Done:
        return check(line, here, limit_s)

    done = long_enough(run, lambda done: "that was not filled" in done.err, 2.0)
    assert (done.code, done.out) == (124, "")
    told, _, shown = done.err.partition("the most promising pattern that was not filled:\n")
    assert told.startswith("stopped: time limit; ")
    grid = Grid.parse(shown)
    assert (grid.shape, grid.cells.count("#")) == ("13x13", 22)


def test_what_has_a_grid_is_printed_as_one() -> None:
    """Results hold these: what is known so far of a grid is one."""
    for kind in (Grid, Fill, MadeGrid, ThemedPattern, WordSearch, Layout):
        assert issubclass(kind, Picture)
        assert "__str__" in vars(kind)
