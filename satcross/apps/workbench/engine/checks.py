"""The check by the rules of a house: what it finds in the crossword, and refills that avoid it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import Answered, InputError, Puzzle, Reason, Stopped
from satcross.apps.houses.earlier import Earlier
from satcross.apps.houses.houses import House, load_house
from satcross.apps.houses.page import Reviewed
from satcross.apps.houses.refill import MOST_LETTERS, Refill, can_refill, smallest_refill
from satcross.apps.houses.review import Finding, review
from satcross.apps.workbench.conversion import crossword_of
from satcross.apps.workbench.document import Document
from satcross.apps.workbench.engine.question import Data, Job, Question
from satcross.apps.workbench.messages import shown_error
from satcross.extend import Deadline, Listing

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst

LIMIT_S = 60.0  # for all refills together

Answer = tuple[int, Refill | Stopped | None]
"""The place of a finding, and what `smallest_refill` says of it."""


class _Refills(Listing[Answer]):
    """The smallest refill for one finding after the other.

    Args: asked: as `_page_of` has them; found: what the house finds; wanted: the places of those
        to be avoided.
    """

    def __init__(
        self,
        asked: tuple[Document, Puzzle, Earlier | None],
        house: House,
        found: Sequence[Finding],
        wanted: Sequence[int],
    ) -> None:
        super().__init__()
        self._asked = asked
        self._house, self._found, self._left = house, found, list(wanted)

    def _next(self, deadline: Deadline) -> Answer | Reason | None:
        if not self._left:
            return None
        at = self._left[0]
        page, fixed = _page_of(*self._asked)
        finding = self._found[at]
        share = deadline.share(len(self._left))
        made = smallest_refill(page, self._house, self._found, finding, fixed=fixed, deadline=share)
        if isinstance(made, Stopped) and deadline.passed():
            return deadline.reason
        self._left.pop(0)
        return at, made


def _page_of(
    document: Document, puzzle: Puzzle, earlier: Earlier | None
) -> tuple[Reviewed, frozenset[int]]:
    """What the house looks at, and the cells whose letters it must leave beside the theme's."""
    cells = list(enumerate(document.squares))
    theme = {at for at, cell in cells if cell.theme}
    pinned = {at for at, cell in cells if cell.pinned}
    page = Reviewed(puzzle, crossword_of(document), theme=theme, earlier=earlier)
    return page, frozenset(pinned - theme)


def check(analyst: Analyst, question: Question) -> Job:
    """What a house finds, at once; then the refills, which are looked for in another process."""
    name = str(question.ask["house"])
    against = question.ask.get("against")
    asked = analyst.document, analyst.puzzle, against if isinstance(against, Earlier) else None
    try:
        house = load_house(name)
        page, _ = _page_of(*asked)
        found = review(page, house)
    except InputError as error:
        # A file of the folder is known by its name there.
        problem = shown_error(error, Path(name).parent if name else None)
        return {"house": "", "findings": [], "problem": problem}
    wanted = [at for at, one in enumerate(found) if can_refill(page, one)]
    size = len(analyst.document.squares)  # hidden cells come after
    findings: list[Data] = [
        {
            "check": one.check,
            "severity": one.severity.value,
            "text": one.text,
            "cells": [at for at in one.cells if at < size],
            "entries": list(one.entries),
            "refill": None,
        }
        for one in found
    ]
    for at in wanted:
        findings[at]["refill"] = {"outcome": "searching"}
    answer = {"house": house.title, "findings": findings, "problem": ""}
    if not wanted:
        return answer
    analyst.answer(question, done=False, **answer)

    def take(event: object) -> None:
        if isinstance(event, Answered):
            at, made = event.value
            findings[at]["refill"] = _refill_data(analyst, made)
            analyst.answer(question, done=False, **answer)

    task = _Refills(asked, house, found, wanted)
    yield from analyst.aside(task, LIMIT_S, take)
    for one in findings:
        if one["refill"] == {"outcome": "searching"}:
            one["refill"] = _refill_data(analyst, Stopped(Reason.TIME_LIMIT))
    return answer


def _refill_data(analyst: Analyst, made: Refill | Stopped | None) -> Data:
    """A refill as the protocol has it, or why there is none."""
    if isinstance(made, Refill):
        from satcross.apps.workbench.engine.questions import fill_parts

        cells = fill_parts(analyst, made.fill)["cells"]
        return {"outcome": "found", "text": str(made), "cells": cells}
    if isinstance(made, Stopped):
        return {"outcome": "stopped", "text": f"none found: {made.reason.value}"}
    return {"outcome": "impossible", "text": f"none of up to {MOST_LETTERS} letters"}
