"""Symmetries against their definition: which moves of cells make a fill of every fill."""

from __future__ import annotations

import itertools
import random

import pytest
from support.seeds import quick

import satcross as sx
from satcross.solve.protocol import SolverOptions
from satcross.tasks import enumerate as enumeration
from satcross.tasks.enumerate import Fills
from satcross.tasks.symmetry import find_symmetries

pytestmark = pytest.mark.usefixtures("solvers_in_process")

ABC = sx.Alphabet("ABC")
GRIDS = [
    "...|...|...", "..#|...|#..", "A..|.#.|..B", "#..|.A.|..#", "..#|###|#..", "..#..",
    ".#.|.#.|A#.",
    "..#|###|A..", ".##|.##|#..", "..#.|..#.", "...|.##|.##", "..|..", "...|.#.|...", ".|.|#|.|.",
    "..#|###|..#|###|..#", "..##|..##|##..|##..",
]  # fmt: skip


def runs(rows: list[str], min_length: int) -> list[str]:
    """The entries of a filled grid, from its rows alone."""
    lines = [*rows, *("".join(column) for column in zip(*rows, strict=True))]
    return [run for line in lines for run in line.split("#") if len(run) >= min_length]


def moves_of(template: str, min_length: int = 2) -> set[tuple[int, ...]]:
    """By the definition: all moves of cells that make a fill of a fill, whatever the words are.

    A move is, for each cell in an entry, where its letter comes from.
    """
    rows = template.split("|")
    width = len(rows[0])
    flat = "".join(rows)
    marks = "".join(chr(0x100 + at) if cell != "#" else "#" for at, cell in enumerate(flat))

    def cut(text: str) -> list[str]:
        return [text[i : i + width] for i in range(0, len(text), width)]

    words = runs(cut(marks), min_length)
    cells = [at for at, mark in enumerate(marks) if any(mark in word for word in words)]
    found: set[tuple[int, ...]] = set()
    for order in itertools.permutations(cells):
        moved = list(marks)
        for at, source in zip(cells, order, strict=True):
            moved[at] = marks[source]
        fixed = all(flat[at] == flat[source] for at, source in zip(cells, order, strict=True))
        if fixed and sorted(runs(cut("".join(moved)), min_length)) == sorted(words):
            found.add(order)
    return found


