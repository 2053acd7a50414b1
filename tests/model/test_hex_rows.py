"""A row of letters that are hexadecimal digits: what is written of it is read as the same row."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from support.cli import run_ok, run_refused

from satcross.formats.reading import load_crossword
from satcross.model.crossword import grid_of
from satcross.model.grid import Grid, read_grid
from satcross.words.alphabets import parse_alphabet

WORDS = "BEAD\nBEAN\nCAFE\nDEAL\nFEED\n"


def test_every_short_row_is_read_as_it_is_written() -> None:
    hexadecimal = parse_alphabet("0123456789ABCDEFGHN")
    for length in (1, 2, 3, 4):
        for cells in product("A7DHN#."[: 9 - length], repeat=length):
            grid = Grid(1, length, cells)
            assert Grid.parse(str(grid), alphabet=hexadecimal) == grid
            assert Grid.of_lines(grid.lines(), hexadecimal) == grid


def test_rows_in_a_list_are_rows_and_a_text_may_be_a_pattern() -> None:
    assert Grid.of(["BEAD"]).shape == "4x1"
    assert Grid.of("BEAD").shape == "4x4"
    assert Grid.of("B E A D") == Grid.of(["BEAD"])


@pytest.mark.parametrize(
    "command",
    [
        "fill", "fill --seed 3", "fill -n 2", "fill --all", "fill -o OUT", "convert",
        pytest.param("optimise", marks=pytest.mark.needs("apps/optimise")),
        pytest.param("sample -n 2", marks=pytest.mark.needs("apps/counting")),
    ],
)  # fmt: skip
def test_all_that_is_written_of_a_row_is_read_as_the_row(command: str, tmp_path: Path) -> None:
    words, grid, out = (tmp_path / name for name in ("words", "grid.txt", "out.txt"))
    words.write_text(WORDS)
    grid.write_text("....\n")
    argv = [part.replace("OUT", str(out)) for part in command.split()]
    if command == "convert":
        grid.write_text("B E A D\n")
        text = run_ok("convert", grid, "-", "--to", "text")
    else:
        text = run_ok(argv[0], grid, "-w", words, *argv[1:]) or out.read_text()
    for row in text.split("\n\n"):
        out.write_text(row)
        word = "".join(row.split())
        assert word in WORDS
        assert read_grid(out) == Grid.of([word])
        assert grid_of(load_crossword(out).crossword) == Grid.of([word])
        run_ok("check", out, "-w", words)
        assert "".join(run_ok("fill", out, "-w", words).split()) == word
        assert "".join(run_ok("convert", out, "-", "--to", "text").split()) == word


def test_a_word_that_is_the_pattern_of_no_square_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("BEAN\n")
    assert read_grid(tmp_path / "grid") == Grid.of(["BEAN"])
    (tmp_path / "grid").write_text("7EA\n")
    problem = "a hex pattern of 3 characters is not a square grid"
    assert problem in run_refused("fill", tmp_path / "grid")
