"""Patterns of boards that are no rectangle, against all sets of blocks."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from support.cli import run_cli
from support.seeds import quick

import satcross as sx
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.listing import Patterns
from satcross.boards import Geometry, parse_board
from satcross.model.grid import Grid
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.pattern.verify import pattern_faults

SIZES = {
    "ring": [(2, 6), (2, 4), (3, 4), (3, 3)],
    "cylinder": [(3, 4), (2, 5)],
    "torus": [(3, 4), (3, 3), (2, 5), (2, 2)],
    "mobius": [(3, 4), (2, 3), (2, 4)],
    "hexagon": [(3, 4), (3, 3), (4, 3)],
    "layers 2": [(4, 3), (6, 2)],
    "cube": [(3, 4)],
}


def random_rules(rng: random.Random) -> PatternRules:
    """Rules of a small board, of which some forbid every pattern."""
    while True:
        board = rng.choice(sorted(SIZES))
        n_rows, n_cols = rng.choice(SIZES[board])
        n = n_rows * n_cols
        some = rng.sample(range(n), 3)
        try:
            return PatternRules(
                n_rows,
                n_cols,
                board=board,
                symmetry=rng.choice([Symmetry.NONE, Symmetry.ROTATION]),
                turns=rng.choice([2, 2, 3, 4, 6]),
                min_length=rng.choice([2, 2, 3]),
                max_length=rng.choice([None, None, 3, 4]),
                all_checked=rng.random() < 0.4,
                alternate=rng.random() < 0.3,
                connected=rng.random() < 0.7,
                n_blocks=rng.choice([Range(), Range(1, 6), Range(2, None)]),
                n_words=rng.choice([Range(), Range(1, 5), Range(3, 7)]),
                open_cells=frozenset(some[:1] if rng.random() < 0.2 else ()),
                blocks=frozenset(some[1:2] if rng.random() < 0.2 else ()),
                voids=frozenset(some[2:] if rng.random() < 0.3 else ()),
            )
        except sx.OptionError:  # no such symmetry, or a fixed cell outside
            continue


def all_patterns(rules: PatternRules) -> set[Grid]:
    """By trying all sets of blocks."""
    voids = rules.outside
    cells = ["~" if at in voids else "" for at in range(rules.n_rows * rules.n_cols)]
    found = set()
    for choice in product(".#", repeat=cells.count("")):
        rest = iter(choice)
        whole = tuple(cell or next(rest) for cell in cells)
        grid = Grid(rules.n_rows, rules.n_cols, whole, board=rules.board)
        if not pattern_faults(grid, rules):
            found.add(grid)
    return found


@pytest.mark.parametrize("seed", quick(range(60), 2))
def test_patterns_are_those_of_all_sets_of_blocks(seed: int) -> None:
    check_rules(random_rules(random.Random(seed)))


def check_rules(rules: PatternRules) -> None:
    """Compare listing with trying, and turned patterns with orbits."""
    expected = all_patterns(rules)
    found = list(Patterns(rules, alike=Alike.EXACTLY))
    assert len(found) == len(set(found))
    assert set(found) == expected
    moves = rules.all_board_turns()
    orbits = {min(_moved(grid, move).cells for move in moves) for grid in expected}
    assert len(list(Patterns(rules))) == len(orbits)


def _moved(grid: Grid, move: tuple[int, ...]) -> Grid:
    cells = list(grid.cells)
    for at, to in enumerate(move):
        cells[to] = grid.cells[at]
    return grid.with_cells(cells)


@pytest.mark.parametrize(
    ("board", "rows", "cols", "block"), [("marching-bands", 3, 3, 4), ("rows-garden", 2, 9, None)]
)
@pytest.mark.parametrize("lengths", [(2, None), (2, 3), (3, 5), (4, 4)])
def test_divisions_are_those_of_all_sets_of_bars(
    board: str, rows: int, cols: int, block: int | None, lengths: tuple[int, int | None]
) -> None:
    blocks = frozenset(() if block is None else (block,))
    rules = PatternRules(
        rows, cols, board=board, blocks=blocks, min_length=lengths[0], max_length=lengths[1]
    )
    geometry = Geometry.of(board, rows, cols)
    voids = rules.outside
    row_bars = [r * cols + c for r in range(rows) for c in range(cols - 1)]
    row_bars = [at for at in row_bars if not {at, at + 1} & (voids | blocks)]
    band_bars = [
        f"r{r + 1}c{c + 1}{way.letter}"
        for way in geometry.ways
        if way.lines and not way.bars
        for line in geometry.lines(way)
        for r, c in line[:-1]
    ]
    whole = tuple("~" if at in voids else "#" if at in blocks else "." for at in range(rows * cols))
    expected = set()
    for choice in product((False, True), repeat=len(row_bars) + len(band_bars)):
        right = frozenset(at for at, bar in zip(row_bars, choice, strict=False) if bar)
        more = [name for name, bar in zip(band_bars, choice[len(row_bars) :], strict=True) if bar]
        text = str(parse_board(f"{board}; bars {' '.join(more)}" if more else board))
        grid = Grid(rows, cols, whole, right, board=text)
        if not pattern_faults(grid, rules):
            expected.add(grid)
    found = list(Patterns(rules, alike=Alike.EXACTLY))
    assert len(found) == len(set(found))
    assert set(found) == expected


@pytest.mark.needs("apps/thematic")
def test_a_division_can_be_filled(tmp_path: Path) -> None:
    file = tmp_path / "garden.json"
    options = ("--board", "rows-garden", "--min-length", "6", "--max-length", "9")
    assert run_cli("pattern", "15x6", *options, "-o", file).code == 0
    bloom = "treatment *L *M *D: plain, cyclic, cyclic reversed; several readings"
    assert run_cli("fill", file, "--rule", bloom).code == 0


def test_a_hexagon_has_six_turns_and_a_cube_none() -> None:
    voids = frozenset({0, 4, 20, 24, 9, 19})  # of sides of three cells
    rules = PatternRules(5, 5, board="hexagon", voids=voids, turns=6)
    assert len(rules.board_turns()) == 6
    assert len(replace(rules, symmetry=Symmetry.NONE).all_board_turns()) == 6
    assert len(PatternRules(3, 4, board="cube", symmetry=Symmetry.NONE).all_board_turns()) == 1


def test_patterns_of_boards_can_be_filled(tmp_path: Path) -> None:
    made = run_cli(
        *("pattern", "12x4", "--board", "ring", "--turns", "3"),
        *("--min-length", "2", "--max-length", "7"),
    )
    assert made.code == 0
    (tmp_path / "ring.txt").write_text(made.out)
    assert run_cli("fill", tmp_path / "ring.txt", "--rule", "board ring").code == 0


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--board", "moon"), "there is no board 'moon'"),
        (("--board", "cube"), "a cube's net cannot have 5 rows of 5"),
        (("--board", "marching-bands", "--blocks", "3"), "there is no rule n blocks; leave it out"),
        (("--board", "ring; bars r1c1C"), "the pattern of a board cannot have bars"),
        (("--board", "ring", "--preset", "nyt"), "on a board there is no rule"),
        (("--board", "ring", "--bars"), "on a board there is no rule bars; leave it out"),
        (("--board", "ring", "--length", "5=2"), "on a board there is no rule n of length"),
        (("--board", "ring", "--symmetry", "full"), "such a ring does not have full symmetry;"),
        (("--board", "ring"), "such a ring does not have rotation symmetry of 2 turns; choose"),
        (("--board", "ring", "--turns", "1"), "such a ring does not have rotation symmetry;"),
        (("--turns", "6"), "rectangles have no rule turns; name a board"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(options: tuple[str, ...], said: str) -> None:
    done = run_cli("pattern", "5x5", *options)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1
