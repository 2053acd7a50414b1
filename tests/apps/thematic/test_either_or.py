"""Either/or cells, against brute force over what each cell reads across and down."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from support.fills_agree import check_fill, check_letters, check_listings, check_reasons
from support.rule_puzzles import slots_of
from support.seeds import quick

import satcross as sx
from satcross.apps.thematic.rules.either_or import EitherOr
from satcross.drawing.wordbank import word_bank_of
from satcross.formats.reading import file_of
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.gridtext import row_texts
from satcross.model.puzzle import Puzzle
from satcross.rules import rule_of_text
from satcross.tasks.checking import faults_of

pytestmark = pytest.mark.usefixtures("solvers_in_process")

LETTERS = "ABC"
SHAPES = (
    "..\n..",
    "...\n..#",
    "...\n.#.",
    "...\n...",
    "..\n..\n.#",
    "...\n#.#\n...",
    "...\n.#.\n.##",
)
PAIRS = (("A", "B"), ("B", "A"), ("AB", "C"), ("C", "BA"), ("AB", "BA"), ("BA", "AB"), ("AA", "B"))
Both = tuple[str, str]


class Case(NamedTuple):
    """A puzzle, and by cell of the rectangle what it may read across and down.

    `chosen` has the cells of which `n` are to differ.
    """

    puzzle: Puzzle
    ways: dict[int, list[Both]]
    hidden: list[int]
    chosen: set[int]
    n: int


def begun(bare: Grid, chance: random.Random) -> tuple[list[str], list[str]]:
    """Cells of which one may be given, and strings of a rebus."""
    cells = list(bare.cells)
    if chance.random() < 0.3:
        cells[chance.choice(bare.squares)] = chance.choice([*LETTERS, "AB"])
    return cells, ["AB"] if chance.random() < 0.15 else []


def make(seed: int) -> Case:
    """A tiny puzzle with one or two rules, or cells that the grid gives."""
    chance = random.Random(seed)
    while True:
        bare = Grid.parse(chance.choice(SHAPES))
        words = ["".join(word) for n in (2, 3, 4) for word in product(LETTERS, repeat=n)]
        words = chance.sample(words, chance.randint(25, 70))
        listed = sx.WordList.from_words(
            {word: chance.randint(1, 5) for word in words}.items(), alphabet=sx.Alphabet(LETTERS)
        )
        lights = slots_of(bare, 2)
        crossed = [at for at in bare.squares if sum(at in light for light in lights) == 2]
        cells, free = begun(bare, chance)
        ways: dict[int, list[Both]] = {}
        for at in bare.squares:
            held = [*LETTERS, *free] if cells[at] == "." else [cells[at]]
            ways[at] = [(text, text) for text in held]
        given: dict[int, str] = {}
        named = chance.sample(crossed, min(len(crossed), chance.randint(1, 2)))
        rules = [f"rebus {text}" for text in free]
        pairs = chance.sample(PAIRS, chance.randint(1, 3))
        text = ", ".join("/".join(pair) for pair in pairs)
        chosen: set[int] = set()
        n = 0
        match chance.randrange(4):
            case 0:  # of the grid
                for at in named:
                    both = [chance.choice((one, one, ".")) for one in chance.choice(PAIRS)]
                    given[at] = "|".join(both)
                    each = [[*LETTERS, *free] if one == "." else [one] for one in both]
                    ways[at] = [(a, b) for a, b in product(*each) if a != b]
            case 1:  # any two letters
                rules.append(f"either-or {' '.join(map(bare.cell_name, named))}")
                for at in named:
                    firsts = {one for one, _ in ways[at]}
                    ways[at] = [(a, b) for a in firsts for b in (*LETTERS, *free) if a != b]
            case 2:
                rules.append(f"either-or {' '.join(map(bare.cell_name, named))}: {text}")
                for at in named:
                    ways[at] = [(a, b) for a, b in pairs if cells[at] in (".", a)]
            case _:
                n = chance.randint(1, 2)
                chosen = set(crossed if chance.random() < 0.5 else named)
                names = " ".join(map(bare.cell_name, named))
                places = "" if len(chosen) == len(crossed) else f" in {names}"
                rules.append(f"either-or {n}{places}: {text}")
                for at in chosen:
                    plain = [both for both in ways[at] if len(both[0]) < 2 or both[0] not in text]
                    ways[at] = [*plain, *(pairs if cells[at] == "." else ())]
        texts = [given.get(at, cell) for at, cell in enumerate(cells)]
        grid = "\n".join(row_texts(bare.n_cols, texts))
        try:
            puzzle = Puzzle(
                Grid.parse(grid, alphabet=listed.alphabet),
                listed,
                rules,
                distinct=chance.random() < 0.7,
            )
        except (sx.OptionError, sx.GridError):  # more cells than there are
            continue
        hidden = sorted(chosen or named)
        return Case(puzzle, ways, hidden, chosen, n)


def fills_of(case: Case) -> Iterator[tuple[str, ...]]:
    """All fills: what the cells read across, and then what the hidden ones read down."""
    puzzle, grid = case.puzzle, case.puzzle.grid
    known = {word for word, _ in puzzle.listed.words()}
    second = {at: grid.position(f"{grid.cell_name(at)}d") for at in case.hidden}
    lights = slots_of(grid.rectangle(), 2)
    squares = list(case.ways)
    for choice in product(*case.ways.values()):
        both = dict(zip(squares, choice, strict=True))
        if case.n and sum(a != b for a, b in both.values()) != case.n:
            continue
        words = []
        for light in lights:
            side = 0 if len(light) < 2 or light[1] == light[0] + 1 else 1
            where = [second.get(at, at) if side else at for at in light]
            word = "".join(both[at][side] for at in light)
            if word not in known and not all(grid.is_given(at) for at in where):
                break
            words.append(word)
        else:
            if puzzle.distinct and len(set(words)) < len(words):
                continue
            cells = [both[at][0] if at in both else cell for at, cell in enumerate(grid.cells)]
            for at, other in second.items():
                cells[other] = both[at][1]
            yield tuple(cells)


@pytest.mark.parametrize("seed", quick(range(300), 12))
def test_fills_read_words_both_ways(seed: int) -> None:
    case = make(seed)
    right = set(fills_of(case))
    check_listings(seed, case.puzzle, right)
    check_fill(case.puzzle, right)


@pytest.mark.parametrize("seed", quick(range(1000, 1100), 5))
def test_letters_are_those_of_the_fills(seed: int) -> None:
    case = make(seed)
    right = set(fills_of(case))
    check_letters(case.puzzle, right)


@pytest.mark.parametrize("seed", quick(range(2000, 2100), 5))
def test_the_checker_agrees(seed: int) -> None:
    case = make(seed)
    right = set(fills_of(case))
    chance = random.Random(seed)
    grid = case.puzzle.grid
    texts = [*case.puzzle.texts]
    bases = sorted(right) or [grid.cells]
    for _ in range(100):
        base = list(chance.choice(bases))
        for at, cell in enumerate(base):
            if cell == "." or (cell != "#" and chance.random() < 0.2):
                base[at] = chance.choice(texts)
        cells = tuple(base)
        if "." not in cells:
            assert (not faults_of(case.puzzle, grid.with_cells(cells))) == (cells in right), cells
    for cells in right:
        assert not faults_of(case.puzzle, grid.with_cells(cells))


@pytest.mark.parametrize("seed", quick(range(4000, 4100), 5))
def test_the_best_total_is_right(seed: int) -> None:
    case = make(seed)
    right = set(fills_of(case))
    found = sx.optimise(case.puzzle, goal="total")
    if not right:
        assert isinstance(found, sx.Impossible)
        return
    fills = list(sx.enumerate_fills(case.puzzle))
    assert found.unwrap().score == max(one.score for one in fills)


def assignments(case: Case) -> Iterator[tuple[str, ...]]:
    """Texts in all cells that the either/or cells allow, whatever letters are given."""
    grid = case.puzzle.grid
    second = {at: grid.position(f"{grid.cell_name(at)}d") for at in case.hidden}
    pairs = [
        pair for rule in case.puzzle.rules if isinstance(rule, EitherOr) for pair in rule.pairs
    ]
    free = [*LETTERS, *case.puzzle.rebus]

    def texts(at: int) -> list[str]:
        return [*dict.fromkeys((*free, *(one for one in [grid.cells[at]] if one not in ".#")))]

    ways: dict[int, list[Both]] = {}
    for at in case.ways:
        ways[at] = [(one, one) for one in texts(at)]
        if at in case.chosen:
            plain = [
                both
                for both in ways[at]
                if len(both[0]) < 2 or not any(both[0] in pair for pair in pairs)
            ]
            ways[at] = [*plain, *pairs]
        elif at in case.hidden:
            ways[at] = pairs or [(a, b) for a, b in product(texts(at), texts(second[at])) if a != b]
    for choice in product(*ways.values()):
        both = dict(zip(ways, choice, strict=True))
        if case.n and sum(a != b for a, b in choice) != case.n:
            continue
        cells = [both[at][0] if at in both else cell for at, cell in enumerate(grid.cells)]
        for at, other in second.items():
            cells[other] = both[at][1]
        yield tuple(cells)


@pytest.mark.parametrize("seed", quick(range(3000, 3150), 7))
def test_reasons_are_right_and_minimal(seed: int) -> None:
    case = make(seed)
    right = set(fills_of(case))
    try:
        found = sx.explain(case.puzzle)
    except sx.OptionError as error:  # of a limit
        assert "which is given and not in the list" in str(error)  # noqa: PT017
        return
    assert isinstance(found, sx.Impossible if right else sx.Found)
    if not isinstance(found, sx.Found):
        return
    check_reasons(case.puzzle, found.value.reasons, list(assignments(case)))


WORDS = ["onset", "offer", "sat", "cot", "off", "cat", "bison", "cason", "bon", "offat", "tot"]


def puzzle_of(*rules: str, grid: str = "...\n#.#\n#..") -> Puzzle:
    return Puzzle(grid, WORDS, rules)


def test_its_text_comes_back() -> None:
    for text in (
        "either-or r1c1 r2c2: ON/OFF, UP/DOWN",
        "either-or 2 in 17A r1c1: ON/OFF",
        "either-or 2: C/B",
        "either-or 3",
        "either-or r1c1",
    ):
        assert rule_of_text(text).to_text() == text


@pytest.mark.parametrize("rule", ["either-or 1: A/T, O/S", "two-readings 1 in r1c1 r1c2"])
def test_a_saved_fill_has_the_cells_that_were_chosen(rule: str, tmp_path: Path) -> None:
    words = [*WORDS, "ton", "son", "aon", "tan"]
    fill = sx.fill(Puzzle("...\n#.#\n#.#", words, rule)).unwrap()
    path = tmp_path / "a.json"
    sx.save_crossword(crossword_of(fill.grid), path)
    again = sx.grid_of(sx.load_crossword(path).crossword)
    assert str(again) == str(fill.grid)
    assert len(again.named) == 1
    assert not sx.verify(fill.puzzle.grid, fill.grid, fill.puzzle.words, rules=[rule])


def test_a_filled_grid_may_have_its_cells_in_another_order() -> None:
    puzzle = Puzzle("...\n#.#\n#.#", [*WORDS, "ton", "aon"], "either-or 1: S/C, C/B")
    for fill in sx.enumerate_fills(puzzle):
        plain = Grid.parse(str(fill.grid))
        read = Puzzle(plain, puzzle.listed, puzzle.rules).grid
        assert not sx.verify(puzzle.grid, read, puzzle.listed, rules=puzzle.rules)


def test_explain_says_what_its_cells_read() -> None:
    found = sx.explain(Puzzle("...\n#.#\n#.#", WORDS, "either-or r1c2: A/QQ")).unwrap()
    assert "2D (r1c2 reads QQ down)" in str(found)
    found = sx.explain("[Q/.]..\n#.#\n#.#", WORDS).unwrap()
    assert "1A" in str(found)
    found = sx.explain("[./Q]..\n#.#\n#.#", WORDS).unwrap()
    assert "1Ab (second reading of 1A)" in str(found)


def test_rules_name_what_is_read_down() -> None:
    puzzle = Puzzle("...\n#.#\n#.#", WORDS, either_or=["r1c2"])
    every = {fill.grid.cells for fill in sx.enumerate_fills(puzzle)}
    assert every
    for rule, holds in (
        ("r1c2d=C", lambda cells: cells[9] == "C"),
        ("r1c2=A", lambda cells: cells[1] == "A"),
        ("2D=C*", lambda cells: cells[9] == "C"),
        ("letter-count cell: T at least 2", lambda c: sum(one == "T" for one in c) >= 2),
        ("opposite r1c2 r1c2d", lambda c: ord(c[1]) + ord(c[9]) == ord("A") + ord("Z")),
    ):
        found = {fill.grid.cells for fill in sx.enumerate_fills(puzzle.with_rule(rule))}
        assert found == {cells for cells in every if holds(cells)}, rule


def test_grid_text_has_both() -> None:
    grid = Grid.parse("C[on|off]T\n#[.|.]#\n[on/off][c|b].")
    assert str(grid) == "C[ON|OFF]T\n#[.|.]#\n[ON|OFF][C|B]."
    assert grid.beside() == {"r1c2d": "OFF", "r2c2d": ".", "r3c1d": "OFF", "r3c2d": "B"}
    barred = Grid.parse("C[a|.]|T\n.-. .\n.[t|bb].")
    assert Grid.parse(str(barred)) == barred
    puzzle = Puzzle("..[.|OFF]\n##.", WORDS)
    assert [rule.to_text() for rule in puzzle.rules] == ["either-or r1c3"]


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("either-or", "names no cells"),
        ("either-or : ON/OFF", "names no cells"),
        ("either-or 0: ON/OFF", "there must be an either/or cell"),
        ("either-or r1c2: ON", "'ON' is no pair"),
        ("either-or r1c2: ON/", "'ON/' is no pair"),
        ("either-or r1c2: A/B/C", "'A/B/C' is no pair"),
        ("either-or r1c2:", "no pair is given"),
        ("either-or r1c2: ON/ON", "'ON' is the same across and down"),
        ("either-or r1c2: 1/2", "'1' is not 1 to 40 letters of the alphabet"),
        (f"either-or r1c2: {'A' * 41}/B", "is not 1 to 40 letters of the alphabet"),
        ("either-or r9c9: ON/OFF", "there is no cell 'r9c9'"),
        ("either-or r2c1: ON/OFF", "cell r2c1 is a block"),
        ("either-or h1: ON/OFF", "the grid has no entry h1"),
        ("either-or 9A: ON/OFF", "the grid has no entry 9A"),
        ("either-or r1c1: ON/OFF", "cell r1c1 is not in two entries"),
        ("either-or 3: ON/OFF", "there cannot be 3 either/or cells"),
    ],
)
def test_what_cannot_be_is_said(rule: str, problem: str) -> None:
    with pytest.raises(sx.OptionError, match=re.escape(problem)):
        puzzle_of(rule)


def test_other_boards_and_two_readings_are_refused() -> None:
    with pytest.raises(sx.OptionError, match="the board is"):
        puzzle_of("either-or r1c1", "board torus", grid="...\n...\n...")
    with pytest.raises(sx.OptionError, match="the grid has two readings"):
        puzzle_of("either-or r1c2", "two-readings r1c1")
    with pytest.raises(sx.OptionError, match="two cells 'r1c2d'"):
        puzzle_of("either-or r1c2", "either-or r1c2: ON/OFF")


@pytest.mark.parametrize("name", ["text", "satcross"])
@pytest.mark.parametrize("text", ["[ON|OFF]S[T|A]\nE#L\n[EN|S]IN", "[C|B]AT\n#[T|S]#"])
def test_files_have_both_texts(name: str, text: str, tmp_path: Path) -> None:
    filled = Grid.parse(text)
    path = tmp_path / "a"
    path.write_bytes(file_of(crossword_of(filled), name).data)
    again = sx.load_crossword(path, format_name=name).crossword
    assert Crossword.EITHER_OR not in again.notes
    assert str(sx.grid_of(again)) == str(filled)
    words = ["CAT", "AS"] if "C" in text else ["ONST", "ENIN", "OFFES", "ALN"]
    book = sx.ClueBook.from_pairs([(word, f"of {word.lower()}") for word in words])
    clued, unclued = sx.with_clues(again, book)
    assert not unclued
    assert {clue.text for clue in clued.clues} == {f"of {word.lower()}" for word in words}
    assert set(word_bank_of(clued, "en")) == set(words)
    plain = file_of(again, "text", lossy=True).data.decode()
    assert Grid.parse(plain) == filled
