"""What the dialog about a theme says of changes that time did not allow."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.workbench_desk import Desk

from satcross import Answered, Grid, Reason, Stopped
from satcross.apps.construct.adviser import ChangedGrid, ChangeTried
from satcross.apps.construct.make import ChangedGrids
from satcross.apps.workbench.engine.panels import patterns

MADE: Any = SimpleNamespace(fill=SimpleNamespace(grid=Grid.parse("..")), themed=None)
SPEC: Any = None
FOUND = ChangedGrid("with another", MADE, SPEC)


def tried(number: int) -> ChangeTried:
    return ChangeTried("", 0.0, change=f"change {number}", number=number, n_changes=3)


@pytest.mark.parametrize(
    ("events", "without", "stopped"),
    [
        ([], [], " before a change was tried"),
        ([tried(1)], [], " while it tried: change 1; 2 changes not tried"),
        ([tried(1), tried(2)], ["change 1"], " while it tried: change 2; 1 change not tried"),
        ([tried(2), Answered(FOUND)], [], "; 1 change not tried"),
        ([tried(3)], [], " while it tried: change 3"),
        ([tried(3), Answered(FOUND)], [], ""),
    ],
)
def test_what_time_did_not_allow_is_said(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    events: list[Any],
    without: list[str],
    stopped: str,
) -> None:
    def aside(
        task: object, limit_s: float, take: Callable[[object], None]
    ) -> Generator[Any, None, Any]:
        for event in events if isinstance(task, ChangedGrids) else []:
            take(event)
        yield from ()
        return Stopped(Reason.TIME_LIMIT)

    desk = Desk(tmp_path, ("..", ".."), ["AB"])
    monkeypatch.setattr(desk.analyst, "aside", aside)
    monkeypatch.setattr(patterns, "score_parts", lambda fill: {})
    monkeypatch.setattr(patterns, "_themed_parts", lambda themed, spec: {})
    answer = desk.ask("make", phrases=["ab"], rows=2, cols=2)
    assert answer["without"] == without
    assert answer["stopped"] == stopped
    assert len(answer["others"]) == sum(isinstance(event, Answered) for event in events)
    desk.close()
