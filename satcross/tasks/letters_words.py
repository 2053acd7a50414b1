"""The search for the words of one slot that occur in some fill.

Letters of the slot come first, as one impossible letter takes many words. Then the words, one by
one: the engine is asked for a fill with all letters of the word. When there is none, it says which
of the letters clash, and that often takes other words too. Every fill shows its neighbours: words
that fit all crossings as they stand.
"""

from __future__ import annotations

import numpy as np

from satcross.errors import VerificationError
from satcross.puzzle import Slot
from satcross.solve.protocol import Deadline, Outcome
from satcross.tasks.letters_known import IMPOSSIBLE, POSSIBLE, UNKNOWN, Verdicts
from satcross.tasks.letters_search import FIRST_BUDGET, GROWTH, LetterSearch, Tell, targets_of

# Neighbours of a fill are looked at in this many words of the slot at most before the engine is
# asked again: each costs a verification.
MAX_NEIGHBOURS = 200


class WordVerdicts:
    """What is known of each word that arc consistency left to a slot.

    Args:
        verdicts: what is known of the letters, under the same assumptions.
        slot: the slot, of the puzzle that the knowledge is about.

    Fields:
        words: the words, in the list's order.
        of: uint8 (n,): by word, UNKNOWN, POSSIBLE or IMPOSSIBLE; never taken back.
        variables: int32 (n, len(slot)): the letters' variables; 0 where a letter is impossible.
        witness: int32 (n,): by word, a fill's index in `known.fills`, or -1.
        budget: conflicts that the next round of questions may take each.
    """

    def __init__(self, verdicts: Verdicts, slot: Slot) -> None:
        known = verdicts.known
        self.verdicts = verdicts
        self.slot = slot
        self.codes = known.opened.domains.codes[slot.index]
        alphabet = known.puzzle.words.alphabet
        self.words = [alphabet.word(row) for row in self.codes.tolist()]
        self.of = np.zeros(len(self.words), dtype=np.uint8)
        self.variables = known.letters.ids[np.asarray(slot.cells), self.codes]
        self.witness = np.full(len(self.words), -1, dtype=np.int32)
        self.budget = FIRST_BUDGET
        self._row = {row.tobytes(): number for number, row in enumerate(self.codes)}
        self._n_fills = 0
        self._n_nogoods = 0
        self.catch_up()

    @property
    def unknown(self) -> list[int]:
        """The rows of the words that are not settled."""
        found: list[int] = np.flatnonzero(self.of == UNKNOWN).tolist()
        return found

    def catch_up(self) -> None:
        """Take in what has become known since the last time."""
        self.verdicts.catch_up()
        known = self.verdicts.known
        assumed = self.verdicts.assumed
        if self.verdicts.fillable is False:
            self.of[:] = IMPOSSIBLE
            return
        for number in range(self._n_fills, len(known.fills)):
            fill = known.fills[number]
            if assumed.issubset(fill):
                letters = known.letters.letters(fill)
                row = self._row[bytes(letters[cell] for cell in self.slot.cells)]
                if self.witness[row] < 0:
                    self.of[row] = POSSIBLE
                    self.witness[row] = number
        self._n_fills = len(known.fills)
        impossible = np.frombuffer(bytes(self.verdicts.of), dtype=np.uint8) == IMPOSSIBLE
        out = impossible[self.variables].any(axis=1)
        for nogood in known.nogoods[self._n_nogoods :]:
            left = nogood - assumed
            if 1 < len(left) <= len(self.slot):
                out |= np.isin(self.variables, list(left)).sum(axis=1) == len(left)
        self._n_nogoods = len(known.nogoods)
        if (out & (self.of == POSSIBLE)).any():
            raise VerificationError(
                f"a word of {self.slot} was proved impossible, and a fill has it"
            )
        self.of[out] = IMPOSSIBLE

    def row(self, codes: bytes) -> int:
        """The row of the word with these letter codes; -1 when arc consistency took it."""
        return self._row.get(codes, -1)


class WordSearch:
    """Settles the words of a slot.

    Args:
        words: what is known; grows.
        deadline: when to stop.
        tell: called with the number of words that are not settled, whenever it may have changed.
    """

    def __init__(self, words: WordVerdicts, deadline: Deadline, tell: Tell) -> None:
        self.words = words
        self._deadline = deadline
        self._tell = tell
        verdicts = words.verdicts
        self._letters = LetterSearch(
            verdicts, targets_of(verdicts.known, words.slot.cells), deadline, lambda _: None
        )
        cell_of = verdicts.known.letters.cell_of
        self._fixed = frozenset(int(cell_of[variable]) for variable in verdicts.assumed)
        self._n_expanded = 0
        self._settle()

    def run(self) -> bool:
        """Work until every word is settled or the time is up; whether every word is."""
        words = self.words
        verdicts = words.verdicts
        while words.unknown or verdicts.fillable is None:
            if self._deadline.passed():
                return False
            if self._letters.unknown or verdicts.fillable is None:
                self._letters.run(rounds=1)
                self._settle()
            for row in words.unknown:
                if words.of[row] == UNKNOWN:
                    if self._deadline.passed():
                        return False
                    self._ask(row)
            words.budget *= GROWTH
        return True

    def _ask(self, row: int) -> None:
        verdicts = self.words.verdicts
        letters = set(self.words.variables[row].tolist()) | verdicts.assumed
        outcome = verdicts.known.ask(
            sorted(letters), conflicts=self.words.budget, deadline=self._deadline
        )
        if outcome is not Outcome.UNKNOWN:
            self._settle()

    def _settle(self) -> None:
        """Take in what has become known, and look at the neighbours of new fills."""
        words = self.words
        known = words.verdicts.known
        words.catch_up()
        # Not `range`: neighbours are fills as well, but their own neighbours are the same words.
        end = len(known.fills)
        while self._n_expanded < end and not self._deadline.passed():
            fill = known.fills[self._n_expanded]
            self._n_expanded += 1
            if words.verdicts.assumed.issubset(fill) and words.unknown:
                self._expand(known.letters.letters(fill))
        # The neighbours are fills as well, but their neighbours are the same.
        self._n_expanded = len(known.fills)
        self._tell(len(words.unknown))

    def _expand(self, fill: dict[int, int]) -> None:
        words = self.words
        known = words.verdicts.known
        n = 0
        for codes in known.swaps.words(fill, words.slot.index, self._fixed):
            row = words.row(codes)
            if row < 0 or words.of[row] != UNKNOWN:
                continue
            if known.keep({**fill, **dict(zip(words.slot.cells, codes, strict=True))}):
                words.catch_up()
                n += 1
                if n == MAX_NEIGHBOURS or self._deadline.passed():
                    break
