"""Boards: their lights against the checker's, which has its own code, and fills against trying all.

`satcross.boards` says how lights run; `satcross.verification.rules.board` says it again.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest
from support.cli import run_cli
from support.drawn_boxes import outside
from support.fills_agree import best_total, check_fill, check_letters
from support.seeds import quick

import satcross as sx
from satcross.apps.pictures.api import pdf_of, png_of, svg_of
from satcross.apps.pictures.sheets import sheets_of
from satcross.boards import Geometry, names
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid
from satcross.model.slots import find_slots
from satcross.verification.crossword import verify
from satcross.verification.rules.board import slots_on

LETTERS = "ABC"


def lights(board: str, text: str, min_length: int = 2) -> dict[str, str]:
    """What the lights of a grid of different letters spell, by their names."""
    grid = Grid.parse(text, hex_patterns=False)
    return {
        slot.name: "".join(grid.cells[cell] for cell in slot.cells)
        for slot in find_slots(Grid(*_parts(grid), board=board), min_length)
    }


def _parts(grid: Grid) -> tuple[int, int, tuple[str, ...], frozenset[int], frozenset[int]]:
    return grid.n_rows, grid.n_cols, grid.cells, grid.bars_right, grid.bars_below


LIGHTS = {
    ("cylinder", "AB#C\nDEFG"): "3A CAB, 4A DEFG, 1D AD, 2D BE, 3D CG",
    ("torus", "AB\n#C\nDE"): "1A AB, 3A DE, 2D BCE, 3D DA",
    ("mobius", "AB#\nCDE\nFGH"): "3A CDE, 5A FGHAB, 1D ACF, 2D BDG, 4D EH",
    ("ring", "AB#C\nDEFG"): "3C CAB, 4C DEFG, 1R AD, 2R BE, 3R CG",
    ("ring; bars r1c4C", "ABCD\nEFGH"): "1C ABCD, 5C EFGH, 1R AE, 2R BF, 3R CG, 4R DH",
    ("ring; bars r1c3C", "ABCD"): "1C DABC",
    ("ring", "AB|CD"): "1C CDAB",
    ("hexagon", "~AB\nCDE\n~FG"): (
        "1A AB, 3A CDE, 5A FG, 1R ADG, 2R BE, 3R CF, 1L AC, 2L BDF, 4L EG"
    ),
    ("hexagon; bars r2c2R", "~A|B\nC- D E\n~FG"): (
        "3A CDE, 5A FG, 1R AD, 2R BE, 1L AC, 2L BDF, 4L EG"
    ),
    ("layers 2", "AB\nCD\nEF\n#G"): (
        "1A AB, 3A CD, 5A EF, 1D AC, 2D BD, 6D FG, 1T AE, 2T BF, 4T DG"
    ),
    ("cube", "~~AB~~~~\n~~CD~~~~\nEFGHIJKL\nMNOPQRST\n~~UV~~~~\n~~WX~~~~"): (
        "4A EFGHIJKL, 5A MNOPQRST, 1D ACGOUWTL, 2D BDHPVXSK, 1O ABJRXWME, 3O CDIQVUNF"
    ),
    ("marching-bands", "AB|CD\nEFGH\nIJKL\nMNOP"): (
        "1a AB, 1b CD, 2a EFGH, 3a IJKL, 4a MNOP, A1 ABCDHLPONMIE, B1 FGKJ"
    ),
    ("marching-bands; bars r1c2B r2c1R", "ABC\nD#E\nFGH"): ("1a ABC, 3a FGH, A1 AB, A2 CEHGFD"),
    ("rows-garden", "~~~ABC~~~\nDEFG|HIJKL\nMNOPQRSTU\n~~~VWX~~~"): (
        "A1 ABC, B1 DEFG, B2 HIJKL, C1 MNOPQRSTU, D1 VWX, 2L DEFONM, 3L JKLUTS, 1M ABCIHG,"
        " 4D PQRXWV"
    ),
}  # by hand, from docs/guide/boards.md


@pytest.mark.parametrize(("board", "text"), LIGHTS)
def test_lights_run_as_the_page_says(board: str, text: str) -> None:
    found = lights(board, text)
    assert ", ".join(map(" ".join, found.items())) == LIGHTS[board, text]


def random_board(rng: random.Random, largest: int = 6) -> Grid:
    """A grid of a random board, with blocks, voids and bars."""
    kind = rng.choice(names())
    n_rows, n_cols = rng.randint(1, largest), rng.randint(1, largest)
    text = kind
    if kind == "layers":
        n = rng.randint(1, 3)
        n_rows, text = n * rng.randint(1, max(1, largest // n)), f"layers {n}"
    if kind == "cube":
        n = rng.randint(1, max(1, largest // 3))
        n_rows, n_cols = 3 * n, 4 * n
    if kind == "marching-bands":
        n_cols = n_rows
    if kind == "rows-garden":
        n_rows, n_cols = 2 * rng.randint(1, max(1, largest // 2)), 9
    geometry = Geometry.of(text, n_rows, n_cols)
    cells = ["."] * (n_rows * n_cols)
    marks, more = set(), []
    for at in range(n_rows * n_cols):
        place = divmod(at, n_cols)
        if rng.random() < 0.15:
            cells[at] = rng.choice("#~")
        if not geometry.has(*place):
            cells[at] = "~"
            continue
        for way in geometry.ways:
            if geometry.after(way, *place) is not None:
                marks.add(geometry.bar(way, *place))
                if geometry.exit(way, *place) >= 0 and rng.random() < 0.05:
                    more.append(f"r{place[0] + 1}c{place[1] + 1}{way.letter}")
    chosen = [mark for mark in sorted(marks) if rng.random() < 0.12]
    right = frozenset(r * n_cols + c for m, r, c in chosen if m == "|" and c < n_cols - 1)
    below = frozenset(r * n_cols + c for m, r, c in chosen if m == "-" and r < n_rows - 1)
    if more and rng.random() < 0.5:
        text += f"; bars {' '.join(more)}"
    return Grid(n_rows, n_cols, tuple(cells), right, below, board=text)


@pytest.mark.parametrize("seed", quick(range(300), 50))
def test_the_checker_finds_the_same_lights(seed: int) -> None:
    rng = random.Random(seed)
    grid, min_length = random_board(rng), rng.choice([1, 2, 2, 3])
    found = {slot.name: list(slot.cells) for slot in find_slots(grid, min_length)}
    assert list(found.items()) == list(slots_on(grid.board, grid, min_length).items())


def random_puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle on a board, with some other rules."""
    rng = random.Random(seed)
    while True:
        grid = random_board(rng, 4)
        n_open = rng.randint(1, 6)
        opened = set(rng.sample(grid.squares, min(n_open, grid.n_squares)))
        n_letters = rng.randint(2, 3)
        letters = LETTERS[:n_letters]
        cells = [
            rng.choice(letters) if cell == "." and at not in opened else cell
            for at, cell in enumerate(grid.cells)
        ]
        words: dict[str, int] = {}
        for slot in find_slots(grid, 1):
            for _ in range(rng.randint(0, 4)):  # words that fit, and other ones
                word = [
                    rng.choice(letters) if at in opened or rng.random() < 0.2 else cells[at]
                    for at in slot.cells
                ]
                words["".join(word)] = rng.randint(1, 9)
        rules = [f"board {grid.board}"]
        if rng.random() < 0.5:
            rules.append("allow-repeats")
        if rng.random() < 0.2:
            rules.append(f"min-length {rng.choice([1, 3])}")
        if rng.random() < 0.2:
            rules.append(f"somewhere {rng.choice(letters)}")
        try:
            return sx.Puzzle(
                Grid(*_parts(grid.with_cells(cells))),
                sx.WordList.from_words(words, alphabet=sx.Alphabet(letters), min_letters=1),
                rules,
            )
        except sx.GridError:  # there is no slot
            continue


