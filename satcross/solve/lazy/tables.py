"""The tables of words of a problem, which slots share."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from bitarray import bitarray

from satcross.words.bits import SlotTable
from satcross.words.wordtable import WordTable

# A slot gets a table of its own when arc consistency left less than this part of the words of its
# length; above it the table of all words of that length is shared. Sharing saves building time and
# memory, a table of its own makes every later operation on the slot's words shorter.
SHARE_FROM = 0.6


class SlotWords(NamedTuple):
    """The words of a slot: some of those of its length.

    Args:
        whole: all words of that length.
        left: which of them, as a bit set.
        is_listed: False for a word that the list lacks.
    """

    whole: WordTable
    left: bitarray
    is_listed: bool


def build_tables(
    slots: Iterable[SlotWords], n_letters: int
) -> tuple[list[SlotTable], list[bitarray]]:
    """By slot, its table and the set of its words in it.

    Slots with the same words share one table; so do slots that kept most words of their length.
    """
    made: dict[tuple[int, bytes], SlotTable] = {}  # by the whole table, and by what is left
    tables: list[SlotTable] = []
    starts: list[bitarray] = []
    for whole, left, is_listed in slots:
        is_shared = is_listed and left.count() > SHARE_FROM * len(whole)
        key = id(whole), b"" if is_shared else left.tobytes()
        table = made.get(key)
        if table is None:
            if is_shared:
                table = whole.bits(n_letters)
            elif is_listed:
                table = whole.part(left, n_letters)
            else:
                table = SlotTable(whole.length, whole.raw, array("i"), n_letters, whole.runs)
            made[key] = table
        tables.append(table)
        starts.append(left if is_shared else table.all_words())
    return tables, starts
