"""Entries made of words by treatments: the engine against the checker of fills, which tries words.

The two share no code: `satcross.apps.thematic.treatments` makes forms of words, and
`satcross.apps.thematic.checkers.treatment` looks for words that a form can be read as.
"""

from __future__ import annotations

import pytest
from support.seeds import quick
from support.treated_puzzles import (
    LETTERS,
    fills_by_trying,
    random_puzzle,
    said_puzzle,
    text_of,
    whole_puzzle,
    with_givens,
)

import satcross as sx
from satcross.rules import rule_of_text

pytestmark = pytest.mark.usefixtures("solvers_in_process")


@pytest.mark.parametrize("seed", quick(range(60), 7))
def test_fills_are_those_that_the_checker_lets_pass(seed: int) -> None:
    check_fills(random_puzzle(seed))


# Seeds that failed: given entries that are no form, alike, or in no list.
@pytest.mark.parametrize("seed", [3023, 3035, 3063, 3119, 3190, *quick(range(3200, 3500), 7)])
def test_letters_may_be_given_that_are_no_form(seed: int) -> None:
    check_fills(with_givens(random_puzzle(seed), seed))


@pytest.mark.parametrize("seed", quick(range(5000, 5400), 7))
def test_letters_and_treatments_may_be_in_cells(seed: int) -> None:
    puzzle = said_puzzle(seed)
    check_fills(with_givens(puzzle, seed) if seed % 3 else puzzle)


@pytest.mark.parametrize("seed", quick([*range(6000, 6005), *range(6006, 6400), 6005], 6))
def test_a_whole_message_and_a_key_may_be_found(seed: int) -> None:
    puzzle = whole_puzzle(seed)
    check_fills(puzzle if seed % 3 else with_givens(puzzle, seed))


def check_fills(puzzle: sx.Puzzle) -> None:
    expected = fills_by_trying(puzzle)
    assert {text_of(fill.grid) for fill in sx.enumerate_fills(puzzle)} == expected
    assert sx.count(puzzle).unwrap().n == len(expected)
    assert len(list(sx.enumerate_fills(puzzle, solver="glucose4"))) == len(expected)


def test_letters_may_be_in_a_path_of_the_grid() -> None:
    rule = "treatment 1A 4A 5A: misprint; letters in edge[2-4]"
    grid, words = ".....\n.#.#.\n.....\n.#.#.\n.....", sx.WordList.builtin(min_score=70)
    puzzle = sx.Puzzle(grid, words, rule)
    assert puzzle.rules[0].to_text().endswith("letters in r1c2 r1c3 r1c4")
    fill = sx.fill(puzzle).unwrap()
    entries = [fill[name] for name in ("1A", "4A", "5A")]
    right = [
        next(b for a, b in zip(entry.word, entry.reading, strict=True) if a != b)
        for entry in entries
    ]
    assert right == list(fill.grid.cells[1:4])


@pytest.mark.parametrize("message", ["A", "B", "CB", "AA"])
def test_a_message_has_the_letters_of_treated_entries_alone(message: str) -> None:
    words = sx.WordList.from_words(["AB", "BC", "CC", "ABC", "CAB"], alphabet=sx.Alphabet(LETTERS))
    rule = f"treatment slot: plain, latent, misprint; several readings; treated spell {message}"
    check_fills(sx.Puzzle("..\n##\n..", words, rule))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_number_of_entries_is_treated(number: int) -> None:
    words = sx.WordList.from_words(["AB", "BA", "BC", "CBC", "ACB"], alphabet=sx.Alphabet(LETTERS))
    rule = f"treatment slot: plain, reversed, latent; treated {number}; several readings"
    check_fills(sx.Puzzle("..\n.#\n..", words, rule))
    assert rule_of_text(rule).to_text() == rule_of_text(rule_of_text(rule).to_text()).to_text()


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("treatment slot: reversed; treated 1", "no entry can be plain"),
        ("treatment slot: plain, reversed; treated 0", "'treated 0' cannot follow"),
        ("treatment slot: plain, reversed; treated 9", "9 entries cannot be treated"),
        ("treatment slot: plain, latent; treated 1; treated spell A", "cannot be beside"),
        ("treatment slot: plain, reversed; treated 1\ntwo-readings 1", "not an entry of the grid"),
    ],
)
def test_a_number_that_cannot_be_is_refused(rule: str, problem: str) -> None:
    with pytest.raises(sx.OptionError, match=problem):
        sx.Puzzle("...\n.#.\n...", ["tea", "eat"], rule.split("\n"))


@pytest.mark.parametrize(
    ("treatment", "word", "form"),
    [
        ("playfair PLAYFAIREXAMPLE", "hide", "BMOD"),
        ("playfair-kept PLAYFAIREXAMPLE", "hide", "BMOD"),
        ("playfair PLAYFAIREXAMPLE", "trees", ""),
        ("playfair-kept PLAYFAIREXAMPLE", "trees", "UIEES"),
        ("playfair-kept PLAYFAIREXAMPLE", "hajj", "DFJJ"),
        ("cipher QWERTY", "cabs", "EQWS"),
    ],
)
def test_ciphers(treatment: str, word: str, form: str) -> None:
    rule = f"treatment 1A: {treatment}"
    puzzle = sx.Puzzle("." * len(word), [word], rule)
    assert [str(fill.grid) for fill in sx.enumerate_fills(puzzle)] == [form] * bool(form)
