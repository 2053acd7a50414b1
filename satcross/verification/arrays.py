"""The check of `satcross.verification.crossword` for thousands of fills at once, in numpy.

It finds the slots in the raw cells as that module does, and shares no code with the searches.
Words are looked up as numbers, a few letters at a time, in sorted tables of the list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from satcross.errors import VerificationError
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.verification.crossword import slots_of
from satcross.verification.rules import Filled, FilledRows, RuleChecker, SlotContent, Terms
from satcross.words import WordList
from satcross.words.table import Codes

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet
    from satcross.rules import Rule

Int = npt.NDArray[np.int64]
Bool = npt.NDArray[np.bool_]

_LARGEST = 1 << 62  # of a number that stands for letters
_SMALL_TABLE = 1 << 20  # possible numbers up to which a table of all is looked at directly


class ArrayChecker:
    """Checks rows of letters as fills of one template.

    Args:
        template: the grid before it was filled, with its givens.
        words: the list; a letter's code is its index in the list's alphabet.
        cells: by column of the rows, the cell's position: every cell that is in a slot, each once.
        rules: what else must hold.

    Raises:
        VerificationError: `cells` are not the cells in slots, or a rule is of a kind that this
            checker does not know.
        ValueError: a given cell holds several letters, which this checker does not know.
    """

    def __init__(
        self,
        template: Grid,
        words: WordList,
        cells: Sequence[int],
        *,
        rules: Collection[Rule] = (),
    ) -> None:
        unknown = [rule.kind for rule in rules if not self.knows(rule)]
        if unknown:
            raise VerificationError(f"rows cannot be checked for {unknown[0]}")
        self._words = words
        self._letters = words.alphabet.texts
        self._template = template
        self._cells = tuple(cells)
        terms, rest = Terms.of(rules)
        self._distinct = terms.distinct
        slots = slots_of(template, terms.min_length, terms.board_of(template))
        column = {cell: i for i, cell in enumerate(cells)}
        if set(column) != {cell for slot in slots.values() for cell in slot} or len(column) != len(
            self._cells
        ):
            raise VerificationError("the columns of the fills are not the cells of the slots")
        self._columns = {name: [column[cell] for cell in slot] for name, slot in slots.items()}
        self._given: dict[int, int] = {}
        for cell, at in column.items():
            text = template.cells[cell]
            if text not in (BLOCK, VOID, OPEN):
                if text not in words.alphabet:
                    raise ValueError(f"{template.cell_name(cell)} holds several letters")
                self._given[at] = self._letters.index(text)
        self._is_given = {
            name: all(at in self._given for at in columns)
            for name, columns in self._columns.items()
        }
        self._lookups = {length: _Lookup(words, length) for length in self._lengths()}
        self._at_once = [(rule, check) for rule in rest if (check := RuleChecker(rule).wrong_rows)]
        self._per_entry = [rule for rule in rest if RuleChecker(rule).is_per_entry]

    @staticmethod
    def knows(rule: Rule) -> bool:
        """Whether fills can be checked for a rule, at once or each entry alone."""
        return bool(
            RuleChecker(rule).wrong_rows
            or RuleChecker(rule).is_per_entry
            or RuleChecker(rule).board()
        )

    def _lengths(self) -> list[int]:
        return sorted({len(columns) for columns in self._columns.values()})

    def wrong_row(self, rows: Codes) -> tuple[int, str] | None:
        """The first wrong fill and what is wrong with it; None if all are right.

        Args: rows: uint8 or uint16 (fills, cells): letter codes.
        """
        faults: list[tuple[int, str]] = []

        def note(bad: Bool, what: str) -> None:
            if bad.any():
                faults.append((int(np.argmax(bad)), what))

        if rows.ndim != 2 or rows.shape[1] != len(self._cells) or rows.dtype.kind != "u":
            return 0, "the rows do not have the cells of the slots"
        note(np.any(rows >= len(self._letters), axis=1), "a cell holds no letter of the alphabet")
        if faults:
            return min(faults)
        by_cell = np.ascontiguousarray(rows.T).astype(np.int64)
        for at, code in self._given.items():
            note(by_cell[at] != code, f"{self._template.cell_name(self._cells[at])} was given")
        found: dict[str, Int] = {}  # by slot, the number of its word in each fill, -1 if none
        for name, columns in self._columns.items():
            found[name] = self._lookups[len(columns)].numbers(by_cell[columns])
            if not self._is_given[name]:
                note(found[name] < 0, f"{name} is not in the word list")
        if self._distinct:
            for one, other in combinations(self._columns, 2):
                if len(self._columns[one]) == len(self._columns[other]) > 1:
                    same = found[one] == found[other]
                    if same.any():  # words that are not in the list have no number
                        mine, theirs = self._columns[one], self._columns[other]
                        same &= (by_cell[mine] == by_cell[theirs]).all(axis=0)
                        note(same, f"{one} and {other} have the same word")
        for rule, name in product(self._per_entry, self._columns):
            self._note_entries(rule, name, by_cell, found[name], note)
        fills = _Fills(self, by_cell, found)
        for rule, wrong_rows in self._at_once:
            note(wrong_rows(rule, fills), f"does not hold: {rule}")
        return min(faults) if faults else None

    def _note_entries(
        self, rule: Rule, name: str, by_cell: Int, numbers: Int, note: Callable[[Bool, str], None]
    ) -> None:
        """Note the fills that break a rule in one slot. Args: numbers: of the slot's words."""
        columns = self._columns[name]
        for number, row in zip(*np.unique(numbers, return_index=True), strict=True):
            cells = tuple(self._letters[code] for code in by_cell[columns, row])
            word = self._words.alphabet.joined(cells)
            entry = SlotContent(name, cells, word, self._is_given[name], word)
            filled = Filled({}, [entry], self._words, self._distinct)
            for _, text in RuleChecker(rule).faults(filled):
                note(numbers == number, text)


