"""The search for what is not known of letters: ask about one, and see what the answer shows.

The engine is asked for a fill with one unknown letter, and on its way prefers other unknown ones,
so that each fill settles many; the fill's neighbours settle more (`Swaps`). No fill: the letter is
impossible, and that is remembered as a clause. Too hard: the letter waits for a round with four
times the conflicts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from satcross.solve.protocol import Deadline
from satcross.tasks.letters_known import UNKNOWN, Knowledge, Verdicts

# Conflicts that a letter gets in the first round, and how many times more in each later one. On
# mini7 with the built-in list, 10 x 2, 20 x 4 and 40 x 4 made 8,200, 7,500 and 8,700 conflicts.
FIRST_BUDGET = 20
GROWTH = 4
# How many times better an unknown letter looks to the engine than a known one. 5, 10, 20 and 100
# took 15.7, 19.9, 17.0 and 18.3 s on mini7; in 25 s on american15-themed 5 settled 75 %, 20 73 %.
PREFERENCE = 5
_FACTORS = bytes([1, PREFERENCE]) + bytes(254)
# How many times the conflicts of a letter are spent on whether there is a fill at all.
FOR_ANY_FILL = 50

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
        self._fixed = frozenset(int(cell_of[variable]) for variable in self._assumed)
        self._wanted = bytearray(len(verdicts.of))
        for variable in targets:
            self._wanted[variable] = 1
        self._n_expanded = len(self.known.fills)
        self._settle()

    @property
    def unknown(self) -> list[int]:
        """The targets that are not settled."""
        return [variable for variable, wanted in enumerate(self._wanted) if wanted]

    def run(self, rounds: int | None = None) -> bool:
        """Work until every target is settled, the time is up, or so many rounds are done.

        Returns: whether every target is settled.
        """
        verdicts = self.verdicts
        n_rounds = 0
        while self.unknown or verdicts.fillable is None:
            if n_rounds == rounds or self._deadline.passed():
                return False
            n_rounds += 1
            budget = verdicts.budget or FIRST_BUDGET
            if verdicts.fillable is None:
                self._ask([], budget * FOR_ANY_FILL)
            # The rarest first: fills with them have common ones as well.
            for variable in sorted(self.unknown, key=self._n_words):
                if self._wanted[variable]:
                    if self._deadline.passed():
                        return False
                    self._ask([variable], budget)
            verdicts.budget = budget * GROWTH
        return True

    def _ask(self, letters: list[int], conflicts: int) -> None:
        known = self.known
        assumed = self._assumed + letters
        prefer = self._wanted.translate(_FACTORS) if letters else None
        known.ask(assumed, conflicts=conflicts, deadline=self._deadline, prefer=prefer)
        self._settle()
        self._expand()

    def _expand(self) -> None:
        """Look at the neighbours of fills that are new."""
        known = self.known
        while self._n_expanded < len(known.fills) and not self._deadline.passed():
            fill = known.letters.letters(known.fills[self._n_expanded])
            self._n_expanded += 1
            for found in known.swaps.near(fill, self._wanted, self._fixed):
                if known.keep(found):
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
        state = self.known.swaps.state
        code = state.letter_of[variable]
        product = 1.0
        for _, support in state.links[state.cell_of[variable]]:
            product *= support[code].count()
        return product


def targets_of(known: Knowledge, cells: Collection[int] | None = None) -> list[int]:
    """The letter variables of some cells, or of all."""
    cell_of = known.letters.cell_of.tolist()
    return [v for v in range(1, known.letters.n + 1) if cells is None or cell_of[v] in cells]
