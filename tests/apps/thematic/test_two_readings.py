"""Two readings of one grid, against brute force over two ordinary grids."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from support.fills_agree import check_fill, check_letters, check_listings, check_reasons
from support.rule_puzzles import slots_of
from support.seeds import quick

import satcross as sx
from satcross.formats.reading import file_of
from satcross.model.crossword import TWO_LETTERS, crossword_of
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.rules import rule_of_text
from satcross.tasks.checking import faults_of

pytestmark = pytest.mark.usefixtures("solvers_in_process")

LETTERS = "ABC"
SHAPES = ("..\n..", "...\n..#", "...\n.#.", "...\n...", "..\n..\n.#")


def make(seed: int) -> tuple[Puzzle, set[int]]:
    """A tiny puzzle with one or two rules, and the cells of two letters."""
    chance = random.Random(seed)
    while True:
        grid = Grid.parse(chance.choice(SHAPES))
        if chance.random() < 0.3:
            at = chance.choice(grid.squares)
            cells = list(grid.cells)
            cells[at] = chance.choice(LETTERS)
            grid = grid.with_cells(cells)
        every = ["".join(word) for n in (2, 3) for word in product(LETTERS, repeat=n)]
        words = chance.sample(every, chance.randint(14, 34))
        listed = sx.WordList.from_words(
            {word: chance.randint(1, 5) for word in words}.items(), alphabet=sx.Alphabet(LETTERS)
        )
        two = set(chance.sample(grid.squares, chance.randint(1, 3)))
        parts = [grid.cell_name(at) for at in sorted(two)]
        plain = Puzzle(grid, listed)
        if chance.random() < 0.3:
            light = chance.choice(plain.slots)
            pair = ["".join(chance.choices(LETTERS, k=len(light))) for _ in range(2)]
            parts.append(f"{light.name}={pair[0]}/{pair[1]}")
            two |= {at for at, a, b in zip(light.cells, *pair, strict=True) if a != b}
        chance.shuffle(parts)
        n = chance.randint(1, len(parts))
        rules = [f"two-readings {' '.join(some)}" for some in (parts[:n], parts[n:]) if some]
        try:
            puzzle = Puzzle(grid, listed, rules, distinct=chance.random() < 0.7)
        except (sx.OptionError, sx.GridError):  # words that do not go together, or no slot there
            continue
        return puzzle, two


def pairs_of_grids(puzzle: Puzzle, two: set[int]) -> Iterator[tuple[str, ...]]:
    """All fills, as the cells of the first grid, and then the second letters.

    It is about two grids of plain letters, and knows nothing of second slots.
    """
    grid = puzzle.grid
    at_second = dict(zip(sorted(two), range(grid.size, len(grid.cells)), strict=True))
    known = {word for word, _ in puzzle.listed.words()}
    lights = slots_of(grid.rectangle(), 2)
    choices = [LETTERS if cell == "." else [cell] for cell in grid.cells]
    for cells in product(*choices):
        first = cells[: grid.size]
        second = [cells[at_second.get(at, at)] for at in range(grid.size)]
        if any(first[at] == second[at] for at in two):
            continue
        words = []
        for light in lights:
            reads = [("".join(first[at] for at in light), light)]
            if two.intersection(light):
                other = [at_second.get(at, at) for at in light]
                reads.append(("".join(second[at] for at in light), other))
            for word, where in reads:
                words.append(word)
                if word not in known and not all(grid.cells[at] != "." for at in where):
                    break
            else:
                continue
            break
        else:
            if not puzzle.distinct or len(set(words)) == len(words):
                yield cells


@pytest.mark.parametrize("seed", quick(range(300), 12))
def test_fills_are_two_crosswords(seed: int) -> None:
    puzzle, two = make(seed)
    right = set(pairs_of_grids(puzzle, two))
    check_listings(seed, puzzle, right)
    check_fill(puzzle, right)


@pytest.mark.parametrize("seed", quick(range(1000, 1100), 5))
def test_letters_are_those_of_the_fills(seed: int) -> None:
    puzzle, two = make(seed)
    right = set(pairs_of_grids(puzzle, two))
    check_letters(puzzle, right)


@pytest.mark.parametrize("seed", quick(range(2000, 2100), 5))
def test_the_checker_agrees(seed: int) -> None:
    puzzle, two = make(seed)
    right = set(pairs_of_grids(puzzle, two))
    chance = random.Random(seed)
    choices = [LETTERS if cell == "." else cell for cell in puzzle.grid.cells]
    tried = [tuple(map(chance.choice, choices)) for _ in range(100)]
    for cells in (*tried, *right):
        filled = puzzle.grid.with_cells(cells)
        assert (not faults_of(puzzle, filled)) == (cells in right)
        # The rules alone say what the template has.
        bare = puzzle.grid.rectangle()
        faults = sx.verify(
            bare, filled, puzzle.listed, distinct=puzzle.distinct, rules=puzzle.rules
        )
        assert (not faults) == (cells in right)


@pytest.mark.parametrize("seed", quick(range(3000, 3150), 7))
def test_reasons_are_right_and_minimal(seed: int) -> None:
    puzzle, two = make(seed)
    right = set(pairs_of_grids(puzzle, two))
    found = sx.explain(puzzle)
    assert isinstance(found, sx.Impossible if right else sx.Found)
    if not isinstance(found, sx.Found):
        return
    second = dict(zip(sorted(two), range(puzzle.grid.size, len(puzzle.grid.cells)), strict=True))
    choices = [
        LETTERS if at in puzzle.cells_in_slots else "." for at in range(len(puzzle.grid.cells))
    ]
    every = [
        cells
        for cells in product(*choices)
        if all(cells[one] != cells[other] for one, other in second.items())
    ]
    check_reasons(puzzle, found.value.reasons, every)


WORDS = ["cat", "cot", "bat", "aa", "ac", "tat", "ta", "to", "ba", "bo"]


def puzzle_of(*rules: str, grid: str = "...\n...") -> Puzzle:
    return Puzzle(grid, WORDS, rules)


@pytest.mark.parametrize("grid", ["[./.]..", "[./.]AT", "[C/.].."])
def test_words_are_kept_to_in_cells_that_the_grid_has(grid: str) -> None:
    puzzle = sx.Puzzle(f"{grid}\n.#.", WORDS, readings=["1A=CAT/BAT"])
    assert str(puzzle.grid) == "[C/B]AT\n.#."
    assert [rule.to_text() for rule in puzzle.rules] == ["two-readings 1A=CAT/BAT"]


def test_several_rules_are_one() -> None:
    puzzle = puzzle_of("two-readings r1c1", "two-readings 1A=CAT/BOT r1c1")
    (rule,) = puzzle.rules
    assert rule.to_text() == "two-readings r1c1 1A=CAT/BOT"
    assert [slot.name for slot in puzzle.slots][5:] == ["1Ab", "1Db", "2Db"]
    assert puzzle.grid.beside() == {"r1c1b": "B", "r1c2b": "O"}
    assert "".join(puzzle.grid.cells[:3]) == "CAT"
    assert Puzzle("...\n...", WORDS, readings=["r1c1", "1A=CAT/BOT"]).rules == (rule,)


def test_rules_name_the_second_reading() -> None:
    puzzle = Puzzle("...", WORDS, "two-readings r1c1-r1c2")
    every = {fill.grid.cells for fill in sx.enumerate_fills(puzzle)}
    assert every
    for rule, holds in (
        ("1Ab=B*", lambda cells: cells[3] == "B"),
        ("~1A=C*", lambda cells: cells[0] != "C"),
        ("r1c2b=O", lambda cells: cells[4] == "O"),
        ("regex 1Ab: .o.", lambda cells: cells[4] == "O"),
        ("letter-count cell: [BC] 2", lambda c: sum(one in "BC" for one in c) == 2),
    ):
        found = {fill.grid.cells for fill in sx.enumerate_fills(puzzle.with_rule(rule))}
        assert found == {cells for cells in every if holds(cells)}, rule


def test_words_that_are_freed_leave_their_cells() -> None:
    puzzle = puzzle_of("two-readings 1A=CAT/BOT")
    assert puzzle.freeing("r1c1").rules[0].to_text() == "two-readings r1c1=./B r1c2=A/O"
    again = puzzle.restricted(givens=[])
    assert again.rules[0].to_text() == "two-readings r1c1 r1c2"
    assert "".join(again.grid.cells) == "." * 8


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("two-readings", "no cell is named"),
        ("two-readings 1A", "1A needs two words"),
        ("two-readings 1A=CAT/CAT", "1A cannot be CAT and CAT"),
        ("two-readings 1A=CAT/BOTH", "1A cannot be CAT and BOTH"),
        ("two-readings 1A=CA/BO", "1A has 3 cells, and CA 2 letters"),
        ("two-readings 9A=CAT/BOT", "the grid has no entry 9A"),
        ("two-readings r9c9", "there is no cell 'r9c9'"),
        ("two-readings h1", "'h1' is not a cell of the grid"),
        ("two-readings 1A=CAT/BOT r1c3", "cell r1c3 holds T in both readings"),
        ("two-readings 1A=CAT/BOT r1c1=A/B", "cell r1c1 is to hold C, and A"),
        ("two-readings r1c1=1/2", "'1' is not made of letters of one character"),
        ("two-readings r1c1=A/B/C", "'r1c1=A/B/C' does not hold two readings"),
    ],
)
def test_what_cannot_be_is_said(rule: str, problem: str) -> None:
    with pytest.raises(sx.OptionError, match=re.escape(problem)):
        puzzle_of(rule)


def test_blocks_and_cells_in_no_slot_are_refused() -> None:
    with pytest.raises(sx.OptionError, match="cell r1c2 is a block"):
        puzzle_of("two-readings r1c2", grid=".#\n..")
    with pytest.raises(sx.OptionError, match="cell r1c1 is in no slot"):
        puzzle_of("two-readings r1c1", grid=".#\n#.\n..")


def test_its_text_comes_back() -> None:
    for text in ("two-readings r1c1 r2c2=C/B", "two-readings 1A=CAT/BOT r2c1"):
        assert rule_of_text(text).to_text() == text


def test_grid_text_has_both_letters() -> None:
    grid = Grid.parse("C[a/.]T\n#[./.]#\n[t/b]O.")
    assert str(grid) == "C[A/.]T\n#[./.]#\n[T/B]O."
    barred = Grid.parse("C[a/.]|T\n.-. .\n.[t/b].")
    assert Grid.parse(str(barred)) == barred
    assert grid.beside() == {"r1c2b": ".", "r2c2b": ".", "r3c1b": "B"}
    with pytest.raises(sx.GridError, match="outside the alphabet"):
        Grid.parse("[A/B/C]T")
    puzzle = Puzzle("[C/B].T", WORDS)
    assert [rule.to_text() for rule in puzzle.rules] == ["two-readings r1c1=./B"]
    fill = sx.fill(puzzle).unwrap()
    assert Grid.parse(str(fill)) == fill.grid
    assert sx.check("...", fill.grid, WORDS)  # which has one reading
    assert not sx.check("[./.]..", fill.grid, WORDS)
    assert [str(fault) for fault in sx.check("[./.]..", Grid.parse("[C/A]AT"), WORDS)] == [
        "1Ab AAT is not in the word list"
    ]


def test_other_boards_are_refused() -> None:
    with pytest.raises(sx.OptionError, match="the board is"):
        puzzle_of("two-readings r1c1", "board torus", grid="...\n...\n...")


def test_beside_a_rebus_no_rule_is_named_that_nobody_wrote() -> None:
    for grid in ("[C/B]AT\nORE\nD[EN]T", "[C/B]ATS"):
        for rules in ([], ["two-readings r1c1=C/B"]):
            has_rebus = "EN" in grid
            with pytest.raises(sx.OptionError) as caught:
                sx.Puzzle(grid, WORDS, [*rules, *([] if has_rebus else ["rebus EN"])])
            where, hint = (
                (" (r3c2)", "write one letter in each, or no second letters")
                if has_rebus
                else ("", "use one letter for each reading")
            )
            whose = (
                "the rule 'two-readings r1c1=C/B'" if rules else "the grid has two readings of r1c1"
            )
            assert f"{whose}: cells may hold several letters{where}; {hint}" in str(caught.value)


@pytest.mark.parametrize("name", ["text", "satcross"])
def test_files_have_both_letters(name: str, tmp_path: Path) -> None:
    filled = Grid.parse("[C/B][A/O]T\n#[B/A]#")
    path = tmp_path / "a"
    path.write_bytes(file_of(crossword_of(filled), name).data)
    again = sx.load_crossword(path, format_name=name).crossword
    assert TWO_LETTERS not in again.notes
    assert sx.grid_of(again) == filled
