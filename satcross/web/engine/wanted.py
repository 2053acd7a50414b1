"""Words that are wanted: a fill with as many of them as there can be."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from satcross.errors import OptionError
from satcross.model.puzzle import Puzzle
from satcross.results import Found
from satcross.tasks.fill import FillTask
from satcross.web.engine.question import Data, Job, Question, outcome_of
from satcross.web.engine.questions import fill_parts, puzzle_of
from satcross.words.scales import DEFAULT_SCORE

if TYPE_CHECKING:
    from satcross.web.engine.analyst import Analyst

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
    listed = puzzle.listed.with_scores(dict.fromkeys(unlisted, DEFAULT_SCORE))
    puzzle = Puzzle(puzzle.grid, listed, puzzle.rules)
    state: Data = {"placed": [], "left_out": left_out, "most": False, "cells": {}, "text": ""}
    outcome, until = "impossible", time.monotonic() + LIMIT_S
    n = 0
    while n <= len(fitting):
        more = f"at least {n} of {', '.join(f'slot={word}' for word in fitting)}"
        task = FillTask(puzzle.with_rule(more) if n else puzzle)
        result = yield from analyst.run(task, max(0.0, until - time.monotonic()))
        if not isinstance(result, Found):
            state["most"] = outcome_of(result) == "impossible"
            if not state["most"]:
                state["text"] = str(result)
            outcome = outcome if n else outcome_of(result)
            break
        outcome = "found"
        inside = {entry.word for entry in result.value.entries}
        placed = [word for word in fitting if word in inside]
        state.update(fill_parts(analyst, result.value), placed=placed)
        state["most"] = len(placed) == len(fitting)
        n = len(placed) + 1
        analyst.answer(question, done=False, outcome=outcome, **state)
    return {"outcome": outcome, **state}
