"""Free-form tasks keep what every task promises: limits, stopping, going on, plain data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.brute_layouts import placed, worth
from support.tasks import check_stops, check_task

from satcross.apps.freeform.layout import Layout, LayoutOptions
from satcross.apps.freeform.listing import Layouts
from satcross.apps.freeform.make import FreeformTask
from satcross.results import Best, Found, Reason

WORDS_FILE = Path(__file__).resolve().parents[3] / "benchmarks/apps/freeform_words.txt"
FEW = ["ACT", "APT", "CAT", "TAP", "TOP"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: FreeformTask(FEW[:4]),
        lambda: FreeformTask([*FEW[:3], "XYZ"], wanted=LayoutOptions(at_least=2)),
        pytest.param(lambda: FreeformTask(FEW), marks=pytest.mark.slow),
    ],
    ids=["all", "at least two", "more"],
)
def test_the_best_layout_however_often_it_is_stopped(make: Callable[[], FreeformTask]) -> None:
    def best(result: Any, _: list[Layout]) -> Any:
        assert isinstance(result, Best)
        return worth(placed(result.value)), result.value.is_proved

    check_task(make, final=best)


def test_that_there_is_no_layout_however_often_it_is_stopped() -> None:
    check_task(lambda: FreeformTask(["CAT", "DOG"]), final=lambda result, _: result)


def test_all_layouts_that_are_as_good() -> None:
    def layouts(result: Any, answers: list[Layout]) -> Any:
        assert isinstance(result, Found)
        return {str(layout.grid) for layout in answers if layout.is_proved}

    check_task(lambda: Layouts(["CAT", "ACT"]), final=layouts)


def test_it_stops_in_time() -> None:
    words = WORDS_FILE.read_text(encoding="utf-8").split()
    best = check_stops(
        lambda: FreeformTask(words, wanted=LayoutOptions(prove=True, rounds=100)),
        is_enough=lambda stopped: isinstance(stopped, Best),
    )
    assert isinstance(best, Best)
    check_stops(lambda: Layouts(words))


def test_more_rounds_when_it_is_run_again() -> None:
    words = WORDS_FILE.read_text(encoding="utf-8").split()
    with FreeformTask(words, wanted=LayoutOptions(rounds=50)) as task:
        first = task.run()
        assert isinstance(first, Best)
        assert first.reason is Reason.ROUNDS
        again = task.run()
        assert isinstance(again, Best)
        assert worth(placed(again.value)) <= worth(placed(first.value))
