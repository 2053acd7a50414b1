"""Rules about any cell mean letters that are printed, against what a picture of the grid shows."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from support.cli import run_cli

import satcross as sx
from satcross.rooms import rooms
from satcross.tasks.checking import faults_of

pytestmark = pytest.mark.usefixtures("solvers_in_process")

GRID = "...\n#.#\n..."
WORDS = "ate eat tea tan ant net nan tat sat ana set ates seat neat at ta"
LISTED = sx.WordList.from_words(WORDS.split(" "))
BOARDS = (
    ("treatment 1A: latent, without-first; letters in m1",),
    ("treatment 1A: plain, reversed; kinds in k", "min-score 30"),
    ("treatment 1A: plain, latent; treated spell T, N",),
    ("treatment slot: plain, reversed; treated 2", "min-score 30"),
    ("treatment 1A: latent; letters in a", "cell a at 4 0"),
    ("treatment 1A: latent; letters in r2c2",),
    ("cell h1", "slot nina: r1c1 h1 r3c2"),
    ("cell a at 4 0", "slot nina: r1c1 a r3c2"),
    ("cell r9c9b", "slot nina: r1c1 r9c9b r3c2"),
    ("two-readings r3c1",),
    ("either-or r1c2: T/A, A/N, E/A",),
)
"""What adds cells to a grid."""


def texts(fill: sx.Fill) -> list[str]:
    """What is printed in the cells of a fill: its rows, and the cells drawn beside them."""
    grid = fill.grid
    shown = [text for cell in grid.texts() if cell != "#" for text in re.split("[/|]", cell)]
    drawn = [cell.name for cell in grid.named if cell.place is not None]
    return [*shown, *(text for name, text in grid.beside().items() if name in drawn)]


def most(texts: list[str]) -> int:
    return max(texts.count(letter) for letter in texts)


Holds = Callable[[list[str]], bool]
RULES: dict[str, Holds] = {
    "somewhere S": lambda held: "S" in held,
    "~somewhere N": lambda held: "N" not in held,
    "at most 1 of cell=S, cell=N, cell=T": lambda held: len({"S", "N", "T"} & {*held}) < 2,
    "letter-count cell: A 2": lambda held: held.count("A") == 2,
    "letter-count cell: [AEIOU] at least 4": lambda held: sum(x in "AEIOU" for x in held) > 3,
    "letter-count cell: [ATE] all": lambda held: {*held} <= {*"ATE"},
    "letter-count cell: each at most 2": lambda held: most(held) < 3,
}


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board[0])
def test_rules_about_any_cell_mean_what_is_printed(board: tuple[str, ...], tmp_path: Path) -> None:
    every = list(sx.enumerate_fills(sx.Puzzle(GRID, LISTED, board)))
    assert 2 < len(every) < 100
    n_between = 0
    for number, (rule, holds) in enumerate(RULES.items()):
        puzzle, path = sx.Puzzle(GRID, LISTED, [*board, rule]), tmp_path / f"{number}"
        wanted = {fill.grid.cells for fill in every if holds(texts(fill))}
        n_between += 0 < len(wanted) < len(every)
        proved = path if "apps/proofs" in rooms() else None
        found = {one.grid.cells for one in sx.enumerate_fills(puzzle, certificate=proved)}
        assert found == wanted, rule
        if proved:
            assert isinstance(sx.verify_certificate(path), sx.Found), rule
        if number % 3 == 0:
            by_clauses = sx.enumerate_fills(puzzle, solver="cadical195")
            assert {one.grid.cells for one in by_clauses} == wanted, rule
        for fill in every[:: 1 + len(every) // 10]:
            assert (not faults_of(puzzle, fill.grid)) == (fill.grid.cells in wanted), rule
    assert n_between > 1


def test_a_hidden_cell_is_counted_by_its_name() -> None:
    puzzle = sx.Puzzle("...", ["dog", "cot"], ["treatment 1A: reversed, plain; treated 1"])
    for rules, n in (
        (["~somewhere A"], 2),
        (["somewhere A"], 0),
        (["t1a=A", "letter-count t1a: A 1"], 2),
        (["letter-count t1a: A none"], 0),
        (["letter-count r1c1-r1c3 t1a: [AG] 2"], 1),
    ):
        assert sum(1 for _ in sx.enumerate_fills(puzzle.with_rule(*rules))) == n, rules


def test_fills_that_differ_in_letters_differ_in_printed_ones() -> None:
    rules = ["treatment 1A: latent, without-first; letters in m1; several readings"]
    puzzle = sx.Puzzle("...", ["aten", "aten", "tane", "tens", "eten"], rules)
    every = [fill.grid.cells for fill in sx.enumerate_fills(puzzle, distinct="1-letters")]
    assert len({cells[:3] for cells in every}) == len(every) > 2


def test_slots_of_so_many_cells_have_them_without_those_of_treatments() -> None:
    """`3+` counts the cells of the entry, not the one with the letter of its treatment."""
    asked = sx.Puzzle("...", LISTED, ["treatment 1A: latent; letters in m1"])
    every = {fill.grid.cells for fill in sx.enumerate_fills(asked)}
    asked = asked.with_rule("min-score 80 4+", "no-words ~3+: seat", "word-list 4+: seat")
    assert {fill.grid.cells for fill in sx.enumerate_fills(asked)} == every


@pytest.mark.needs("apps/thematic")
def test_cells_that_may_be_either_or_are_not_counted_twice(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("...\n#.#\n...\n")
    done = run_cli(
        "fill", tmp_path / "grid", "--either-or", "1", "--rule", "letter-count cell: S 1"
    )
    assert done.code == 2
    assert "letter-count cell counts ordinary cells twice; name the cells to count" in done.err
    assert done.err.count("\n") == 1
