"""Explanations of tiny puzzles against brute force: unfillable together, fillable without any."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from support.relaxed_puzzles import Cell, Scored, can_fill, runs, sparse_puzzle

import satcross as sx
from satcross.tasks.explain import Explanation, explain
from satcross.tasks.explain_reasons import Rule, RuleKind


def kept(made: Scored, rules: Collection[Rule]) -> bool:
    """Whether `rules` can be kept together, from the plain rows."""
    by_name = runs(made.rows)
    given = made.fixed()
    n_cols = len(made.rows[0])
    fixed: dict[Cell, str] = {}
    names: list[str] = []
    distinct = enough = False
    for rule in rules:
        match rule.kind:
            case RuleKind.SLOT:
                names.append(rule.where(made.puzzle))
            case RuleKind.LETTER:
                cell = divmod(rule.index, n_cols)
                fixed[cell] = given[cell]
            case RuleKind.DISTINCT:
                distinct = True
            case RuleKind.SCORE:
                enough = True
    slots: list[tuple[tuple[Cell, ...], Collection[str] | None]] = []
    for name in names:
        cells = by_name[name]
        if not set(cells) <= set(given):
            slots.append((cells, made.enough if enough else made.listed))
        elif set(cells) <= set(fixed):  # wholly given: no listed word needed
            slots.append((cells, None))
    return can_fill(slots, fixed, made.letters, distinct=distinct)


def fillable(made: Scored) -> bool:
    given = made.fixed()
    slots = [
        (cells, None if set(cells) <= set(given) else made.enough)
        for cells in runs(made.rows).values()
    ]
    return can_fill(slots, given, made.letters, distinct=made.distinct)


def check(seed: int) -> bool:
    """Check one puzzle; whether it was unfillable."""
    made = sparse_puzzle(seed)
    match explain(made.puzzle, full_words=made.full_words):
        case Explanation() as explanation:
            assert not fillable(made), seed
            assert explanation.is_minimal, seed
            reasons = explanation.reasons
            assert not kept(made, reasons), (seed, reasons)
            for rule in reasons:
                others = [other for other in reasons if other != rule]
                assert kept(made, others), (seed, reasons, rule)
            return True
        case sx.Filled():
            assert fillable(made), seed
            return False
        case other:
            pytest.fail(f"{seed}: {other}")


def test_minimal_on_random_puzzles() -> None:
    n_unfillable = sum(check(seed) for seed in range(150))
    assert n_unfillable > 75


@pytest.mark.slow
def test_minimal_on_thousands() -> None:
    n_unfillable = sum(check(seed) for seed in range(1000, 6000))
    assert n_unfillable > 2500


def test_all_kinds_of_reasons_occur() -> None:
    found: set[RuleKind] = set()
    for seed in range(60):
        made = sparse_puzzle(seed)
        match explain(made.puzzle, full_words=made.full_words):
            case Explanation(reasons=reasons):
                found.update(rule.kind for rule in reasons)
            case _:
                pass
    assert found == set(RuleKind)


def test_refuted_by_search_alone() -> None:
    """Each letter has one follower, so rows equal columns: arc consistent, and infeasible."""
    words = sx.WordList.from_words(["AB", "BC", "CA"], alphabet=sx.Alphabet("ABC"))
    puzzle = sx.Puzzle(sx.Grid.parse("..\n.."), words)
    assert sx.arc_consistent(puzzle).emptied is None
    explanation = explain(puzzle)
    assert isinstance(explanation, Explanation)
    assert explanation.is_minimal
    assert explanation.distinct
    # Two words from one cell are one word: so it is for both corners.
    assert explanation.slots in [("1A", "1D"), ("3A", "2D"), ("1A", "3A", "1D", "2D")]


def test_two_given_entries_with_one_word() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("XYZ\n###\nXYZ"), sx.WordList.from_words(["cat"]))
    explanation = explain(puzzle)
    assert isinstance(explanation, Explanation)
    assert explanation.is_minimal
    assert explanation.distinct
    assert len(explanation.letters) == 6
    assert explanation.slots == ("1A", "2A")


def test_time_limit_is_kept() -> None:
    words = sx.WordList.builtin(min_score=80)
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(["." * 9] * 9)), words)
    match explain(puzzle, time_limit_s=0.5):
        case sx.Unknown(reason, work):
            assert reason == "time limit"
            assert work.elapsed_s < 1.5
        case other:
            pytest.fail(f"{other}")


def test_another_engine_is_refused() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("..\n.."), sx.WordList.from_words(["at"]))
    with pytest.raises(sx.OptionError):
        explain(puzzle, options=sx.SolverOptions(solver="glucose4"))


def test_lists_over_two_alphabets_are_refused() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("..\n.."), sx.WordList.from_words(["at"]))
    other = sx.WordList.from_words(["AB"], alphabet=sx.Alphabet("AB"))
    with pytest.raises(sx.OptionError):
        explain(puzzle, full_words=other)
