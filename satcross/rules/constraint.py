"""The user's constraints: what must or must not stand in certain cells and slots.

A *literal* says that a letter stands in a cell, or a word in a slot; `~` says that it does not. A
`Constraint` says how many of some literals hold. `Puzzle.with_rule` takes both:

    puzzle.with_rule(
        somewhere("Z"),  # there is a Z
        ~Word("12A", "*S"),  # 12A does not end in S
        at_most(2, [Word(None, "EEL"), Word(None, "EMU"), Word(None, "GNU")]),
    )
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from satcross.checks import check_fields, checked
from satcross.errors import OptionError
from satcross.model.cellnames import normal_name
from satcross.rules.base import ConditionRule, ShortForm
from satcross.rules.literals import CELL, Letter, Literal, Word, literal_named, of_cell

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses
    from satcross.words import WordList

_SLOT = re.compile(r"[1-9]\d{0,8}[AD]\Z", re.ASCII)  # of patterns, which have no boards


@dataclass(frozen=True, slots=True)
class Constraint(ConditionRule):
    """At least `least` of some literals hold, and at most `most`.

    In the rules of a grid that is still to be made, a literal that names a slot or a cell which a
    pattern does not have, or a word that does not fit into the slot, is false in this pattern, and
    its negation is true: 12A=*S asks for a pattern with a 12A, and ~12A=*S holds where there is
    none.

    Args:
        literals: one or more.
        least: how many must hold.
        most: how many may hold; None for all.

    Raises:
        OptionError: there is no literal, or the numbers do not fit them.
    """

    literals: tuple[Literal, ...]
    least: int = 1
    most: int | None = None

    kind: ClassVar[str] = "constraint"
    reads_list: ClassVar[bool] = False
    short: ClassVar[ShortForm] = ShortForm("constraints", tuple, ())

    def __post_init__(self) -> None:
        check_fields(self, globals())
        n = len(self.literals)
        for literal in self.literals:
            if not isinstance(literal, Letter | Word):
                raise OptionError(
                    f"must be of Letter and Word, got a {type(literal).__name__}",
                    parameter="literals",
                )
        if not n:
            raise OptionError("a constraint needs one literal or more", parameter="literals")
        if not 0 <= self.least <= (n if self.most is None else self.most) <= n:
            have = "is 1 literal" if n == 1 else f"are {n} literals"
            listed = ", ".join(map(str, self.literals))
            raise OptionError(f"{self._bounds()} {listed} cannot be asked for: there {have}")

    def _bounds(self) -> str:
        least, most = self.least, self.most
        if most is None:
            return "any of" if least == 1 else f"at least {least} of"
        if least == most:
            return f"exactly {least} of"
        return f"at most {most} of" if not least else f"{least} to {most} of"

    def __str__(self) -> str:
        """The constraint for people: `at most 1 of 1A=CAT, 2D=DOG`."""
        listed = ", ".join(map(str, self.literals))
        is_single = len(self.literals) == 1 and (self.least, self.most) in ((1, None), (1, 1))
        return listed if is_single else f"{self._bounds()} {listed}"

    def written(self) -> str:
        """As `__str__`, unless that is another constraint with the same meaning."""
        return self.to_text() if (len(self.literals), self.most) == (1, 1) else str(self)

    def value(self) -> str:
        """The bounds and the literals, separated by spaces."""
        most = "-" if self.most is None else str(self.most)
        return " ".join([str(self.least), most, *map(str, self.literals)])

    @classmethod
    def of_value(cls, text: str) -> Self:
        """What `value` wrote. Raises ValueError or OptionError for anything else.

        >>> print(Constraint.of_value("0 1 1A=CAT ~r2c1=Z cell=Q"))
        at most 1 of 1A=CAT, ~r2c1=Z, cell=Q
        """
        least, most, *literals = text.split(" ")
        return cls(
            tuple(literal_named(literal) for literal in literals),
            int(least),
            None if most == "-" else int(most),
        )

    @classmethod
    def of_keyword(cls, value: Any) -> tuple[Constraint, ...]:
        """The constraints of a constraint, a literal, or several of both."""
        return constraints_of(value)

    def relaxed(self) -> tuple[str, None]:
        """Without the constraint."""
        return f"the constraint {str(self)!r} left out", None

    def require(self, clauses: Clauses) -> None:
        """Count the literals that hold."""
        most = len(self.literals) if self.most is None else self.most
        clauses.require_count(list(map(clauses.holds, self.literals)), self.least, most)

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The constraint, once it names only what the puzzle has."""
        from satcross.words.patterns import parse_pattern

        alphabet = puzzle.listed.alphabet
        for literal in (of_cell(each, puzzle) for each in self.literals):
            if isinstance(literal, Letter):
                at = None if literal.cell is None else puzzle.grid.position(literal.cell)
                if at is not None and at not in puzzle.cells_in_slots:
                    raise _bad(f"cell {literal.cell} is in no slot", "name a cell of a slot")
                if not literal.codes(alphabet, puzzle.texts):
                    raise _bad(
                        f"no cell can hold {literal.text!r}",
                        "give a letter of the alphabet, a set as [AEIOU], or a string of `rebus`",
                    )
                continue
            slot = None
            if literal.slot is not None:
                slot = puzzle.slot(literal.slot)
            if puzzle.has_rebus:
                if not alphabet.normalise(literal.pattern) or set("?._*[") & set(literal.pattern):
                    raise _bad(
                        f"{literal.pattern!r} is not a word",
                        "there are no patterns where a cell may hold several letters",
                    )
                continue
            pattern = parse_pattern(literal.pattern, alphabet)
            if slot is not None and not pattern.fits(slot.n_letters):
                raise _bad(
                    f"no word of {slot.n_letters} letters matches {literal.pattern!r}",
                    f"{slot} has {slot.n_letters} cells",
                )
        return self

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError for what no pattern has: a cell, a slot's name, a letter."""
        from satcross.words.patterns import parse_pattern

        for literal in self.literals:
            if isinstance(literal, Letter):
                if literal.cell is not None:
                    named = CELL.match(literal.cell)
                    if not (named and 0 < int(named[1]) <= n_rows and 0 < int(named[2]) <= n_cols):
                        raise _bad(
                            f"there is no cell {literal.cell!r}",
                            f"cells are r1c1 to r{n_rows}c{n_cols}",
                        )
                if not literal.codes(words.alphabet, words.alphabet.texts):
                    raise _bad(
                        f"no cell can hold {literal.text!r}",
                        "give a letter of the alphabet, or a set as [AEIOU]",
                    )
                continue
            if literal.slot is not None and not _SLOT.match(literal.slot):
                raise _bad(
                    f"{literal.slot!r} is not the name of a slot",
                    "give a number and A or D, as in 12A",
                )
            parse_pattern(literal.pattern, words.alphabet)

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The constraint without the literals that are false or true in the pattern."""
        from satcross.words.patterns import parse_pattern

        cells = {puzzle.grid.cell_name(cell) for cell in puzzle.cells_in_slots}
        slots = {normal_name(slot.name): slot for slot in puzzle.slots}

        def is_there(literal: Literal) -> bool:
            if isinstance(literal, Letter):
                return literal.cell is None or literal.cell in cells
            if literal.slot is None:
                return True
            slot = slots.get(literal.slot)
            pattern = parse_pattern(literal.pattern, puzzle.listed.alphabet)
            return slot is not None and pattern.fits(len(slot))

        left = tuple(literal for literal in self.literals if is_there(literal))
        n_true = sum(each.negated for each in self.literals if each not in left)
        most = len(self.literals) if self.most is None else self.most
        least, most = max(0, self.least - n_true), min(most - n_true, len(left))
        if least > most:
            return False
        if least > 0 or most < len(left):
            return replace(self, literals=left, least=least, most=most)
        return True


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="constraints")


ConstraintLike = Constraint | Literal
"""A constraint, or a literal that must hold."""


@checked
def somewhere(text: str) -> Letter:
    """The letter `text` stands in some cell; `~somewhere("Z")`: it stands in none.

    >>> print(~somewhere("Z"))
    ~cell=Z
    """
    return Letter(None, text)


@checked
def any_of(*literals: Literal) -> Constraint:
    """At least one of the literals holds: a clause."""
    return Constraint(literals)


@checked
def all_of(*literals: Literal) -> Constraint:
    """All of the literals hold."""
    return Constraint(literals, len(literals))


@checked
def at_least(k: int, literals: Iterable[Literal]) -> Constraint:
    """`k` or more of the literals hold."""
    return Constraint(tuple(literals), k)


@checked
def at_most(k: int, literals: Iterable[Literal]) -> Constraint:
    """No more than `k` of the literals hold.

    >>> print(at_most(1, [Word("1A", "CAT"), Word(None, "DOG")]))
    at most 1 of 1A=CAT, slot=DOG
    """
    return Constraint(tuple(literals), 0, k)


@checked
def exactly(k: int, literals: Iterable[Literal]) -> Constraint:
    """`k` of the literals hold, and no others of them."""
    return Constraint(tuple(literals), k, k)


def constraints_of(given: object) -> tuple[Constraint, ...]:
    """Constraints from a constraint, a literal, or several of both.

    Raises:
        OptionError: something else is among them.
    """
    several = [given] if isinstance(given, Constraint | Letter | Word) else given
    if not isinstance(several, Iterable) or isinstance(several, str):
        several = [given]
    found: list[Constraint] = []
    for one in several:
        if isinstance(one, Letter | Word):
            found.append(Constraint((one,)))
        elif isinstance(one, Constraint):
            found.append(one)
        else:
            raise OptionError(
                f"must be of Constraint, Letter and Word, got a {type(one).__name__}",
                hint="see satcross.rules.constraint",
                parameter="constraints",
            )
    return tuple(found)
