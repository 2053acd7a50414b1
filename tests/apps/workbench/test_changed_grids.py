"""What the page says of changes around a theme that time or work did not allow."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from satcross.apps.construct.offers import Standing
from satcross.apps.workbench.engine.panels import patterns
from satcross.results import Impossible, Reason, Stopped


def told(*events: Any) -> tuple[patterns._Told, list[dict[str, Any]]]:
    """What has heard some events, and the messages that it has sent."""
    sent: list[dict[str, Any]] = []
    analyst: Any = SimpleNamespace(answer=lambda _, **fields: sent.append(fields))
    question: Any = SimpleNamespace(ask={})
    one = patterns._Told(analyst, question, {"rows": []}, lambda _: None, full=True)
    for event in events:
        one.hear(event)
    return one, sent


def trying(change: str, number: int, *without: str) -> Standing:
    """A change is being tried."""
    return Standing(
        "", 0.0, change=change, number=number, n_changes=3, n_left=3 - number, without=without
    )


@pytest.mark.parametrize(
    ("result", "stopped"),
    [
        (Stopped(Reason.TIME_LIMIT), " while it tried: 10x9 cells; 1 change not tried"),
        (Stopped(Reason.GIVEN_UP), " while it tried: 10x9 cells; 1 change not tried"),
    ],
)
def test_time_that_was_up_is_told(result: Any, stopped: str) -> None:
    one, sent = told(trying("cheaters", 1), trying("10x9 cells", 2, "cheaters"))
    answer = one.whole(result)
    assert [each["step"]["at"] for each in sent] == [1, 2]
    assert (answer["stopped"], answer["without"]) == (stopped, ["cheaters"])


def test_nothing_is_told_of_time_where_all_was_tried() -> None:
    last = Standing("", 0.0, number=3, n_changes=3, without=("cheaters", "10x9 cells", "more"))
    one, _ = told(trying("cheaters", 1), last)
    answer = one.whole(Impossible("none helps"))
    assert (answer["stopped"], answer["without"]) == ("", ["cheaters", "10x9 cells", "more"])


def test_the_pattern_of_a_change_is_shown_no_longer_than_it_is_tried() -> None:
    one, sent = told()
    one._now["trying"] = {}
    one.hear(trying("cheaters", 1))
    one._now["trying"] = {}
    one.tell()
    one.hear(Standing("", 0.0, number=1, n_changes=3, n_left=2, without=("cheaters",)))
    assert ["trying" in each for each in sent] == [False, True, False]
