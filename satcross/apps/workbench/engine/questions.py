"""The questions of the protocol, by name: fills, words, and how good and how many fills are."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

from satcross import Answered, Best, Bounded, Fill, Found, OptionError, Puzzle, Reason, Stopped
from satcross.apps.workbench.edits import Editor
from satcross.apps.workbench.engine.analyst import MAX_FILLS, Analyst
from satcross.apps.workbench.engine.question import (
    Data,
    Job,
    Kind,
    Question,
    beside_of,
    letters_of,
    outcome_of,
    score_parts,
)
from satcross.apps.workbench.engine.shown import treated_of
from satcross.apps.workbench.engine.statistics import statistics_of
from satcross.apps.workbench.engine.why import proof, why

MAX_LOOKUP = 500
BEST_S = 120.0
WHAT_IF_S = 20.0

# Fills


def puzzle_of(analyst: Analyst, question: Question) -> Puzzle:
    """The puzzle whose fills a question asks for: a region, or all, without the letters there."""
    document = analyst.document
    opened: list[int] = []
    region = frozenset(question.ask.get("cells") or ())
    keeps_all = question.ask.get("keep", "letters") == "letters"
    for at, cell in enumerate(document.squares):
        if not cell.solution or cell.pinned or cell.theme:
            continue
        if at in region or not keeps_all:
            opened.append(at)
    puzzle = analyst.with_grid(document.grid.opened(opened))
    score = question.ask.get("min_score")
    return puzzle if score is None else _from_score(analyst, puzzle, int(score), region)


def _from_score(analyst: Analyst, puzzle: Puzzle, score: int, region: frozenset[int]) -> Puzzle:
    """The puzzle where entries in a region, or all without one, have words from a score on.

    The score may be below that of the crossword: then other entries keep to theirs.
    """
    names = [
        slot.name
        for slot in puzzle.slots
        if puzzle.given_codes(slot) is None
        and (not region or any(cell in region and cell not in puzzle.givens for cell in slot.cells))
    ]
    if not names:
        return puzzle
    tables = [puzzle.table(slot).scores for slot in puzzle.slots]
    least = min(int(table.min()) for table in tables if len(table))
    rules = [f"min-score {score} {' '.join(names)}"]
    if score < least:
        rules.append(f"min-score {least} {' '.join(f'~{name}' for name in names)}")
        lower = replace(analyst.document, min_score=score)
        puzzle = analyst.document.puzzle(analyst.lists.of(lower), puzzle.grid)
    return puzzle.with_rule(*rules)


def fill_parts(analyst: Analyst, fill: Fill) -> Data:
    """A fill as the protocol has it."""
    cells = {
        str(at): new
        for at, (old, new) in enumerate(
            zip(analyst.document.grid.texts(), fill.grid.texts(), strict=True)
        )
        if old != new and at in fill.letters
    }
    return {"cells": cells, "beside": beside_of(fill), "score": fill.score, **score_parts(fill)}


def _fill(analyst: Analyst, question: Question) -> Job:
    puzzle = puzzle_of(analyst, question)
    unlike: tuple[Fill, ...] = ()
    if question.ask["question"] == "next_fill":
        # Fills that were given for the same blocks and words.
        pattern = puzzle.grid.without_letters()
        unlike = tuple(
            fill
            for fill in analyst.given
            if fill.grid.without_letters() == pattern and fill.puzzle.texts == puzzle.texts
        )
    elif any(clue.favourites for clue in analyst.document.texts.values()):
        return (yield from _of("wanted", "favoured")(analyst, question))
    seed = question.ask.get("seed", 0)
    result = yield from analyst.fill(puzzle, anew=True, unlike=unlike)
    if isinstance(seed, int) and seed and isinstance(result, Found) and not unlike:
        # The oracle learns, and so has no seeds: another one is a fill unlike the first.
        result = yield from analyst.fill(puzzle, unlike=(result.value,))
    if not isinstance(result, Found):
        return {"outcome": outcome_of(result), "cells": {}}
    analyst.note(result.value)
    return {"outcome": "found", **fill_parts(analyst, result.value)}


def _fills(analyst: Analyst, question: Question) -> Job:
    puzzle = puzzle_of(analyst, question)
    n = question.number_of("n", 4, MAX_FILLS)
    fills: list[Fill] = []
    outcome = "found"
    for _ in range(3 * n):
        result = yield from analyst.fill(puzzle, anew=True, unlike=tuple(fills))
        if not isinstance(result, Found):
            outcome = outcome_of(result)
            break
        if result.value not in fills:
            fills.append(result.value)
            if len(fills) == n:
                break
            analyst.answer(question, done=False, **_fills_parts(analyst, fills, "found"))
    analyst.given[:] = fills
    return _fills_parts(analyst, fills, "found" if fills else outcome)


def _fills_parts(analyst: Analyst, fills: Sequence[Fill], outcome: str) -> Data:
    made = []
    for fill in fills:
        pairs = zip(fills[0].entries, fill.entries, strict=True)
        differs = sum(first.word != entry.word for first, entry in pairs)
        made.append({**fill_parts(analyst, fill), "differs": differs})
    return {"outcome": outcome, "fills": made}


def _what_if(analyst: Analyst, question: Question) -> Job:
    edit = {"edit": "correction", "changes": question.ask["changes"]}
    document = Editor(analyst.lists.words).edit(analyst.document, edit)
    puzzle = document.puzzle(analyst.lists.of(document))
    result = yield from analyst.fill_aside(puzzle, WHAT_IF_S)
    witness = letters_of(result.value) if isinstance(result, Found) else None
    return {"outcome": outcome_of(result, found="fillable"), "witness": witness}


def _cell(analyst: Analyst, question: Question) -> int:
    """The cell that a question names. Raises OptionError, GridError: there is none in an entry."""
    puzzle = analyst.puzzle
    cell = puzzle.grid.position(question.ask["cell"])
    if not any(cell in slot.cells for slot in puzzle.slots):
        raise OptionError(f"{puzzle.grid.cell_name(cell)} is in no entry")
    return cell


def _witness(analyst: Analyst, question: Question) -> Data:
    ask, puzzle = question.ask, analyst.puzzle
    fill: Fill | None = None
    cell = _cell(analyst, question) if "letter" in ask else 0
    if analyst.domains is not None and (analyst.domains.emptied is None or "word" in ask):
        if "word" in ask:
            entry, word = str(ask["entry"]), str(ask["word"])
            shown = analyst.shown.get(entry)
            oracle = analyst.oracle(puzzle if shown is None else shown.puzzle)
            fill = oracle.settle([(entry, word)], 0).witness(entry, word)
        elif "letter" in ask:
            report = analyst.oracle().report(0, cells=[cell])
            fill = report.witness(cell, str(ask["letter"]))
        else:
            fill = analyst.witness
    return {"cells": None if fill is None else letters_of(fill)}


# Words


def _lookup(analyst: Analyst, question: Question) -> Data:
    document, lists = analyst.document, analyst.lists
    words = lists.of(document)
    found = words.query(str(question.ask["pattern"])[:100])
    limit = min(int(question.ask.get("limit", 50)), MAX_LOOKUP)
    rows = [
        [word, score, words.written(word), lists.source_of(document, word)]
        for word, score in found[:limit]
    ]
    return {"n": len(found), "words": rows}


def _wordplay(analyst: Analyst, question: Question) -> Job:
    """What a word can be made of, one kind after the other, so that an edit need not wait."""
    from satcross.apps.lists.wordplay import KINDS as ALL
    from satcross.apps.lists.wordplay import wordplay
    from satcross.extend import word_lengths

    ask, words = question.ask, analyst.lists.of(analyst.document)
    word, limit = str(ask["word"])[:64], question.number_of("limit", 8, MAX_LOOKUP)
    letters = words.alphabet.normalise(word) or ""
    written = words.written(letters) if letters in words else word
    n = words.alphabet.size(letters)
    answer: Data = {"enumeration": word_lengths(written, n, words.alphabet), "wordplay": []}
    for kind in ask.get("kinds") or ALL:
        found = wordplay(word, words, kinds=[kind], limit=limit)
        answer["wordplay"] += [[one.kind, one.text, one.score, list(one.parts)] for one in found]
        analyst.answer(question, done=False, **answer)
        yield None
    return answer


def _lists(analyst: Analyst, question: Question) -> Data:
    return {"lists": analyst.lists.described(analyst.document)}


def _statistics(analyst: Analyst, question: Question) -> Data:
    document = analyst.document
    words = analyst.lists.of(document, every_score=True)
    read = {name: said["word"] for name, said in treated_of(analyst.puzzle).items()}
    return {"groups": statistics_of(document, words, read)}


# How good, how many


def _best(analyst: Analyst, question: Question) -> Job:
    from satcross.apps.optimise.optimise import OptimiseTask

    ask, puzzle = question.ask, puzzle_of(analyst, question)
    goal = ask.get("goal", "total")
    if goal not in ("total", "lowest"):
        raise OptionError("the goal is total or lowest")
    within = ask.get("within")
    state: Data = {"goal": goal, "objective": None, "bound": None, "cells": {}, "proved": False}
    task = OptimiseTask(puzzle, goal=goal)

    def take(event: object) -> None:
        if not isinstance(event, Answered | Bounded):
            return
        if isinstance(event, Answered):
            state.update(fill_parts(analyst, event.value), objective=event.objective)
        state["bound"] = task.bound
        analyst.answer(question, done=False, outcome="found", **state)
        if within is None or task.bound is None or task.objective is None:
            return
        if abs(task.bound - task.objective) <= within:
            task.stop(Reason.GIVEN_UP)  # that is enough

    task.subscribe(take)
    result = yield from analyst.run(task, BEST_S)
    if isinstance(result, Best):
        state.update(fill_parts(analyst, result.value), objective=result.objective)
        state.update(bound=result.bound, proved=result.is_proved)
    return {"outcome": outcome_of(result), **state}


def _count(analyst: Analyst, question: Question) -> Job:
    from satcross.apps.counting.count import METHODS, CountTask

    puzzle = puzzle_of(analyst, question)
    method = question.ask.get("method", "auto")
    if method not in METHODS:
        raise OptionError(f"the method is one of {', '.join(METHODS)}")
    result = yield from analyst.aside(CountTask(puzzle, method=method), 60.0)
    found = result.value if isinstance(result, Found) else result.partial
    n = 0 if found is None else found.n
    kind = "at least" if found is None else found.kind.value
    text = {"exact": "{}", "approximate": "about {}", "at least": "at least {}"}[kind]
    shown = text.format(f"{n:,}" if n < 10**12 else f"{n:.1e}")
    return {"outcome": outcome_of(result), "n": str(n), "kind": kind, "text": shown}


def _prove(analyst: Analyst, question: Question) -> Job:
    from satcross.apps.proofs.prove.prove import ProveTask

    folder = analyst.scratch / f"proof-{analyst.revision}-{next(_NUMBERS)}"
    result = yield from analyst.aside(ProveTask(analyst.puzzle, folder), 120.0)
    return {
        "outcome": outcome_of(result, impossible="fillable"),
        "text": str(result) if isinstance(result, Stopped) else "",
        "proof": folder.name if isinstance(result, Found) else None,
    }


def _of(module: str, name: str) -> Callable[[Analyst, Question], Job]:
    """What answers a question whose modules take 50 ms to import, and are seldom needed."""

    def job(analyst: Analyst, question: Question) -> Job:
        from importlib import import_module

        answers = getattr(import_module(f"satcross.apps.workbench.engine.{module}"), name)
        begun: Job = answers(analyst, question)
        return begun

    return job


_NUMBERS = itertools.count(1)
KINDS = {
    "fill": Kind(_fill, "fill", "filling"),
    "next_fill": Kind(_fill, "fill", "another fill"),
    "fills": Kind(_fills, "fills", "fills that differ"),
    "wanted": Kind(_of("wanted", "wanted"), "wanted", "a fill with wanted words"),
    "why": Kind(why, "why", "why there is no fill"),
    "unlock": Kind(why, "why", "what would help here"),
    "witness": Kind(_witness, "witness", "a fill", is_quick=True),
    "proof": Kind(proof, "why", "why there is no fill with it"),
    "what_if": Kind(_what_if, "what_if", "what if"),
    "best": Kind(_best, "best", "the best fill"),
    "weakest": Kind(_of("weakest", "weakest"), "weakest", "the weakest entries", is_quick=True),
    "better": Kind(_of("weakest", "better"), "better", "better words"),
    "count": Kind(_count, "count", "counting fills"),
    "statistics": Kind(_statistics, "statistics", "statistics", is_quick=True),
    "lists": Kind(_lists, "lists", "reading word lists"),
    "lookup": Kind(_lookup, "lookup", "looking words up", is_quick=True),
    "wordplay": Kind(_wordplay, "wordplay", "wordplay"),
    "check": Kind(_of("checks", "check"), "check", "checking it by the rules of a house"),
    "prove": Kind(_prove, "prove", "writing the proof"),
}
"""The questions of the protocol, by name, without those of panels."""
