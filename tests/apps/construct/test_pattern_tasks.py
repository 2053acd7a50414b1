"""Tasks about patterns keep what every task promises: limits, stopping, going on, plain data."""

from __future__ import annotations

from typing import Any

import pytest
from support.tasks import check_stops, check_task

from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.listing import Patterns
from satcross.apps.construct.patterns.minimum import FewestBlocksTask
from satcross.errors import OptionError
from satcross.model.grid import Grid
from satcross.pattern.rules import PatternRules, Range
from satcross.results import Best, Found, Impossible
from satcross.solve.protocol import SolverOptions
from satcross.task import Listed


def grids(result: Any, answers: list[Grid]) -> Any:
    assert isinstance(result, Found | Impossible)
    return sorted(map(str, answers))


def test_all_patterns_are_found_however_often_it_is_stopped() -> None:
    rules = PatternRules(5, 5, empty_lines=False)
    check_task(lambda: Patterns(rules, alike=Alike.EXACTLY), final=grids)
    check_task(lambda: Patterns(PatternRules(6, 6, n_words=Range(40))), final=grids)


def test_as_many_patterns_as_were_asked_for() -> None:
    def number(result: Any, answers: list[Grid]) -> Any:
        assert result == Found(Listed(4, False))
        return len(set(map(str, answers)))

    check_task(lambda: Patterns(PatternRules(7, 7), limit=4), final=number)


def test_the_fewest_blocks_are_found_however_often_it_is_stopped() -> None:
    def objective(result: Any, _: list[Grid]) -> Any:
        assert isinstance(result, Best)
        return result.objective, result.bound

    check_task(lambda: FewestBlocksTask(PatternRules(9, 9, n_words=Range(28, 28))), final=objective)
    none = PatternRules(6, 6, n_words=Range(40))
    check_task(lambda: FewestBlocksTask(none), final=lambda result, _: result)


HARD = PatternRules(21, 21, n_words=Range(140, 140))


@pytest.mark.parametrize(
    "make",
    [
        lambda: FewestBlocksTask(HARD),
        lambda: Patterns(PatternRules(15, 15, n_words=Range(74, 74), n_blocks=Range(22, 22))),
        lambda: Patterns(PatternRules(60, 60, n_words=Range(900, 900))),
    ],
    ids=["fewest blocks", "a long proof", "a large formula"],
)
def test_they_stop_in_time(make: Any) -> None:
    check_stops(make)


def test_another_solver_is_refused() -> None:
    with pytest.raises(OptionError, match="brings its own solver"):
        Patterns(PatternRules(5, 5), SolverOptions(solver="glucose4"))
