"""What the engine finds out without being asked: the verdict, and all that is known of letters."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from satcross import Found, OptionError, Puzzle, arc_consistent
from satcross.apps.letters.report import LetterReport
from satcross.apps.workbench.document import Document
from satcross.apps.workbench.engine.analyst import SLICE_S, Analyst
from satcross.apps.workbench.engine.candidates import (
    candidates,
    marks,
    rule_out,
    send_lists,
)
from satcross.apps.workbench.engine.promises import promises
from satcross.apps.workbench.engine.question import Data, Job, Kind, Question, beside_of, letters_of
from satcross.apps.workbench.engine.shown import treated_of
from satcross.apps.workbench.engine.why import why
from satcross.extend import Domains

IDLE_S = 120.0  # how long letters are settled after a change that nobody follows
FIRST_S = 0.25  # before the page is told that the verdict takes longer


def consistency(analyst: Analyst, question: Question) -> Job:
    """What arc consistency leaves, and which entries the lists lack."""
    try:
        puzzle, document = analyst.puzzle, analyst.document
    except OptionError as error:
        return {
            "letters": [], "forced": {}, "dead": [], "counts": {}, "tightest": None,
            "unlisted": {}, "lacking": [], "problem": error.problem,
        }  # fmt: skip
    analyst.domains = arc_consistent(puzzle)
    found = consistency_of(analyst.domains)
    unlisted = unlisted_of(puzzle, document, analyst.scores)
    asked = [one["word"] for one in unlisted.values() if not one["why"]]
    if asked:
        analyst.answer(question, done=False, unlisted=unlisted, **found)
        yield None
        words = analyst.lists.of(document, every_score=True)  # the whole list, read once
        for word in asked:
            analyst.scores[document.lists, word] = words.score(word)
        unlisted = unlisted_of(puzzle, document, analyst.scores)
    return {"unlisted": unlisted, "treated": treated_of(puzzle), **found}


def verdict(analyst: Analyst, question: Question) -> Job:
    """Whether there is a fill."""
    domains = analyst.domains
    if domains is None:
        return {"verdict": "searching", "witness": None, "why": analyst.problem}
    if domains.emptied is not None:
        name = analyst.puzzle.slots[domains.emptied].name
        return _impossible(analyst, f"no word fits {name}")
    announced = False

    def announce() -> None:
        nonlocal announced
        if not announced:
            announced = True
            why = domains.doubt()
            analyst.answer(question, verdict="searching", witness=None, why=why, done=False)

    result = yield from analyst.slices(
        lambda seconds: analyst.oracle().fill(seconds), math.inf, announce, FIRST_S
    )
    if not isinstance(result, Found):
        return _impossible(analyst, result.why)
    analyst.verdict, analyst.witness = True, result.value
    analyst.restart("marks")
    return {
        "verdict": "fillable", "witness": letters_of(result.value), "why": "",
        "beside": beside_of(result.value),
    }  # fmt: skip


def _impossible(analyst: Analyst, why_not: str) -> Data:
    analyst.verdict = False
    if any(shown.alive for shown in analyst.shown.values()):
        analyst.restart("candidates", "marks")
    return {"verdict": "impossible", "witness": None, "why": why_not}


def why_no_fill(analyst: Analyst, question: Question) -> Job:
    """Why there is no fill, where that is proved."""
    return (yield from why(analyst, question)) if analyst.verdict is False else None


def letters(analyst: Analyst, question: Question) -> Job:
    """Settle the letters of all cells."""
    sent: dict[str, Data] = {}
    size = len(analyst.document.squares) if analyst.verdict else 0  # hidden cells come after
    two = analyst.puzzle.grid.every_second_cell() if analyst.verdict else {}

    def send(report: LetterReport, done: bool = False) -> None:
        cells = {
            str(cell.cell): {"possible": cell.possible, "unknown": cell.unknown}
            for cell in report.cells
            if not cell.given and cell.cell < size
        }
        new = {at: data for at, data in cells.items() if sent.get(at) != data}
        sent.update(new)
        if new or done:
            sure = report.forced.items()
            forced = {str(at): letter for at, letter in sure if at < size and at not in two}
            analyst.answer(
                question, cells=new, n_unknown=report.n_unknown, forced=forced, done=done
            )

    def step(seconds: float) -> LetterReport:
        report = analyst.oracle().report(seconds, on_update=send)
        send(report, report.complete)
        rule_out(analyst)
        send_lists(analyst)
        if any(shown.to_settle(repairs=False) for shown in analyst.shown.values()):
            analyst.restart("marks", "promises")  # others have come into view
        return report

    if analyst.verdict:
        yield from analyst.slices(step, IDLE_S, first_s=SLICE_S)
    return None


BACKGROUND = {
    "consistency": Kind(consistency, "consistency"),
    "candidates": Kind(candidates, "candidates"),
    "verdict": Kind(verdict, "verdict", "is there a fill?"),
    "marks": Kind(marks, "marks", "settling candidates"),
    "why": Kind(why_no_fill, "why", "why there is no fill"),
    "promises": Kind(promises, "promises", "how good each word is"),
    "letters": Kind(letters, "letters", "settling letters"),
}
"""What is asked without the page, by name."""


def consistency_of(domains: Domains) -> Data:
    """What arc consistency says, as the protocol has it."""
    puzzle, givens = domains.puzzle, domains.puzzle.givens
    two = puzzle.grid.every_second_cell()  # of which one text alone is not what the page writes
    texts = np.array([*puzzle.texts])
    left = {cell: texts[domains.letters[cell]].tolist() for cell in domains.cells}
    counts = {slot.name: len(domains.codes[slot.index]) for slot in puzzle.slots}
    to_fill = [slot.name for slot in puzzle.slots if puzzle.given_codes(slot) is None]
    letters = [left.get(cell) for cell in range(puzzle.grid.size)]
    if not puzzle.has_long_texts:
        letters = [None if some is None else "".join(some) for some in letters]
    return {
        "letters": letters,
        "forced": {
            str(cell): some[0]
            for cell, some in left.items()
            if len(some) == 1 and cell < len(letters) and cell not in givens and cell not in two
            if domains.emptied is None
        },
        "dead": [name for name, n in counts.items() if n == 0],
        "counts": counts,
        "tightest": min(filter(counts.get, to_fill), key=counts.__getitem__, default=None),
        "lacking": lacking_of(puzzle),
        "problem": "",
    }


def lacking_of(puzzle: Puzzle) -> list[Data]:
    """The lengths of which there are fewer words than entries to fill."""
    entries: dict[int, int] = {}
    for slot in puzzle.slots:
        if puzzle.given_codes(slot) is None and not puzzle.is_treated(slot):
            entries[len(slot)] = entries.get(len(slot), 0) + 1
    return [
        {"length": length, "words": n, "entries": wanted}
        for length, wanted in sorted(entries.items())
        if (n := len(puzzle.words.table(length))) < (wanted if puzzle.distinct else 1)
    ]


def unlisted_of(
    puzzle: Puzzle,
    document: Document,
    scores: Mapping[tuple[tuple[str, ...], str], int | None],
) -> dict[str, Data]:
    """The full entries that the crossword's words lack, by name, and why.

    Args: scores: by lists and word, the score that the lists give it, as far as it was looked up.
        Where it was not, and the crossword itself says nothing of the word, the reason is "".
    """
    found: dict[str, Data] = {}
    for slot in puzzle.slots:
        codes = puzzle.given_codes(slot)
        if codes is None or not puzzle.is_exempt(slot):
            continue
        word = puzzle.spelled(codes)
        cells = puzzle.grid.shown(slot.cells)
        if puzzle.is_treated(slot):
            found[slot.name] = {"word": word, "why": "form", "score": None, "cells": cells}
            continue
        score = document.overrides.get(word, 0 if word in document.banned else None)
        why = ""
        if score is not None:
            why = "banned" if score == 0 else "score"
        elif (document.lists, word) in scores:
            score = scores[document.lists, word]
            why = "unknown" if score is None else "score"
        found[slot.name] = {"word": word, "why": why, "score": score, "cells": cells}
    return found
