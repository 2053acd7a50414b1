"""Grids for whoever watches: how far the search is, and offers while it goes on."""

from __future__ import annotations

from typing import Any

import pytest

from satcross.apps.construct import offers
from satcross.apps.construct.adviser import ChangedGrid
from satcross.apps.construct.make import MadeGrids
from satcross.apps.construct.offers import OfferedGrids, Standing
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.apps.construct.theme import Theme
from satcross.pattern.presets import Preset, preset_rules
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Early, Event, Listed
from satcross.words import WordList

WORDS = WordList.builtin()
SMALL = GridSpec(preset_rules(Preset.MINI, 7, 7), WORDS, Theme(("CELLAR", "ITALY", "THWART")))
LATE = GridSpec(preset_rules(Preset.NYT, 7, 7), WORDS, Theme(("HEARD", "CARLI")))
SEED = SolverOptions(seed=1)


def heard(task: OfferedGrids) -> tuple[Any, list[Event]]:
    """What a task gives, and its events."""
    events: list[Event] = []
    with task:
        task.subscribe(events.append)
        return task.run(), events


def lines(events: list[Event]) -> list[str]:
    """A line for each change, offer and grid, in order and without times."""
    told: list[str] = []
    for event in events:
        match event:
            case Standing():
                told.append(f"{event.number} {event.change} {event.without} {event.why}")
            case Early(ChangedGrid() as other):
                told.append(f"{other.text}\n{other}")
            case Answered(made):
                told.append(str(made))
    return [line for line, before in zip(told, ["", *told], strict=False) if line != before]


def test_offers_come_while_the_search_goes_on() -> None:
    result, events = heard(OfferedGrids(LATE, SEED, limit=1, offers_from=400))
    assert isinstance(result, Found)
    kinds = [type(event) for event in events]
    at, end = kinds.index(Early), kinds.index(Answered)
    assert at < end
    assert all(event.why == "" for event in events if isinstance(event, Standing))
    told = [str(event) for event in events[at:end] if isinstance(event, Standing)]
    assert len({*told}) > 1  # it is said how far the search is
    for event in events:
        if isinstance(event, Early):
            event.value.spec.check(event.value.made.fill, maker="test")


def test_what_gave_nothing_is_told_and_why_there_is_no_grid() -> None:
    result, events = heard(OfferedGrids(SMALL, SEED, limit=1))
    assert isinstance(result, Impossible)
    last = events[-1]
    assert isinstance(last, Standing)
    assert (last.why, last.change, last.n_left) == (result.why, "", 0)
    changes = [event.change for event in events if isinstance(event, Standing) and event.change]
    offered = sum(isinstance(event, Early) for event in events)
    assert len({*changes}) == len(last.without) + offered
    assert {*last.without} < {*changes}


def test_it_is_told_what_is_done_from_the_first_moment_on() -> None:
    _, events = heard(OfferedGrids(SMALL, SEED, limit=1))
    first = events[0]
    assert isinstance(first, Standing)
    assert str(first) == "Placing the theme"
    assert any("patterns and places were refuted" in str(event) for event in events)


def test_the_same_seed_gives_the_same_offers_and_grids() -> None:
    one, again = (lines(heard(OfferedGrids(SMALL, SEED, offers_from=400))[1]) for _ in range(2))
    assert one == again


@pytest.mark.parametrize(
    ("size", "words"),
    [(7, ("HEARD", "CARLI")), (9, ("HARDMAN", "ZESTFUL")), (9, ("FINDS", "DOMINGO", "ANTES"))],
)
def test_changes_in_between_alter_nothing_about_the_grid(size: int, words: tuple[str, ...]) -> None:
    """It is the one that comes without them, though the search is paused in the midst of stages."""
    rules, theme = preset_rules(Preset.NYT, size, size), Theme(words)
    with MadeGrids(rules, WORDS, theme, SEED, limit=1) as alone:
        grid = next(alone)
    result, events = heard(OfferedGrids(GridSpec(rules, WORDS, theme), SEED, limit=1,
                                        offers_from=400))  # fmt: skip
    assert isinstance(result, Found)
    assert [each.value for each in events if isinstance(each, Answered)] == [grid]
    assert any(isinstance(each, Early) for each in events)


def test_a_grid_by_wider_rules_that_obeys_those_that_were_asked_for_is_the_answer() -> None:
    spec = GridSpec(preset_rules(Preset.NYT, 9, 9), WORDS, Theme(("DRANO", "GRUMP")))
    _, events = heard(OfferedGrids(spec, SEED, limit=1, offers_from=0))
    (made,) = [event.value for event in events if isinstance(event, Answered)]
    assert isinstance(made, MadeGrid)
    spec.check(made.fill, maker="test")
    assert all(event.value.text for event in events if isinstance(event, Early))


def test_what_is_asked_is_given_up_by_the_work_once_all_changes_were_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(offers, "GIVEN_UP_AT", 800)
    results = []
    for _ in range(2):
        task = OfferedGrids(SMALL, SEED, limit=1)
        with task:
            first, again = task.run(), task.run()
        assert isinstance(first, Stopped)
        assert first.reason is Reason.GIVEN_UP
        assert isinstance(again, Stopped)
        results.append((first.detail, again.detail))
    assert results[0] == results[1]
    assert results[0][0].startswith("given up; 2 patterns and places were refuted")


def test_no_change_is_tried_after_the_first_grid() -> None:
    spec = GridSpec(preset_rules(Preset.MINI, 5, 5), WORDS, Theme(("ROSES",)))
    result, events = heard(OfferedGrids(spec, SEED, limit=3, offers_from=1200))
    assert isinstance(result, Found)
    assert isinstance(result.value, Listed)
    assert result.value.n == 3
    changes = [n for n, event in enumerate(events) if isinstance(event, Standing) and event.change]
    first = next(n for n, event in enumerate(events) if isinstance(event, Answered))
    assert all(n < first for n in changes)
