"""The words that a list of candidates shows, and what is known of each."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from satcross import Puzzle
from satcross.apps.letters.report import LetterReport, WordVerdict
from satcross.apps.workbench.engine.question import Data
from satcross.extend import Domains, Slot

MAX_IN_VIEW = 60  # words of one list that are settled
MAX_SETTLED = 300  # words of one list, when most of them turn out to be in no fill
MAX_REPAIRS = 300  # words that are tried at once for a full entry when there is no fill
MARKS = {True: "good", False: "dead", None: "open"}


@dataclass(frozen=True, slots=True)
class Promise:
    """How good a fill with a word is.

    Args:
        lowest: the lowest score in the best such fill that is known; None where it has none.
        most: no fill with it has a higher lowest score; None where nothing is left to be filled.
        forces: other entries that have one word left with it, the word, and its score.
    """

    lowest: int | None
    most: int | None
    forces: tuple[tuple[str, str, int], ...] = ()


@dataclass(slots=True)
class Shown:
    """A list of candidates.

    Args:
        domains: of the puzzle that its words are settled for: another than the grid's where the
            entry is full.
        slot: the entry.
        filter_: the pattern that its words match, or "".
        offset, limit: the part in view.
        marks: by word as the page has it, its mark once it is settled.

    Fields:
        alive: the rows, in the table of its length, of the words that fit and that arc consistency
            leaves, best first.
        dead: the rows of the others that fit.
        gone: the rows of those alive that are proved to be in no fill.
        promises: by word, how good a fill with it is, once that is known.
        n_sent: how much was known when the list was sent.
        rows: by word that was in view, its rows.

    Raises:
        OptionError: the filter is no pattern.
    """

    domains: Domains
    slot: Slot
    filter_: str
    offset: int
    limit: int
    marks: dict[str, str] = field(default_factory=dict)
    alive: list[int] = field(init=False)
    dead: list[int] = field(init=False)
    gone: set[int] = field(default_factory=set)
    promises: dict[str, Promise] = field(default_factory=dict)
    n_sent: int = 0
    rows: dict[str, list[int]] = field(default_factory=dict)
    _n_promised: int = 0

    def __post_init__(self) -> None:
        puzzle, slot = self.puzzle, self.slot
        table = puzzle.table(slot)
        fits = np.ones(len(table), dtype=np.bool_)
        for place, cell in enumerate(slot.cells):
            if cell in puzzle.givens:
                fits &= table.codes[:, place] == puzzle.givens[cell]
        allowed = Domains.words_allowed(puzzle).get(slot.index)
        if allowed is not None:
            fits &= allowed
        if self.filter_:
            pattern = puzzle.words.pattern(self.filter_)
            fits &= pattern.match(table.codes[:, : slot.n_letters])
        alive = np.zeros(len(table), dtype=np.bool_)
        alive[self.domains.words[slot.index]] = self.domains.emptied is None
        self.alive = np.flatnonzero(fits & alive).tolist()
        self.dead = np.flatnonzero(fits & ~alive).tolist()

    @property
    def puzzle(self) -> Puzzle:
        """What its words are settled for."""
        return self.domains.puzzle

    def _text(self, row: int) -> str:
        codes = self.puzzle.table(self.slot).codes[row, : self.slot.n_letters]
        text = self.puzzle.spelled(codes.tolist())
        rows = self.rows.setdefault(text, [])
        if row not in rows:
            rows.append(row)
        return text

    @property
    def is_full(self) -> bool:
        """Whether the entry has all of its letters."""
        return self.puzzle.given_codes(self.slot) is not None

    @property
    def n_known(self) -> int:
        """How much is known of the words; it only grows."""
        return len(self.marks) + len(self.gone) + self._n_promised

    def keep(self, word: str, promise: Promise) -> None:
        """Take in how good a fill with a word is."""
        self._n_promised += self.promises.get(word) != promise
        self.promises[word] = promise

    def rule_out(self, report: LetterReport) -> None:
        """Take in which letters are proved to be in no fill."""
        puzzle, texts = self.puzzle, self.puzzle.texts
        codes, rows = puzzle.table(self.slot).codes, np.array(self.alive, dtype=np.int64)
        places = {cell: place for place, cell in enumerate(self.slot.entry_cells)}
        for cell in report.cells:
            if cell.cell in places and cell.impossible and len(rows):
                out = np.array([text in cell.impossible for text in texts])
                self.gone.update(rows[out[codes[rows, places[cell.cell]]]].tolist())

    def in_view(self) -> list[str]:
        """The words in view that are to be settled, or were: the first that may be in a fill."""
        left = (row for row in self.alive if row not in self.gone)
        end = self.offset + min(self.limit, MAX_IN_VIEW)
        return list(dict.fromkeys(map(self._text, itertools.islice(left, self.offset, end))))

    def to_settle(self, *, repairs: bool) -> list[str]:
        """The words to settle next: those in view, or all if each may repair the grid."""
        if repairs:
            left = (row for row in self.alive if row not in self.gone)
            texts = (text for text in map(self._text, left) if text not in self.marks)
            return list(dict.fromkeys(itertools.islice(texts, MAX_REPAIRS)))
        is_enough = len(self.marks) >= MAX_SETTLED
        return [] if is_enough else [word for word in self.in_view() if word not in self.marks]

    def data(self, *, repairs: bool) -> Data:
        """As the protocol has it: words of fills first, and of these what leaves better ones.

        Args: repairs: whether all words are settled, as each may repair the grid: then those that
            do are counted.
        """
        puzzle, slot, words = self.puzzle, self.slot, self.puzzle.words
        table = puzzle.table(slot)
        alive = [row for row in self.alive if row not in self.gone]
        gone = sorted(self.gone)
        good = {row for word in self.marks for row in self.rows[word]} - self.gone
        rows = sorted((row for row in alive if row in good), key=self._rank)
        rows += [row for row in alive if row not in good]
        out: list[list[Any]] = []
        n_alive = len(rows)
        all_rows = itertools.chain(rows, gone, self.dead)
        shown = itertools.islice(all_rows, self.offset, self.offset + self.limit)
        for place, row in enumerate(shown, self.offset):
            text = self._text(row)
            mark = self.marks.get(text, "open") if place < n_alive else "dead"
            written = words.written(
                puzzle.reading_in(slot, row)
                if puzzle.is_treated(slot)
                else words.word(len(slot), row)
            )
            out.append([text, int(table.scores[row]), mark, written])
        codes = [puzzle.givens.get(cell) for cell in slot.entry_cells]
        made: Data = {
            "entry": slot.name,
            "filter": self.filter_,
            "pattern": "".join("." if code is None else puzzle.texts[code] for code in codes),
            "n": n_alive + len(gone) + len(self.dead),
            "n_left": n_alive,
            "offset": self.offset,
            "words": out,
            "promises": {
                word: [promise.lowest, promise.most, promise.forces]
                for word, promise in self.promises.items()
            },
        }
        n_open = n_alive - len(good)
        return made | ({"n_good": len(good), "n_open": n_open} if repairs else {})

    def _rank(self, row: int) -> tuple[int, int]:
        """Where a word that a fill has comes among those."""
        promise = self.promises.get(self._text(row))
        return -(promise.lowest or 0) if promise else 0, row

    def note(self, verdicts: Sequence[WordVerdict]) -> dict[str, str]:
        """Take in verdicts of its words; the marks that are new."""
        marks = {verdict.word: MARKS[verdict.possible] for verdict in verdicts}
        new = {
            word: mark
            for word, mark in marks.items()
            if mark != "open" and self.marks.get(word) != mark
        }
        self.marks |= new
        for word, mark in new.items():
            if mark == "dead":
                self.gone.update(self.rows.get(word, ()))
        return new


def treated_of(puzzle: Puzzle) -> dict[str, Data]:
    """By the names of treated slots, their treatments, and the word where the letters are given."""
    found: dict[str, Data] = {}
    rule: Any
    for name, rule in puzzle.treated.items():
        slot = puzzle.slot(name)
        given = [puzzle.givens.get(cell, -1) for cell in slot.entry_cells]
        rows: list[int] = []
        if -1 not in given:
            codes = puzzle.table(slot).codes[:, : slot.n_letters]
            rows = np.flatnonzero((codes == np.array(given)).all(axis=1)).tolist()
        read = puzzle.reading_in(slot, rows[0]) if rows else ""
        ways = rule.treatments
        if read:  # what it has become of those that it may have
            is_plain = read == puzzle.spelled(given)
            ways = tuple(way for way in ways if (way == "plain") == is_plain)
        by = " or ".join(ways)
        if rule.message:
            by += f", for {[*rule.message][rule.treated_in(puzzle).index(name)]}"
        found[name] = {"by": by, "word": read}
    return found
