"""The panels of the workbench: each file here declares some in `PANELS`.

Begin with `satcross.apps.workbench.engine.panel`, which says what a panel is. Nothing else names a
file of this folder, and the page learns from the server what there is: one that is added here has a
key, an entry in a menu and a dialog.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from satcross.apps.workbench.engine.panel import Panel
from satcross.apps.workbench.engine.question import Data, Kind


def _files() -> list[Path]:
    return sorted(Path(__file__).parent.glob("[a-z]*.py"))


@cache
def panels() -> tuple[Panel, ...]:
    """All panels, in the order of menus."""
    found: list[Panel] = []
    for path in _files():
        found += import_module(f"{__name__}.{path.stem}").PANELS
    return tuple(sorted(found, key=lambda panel: panel.place))


@cache
def described() -> list[Data]:
    """What the page must know of them: of those that have anything to ask."""
    return [told for panel in panels() if (told := panel.described())["forms"]]


@cache
def questions() -> dict[str, Kind]:
    """The questions that they ask, by name."""
    found = {panel.question: panel.kind for panel in panels()}
    return found | {it.question: it.kind for panel in panels() for it in panel.also}
