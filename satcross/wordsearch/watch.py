"""Who is told how the making of a word search goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from satcross.wordsearch.layout import Layout
from satcross.wordsearch.results import Placed


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Watch:
    """Functions that are called meanwhile.

    Args:
        phase: told what is being done, in a few words; several times a second, but while a solver
            runs.
        better: told each layout that keeps every wish and is better than the ones before.
        placed: told of the layout that is used, and whether it is proved to be the best.
    """

    phase: Callable[[str], None] = _ignore
    better: Callable[[Layout], None] = _ignore
    placed: Callable[[Placed], None] = _ignore


UNSEEN = Watch()
