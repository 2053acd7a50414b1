"""What slots may hold, which the check finds from the words of a certificate and its rules alone.

A slot holds rows of a table. Where cells may hold several letters, a word has a row for each way to
divide it into cells; where words are treated, a row for what each treatment makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross import WordList
from satcross.apps.proofs.certificate.forms import TreatedRows
from satcross.apps.proofs.certificate.scores import ScoredTable
from satcross.apps.proofs.checker.certificate import WrongError
from satcross.extend import Filled, Rule, RuleChecker, SlotContent, normal_name

Row = tuple[int, ...]
"""By cell, the code of what it holds."""


@dataclass(frozen=True, slots=True, eq=False)
class RowsRead:
    """Rows, and the words that they are read as.

    Args:
        codes: int32 (n, cells).
        scores: int64 (n,).
        words: by row, its word.
    """

    codes: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int64]
    words: Callable[[], Sequence[str]]


class SlotTables:
    """What the slots of a grid may hold.

    Args:
        words: the list.
        texts: by code, what a cell that has it holds.
        slots: the cells of each, by name.
        rules: those that are not terms, as `Terms.of` has them.
        position: of a cell, by its name.
        tick: called often while tables are made; an exception in it ends that.

    Fields:
        treated: the names of the slots whose words are treated.

    Raises:
        WrongError: the rules do not fit the grid.
    """

    def __init__(
        self,
        words: WordList,
        texts: Sequence[str],
        slots: Mapping[str, Sequence[int]],
        rules: Iterable[Rule],
        position: Callable[[str], int],
        tick: Callable[[], None],
    ) -> None:
        self._words, self._texts, self._slots = words, texts, slots
        letters = words.alphabet
        self._strings = [
            (letters.codes(text), code)
            for code, text in enumerate(texts[len(letters) :], len(letters))
        ]
        self._about = {name: _rules_about(name, slots, rules) for name in slots}
        self._position = position
        self._treatments: dict[str, TreatedRows] = {}
        for rule in rules:
            if rule.kind == "treatment":
                made = TreatedRows(rule, words, list(slots), tick)
                for name in made.names:
                    if name not in slots or name in self._treatments:
                        raise WrongError(f"{name} cannot be treated so")
                    self._treatments[name] = made
        self.treated = self._treatments.keys()
        self._entries: dict[object, RowsRead] = {}
        self._wrong: dict[tuple[Rule, int], frozenset[str]] = {}
        self._made: dict[object, ScoredTable] = {}
        self._read: dict[int, dict[Row, str]] = {}

    def cells(self, name: str) -> list[int]:
        """The cells of a slot, and then those that say how it is treated."""
        entry = list(self._slots[name])
        if name not in self._treatments:
            return entry
        return entry + self._treatments[name].further(name, self._position)

    def table(self, name: str, given: Mapping[int, int]) -> ScoredTable:
        """The words that a slot may hold, or the one that is given.

        Args: given: the code of what a cell holds, where it is given.
        """
        cells = self.cells(name)
        word = self._given(name, cells, given)
        first = {cell: offset for offset, cell in reversed(list(enumerate(cells)))}
        alike = [first[cell] for cell in cells]  # a path may have a cell twice
        rules = self._about[name]
        entries = self._of(name)
        key = id(entries), tuple(word or alike), None if word else rules
        if key not in self._made:
            fits = (entries.codes == (word or entries.codes[:, alike])).all(axis=1)
            for rule in () if word else rules:
                wrong = self._words_against(rule, entries)
                if wrong:
                    fits &= [read not in wrong for read in entries.words()]
            codes, scores = entries.codes[fits], entries.scores[fits]
            if word and not len(codes):
                codes, scores = np.array([word], np.int32), np.zeros(1, np.int64)
            self._made[key] = ScoredTable(codes, scores)
        return self._made[key]

    def read(self, name: str, row: Row) -> str:
        """The word of a slot whose cells hold a row."""
        if name in self._treatments:
            entries = self._of(name)
            if id(entries) not in self._read:
                rows = map(tuple, entries.codes.tolist())
                self._read[id(entries)] = dict(zip(rows, entries.words(), strict=True))
            word = self._read[id(entries)].get(row)
            if word is not None:
                return word
        return self.spelled(row[: len(self._slots[name])])

    def spelled(self, row: Sequence[int]) -> str:
        """What cells that hold a row spell."""
        return self._words.alphabet.joined([self._texts[code] for code in row])

    def divided(self, word: str, n_cells: int) -> Iterator[Row]:
        """Every way to divide a word into this number of cells."""
        return _divided(self._words.alphabet.codes(word), n_cells, self._strings)

    def _given(self, name: str, cells: Sequence[int], given: Mapping[int, int]) -> list[int]:
        """The row of a slot that is wholly given; [] for others, and for one that must be read."""
        if len(cells) > len(self._slots[name]) or any(cell not in given for cell in cells):
            return []
        return [given[cell] for cell in cells]

    def _of(self, name: str) -> RowsRead:
        """The rows of a slot before its cells and rules are looked at."""
        n_cells, rule = len(self._slots[name]), self._treatments.get(name)
        key = n_cells if rule is None else (n_cells, id(rule), rule.letter_of(name))
        if key not in self._entries:
            if rule is not None:
                rows, words = rule.rows(name, n_cells)
                self._entries[key] = self._scored(rows, words, n_cells + rule.n_further)
            elif self._strings:
                self._entries[key] = self._spelled_in(n_cells)
            else:
                table = self._words.table(n_cells)
                self._entries[key] = RowsRead(
                    table.codes.astype(np.int32),
                    table.scores.astype(np.int64),
                    cache(lambda: [self._words.word(n_cells, row) for row in range(len(table))]),
                )
        return self._entries[key]

    def _spelled_in(self, n_cells: int) -> RowsRead:
        strings = [self._words.alphabet.symbols(self._texts[code]) for _, code in self._strings]
        rows: list[Row] = []
        words: list[str] = []
        for word, _ in self._words.words():
            if self._words.alphabet.size(word) == n_cells:
                ways: Iterable[Row] = [self._words.alphabet.codes(word)]
            else:
                symbols = self._words.alphabet.symbols(word)
                ways = self.divided(word, n_cells) if any(s in symbols for s in strings) else ()
            for row in ways:
                rows.append(row)
                words.append(word)
        return self._scored(rows, words, n_cells)

    def _scored(self, rows: Sequence[Row], words: list[str], width: int) -> RowsRead:
        scores = {word: self._words.score(word) or 0 for word in set(words)}
        return RowsRead(
            np.array(rows, np.int32).reshape(-1, width),
            np.array([scores[word] for word in words], np.int64),
            lambda: words,
        )

    def _words_against(self, rule: Any, entries: RowsRead) -> frozenset[str]:
        """The words of rows that a rule about single words forbids."""
        anywhere = replace(rule, slots=())
        if (anywhere, id(entries)) not in self._wrong:
            words = list(dict.fromkeys(entries.words()))
            content = [SlotContent(str(at), (), word, False, word) for at, word in enumerate(words)]
            found = RuleChecker(anywhere).faults(Filled({}, content, self._words, False))
            self._wrong[anywhere, id(entries)] = frozenset(words[int(at)] for at, _ in found)
        return self._wrong[anywhere, id(entries)]


def _divided(codes: Row, n_cells: int, strings: Sequence[tuple[Row, int]]) -> Iterator[Row]:
    if len(codes) <= n_cells:
        if len(codes) == n_cells:
            yield codes
        return
    ways = [(codes[:1], codes[0]), *strings] if n_cells else []
    for held, code in ways:
        if codes[: len(held)] == held:
            for rest in _divided(codes[len(held) :], n_cells - 1, strings):
                yield (code, *rest)


def _rules_about(name: str, slots: Mapping[str, object], rules: Iterable[Any]) -> frozenset[Rule]:
    """The rules about the word of a slot alone."""
    return frozenset(
        rule
        for rule in rules
        if RuleChecker(rule).is_per_entry
        and (
            not rule.slots
            or normal_name(name) in map(normal_name, RuleChecker(rule).slots_meant(list(slots)))
        )
    )