class _Fills(FilledRows):
    """The rows that a checker looks at."""

    def __init__(self, checker: ArrayChecker, by_cell: Int, found: dict[str, Int]) -> None:
        self._checker, self._by_cell, self._found = checker, by_cell, found

    @property
    def alphabet(self) -> Alphabet:
        """Of the list."""
        return self._checker._words.alphabet

    def holding(self, cell: str | None, held: re.Pattern[str]) -> Bool:
        """By fill, whether the cell, or any, holds a text that matches."""
        mine = self._checker
        fits = np.array([held.fullmatch(symbol) is not None for symbol in self.alphabet.letters])
        there = np.zeros(self._by_cell.shape[1], dtype=np.bool_)
        for at, position in enumerate(mine._cells):
            if cell in (None, mine._template.cell_name(position)):
                there |= fits[self._by_cell[at]]
        return there

    def spelling(self, slot: str | None, word: re.Pattern[str]) -> Bool:
        """By fill, whether the slot, or any, has a word that matches."""
        mine = self._checker
        there = np.zeros(self._by_cell.shape[1], dtype=np.bool_)
        for name, columns in mine._columns.items():
            if slot not in (None, name):
                continue
            if mine._is_given[name]:
                given = "".join([self.alphabet.letters[mine._given[at]] for at in columns])
                there |= word.fullmatch(given) is not None
            else:
                there |= mine._lookups[len(columns)].matches(word)[self._found[name]]
        return there


class _Lookup:
    """Numbers of the words of one length.

    A word is read a few letters at a time. What was read so far and the next letters make one
    number, which is looked up in the sorted numbers of all words; its place there is what was read.
    """

    def __init__(self, words: WordList, length: int) -> None:
        self._words, self._length = words, length
        self._base = len(words.alphabet)
        codes = np.ascontiguousarray(words.table(length).codes.T).astype(np.int64)
        self._parts: list[tuple[slice, Int, npt.NDArray[np.int32] | None]] = []
        self._matching: dict[re.Pattern[str], Bool] = {}
        self.n_words = codes.shape[1]
        seen = np.zeros(self.n_words, dtype=np.int64)
        at, n_seen = 0, 1
        while at < length:
            n, size = 0, n_seen
            while at + n < length and size * self._base < _LARGEST:
                size *= self._base
                n += 1
            part = slice(at, at + n)
            numbers = self._number(seen, codes[part])
            known, seen = np.unique(numbers, return_inverse=True)
            direct = None
            if size <= _SMALL_TABLE:
                direct = np.full(size, -1, dtype=np.int32)
                direct[known] = np.arange(len(known))
            self._parts.append((part, known, direct))
            at, n_seen = at + n, len(known) + 1
        self._row_of = np.empty(self.n_words, dtype=np.int64)
        self._row_of[seen] = np.arange(self.n_words)

    def _number(self, seen: Int, codes: Int) -> Int:
        number = seen
        for column in codes:
            number = number * self._base + column
        return number

    def numbers(self, codes: Int) -> Int:
        """By fill, the number of its word; -1 if it is not in the list.

        Args: codes: (letters, fills).
        """
        n_fills = codes.shape[1]
        if not self.n_words:
            return np.full(n_fills, -1, dtype=np.int64)
        seen = np.zeros(n_fills, dtype=np.int64)
        is_word = np.ones(n_fills, dtype=np.bool_)
        for part, known, direct in self._parts:
            numbers = self._number(seen, codes[part])
            if direct is not None:
                seen = direct[numbers].astype(np.int64)
                is_word &= seen >= 0
            else:
                seen = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
                is_word &= known[seen] == numbers
            seen = np.where(is_word, seen, 0)
        return np.where(is_word, seen, -1)

    def matches(self, regex: re.Pattern[str]) -> Bool:
        """By number of a word, whether it matches; the last entry, for -1, is False."""
        if regex not in self._matching:
            matching = np.zeros(self.n_words + 1, dtype=np.bool_)
            for number, row in enumerate(self._row_of.tolist()):
                word = self._words.word(self._length, row)
                symbols = self._words.alphabet.symbols(word)
                matching[number] = regex.fullmatch(symbols) is not None
            self._matching[regex] = matching
        return self._matching[regex]
