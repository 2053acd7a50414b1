"""What the dialog about a theme says of changes that time did not allow."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from support.workbench_desk import Desk

from satcross import Grid, Reason, Stopped
from satcross.apps.construct.adviser import ChangedGrid
from satcross.apps.construct.offers import Standing
from satcross.apps.workbench.engine.panels import patterns
from satcross.task import Early

MADE: Any = SimpleNamespace(
    fill=SimpleNamespace(grid=Grid.parse("..")), themed=SimpleNamespace(grid=Grid.parse(".."))
)
SPEC: Any = None
FOUND = Early(ChangedGrid("with another", MADE, SPEC))


def tried(number: int, *without: str, now: bool = True) -> Standing:
    """A change is being tried, or was the last one."""
    change = f"change {number}" if now else ""
    return Standing(
        "", 0.0, change=change, number=number, n_changes=3, n_left=3 - number, without=without
    )


@pytest.mark.parametrize(
    ("events", "without", "stopped"),
    [
        ([], [], " before a change was tried"),
        ([tried(1)], [], " while it tried: change 1; 2 changes not tried"),
        (
            [tried(1), tried(2, "change 1")],
            ["change 1"],
            " while it tried: change 2; 1 change not tried",
        ),
        ([tried(2), FOUND, tried(2, now=False)], [], "; 1 change not tried"),
        ([tried(3)], [], " while it tried: change 3"),
        ([tried(3), FOUND, tried(3, now=False)], [], ""),
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
        for event in events:
            take(event)
        yield from ()
        return Stopped(Reason.TIME_LIMIT)

    desk = Desk(tmp_path, ("..", ".."), ["AB"])
    monkeypatch.setattr(desk.analyst, "aside", aside)
    monkeypatch.setattr(patterns, "_parts", lambda made, spec, grid: {})
    answer = desk.ask("make", phrases=["ab"], rows=2, cols=2)
    assert answer["without"] == without
    assert answer["stopped"] == stopped
    assert len(answer["others"]) == sum(isinstance(event, Early) for event in events)
    desk.close()