def random_words(seed: int) -> sx.WordList:
    rng = random.Random(seed)
    words = {
        "".join(rng.choice("ABC") for _ in range(n)) for n in (2, 3, 4) for _ in range(3**n // 2)
    }
    return sx.WordList.from_words(sorted(words), alphabet=ABC)


@pytest.mark.parametrize("min_length", [1, 2])
@pytest.mark.parametrize("grid", [*GRIDS, ".##|#..", ".#.", ".#A", "..##|###.", ".#..|.###|###."])
def test_the_symmetries_are_those_of_the_definition(grid: str, min_length: int) -> None:
    if sum(cell != "#" for cell in grid.replace("|", "")) > 8:
        pytest.skip("too many moves to try")
    if min_length == 2 and not runs(grid.split("|"), 2):
        pytest.skip("no entry")
    moves = moves_of(grid, min_length)
    puzzle = sx.Puzzle(grid.replace("|", "\n"), random_words(0), min_length=min_length)
    symmetries = find_symmetries(puzzle)
    assert symmetries.n == len(moves)
    cells = sorted({cell for slot in puzzle.slots for cell in slot.cells})
    letters = {cell: 100 + cell for cell in cells}
    images = {tuple(image[cell] - 100 for cell in cells) for image in symmetries.images(letters)}
    assert images == moves


@pytest.mark.parametrize("solver", ["lazy", "cadical195", "listed"])
@pytest.mark.parametrize("seed", quick(range(60), 8))
def test_one_fill_of_each_class(seed: int, solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = GRIDS[seed % len(GRIDS)]
    puzzle = sx.Puzzle(grid.replace("|", "\n"), random_words(seed), distinct=seed % 3 == 0)
    if solver == "listed":
        solver = "lazy"
        monkeypatch.setattr(enumeration, "FEW", 0)
    every = [fill.letters for fill in Fills(puzzle, limit=400)]
    if find_symmetries(puzzle).n == 1:
        with pytest.raises(sx.OptionError, match="no symmetry"):
            Fills(puzzle, distinct="symmetry")
        return
    if len(every) >= 400 or (solver == "cadical195" and len(every) > 60):
        return
    symmetries = find_symmetries(puzzle)

    def class_of(letters: dict[int, int]) -> frozenset[tuple[tuple[int, int], ...]]:
        return frozenset(tuple(sorted(image.items())) for image in symmetries.images(letters))

    classes = {class_of(dict(letters)) for letters in every}
    assert sum(len(one) for one in classes) == len(every)  # each image of a fill is a fill
    for limit in (None, 500):
        fills = Fills(puzzle, SolverOptions(solver), distinct="symmetry", limit=limit)
        found = [class_of(dict(fill.letters)) for fill in fills]
        assert len(found) == len(set(found))
        assert set(found) == classes
        assert fills.is_exhausted


def test_a_grid_of_many_parts_is_listed() -> None:
    rows = ["..#..#..", "########", "..#..#.."]
    words = sx.WordList.from_words(["AB", "BA", "AA", "CA"], alphabet=ABC)
    puzzle = sx.Puzzle("\n".join(rows), words, distinct=False)
    assert find_symmetries(puzzle).n == 720
    assert len(list(Fills(puzzle, distinct="symmetry", limit=200))) == 84  # 4 words, 6 places
    wide = sx.Puzzle("\n".join([*rows, "########", "..#..###"]), words, distinct=False)
    assert find_symmetries(wide).n == 40_320
    assert len(list(Fills(wide, distinct="symmetry", limit=200))) == 165
    with pytest.raises(sx.OptionError, match="40,320 images"):
        Fills(wide, SolverOptions("cadical195"), distinct="symmetry", limit=3)


@pytest.mark.parametrize("grid", ["..\n..\n..", "..A\n...\n...", "..#\n...\n..."])
def test_what_has_no_symmetry_is_refused(grid: str) -> None:
    with pytest.raises(sx.OptionError, match="symmetric along the main diagonal"):
        Fills(sx.Puzzle(grid, ["AB", "ABC"]), distinct="symmetry")


def test_a_cell_that_stands_alone_is_no_symmetry() -> None:
    words = sx.WordList.from_words(["AB", "BA", "A"], alphabet=ABC, min_letters=1)
    with pytest.raises(sx.OptionError, match="symmetric along the main diagonal"):
        Fills(sx.Puzzle(".##\n#..", words, min_length=1), distinct="symmetry")


def test_constraints_are_refused() -> None:
    puzzle = sx.Puzzle("..\n..", ["AB", "BA"]).with_rule(sx.Letter("r1c1", "A"))
    with pytest.raises(sx.OptionError, match="might break the puzzle's rules"):
        Fills(puzzle, distinct="symmetry")


@pytest.mark.parametrize("solver", ["lazy", "cadical195"])
@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_one_fill_for_each_set_of_words(seed: int, solver: str) -> None:
    rng = random.Random(seed)
    grid = GRIDS[seed % len(GRIDS)]
    puzzle = sx.Puzzle(grid.replace("|", "\n"), random_words(seed), distinct=rng.random() < 0.5)
    free = [slot.name for slot in puzzle.slots if puzzle.given_codes(slot) is None]
    names = rng.sample(free, min(len(free), rng.randint(1, 3)))
    every = list(Fills(puzzle, limit=2000))
    if len(every) == 2000:
        return
    wanted = {frozenset(fill[name].word for name in names) for fill in every}
    if len(wanted) > 150:
        return
    fills = Fills(puzzle, SolverOptions(solver), distinct=",".join(names))
    found = [frozenset(fill[name].word for name in names) for fill in fills]
    assert len(found) == len(set(found))
    assert set(found) == wanted
    assert fills.is_exhausted


def test_names_of_entries_are_checked() -> None:
    puzzle = sx.Puzzle("AB.\n#..", ["AB", "ABC", "BC", "CB"])
    with pytest.raises(sx.OptionError, match="there is no slot '9A'"):
        Fills(puzzle, distinct="1A,9A")
    given = sx.Puzzle("AB\n..", ["AB", "AC", "BC", "CC"])
    with pytest.raises(sx.OptionError, match="all fills have the same words there"):
        Fills(given, distinct="1a")
