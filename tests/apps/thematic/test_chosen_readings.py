"""Cells of two letters that the solver chooses, against brute force over two ordinary grids."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from support.fills_agree import best_total, check_fill, check_letters, check_listings
from support.rule_puzzles import slots_of
from support.seeds import quick

import satcross as sx
from satcross.apps.proofs.checker import check_proof
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.tasks.checking import faults_of

pytestmark = pytest.mark.usefixtures("solvers_in_process")

LETTERS = "ABC"
SHAPES = ("..\n..", "...\n..#", "...\n.#.", "...\n...", "..\n..\n.#")


class Case(NamedTuple):
    """A puzzle, how many cells have two letters, which may, and which must.

    `n` is 0 where no number is given; `pairs` are the two words of some entries.
    """

    puzzle: Puzzle
    n: int
    among: set[int]
    named: set[int]
    pairs: tuple[tuple[str, str], ...] = ()


def make_anywhere(seed: int) -> Case:
    """A tiny puzzle with pairs of words, of which no entry is named."""
    chance = random.Random(seed)
    while True:
        grid = Grid.parse(chance.choice(SHAPES))
        if chance.random() < 0.2:
            cells = list(grid.cells)
            cells[chance.choice(grid.squares)] = chance.choice(LETTERS)
            grid = grid.with_cells(cells)
        every = ["".join(word) for n in (2, 3) for word in product(LETTERS, repeat=n)]
        listed = sx.WordList.from_words(
            {word: chance.randint(1, 5) for word in chance.sample(every, 26)}.items(),
            alphabet=sx.Alphabet(LETTERS),
        )
        pairs: list[tuple[str, str]] = []
        for _ in range(chance.choice((1, 1, 2))):
            n = chance.choice((2, 3))
            first, second = ("".join(chance.choices(LETTERS, k=n)) for _ in range(2))
            pairs.append((first, second))
        rules = [f"two-readings {' '.join('/'.join(pair) for pair in pairs)}"]
        sizes = {len(one) for one, _ in pairs}
        lights = slots_of(grid, 2)
        among = {at for light in lights if len(light) in sizes for at in light}
        named: set[int] = set()
        n_cells = chance.choice((0, 0, 0, 2, 3))
        if n_cells:
            among = set(grid.squares)
            rules.append(f"two-readings {n_cells}")
        if chance.random() < 0.3:
            named = {chance.choice(grid.squares)}
            rules.append(f"two-readings {grid.cell_name(min(named))}")
        try:
            puzzle = Puzzle(grid, listed, rules, distinct=chance.random() < 0.6)
        except (sx.OptionError, sx.GridError):  # words of no entry's length, or twice the same
            continue
        return Case(puzzle, n_cells, among - named, named, tuple(dict.fromkeys(pairs)))


def make(seed: int) -> Case:
    """A tiny puzzle."""
    chance = random.Random(seed)
    while True:
        grid = Grid.parse(chance.choice(SHAPES))
        if chance.random() < 0.3:
            cells = list(grid.cells)
            for at in chance.sample(grid.squares, chance.randint(1, 3)):
                cells[at] = chance.choice(LETTERS)
            grid = grid.with_cells(cells)
        every = ["".join(word) for n in (2, 3) for word in product(LETTERS, repeat=n)]
        # With more words, six cells have hundreds of thousands of fills.
        words = chance.sample(every, chance.randint(8, 34 if len(grid.squares) < 5 else 20))
        listed = sx.WordList.from_words(
            {word: chance.randint(1, 5) for word in words}.items(), alphabet=sx.Alphabet(LETTERS)
        )
        among, named = set(grid.squares), set()
        n = chance.randint(1, 4)
        text = str(n)
        if chance.random() < 0.4:
            among = set(chance.sample(grid.squares, chance.randint(1, len(grid.squares))))
            text += f" in {' '.join(map(grid.cell_name, sorted(among)))}"
        rules = [f"two-readings {text}"]
        if chance.random() < 0.4:
            named = set(chance.sample(grid.squares, chance.randint(1, 2)))
            rules.append(f"two-readings {' '.join(map(grid.cell_name, sorted(named)))}")
        chance.shuffle(rules)
        try:
            puzzle = Puzzle(grid, listed, rules, distinct=chance.random() < 0.7)
        except (sx.OptionError, sx.GridError):  # too few such cells, or one in no slot
            continue
        return Case(puzzle, n, among - named, named)


def pairs_of_grids(case: Case) -> Iterator[tuple[str, ...]]:
    """All fills, as the cells of the first grid, and then the second letters.

    It is about two grids of plain letters, and knows nothing of second slots.
    """
    puzzle = case.puzzle
    grid = puzzle.grid.rectangle()
    may = sorted(case.among | case.named)
    known = {word for word, _ in puzzle.listed.words()}
    lights = slots_of(grid, 2)
    firsts = [LETTERS if cell == "." else [cell] for cell in grid.cells]
    # A letter that the grid gives in a cell that may be chosen is given in both readings.
    seconds = [LETTERS if at in case.named else firsts[at] for at in may]
    for first in product(*firsts):
        if not are_right(puzzle, lights, known, first, [*first]):
            continue
        for others in product(*seconds):
            second = list(first)
            for at, letter in zip(may, others, strict=True):
                second[at] = letter
            differ = {at for at in range(grid.size) if first[at] != second[at]}
            if not case.named <= differ or case.n not in (len(differ), 0):
                continue
            if case.pairs and not has_pairs(case, lights, first, second, differ):
                continue
            if are_right(puzzle, lights, known, first, second):
                yield (*first, *others)


def has_pairs(
    case: Case,
    lights: list[list[int]],
    first: tuple[str, ...],
    second: list[str],
    differ: set[int],
) -> bool:
    """Whether each pair is in an entry, and nothing else differs where no number is given."""
    why = set(case.named)
    for pair in case.pairs:
        places = [
            light
            for light in lights
            if pair == tuple("".join(cells[at] for at in light) for cells in (first, second))
        ]
        if not places:
            return False
        why.update(at for light in places for at in light)
    return bool(case.n) or differ <= why


def are_right(
    puzzle: Puzzle,
    lights: list[list[int]],
    known: set[str],
    first: tuple[str, ...],
    second: list[str],
) -> bool:
    """Whether two grids are crosswords, with each word of both once."""
    words = []
    for light in lights:
        readings = ["".join(cells[at] for at in light) for cells in (first, second)]
        given = all(puzzle.grid.cells[at] != "." for at in light)
        if readings[0] not in known and not given:
            return False
        words.append(readings[0])
        if readings[1] != readings[0]:
            if readings[1] not in known:
                return False
            words.append(readings[1])
    return not puzzle.distinct or len(set(words)) == len(words)


def ordered(case: Case, cells: tuple[str, ...]) -> tuple[str, ...]:
    """The cells of a fill in the order of its puzzle's grid."""
    grid = case.puzzle.grid
    second = grid.second_cells()
    may = sorted(second)
    letters = dict(zip(may, cells[grid.size :], strict=True))
    return (*cells[: grid.size], *(letters[at] for at in second))


