"""Words that are wanted, anywhere or in an entry: a fill with as many of them as there can be."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from satcross import Fill, FillTask, Found, OptionError, Puzzle
from satcross.apps.workbench.document import Document, slot_key
from satcross.apps.workbench.engine.analyst import Analyst, Slices
from satcross.apps.workbench.engine.question import Data, Job, Question, outcome_of
from satcross.apps.workbench.engine.questions import fill_parts, puzzle_of
from satcross.extend import Scale

MOST = 60  # words
LIMIT_S = 60.0


def wanted(analyst: Analyst, question: Question) -> Job:
    """Fills with one wanted word more each time, until it is proved that there is none."""
    asked = question.ask.get("words")
    if not isinstance(asked, list) or not 0 < len(asked) <= MOST:
        raise OptionError(f"the words are a list of 1 to {MOST}")
    puzzle = puzzle_of(analyst, question)
    alphabet = puzzle.listed.alphabet
    words = list(dict.fromkeys(alphabet.normalise(str(word)[:64]) or "" for word in asked))
    sizes = {len(slot) for slot in puzzle.slots}
    fitting = [word for word in words if alphabet.size(word) in sizes]
    left_out = [word for word in words if word and word not in fitting]
    unlisted = [word for word in fitting if word not in puzzle.listed]
    listed = puzzle.listed.with_scores(dict.fromkeys(unlisted, Scale.DEFAULT))
    puzzle = Puzzle(puzzle.grid, listed, puzzle.rules)
    state: Data = {"placed": [], "left_out": left_out, "most": False, "cells": {}, "text": ""}
    outcome = "impossible"

    def take(fill: Fill) -> int:
        nonlocal outcome
        outcome = "found"
        inside = {entry.word for entry in fill.entries}
        placed = [word for word in fitting if word in inside]
        state.update(fill_parts(analyst, fill), placed=placed)
        state["most"] = len(placed) == len(fitting)
        analyst.answer(question, done=False, outcome=outcome, **state)
        return len(placed)

    last = yield from _most_of(
        analyst, puzzle, [f"slot={word}" for word in fitting], len(fitting), take
    )
    if not isinstance(last, Found):
        state["most"] = outcome_of(last) == "impossible"
        state["text"] = "" if state["most"] else str(last)
        outcome = outcome if outcome == "found" else outcome_of(last)
    return {"outcome": outcome, **state}


def _favourites_of(document: Document, puzzle: Puzzle) -> list[tuple[str, str]]:
    """The favourites of the entries that a fill has to fill: names of slots, and words."""
    alphabet, slots = puzzle.listed.alphabet, {slot.name: slot for slot in puzzle.slots}
    by_key = {slot_key(one): slots[one.name] for one in document.slots if one.name in slots}
    return [
        (by_key[key].name, word)
        for key, clue in document.texts.items()
        for word in clue.favourites
        if key in by_key and puzzle.given_codes(by_key[key]) is None
        if puzzle.has_rebus or alphabet.size(word) == by_key[key].n_letters
    ]


def favoured(analyst: Analyst, question: Question) -> Job:
    """Fills with one favourite of an entry more each time, until it is proved that none has."""
    puzzle = puzzle_of(analyst, question)
    wishes = _favourites_of(analyst.document, puzzle)
    entries = {name for name, _ in wishes}
    state: Data = {"favourites": [], "most": False, "n_favoured": len(entries), "cells": {}}
    outcome = "impossible"

    def take(fill: Fill) -> int:
        nonlocal outcome
        outcome = "found"
        held = [name for name, word in wishes if fill[name].word == word]
        state.update(fill_parts(analyst, fill), favourites=held, most=len(held) == len(entries))
        analyst.note(fill)
        analyst.answer(question, done=False, outcome=outcome, **state)
        return len(held)

    conditions = [f"{name}={word}" for name, word in wishes]
    last = yield from _most_of(analyst, puzzle, conditions, len(entries), take)
    if not isinstance(last, Found):
        state["most"] = outcome_of(last) == "impossible"
        outcome = outcome if outcome == "found" else outcome_of(last)
    return {"outcome": outcome, **state}


def _most_of(
    analyst: Analyst,
    puzzle: Puzzle,
    conditions: Sequence[str],
    most: int,
    take: Callable[[Fill], int],
) -> Slices:
    """Fills in which more and more conditions hold, until it is proved that none has more.

    Args:
        conditions: as rules write them.
        most: how many can hold at once.
        take: takes a fill in, and says how many hold in it.

    Returns: the last result of a search.
    """
    until, n = time.monotonic() + LIMIT_S, 0
    while True:
        more = f"at least {n} of {', '.join(conditions)}"
        task = FillTask(puzzle.with_rule(more) if n else puzzle)
        result = yield from analyst.run(task, max(0.0, until - time.monotonic()))
        if not isinstance(result, Found):
            return result
        n = take(result.value) + 1
        if n > most:
            return result
