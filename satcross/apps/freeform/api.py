"""The public function for free-form crosswords."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from satcross import LATIN, Alphabet, OptionError, SolverOptions
from satcross.extend import ProgressHandler, public, run_task

if TYPE_CHECKING:
    from satcross.apps.freeform.make import LayoutResult


@public
def make_freeform(
    words: Iterable[str],
    *,
    max_rows: int | None = None,
    max_cols: int | None = None,
    at_least: int | None = None,
    prove: bool | None = None,
    alphabet: Alphabet = LATIN,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> LayoutResult:
    """A free-form crossword: given words that cross, in large squares.

    Args:
        words: to be placed; spaces, accents and lower case are folded.
        max_rows, max_cols: of the box; None for no limit.
        at_least: how many words must be placed; None for all.
        prove: whether to go on until it is proved that no layout has more words, or as many and is
            better; None: the latter for up to 7 words.
        alphabet: the letters.

    Returns: `Best` with a `Layout`, without an objective, as several count; `Impossible` or
        `Stopped` where that many cannot be placed, or were not, with the best layout of fewer as
        its `evidence` or `partial`.

    >>> print(make_freeform(["cat", "tea"]).value.grid.shape)
    3x3
    """
    from satcross.apps.freeform.layout import LayoutOptions
    from satcross.apps.freeform.make import FreeformTask
    from satcross.extend import phrase_letters

    if isinstance(words, str):
        raise OptionError(f"must be a list of words, got {words[:40]!r}", parameter="words")
    letters = [phrase_letters(word, alphabet, parameter="words") for word in words]
    wanted = LayoutOptions(max_rows=max_rows, max_cols=max_cols, at_least=at_least, prove=prove)
    options = SolverOptions(seed=seed, on_progress=on_progress)
    task = FreeformTask(letters, options, wanted=wanted, alphabet=alphabet)
    return run_task(task, time_limit_s)
