"""Corrections of tiny puzzles against brute force over all sets of changes."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

import pytest
from support.relaxed_puzzles import Cell, Scored, can_fill, runs, sparse_puzzle

import satcross as sx
from satcross.tasks.explain import Explanation, explain
from satcross.tasks.explain_changes import Change, ChangeKind
from satcross.tasks.explain_corrections import Corrections

Named = tuple[str, str]  # a change's kind and where it is


def possible_changes(made: Scored) -> list[Named]:
    given = made.fixed()
    by_name = runs(made.rows)
    in_runs = {cell for cells in by_name.values() for cell in cells}
    out = [("drop-letter", f"r{r + 1}c{c + 1}") for r, c in given if (r, c) in in_runs]
    out += [("free-entry", name) for name, cells in by_name.items() if set(cells) <= set(given)]
    out += [("add-word", name) for name in by_name]
    if made.full_words is not None:
        out += [("lower-score", name) for name in by_name]
        out.append(("lower-min-score", ""))
    return [*out, ("allow-repeats", "")]


def helps(made: Scored, changes: Collection[Named]) -> bool:
    given = made.fixed()
    by_name = runs(made.rows)
    whole = {name: cells for name, cells in by_name.items() if set(cells) <= set(given)}
    freed = {where for kind, where in changes if kind == "free-entry"}
    stays = {cell for name, cells in whole.items() if name not in freed for cell in cells}
    gone: set[Cell] = {cell for name in freed for cell in whole[name] if cell not in stays}
    for kind, where in changes:
        if kind == "drop-letter":
            row, _, col = where[1:].partition("c")
            gone.add((int(row) - 1, int(col) - 1))
    fixed = {cell: letter for cell, letter in given.items() if cell not in gone}
    every_score = ("lower-min-score", "") in changes
    slots: list[tuple[tuple[Cell, ...], Collection[str] | None]] = []
    for name, cells in by_name.items():
        if ("add-word", name) in changes or set(cells) <= set(fixed):
            slots.append((cells, None))
        elif every_score or ("lower-score", name) in changes:
            slots.append((cells, made.listed))
        else:
            slots.append((cells, made.enough))
    distinct = made.distinct and ("allow-repeats", "") not in changes
    return can_fill(slots, fixed, made.letters, distinct=distinct)


def named(made: Scored, changes: Collection[Change]) -> frozenset[Named]:
    return frozenset((change.kind.value, change.where(made.puzzle)) for change in changes)


def check(seed: int, max_changes: int) -> int:
    """Check the corrections of one puzzle; how many there were."""
    made = sparse_puzzle(seed)
    explanation = explain(made.puzzle, full_words=made.full_words)
    if not isinstance(explanation, Explanation):
        return 0
    corrections = Corrections(explanation, full_words=made.full_words, max_changes=max_changes)
    found = [named(made, correction.changes) for correction in corrections]
    assert corrections.exhausted or corrections.cut
    assert [len(changes) for changes in found] == sorted(len(changes) for changes in found)
    everything = possible_changes(made)
    expected: list[frozenset[Named]] = []
    for size in range(1, max_changes + 1):
        for some in combinations(everything, size):
            changes = frozenset(some)
            if not any(other <= changes for other in expected) and helps(made, changes):
                expected.append(changes)
    assert set(found) == set(expected), seed
    assert len(found) == len(expected), seed
    return len(found)


def test_all_smallest_corrections_are_found() -> None:
    assert sum(check(seed, 2) for seed in range(20)) > 20


@pytest.mark.slow
def test_all_smallest_corrections_of_many() -> None:
    assert sum(check(seed, 2) for seed in range(1000, 2000)) > 1000
    assert sum(check(seed, 3) for seed in range(2000, 2200)) > 200


def test_fills_are_of_the_changed_puzzle() -> None:
    words = sx.WordList.from_words([("quiz", 20), ("quit", 80), ("tuna", 80)])
    puzzle = sx.Puzzle(sx.Grid.parse("QUI.\n###.\n###.\n###."), words.with_min_score(50))
    blocked = sx.Puzzle(sx.Grid.parse("QUIZ\n###.\n###.\n###."), words.with_min_score(50))
    assert isinstance(explain(puzzle, full_words=words), sx.Filled)
    explanation = explain(blocked, full_words=words)
    assert isinstance(explanation, Explanation)
    assert str(explanation) == "no fill because of 2D and the letter Z at r1c4"
    texts = [str(correction) for correction in Corrections(explanation, full_words=words)]
    assert texts == [
        "drop the letter Z at r1c4",
        "free 1A, now QUIZ",
        "add a word Z... for 2D: ZAAA would do",
    ]


def test_lowering_one_score() -> None:
    words = sx.WordList.from_words([("quiz", 20), ("zoo", 80)])
    puzzle = sx.Puzzle(sx.Grid.parse("Q...\n###.\n###."), words.with_min_score(50))
    explanation = explain(puzzle, full_words=words)
    assert isinstance(explanation, Explanation)
    corrections = list(Corrections(explanation, full_words=words))
    kinds = [[change.kind for change in correction.changes] for correction in corrections]
    assert [ChangeKind.SCORE] in kinds
    assert [ChangeKind.MIN_SCORE] in kinds
    assert "lower the score for 1A: QUIZ has 20" in [str(correction) for correction in corrections]
    assert all(correction.is_smallest for correction in corrections[:2])
