"""Random crosswords through every pair of formats: equal, or the loss is named by its place.

`python -m fuzz.formats` does the same with thousands.
"""

from __future__ import annotations

from itertools import product

import pytest
from support.format_pairs import NAMES, pair, through
from support.random_crosswords import random_crossword
from support.seeds import split

from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Clue, Crossword, Square

PAIRS = list(product(NAMES, repeat=2))


@pytest.mark.parametrize("seeds", split(range(200), 40))
def test_random_crosswords_through_pairs_of_formats(seeds: range) -> None:
    faults = []
    for seed in seeds:
        crossword = random_crossword(seed)
        for first, second in (PAIRS[seed % len(PAIRS)], PAIRS[(7 * seed + 3) % len(PAIRS)]):
            for leg in pair(crossword, first, second):
                faults += [f"{seed}, {first} to {second}: {fault}" for fault in leg.faults]
    assert not faults


@pytest.mark.parametrize("name", NAMES)
def test_every_format_names_what_it_loses(name: str) -> None:
    faults = [
        fault for seed in range(300, 325) for fault in through(random_crossword(seed), name).faults
    ]
    assert not faults


def test_a_clue_without_a_number_is_of_no_entry() -> None:
    squares = (Square(label="Q"), Square(), Square(), Square())
    crossword = Crossword(2, 2, squares, clues=(Clue("Across", "", "Any of them"),))
    for name in ("ipuz", "jpz"):
        written = file_of(crossword, name)
        again = parse_crossword(written.data, format_named(name), "f")
        assert [clue.cells for clue in again.clues] == [()], name
