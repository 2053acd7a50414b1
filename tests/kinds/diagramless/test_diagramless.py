"""Diagramless and carte blanche: made, read, written, and solved, against brute force."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest
from support.cli import run_cli, run_refused
from support.diagramless_brute import (
    Cells,
    Lists,
    by_key,
    every_grid,
    is_checked,
    is_connected,
    key_of,
    lists_of,
)
from support.seeds import split
from support.tasks import check_task

import satcross as sx
from satcross.errors import FormatError, OptionError
from satcross.kinds.diagramless import DIAGRAMLESS
from satcross.kinds.diagramless.faults import list_faults
from satcross.kinds.diagramless.puzzle import TELLS, Diagramless
from satcross.kinds.diagramless.solutions import Giving, Grids
from satcross.kinds.diagramless.task import HelpsTask
from satcross.model.crossword import SquareKind
from satcross.rooms import rooms

SIZES = [(2, 2, "AB"), (2, 3, "AB"), (3, 3, "AB"), (2, 5, "AB"), (4, 3, "A"), (4, 4, "A")]
MINI = "STAR\nC#RE\nAIDA\nBED#"
ODD = "TOE\nA##\nR##"


def as_told(puzzle: Diagramless, grids: list[Cells]) -> list[Cells]:
    """Those that have what is told of the pattern."""
    rules = puzzle.rules
    moves = rules.symmetry.images(rules.n_rows, rules.n_cols)
    return [
        cells
        for cells in grids
        if (not rules.all_checked or is_checked(cells, rules.n_cols))
        and (not rules.connected or is_connected(cells, rules.n_cols))
        and all(
            (cells[move[at]] == "#") == (cells[at] == "#")
            for move in moves
            for at in range(len(cells))
        )
    ]


def with_more(
    puzzle: Diagramless, grids: list[Cells], cells: Cells, lists: Lists, rng: random.Random
) -> tuple[Diagramless, list[Cells]]:
    """The puzzle with a cell or a place given at times, and the grids that are left."""
    n_cols = puzzle.rules.n_cols
    if rng.random() < 0.3:
        at = rng.randrange(len(cells))
        puzzle = replace(puzzle, given={at: cells[at]})
        grids = [other for other in grids if other[at] == cells[at]]
    elif rng.random() < 0.4:  # squares of a solution word
        marked = rng.sample([at for at, cell in enumerate(cells) if cell != "#"], 2)
        puzzle = puzzle.with_open(marked)
        grids = [other for other in grids if "#" not in (other[at] for at in marked)]
    if rng.random() < 0.3:
        i = rng.randrange(len(puzzle.entries))
        entry = puzzle.entries[i]
        of_list = [n for n, e in enumerate(puzzle.entries) if e.direction is entry.direction]
        n, way = of_list.index(i), "AD".index(entry.direction.value)
        if puzzle.is_numbered or puzzle.in_order:
            start = lists[way][n][1]
            grids = [g for g in grids if (lists_of(g, n_cols) or lists)[way][n][1] == start]
        else:
            start = next(at for _, at, word in lists[way] if word == entry.letters)
            grids = [
                g for g in grids
                if (start, entry.letters)
                in [(at, word) for _, at, word in (lists_of(g, n_cols) or lists)[way]]
            ]  # fmt: skip
        entries = list(puzzle.entries)
        entries[i] = entry._replace(at=start)
        puzzle = replace(puzzle, entries=tuple(entries))
    return puzzle, grids


@pytest.mark.parametrize("seeds", split(range(600), 5))
def test_grids_and_fewest_helps_are_those_of_brute_force(seeds: range) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        n_rows, n_cols, letters = rng.choice(SIZES[:5] if seed < 60 else SIZES)
        numbered, in_order = rng.choice([(True, True), (False, True), (False, False)])
        every = every_grid(n_rows, n_cols, letters)
        cells, lists = rng.choice(every)
        grid = sx.Grid(n_rows, n_cols, cells)
        told = rng.choice([None, ()])
        puzzle = Diagramless.of_fill(grid, numbered=numbered, in_order=in_order, told=told)
        key = key_of(lists, numbered=numbered, in_order=in_order)
        same = by_key(every, numbered=numbered, in_order=in_order)[key]
        puzzle, expected = with_more(puzzle, as_told(puzzle, same), cells, lists, rng)
        assert Diagramless.parse(str(puzzle)) == puzzle
        assert sorted(found.cells for found in Grids(puzzle)) == sorted(expected)
        by: Giving = rng.choice(["places", "cells"])
        with HelpsTask(puzzle, grid, by=by) as task:
            best = task.run()
        assert isinstance(best, sx.Best)
        assert best.is_proved
        assert [found.cells for found in Grids(best.value.puzzle)] == [cells]
        if by == "cells" and len(expected) < 200:
            others = [other for other in expected if other != cells]
            assert best.objective == next(
                n
                for n in range(len(cells) + 1)
                if any(
                    all(any(other[at] != cells[at] for at in given) for other in others)
                    for given in combinations(range(len(cells)), n)
                )
            )


def test_bars_are_found_as_blocks_are() -> None:
    grid = barred()
    for numbered in (True, False):
        puzzle = Diagramless.of_fill(grid, numbered=numbered)
        assert puzzle.rules.bars
        assert Diagramless.parse(str(puzzle)) == puzzle
        assert grid in list(Grids(puzzle))
    with pytest.raises(OptionError, match="cells say nothing of bars"):
        HelpsTask(puzzle, grid, by="cells")


def every_barred() -> Iterator[tuple[sx.Grid, tuple[object, object]]]:
    """All fillings of two rows of three cells with A and B, and bars; each cell in an entry."""
    right, below = [0, 1, 3, 4], [0, 1, 2]
    for bars in product([False, True], repeat=len(right) + len(below)):
        bar_right = frozenset(at for at, is_there in zip(right, bars, strict=False) if is_there)
        bar_below = frozenset(at for at, is_there in zip(below, bars[4:], strict=True) if is_there)
        across: list[list[int]] = []
        for row in ([0, 1, 2], [3, 4, 5]):
            across.append([])
            for at in row:
                across[-1].append(at)
                if at in bar_right:
                    across.append([])
        down = [[at, at + 3] for at in below if at not in bar_below]
        across = [run for run in across if len(run) > 1]
        if {at for run in across + down for at in run} != set(range(6)):
            continue
        starts = sorted({run[0] for run in across + down})
        for cells in product("AB", repeat=6):
            lists = tuple(
                tuple((starts.index(run[0]), *(cells[at] for at in run)) for run in runs)
                for runs in (across, down)
            )
            grid = sx.Grid(2, 3, cells, bars_right=bar_right, bars_below=bar_below)
            yield grid, (lists[0], lists[1])


def test_grids_of_bars_are_those_of_brute_force() -> None:
    every = list(every_barred())
    barred_ones = [(grid, key) for grid, key in every if grid.bars_right or grid.bars_below]
    rng = random.Random(1)
    for grid, key in rng.sample(barred_ones, 60):
        expected = [other for other, lists in every if lists == key]
        puzzle = Diagramless.of_fill(grid, told=())
        found = list(Grids(puzzle))
        assert len(found) == len(expected)
        assert all(other in expected for other in found)


def barred() -> sx.Grid:
    """A square of three, with a bar."""
    return sx.Grid(3, 3, tuple("CATOREGET"), bars_right=frozenset({3}))


def test_a_solution_of_other_lists_is_refused() -> None:
    puzzle = Diagramless.of_fill(sx.Grid.parse(ODD))
    with pytest.raises(OptionError, match="it is no grid of the puzzle: the entries across"):
        HelpsTask(puzzle, sx.Grid.parse(ODD.replace("TOE", "TEE")))


def test_the_task_stops_and_goes_on() -> None:
    grid = sx.Grid.parse("#####\n#TOE#\n#A###\n#R###\n#####")
    puzzle = Diagramless.of_fill(grid, told=())
    check_task(lambda: HelpsTask(puzzle, grid), final=lambda result, _: result.value)


def test_a_checker_of_lists_finds_what_is_wrong() -> None:
    grid = sx.Grid.parse("TO\nA#")
    across, down = [(1, ("T", "O"), None)], [(1, ("T", "A"), 0)]
    assert list_faults(grid, across, down, {3: "#"}) == []
    assert list_faults(grid, across, [], {})
    assert list_faults(grid, [(2, ("T", "O"), None)], down, {})
    assert list_faults(grid, across, [(1, ("T", "A"), 1)], {})
    assert list_faults(grid, across, down, {0: "A"})
    assert list_faults(grid, across, down, {0: ".", 2: "."}) == []
    assert list_faults(grid, across, down, {3: "."}) == ["r2c2 holds #, not a letter"]
    assert list_faults(sx.Grid.parse("TO\n##"), across, down, {})
    assert list_faults(sx.Grid.parse("TO#\nA#X"), across, down, {})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "there is no size"),
        ("x", "'x' is no size"),
        ("3x3 odd", "must be of checked, connected"),
        ("3x3\n1 CAT", "'1 CAT' is below no heading"),
        ("3x3\nAcross\n1 C4T", "'1 C4T' is no entry"),
        ("3x3\nAcross\n1 CATS", "1A must have 2 to 3 letters, got 4"),
        ("3x3\nAcross\n2 CAT", "no entry has the number 1"),
        ("3x3\nAcross\n1 CAT\nDOG", "some entries have numbers"),
        ("3x3\nAcross\n1 CAT\n1 DOG", "the numbers across do not rise"),
        ("3x3\nAcross\n1 CAT r4c1", "r4c1 is outside the grid of 3x3"),
        ("3x3\nAcross\n1 CAT\nr1c1=?", "none of #, . and the letters"),
        ("3x3\nAcross\nCAT r1c1\nDOG r1c1", "two entries across begin at r1c1"),
        ("3x3", "there are no entries"),
        ("999x999\nAcross\n1 CAT", "give 2 to 60 of each"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, problem: str) -> None:
    with pytest.raises(FormatError, match=re.escape(problem)):
        Diagramless.parse(text)


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("CAT\n.#O\nODE", "r2c1 has no letter"),
        ("CA#\n##B\nA##", "r2c3 is in no entry"),
        ("CA~\nAT~", "only rectangles of blocks or bars"),
        ("C[AB]\nDE", "r1c2 holds AB, and must hold one letter"),
    ],
)
def test_grids_that_cannot_be_without_a_diagram_are_refused(rows: str, problem: str) -> None:
    with pytest.raises(OptionError, match=re.escape(problem)):
        Diagramless.of_fill(sx.Grid.parse(rows))


def test_only_what_the_pattern_has_can_be_told() -> None:
    grid = sx.Grid.parse(ODD)
    assert Diagramless.of_fill(grid).told == ["diagonal", "connected"]
    for word in TELLS:
        if word not in ("diagonal", "connected"):
            with pytest.raises(OptionError, match=f"the pattern is not {word}"):
                Diagramless.of_fill(grid, told=[word])


def test_the_crossword_says_what_is_given() -> None:
    grid = sx.Grid.parse(MINI)
    puzzle = Diagramless.of_fill(grid)
    entries = [e._replace(at=0) if e.number == 1 else e for e in puzzle.entries]
    puzzle = replace(puzzle, entries=tuple(entries), given={5: "#", 6: "R"})
    crossword = puzzle.crossword(grid)
    assert crossword.kind is DIAGRAMLESS
    assert Diagramless.of_crossword(crossword, grid) == puzzle
    printed = crossword.as_printed(solved=False).squares
    assert [at for at, one in enumerate(printed) if one.kind is SquareKind.BLOCK] == [5]
    assert [(at, one.label) for at, one in enumerate(printed) if one.label] == [(0, "1")]
    assert [(at, one.solution) for at, one in enumerate(printed) if one.solution] == [(6, "R")]
    solved = crossword.as_printed(solved=True).squares
    assert [one.label for one in solved[:4]] == ["1", "", "2", "3"]


def test_the_command_makes_and_solves(tmp_path: Path) -> None:
    (tmp_path / "grid.txt").write_text(MINI)
    made = run_cli("diagramless", tmp_path / "grid.txt")
    assert made.code == 0
    assert made.err == ("8 entries; told: diagonal, connected; given: nothing; one grid: proved\n")
    (tmp_path / "lists.txt").write_text(made.out)
    solved = run_cli("diagramless", "--solve", tmp_path / "lists.txt")
    assert (solved.out.strip(), solved.err) == (MINI, "one grid: proved\n")
    line = run_cli("diagramless", tmp_path / "grid.txt", "--carte-blanche", "--format", "json")
    assert json.loads(line.out)["kind"] == "carte-blanche"
    of_others = ["a.puz"] if "apps/interchange" in rooms() else []
    for name in ("a.json", *of_others):
        run_cli("diagramless", tmp_path / "grid.txt", "-o", tmp_path / name)
        again = run_cli("diagramless", "--solve", tmp_path / name)
        assert again.out.strip() == MINI


def test_no_puzzles_are_not_made() -> None:
    done = run_cli("diagramless", "5x5", "-n", 0)
    assert (done.code, done.err) == (2, "satcross: --number: must be 1 or greater, got 0\n")


@pytest.mark.needs("apps/thematic")
def test_either_or_cells_are_refused_where_grids_are_found(tmp_path: Path) -> None:
    (tmp_path / "lists.txt").write_text("2x2\nAcross\n1 TO\nDown\n1 AT")
    error = run_refused("diagramless", "--solve", tmp_path / "lists.txt", "--either-or", "r1c1")
    assert "--either-or: is for a puzzle that is made" in error


def test_no_grid_for_the_lists_is_proved(tmp_path: Path) -> None:
    (tmp_path / "lists.txt").write_text("2x2\nAcross\n1 TO\nDown\n1 AT")
    run = run_cli("diagramless", "--solve", tmp_path / "lists.txt")
    assert (run.code, run.out, run.err) == (20, "", "no grid: proved: no grid has these entries\n")
