"""The entries of a filled grid that score least, and how much better each can be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross import Best
from satcross.apps.optimise.optimise import OptimiseTask
from satcross.apps.workbench.engine.question import Data, Job, Question, outcome_of
from satcross.apps.workbench.engine.questions import fill_parts
from satcross.extend import Slot

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst

MOST = 10
BETTER_S = 20.0


def _scores(analyst: Analyst) -> dict[str, tuple[Slot, str, int]]:
    """By name, the full entries that a fill may change, with their words and scores."""
    document, puzzle = analyst.document, analyst.puzzle
    words = analyst.lists.of(document, every_score=True)
    found = {}
    for slot in puzzle.slots:
        codes = puzzle.given_codes(slot)
        if codes is None or not _free(analyst, slot):
            continue
        word = puzzle.spelled(codes)
        found[slot.name] = slot, word, words.score(word) or 0
    return found


def _free(analyst: Analyst, slot: Slot) -> list[int]:
    """The cells of an entry that are neither pinned nor the theme's."""
    squares = analyst.document.squares
    shown = analyst.puzzle.grid.shown(slot.entry_cells)
    return [at for at in shown if not (squares[at].pinned or squares[at].theme)]


def weakest(analyst: Analyst, question: Question) -> Job:
    """The full entries that score least."""
    yield from analyst.quiet()
    rows = sorted(_scores(analyst).items(), key=lambda item: item[1][2])[:MOST]
    return {"entries": [[name, word, score] for name, (_, word, score) in rows]}


def better(analyst: Analyst, question: Question) -> Job:
    """The best other words for an entry and those that cross it, all else as it is."""
    entry = str(question.ask["entry"])
    slot = analyst.puzzle.slot(entry)
    here = set(slot.entry_cells)
    near = [other for other in analyst.puzzle.slots if not here.isdisjoint(other.entry_cells)]
    opened = {at for other in near for at in _free(analyst, other)}
    puzzle = analyst.with_grid(analyst.document.grid.opened(sorted(opened)))
    changed = [other.name for other in puzzle.slots if puzzle.given_codes(other) is None]
    scores = _scores(analyst)
    before = min((scores[name][2] for name in changed if name in scores), default=0)
    task = OptimiseTask(puzzle, goal="lowest")
    result = yield from analyst.run(task, BETTER_S)
    state: Data = {"entry": entry, "before": before, "entries": changed, "proved": False}
    if isinstance(result, Best):
        state |= fill_parts(analyst, result.value)
        state |= {"after": result.objective, "proved": result.is_proved}
    return {"outcome": outcome_of(result), **state}
