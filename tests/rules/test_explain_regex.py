"""Corrections beside regular expressions: a word to be added has to match them."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest
from support.seeds import quick

import satcross as sx
from satcross.apps.explain.changes import ChangeKind
from satcross.model.puzzle import Puzzle

GRIDS = ("...", "..\n..", "...\n.#.\n...", "..#\n...")
EXPRESSIONS = ("A.*", ".*B", "[^A]+", ".*C.*", "(AB?)+C?")


def make(seed: int) -> Puzzle:
    rng = random.Random(seed)
    lengths = (2, 3)
    words = {"".join(rng.choices("ABC", k=rng.choice(lengths))) for _ in range(rng.randint(2, 7))}
    grid = rng.choice(GRIDS)
    alphabet = sx.Alphabet("ABC")
    listed = sx.WordList.from_words(sorted(words), alphabet=alphabet)
    names = [slot.name for slot in Puzzle(grid, listed).slots]
    rules = [
        f"regex {rng.choice([*names, 'slot'])}: {rng.choice(EXPRESSIONS)}"
        for _ in range(rng.randint(1, 2))
    ]
    return Puzzle(grid, listed, rules)


def helped_by_a_word(puzzle: Puzzle) -> set[int]:
    """By brute force: the slots that, alone, lead to a fill once they may hold any word.

    Every slot has to match its expressions, which are read here from the rules' texts.
    """
    words = {word for word, _ in puzzle.listed.words()}
    cells = sorted(puzzle.cells_in_slots)
    helped: set[int] = set()
    for letters in product("ABC", repeat=len(cells)):
        held = dict(zip(cells, letters, strict=True))
        spelt = ["".join(held[cell] for cell in slot.cells) for slot in puzzle.slots]
        unlisted = {
            slot.index for slot, word in zip(puzzle.slots, spelt, strict=True) if word not in words
        }
        if len(unlisted) > 1 or len(set(spelt)) < len(spelt):
            continue
        if all(matches(puzzle, slot.name, w) for slot, w in zip(puzzle.slots, spelt, strict=True)):
            helped |= unlisted or {slot.index for slot in puzzle.slots}
    return helped


def matches(puzzle: Puzzle, slot: str, word: str) -> bool:
    for rule in puzzle.rules:
        about, _, expression = rule.to_text().removeprefix("regex ").partition(": ")
        if about in (slot, "slot") and not re.fullmatch(expression, word):
            return False
    return True


def test_a_word_to_be_added_matches_the_expression_of_its_slot() -> None:
    found = sx.explain(Puzzle("...", ["cat"], "regex 1A: D.*"))
    assert isinstance(found, sx.Found)
    added = [
        one
        for one in sx.corrections(found, max_changes=1)
        if one.changes[0].kind is ChangeKind.WORD
    ]
    assert [one.fill["1A"].word[0] for one in added] == ["D"]


@pytest.mark.parametrize("seed", quick(range(150), 10))
def test_words_that_help_are_those_of_brute_force(seed: int) -> None:
    puzzle = make(seed)
    found = sx.explain(puzzle)
    if not isinstance(found, sx.Found):
        return
    listed = list(sx.corrections(found, max_changes=1))
    added = {one.changes[0].index for one in listed if one.changes[0].kind is ChangeKind.WORD}
    assert added == helped_by_a_word(puzzle)
    for one in listed:
        if one.changes[0].kind is ChangeKind.WORD:
            assert all(matches(puzzle, entry.slot.name, entry.word) for entry in one.fill.entries)
