"""The words that a list of candidates shows, and what is known of each."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from satcross.apps.workbench.engine.question import Data
from satcross.model.consistency import Domains, allowed_words
from satcross.model.puzzle import Puzzle, Slot
from satcross.tasks.letters.report import WordVerdict

MAX_IN_VIEW = 60  # words of one list that are settled
MAX_REPAIRS = 300  # words that are tried at once for a full entry when there is no fill
MARKS = {True: "good", False: "dead", None: "open"}


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
        n_sent: how many words were settled when the list was sent.

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
    n_sent: int = 0

    def __post_init__(self) -> None:
        from satcross.words.patterns import parse_pattern

        puzzle, slot = self.puzzle, self.slot
        table = puzzle.table(slot)
        fits = np.ones(len(table), dtype=np.bool_)
        for place, cell in enumerate(slot.cells):
            if cell in puzzle.givens:
                fits &= table.codes[:, place] == puzzle.givens[cell]
        allowed = allowed_words(puzzle).get(slot.index)
        if allowed is not None:
            fits &= allowed
        if self.filter_:
            pattern = parse_pattern(self.filter_, puzzle.words.alphabet)
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
        return self.puzzle.spelled(codes.tolist())

    def in_view(self) -> list[str]:
        """The words in view that are to be settled."""
        rows = self.alive[self.offset :][: min(self.limit, MAX_IN_VIEW)]
        return list(dict.fromkeys(map(self._text, rows)))

    def unsettled(self) -> list[str]:
        """The first words that are not settled."""
        texts = (text for text in map(self._text, self.alive) if text not in self.marks)
        return list(dict.fromkeys(itertools.islice(texts, MAX_REPAIRS)))

    def data(self, *, repairs: bool) -> Data:
        """As the protocol has it.

        Args: repairs: whether all words are settled, as each may repair the grid: then those that
            do come first, those that are proved not to last, and they are counted.
        """
        puzzle, slot, words = self.puzzle, self.slot, self.puzzle.words
        table = puzzle.table(slot)
        rows, n_good, n_dead = self.alive, 0, 0
        if repairs:
            marks = {row: self.marks.get(self._text(row), "open") for row in rows}
            rows = sorted(rows, key=lambda row: ("good", "open", "dead").index(marks[row]))
            n_good, n_dead = (list(marks.values()).count(mark) for mark in ("good", "dead"))
        out: list[list[Any]] = []
        n_alive = len(rows)
        for place, row in enumerate([*rows, *self.dead][self.offset :][: self.limit], self.offset):
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
            "n": n_alive + len(self.dead),
            "offset": self.offset,
            "words": out,
        }
        return made | ({"n_good": n_good, "n_open": n_alive - n_good - n_dead} if repairs else {})

    def note(self, verdicts: Sequence[WordVerdict]) -> dict[str, str]:
        """Take in verdicts of its words; the marks that are new."""
        marks = {verdict.word: MARKS[verdict.possible] for verdict in verdicts}
        new = {
            word: mark
            for word, mark in marks.items()
            if mark != "open" and self.marks.get(word) != mark
        }
        self.marks |= new
        return new


def treated_of(puzzle: Puzzle) -> dict[str, Data]:
    """By the names of treated slots, their treatments, and the word where the letters are given."""
    from satcross.rules.treatment import treated_slots

    found: dict[str, Data] = {}
    for name, rule in treated_slots(puzzle).items():
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
            by += f", for {[*rule.message][rule.names(puzzle).index(name)]}"
        found[name] = {"by": by, "word": read}
    return found
