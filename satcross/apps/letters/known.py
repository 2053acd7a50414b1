"""What is proved of a puzzle's letters: fills that were found, letters that no fill has together.

`Knowledge` belongs to one puzzle and only grows. `Verdicts` draws from it what it means for each
letter when some letters are typed into the grid: those are *assumed*, and may be taken out again.
So may bans: a banned word has a variable, its *switch*, beyond the letters; clauses say that while
the switch is on, no slot holds the word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from satcross import Fill, Puzzle, SolverOptions, VerificationError
from satcross.apps.letters.swaps import Swaps
from satcross.extend import (
    SEARCHED,
    Answer,
    Deadline,
    LazySession,
    LetterVars,
    Outcome,
    faults_of,
    prepare,
    require_support,
)

UNKNOWN, POSSIBLE, IMPOSSIBLE = 0, 1, 2

MAX_ADOPTED = 200  # each is verified, which takes a millisecond on a 15x15


def check_puzzle(puzzle: Puzzle, options: SolverOptions) -> None:
    """Raises OptionError unless the engine can answer for the puzzle."""
    options.require_lazy("letters")
    require_support(puzzle, "letters", SEARCHED)


class Knowledge:
    """A puzzle, the engine that is asked about it, and all that it has answered.

    Args:
        puzzle: what it is about.
        options: seed and progress; the engine must be the lazy one.

    Fields:
        fills: the letter variables of each fill found, in the order of `domains.cells`; each fill
            has been verified.
        nogoods: sets of letter variables and switches that no fill has together.

    Raises:
        OptionError: the options name another engine.
    """

    def __init__(self, puzzle: Puzzle, options: SolverOptions) -> None:
        check_puzzle(puzzle, options)
        self.puzzle = puzzle
        self.prepared = prepare(puzzle, options)
        if self.prepared.domains.emptied is None:
            self.prepared.start(options)
        self.letters: LetterVars = self.prepared.letters
        self.fills: list[list[int]] = []
        self.nogoods: list[frozenset[int]] = []
        self.session: LazySession | None = None
        self._n_fixed = 0
        self._codes: dict[int, Sequence[int]] = {}
        self._bans: dict[str, _Ban] = {}
        if isinstance(self.prepared.session, LazySession):
            self.session = self.prepared.session
            self.swaps = Swaps(self.session.problem)
        else:  # arc consistency has proved that there is no fill
            self.nogoods.append(frozenset())

    def ask(
        self,
        assumed: Collection[int],
        *,
        conflicts: int | None,
        deadline: Deadline,
        prefer: bytearray | None = None,
        by_score: bool = False,
        keep_noise: bool = False,
    ) -> Outcome:
        """Look for a fill with the letters `assumed`, and keep what the answer shows.

        Args:
            assumed: letter variables that shall be true, and switches that shall be on.
            conflicts: after how many conflicts to stop; None for no limit.
            deadline: when to stop.
            prefer, by_score: as in `OrderHints`.
            keep_noise: as for `LazySession.solve`.
        """
        if self.session is None:
            return Outcome.UNSAT
        self.session.hints.preferred = prefer
        self.session.hints.by_score = by_score
        answer = self.session.solve(
            list(assumed), deadline=deadline, conflicts=conflicts, keep_noise=keep_noise
        )
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
        self._add(self.prepared.fill(answer).letters)

    def keep(self, letters: Mapping[int, int]) -> bool:
        """Keep a fill that was made without the engine, unless it breaks a rule."""
        found = Fill(self.puzzle, letters)
        if faults_of(self.puzzle, found.grid):
            return False
        self._add(letters)
        return True

    def _add(self, letters: Mapping[int, int]) -> None:
        fill = self.letters.literals(dict(sorted(letters.items())))
        for ban in self._bans.values():
            if ban.lets_pass(fill):
                ban.passed.add(len(self.fills))
        self.fills.append(fill)

    def adopt(self, other: Knowledge, *, narrower: bool = False) -> None:
        """Keep what was proved of another puzzle and is true of this one as well.

        Its fills are tried, the last ones.

        Args:
            other: knowledge of a puzzle with the same slots.
            narrower: whether every fill of this puzzle is one of that: then letters that no fill
                had together there have none here.
        """
        cells = self.prepared.domains.cells
        if other.prepared.domains.cells != cells or self.session is None:
            return
        if other.puzzle.texts != self.puzzle.texts:  # the codes of its letters mean others
            return
        for number in range(max(0, len(other.fills) - MAX_ADOPTED), len(other.fills)):
            self.keep(other.letters.letters(other.fills[number]))
        if narrower:
            for nogood in other.nogoods:
                self._adopt_nogood(nogood, other)

    def _adopt_nogood(self, nogood: frozenset[int], other: Knowledge) -> None:
        theirs = other.letters
        if any(variable > theirs.n for variable in nogood):
            return
        mine = [
            int(self.letters.ids[theirs.cell_of[variable], theirs.letter_of[variable]])
            for variable in nogood
        ]
        if 0 not in mine:  # else a letter is gone here, and nothing follows
            self.nogoods.append(frozenset(mine))
            if self.session is not None and mine:
                self.session.add_clause([-variable for variable in mine])

    def switch(self, word: str) -> int | None:
        """The switch of a ban: a variable to assume; None where no slot has the word."""
        if word not in self._bans:
            self._bans[word] = self._new_ban(word)
        return self._bans[word].switch

    def _new_ban(self, word: str) -> _Ban:
        session, alphabet = self.session, self.puzzle.words.alphabet
        codes = alphabet.codes(word)
        clauses: list[frozenset[int]] = []
        for slot in self.puzzle.slots:
            if len(slot) == len(codes) and not self.puzzle.is_exempt(slot):
                letters = self.letters.ids[np.asarray(slot.cells), np.asarray(codes)].tolist()
                if 0 not in letters:
                    clauses.append(frozenset(letters))
        if session is None or not clauses:
            return _Ban(None, (), set())
        switch = session.new_variable()
        for clause in clauses:
            session.add_clause([-switch, *(-variable for variable in sorted(clause))])
            self.nogoods.append(clause | {switch})
        ban = _Ban(switch, tuple(clauses), set())
        ban.passed.update(n for n, fill in enumerate(self.fills) if ban.lets_pass(fill))
        return ban

    def lacks(self, variables: Collection[int], switches: frozenset[int]) -> bool:
        """Whether letters spell none of the words banned by these switches."""
        return all(
            ban.lets_pass(variables) for ban in self._bans.values() if ban.switch in switches
        )

    def has_all(self, number: int, letters: frozenset[int], switches: frozenset[int]) -> bool:
        """Whether a fill has these letters, and none of the words banned by these switches."""
        if not letters.issubset(self.fills[number]):
            return False
        return not switches or all(
            number in ban.passed for ban in self._bans.values() if ban.switch in switches
        )

    def codes_of(self, number: int) -> Sequence[int]:
        """The letter codes of a fill, by its index, in the order of `domains.cells`."""
        if number not in self._codes:
            codes = self.letters.letter_of[self.fills[number]].tolist()
            is_narrow = self.letters.domains.dtype == np.uint8
            self._codes[number] = bytes(codes) if is_narrow else tuple(codes)
        return self._codes[number]

    def others(self, variable: int) -> list[int]:
        """The other letters of a variable's cell."""
        row = self.letters.ids[self.letters.cell_of[variable]].tolist()
        return [other for other in row if other and other != variable]

    def close(self) -> None:
        """Give back the engine."""
        self.prepared.close()


