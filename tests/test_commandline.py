"""What commands of packages are made of: ranges, choices, and the JSON that they all offer."""

from __future__ import annotations

import json
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

import pytest
from support.cli import run_cli, run_ok
from support.packages import EXAMPLE, forget, install

from satcross import FillTask, Grid, crossword_of, plugins
from satcross.commandline import (
    About,
    FillOutputOptions,
    HelpPanel,
    OutputOptions,
    PuzzleOptions,
    command,
    option,
)
from satcross.formats.reading import load_crossword, save_crossword
from satcross.model.kinds import kind_named
from satcross.testing import check_command


class Side(StrEnum):
    """Where."""

    LEFT = "left"
    RIGHT = "right"


@command(HelpPanel.PUZZLES, 99, examples="Examples:\n  satcross plain grid.txt")
def plain(
    puzzle: PuzzleOptions,
    *,
    many: int = option("1..5", "How many.", default=1),
    each: list[int] | None = option("2..3", "Which. Can be repeated."),
    side: Side | None = option("SIDE", "On which side."),
    out: OutputOptions,
) -> int:
    """Fill a grid, and say nothing of JSON."""
    del many, each, side
    loaded = puzzle.load()
    with out.open(1, About()) as sink, FillTask(loaded) as task:
        fill = task.run().unwrap()
        sink.write(fill.grid, {"text": str(fill.grid)}, crossword=crossword_of(fill.grid))
    return 0


@command(HelpPanel.PUZZLES, 99, examples="Examples:\n  satcross filled grid.txt")
def filled(puzzle: PuzzleOptions, *, out: FillOutputOptions) -> int:
    """Fill a grid."""
    loaded = puzzle.load()
    with out.open(1, About()) as sink, FillTask(loaded) as task:
        fill = task.run().unwrap()
        sink.write(fill.grid, fill=fill)
    return 0


@command(HelpPanel.PUZZLES, 99, examples="Examples:\n  satcross printing grid.txt")
def printing(puzzle: PuzzleOptions, *, out: OutputOptions) -> int:
    """Print a grid without looking at the format."""
    del out
    print(puzzle.load().grid)
    return 0


@pytest.fixture
def grid(site: Path) -> Path:
    """A grid, where the commands of this file are installed."""
    points = {name: f"test_commandline:{name}" for name in ("plain", "filled", "printing")}
    install(site, "some", {plugins.COMMANDS: points})
    forget()
    path = site / "grid.txt"
    path.write_text("...\n.#.\n...\n")
    return path


def test_a_metavar_is_a_range_as_in_the_library(grid: Path) -> None:
    assert run_cli("plain", grid, "--many", "5", "--each", 2, "--each", 3).code == 0
    for words, said in (
        (["--many", "7"], "--many: must be from 1 to 5, got 7"),
        (["--many", "0"], "--many: must be from 1 to 5, got 0"),
        (["--each", "2", "--each", "4"], "--each: must be from 2 to 3, got 4"),
    ):
        assert run_cli("plain", grid, *words) == (2, "", f"satcross: {said}\n")


def test_the_values_of_an_enum_are_in_the_help(grid: Path) -> None:
    assert "<left|right>" in run_ok("plain", "--help")
    assert run_cli("plain", grid, "--side", "up").code == 2


def test_every_command_writes_json(grid: Path, tmp_path: Path) -> None:
    data = json.loads(run_ok("plain", grid, "--format", "json"))
    assert (data["schema"], data["rows"]) == ("satcross.crossword/1", 3)
    data = json.loads(run_ok("filled", grid, "--format", "json"))
    assert (data["schema"], data["number"]) == ("satcross.fill/2", 1)
    assert len(data["entries"]) == 4


def test_the_kit_asks_for_json_where_the_help_has_it(grid: Path) -> None:
    for name in ("plain", "filled"):
        check_command(name, works=[f"{name} '{grid}'"])
    with pytest.raises(AssertionError, match=r"--format json: prints .*, which is not JSON"):
        check_command("printing", works=[f"printing '{grid}'"])


@pytest.fixture
def example(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kind of the example package, with its command."""
    monkeypatch.syspath_prepend(EXAMPLE / "src")
    points = {
        plugins.COMMANDS: {"consonants": "satcross_example.consonants_command:consonants"},
        plugins.KINDS: {"consonants": "satcross_example.consonants:CONSONANTS"},
    }
    install(site, "example", points)
    forget()


@pytest.mark.needs("apps/construct")
def test_a_command_of_a_kind_takes_a_size_with_rules(example: None) -> None:
    data = json.loads(run_ok("consonants", "5x5", "--rule", "somewhere Z", "--format", "json"))
    assert len(data["fill"]) == 5
    assert "Z" in "".join(data["fill"])


def test_a_command_of_a_kind_takes_a_file_with_clues(example: None, tmp_path: Path) -> None:
    plain = crossword_of(Grid.parse("COD\nARE\nBEN"))
    clues = tuple(replace(one, text=f"Clue {n}") for n, one in enumerate(plain.clues))
    save_crossword(replace(plain, clues=clues), tmp_path / "clued.ipuz")
    run_ok("consonants", tmp_path / "clued.ipuz", "-o", tmp_path / "made.ipuz")
    made = load_crossword(tmp_path / "made.ipuz").crossword
    assert made.kind is kind_named("consonants")
    assert [one.text for one in made.clues] == [one.text for one in clues]
    assert [one.given for one in made.squares] == [one in "AEO" for one in "CODAREBEN"]


def test_the_command_on_the_page_is_that_of_the_example() -> None:
    page = Path(__file__).parents[1] / "docs" / "guide" / "plugins.md"
    shown = page.read_text("utf-8").partition('    """Make a crossword whose vowels')[2]
    body = shown.partition("\n")[2].partition("```")[0]
    assert body.startswith("    maker = ")
    assert body in (EXAMPLE / "src/satcross_example/consonants_command.py").read_text("utf-8")
