"""Words as bit sets."""

from __future__ import annotations

import numpy as np
from oracles.lazy.state import PureState
from support.random_puzzles import random_puzzle

from satcross.model.consistency import arc_consistent
from satcross.solve.lazy.problem import TableProblem
from satcross.words.wordtable import WordTable

WORDS = ["ABBA", "BABE", "CAFE", "DEAD"]


def test_a_row_has_the_letters_of_its_word() -> None:
    codes = np.array([[ord(letter) - ord("A") for letter in word] for word in WORDS], np.uint8)
    scores = np.full(len(WORDS), 50, np.int32)
    table = WordTable(len(WORDS[0]), codes, scores).bits(26)
    for row, word in enumerate(WORDS):
        assert "".join(chr(ord("A") + code) for code in table.word(row)) == word
        for offset, code in enumerate(table.word(row)):
            assert [bits[row] for bits in table.support[offset]] == [a == code for a in range(26)]


def test_letters_of_bits_on_both_sides_of_the_middle() -> None:
    domains = arc_consistent(random_puzzle(1))
    state = PureState(TableProblem.of(domains))
    for letters in [(), (0,), (12,), (13,), (0, 12, 13, 25), (14, 40, 69), tuple(range(70))]:
        assert state.letters_of(sum(1 << letter for letter in letters)) == letters


def test_domains_are_sets_of_the_words_that_a_slot_had_at_first() -> None:
    domains = next(
        found
        for found in (arc_consistent(random_puzzle(seed)) for seed in range(50))
        if found.emptied is None and found.letters.sum(axis=1).max() > 1
    )
    state = PureState(TableProblem.of(domains))
    slot = max(range(len(state.cells)), key=lambda slot: state.count[slot])
    cell = max(state.cells[slot], key=lambda cell: state.mask[cell].bit_count())
    state.new_level()
    state.absorb([next(variable for variable in state.ids[cell] if variable)])
    state.propagate()
    assert state.dom[slot].count() == state.count[slot] < state.start[slot].count()
    assert len(state.dom[slot]) == len(state.start[slot])
    assert [words.count() for words in state.dom] == state.count
    assert not (state.dom[slot] & ~state.start[slot]).any()
