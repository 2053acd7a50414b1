"""No two words of a set cross: `no-crossing`, and `no-naticks` for names that few know."""

from __future__ import annotations

from itertools import product

import pytest

import satcross as sx
from satcross.verification.crossword import verify
from satcross.verification.rules.no_naticks import names_that_few_know
from satcross.words.origin import Origin, hard_names

pytestmark = pytest.mark.usefixtures("solvers_in_process")

# Two names that few know and that could cross; OBAMA is one that all know. To look for them here
# would take half a second in each process that collects tests.
ONE, OTHER = "EACSO", "EADA"
WORDS = [ONE, OTHER, "OBAMA", "OVEN", "EASE", "OPERA", "ENEMY", "TREE"]


def crossing(words: list[str]) -> list[tuple[str, str]]:
    """Every two words that can stand at 1A and 1D of a corner."""
    return [
        (one, other)
        for one, other in product(words, repeat=2)
        if (len(one), len(other)) == (5, 4) and one[0] == other[0]
    ]


CORNER = ".....\n.####\n.####\n.####"


@pytest.mark.parametrize("solver", ["lazy", "cadical195"])
def test_names_that_few_know_do_not_cross(solver: str) -> None:
    puzzle = sx.Puzzle(CORNER, sx.WordList.from_words(WORDS), no_naticks=True)
    hard = {
        word
        for word, origin in Origin.of(WORDS).items()
        if origin.kind in ("name", "person", "place", "abbreviation") and origin.score < 50
    }
    every = crossing(WORDS)
    right = {pair for pair in every if not hard.issuperset(pair)}
    assert 0 < len(right) < len(every)
    found = {
        (fill["1A"].word, fill["1D"].word) for fill in sx.enumerate_fills(puzzle, solver=solver)
    }
    assert found == right
    for one, other in every:
        filled = sx.Grid.parse("\n".join([one, *(f"{letter}####" for letter in other[1:])]))
        faults = verify(None, filled, puzzle.listed, rules=puzzle.rules)
        assert bool(faults) == ((one, other) not in right)


def test_the_checker_has_the_same_names() -> None:
    assert hard_names() == names_that_few_know()
    assert hard_names().isdisjoint(["OBAMA", "PARIS", "OBOE"])
    assert hard_names().issuperset([ONE, OTHER])


def test_given_entries_are_not_compared() -> None:
    grid = "\n".join([ONE, *(f"{letter}####" for letter in OTHER[1:])])
    assert isinstance(sx.fill(sx.Puzzle(grid, WORDS, no_naticks=True)), sx.Found)
    grid = f"{ONE}\n.####\n.####\n.####"
    found = sx.enumerate_fills(sx.Puzzle(grid, WORDS, no_naticks=True))
    assert {fill["1D"].word for fill in found} == {"EASE"}


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        ("no-crossing", "no-crossing is about all slots, got ''; write 'no-crossing slot: cat,"),
        ("no-crossing 1A: cat", "no-crossing is about all slots, got '1A: cat'"),
        ("no-crossing slot:", "no-crossing needs words"),
        ("no-crossing slot: c3po", "'c3po' has letters that the alphabet lacks; leave it out"),
        ("no-crossing slot: @x", "'@x' has letters that the alphabet lacks; only --rule reads"),
        ("no-naticks 3", "'no-naticks 3' is not a rule"),
    ],
)
def test_what_it_cannot_say(rule: str, error: str) -> None:
    with pytest.raises(sx.OptionError, match="rules: ") as caught:
        sx.Puzzle(CORNER, WORDS, rule)
    assert error in str(caught.value)


def test_other_letters_have_no_such_names() -> None:
    words = sx.WordList.from_words(["ωμεγα"], alphabet=sx.Alphabet("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"))
    with pytest.raises(sx.OptionError, match="no_naticks: only the built-in list says"):
        sx.Puzzle(".....", words, no_naticks=True)


def test_two_readings_do_not_cross() -> None:
    with pytest.raises(sx.OptionError, match="leave out no-crossing"):
        sx.Puzzle("...\n...", ["cat", "cot"], ["two-readings r1c2", "no-crossing slot: cat, cot"])
