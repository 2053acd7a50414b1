"""Hypothesis strategies for whole puzzles: grids with blocks, bars, voids, rebus and given letters,
word lists with scores, and rules. Most puzzles have a fill, as their entries are put into the list.
"""

from __future__ import annotations

from hypothesis import strategies as st

from satcross.errors import InputError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

ALPHABETS = ("AB", "ABCDE", "AÄS", "АБВГ", "01X")


@st.composite
def grids(draw: st.DrawFn, letters: str, *, max_side: int = 5) -> Grid:
    """A grid; its given letters are of `letters`."""
    n_rows, n_cols = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    n = n_rows * n_cols
    texts = st.sampled_from(letters) | st.text(st.sampled_from(letters), min_size=2, max_size=4)
    cells = st.sampled_from([OPEN] * 6 + [BLOCK, VOID]) | texts
    right = [p for p in range(n) if (p + 1) % n_cols]
    below = list(range(n - n_cols))
    return Grid(
        n_rows,
        n_cols,
        tuple(draw(st.lists(cells, min_size=n, max_size=n))),
        draw(_few(right)),
        draw(_few(below)),
    )


def _few(positions: list[int]) -> st.SearchStrategy[frozenset[int]]:
    if not positions:
        return st.just(frozenset())
    return st.just(frozenset()) | st.frozensets(st.sampled_from(positions), max_size=4)


@st.composite
def word_lists(draw: st.DrawFn, letters: str) -> WordList:
    """A list of words of up to 6 letters with scores."""
    word = st.text(st.sampled_from(letters), min_size=2, max_size=6)
    scores = st.integers(0, 1000) | st.just(50)
    words = draw(st.dictionaries(word, scores, min_size=1, max_size=40))
    return WordList.from_words(list(words.items()), alphabet=Alphabet(letters))


@st.composite
def puzzles(draw: st.DrawFn, *, max_side: int = 5) -> Puzzle | InputError:
    """A puzzle; or the error of one whose grid and options cannot be a puzzle."""
    letters = draw(st.sampled_from(ALPHABETS))
    rebus = st.lists(st.text(st.sampled_from(letters), min_size=2, max_size=3), max_size=2)
    try:
        return Puzzle(
            draw(grids(letters, max_side=max_side)),
            draw(word_lists(letters)),
            distinct=draw(st.booleans()),
            min_length=draw(st.sampled_from([2, 2, 1, 3])),
            rebus=tuple(draw(rebus)),
            max_shared_substring=draw(st.sampled_from([None, None, 2, 3])),
            no_near_duplicates=draw(st.integers(0, 3)) == 0,
        )
    except InputError as error:
        return error
