"""The public function for word searches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from satcross import LATIN, Alphabet, Grid, Progress
from satcross.extend import ProgressHandler, public, run_task

if TYPE_CHECKING:
    from satcross.apps.wordsearch.make import WordSearchResult


@public
def make_wordsearch(
    words: Iterable[str],
    board: Grid | str | None = None,
    *,
    level: str = "hard",
    directions: str | Sequence[str] | None = None,
    shape: str = "rectangle",
    fit: bool = False,
    crossings: int | str | None = None,
    allow_inside: bool = False,
    filler: str = "words",
    message: str = "",
    forbid: Sequence[str] = (),
    builtin_forbid: bool = True,
    alphabet: Alphabet = LATIN,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> WordSearchResult:
    """A word search, or the proof that there is none.

    Args:
        words: the list, as people write it.
        board: its size, as in "24x20"; a picture with `#` for each cell; or a `Grid` of open cells
            and voids. None for one with room for the words.
        time_limit_s: seconds after which to stop; what was found by then counts. None for no limit.
        level: "easy" (right and down), "medium" (also the diagonals to the right) or "hard" (all
            eight directions).
        directions: the directions in which words may run, instead of a level: "E,SE", or
            ["E", "SE"].
        shape: of a board that is given by its size or not at all: "heart" and others.
        fit: find the smallest rectangle that holds all words.
        crossings: how many there must be at least; "most" for as many as are found in the time;
            None for many, in a second or two.
        allow_inside: a word may stand within a longer one.
        filler: how letters for the cells without a word are chosen: "words", "uniform", or the
            letters to choose from.
        message: what these cells spell instead, row by row; "" for filler.
        forbid: words that must not be read anywhere.
        builtin_forbid: whether the built-in list of rude English words is forbidden too.
        alphabet: the letters.

    Returns: `Found` with a `WordSearch`; `Best` with `crossings="most"`, with `fit`, or when it was
        stopped; `Impossible`; or `Stopped`.

    >>> found = make_wordsearch(["cat", "dog", "tag"], "6x5", level="easy")
    >>> sorted(word.word for word in found.value.words)
    ['CAT', 'DOG', 'TAG']
    """
    from satcross.apps.wordsearch.make import WordSearchTask
    from satcross.apps.wordsearch.options import WordSearchOptions

    options = WordSearchOptions(
        level=level, directions=directions, shape=shape, fit=fit, crossings=crossings,
        allow_inside=allow_inside, filler=filler, message=message,
        forbid=forbid, builtin_forbid=builtin_forbid, alphabet=alphabet, seed=seed,
    )  # fmt: skip
    task = WordSearchTask(words, board, options)
    if on_progress is not None:
        handler = on_progress
        task.subscribe(lambda event: handler(event) if isinstance(event, Progress) else None)
    return run_task(task, time_limit_s)
