"""Which slots of a puzzle must not have the same word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from satcross.apps.counting.diagram.tries import bits_of
from satcross.extend import I64, Codes, Domains


@dataclass(frozen=True, slots=True, eq=False)
class Exclusions:
    """Which slots must not have the same word. What has no rivals is left out.

    Args:
        rivals: by slot, those that could have a word of its own.
        group: by slot, the number of its group; rivals are in the same one.
        names: by slot, int64 (words,): by word in alphabetical order, a number that is the same
            in all slots of its group.
        bits: by group, uint64 (length, numbers): the letters of its words as bits; not for words
            that may be divided into cells in several ways.
    """

    rivals: dict[int, list[int]]
    group: dict[int, int]
    names: dict[int, I64]
    bits: dict[int, npt.NDArray[np.uint64]]


def exclusions_of(domains: Domains) -> Exclusions:
    """Those of a puzzle, for the words that arc consistency has left."""
    puzzle = domains.puzzle
    if puzzle.distinct and puzzle.has_rebus:
        return _of_spellings(domains)
    rivals = {i: others.tolist() for i, others in enumerate(domains.rivals()) if len(others)}
    exclusions = Exclusions(rivals, {}, {}, {})
    for number, slots in enumerate(domains.distinct_groups()):
        for index in slots:
            if index in rivals:
                names = domains.words[index][alphabetical(domains.codes[index])]
                exclusions.names[index] = names.astype(np.int64)
                exclusions.group[index] = number
                exclusions.bits[number] = bits_of(
                    puzzle.words.table(len(puzzle.slots[index])).codes.T
                )
    return exclusions


def _of_spellings(domains: Domains) -> Exclusions:
    """With a rebus, words must differ however they are divided into cells."""
    puzzle = domains.puzzle
    spelled = {
        slot.index: [
            puzzle.spelled(codes)
            for codes in domains.codes[slot.index][alphabetical(domains.codes[slot.index])].tolist()
        ]
        for slot in puzzle.slots
        if len(slot) > 1
    }
    number = {word: i for i, word in enumerate(sorted(set().union(*spelled.values())))}
    names = {
        index: np.array([number[word] for word in words], dtype=np.int64)
        for index, words in spelled.items()
    }
    rivals: dict[int, list[int]] = {}
    for one, mine in names.items():
        others = [i for i, theirs in names.items() if i != one and np.isin(mine, theirs).any()]
        if others:
            rivals[one] = others
    return Exclusions(rivals, dict.fromkeys(rivals, 0), names, {})


def alphabetical(codes: Codes) -> I64:
    """The rows of some words in alphabetical order."""
    return np.lexsort(codes.T[::-1]).astype(np.int64)
