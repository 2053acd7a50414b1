"""Words that are wanted, anywhere or in an entry: a fill with as many of them as there can be."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from satcross import Fill, FillTask, Found, Impossible, OptionError, Puzzle
from satcross.apps.workbench.document import Document, slot_key
from satcross.apps.workbench.engine.analyst import Analyst
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

    def placed(fill: Fill) -> list[str]:
        inside = {entry.word for entry in fill.entries}
        return [word for word in fitting if word in inside]

    conditions = [f"slot={word}" for word in fitting]
    n, said = len(fitting), {"left_out": left_out}
    return (yield from _most_of(analyst, question, puzzle, conditions, n, said, "placed", placed))


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
    n = len({name for name, _ in wishes})

    def held(fill: Fill) -> list[str]:
        analyst.note(fill)
        return [name for name, word in wishes if fill[name].word == word]

    conditions = [f"{name}={word}" for name, word in wishes]
    said, name = {"n_favoured": n}, "favourites"
    return (yield from _most_of(analyst, question, puzzle, conditions, n, said, name, held))


def _most_of(
    analyst: Analyst,
    question: Question,
    puzzle: Puzzle,
    conditions: Sequence[str],
    most: int,
    said: Data,
    name: str,
    holding: Callable[[Fill], list[str]],
) -> Job:
    """Fills in which more and more conditions hold, until it is proved that none has more.

    Args:
        conditions: as rules write them.
        most: how many can hold at once.
        said: further fields of the answers.
        name, holding: the field with what holds in the fill, and what that is.
    """
    state: Data = {**said, name: [], "most": False, "cells": {}, "text": ""}
    until, n, outcome = time.monotonic() + LIMIT_S, 0, "found"
    while n <= most:
        more = f"at least {n} of {', '.join(conditions)}"
        task = FillTask(puzzle.with_rule(more) if n else puzzle)
        result = yield from analyst.run(task, max(0.0, until - time.monotonic()))
        if not isinstance(result, Found):
            state["most"] = isinstance(result, Impossible)
            state["text"] = "" if state["most"] else str(result)
            outcome = outcome if n else outcome_of(result)
            break
        state |= fill_parts(analyst, result.value) | {name: holding(result.value)}
        n = len(state[name]) + 1
        state["most"] = n > most
        analyst.answer(question, done=False, outcome=outcome, **state)
    return {"outcome": outcome, **state}