def right_of(case: Case) -> set[tuple[str, ...]]:
    return {ordered(case, cells) for cells in pairs_of_grids(case)}


@pytest.mark.parametrize("seed", quick(range(200), 8))
def test_fills_are_two_crosswords(seed: int) -> None:
    case = make(seed)
    right = right_of(case)
    check_listings(seed, case.puzzle, right)
    check_fill(case.puzzle, right)


@pytest.mark.parametrize("seed", quick(range(5000, 5200), 8))
def test_pairs_without_an_entry_are_in_any(seed: int) -> None:
    case = make_anywhere(seed)
    right = right_of(case)
    check_listings(seed, case.puzzle, right)
    check_letters(case.puzzle, right)
    assert isinstance(sx.explain(case.puzzle), sx.Impossible if right else sx.Found)
    check_fill(case.puzzle, right)
    few = [one.grid.cells for one in sx.enumerate_fills(case.puzzle, limit=len(right) + 1)]
    assert len(few) == len(right)
    assert set(few) == right
    ruled = case.puzzle.with_rule("min-score 3")
    assert isinstance(
        sx.fill(ruled), sx.Found if list(sx.enumerate_fills(ruled)) else sx.Impossible
    )


@pytest.mark.parametrize("seed", quick(range(6000, 6060), 4))
def test_the_checker_agrees_on_pairs_without_an_entry(seed: int) -> None:
    case = make_anywhere(seed)
    right = right_of(case)
    chance = random.Random(seed)
    grid = case.puzzle.grid
    choices = [LETTERS if cell == "." else cell for cell in grid.cells]
    for cells in (*(tuple(map(chance.choice, choices)) for _ in range(200)), *right):
        assert (not faults_of(case.puzzle, grid.with_cells(cells))) == (cells in right)


@pytest.mark.parametrize("seed", quick(range(1000, 1060), 4))
def test_letters_and_totals_are_those_of_the_fills(seed: int) -> None:
    case = make(seed)
    right = right_of(case)
    if right:
        check_letters(case.puzzle, right)
    best = sx.optimise(case.puzzle, goal="total")
    if not right:
        assert isinstance(best, sx.Impossible)
        return
    assert best.unwrap().score == best_total(case.puzzle, right)


@pytest.mark.parametrize("seed", quick(range(2000, 2060), 4))
def test_the_checker_agrees(seed: int) -> None:
    case = make(seed)
    right = right_of(case)
    chance = random.Random(seed)
    choices = [LETTERS if cell == "." else cell for cell in case.puzzle.grid.cells]
    tried = [tuple(map(chance.choice, choices)) for _ in range(200)]
    for cells in (*tried, *right):
        filled = case.puzzle.grid.with_cells(cells)
        assert (not faults_of(case.puzzle, filled)) == (cells in right)


@pytest.mark.parametrize("seed", quick(range(3000, 3060), 4))
def test_reasons_and_proofs_are_found_where_there_is_no_fill(seed: int, tmp_path: Path) -> None:
    case = make(seed)
    right = right_of(case)
    assert isinstance(sx.explain(case.puzzle), sx.Impossible if right else sx.Found)
    proved = sx.prove(case.puzzle, tmp_path / "proof")
    assert isinstance(proved, sx.Impossible if right else sx.Found)
    if not right:
        files = (tmp_path / "proof" / name for name in ("puzzle.cnf", "proof.drat"))
        assert isinstance(check_proof(*files), sx.Found)


def test_an_entry_of_given_letters_alone_must_be_listed() -> None:
    """Pairs that cross give all letters of another entry, but not the grid does."""
    for seed in (50_002, 50_053, 50_059):
        case = make_anywhere(seed)
        found = sx.fill(case.puzzle)
        assert isinstance(found, sx.Found if right_of(case) else sx.Impossible)
