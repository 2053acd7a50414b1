"""Word searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satcross.apps.workbench.engine.made import files_of, nothing
from satcross.apps.workbench.engine.panel import Form, Panel
from satcross.apps.workbench.engine.question import Job, Kind, Question
from satcross.forms import options_in
from satcross.options import option
from satcross.results import Best, Found

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst

LISTED_S = 60.0
LEVELS = {
    "easy": "easy: across and down",
    "medium": "medium: diagonals too",
    "hard": "hard: backwards too",
}


@dataclass(frozen=True, kw_only=True)
class WordSearchAsked:
    """What the form has."""

    words: list[str] | None = option("", "", label="Words, one a line")
    cols: int | None = option("", "", at_least=2, label="Columns")
    rows: int | None = option("", "", at_least=2)
    level: str = option("", "", default="hard", choices=LEVELS)
    message: str = option("", "", default="", label="Message in the other letters")
    title: str = option("", "", default="")


def wordsearch(analyst: Analyst, question: Question) -> Job:
    """A word search, with files of it."""
    from satcross.apps.wordsearch.files import search_json
    from satcross.apps.wordsearch.make import WordSearchTask
    from satcross.apps.wordsearch.options import WordSearchOptions

    asked = options_in(WordSearchAsked, question.ask)
    options = WordSearchOptions(
        level=asked.level,
        message=asked.message[:200],
        seed=int(question.ask.get("seed", 0)),
        alphabet=analyst.lists.alphabet,
    )
    words = [word[:64] for word in asked.words or ()][:500]
    size = f"{asked.cols}x{asked.rows}" if asked.cols and asked.rows else None
    result = yield from analyst.aside(WordSearchTask(words, size, options), LISTED_S)
    if not isinstance(result, Found | Best):
        return {**nothing(result), "rows": [], "words": []}
    made = result.value
    board = made.layout.board
    letters = [made.letters.get(at, " ") for at in range(board.n_rows * board.n_cols)]
    texts = {"txt": f"{made}\n".encode(), "json": f"{search_json(made, number=1)}\n".encode()}
    return {
        "outcome": "found",
        "rows": ["".join(row) for row in zip(*[iter(letters)] * board.n_cols, strict=True)],
        "words": [
            {"word": word.written, "letters": word.word, "cells": list(placement.cells)}
            for word, placement in zip(made.words, made.layout.placements, strict=True)
        ],
        "crossings": [crossing.cell for crossing in made.layout.crossings],
        **files_of(analyst, made, "wordsearch", texts, asked.title[:300]),
    }


PANELS = (
    Panel(
        question="wordsearch",
        kind=Kind(wordsearch, "wordsearch", "a word search"),
        title="Word search",
        text="A word search",
        keys="Alt+Shift+W",
        menu="File",
        place=40,
        forms=lambda: [Form(WordSearchAsked)],
        shows="board",
        main="Another one",
        is_live=True,
    ),
)
