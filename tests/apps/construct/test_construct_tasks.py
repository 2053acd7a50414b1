"""Tasks that make grids keep what every task promises: limits, stopping, going on, plain data."""

from __future__ import annotations

from typing import Any

import pytest
from oracles.joint import JointGrids
from support.tasks import check_stops, check_task

from satcross.apps.construct.densest import DensestTask
from satcross.apps.construct.fillable import FillablePatterns
from satcross.apps.construct.make import MadeGrids, MakeTask
from satcross.apps.construct.offers import OfferedGrids
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import NoTheme, Theme
from satcross.apps.construct.theme_search import ThemePatterns
from satcross.pattern.rules import PatternRules, Range
from satcross.pattern.symmetry import Symmetry
from satcross.results import Best, Found, Impossible, Reason, Stopped
from satcross.words import WordList

RULES = PatternRules(3, 3, symmetry=Symmetry.NONE, n_blocks=Range(0, 0))
SQUARE = WordList.from_words(["abc", "def", "ghi", "adg", "beh", "cfi"])


def kind(result: Any, answers: list[Any]) -> Any:
    return type(result), len(answers)


def test_theme_patterns() -> None:
    rules, theme = PatternRules(5, 5), Theme(("APPLE",))

    def grids(result: Any, answers: list[Any]) -> Any:
        assert isinstance(result, Found)
        return {str(themed.grid) for themed in answers}

    check_task(lambda: ThemePatterns(rules, theme), final=grids)


def test_fillable_patterns() -> None:
    words = WordList.builtin(min_score=60)
    rules, theme = PatternRules(5, 5, n_blocks=Range(4, None)), Theme(("ROSES",))
    check_task(lambda: FillablePatterns(rules, words, theme, limit=3), final=kind)


def test_why_there_is_no_theme_pattern() -> None:
    def why(result: Any, _: list[Any]) -> Any:
        assert isinstance(result, Impossible)
        assert isinstance(result.evidence, NoTheme)
        return result.why, result.evidence

    check_task(lambda: ThemePatterns(PatternRules(7, 7), Theme(("BANANA",))), final=why)
    check_task(lambda: MakeTask(PatternRules(5, 5), SQUARE, Theme(("CARE",))), final=why)
    spec = GridSpec(PatternRules(5, 5), SQUARE, Theme(("CARE",)))
    check_task(lambda: OfferedGrids(spec, offers_from=0), final=why)


def test_made_grids() -> None:
    check_task(lambda: MakeTask(RULES, SQUARE), final=kind)
    check_task(lambda: MadeGrids(RULES, SQUARE), final=kind)
    check_task(lambda: OfferedGrids(GridSpec(RULES, SQUARE), offers_from=0), final=kind)
    words = WordList.builtin(min_score=33, max_words=4000)
    rules = PatternRules(5, 5, n_blocks=Range(4, None))
    check_task(lambda: MadeGrids(rules, words, Theme(("ROSES",)), limit=3), final=kind)


def test_the_fewest_blocks() -> None:
    def objective(result: Any, _: list[Any]) -> Any:
        assert isinstance(result, Best | Impossible)
        return isinstance(result, Best) and (result.objective, result.bound)

    words = WordList.builtin(min_score=33, max_words=2000)
    rules = PatternRules(4, 4, symmetry=Symmetry.NONE)
    check_task(lambda: DensestTask(rules, words), final=objective, limit_s=0.03)
    check_task(lambda: DensestTask(RULES, WordList.from_words(["abc", "ade"])), final=objective)


def test_joint_grids() -> None:
    check_task(lambda: JointGrids(RULES, SQUARE), final=kind)


def test_they_stop_in_time() -> None:
    words = WordList.builtin()
    open9 = PatternRules(9, 9, n_blocks=Range(0, 4))
    check_stops(lambda: MakeTask(open9, WordList.builtin(min_score=70), None))
    check_stops(lambda: DensestTask(open9, words))
    check_stops(lambda: ThemePatterns(PatternRules(45, 45), Theme(("BANANA",))))


@pytest.mark.parametrize("reason", [Reason.GIVEN_UP])
def test_patterns_that_were_given_up_are_reported(reason: Reason) -> None:
    words = WordList.builtin()
    rules = PatternRules(9, 9, symmetry=Symmetry.NONE, n_blocks=Range(0, 0))
    with DensestTask(rules, words, first_slice_s=0.01, turns=2) as task:
        result = task.run()
        assert isinstance(result, Stopped)
        assert result.reason is reason
        assert str(result) == "1 pattern given up"
