"""Puzzles of other kinds, made of the filled grid: of each kind that says how it is made."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satcross import (
    Answered,
    Best,
    Crossword,
    Found,
    InputError,
    OptionError,
    Puzzle,
    SolverOptions,
    file_of,
)
from satcross.apps.workbench.conversion import crossword_of
from satcross.apps.workbench.engine.made import files_of, nothing
from satcross.apps.workbench.engine.panel import Form, Panel
from satcross.apps.workbench.engine.question import Data, Job, Kind, Question
from satcross.extend import (
    OPEN,
    MadeKind,
    Maker,
    Making,
    OfPuzzle,
    counted,
    faults_of,
    format_named,
    kinds,
)
from satcross.formats.registry import NAMES
from satcross.forms import fields_of, options_in

if TYPE_CHECKING:
    from satcross.apps.workbench.engine.analyst import Analyst

MADE_S = 60.0


def _forms() -> Sequence[Form]:
    """A form for each kind that is made of a grid, and whose package is not broken."""
    found = []
    for kind in kinds():
        if not kind.make or kind.is_quotation:  # those are made of a text
            continue
        with suppress(Exception):  # whatever it is, `satcross.testing.check_kind` says so
            form = Form(MadeKind(kind.value).options, kind.value, kind.titles["en"])
            fields_of(form.options)
            found.append(form)
    return found


def puzzle(analyst: Analyst, question: Question) -> Job:
    """A puzzle of another kind of the filled grid, with files of it."""
    document, name = analyst.document, str(question.ask.get("kind"))
    if name not in {form.kind for form in _forms()}:
        raise OptionError(f"{name!r:.40} is not made here")
    if empty := document.grid.cells.count(OPEN):
        text = f"Other puzzles are made of a filled grid; {counted(empty, 'cell')} to fill."
        return {"outcome": "stopped", "text": text}
    words = analyst.lists.of(document, every_score=True)
    asked = Puzzle(document.grid, words)
    if twice := [fault for fault in faults_of(asked, asked.grid) if fault.kind == "repeat"]:
        return {"outcome": "stopped", "text": f"Each word may be there once: {twice[0]}."}
    found: list[Best[Any] | Found[Any]] = []

    def take(event: object) -> None:
        if isinstance(event, Answered):
            found.append(event.value)

    try:
        made = MadeKind(name)
        source = OfPuzzle(asked, crossword_of(document, settings=False))
        maker = made.maker(source, words, options_in(made.options, question.ask))
        # Another seed would have the same letters.
        solver = SolverOptions(seed=int(question.ask.get("seed", 0)))
        making = Making(maker, solver, limit=1, tries=1)
        result = yield from analyst.aside(making, MADE_S, take)
        return _answer(analyst, maker, found[0]) if found else nothing(result)
    except InputError as error:
        return nothing(error)


def _answer(analyst: Analyst, maker: Maker[Any], best: Best[Any] | Found[Any]) -> Data:
    """The answer with a puzzle that was made."""
    made, document = best.value, analyst.document
    # What the kind says itself, as a legend in the notes, stays.
    texts = {
        each: getattr(made.crossword, each) or getattr(document, each) for each in Crossword.TEXTS
    }
    crossword = replace(made.crossword, **texts)
    no_clue = sum(not clue.text for clue in crossword.clues) if _asks(crossword) else 0
    return {
        "outcome": "found",
        "kind": crossword.kind.value,
        "report": maker.report(best),
        "n_clues": len(crossword.clues),
        "no_clue": no_clue,
        **files_of(analyst, crossword, _texts(crossword, str(made))),
    }


def _asks(crossword: Crossword) -> bool:
    """Whether solvers have clues to read."""
    return crossword.kind.has_clues and not crossword.kind.lists_words and not crossword.kind.code


def _texts(crossword: Crossword, text: str) -> Data:
    """Files by the ends of their names: one that can be read again, and the puzzle as text."""
    end, name = ("json", "satcross")
    if "ipuz" in NAMES and format_named("ipuz").keeps_kind(crossword.kind):
        end = name = "ipuz"
    content = file_of(crossword, name, lossy=True, target=f"{crossword.kind.value}.{end}")
    return {end: content.data, "txt": f"{text}\n".encode()}


PANELS = (
    Panel(
        question="puzzle",
        kind=Kind(puzzle, "puzzle", "another puzzle"),
        title="Other puzzles",
        text="A puzzle of another kind, made of this grid",
        keys="Alt+Shift+C",
        menu="File",
        place=50,
        forms=_forms,
        shows="puzzle",
        main="Another one",
        is_live=True,
    ),
)
