"""Pages to solve have no place for cells beside the rectangle."""

from __future__ import annotations

import pytest

import satcross as sx
from satcross.model.alphabet import Alphabet
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

LISTED = WordList.from_words(["ab", "ba", "aa", "bb", "abb", "bab", "aba"], alphabet=Alphabet("AB"))


def puzzle_of(*rules: str) -> Puzzle:
    return Puzzle("...\n...", LISTED, rules=rules, distinct=False)


def test_cells_beside_the_rectangle_are_refused() -> None:
    fill = sx.fill(puzzle_of("cell h1", "slot nina: r1c1 h1")).unwrap()
    with pytest.raises((sx.OptionError, sx.FormatError), match="cells beside the rectangle"):
        sx.html_of(fill)
