"""Assumptions of a search: what shall hold in one call, and which of it cannot hold together."""

from __future__ import annotations

from collections.abc import Iterable

from satcross.errors import InputError, OptionError
from satcross.model.puzzle import Puzzle
from satcross.rules import rules_of
from satcross.rules.conditions import TRUE, Clauses
from satcross.rules.constraint import Constraint, ConstraintLike
from satcross.solve.protocol import Session
from satcross.tasks.prepared import PreparedPuzzle

AssumptionsLike = ConstraintLike | str | Iterable[ConstraintLike | str]


class Assumptions:
    """Conditions that are literals of a session, so that it can be asked for any of them.

    Args:
        puzzle: whose letters and words they are about.

    Field:
        asked: those of the next call.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.asked: tuple[Constraint, ...] = ()
        self._puzzle = puzzle
        self._session: Session | None = None
        self._known: dict[Constraint, int] = {}  # their literals in the session

    def ask(self, given: AssumptionsLike) -> None:
        """Replace those of the next call.

        Raises:
            OptionError: one is not a constraint, or names what the puzzle does not have.
        """
        try:
            found = rules_of(given, "assume")
        except OptionError as error:
            raise OptionError(error.problem, hint=error.hint, parameter="assume") from None
        for one in found:
            if not isinstance(one, Constraint) or one.auxiliaries():
                raise OptionError(
                    f"{str(one)!r} cannot be assumed",
                    hint="give it as a rule; letters, words and constraints without auxiliaries can"
                    " be assumed",
                    parameter="assume",
                )
            try:
                one.bound_to(self._puzzle)
            except InputError as error:
                raise OptionError(error.problem, hint=error.hint, parameter="assume") from None
        self.asked = tuple(one for one in found if isinstance(one, Constraint))

    def literals(self, opened: PreparedPuzzle, session: Session) -> list[int]:
        """Their literals in a session, which receives the clauses that they need.

        What is known to be false has a literal that a clause makes false.
        """
        if session is not self._session:  # another one knows none of them
            self._session, self._known = session, {}
        for one in self.asked:
            if one in self._known:
                continue
            clauses = Clauses(opened.domains, opened.letters, session.new_variable)
            literal = clauses.variable(one.condition(clauses))
            if abs(literal) == TRUE:
                known, literal = literal, session.new_variable()
                clauses.all.append([literal if known > 0 else -literal])
            for clause in clauses.all:
                session.add_clause(clause)
            self._known[one] = literal
        return [self._known[one] for one in self.asked]

    def core(self, literals: Iterable[int]) -> tuple[str, ...]:
        """The texts of the assumptions that some literals stand for, in their order."""
        wanted = frozenset(literals)
        return tuple(str(one) for one in self.asked if self._known[one] in wanted)
