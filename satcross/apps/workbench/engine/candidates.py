"""Candidates: the words that fit an entry, and which of them a fill has."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from satcross.apps.workbench.engine.analyst import SLICE_S, Analyst
from satcross.apps.workbench.engine.question import Data, Job, Question
from satcross.apps.workbench.engine.shown import Shown
from satcross.errors import InputError
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.grid import OPEN
from satcross.model.puzzle import Slot
from satcross.tasks.letters.report import WordVerdict


def may_repair(analyst: Analyst, shown: Shown) -> bool:
    """Whether a word of a list may repair a grid without a fill."""
    return analyst.verdict is False and shown.puzzle is not analyst.puzzle


def candidates(analyst: Analyst, question: Question) -> Data | None:
    """The lists in view."""
    if analyst.domains is None:
        return None
    lists: list[Data] = []
    analyst.shown = {}
    for entry, filter_, offset, limit in analyst.view.lists:
        try:
            slot = analyst.puzzle.slot(entry)
            shown = Shown(_domains_of(analyst, slot), slot, filter_, offset, limit)
        except InputError as error:
            nothing = {"words": [], "n": 0, "problem": str(error)}
            lists.append({"entry": entry, "filter": filter_, **nothing})
            continue
        analyst.shown[slot.name] = shown
        lists.append(shown.data(repairs=may_repair(analyst, shown)))
    return {"lists": lists}


def _domains_of(analyst: Analyst, slot: Slot) -> Domains:
    """The domains that a list shows: of a full entry, what could stand there instead."""
    puzzle, document = analyst.puzzle, analyst.document
    assert analyst.domains is not None
    if puzzle.given_codes(slot) is None:
        return analyst.domains
    kept = {
        cell
        for other in puzzle.slots
        if other.index != slot.index and puzzle.given_codes(other) is not None
        for cell in other.cells
    }
    grid = document.grid
    cells = list(grid.cells)
    for cell in slot.entry_cells:
        (shown,) = puzzle.grid.shown([cell])
        if not (cell in kept or document.squares[shown].pinned or document.squares[shown].theme):
            cells[document.place(puzzle.grid, cell)] = OPEN
    after = grid.with_cells(cells)
    return analyst.domains if after == grid else arc_consistent(analyst.with_grid(after))


def marks(analyst: Analyst, question: Question) -> Job:
    """Settle the words in view."""
    while analyst.domains is not None:
        is_done = True
        for puzzle in {id(s.puzzle): s.puzzle for s in analyst.shown.values()}.values():
            lists = [shown for shown in analyst.shown.values() if shown.puzzle is puzzle]
            pairs = _pairs(analyst, lists)
            if not pairs:
                continue
            yield from analyst.quiet()
            report = analyst.oracle(puzzle).settle(
                pairs, SLICE_S, on_update=lambda found: _send(analyst, question, found.verdicts)
            )
            _send(analyst, question, report.verdicts)
            are_all = not any(may_repair(analyst, shown) for shown in lists)  # else there is more
            is_done = is_done and report.complete and are_all
        _send_repairs(analyst)
        if is_done:
            return {"marks": {}}
        yield None
    return None


def _pairs(analyst: Analyst, lists: Sequence[Shown]) -> list[tuple[str, str]]:
    """The words to settle, as slot and word, the best of each list first."""
    wanted = [
        [(shown.slot.name, word) for word in words]
        for shown in lists
        for words in [shown.unsettled() if may_repair(analyst, shown) else shown.in_view()]
    ]
    return [pair for some in itertools.zip_longest(*wanted) for pair in some if pair is not None]


def _send(analyst: Analyst, question: Question, verdicts: Sequence[WordVerdict]) -> None:
    """Send the marks that are new."""
    found = {
        name: shown.note([verdict for verdict in verdicts if verdict.slot == name])
        for name, shown in analyst.shown.items()
    }
    new = {name: some for name, some in found.items() if some}
    if new:
        analyst.answer(question, marks=new, done=False)


def _send_repairs(analyst: Analyst) -> None:
    """Send lists again in which words that repair the grid have come out."""
    lists = list(analyst.shown.values())
    if any(may_repair(analyst, shown) and len(shown.marks) > shown.n_sent for shown in lists):
        for shown in lists:
            shown.n_sent = len(shown.marks)
        data = [shown.data(repairs=may_repair(analyst, shown)) for shown in lists]
        analyst.answer(analyst.background["candidates"], lists=data)
