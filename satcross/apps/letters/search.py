"""The search for what is not known of letters and words: ask about one, and use all of the answer.

Letters: the engine is asked for a fill with one unknown letter, and on its way prefers other
unknown ones, so that each fill settles many; the fill's neighbours settle more (`Swaps`). No fill:
the letter is impossible, and that is remembered as a clause. Too hard: the letter waits for a round
with four times the conflicts. Where one letter after another is too hard, as in large grids,
whatever fills are found show more.

Words of one slot: its letters come first, as one impossible letter excludes many words. Then the
words, one by one: the engine is asked for a fill with all letters of the word. When there is none,
it says which of the letters clash, and that often excludes other words too. Every fill shows its
neighbours: words that fit all crossings as they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np

from satcross import VerificationError
from satcross.apps.letters.known import IMPOSSIBLE, POSSIBLE, UNKNOWN, Knowledge, Verdicts
from satcross.extend import Bools, Deadline, Outcome, Slot

# Conflicts that a letter gets in the first round, and how many times more in each later one. On
# mini7 with the built-in list, 10 x 2, 20 x 4 and 40 x 4 made 8,200, 7,500 and 8,700 conflicts.
FIRST_BUDGET = 20
GROWTH = 4
# How many times better an unknown letter looks to the engine than a known one. 5, 10, 20 and 100
# took 15.7, 19.9, 17.0 and 18.3 s on mini7; in 25 s on american15-themed 5 settled 75 %, 20 73 %.
PREFERENCE = 5
# How many times better the letters of the last fill look where most of it may stay.
KEEP = 50
_FACTORS = bytes([1, PREFERENCE]) + bytes(254)
# How many times the conflicts of a letter are spent on whether there is a fill at all.
FOR_ANY_FILL = 50
# Questions in a row that are too hard before whatever fills are looked for, until that shows fewer
# than FEW letters twice; if it showed none, more questions come before the next time.
PATIENCE = 10
FEW = 5
# Neighbours of a fill are looked at in this many words of the slot at most before the engine is
# asked again: each costs a verification.
MAX_NEIGHBOURS = 200
# Fills known before, whose neighbours are looked at when words are to be settled.
LATEST_FILLS = 10

Tell = Callable[[int], None]


class LetterSearch:
    """Settles letters of one puzzle under some assumptions.

    Args:
        verdicts: what is known; grows.
        targets: the variables to settle.
        deadline: when to stop.
        tell: called with the number of targets that are not settled, whenever it fell.
    """

    def __init__(
        self, verdicts: Verdicts, targets: Iterable[int], deadline: Deadline, tell: Tell
    ) -> None:
        self.verdicts = verdicts
        self.known: Knowledge = verdicts.known
        self._deadline = deadline
        self._tell = tell
        self._assumed = sorted(verdicts.assumed)
        cell_of = self.known.letters.cell_of
        self._fixed = frozenset(int(cell_of[variable]) for variable in verdicts.letters)
        self._wanted = bytearray(len(verdicts.of))
        for variable in targets:
            self._wanted[variable] = 1
        self._n_expanded = len(self.known.fills)
        self._n_hard = 0  # questions in a row
        self._patience = PATIENCE
        self._settle()

    @property
    def unknown(self) -> list[int]:
        """The targets that are not settled."""
        return [variable for variable, wanted in enumerate(self._wanted) if wanted]

    def run(self, rounds: int | None = None) -> bool:
        """Work until every target is settled, the time is up, or the rounds are done.

        Returns: whether every target is settled.
        """
        verdicts = self.verdicts
        n_rounds = 0
        while self.unknown or verdicts.fillable is None:
            if n_rounds == rounds or self._deadline.passed():
                return False
            n_rounds += 1
            verdicts.budget = budget = verdicts.budget or FIRST_BUDGET
            if verdicts.fillable is None and not self._ask(0, budget * FOR_ANY_FILL):
                return False
            # The rarest first: fills with them have common ones as well.
            for variable in sorted(self.unknown, key=self._n_words):
                if self._wanted[variable] and not self._ask(variable, budget):
                    return False
            verdicts.budget = budget * GROWTH
            verdicts.asked.clear()
        return True

    def _ask(self, variable: int, conflicts: int) -> bool:
        """Ask for a fill with a letter, or for any (0), once a round; False when time is up."""
        known, asked = self.known, self.verdicts.asked
        if variable in asked:  # by a run that was stopped in the midst of this round
            return True
        if self._deadline.passed():
            return False
        assumed = [*self._assumed, variable] if variable else self._assumed
        prefer = self._wanted.translate(_FACTORS) if variable else None
        outcome = known.ask(assumed, conflicts=conflicts, deadline=self._deadline, prefer=prefer)
        if not self._deadline.passed():
            asked.add(variable)
        self._settle()
        self._expand()
        self._n_hard = self._n_hard + 1 if variable and outcome is Outcome.UNKNOWN else 0
        if self._n_hard == self._patience:
            self._n_hard = 0
            self._draw()
        return True

    def _draw(self) -> None:
        """Look for whatever fills, as long as they show letters that are not known."""
        n_poor = n_shown = 0
        while n_poor < 2 and not self._deadline.passed():
            before = self._wanted.count(1)
            conflicts = FIRST_BUDGET * FOR_ANY_FILL
            self.known.ask(self._assumed, conflicts=conflicts, deadline=self._deadline)
            self._settle()
            self._expand()
            shown = before - self._wanted.count(1)
            n_poor = n_poor + 1 if shown < FEW else 0
            n_shown += shown
        if not n_shown:
            self._patience *= GROWTH

    def _expand(self) -> None:
        """Look at the neighbours of fills that are new."""
        known = self.known
        while self._n_expanded < len(known.fills) and not self._deadline.passed():
            fill = known.letters.letters(known.fills[self._n_expanded])
            self._n_expanded += 1
            for found in known.swaps.near(fill, self._wanted, self._fixed):
                # One that has a banned word would settle nothing, and have neighbours without end.
                if self.verdicts.keep(found):
                    self._settle()

    def _settle(self) -> None:
        """Take in what has become known, and strike it off the list of targets."""
        self.verdicts.catch_up()
        before = self._wanted.count(1)
        for variable in self.unknown:
            if self.verdicts.of[variable] != UNKNOWN:
                self._wanted[variable] = 0
        after = self._wanted.count(1)
        if after < before:
            self._tell(after)

    def _n_words(self, variable: int) -> float:
        """Pairs of words that could cross in this letter, by the lists alone."""
        problem = self.known.swaps.problem
        code = problem.cells.letter_of[variable]
        product = 1.0
        for _, support in problem.links[problem.cells.cell_of[variable]]:
            product *= support[code].count()
        return product


def targets_of(known: Knowledge, cells: Collection[int] | None = None) -> list[int]:
    """The letter variables of some cells, or of all."""
    cell_of = known.letters.cell_of.tolist()
    return [v for v in range(1, known.letters.n + 1) if cells is None or cell_of[v] in cells]


class WordVerdicts:
    """What is known of each word that arc consistency left to a slot.

    Args:
        verdicts: what is known of the letters, under the same assumptions.
        slot: the slot, of the puzzle that the knowledge is about.

    Fields:
        of: uint8 (n,): by word, UNKNOWN, POSSIBLE or IMPOSSIBLE; never taken back.
        variables: int32 (n, len(slot)): the letters' variables; 0 where a letter is impossible.
        witness: int32 (n,): by word, a fill's index in `known.fills`, or -1.
        budget: conflicts that this round of questions may take each.
        asked: rows that this round has asked about.
    """

    def __init__(self, verdicts: Verdicts, slot: Slot) -> None:
        known = verdicts.known
        self.verdicts = verdicts
        self.slot = slot
        self.codes = known.prepared.domains.codes[slot.index]
        self.variables = known.letters.ids[np.asarray(slot.cells), self.codes]
        n = len(self.codes)
        self.of = np.zeros(n, dtype=np.uint8)
        self.witness = np.full(n, -1, dtype=np.int32)
        self.budget = FIRST_BUDGET
        self.asked: set[int] = set()
        self._indices = known.prepared.domains.words[slot.index]
        self._letters = frozenset(known.letters.ids[np.asarray(slot.cells)].ravel().tolist())
        self._words: list[str] | None = None
        self._rows: dict[str, list[int]] | None = None
        self._row_by_cells: dict[bytes, int] | None = None
        self._n_fills = 0
        self._n_nogoods = 0
        self.catch_up()

    @property
    def words(self) -> list[str]:
        """The words, in the list's order; one for each way to put it into the cells."""
        if self._words is None:
            codes = self.codes[:, : self.slot.n_letters].tolist()
            self._words = list(map(self.verdicts.known.puzzle.spelled, codes))
        return self._words

    def catch_up(self) -> None:
        """Take in what has become known since the last time."""
        self.verdicts.catch_up()
        known = self.verdicts.known
        assumed = self.verdicts.assumed
        if self.verdicts.fillable is False:
            self.of[:] = IMPOSSIBLE
            return
        for number in range(self._n_fills, len(known.fills)):
            if self.verdicts.agrees(number):
                letters = known.letters.letters(known.fills[number])
                row = self.row([letters[cell] for cell in self.slot.cells])
                if self.witness[row] < 0:
                    self.of[row] = POSSIBLE
                    self.witness[row] = number
        self._n_fills = len(known.fills)
        impossible = np.frombuffer(bytes(self.verdicts.of), dtype=np.uint8) == IMPOSSIBLE
        out = impossible[self.variables].any(axis=1)
        for nogood in known.nogoods[self._n_nogoods :]:
            left = nogood - assumed
            # A switch that is off is in no word.
            if 1 < len(left) <= len(self.slot) and left <= self._letters:
                has = [(self.variables == literal).any(axis=1) for literal in left]
                out |= np.logical_and.reduce(has)
        self._n_nogoods = len(known.nogoods)
        if (out & (self.of == POSSIBLE)).any():
            raise VerificationError(
                f"a word of {self.slot} was proved impossible, and a fill has it"
            )
        self.of[out] = IMPOSSIBLE

    def row(self, codes: Sequence[int]) -> int:
        """The row of what stands in all cells of the slot; -1 when arc consistency took it."""
        if not self.slot.n_extra:
            return self._row_of(self.verdicts.known.puzzle.words.alphabet.word(codes))
        if self._row_by_cells is None:  # an entry with several readings has a row for each
            self._row_by_cells = {row.tobytes(): at for at, row in enumerate(self.codes)}
        return self._row_by_cells.get(np.array(codes, self.codes.dtype).tobytes(), -1)

    def rows_of(self, word: str) -> list[int]:
        """The rows of a word, one for each way to put it into the cells and to read it there.

        There are none when arc consistency took them, or the list lacks the word.
        """
        if not (self.verdicts.known.puzzle.has_rebus or self.slot.n_extra):
            row = self._row_of(word)
            return [] if row < 0 else [row]
        return self._rows_by_text().get(word, [])

    def _rows_by_text(self) -> dict[str, list[int]]:
        if self._rows is None:
            self._rows = {}
            for row, text in enumerate(self.words):
                self._rows.setdefault(text, []).append(row)
        return self._rows

    def _row_of(self, word: str) -> int:
        words = self.verdicts.known.puzzle.words
        if words.alphabet.size(word) != len(self.slot):
            return -1
        if not len(self._indices):  # the one word of an exempt slot, if there is any
            codes = self.codes[:1].tolist()
            return 0 if codes and words.alphabet.word(codes[0]) == word else -1
        puzzle = self.verdicts.known.puzzle
        if puzzle.is_treated(self.slot):
            index = puzzle.table(self.slot).row_of(words.alphabet.codes(word))
        else:
            index = words.index(word)
        if index is None:
            return -1
        row = int(np.searchsorted(self._indices, index))
        return row if row < len(self._indices) and self._indices[row] == index else -1


