"""The drawn grids keep the promises of their names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks.lists import GRIDS
from satcross.model.grid import BLOCK, OPEN, Grid
from satcross.model.puzzle import find_slots

FILES = sorted(path for path in GRIDS.glob("*.txt") if not path.name.startswith("beyond-"))
IDS = [path.stem for path in FILES]
AMERICAN = [path for path in FILES if re.match(r"american|wide", path.stem)]
BRITISH = [path for path in FILES if path.stem.startswith("british")]


def read(path: Path) -> Grid:
    return Grid.parse(path.read_text(encoding="utf-8"), source=path.name)


def blocks(grid: Grid) -> list[bool]:
    return [cell == BLOCK for cell in grid.cells]


def reached(grid: Grid) -> int:
    """How many open cells can be walked to from the first."""
    first = next(cell for cell, block in enumerate(blocks(grid)) if not block)
    seen, to_visit = {first}, [first]
    while to_visit:
        row, col = divmod(to_visit.pop(), grid.n_cols)
        for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
            cell = r * grid.n_cols + c
            inside = 0 <= r < grid.n_rows and 0 <= c < grid.n_cols
            if inside and grid.cells[cell] != BLOCK and cell not in seen:
                seen.add(cell)
                to_visit.append(cell)
    return len(seen)


def checked(grid: Grid) -> dict[int, int]:
    """The number of slots that each cell lies in."""
    count = dict.fromkeys((cell for cell, block in enumerate(blocks(grid)) if not block), 0)
    for slot in find_slots(grid):
        for cell in slot.cells:
            count[cell] += 1
    return count


def test_there_are_enough() -> None:
    assert len(FILES) >= 24
    assert len({tuple(read(path).cells) for path in FILES}) == len(FILES)


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_grid_is_symmetric_connected_and_without_short_words(path: Path) -> None:
    grid = read(path)
    assert blocks(grid) == blocks(grid)[::-1]
    assert reached(grid) == blocks(grid).count(False)
    assert min(len(slot) for slot in find_slots(grid)) >= 3


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_grid_has_the_size_of_its_name(path: Path) -> None:
    grid = read(path)
    numbers = re.search(r"(\d+)(?:x(\d+))?", path.stem)
    assert numbers is not None
    n_rows = int(numbers[1])
    assert (grid.n_rows, grid.n_cols) == (n_rows, int(numbers[2] or n_rows))


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_a_grid_has_as_many_words_as_its_name_says(path: Path) -> None:
    n_slots = len(find_slots(read(path)))
    if open_sides := re.fullmatch(r"open-(\d+)x(\d+)", path.stem):
        assert n_slots == int(open_sides[1]) + int(open_sides[2])
    elif n_words := re.search(r"-(\d+)[a-z]?$", path.stem):
        assert n_slots == int(n_words[1])
    else:
        assert "given" in path.stem


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_only_grids_that_say_so_have_given_letters(path: Path) -> None:
    assert ("given" in path.stem) == any(c not in (BLOCK, OPEN) for c in read(path).cells)


@pytest.mark.parametrize("path", AMERICAN, ids=[path.stem for path in AMERICAN])
def test_american_grids_are_wholly_checked_and_have_no_clumps(path: Path) -> None:
    grid = read(path)
    assert set(checked(grid).values()) == {2}
    rows = grid.rows()
    squares = (
        [rows[r + i][c + j] for i in (0, 1) for j in (0, 1)]
        for r in range(grid.n_rows - 1)
        for c in range(grid.n_cols - 1)
    )
    assert max(square.count(BLOCK) for square in squares) <= 2


@pytest.mark.parametrize("path", BRITISH, ids=[path.stem for path in BRITISH])
def test_british_grids_are_lattices_with_half_of_each_word_checked(path: Path) -> None:
    grid = read(path)
    n_slots = checked(grid)
    for slot in find_slots(grid):
        marks = "".join("x" if n_slots[cell] == 2 else "." for cell in slot.cells)
        assert ".." not in marks
        assert 2 * marks.count("x") >= len(marks) - 1
    assert min(n_slots.values()) == 1
    assert max(n_slots.values()) == 2
