"""Words as bit sets and as patterns."""

from __future__ import annotations

import numpy as np
from bitarray import bitarray
from support.random_puzzles import random_puzzle

from satcross.consistency import arc_consistent
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.pure import PureState
from satcross.solve.lazy.tables import SlotTable, tiers_of

WORDS = ["ABBA", "BABE", "CAFE", "DEAD"]


def table() -> SlotTable:
    codes = np.array([[ord(letter) - ord("A") for letter in word] for word in WORDS], np.uint8)
    scores = np.full(len(WORDS), 50, np.int32)
    return SlotTable(codes, np.arange(len(WORDS), dtype=np.int32), 26, tiers_of(scores))


def letters_of(bits: int, offset: int) -> str:
    return "".join(chr(ord("A") + a) for a in range(26) if bits >> offset * 26 + a & 1)


def test_a_pattern_has_the_letters_and_the_row() -> None:
    some = table()
    patterns = some.patterns(some.all_words())
    assert ["".join(letters_of(p, offset) for offset in range(4)) for p in patterns] == WORDS
    assert [some.row(pattern) for pattern in patterns] == [0, 1, 2, 3]
    assert patterns == [some.pattern(row) for row in range(4)]


def test_masks_join_the_letters_of_words() -> None:
    some = table()
    words = some.all_words()
    words[0] = False
    assert [letters_of(some.masks(words), offset) for offset in range(4)] == [
        "BCD",
        "AE",
        "ABF",
        "DE",
    ]
    assert some.masks(bitarray(len(words))) == 0


def test_letters_of_bits_on_both_sides_of_the_middle() -> None:
    domains = arc_consistent(random_puzzle(1))
    state = PureState(domains, LetterVars(domains))
    for letters in [(), (0,), (12,), (13,), (0, 12, 13, 25), (14, 40, 69), tuple(range(70))]:
        assert state.letters_of(sum(1 << letter for letter in letters)) == letters


def test_domains_are_sets_of_words_however_few_are_left() -> None:
    domains = next(
        found
        for found in (arc_consistent(random_puzzle(seed)) for seed in range(50))
        if found.emptied is None and found.letters.sum(axis=1).max() > 1
    )
    state = PureState(domains, LetterVars(domains))
    slot = max(range(len(state.cells)), key=lambda slot: state.count[slot])
    cell = max(state.cells[slot], key=lambda cell: state.mask[cell].bit_count())
    state.new_level()
    state.absorb([next(variable for variable in state.ids[cell] if variable)])
    state.propagate()
    assert state.few[slot] is not None  # so that its set is made from patterns
    assert state.dom[slot].count() == state.count[slot] < state.start[slot].count()
    assert len(state.dom[slot]) == len(state.start[slot])
    assert [words.count() for words in state.dom] == state.count
    assert state.dom[slot : slot + 1] == [state.dom[slot]]
    assert not (state.dom[slot] & ~state.start[slot]).any()
