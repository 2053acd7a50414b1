"""The history as people look back on it: moments, each of one step of undo or several alike."""

from __future__ import annotations

from collections.abc import Iterator

from satcross.apps.workbench.document import Data, Document
from satcross.apps.workbench.history import BACK, FIRST, OTHER, OUTSIDE, REDO, UNDO, History, Step

LETTERS, FILL, PATTERN, CLUE = "letters", "fill", "pattern", "clue"
WHOLE = "whole"  # as it was opened, read, or called up again
WORDS, REST = "words", "rest"
VERSION = "version"
KINDS = (FILL, PATTERN, CLUE, VERSION)
"""The kinds that can be listed alone."""
RUN_S = 120.0  # the longest pause within a run of letters, or of blocks
_RUNS = {LETTERS: "letters", PATTERN: "changes of the pattern", CLUE: "clues"}
_SHAPE = {"rows", "cols", "bars_right", "bars_below"}


def kind_of(step: Step) -> str:
    """What a step changes: LETTERS one by one, a FILL of several, the PATTERN, a CLUE, or else."""
    forth = step.forth
    if step.kind == FIRST or step.label == OUTSIDE or step.label.startswith(BACK):
        return WHOLE
    if not _SHAPE.isdisjoint(forth):
        return PATTERN
    cells = [(forth["cells"][at], step.back["cells"][at]) for at in forth.get("cells", ())]
    if any(new.get("kind") != old.get("kind") for new, old in cells):
        return PATTERN
    n_letters = sum(new.get("letter") != old.get("letter") for new, old in cells)
    if n_letters:
        return LETTERS if n_letters == 1 else FILL
    if "clues" in forth:
        return CLUE
    is_of_words = step.kind == OTHER or not {"lists", "overrides", "rules"}.isdisjoint(forth)
    return WORDS if is_of_words else REST


def moments(history: History, before: int | None = None, kind: str = "") -> Iterator[Data]:
    """The moments below a revision, latest first.

    Runs of letters that were typed, of blocks or of clues are one, as are steps that are one of
    undo; where clues are listed alone, each is. Undo and redo lead to what is there already; they
    are left out, unless they are named.

    Args: kind: one of KINDS, to list those alone; "" for all.

    Yields: `revision`: after its last step; `from`: that after its first step; `kind`; `label`;
        `at`; `name`; `rows`: the grid, or None where it is as in the moment before.
    """
    group: list[Step] = []
    shown: Data = {}  # the document after the last step of the group
    for step, data in history.steps_back():
        is_new = step.kind not in (UNDO, REDO) or step.name
        is_listed = is_new and (before is None or step.revision < before)
        if group and not (is_listed and _goes_on(step, group[-1], kind)):
            yield from _moment(group, shown, kind)
            group = []
        if is_listed:
            shown = shown if group else data
            group.append(step)
    if group:
        yield from _moment(group, shown, kind)


def _goes_on(step: Step, later: Step, wanted: str) -> bool:
    """Whether a step and the next one belong to one moment of what is listed."""
    if later.revision != step.revision + 1 or step.name or later.name:
        return False
    if later.joins:
        return True
    kind = kind_of(step)
    is_run = kind in _RUNS and not wanted == kind == CLUE
    return is_run and kind == kind_of(later) and later.at - step.at <= RUN_S


def _moment(group: list[Step], data: Data, wanted: str) -> Iterator[Data]:
    last, kind = group[0], kind_of(group[0])
    if not (wanted in ("", kind) or (wanted == VERSION and last.name)):
        return
    n = len(group) if kind != CLUE else sum(not step.joins for step in group)
    has_grid = kind in (LETTERS, FILL, PATTERN, WHOLE) or last.name
    yield {
        "revision": last.revision,
        "from": group[-1].revision,
        "kind": kind,
        "label": f"{n} {_RUNS[kind]}" if n > 1 and kind in _RUNS else last.label,
        "at": last.at,
        "name": last.name,
        "rows": Document.of(data).grid.lines(both=True) if has_grid else None,
    }
