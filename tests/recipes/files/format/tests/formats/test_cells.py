"""Grids as tables of cells."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from support.crosswords import LETTERS, OTHER_LETTERS, crosswords
from support.format_fuzz import broken_bytes, check_read

from satcross.errors import GridError
from satcross.formats import cells
from satcross.formats.losses import Losses
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import Crossword


@given(crosswords(cells.KEEPS))
def test_all_that_a_table_keeps_comes_back(crossword: Crossword) -> None:
    losses = Losses("cells")
    data = cells.write(crossword, losses)
    assert not losses.dropped
    again = cells.read(data, "x", alphabet=Alphabet(LETTERS + OTHER_LETTERS))
    assert replace(again, clues=()) == crossword


def test_a_table_with_a_wrong_cell_is_refused() -> None:
    with pytest.raises(GridError, match="'AB' is neither a block"):
        cells.read(b"AB,C\n", "x")


def test_broken_tables_are_refused_in_one_line() -> None:
    rng = random.Random(1)
    samples = [b"A,B\n#,.\n", b".,.,.\n"]
    read = [
        check_read(broken_bytes(rng.choice(samples), rng), cells.read, cells.write)
        for _ in range(150)
    ]
    assert 5 < sum(read) < 150