class WordSettler:
    """Settles some words of some slots, in order.

    Args:
        verdicts: what is known of the letters; grows.
        pairs: the words' rows, each with the words of its slot.
        deadline: when to stop.
        tell: called with the number of pairs that are not settled, whenever it may have changed.
        letters_first: a slot whose letters are settled round by round beside its words; None where
            so few of its words are asked for that these take less.
    """

    def __init__(
        self,
        verdicts: Verdicts,
        pairs: Sequence[tuple[WordVerdicts, int]],
        deadline: Deadline,
        tell: Tell,
        letters_first: Slot | None = None,
    ) -> None:
        self._verdicts = verdicts
        self._pairs = pairs
        self._slots = list({words.slot.index: words for words, _ in pairs}.values())
        self._wanted = {
            words.slot.index: np.zeros(len(words.of), np.bool_) for words in self._slots
        }
        for words, row in pairs:
            self._wanted[words.slot.index][row] = True
        self._deadline = deadline
        self._tell = tell
        self._letters: LetterSearch | None = None
        if letters_first is not None:
            targets = targets_of(verdicts.known, letters_first.cells)
            self._letters = LetterSearch(verdicts, targets, deadline, lambda _: None)
        cell_of = verdicts.known.letters.cell_of
        self._fixed = frozenset(int(cell_of[variable]) for variable in verdicts.letters)
        self._n_expanded = max(0, len(verdicts.known.fills) - LATEST_FILLS)
        self._settle()

    @property
    def unknown(self) -> list[tuple[WordVerdicts, int]]:
        """The pairs that are not settled."""
        return [(words, row) for words, row in self._pairs if words.of[row] == UNKNOWN]

    def run(self) -> bool:
        """Work until every pair is settled or the time is up; whether every pair is."""
        letters, verdicts = self._letters, self._verdicts
        while self.unknown or (letters is not None and verdicts.fillable is None):
            if self._deadline.passed():
                return False
            if letters is not None and (letters.unknown or verdicts.fillable is None):
                letters.run(rounds=1)
                self._settle()
            for words, row in self.unknown:
                if words.of[row] == UNKNOWN and row not in words.asked:
                    if self._deadline.passed():
                        return False
                    self._ask(words, row)
            for words in self._slots:
                words.budget *= GROWTH
                words.asked.clear()
        return True

    def _ask(self, words: WordVerdicts, row: int) -> None:
        """Ask for a fill with a word, once a round."""
        known = self._verdicts.known
        outcome = known.ask(
            sorted(self._verdicts.assumed.union(words.variables[row].tolist())),
            conflicts=words.budget,
            deadline=self._deadline,
            prefer=self._preferred() if self._letters is None else None,
        )
        if not self._deadline.passed():
            words.asked.add(row)
        if outcome is not Outcome.UNKNOWN:
            self._settle()

    def _preferred(self) -> bytearray:
        """The letters of words that are not settled, and above all those of the last fill.

        A fill with the former settles other words too; with the latter, most of a large grid stays
        as it is.
        """
        prefer = np.ones(self._verdicts.known.letters.n + 1, dtype=np.uint8)
        for words in self._slots:
            prefer[words.variables[self._open(words)]] = PREFERENCE
        number = self._verdicts.any_fill()
        if number is not None:
            prefer[self._verdicts.known.fills[number]] = KEEP
        return bytearray(prefer.tobytes())

    def _open(self, words: WordVerdicts) -> Bools:
        """By row, whether a word of a slot is asked for and not settled."""
        found: Bools = self._wanted[words.slot.index] & (words.of == UNKNOWN)
        return found

    def _settle(self) -> None:
        """Take in what has become known, and look at the neighbours of new fills."""
        known = self._verdicts.known
        end = len(known.fills)
        while self._n_expanded < end and not self._deadline.passed():
            if self._verdicts.agrees(self._n_expanded):
                fill = known.letters.letters(known.fills[self._n_expanded])
                for words in self._slots:
                    self._expand(words, fill)
            self._n_expanded += 1
        if self._n_expanded == end:
            # The neighbours are fills as well, but their own neighbours are the same words.
            self._n_expanded = len(known.fills)
        for words in self._slots:
            words.catch_up()
        self._tell(sum(int(np.count_nonzero(self._open(words))) for words in self._slots))

    def _expand(self, words: WordVerdicts, fill: dict[int, int]) -> None:
        words.catch_up()
        is_open, n = self._open(words), 0
        if not is_open.any():
            return
        for codes in self._verdicts.known.swaps.words(fill, words.slot.index, self._fixed):
            if self._deadline.passed() or n == MAX_NEIGHBOURS:
                return
            row = words.row(codes)
            if row >= 0 and is_open[row]:
                found = dict(zip(words.slot.cells, codes, strict=True))
                n += self._verdicts.keep({**fill, **found})
