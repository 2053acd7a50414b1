"""How hard a codeword is, judged by what a solver must do.

A codeword is solved as people do it, with the weakest technique that gives a letter, again and
again. The rating is the hardest technique that is needed. A solver knows the words that score
`KNOWN` or more, and those of the solution. Words come to mind by their letters, the best known ones
first; those whose equal letters are not at equal numbers, or that use a known letter again, are
passed over. So a slot is of use if its letters tell enough, and few words come to mind before those
that fit.

1. *Single*: two thirds of the letters of a slot are known, and one word fits.
2. *Pattern*: half of its cells are told, by known letters and numbers that are there twice, and one
   word fits.
3. *Shared letter*: several words fit such a slot, and all have a letter there; or a number has one
   letter only that fits in two slots.
4. *Look-up*: the words of many slots are compared, until a number has one letter left.
5. *Guess*: a letter is tried, and others are found to be wrong by what follows from them.

Whatever a technique needs remains when more letters are known. So a codeword with more letters
given is never rated harder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from satcross import Fill, WordList
from satcross.extend import NEVER, Bools, Codes, Deadline, DeadlinePassedError, counted, some_of
from satcross.kinds.codeword.puzzle import Codeword

KNOWN = WordList.MIN_SCORE
SINGLE, PATTERN, SHARED, LOOK_UP, GUESS = TECHNIQUES = range(1, 6)
NAMES = {
    SINGLE: "single",
    PATTERN: "pattern",
    SHARED: "shared letter",
    LOOK_UP: "look-up",
    GUESS: "guess",
}
FEW = 10  # words that come to mind at once
MANY = 50  # words that are gone through for one slot
LISTED = 100  # words of a slot that are written down to be compared
N_TRIED = 3  # numbers whose letters are tried
N_SHOWN = 4  # words named in a step

Numbers = npt.NDArray[np.int64]  # by cell


@dataclass(frozen=True, slots=True)
class SolverStep:
    """A step of a solver.

    Args:
        technique: from SINGLE to GUESS.
        letters: what is learnt, by number.
        slots: names of the slots it is seen in, with their first cells, as in "12A (r5c1)"; empty
            for a look-up in many, and a guess.
        words: those that fit the slot; of a guess, the letters that are wrong.
    """

    technique: int
    letters: Mapping[int, str]
    slots: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = " ".join(f"{number}={letter}" for number, letter in self.letters.items())
        where = " and ".join(self.slots)
        words = some_of(self.words, N_SHOWN)
        if self.technique == GUESS:
            how = (
                f"a guess, after dead ends with {words}" if words else "a guess among many letters"
            )
        elif self.technique == LOOK_UP:
            how = "the only letter left when all slots are compared"
        elif len(self.slots) != 1:
            how = f"the only letter that fits both {where}" if where else "the last letter left"
        elif self.technique == SHARED:
            how = f"all words that fit {where} have it there: {words}"
        else:
            by = ", the one word with its pattern" if self.technique == PATTERN else ""
            how = f"{where} can only be {words}{by}"
        return f"{said}: {how}"


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What a solver does from the first letter to the last."""

    steps: tuple[SolverStep, ...]

    @property
    def rating(self) -> int:
        """The hardest technique, from 1 to 5; 1 where all letters are given."""
        return max((step.technique for step in self.steps), default=SINGLE)

    @property
    def counts(self) -> dict[str, int]:
        """How many steps of each technique there are, by name."""
        counts = Counter(step.technique for step in self.steps)
        return {NAMES[technique]: counts[technique] for technique in TECHNIQUES}

    def __str__(self) -> str:
        parts = [counted(n, name) for name, n in self.counts.items() if n]
        return f"difficulty {self.rating} of 5: {', '.join(parts) or 'all letters are given'}"


def difficulty_of(
    codeword: Codeword, fill: Fill, words: WordList, deadline: Deadline = NEVER
) -> Difficulty:
    """How hard a codeword is for people.

    Args:
        codeword: with its given letters.
        fill: its solution.
        words: those that solvers may know, with their scores.

    Raises:
        DeadlinePassedError: there was no time to know.
    """
    solver = _Solver(codeword, fill, words, deadline)
    steps: list[SolverStep] = []
    while solver.unknown:
        step = solver.weakest() or solver.guess()
        steps.append(step)
        solver.apply(step)
    return Difficulty(tuple(steps))


