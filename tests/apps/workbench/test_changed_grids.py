"""What the page says of changes around a theme that time did not allow."""

from __future__ import annotations

from collections.abc import Callable, Generator
from types import SimpleNamespace
from typing import Any

import pytest

from satcross.apps.construct.adviser import ChangeTried
from satcross.apps.construct.spec import GridSpec
from satcross.apps.construct.theme import Theme
from satcross.apps.workbench.engine.panels import patterns
from satcross.pattern.presets import Preset, preset_rules
from satcross.results import Impossible, Reason, Stopped
from satcross.words import WordList


@pytest.mark.parametrize(
    ("result", "stopped", "without"),
    [
        (
            Stopped(Reason.TIME_LIMIT),
            " while it tried: 10x9 cells; 1 change not tried",
            ["cheaters"],
        ),
        (Impossible("none helps"), None, ["cheaters", "10x9 cells"]),
    ],
)
def test_time_that_was_up_is_told(result: Any, stopped: str | None, without: list[str]) -> None:
    sent: list[dict[str, Any]] = []

    def aside(
        _: object, limit_s: float, take: Callable[[object], None]
    ) -> Generator[None, None, Any]:
        assert limit_s <= 20
        take(ChangeTried("", 0.0, change="cheaters", number=1, n_changes=3))
        take(ChangeTried("", 0.0, change="10x9 cells", number=2, n_changes=3))
        yield
        return result

    analyst: Any = SimpleNamespace(aside=aside, answer=lambda _, **fields: sent.append(fields))
    spec = GridSpec(preset_rules(Preset.MINI, 9, 9), WordList.builtin(), Theme(("BANANA",)))
    question: Any = SimpleNamespace(ask={})
    job = patterns._with_others(analyst, question, spec, {"outcome": "stopped"}, result)
    try:
        while True:
            next(job)
    except StopIteration as ended:
        answer = ended.value
    assert [each["step"]["at"] for each in sent] == [1, 2]
    assert (answer.get("stopped"), answer["without"]) == (stopped, without)
