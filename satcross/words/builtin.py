"""Where the built-in list lies, and which of its pieces hold the words that are asked for."""

from __future__ import annotations

from pathlib import Path

_DATA = Path(__file__).parent / "data"

# Common words, dictionary names and the commonest abbreviations: SCOWL's levels up to 70 ("found in
# most dictionaries"). docs/wordlist.md has the whole table of scores.
BUILTIN_MIN_SCORE = 30

# The words of the first piece over the letters A to Z, as `satcross.words.packed` has them.
BUILTIN_PACKED = _DATA / "builtin.words"

# The pieces, each with the words that score at least so much and less than the piece before it:
# what is asked for seldom is read seldom. scripts/build_wordlist.py writes them.
BUILTIN_FILES = (
    (_DATA / "builtin.dict.gz", BUILTIN_MIN_SCORE),
    (_DATA / "builtin-rare.dict.gz", 10),
    (_DATA / "builtin-rarest.dict.gz", 0),
)


def builtin_pieces(min_score: int) -> tuple[list[Path], int | None]:
    """(files that hold every word from `min_score` up, the score to cut at if they hold others).

    >>> [path.name for path in builtin_pieces(12)[0]], builtin_pieces(12)[1]
    (['builtin.dict.gz', 'builtin-rare.dict.gz'], 12)
    >>> builtin_pieces(BUILTIN_MIN_SCORE)[1] is None
    True
    """
    n = 1 + sum(min_score < lowest for _, lowest in BUILTIN_FILES[:-1])
    cut = None if min_score == BUILTIN_FILES[n - 1][1] else min_score
    return [path for path, _ in BUILTIN_FILES[:n]], cut
