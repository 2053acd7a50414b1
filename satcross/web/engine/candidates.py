"""Candidates: the words that fit an entry, and which of them a fill has."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from satcross.errors import InputError
from satcross.model.consistency import Domains, allowed_words, arc_consistent
from satcross.model.grid import OPEN
from satcross.model.puzzle import Puzzle, Slot
from satcross.tasks.letters.report import WordVerdict
from satcross.web.engine.question import Data, Job, Question

if TYPE_CHECKING:
    from satcross.web.engine.analyst import Analyst

MAX_IN_VIEW = 60  # words of one list that are settled
MAX_REPAIRS = 300  # words that are tried at once for a full entry when there is no fill
SLICE_S = 1.0  # between two looks at whether something else is more urgent
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


def may_repair(analyst: Analyst, shown: Shown) -> bool:
    """Whether a word of a list may repair a grid without a fill."""
    return analyst.verdict is False and shown.puzzle is not analyst.puzzle


def candidates(analyst: Analyst, question: Question) -> Data | None:
    """The lists in view."""
    if analyst.domains is None:
        return None
    lists: list[Data] = []
    analyst.shown = {}
    for entry, filter_, offset, limit in analyst.view.lists:
        try:
            slot = analyst.puzzle.slot(entry)
            shown = Shown(_domains_of(analyst, slot), slot, filter_, offset, limit)
        except InputError as error:
            nothing = {"words": [], "n": 0, "problem": str(error)}
            lists.append({"entry": entry, "filter": filter_, **nothing})
            continue
        analyst.shown[slot.name] = shown
        lists.append(shown.data(repairs=may_repair(analyst, shown)))
    return {"lists": lists}


def _domains_of(analyst: Analyst, slot: Slot) -> Domains:
    """The domains that a list shows: of a full entry, what could stand there instead."""
    puzzle, document = analyst.puzzle, analyst.document
    assert analyst.domains is not None
    if puzzle.given_codes(slot) is None:
        return analyst.domains
    kept = {
        cell
        for other in puzzle.slots
        if other.index != slot.index and puzzle.given_codes(other) is not None
        for cell in other.cells
    }
    grid = document.grid
    cells = list(grid.cells)
    for cell in slot.entry_cells:
        (shown,) = puzzle.grid.shown([cell])
        if not (cell in kept or document.cells[shown].pinned or document.cells[shown].theme):
            cells[document.place(puzzle.grid, cell)] = OPEN
    after = grid.with_cells(cells)
    return analyst.domains if after == grid else arc_consistent(analyst.with_grid(after))


def marks(analyst: Analyst, question: Question) -> Job:
    """Settle the words in view."""
    while analyst.domains is not None:
        is_done = True
        for puzzle in {id(s.puzzle): s.puzzle for s in analyst.shown.values()}.values():
            lists = [shown for shown in analyst.shown.values() if shown.puzzle is puzzle]
            pairs = _pairs(analyst, lists)
            if not pairs:
                continue
            yield from analyst.quiet()
            report = analyst.oracle(puzzle).settle(
                pairs, SLICE_S, on_update=lambda found: _send(analyst, question, found.verdicts)
            )
            _send(analyst, question, report.verdicts)
            are_all = not any(may_repair(analyst, shown) for shown in lists)  # else there is more
            is_done = is_done and report.complete and are_all
        _send_repairs(analyst)
        if is_done:
            return {"marks": {}}
        yield None
    return None


def _pairs(analyst: Analyst, lists: Sequence[Shown]) -> list[tuple[str, str]]:
    """The words to settle, as slot and word, the best of each list first."""
    wanted = [
        [(shown.slot.name, word) for word in words]
        for shown in lists
        for words in [shown.unsettled() if may_repair(analyst, shown) else shown.in_view()]
    ]
    return [pair for some in itertools.zip_longest(*wanted) for pair in some if pair is not None]


def _send(analyst: Analyst, question: Question, verdicts: Sequence[WordVerdict]) -> None:
    """Send the marks that are new."""
    found = {
        name: shown.note([verdict for verdict in verdicts if verdict.slot == name])
        for name, shown in analyst.shown.items()
    }
    new = {name: some for name, some in found.items() if some}
    if new:
        analyst.answer(question, marks=new, done=False)


def _send_repairs(analyst: Analyst) -> None:
    """Send lists again in which words that repair the grid have come out."""
    lists = list(analyst.shown.values())
    if any(may_repair(analyst, shown) and len(shown.marks) > shown.n_sent for shown in lists):
        for shown in lists:
            shown.n_sent = len(shown.marks)
        data = [shown.data(repairs=may_repair(analyst, shown)) for shown in lists]
        analyst.answer(analyst.background["candidates"], lists=data)
