"""The text forms of grids: what they read as, and what is said about bad ones."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satcross.errors import GridError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.grid import BLOCK, OPEN, Grid, read_grid

RUBY_QUIZ = "_ _ _ _ _\n\n_ # _ # _\n\n_ _ _ _ _\n\n_ # _ # _\n\n_ _ _ _ _\n"
CS50 = "#___#\n#_##_\n#_##_\n#_##_\n#____\n"

CELLS = st.sampled_from([BLOCK, OPEN, "A", "M", "Z"])


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    n_rows, n_cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    cells = draw(st.lists(CELLS, min_size=n_rows * n_cols, max_size=n_rows * n_cols))
    return Grid(n_rows, n_cols, tuple(cells))


@given(grids())
def test_text_round_trip(grid: Grid) -> None:
    assert Grid.parse(str(grid), hex_patterns=False) == grid


@given(grids(), st.sampled_from(["", " ", "\t", "  "]), st.booleans(), st.booleans())
def test_blanks_blank_lines_case_and_underscores_mean_the_same(
    grid: Grid, between: str, blank_lines: bool, crlf: bool
) -> None:
    rows = [between.join(row).replace(OPEN, "_").lower() for row in grid.rows()]
    end = "\r\n" if crlf else "\n"
    text = "\ufeff" + ((end * 2) if blank_lines else end).join(rows) + " " + end * 3
    assert Grid.parse(text, hex_patterns=False) == grid


def test_a_lone_row_of_hex_digits_is_a_pattern_unless_told_otherwise() -> None:
    assert str(Grid.parse("FACE")) == "....\n.#.#\n..##\n...#"
    assert str(Grid.parse("FACE", hex_patterns=False)) == "F A C E"


def test_ruby_quiz_template() -> None:
    assert str(Grid.parse(RUBY_QUIZ)) == ".....\n.#.#.\n.....\n.#.#.\n....."


def test_cs50_structure() -> None:
    assert str(Grid.parse(CS50)) == "#...#\n#.##.\n#.##.\n#.##.\n#...."


def test_givens_are_folded_to_the_alphabet() -> None:
    assert Grid.parse("é.\n.#").cells == ("E", ".", ".", "#")
    # e + combining acute is one cell, not two
    assert Grid.parse("e\u0301.\n.#").cells == ("E", ".", ".", "#")
    spanish = Alphabet(LATIN.letters + "Ñ")
    assert Grid.parse("ñ.", alphabet=spanish).cells == ("Ñ", ".")
    assert Grid.parse("n\u0303.", alphabet=spanish).cells == ("Ñ", ".")
    assert Grid.parse("ñ.").cells == ("N", ".")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "grid: the grid is empty; write rows of #, . and letters"),
        (" \n\t\n\r\n", "grid: the grid is empty; write rows of #, . and letters"),
        (
            "...\n..\n...",
            "grid:2:3: this row has 2 cells, the first row has 3;"
            " make all rows the same length; use # for blocks at the ends",
        ),
        (
            "...\n\n. . . .\n",
            "grid:3:7: this row has 4 cells, the first row has 3;"
            " make all rows the same length; use # for blocks at the ends",
        ),
        (
            "...\n.",
            "grid:2:2: this row has 1 cell, the first row has 3;"
            " make all rows the same length; use # for blocks at the ends",
        ),
        (
            "...\n. 4 .",
            "grid:2:3: '4' is neither a block (#), an open cell (. or _) nor a letter of the"
            " alphabet; correct the cell, or use an alphabet that has this letter",
        ),
        (
            "..\n.ß",
            "grid:2:2: 'ß' is neither a block (#), an open cell (. or _) nor a letter of the"
            " alphabet; correct the cell, or use an alphabet that has this letter",
        ),
        (
            "..\0\n...",
            "grid: the file is binary, not a grid; a grid is rows of #, . and letters",
        ),
        (
            "..\n.#\n\n..\n#.",
            "grid:4: a second grid begins here; put each grid in its own file, as"
            " -o NAME-{}.txt does; or delete the empty line above",
        ),
        (
            "A\n\nB\nC",
            "grid:3: a second grid begins here; put each grid in its own file, as"
            " -o NAME-{}.txt does; or delete the empty line above",
        ),
        ("." * 201, "grid:1: more than 200 cells in a row or column; check that it is a grid"),
        (".\n" * 201, "grid:1: more than 200 cells in a row or column; check that it is a grid"),
    ],
)
def test_bad_text_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid.parse(text)
    assert str(caught.value) == message


def test_first_line_and_column_are_those_of_the_file() -> None:
    with pytest.raises(GridError) as caught:
        Grid.parse("\n\n  ..\n  .!\n", source="a.txt")
    error = caught.value
    assert (error.source, error.line, error.column) == ("a.txt", 4, 4)


def test_a_grid_is_a_full_rectangle_of_single_letters() -> None:
    with pytest.raises(GridError, match="must have 2 rows of 2 cells, got 3 cells"):
        Grid(2, 2, (".", ".", "."))
    with pytest.raises(GridError, match="0 cells"):
        Grid(0, 0, ())
    with pytest.raises(GridError, match="cell r2c1 must be letters, got 'Q-'"):
        Grid(2, 2, (".", ".", "Q-", "."))


def test_rows_and_cell_names() -> None:
    grid = Grid.parse("ab.\n#..")
    assert grid.rows() == [("A", "B", "."), ("#", ".", ".")]
    assert [grid.cell_name(p) for p in (0, 2, 3)] == ["r1c1", "r1c3", "r2c1"]


def test_read_from_file_stdin_and_pattern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "grid.txt"
    path.write_text(CS50, encoding="utf-8")
    assert read_grid(str(path)) == Grid.parse(CS50)
    stdin = io.TextIOWrapper(io.BytesIO(RUBY_QUIZ.encode()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", stdin)
    assert read_grid("-") == Grid.parse(RUBY_QUIZ)
    assert str(read_grid("7Ah")) == "#..\n..#\n.#."
    # an existing file of that name is read as a file
    (tmp_path / "7Ah").write_text("..\n..", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert str(read_grid("7Ah")) == "..\n.."


def test_read_errors_name_the_file(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.txt")
    with pytest.raises(GridError) as caught:
        read_grid(missing)
    assert str(caught.value) == f"{missing}: there is no such file; check the path"
    with pytest.raises(GridError) as caught:
        read_grid(str(tmp_path))
    assert str(caught.value) == f"{tmp_path}: this is a directory; name a file in it"
    latin1 = tmp_path / "latin1.txt"
    latin1.write_bytes("...\n.é.".encode("latin-1"))
    with pytest.raises(GridError) as caught:
        read_grid(str(latin1))
    assert str(caught.value) == f"{latin1}:2: the file is not UTF-8 text; save it as UTF-8"
    with pytest.raises(GridError, match="the file cannot be read"):
        read_grid("a\0b")


def test_bars_voids_and_cells_of_several_letters_are_read_and_written_again() -> None:
    text = "~ A| [IJK]-\n. .- ~\n# . ."
    grid = Grid.parse(text)
    assert grid.cells == ("~", "A", "IJK", ".", ".", "~", "#", ".", ".")
    assert grid.bars_right == {1}
    assert grid.bars_below == {2, 4}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("|ab", "grid:1:1: the bar '|' is not after a cell; write it after"),
        ("ab|", "grid:1:3: a bar at the edge of the grid; remove it"),
        ("a-b", "grid:1:2: a bar at the edge of the grid; remove it"),
        ("ab\n[cd", "grid:2:1: '[' without ']'; write a cell of several letters as [HEART]"),
        ("a[?]", "grid:1:2: [?] has characters outside the alphabet"),
        ("a[]", "grid:1:2: [] has characters outside the alphabet"),
        (f"[{'a' * 41}]", "grid:1:1: the cell has 41 letters; at most 40 are allowed"),
    ],
)
def test_marks_in_the_wrong_place_are_told(text: str, message: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid.parse(text)
    assert str(caught.value).startswith(message)


def test_a_bar_lies_between_two_cells() -> None:
    with pytest.raises(GridError, match="the bar at position 1 has no cell right of it"):
        Grid(1, 2, (".", "."), bars_right=frozenset({1}))
    with pytest.raises(GridError, match="the bar at position 0 has no cell below it"):
        Grid(1, 2, (".", "."), bars_below=frozenset({0}))


@given(data=st.data())
def test_any_grid_of_all_marks_comes_back_from_its_text(data: st.DataObject) -> None:
    n_rows, n_cols = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    n = n_rows * n_cols
    cell = st.sampled_from(["#", ".", "~", "A", "Z", "HEART", "QU"])
    right = [p for p in range(n) if (p + 1) % n_cols]
    below = list(range(n - n_cols))
    grid = Grid(
        n_rows,
        n_cols,
        tuple(data.draw(st.lists(cell, min_size=n, max_size=n))),
        frozenset(p for p in right if data.draw(st.booleans())),
        frozenset(p for p in below if data.draw(st.booleans())),
    )
    assert Grid.parse(str(grid), hex_patterns=False) == grid