def fills_by_trying(puzzle: sx.Puzzle) -> set[tuple[str, ...]]:
    """All fills that the checker lets pass."""
    grid = puzzle.grid
    inside = {cell for light in slots_on(grid.board, grid, puzzle.min_length).values()
              for cell in light}  # fmt: skip
    opened = sorted(cell for cell in inside if grid.cells[cell] == ".")
    found = set()
    for letters in product(puzzle.listed.alphabet.letters, repeat=len(opened)):
        held = dict(zip(opened, letters, strict=True))
        cells = tuple(held.get(at, cell) for at, cell in enumerate(grid.cells))
        if not verify(grid, grid.with_cells(cells), puzzle.listed, rules=puzzle.rules):
            found.add(cells)
    return found


@pytest.mark.usefixtures("solvers_in_process")
@pytest.mark.parametrize("seed", quick(range(60), 6))
def test_fills_are_those_that_the_checker_lets_pass(seed: int) -> None:
    check_puzzle(random_puzzle(seed))


def check_puzzle(puzzle: sx.Puzzle) -> None:
    """Compare the tasks with trying all letters."""
    expected = fills_by_trying(puzzle)
    for solver in ("lazy", "cadical195"):
        found = {fill.grid.cells for fill in sx.enumerate_fills(puzzle, solver=solver)}
        assert found == expected, solver
    count = sx.count(puzzle)
    assert (count.value.n if isinstance(count, sx.Found) else 0) == len(expected)
    check_fill(puzzle, expected)
    check_letters(puzzle, expected)
    assert isinstance(sx.explain(puzzle), sx.Found) == (not expected)
    best = sx.optimise(puzzle, goal="total")
    assert isinstance(best, sx.Impossible) == (not expected)
    if expected:
        assert best.unwrap().grid.cells in expected
        assert best.unwrap().score == best_total(puzzle, expected)


