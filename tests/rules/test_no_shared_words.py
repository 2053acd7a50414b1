"""No two entries are written with the same word: `no-shared-words`."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import satcross as sx
from satcross.rules.no_shared_words import NoSharedWords
from satcross.verification.crossword import verify

pytestmark = pytest.mark.usefixtures("solvers_in_process")

# Written forms and the words, in base form, of which no other entry may be written.
FORMS = {
    "ice age": {"ICE", "AGE"},
    "ice tea": {"ICE", "TEA"},
    "hot tea": {"HOT", "TEA"},
    "hot ice": {"HOT", "ICE"},
    "aging": {"AGE"},
    "age": {"AGE"},
    "hotel": {"HOTEL"},
    "at ease": {"EASE"},
    "at home": {"HOME"},
    "one-way": set(),
    "day one": {"DAY"},
    "teas": {"TEA"},
    "tea": {"TEA"},
    "in a tea": {"TEA"},
}
GRIDS = (
    "......\n######\n......\n######\n.....#",
    "......\n.#####\n.#####\n.#####\n.#####\n......",
)


def fills(puzzle: sx.Puzzle, solver: str) -> set[tuple[str, ...]]:
    """The words of all fills, slot by slot."""
    found = sx.enumerate_fills(puzzle, solver=solver)
    return {tuple(entry.word for entry in fill.entries) for fill in found}


@pytest.mark.parametrize("solver", ["lazy", "cadical195"])
@pytest.mark.parametrize("grid", GRIDS)
def test_the_fills_are_those_of_all_that_have_no_word_in_common(grid: str, solver: str) -> None:
    words = sx.WordList.from_words(list(FORMS))
    telling = {words.alphabet.normalise(form): parts for form, parts in FORMS.items()}
    puzzle = sx.Puzzle(grid, words, "no-shared-words 3")
    every = fills(sx.Puzzle(grid, words), solver)
    right = {
        fill
        for fill in every
        if all(telling[one].isdisjoint(telling[other]) for one, other in permutations(fill, 2))
    }
    assert 0 < len(right) < len(every)
    assert fills(puzzle, solver) == right


def test_the_checker_finds_what_the_rule_forbids() -> None:
    words = sx.WordList.from_words(list(FORMS))
    rule = NoSharedWords(3)
    clash = rule.clash(words, ())
    for one, other in permutations(FORMS, 2):
        texts = [words.alphabet.normalise(form) or "" for form in (one, other)]
        grid = sx.Grid.parse("\n".join([texts[0].ljust(7, "#"), "#######", texts[1].ljust(7, "#")]))
        faults = verify(None, grid, words, rules=(rule,))
        assert bool(faults) == clash(*texts) == (not FORMS[one].isdisjoint(FORMS[other]))
        if faults:
            assert "share the word" in str(faults[0])


def test_words_beside_others_are_those_that_do_not_clash() -> None:
    words = sx.WordList.from_words(list(FORMS))
    rule = NoSharedWords(3)
    rng = random.Random(5)
    for _ in range(20):
        placed = [word for word, _ in rng.sample(list(words.words()), 2)]
        clash = rule.clash(words, placed)
        for length, flags in rule.beside(words, placed).items():
            for row, is_free in enumerate(flags.tolist()):
                word = words.word(length, row)
                assert is_free == (not any(clash(word, other) for other in placed))


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        ("no-shared-words", "is not a rule"),
        ("no-shared-words 0", "no-shared-words needs a number from 1 on, got 0"),
        ("no-shared-words x", "is not a rule"),
    ],
)
def test_what_it_cannot_say(rule: str, error: str) -> None:
    with pytest.raises(sx.OptionError) as caught:
        sx.Puzzle("...", ["cat"], rule)
    assert error in str(caught.value)
