"""Paths by name, against what a person would write."""

from __future__ import annotations

import pytest

import satcross as sx
from satcross.errors import OptionError
from satcross.model.cellnames import CellList
from satcross.verification.rules import line_of_cells

SIZES = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 5), (3, 3), (4, 3), (5, 8)]
PATHS = ["edge", "diagonal", "antidiagonal", "spiral"]


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("path", PATHS)
def test_the_checker_walks_the_same_cells(path: str, shape: tuple[int, int]) -> None:
    places = [f"r{row + 1}c{col + 1}" for row in range(shape[0]) for col in range(shape[1])]
    found = CellList(path).names(shape)
    assert list(found) == line_of_cells(path, places)
    assert len(set(found)) == len(found)
    if path == "spiral":
        assert set(found) == set(places)
    if len(found) > 2:
        assert found[1:-1] == CellList(f"{path}[2-{len(found) - 1}]").names(shape)


def test_a_spiral_and_an_edge() -> None:
    spiral = CellList("spiral").names((3, 3))
    assert " ".join(spiral) == "r1c1 r1c2 r1c3 r2c3 r3c3 r3c2 r3c1 r2c1 r2c2"
    both = CellList("edge antidiagonal[1-2]").names((2, 2))
    assert " ".join(both) == "r1c1 r1c2 r2c2 r2c1 r1c2 r2c1"


def test_a_quotation_round_the_edge() -> None:
    words = [*("abc", "ddd", "hxd", "gfe", "ahg", "bxf", "cde"), "abcdefgh"]
    puzzle = sx.Puzzle("...\n...\n...", words, rules=["slot quotation: edge"])
    fill = sx.fill(puzzle).unwrap()
    assert fill["quotation"].word == "ABCDEFGH"
    assert fill.grid.rows() == [("A", "B", "C"), ("H", "X", "D"), ("G", "F", "E")]


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("slot a: edge[3-99]", "is no part of the path, which has 8 cells"),
        ("slot a: edges r1c1", "there is no cell 'edges'"),
        ("cell edge", "cannot be the name of a cell"),
        ("different-letters diagonal[1-1]", "needs 2 cells or more"),
    ],
)
def test_what_is_refused(rule: str, says: str) -> None:
    with pytest.raises(OptionError, match=says):
        sx.Puzzle("...\n...\n...", ["abc"], rules=[rule])


def test_rules_about_cells_take_paths() -> None:
    words = ["aba", "bab", "aaa", "abb"]
    puzzle = sx.Puzzle("...\n...\n...", words, rules=["same-letter diagonal", "allow-repeats"])
    fills = list(sx.enumerate_fills(puzzle))
    assert fills
    assert all(len({row[at] for at, row in enumerate(fill.grid.rows())}) == 1 for fill in fills)
