"""Names that few solvers know, and that can be guessed only from the entries that cross them.

The crossing of two of them is called a *Natick*: a solver who knows neither has to guess a letter.
An entry is such a name if it is in the built-in list (with words of all scores), its kind there is
one of `HARD_KINDS`, and its score is below `KNOWN_SCORE`. A word of other lists alone is none:
nothing says that it is a name.
"""

from __future__ import annotations

from functools import cache


@cache
def hard_names() -> frozenset[str]:
    """All such names, in capitals.

    >>> [word in hard_names() for word in ("NATICK", "OBAMA", "OBOE")]
    [True, False, False]
    """
    from satcross.words.origin import HARD_KINDS, KNOWN_SCORE, of_kinds

    return of_kinds(HARD_KINDS, KNOWN_SCORE)
