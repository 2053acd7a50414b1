"""Explanations of grids of real size over the built-in list, checked by other means.

That the reasons exclude each other is checked with Glucose on the eager encoding; that each is
needed, by a filling without it, whose words are looked up as strings.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from functools import cache
from pathlib import Path

import pytest
from support.runs import explain
from support.tasks import little_work

import satcross as sx
from satcross.apps.explain.corrections import Corrections
from satcross.apps.explain.rules import DISTINCT, SCORE, RuleKind, Rules, SoftRule
from satcross.solve.protocol import Outcome
from satcross.tasks.prepared import prepare

ROOT = Path(__file__).parents[3]
SHARED = ROOT.parent / "shared/data"
MINI7 = "#...###\n#....##\n.......\n.......\n.......\n##....#\n###...#"
LETTERS = ("ETAOINSRHLDCUMPF", "QXZJKVWY")


def text(name: str) -> str:
    return (
        MINI7
        if name == "mini7"
        else (ROOT / "examples" / f"{name}.txt").read_text(encoding="utf-8")
    )


@cache
def every_word() -> sx.WordList:
    return sx.WordList.builtin(min_score=10)


def with_letters(text: str, seed: int) -> tuple[sx.Puzzle, sx.WordList]:
    """A grid with some letters put close to each other, its list, and the whole list."""
    rng = random.Random(seed)
    rows = [list(row) for row in text.split()]
    free = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."]
    n = rng.choice([2, 3, 4, 6, 8, 10])
    r0, c0 = rng.choice(free)
    near = sorted(free, key=lambda cell: abs(cell[0] - r0) + abs(cell[1] - c0))[:25]
    for r, c in rng.sample(near, n):
        rows[r][c] = rng.choice(LETTERS[seed % 2])
    full = every_word()
    words = full.with_min_score(rng.choice([30, 50, 60]))
    return sx.Puzzle(sx.Grid.parse("\n".join("".join(row) for row in rows)), words), full


def check_reasons(puzzle: sx.Puzzle, full: sx.WordList, reasons: Collection[SoftRule]) -> None:
    assert not eagerly_fillable(puzzle, full, reasons)
    rules = Rules(puzzle, full)
    for rule in reasons:
        others = [other for other in reasons if other != rule]
        verdict = rules.check(others)
        assert verdict.outcome is Outcome.SAT, rule
        assert_kept(puzzle, full, others, verdict.letters)


def eagerly_fillable(puzzle: sx.Puzzle, full: sx.WordList, reasons: Collection[SoftRule]) -> bool:
    relaxed = puzzle.restricted(
        slots=[rule.index for rule in reasons if rule.kind is RuleKind.SLOT],
        givens=[rule.index for rule in reasons if rule.kind is RuleKind.LETTER],
        words=puzzle.words if SCORE in reasons else full,
        distinct=DISTINCT in reasons,
    )
    options = sx.SolverOptions(solver="glucose4")
    prepared = prepare(relaxed, options)
    if prepared.domains.emptied is not None:
        return False
    try:
        outcome = prepared.start(options).solve().outcome
        assert outcome is not Outcome.UNKNOWN
        return outcome is Outcome.SAT
    finally:
        prepared.close()


def assert_kept(
    puzzle: sx.Puzzle, full: sx.WordList, rules: Collection[SoftRule], codes: object
) -> None:
    assert isinstance(codes, dict)
    letters = {cell: puzzle.words.alphabet.letters[code] for cell, code in codes.items()}
    listed = puzzle.words if SCORE in rules else full
    spelt = []
    for rule in rules:
        if rule.kind is RuleKind.LETTER and rule.index in letters:
            assert letters[rule.index] == puzzle.grid.cells[rule.index]
        if rule.kind is RuleKind.SLOT and puzzle.given_codes(puzzle.slots[rule.index]) is None:
            spelt.append("".join(letters[cell] for cell in puzzle.slots[rule.index].cells))
            assert spelt[-1] in listed
    assert DISTINCT not in rules or len(set(spelt)) == len(spelt)


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("british13", 9),
        ("daily15", 9),
        ("mini7", 9),
        ("mini7", 10),
        *(
            pytest.param(name, seed, marks=pytest.mark.slow)
            for name, seeds in (
                ("british13", (10, 15, 17)),
                ("daily15", (10, 17, 19)),
                ("mini7", (15, 4)),  # with 4, arc consistent, 16 reasons
            )
            for seed in seeds
        ),
    ],
)
def test_real_grids(name: str, seed: int) -> None:
    puzzle, full = with_letters(text(name), seed)
    result = explain(puzzle, full_words=full)
    assert isinstance(result, sx.Found)
    explanation = result.value
    assert explanation.is_minimal
    check_reasons(puzzle, full, explanation.reasons)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="../shared/data is absent")
@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("american15-themed", 9),
        ("american15-themeless", 9),
        pytest.param("american15-themed", 17, marks=pytest.mark.slow),
        pytest.param("american15-themeless", 15, marks=pytest.mark.slow),
    ],
)
def test_shared_grids(name: str, seed: int) -> None:
    puzzle, full = with_letters((SHARED / f"grids/{name}.txt").read_text(encoding="utf-8"), seed)
    result = explain(puzzle, full_words=full)
    assert isinstance(result, sx.Found)
    explanation = result.value
    assert explanation.is_minimal
    check_reasons(puzzle, full, explanation.reasons)


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.exists(), reason="../shared/data is absent")
def test_two_impossible_givens() -> None:
    words = sx.WordList.load(SHARED / "words/UKACD18plus.txt")
    rows = [
        list(row)
        for row in (SHARED / "grids/american15-themed.txt").read_text(encoding="utf-8").split()
    ]
    rows[7][9], rows[8][5] = "Q", "X"
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join("".join(row) for row in rows)), words)
    with little_work():
        result = explain(puzzle)
        assert isinstance(result, sx.Found)
        explanation = result.value
        first = next(Corrections(explanation))
    assert explanation.is_minimal
    assert set(explanation.letters) == {7 * 15 + 9, 8 * 15 + 5}
    assert first.is_smallest
    assert len(first.changes) == 1
