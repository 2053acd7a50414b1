"""Letters of several characters in every public task and every round trip, by brute force."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.long_letters import (
    ALPHABETS,
    GRIDS,
    Word,
    puzzles,
    rebus_fills,
    runs_of,
    written,
)
from support.matrix import FORMS, TASKS, refusal_of

import satcross as sx
from satcross.model.puzzle import Puzzle
from satcross.tasks.checking import faults_of
from satcross.words.alphabets import parse_alphabet

pytestmark = pytest.mark.usefixtures("solvers_in_process")
OWN = {"check"}  # knows only the words of the matrix


@pytest.mark.parametrize("name", sorted((TASKS | FORMS).keys() - OWN))
def test_every_task_is_right(name: str, tmp_path: Path) -> None:
    n_fills = 0
    for number, (puzzle, right) in enumerate(puzzles(6)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (TASKS | FORMS)[name](puzzle, right, folder)
        n_fills += len(right)
    assert n_fills > 10


RULES = {
    "dutch": (
        ("~cell=IJ",), ("1A=*[IJ·S]*", "somewhere I"), ("1A=*[^A-IJ]",),
        ("max-shared-substring 2",),
        ("regex slot: (?!.*IJ).*",), ("different-letters r1c1 r1c2 r1c3",),
        ("slot nina: r1c1 r1c2 r3c2", "min-score 20"), ("at most 1 of cell=I, cell=IJ, 1A=*J",),
    ),
    "hungarian": (
        ("cell=DZS",), ("~1A=*[SZ]*",), ("1A=?[DZ-S]*",), ("max-shared-substring 2",),
        ("same-letter r1c1 r3c3",), ("at least 2 of cell=ZS, cell=SZ, cell=DZ, cell=DZS",),
    ),
}  # fmt: skip
SOME = ("enumerate_fills", "count", "compile_fills", "letters", "a batch")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in SOME else pytest.mark.slow)
        for name in sorted((TASKS | FORMS).keys() - OWN)
    ],
)
def test_every_rule_is_kept(name: str, tmp_path: Path) -> None:
    n_bound = 0
    for alphabet, number in (("dutch", 0), ("hungarian", 1)):
        plain, every = puzzles(6)[number]
        for at, rules in enumerate(RULES[alphabet]):
            puzzle = plain.with_rule(*rules)
            right = {
                cells for cells in every if not faults_of(puzzle, puzzle.grid.with_cells(cells))
            }
            folder = tmp_path / f"{number} {at}"
            folder.mkdir()
            refusal_of((TASKS | FORMS)[name], (puzzle, right), folder)
            n_bound += len(right) < len(every)
    assert n_bound > 2


@pytest.mark.parametrize(
    ("literal", "holds"),
    [
        ("1A=B[IJ]*", True),
        ("1A=BIJ?", True),
        ("1A=BI*", False),
        ("1A=B[I·J]*", False),
        ("1A=B[X-Y]S", True),
        ("1A=?[^IJ]?", False),
        ("cell=J", False),
        ("cell=I", False),
        ("r1c2=ij", True),
        ("1A=*J*", False),
    ],
)
def test_what_a_constraint_says_of_a_letter(literal: str, holds: bool) -> None:
    words = sx.WordList.from_words(["bijs", "bots"], alphabet=parse_alphabet("dutch"))
    grid = sx.Grid.parse("B[IJ]S", alphabet=words.alphabet)
    puzzle = Puzzle("...", words)
    assert bool(sx.check(puzzle.with_rule(literal), grid)) != holds
    assert isinstance(sx.fill(puzzle.with_rule(literal)), sx.Found) == holds
    flipped = literal.replace("1A", "~1A") if "1A" in literal else f"~{literal}"
    assert isinstance(sx.fill(puzzle.with_rule(flipped)), sx.Found) != holds


@pytest.mark.parametrize("seed", range(6))
def test_cells_of_several_letters(seed: int) -> None:
    """A rebus string may have such letters, and letters of which another letter has the parts."""
    rng = random.Random(f"rebus {seed}")
    letters, strings = ALPHABETS["dutch"], (("B", "IJ"), ("I", "J"), ("A", "N", "S"))
    rows = (GRIDS[2], GRIDS[1], ("..#", "...", "..."))[seed % 3]
    n_cells = len(rows) * len(rows[0])
    words: set[Word] = set()
    for _ in range(6):
        cells = [
            rng.choice(strings) if rng.random() < 0.3 else (rng.choice(letters),)
            for _ in range(n_cells)
        ]
        words |= {tuple(a for at in slot for a in cells[at]) for slot in runs_of(rows)}
    alphabet = sx.Alphabet(letters)
    listed = sx.WordList.from_words(map(written, sorted(words)), alphabet=alphabet)
    rebus = [alphabet.joined(string) for string in strings]
    found = {
        fill.grid.cells for fill in sx.enumerate_fills(Puzzle("\n".join(rows), listed, rebus=rebus))
    }
    spelled = {cells: tuple(alphabet.cut(cells)) for cells in (*letters, *rebus)}
    assert found == rebus_fills(rows, words, spelled)
    assert found
    for fill in sorted(found)[:3]:
        text = str(sx.Grid(len(rows), len(rows[0]), fill))
        assert sx.Grid.parse(text, alphabet=alphabet).cells == fill