@pytest.mark.parametrize(
    ("rule", "text", "said"),
    [
        ("board moon", "...", "there is no board 'moon'; boards are cube, cylinder, hexagon,"),
        ("board torus 3", "...", "the board torus has no number; write 'torus'"),
        ("board layers", "...", "the board layers has 1 number; write 'layers 3'"),
        ("board layers 2", "...", "1 rows cannot be 2 layers; give each layer as many rows"),
        ("board cube", "...", "a cube's net cannot have 1 rows of 3; write three rows of faces"),
        ("board cube", "....\n....\n....", "r1c1 is outside the board; write ~ there"),
        ("board layers 2", "..\n.-.\n..\n..", "the bar - after r2c1 is at an edge of the board"),
        ("board torus; bars", "...", "'bars' cannot follow a board; write 'bars r1c12A r3c12A'"),
        ("board torus; bars r4c1A", "...", "the bar r4c1A is at no cell of the board"),
        ("board torus; bars r1c1R", "...", "there can be no bar r1c1R; its last letter is one of"),
        ("board ring; bars r1c1R", "...", "the bar r1c1R is at an edge; leave it out"),
        ("board layers 3; bars r1c1T", ".\n.\n.", "there can be no bar r1c1T"),
        ("board marching-bands", "...", "bands cannot march on 1 rows of 3; write as many rows"),
        ("board rows-garden", "...\n...", "a Rows Garden cannot have 2 rows of 3; write an even"),
        ("board rows-garden", "~~~...~~~\n~~.~~~~~~", "r2c3 is outside the board; write ~ there"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    rule: str, text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "grid").write_text(text)
    done = run_cli("fill", tmp_path / "grid", "--rule", rule)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_grid_has_one_board() -> None:
    words = sx.WordList.from_words(["AB", "BA"])
    puzzle = sx.Puzzle("..", words, ["board cylinder"])
    assert [rule.to_text() for rule in sx.Puzzle(puzzle.grid, words).rules] == ["board cylinder"]
    with pytest.raises(sx.OptionError, match="there are two boards: cylinder and torus"):
        puzzle.with_rule("board torus")
    with pytest.raises(sx.OptionError, match="two boards"):
        sx.verify(puzzle.grid, puzzle.grid, words, rules=["board torus"])


def test_the_checker_refuses_a_fill_of_the_rectangle() -> None:
    words = sx.WordList.from_words(["CAT", "TCA", "ATC"])
    template, filled = Grid.parse("..|."), Grid.parse("CA|T")
    assert [str(fault) for fault in sx.verify(template, filled, words, rules=["board ring"])] == []
    (fault,) = sx.verify(template, Grid.parse("AC|T"), words, rules=["board ring"])
    assert str(fault) == "1C TAC is not in the word list"


def test_grid_text_is_compared_on_the_board() -> None:
    words = sx.WordList.from_words(["CAT", "TCA", "ATC"])
    puzzle = sx.Puzzle("..|.", words, ["board ring"])
    other = next(sx.enumerate_fills(puzzle)).grid
    found = {fill.grid.cells for fill in sx.enumerate_fills(puzzle.unlike(str(other)))}
    assert len(found) == 2
    assert other.cells not in found


DRAWN = ("ring", "hexagon", "torus", "cylinder", "mobius", "layers 2")


@pytest.mark.parametrize("board", DRAWN)
def test_every_letter_and_number_of_a_board_is_drawn(board: str) -> None:
    grid = Grid(*_parts(Grid.parse("A-BC|D\nE#F~\nGHIJ\nKLMN")), board=board)
    svg = svg_of(grid)
    for letter in "ABCDEFGHIJKLMN":
        assert f">{letter}</text>" in svg
    crossword = crossword_of(grid)
    labels = [square.label for square in crossword.labelled().squares if square.label]
    assert labels
    for label in labels:
        assert f">{label}</text>" in svg
    assert 'class="bars"' in svg
    assert png_of(grid)[:4] == b"\x89PNG"
    assert pdf_of(crossword)[:4] == b"%PDF"


@pytest.mark.parametrize("seed", quick(range(40), 6))
def test_a_picture_holds_all_that_is_drawn(seed: int) -> None:
    grid = random_board(random.Random(seed))
    if grid.n_squares:
        (sheet,) = sheets_of(crossword_of(grid))
        assert not outside(sheet)


def test_arrows_and_bars_beside_a_single_cell_are_in_the_picture() -> None:
    for grid in (
        Grid(2, 1, (".", "~"), board="mobius"),
        Grid(3, 4, tuple("~.~~.~.~~.~~"), frozenset({6}), board="cube"),
    ):
        (sheet,) = sheets_of(crossword_of(grid))
        assert not outside(sheet)


BLOOM = "treatment *M: plain, cyclic, cyclic reversed; several readings"


@pytest.mark.usefixtures("solvers_in_process")
@pytest.mark.parametrize("seed", range(8))
def test_a_bloom_is_read_from_any_petal_both_ways(seed: int) -> None:
    rng = random.Random(seed)
    words = {"".join(rng.choices(LETTERS, k=n)): 1 for n in (3, 6) for _ in range(9)}
    listed = sx.WordList.from_words(words, alphabet=sx.Alphabet(LETTERS))
    template = Grid.parse("~~~...~~~\n~~~...~~~", hex_patterns=False)
    puzzle = sx.Puzzle(template, listed, ["board rows-garden", BLOOM])
    expected = set()
    for one, other in product((word for word in words if len(word) == 3), repeat=2):
        bloom = one + other[::-1]
        turns = [bloom[at:] + bloom[:at] for at in range(6)]
        if one != other and any(turn in words or turn[::-1] in words for turn in turns):
            expected.add(one + other)
    for solver in ("lazy", "cadical195"):
        found = sx.enumerate_fills(puzzle, solver=solver)
        assert {"".join(fill.grid.cells).replace("~", "") for fill in found} == expected
    for letters in map("".join, product(LETTERS, repeat=6)):
        filled = Grid.parse(f"~~~{letters[:3]}~~~\n~~~{letters[3:]}~~~", hex_patterns=False)
        rules = ["board rows-garden", BLOOM]
        assert (not sx.verify(template, filled, listed, rules=rules)) == (letters in expected)


def test_a_solver_is_not_told_where_answers_end() -> None:
    grid = Grid.parse("AB|CD\nEFGH\nIJKL\nMNOP", hex_patterns=False)
    crossword = crossword_of(Grid(*_parts(grid), board="marching-bands; bars r1c2B r3c4B"))
    assert 'class="bars"' not in svg_of(crossword)
    assert [(clue.direction, clue.label) for clue in crossword.clues][:2] == [
        ("Rows", "1a"),
        ("Rows", "1b"),
    ]
    assert not [square.label for square in crossword.labelled().squares if square.label]
    for sign in "1234AB":
        assert f">{sign}</text>" in svg_of(crossword)


@pytest.mark.parametrize("name", ["marching-bands", "rows-garden"])
def test_the_examples_are_filled(name: str) -> None:
    example = Path(__file__).parents[2] / "examples" / f"{name}.json"
    assert run_cli("fill", example).code == 0