def eased(
    codeword: Codeword, fill: Fill, words: WordList, wanted: int, deadline: Deadline = NEVER
) -> tuple[Codeword, Difficulty]:
    """A codeword with as many more letters given as make it as easy as is wanted.

    The most frequent letters are given that do not make it easier than that. Where each letter
    would, or where it is too easy without any, another difficulty is what comes of it.

    Args:
        wanted: the rating, from 1 to 5; others as of `difficulty_of`.
        deadline: ends it with what is reached.

    Raises:
        DeadlinePassedError: there was no time to know any difficulty.
    """
    key = codeword.key(fill)
    found = difficulty_of(codeword, fill, words, deadline)
    more: dict[int, str] = {}

    def rated(given: Mapping[int, str]) -> Difficulty:
        with_more = replace(codeword, given={**codeword.given, **given})
        return difficulty_of(with_more, fill, words, deadline)

    with suppress(DeadlinePassedError):
        while found.rating > wanted:
            for number in codeword.by_frequency():
                tried = {**more, number: key[number]}
                if number not in more and (easier := rated(tried)).rating >= wanted:
                    more, found = tried, easier
                    break
            else:
                break
        for number in list(more):  # the first ones may not be needed any more
            fewer = {other: letter for other, letter in more.items() if other != number}
            if (harder := rated(fewer)).rating == found.rating:
                more, found = fewer, harder
    return replace(codeword, given=dict(sorted({**codeword.given, **more}.items()))), found


class _DeadEndError(Exception):
    """A slot has no word left, or a number no letter."""


class _View(NamedTuple):
    """A slot that is of use: the words that fit, and how much of it is told."""

    slot: int
    rows: Codes
    n_thought: int
    n_told: int
    n_known: int


