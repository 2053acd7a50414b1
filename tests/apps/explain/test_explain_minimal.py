"""Explanations of tiny puzzles against brute force: unfillable together, fillable without any."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from support.relaxed_puzzles import Scored, can_fill, kept, runs, sparse_puzzle
from support.runs import explain
from support.seeds import split
from support.tasks import BUSY_S, check_stops, check_task

import satcross as sx
from satcross.apps.explain.explain import ExplainResult, ExplainTask, Explanation
from satcross.apps.explain.rules import RuleKind

ROOT = Path(__file__).parents[3]


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
        case sx.Found(explanation):
            assert not fillable(made), seed
            assert explanation.is_minimal, seed
            reasons = explanation.reasons
            assert not kept(made, reasons), (seed, reasons)
            for rule in reasons:
                others = [other for other in reasons if other != rule]
                assert kept(made, others), (seed, reasons, rule)
            return True
        case sx.Impossible(evidence=sx.Fill()):
            assert fillable(made), seed
            return False
        case other:
            pytest.fail(f"{seed}: {other}")


def explained(puzzle: sx.Puzzle) -> Explanation:
    result = explain(puzzle)
    assert isinstance(result, sx.Found)
    return result.value


@pytest.mark.parametrize("seeds", split(range(150), 10))
def test_minimal_on_random_puzzles(seeds: range) -> None:
    n_unfillable = sum(check(seed) for seed in seeds)
    assert n_unfillable > len(seeds) // 3


@pytest.mark.slow
def test_minimal_on_thousands() -> None:
    n_unfillable = sum(check(seed) for seed in range(1000, 6000))
    assert n_unfillable > 2500


def test_all_kinds_of_reasons_occur() -> None:
    found: set[RuleKind] = set()
    for seed in range(60):
        made = sparse_puzzle(seed)
        match explain(made.puzzle, full_words=made.full_words):
            case sx.Found(explanation):
                found.update(rule.kind for rule in explanation.reasons)
            case _:
                pass
    assert found == set(RuleKind) - {RuleKind.RULE}  # see tests/rules/test_explain_rules.py


def test_refuted_by_search_alone() -> None:
    """Each letter has one follower, so rows equal columns: arc consistent, and infeasible."""
    words = sx.WordList.from_words(["AB", "BC", "CA"], alphabet=sx.Alphabet("ABC"))
    puzzle = sx.Puzzle(sx.Grid.parse("..\n.."), words)
    assert sx.arc_consistent(puzzle).emptied is None
    explanation = explained(puzzle)
    assert explanation.is_minimal
    assert explanation.distinct
    # Two words from one cell are one word: so it is for both corners.
    assert explanation.slots in [("1A", "1D"), ("3A", "2D"), ("1A", "3A", "1D", "2D")]


def test_two_given_entries_with_one_word() -> None:
    puzzle = sx.Puzzle(sx.Grid.parse("XYZ\n###\nXYZ"), sx.WordList.from_words(["cat"]))
    explanation = explained(puzzle)
    assert explanation.is_minimal
    assert explanation.distinct
    assert len(explanation.letters) == 6
    assert explanation.slots == ("1A", "2A")


def test_time_limit_is_kept() -> None:
    words = sx.WordList.builtin(min_score=42)
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(["." * 9] * 9)), words)
    match explain(puzzle, time_limit_s=0.5):
        case sx.Stopped(reason, work, partial=None):
            assert reason == "time limit"
            assert work.elapsed_s < 0.5 + BUSY_S
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


def test_it_can_be_stopped_and_goes_on() -> None:
    def verdict(result: ExplainResult, answers: list[Explanation]) -> object:
        if isinstance(result, sx.Found):
            assert answers[-1].reasons == result.value.reasons
        return type(result)

    for seed in range(2):
        made = sparse_puzzle(seed)
        check_task(partial(ExplainTask, made.puzzle, full_words=made.full_words), final=verdict)
    words = sx.WordList.builtin(min_score=33)
    for rows in ("Q.Z.\n....\n....\n....", "....\n....\n....\n...."):
        puzzle = sx.Puzzle(sx.Grid.parse(rows), words)
        check_task(partial(ExplainTask, puzzle), final=verdict)


def test_a_long_search_stops() -> None:
    words = sx.WordList.builtin(min_score=42)
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(["." * 9] * 9)), words)
    assert check_stops(partial(ExplainTask, puzzle)).partial is None


def test_an_explanation_that_is_not_minimal_is_partial() -> None:
    """Arc consistency refutes it at once; which rules are needed takes longer to find out."""
    rows = (ROOT / "examples/daily15.txt").read_text(encoding="utf-8").split()
    rows[0] = "QXZ" + rows[0][3:]
    puzzle = sx.Puzzle(sx.Grid.parse("\n".join(rows)), sx.WordList.builtin())
    with ExplainTask(puzzle) as task:
        n_runs = 0
        while not isinstance(result := task.run(0.01), sx.Found):
            n_runs += 1
            assert isinstance(result, sx.Stopped)
            if result.partial is not None:
                assert isinstance(result.partial, Explanation)
                assert not result.partial.is_minimal
    assert n_runs
    assert result.value.is_minimal
