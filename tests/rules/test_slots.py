"""Slots along paths: every way to list fills, against brute force."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from support.cli import run_cli
from support.fills_agree import check_letters
from support.path_puzzles import Cells, brute_force, check_encoding, check_engines, fillings
from support.seeds import quick

import satcross as sx
from satcross.errors import GridError
from satcross.model.alphabet import Alphabet
from satcross.model.puzzle import Puzzle
from satcross.tasks.checking import faults_of
from satcross.tasks.objective import Goal
from satcross.words import WordList

pytestmark = pytest.mark.usefixtures("solvers_in_process")


def make(seed: int) -> tuple[Puzzle, list[str]]:
    """A tiny puzzle with paths, and its words."""
    rng = random.Random(seed)
    while True:
        letters = "AB" if rng.random() < 0.5 else "ABC"
        n_rows, n_cols = rng.randint(1, 3), rng.randint(2, 3)
        cells = [
            rng.choice("#..") if rng.random() < 0.4 else rng.choice([*".....", "A"])
            for _ in range(n_rows * n_cols)
        ]
        open_ = [at for at, cell in enumerate(cells) if cell != "#"]
        if not open_:
            continue
        words = sorted({"".join(rng.choice(letters) for _ in range(n)) for n in (2, 3, 3, 4) * 9})
        paths = []
        for name in ("one", "Two")[: rng.randint(1, 2)]:
            path = [rng.choice(open_) for _ in range(rng.randint(2, 4))]
            names = " ".join(f"r{at // n_cols + 1}c{at % n_cols + 1}" for at in path)
            paths.append(f"{name}: {names}")
        text = "\n".join("".join(cells[i : i + n_cols]) for i in range(0, len(cells), n_cols))
        try:
            listed = WordList.from_words(words, alphabet=Alphabet(letters))
            return Puzzle(text, listed, distinct=rng.random() < 0.4, extra_slots=paths), words
        except GridError:  # a given letter that no word has
            continue


@pytest.mark.parametrize("seed", quick(range(40), 4))
def test_all_engines_find_the_fills(seed: int) -> None:
    check_engines(seed, *make(seed))


@pytest.mark.parametrize("encoding", ["support", "dawg"])
@pytest.mark.parametrize("seed", quick(range(100, 120), 4))
def test_all_encodings_have_the_fills(seed: int, encoding: str) -> None:
    check_encoding(encoding, *make(seed))


@pytest.mark.parametrize("seed", quick(range(200, 230), 4))
def test_the_checker_agrees(seed: int) -> None:
    puzzle, words = make(seed)
    right = set(brute_force(puzzle, words))
    for cells in fillings(puzzle):
        assert (not faults_of(puzzle, puzzle.grid.with_cells(cells))) == (cells in right)


@pytest.mark.parametrize("seed", quick(range(300, 340), 4))
def test_letters_and_words_are_those_of_the_fills(seed: int) -> None:
    puzzle, words = make(seed)
    right = set(brute_force(puzzle, words))
    check_letters(puzzle, right)
    for slot in puzzle.slots[-1:]:
        found = sx.slot_words(puzzle, slot.name).unwrap()
        assert set(found.possible) == {"".join(cells[at] for at in slot.cells) for cells in right}


@pytest.mark.parametrize("goal", ["lowest", "total"])
@pytest.mark.parametrize("seed", quick(range(400, 440), 4))
def test_the_best_fill_is_the_best(seed: int, goal: Goal) -> None:
    plain, words = make(seed)
    rng = random.Random(seed)
    scores = {word: rng.randint(1, 20) for word in words}
    listed = WordList.from_words(list(scores.items()), alphabet=plain.words.alphabet)
    puzzle = Puzzle(plain.grid, listed, plain.rules)
    free = [slot for slot in puzzle.slots if puzzle.given_codes(slot) is None]

    def worth(cells: Cells) -> int:
        of_slots = [scores["".join(cells[at] for at in slot.cells)] for slot in free]
        return sum(of_slots) if goal == "total" else min(of_slots, default=0)

    right = set(brute_force(puzzle, words))
    found = sx.optimise(puzzle, goal=goal)
    if not right:
        assert isinstance(found, sx.Impossible)
    else:
        assert worth(found.unwrap().grid.cells) == max(map(worth, right))
    if goal == "total":
        totals = [worth(one.value.grid.cells) for one in sx.best_fills(puzzle, goal=goal, limit=20)]
        assert totals == sorted(map(worth, right), reverse=True)[: len(totals)]
        assert len(totals) >= min(1, len(right))


@pytest.mark.needs("apps/store")
@pytest.mark.parametrize("seed", quick(range(500, 530), 4))
def test_stores_hold_the_fills(seed: int) -> None:
    puzzle, words = make(seed)
    right = set(brute_force(puzzle, words))
    found = sx.compile_fills(puzzle)
    if right:
        again = sx.FillStore.from_bytes(found.unwrap().to_bytes())
        assert {one.grid.cells for one in again} == right
    else:
        assert isinstance(found, sx.Impossible)


LISTED = WordList.from_words(["ab", "ba", "aa", "bb", "abb", "bab", "aba"], alphabet=Alphabet("AB"))


def test_a_constraint_names_a_slot_of_a_path() -> None:
    puzzle = Puzzle(
        "...\n...", LISTED, distinct=False, extra_slots="Nina: r1c1 r2c2", rules="nina=B*"
    )
    fills = list(sx.enumerate_fills(puzzle))
    assert fills
    assert all(fill.entries[-1].word[0] == "B" for fill in fills)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("12A: r1c1 r1c2", "cannot be the name of a slot"),
        ("r1c1: r1c1 r1c2", "cannot be the name of a slot"),
        ("slot: r1c1 r1c2", "cannot be the name of a slot"),
        ("one r1c1 r1c2", "must be a name and cells"),
        ("one:", "no cell is named"),
        ("one: r1c1-r2c3", "straight"),
        ("one: r1c1 r3c1", "r3c1"),
        ("one: r1c1 r2c2", "cannot pass r2c2, which is a block"),
        ("one: r1c1 x", "x"),
        (["one: r1c1 r1c2", "ONE: r1c2 r1c1"], "two slots 'ONE'"),
    ],
)
def test_a_bad_path_gets_one_line(path: str | list[str], said: str) -> None:
    with pytest.raises(sx.OptionError, match=said):
        Puzzle("...\n.#.", LISTED, extra_slots=path)


def test_reports_and_weights_take_a_name_in_any_form() -> None:
    puzzle = sx.Puzzle(
        "...", ["cat", "tac", "bat", "tab"], rules=["slot Nina: r1c3 r1c2 r1c1", "two-readings 1"]
    )
    fill = sx.fill(puzzle).unwrap()
    assert fill["nina"] == fill["NINA"] == fill["Nina"]
    assert isinstance(sx.optimise(puzzle, slot_weights={"NINAB": 0, "1ab": 2}), sx.Best)
    with sx.LetterOracle(puzzle) as oracle:
        word = fill["1Ab"].word
        assert oracle.settle([("1ab", word)]).witness("1AB", word)


def test_the_checker_refuses_two_slots_of_one_name() -> None:
    rules = ["slot one: r1c1 r1c2", "slot One: r1c2 r1c1"]
    with pytest.raises(sx.OptionError, match="two slots are called one"):
        sx.verify(None, sx.Grid.parse("A B B"), LISTED, rules=rules)


def test_the_message_names_the_option(tmp_path: Path) -> None:
    (tmp_path / "grid").write_text("...\n")
    done = run_cli("fill", tmp_path / "grid", "--extra-slot", "one: r9c9 r1c1")
    assert done.code == 2
    assert done.err.startswith("satcross: --extra-slot: ")


def test_best_fills_where_three_slots_share_a_cell() -> None:
    """A join, which proves bounds, supports two."""
    words = {
        "BB": 18, "IB": 34, "II": 41, "BI": 90, "BIB": 42, "IBB": 34, "IBI": 81, "BBI": 25,
        "IBBB": 98, "BBB": 27, "BBIB": 45, "IBIB": 53, "IBIIB": 60, "IIB": 6,
    }  # fmt: skip
    puzzle = Puzzle(
        "..|.\n#..\n..B", words, rules=["slot top: r3c3 r3c1 r1c1", "rebus IB"], distinct=True
    )
    every = {
        tuple(entry.word for entry in fill.entries): fill.score
        for fill in sx.enumerate_fills(puzzle)
    }
    best = [found.value.score for found in sx.best_fills(puzzle, goal="total", limit=5)]
    assert best == sorted(every.values(), reverse=True)[:5]