@dataclass(frozen=True, slots=True)
class _Ban:
    """A word that may be banned.

    Args:
        switch: its variable; None where no slot has the word.
        clauses: by slot that can hold it, its letters there.
        passed: the fills without the word.
    """

    switch: int | None
    clauses: tuple[frozenset[int], ...]
    passed: set[int]

    def lets_pass(self, fill: Collection[int]) -> bool:
        """Whether the word is not in a fill."""
        return not any(clause.issubset(fill) for clause in self.clauses)


class Verdicts:
    """What is known of each letter when some letters are assumed.

    Args:
        known: the puzzle's knowledge.
        assumed: letter variables, at most one for a cell, and switches of bans; None when one of
            the letters has no variable, so that no fill has them.
        impossible: variables known to be impossible for another reason.

    Fields:
        of: by variable: UNKNOWN, POSSIBLE, or IMPOSSIBLE, which are never taken back.
        witness: by variable, a fill's index in `known.fills`, or -1.
        letters: the letters that are assumed.
        fillable: whether there is a fill; None while that is not known.
        budget: conflicts that this round of questions may take each; 0 before the first.
        asked: variables that this round has asked about, 0 for whether there is a fill at all.
    """

    def __init__(
        self, known: Knowledge, assumed: Collection[int] | None, impossible: Iterable[int] = ()
    ) -> None:
        n = known.letters.n
        self.known = known
        self.assumed = frozenset(assumed or ())
        self.letters = frozenset(v for v in self.assumed if v <= n)
        self._switches = self.assumed - self.letters
        self.of = bytearray(n + 1)
        self.witness = [-1] * (n + 1)
        self.fillable: bool | None = None
        self.budget = 0
        self.asked: set[int] = set()
        self._n_fills = 0
        self._n_nogoods = 0
        self._hopeless = assumed is None
        if self._hopeless:
            self._no_fill()
        for variable in self.letters:
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
            if self.agrees(number):
                self._witnessed(known.fills[number], number)
        self._n_fills = len(known.fills)
        for nogood in known.nogoods[self._n_nogoods :]:
            left = nogood - self.assumed
            if not left:
                self._no_fill()
            elif len(left) == 1 and (variable := next(iter(left))) <= known.letters.n:
                self._rule_out(variable)
        self._n_nogoods = len(known.nogoods)

    def keep(self, letters: Mapping[int, int]) -> bool:
        """As `Knowledge.keep`, for a fill that has all letters that are assumed.

        Returns: whether it agrees with all that is assumed; else it is not kept.
        """
        if self._switches:
            variables = frozenset(self.known.letters.literals(letters))
            if not self.known.lacks(variables, self._switches):
                return False
        return self.known.keep(letters)

    def any_fill(self) -> int | None:
        """The index of the last fill known; None where none is."""
        for number in range(self._n_fills - 1, -1, -1):
            if self.agrees(number):
                return number
        return None

    def agrees(self, number: int) -> bool:
        """Whether a fill, by its index, has all that is assumed."""
        return self.known.has_all(number, self.letters, self._switches)

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
