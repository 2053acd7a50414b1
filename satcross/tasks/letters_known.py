"""What is proved of a puzzle's letters: fills that were found, letters that no fill has together.

`Knowledge` belongs to one puzzle and only grows. `Verdicts` draws from it what it means for each
letter when some letters are typed into the grid: those are *assumed*, and may be taken out again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, cast

from satcross.encode.letters import LetterVars
from satcross.errors import OptionError, VerificationError
from satcross.fill import Fill
from satcross.puzzle import Puzzle
from satcross.solve.protocol import LAZY, Answer, Deadline, Outcome, SolverOptions
from satcross.tasks.checking import faults_of
from satcross.tasks.letters_swaps import Swaps
from satcross.tasks.opening import open_puzzle
from satcross.tasks.supported import require_plain

if TYPE_CHECKING:
    from satcross.solve.lazy.search_session import SearchSession

UNKNOWN, POSSIBLE, IMPOSSIBLE = 0, 1, 2

MAX_ADOPTED = 200  # each is verified, which takes a millisecond on a 15x15


class Knowledge:
    """A puzzle, the engine that is asked about it, and all that it has answered.

    Args:
        puzzle: what it is about.
        options: seed and progress; the engine must be the lazy one.

    Fields:
        fills: the letter variables of each fill found, by cell; each fill has been verified.
        nogoods: sets of letter variables that no fill has together.

    Raises:
        OptionError: the options name another engine.
    """

    def __init__(self, puzzle: Puzzle, options: SolverOptions) -> None:
        if not options.asks_for(LAZY):
            raise OptionError("letters and words are asked of the lazy engine alone")
        require_plain(puzzle, "letters", entry_rules=True)
        self.puzzle = puzzle
        self.opened = open_puzzle(puzzle, options)
        self.letters: LetterVars = self.opened.letters
        self.fills: list[list[int]] = []
        self.nogoods: list[frozenset[int]] = []
        self.session = cast("SearchSession | None", self.opened.session)
        self._n_fixed = 0
        if self.session is None:
            self.nogoods.append(frozenset())
        else:
            self.session.search.order.by_worth = False
            self.swaps = Swaps(self.session.search.state)

    def ask(
        self,
        assumed: Collection[int],
        *,
        conflicts: int,
        deadline: Deadline,
        prefer: bytearray | None = None,
    ) -> Outcome:
        """Look for a fill with the letters `assumed`, and keep what the answer shows.

        Args:
            assumed: letter variables that shall be true.
            conflicts: after how many conflicts to stop.
            deadline: when to stop.
            prefer: as for `Order`.
        """
        if self.session is None:
            return Outcome.UNSAT
        self.session.search.order.prefer = prefer
        answer = self.session.solve(list(assumed), deadline=deadline, conflicts=conflicts)
        if answer.outcome is Outcome.SAT:
            self._keep(answer)
        elif answer.outcome is Outcome.UNSAT:
            self.nogoods.append(frozenset(answer.core))
            if answer.core:
                self.session.add_clause([-literal for literal in answer.core])
        fixed = self.session.fixed_letters()
        for literal in fixed[self._n_fixed :]:
            if literal < 0:
                self.nogoods.append(frozenset([-literal]))
            else:
                self.nogoods += [frozenset([other]) for other in self.others(literal)]
        self._n_fixed = len(fixed)
        return answer.outcome

    def _keep(self, answer: Answer) -> None:
        self.fills.append(self.letters.literals(self.opened.fill(answer).letters))

    def keep(self, letters: Mapping[int, int]) -> bool:
        """Keep a fill that was made without the engine, unless it breaks a rule."""
        found = Fill(self.puzzle, letters)
        if faults_of(self.puzzle, found.grid):
            return False
        self.fills.append(self.letters.literals(dict(sorted(letters.items()))))
        return True

    def adopt(self, other: Knowledge) -> None:
        """Keep the fills of another puzzle that are fills of this one as well."""
        cells = self.opened.domains.cells
        if other.opened.domains.cells != cells or self.session is None:
            return
        for number in range(max(0, len(other.fills) - MAX_ADOPTED), len(other.fills)):
            self.keep(other.letters.letters(other.fills[number]))

    def others(self, variable: int) -> list[int]:
        """The other letters of a variable's cell."""
        row = self.letters.ids[self.letters.cell_of[variable]].tolist()
        return [other for other in row if other and other != variable]

    def close(self) -> None:
        """Give back the engine."""
        self.opened.close()


class Verdicts:
    """What is known of each letter when some letters are assumed.

    Args:
        known: the puzzle's knowledge.
        assumed: letter variables, at most one for a cell; None when one of the letters has no
            variable, so that no fill has them.
        impossible: variables known to be impossible for another reason.

    Fields:
        of: by variable: UNKNOWN, POSSIBLE, or IMPOSSIBLE, which are never taken back.
        witness: by variable, a fill's index in `known.fills`, or -1.
        fillable: whether there is a fill; None while that is not known.
        budget: conflicts that the next round of questions may take each; 0 before the first.
    """

    def __init__(
        self, known: Knowledge, assumed: Collection[int] | None, impossible: Iterable[int] = ()
    ) -> None:
        n = known.letters.n
        self.known = known
        self.assumed = frozenset(assumed or ())
        self.of = bytearray(n + 1)
        self.witness = [-1] * (n + 1)
        self.fillable: bool | None = None
        self.budget = 0
        self._n_fills = 0
        self._n_nogoods = 0
        self._hopeless = assumed is None
        if self._hopeless:
            self._no_fill()
        for variable in self.assumed:
            for other in known.others(variable):
                self._rule_out(other)
        for variable in impossible:
            self._rule_out(variable)
        self.catch_up()

    def catch_up(self) -> None:
        """Take in what has become known since the last time."""
        known = self.known
        if self._hopeless:
            return
        for number in range(self._n_fills, len(known.fills)):
            fill = known.fills[number]
            if self.assumed.issubset(fill):
                self._witnessed(fill, number)
        self._n_fills = len(known.fills)
        for nogood in known.nogoods[self._n_nogoods :]:
            left = nogood - self.assumed
            if not left:
                self._no_fill()
            elif len(left) == 1:
                self._rule_out(next(iter(left)))
        self._n_nogoods = len(known.nogoods)

    def _witnessed(self, fill: list[int], number: int) -> None:
        if self.fillable is False:
            raise VerificationError("there is a fill where there was proved to be none")
        self.fillable = True
        for variable in fill:
            if self.of[variable] == UNKNOWN:
                self.of[variable] = POSSIBLE
                self.witness[variable] = number
            elif self.of[variable] == IMPOSSIBLE:
                name = self.known.letters.name(variable)
                raise VerificationError(f"a fill has {name}, which was proved impossible")

    def _rule_out(self, variable: int) -> None:
        if self.of[variable] == POSSIBLE:
            name = self.known.letters.name(variable)
            raise VerificationError(f"{name} was proved impossible, and a fill has it")
        self.of[variable] = IMPOSSIBLE

    def _no_fill(self) -> None:
        if self.fillable:
            raise VerificationError("there was proved to be no fill, and there is one")
        self.fillable = False
        self.of = bytearray([IMPOSSIBLE]) * len(self.of)
