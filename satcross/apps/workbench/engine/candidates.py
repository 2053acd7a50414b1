"""Candidates: the words that fit an entry, and which of them a fill has."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from satcross import InputError, arc_consistent
from satcross.apps.letters.report import WordVerdict
from satcross.apps.workbench.engine.analyst import SLICE_S, Analyst
from satcross.apps.workbench.engine.question import Data, Job, Question
from satcross.apps.workbench.engine.shown import Shown
from satcross.extend import OPEN, Domains, Slot

HELD_S = 5.0  # how long dead words are kept back when none in view is known to be in a fill


def may_repair(analyst: Analyst, shown: Shown) -> bool:
    """Whether a word of a list may repair a grid without a fill."""
    return analyst.verdict is False and shown.puzzle is not analyst.puzzle


def candidates(analyst: Analyst, question: Question) -> Data | None:
    """The lists in view."""
    if analyst.domains is None:
        return None
    lists: list[Data] = []
    analyst.shown = {}
    analyst.refused = []
    for entry, filter_, offset, limit in analyst.view.lists:
        try:
            slot = analyst.puzzle.slot(entry)
            shown = Shown(_domains_of(analyst, slot), slot, filter_, offset, limit)
        except InputError as error:
            nothing = {"words": [], "n": 0, "problem": str(error)}
            analyst.refused.append({"entry": entry, "filter": filter_, **nothing})
            continue
        analyst.shown[slot.name] = shown
        rule_out(analyst)
        if analyst.verdict is False and shown.puzzle is analyst.puzzle:
            shown.gone.update(shown.alive)
        lists.append(shown.data(repairs=may_repair(analyst, shown)))
    return {"lists": lists + analyst.refused}


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


def rule_out(analyst: Analyst) -> None:
    """Take out of the lists the words of which letters are proved to be in no fill."""
    for shown in analyst.shown.values():
        if shown.puzzle is analyst.puzzle:
            report = analyst.known_letters(shown.slot.entry_cells)
            if report is not None:
                shown.rule_out(report)


def marks(analyst: Analyst, question: Question) -> Job:
    """Settle the words in view: until as many as are shown are in a fill, or no more are left.

    Before a fill is known, all of them may be dead by the fault of the grid. Then none is marked,
    and no others come into view: the verdict says so in time, and of all words at once.
    """
    document = analyst.document
    is_bare = {*document.grid.cells} == {OPEN} and not document.bars_right | document.bars_below
    # Before a fill is known most words of a bare grid are dead, and the page shows no marks.
    while analyst.domains is not None and (analyst.verdict or not is_bare):
        is_done, is_held = True, False
        rule_out(analyst)
        for puzzle in {id(s.puzzle): s.puzzle for s in analyst.shown.values()}.values():
            lists = [shown for shown in analyst.shown.values() if shown.puzzle is puzzle]
            pairs = _pairs(analyst, lists)
            if not pairs:
                continue
            n_gone = sum(len(shown.gone) for shown in lists)
            yield from analyst.quiet()
            report = analyst.oracle(puzzle).settle(
                pairs, SLICE_S, on_update=lambda found: _send(analyst, question, found.verdicts)
            )
            _send(analyst, question, report.verdicts)
            if _are_held(analyst, question, report.verdicts):
                is_held, is_done = True, is_done and report.complete
                continue
            are_all = not any(may_repair(analyst, shown) for shown in lists)  # else there is more
            rule_out(analyst)
            is_same = n_gone == sum(len(shown.gone) for shown in lists)  # else others are in view
            is_done = is_done and report.complete and are_all and is_same
        if not is_held:
            send_lists(analyst)
        if is_done:
            return {"marks": {}}
        yield None
    return None


def _pairs(analyst: Analyst, lists: Sequence[Shown]) -> list[tuple[str, str]]:
    """The words to settle, as slot and word, the best of each list first."""
    wanted = [
        [(shown.slot.name, word) for word in shown.to_settle(repairs=may_repair(analyst, shown))]
        for shown in lists
    ]
    return [pair for some in itertools.zip_longest(*wanted) for pair in some if pair is not None]


def _are_held(analyst: Analyst, question: Question, verdicts: Sequence[WordVerdict]) -> bool:
    """Whether verdicts are kept back."""
    known = (mark for shown in analyst.shown.values() for mark in shown.marks.values())
    is_good = "good" in known or any(verdict.possible for verdict in verdicts)
    return analyst.verdict is None and not is_good and question.spent_s < HELD_S


def _send(analyst: Analyst, question: Question, verdicts: Sequence[WordVerdict]) -> None:
    """Send the marks that are new, unless they are kept back."""
    if _are_held(analyst, question, verdicts):
        return
    found = {
        name: shown.note([verdict for verdict in verdicts if verdict.slot == name])
        for name, shown in analyst.shown.items()
    }
    new = {name: some for name, some in found.items() if some}
    if new:
        analyst.answer(question, marks=new, done=False)


def send_lists(analyst: Analyst) -> None:
    """Send the lists again, where more is known of their words."""
    lists = list(analyst.shown.values())
    if any(shown.n_known > shown.n_sent for shown in lists):
        for shown in lists:
            shown.n_sent = shown.n_known
        data = [shown.data(repairs=may_repair(analyst, shown)) for shown in lists]
        analyst.answer(analyst.background["candidates"], lists=data + analyst.refused)
