"""Functions that are called while a word search is being made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from satcross.wordsearch.layout import Layout


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Callbacks:
    """What to call meanwhile.

    Args:
        phase: gets what is being done, in a few words; several times a second, except while a
            solver runs.
        better: gets each layout that satisfies all constraints and is better than those before.
        bound: gets each better bound on the number of cells, of `fit`.
    """

    phase: Callable[[str], None] = _ignore
    better: Callable[[Layout], None] = _ignore
    bound: Callable[[int], None] = _ignore


NO_CALLBACKS = Callbacks()
