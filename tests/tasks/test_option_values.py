"""What the command line refuses, the library refuses too, in one line that names the parameter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import satcross as sx
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import with_clues
from satcross.apps.construct.theme import Theme
from satcross.model.alphabet import LATIN
from satcross.model.crossword import crossword_of
from satcross.solve.protocol import SolverOptions
from satcross.tasks.enumerate import Fills
from satcross.tasks.fill import FillTask

PUZZLE = sx.Puzzle(sx.Grid.parse("..\n.."), sx.WordList.from_words(["at", "ta", "oh", "ho"]))


def fills(**options: Any) -> Callable[[], object]:
    return lambda: Fills(PUZZLE, **options)


def solver(**options: Any) -> Callable[[], object]:
    return lambda: SolverOptions(**options)


def clued(seed: Any) -> Callable[[], object]:
    book = ClueBook.from_pairs([("at", "Where")], alphabet=LATIN)
    return lambda: with_clues(crossword_of(sx.Grid.parse("AT")), book, seed=seed)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (solver(seed=-1), "seed: must be 0 or greater, got -1"),
        (solver(seed=1.5), "seed: must be a whole number, got 1.5"),
        (solver(seed="x"), "seed: must be a whole number, got 'x'"),
        (solver(seed=True), "seed: must be a whole number, got True"),
        (solver(encoding="trie"), "encoding: there is no encoding 'trie'; choose one of auto,"),
        (fills(limit=0), "limit: must be 1 or greater, got 0"),
        (fills(limit=1.5), "limit: must be a whole number, got 1.5"),
        (
            fills(distinct="foo"),
            "distinct: must be grids, words, symmetry, auto, a number of entries from 1,",
        ),
        (fills(distinct=0), "distinct: must be 1 or greater, got 0"),
        (fills(distinct=True), "distinct: must be a whole number, got True"),
        (fills(time_limit_s=0), "time_limit_s: must be a number of seconds above 0, got 0"),
        (lambda: FillTask(PUZZLE, jobs=-1), "jobs: must be from 0 to 256, got -1"),
        (lambda: FillTask(PUZZLE).run(float("nan")), "time_limit_s: must be a number of seconds"),
        (lambda: Theme(("CAT",), gap=0), "gap: must be 1 or greater, got 0"),
        (clued(-1), "seed: must be 0 or greater, got -1"),
    ],
)
def test_wrong_values_are_refused_by_the_library(call: Callable[[], object], message: str) -> None:
    with pytest.raises(sx.OptionError) as caught:
        call()
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
