"""Layouts of given words, of which puzzles of other kinds are made: see `satcross.tasks.making`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from satcross import (
    LATIN,
    Alphabet,
    Best,
    Impossible,
    Puzzle,
    Reason,
    SolverOptions,
    Stopped,
    WordList,
    crossword_of,
)
from satcross.apps.clues.book import ClueBook
from satcross.apps.freeform.layout import Layout, LayoutOptions
from satcross.apps.freeform.make import FreeformTask, LayoutResult
from satcross.extend import Draft, Step, Steps


@dataclass(frozen=True, eq=False)
class OfWords:
    """Another layout of the same words for each seed, with as many of them as have a place.

    Args:
        words: capital letters, distinct; in the order in which `FreeformTask` takes them.
        wanted: limits of the box.
        alphabet: of the words.
        clues: for them.
        rules: for the grid, as keywords of `Puzzle`.
    """

    words: tuple[str, ...]
    wanted: LayoutOptions = field(default_factory=LayoutOptions)
    alphabet: Alphabet = LATIN
    clues: ClueBook | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)

    def draft(self, options: SolverOptions) -> Steps[Draft | Impossible | Stopped]:
        """A layout, with the clues."""
        task = FreeformTask(self.words, options, wanted=self.wanted, alphabet=self.alphabet)
        result: LayoutResult = yield Step(task)
        match result:
            case Best(value=layout):
                pass
            case Impossible(evidence=Layout() as layout):
                pass
            case Stopped(Reason.ROUNDS | Reason.GIVEN_UP, partial=Layout() as layout):
                pass
            case _:
                return result
        base = crossword_of(layout.grid)
        if self.clues is not None:
            from satcross.apps.clues.choose import with_clues

            base, _ = with_clues(base, self.clues, seed=options.seed)
        placed = WordList.from_words((), alphabet=self.alphabet)
        left_out = tuple(word for word, _ in layout.left_out)
        return Draft(Puzzle(layout.grid, placed, **self.rules), base=base, left_out=left_out)

    pattern = draft  # its words are what it is made of