class _Solver:
    """What a solver knows, and the words of each slot that agree with it.

    Numbers are named by their index; letters are codes.
    """

    def __init__(self, codeword: Codeword, fill: Fill, words: WordList, deadline: Deadline) -> None:
        self.deadline = deadline
        self.alphabet = words.alphabet
        key = codeword.key(fill)
        index_of = {number: at for at, number in enumerate(key)}
        self.numbers = list(key)
        self.solution = [self.alphabet.code(letter) for letter in key.values()]
        self.known: dict[int, int] = {}
        self.names: list[str] = []
        self.cells: list[Numbers] = []  # by slot, the number of each cell
        self.rows: list[Codes] = []  # by slot, words with the letters that are known, best first
        self.fits: list[Bools] = []  # which of them have equal letters just at equal numbers
        for slot in codeword.puzzle(words).slots:
            cells = np.array([index_of[codeword.numbers[cell]] for cell in slot.cells])
            table = words.table(len(cells))
            rows = table.codes[table.scores >= KNOWN]
            own = np.array([[self.solution[at] for at in cells]], rows.dtype)
            if not (rows == own).all(axis=1).any():
                rows = np.concatenate([rows, own])
            fits = np.ones(len(rows), np.bool_)
            for one, other in combinations(range(len(cells)), 2):
                fits &= (rows[:, one] == rows[:, other]) == (cells[one] == cells[other])
            self.names.append(f"{slot.name} ({codeword.grid.cell_name(slot.cells[0])})")
            self.cells.append(cells)
            self.rows.append(rows)
            self.fits.append(fits)
        for number in codeword.given:
            self.learn(index_of[number], self.solution[index_of[number]])

    @property
    def unknown(self) -> list[int]:
        """The numbers whose letter is not known."""
        return [at for at in range(len(self.numbers)) if at not in self.known]

    def learn(self, at: int, letter: int) -> None:
        """Know a letter: it is in all cells of its number, and in no others."""
        self.known[at] = letter
        for slot, rows in enumerate(self.rows):
            keep = ((rows == letter) == (self.cells[slot] == at)).all(axis=1)
            if not keep.all():
                self.rows[slot], self.fits[slot] = rows[keep], self.fits[slot][keep]

    def apply(self, step: SolverStep) -> None:
        """Learn what a step says."""
        for number, letter in step.letters.items():
            self.learn(self.numbers.index(number), self.alphabet.code(letter))

    def weakest(self) -> SolverStep | None:
        """A step by the weakest technique that gives a letter, but for guesses; or None.

        Raises:
            _DeadEndError: a letter that is known is wrong.
        """
        if self.deadline.passed():
            raise DeadlinePassedError
        views = self._views()
        best: tuple[int, int, int] | None = None
        for at, view in enumerate(views):
            n_cells = len(self.cells[view.slot])
            if view.n_thought > MANY or 2 * view.n_told < n_cells or not self._shared(view):
                continue
            is_read = 3 * view.n_known >= 2 * n_cells and view.n_thought <= FEW
            technique = SHARED if len(view.rows) > 1 else SINGLE if is_read else PATTERN
            found = technique, view.n_thought, at
            best = found if best is None else min(best, found)
        if best is not None:
            technique, _, at = best
            view = views[at]
            words = [self.alphabet.word(row) for row in view.rows.tolist()]
            return self._step(technique, self._shared(view), [view], words)
        unknown, used = self.unknown, set(self.known.values())
        if len(unknown) == len(self.alphabet) - len(used) == 1:
            spare = next(code for code in range(len(self.alphabet)) if code not in used)
            return self._step(SINGLE, {unknown[0]: spare})
        if (step := self._in_two(views)) is not None:
            return step
        can = self._compared(views, until_known=True)
        left = {at: int(can[at].argmax()) for at in unknown if can[at].sum() == 1}
        return self._step(LOOK_UP, left) if left else None

    def guess(self) -> SolverStep:
        """A number of which all letters but one are soon found to be wrong; else one by luck."""
        can = self._compared(self._views())
        every = np.concatenate(self.cells).tolist()
        unknown = sorted(self.unknown, key=lambda at: (int(can[at].sum()), -every.count(at), at))
        for at in unknown[:N_TRIED]:
            wrong = [code for code in np.flatnonzero(can[at]).tolist() if code != self.solution[at]]
            if all(self._is_refuted(at, code) for code in wrong):
                letters = [self.alphabet.texts[code] for code in wrong]
                return self._step(GUESS, {at: self.solution[at]}, words=letters)
        most = max(unknown, key=lambda at: (every.count(at), -at))
        return self._step(GUESS, {most: self.solution[most]})

    def _is_refuted(self, at: int, letter: int) -> bool:
        """Whether a letter leads to a dead end, without guesses."""
        other = copy(self)
        other.known, other.rows, other.fits = dict(self.known), [*self.rows], [*self.fits]
        other.learn(at, letter)
        try:
            while step := other.weakest():
                other.apply(step)
        except _DeadEndError:
            return True
        return False

    def _step(
        self,
        technique: int,
        found: Mapping[int, int],
        views: Sequence[_View] = (),
        words: Sequence[str] = (),
    ) -> SolverStep:
        letters = {self.numbers[at]: self.alphabet.texts[code] for at, code in found.items()}
        slots = tuple(self.names[view.slot] for view in views)
        return SolverStep(technique, dict(sorted(letters.items())), slots, tuple(words))

    def _views(self) -> list[_View]:
        """The slots that are of use."""
        views: list[_View] = []
        for slot, cells in enumerate(self.cells):
            where = np.flatnonzero(self.fits[slot])
            if not len(where):
                raise _DeadEndError
            numbers = cells.tolist()
            left = {at for at in numbers if at not in self.known}
            n_thought, n_told = int(where[-1]) + 1, len(cells) - len(left)
            if left and n_thought <= LISTED and 3 * n_told >= len(cells):
                n_known = sum(at in self.known for at in numbers)
                views.append(_View(slot, self.rows[slot][where], n_thought, n_told, n_known))
        return views

    def _shared(self, view: _View) -> dict[int, int]:
        """The numbers that have one letter in all words of a slot, but for those known."""
        same = (view.rows == view.rows[0]).all(axis=0)
        pairs = zip(self.cells[view.slot][same].tolist(), view.rows[0][same].tolist(), strict=True)
        return {at: code for at, code in pairs if at not in self.known}

    def _in_two(self, views: Sequence[_View]) -> SolverStep | None:
        """The first number for which two slots leave one letter."""
        for at in self.unknown:
            here = [view for view in views if at in self.cells[view.slot]]
            sets = [self._letters(view.rows[:, self.cells[view.slot] == at]) for view in here]
            for one, other in combinations(range(len(here)), 2):
                both = np.flatnonzero(sets[one] & sets[other])
                if not len(both):
                    raise _DeadEndError
                if len(both) == 1:
                    return self._step(SHARED, {at: int(both[0])}, [here[one], here[other]])
        return None

    def _compared(self, views: Sequence[_View], *, until_known: bool = False) -> Bools:
        """Bool (numbers, letters): what each number can be when slots are compared with each other.

        Args: until_known: end when a number has one letter left.
        """
        can = np.ones((len(self.numbers), len(self.alphabet)), np.bool_)
        can[:, list(self.known.values())] = False
        for at, code in self.known.items():
            can[at, code] = True
        rows = {view.slot: view.rows for view in views}
        n_before = -1
        while n_before != can.sum():
            n_before = can.sum()
            if until_known and (can[self.unknown].sum(axis=1) == 1).any():
                break
            for slot in rows:
                cells = self.cells[slot]
                left = rows[slot][can[cells, rows[slot]].all(axis=1)]
                if not len(left):
                    raise _DeadEndError
                for column, at in enumerate(cells.tolist()):
                    can[at] &= self._letters(left[:, column])
                rows[slot] = left
        return can

    def _letters(self, column: Codes) -> Bools:
        """Bool (letters,): which letters there are."""
        found = np.zeros(len(self.alphabet), np.bool_)
        found[column.ravel()] = True
        return found
