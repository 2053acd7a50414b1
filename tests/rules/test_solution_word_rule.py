"""The rule `solution-word`: its fills against brute force, and what it refuses."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.seeds import quick

import satcross as sx
from satcross.model.puzzle import Puzzle
from satcross.tasks.checking import marked_fill
from satcross.verification.marks import mark_faults

pytestmark = pytest.mark.usefixtures("solvers_in_process")
KIND = Kind(bars=0.1, voids=0.1, min_lengths=(2, 3), max_cells=9)


def some_rule(puzzle: Puzzle, rng: random.Random) -> str:
    """A word in letters that the puzzle has, perhaps with cells for them."""
    letters = puzzle.listed.alphabet.letters
    cells = [at for at in sorted(puzzle.cells_in_slots) if at < puzzle.grid.size]
    n = rng.randint(1, min(4, len(cells)))
    word = "".join(rng.choice(letters) for _ in range(n))
    if rng.random() < 0.5:
        return f"solution-word {word}"
    names = " ".join(puzzle.grid.cell_name(at) for at in rng.sample(cells, n))
    return f"solution-word {'*' if n > 1 and rng.random() < 0.5 else word}: {names}"


def is_right(puzzle: Puzzle, rule: str, cells: tuple[str, ...]) -> bool:
    """Whether a fill has the word, by what the text of the rule says."""
    word, _, names = rule.removeprefix("solution-word ").partition(": ")
    held = [cells[puzzle.grid.position(name)] for name in names.split()]
    if word == "*":
        spelled = "".join(held)
        others = [
            "".join(cells[at] for at in slot.cells) for slot in puzzle.slots if len(slot.cells) > 1
        ]
        given = all(puzzle.grid.is_given(puzzle.grid.position(name)) for name in names.split())
        listed = given or spelled in puzzle.listed
        return listed and not (puzzle.distinct and spelled in others)
    if names:
        return held == list(word)
    there = Counter(cells[at] for at in puzzle.cells_in_slots)
    return not Counter(word) - there


@pytest.mark.parametrize("seed", quick(range(1500), 25))
def test_the_fills_are_those_of_brute_force_and_each_is_marked(seed: int) -> None:
    rng = random.Random(seed)
    puzzle = make_puzzle(seed, KIND)
    rule = some_rule(puzzle, rng)
    every = {tuple(cells) for cells in all_fills_by_rules(puzzle)}
    right = {cells for cells in every if is_right(puzzle, rule, cells)}
    asked = puzzle.with_rule(rule)
    found = list(sx.enumerate_fills(asked))
    assert {fill.grid.cells for fill in found} == right
    for fill in found[:5]:
        crossword = marked_fill(sx.crossword_of(fill.grid), fill, seed)
        word = rule.removeprefix("solution-word ").partition(":")[0]
        cells = crossword.solution_cells
        assert mark_faults(crossword, None if word == "*" else word, asked.listed.alphabet) == []
        assert len(set(cells)) == len(cells) > 0


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("solution-word", "there is no solution word"),
        ("solution-word *", "there is no solution word"),
        ("solution-word " + "a" * 65, "1 to 64 letters"),
        ("solution-word " + "a" * 600, "1 to 64 letters"),
        ("solution-word catcatcat", "need more than 7 cells"),
        ("solution-word 猫", "1 to 64 letters of the alphabet"),
        ("solution-word cat: r1c1 r1c2", "3 letters do not fit 2 cells"),
        ("solution-word cat: r1c1 r1c2 r1c1", "named twice"),
        ("solution-word cat: r1c1 r1c2 r2c2", "r2c2 is a block"),
        ("solution-word *: r1c1", "2 cells or more"),
        ("solution-word cat: r1c1 r9c9 r1c2", "there is no cell 'r9c9'"),
    ],
)
def test_what_cannot_be_is_refused(rule: str, said: str) -> None:
    with pytest.raises(sx.OptionError, match=said):
        sx.Puzzle("...\n.#.\n.#.", ["cat", "cot"], rules=rule)


def test_there_is_one_solution_word() -> None:
    with pytest.raises(sx.OptionError, match="two solution words, cat and cot"):
        sx.Puzzle("...", ["cat", "cot"], rules=["solution-word cat", "solution-word cot"])
    same = sx.Puzzle("...", ["cat"], rules=["solution-word cat", "solution-word cat"])
    assert len(same.rules) == 1


def test_cells_of_two_letters_have_no_solution_word() -> None:
    with pytest.raises(sx.OptionError, match="cells of two letters"):
        sx.Puzzle("...", ["cat"], rules=["two-readings r1c1", "solution-word cat"])
    with pytest.raises(sx.OptionError, match="solution-word"):
        sx.Puzzle("...", ["cat"], rules=["two-readings 1", "solution-word cat"])


def test_that_no_fill_has_the_letters_is_proved_and_explained() -> None:
    puzzle = sx.Puzzle("...\n#.#\n...", ["cat", "dog", "pin", "ago", "ion"], solution_word="quiz")
    assert isinstance(sx.fill(puzzle), sx.Impossible)
    found = sx.explain(puzzle).unwrap()
    assert "the rule 'solution word QUIZ'" in str(found)
