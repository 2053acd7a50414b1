"""The user's constraints: what must or must not stand in certain cells and slots.

A *literal* says that a letter stands in a cell, or a word in a slot; `~` says that it does not. A
`Constraint` says how many of some literals hold. `Puzzle.with_rule` takes both:

    puzzle.with_rule(
        somewhere("Z"),  # there is a Z
        ~Word("12A", "*S"),  # 12A does not end in S
        at_most(2, [Word(None, "EEL"), Word(None, "EMU"), Word(None, "GNU")]),
        implies(Letter("r1c1", "Q"), any_of(Letter("r1c2", "U"), all_of(...))),
    )

A constraint may stand among the literals of another one, and be negated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from satcross.checks import check_fields, checked
from satcross.errors import OptionError
from satcross.model.cellnames import normal_name
from satcross.rules.base import ConditionRule, ShortForm
from satcross.rules.literals import (
    CELL,
    MAX_DEPTH,
    Auxiliary,
    Letter,
    Literal,
    Word,
    is_in_parentheses,
    leaf_named,
    not_a_rule,
    of_cell,
    split_outside,
    too_deep,
)

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses, Condition
    from satcross.words import WordList

MAX_WITHIN = 10_000  # literals of a constraint that has others within
_SLOT = re.compile(r"[1-9]\d{0,8}[AD]\Z", re.ASCII)  # of patterns, which have no boards


@dataclass(frozen=True, slots=True)
class Constraint(ConditionRule):
    """At least `least` of some literals and constraints hold, and at most `most`.

    In the rules of a grid that is still to be made, a literal that names a slot or a cell which a
    pattern does not have, or a word that does not fit into the slot, is false in this pattern, and
    its negation is true: 12A=*S asks for a pattern with a 12A, and ~12A=*S holds where there is
    none.

    Args:
        literals: one or more; a constraint among them holds or not, as a literal does. Those with
            an `Auxiliary` are kept together: `satcross.rules.with_auxiliaries`.
        least: how many must hold.
        most: how many may hold; None for all.

    Raises:
        OptionError: there is no literal, or the numbers do not fit them, or too many constraints
            are within each other.
    """

    literals: tuple[ConstraintLike, ...]
    least: int = 1
    most: int | None = None

    kind: ClassVar[str] = "constraint"
    reads_list: ClassVar[bool] = False
    short: ClassVar[ShortForm] = ShortForm("constraints", tuple, ())

    def __post_init__(self) -> None:
        check_fields(self, globals())
        n = len(self.literals)
        for literal in self.literals:
            if not isinstance(literal, Letter | Word | Auxiliary | Constraint):
                raise OptionError(
                    f"must be of Letter, Word and Constraint, got a {type(literal).__name__}",
                    parameter="literals",
                )
        if not n:
            raise OptionError("a constraint needs one literal or more", parameter="literals")
        if not 0 <= self.least <= (n if self.most is None else self.most) <= n:
            have = "is 1 literal" if n == 1 else f"are {n} literals"
            listed = ", ".join(map(_part_text, self.literals))
            raise OptionError(f"{self._bounds()} {listed} cannot be asked for: there {have}")
        # Of the forms of one condition the shortest, so that its text gives the same one back.
        object.__setattr__(self, "literals", tuple(map(_plain, self.literals)))
        only = self.literals[0]
        if n == 1 and isinstance(only, Constraint) and (self.least or self.most == 0):
            same = only if self.least else ~only
            for name in ("literals", "least", "most"):
                object.__setattr__(self, name, getattr(same, name))
        within = [one for one in self.literals if isinstance(one, Constraint)]
        if within and self._depth() > MAX_DEPTH:
            raise too_deep()
        if within and sum(1 for _ in self._leaves()) > MAX_WITHIN:
            raise _bad(f"a constraint has more than {MAX_WITHIN:,} literals", "say it in several")

    @classmethod
    @checked
    def iff(cls, one: ConstraintLike, other: ConstraintLike) -> Constraint:
        """Two literals or constraints both hold, or neither.

        >>> print(Constraint.iff(Letter("r1c1", "Q"), Letter("r1c2", "U")))
        any of (all of r1c1=Q, r1c2=U), (none of r1c1=Q, r1c2=U)
        """
        return Constraint((Constraint((one, other), 2), Constraint((one, other), 0, 0)))

    def _depth(self) -> int:
        within = (one._depth() for one in self.literals if isinstance(one, Constraint))
        return max((1 + depth for depth in within), default=0)

    def __invert__(self) -> Constraint:
        """The constraint that holds where this one does not."""
        n = len(self.literals)
        most = n if self.most is None else self.most
        too_few = Constraint(self.literals, 0, self.least - 1) if self.least else None
        too_many = Constraint(self.literals, most + 1) if most < n else None
        if too_few and too_many:
            return Constraint((too_few, too_many))
        always = self.literals[0]
        return too_few or too_many or Constraint((always, ~always), 2)

    def auxiliaries(self) -> tuple[str, ...]:
        """The names of its auxiliaries, each once, in their order."""
        found = (one.name for one in self._leaves() if isinstance(one, Auxiliary))
        return tuple(dict.fromkeys(found))

    def _literals(self) -> Iterator[Literal]:
        """The literals of letters and words, those of constraints within too."""
        return (one for one in self._leaves() if not isinstance(one, Auxiliary))

    def _leaves(self) -> Iterator[Literal | Auxiliary]:
        for one in self.literals:
            if isinstance(one, Constraint):
                yield from one._leaves()
            else:
                yield one

    def _bounds(self) -> str:
        least, most = self.least, self.most
        if most is None:
            if least == len(self.literals) > 1:
                return "all of"
            return "any of" if least == 1 else f"at least {least} of"
        if not most:
            return "none of"
        if least == most:
            return f"exactly {least} of"
        return f"at most {most} of" if not least else f"{least} to {most} of"

    def __str__(self) -> str:
        """The constraint for people: `at most 1 of 1A=CAT, 2D=DOG`."""
        listed = ", ".join(map(_part_text, self.literals))
        is_single = len(self.literals) == 1 and (self.least, self.most) in ((1, None), (1, 1))
        return listed if is_single else f"{self._bounds()} {listed}"

    def written(self) -> str:
        """As `__str__`, unless that is another constraint with the same meaning."""
        return self.to_text() if (len(self.literals), self.most) == (1, 1) else str(self)

    def value(self) -> str:
        """The bounds and the literals, separated by spaces; a constraint within in parentheses."""
        most = "-" if self.most is None else str(self.most)
        parts = (f"({one.value()})" if isinstance(one, Constraint) else str(one)
                 for one in self.literals)  # fmt: skip
        return " ".join([str(self.least), most, *parts])

    @classmethod
    def of_value(cls, text: str) -> Self:
        """What `value` wrote. Raises ValueError or OptionError for anything else.

        >>> print(Constraint.of_value("0 1 1A=CAT ~r2c1=Z cell=Q"))
        at most 1 of 1A=CAT, ~r2c1=Z, cell=Q
        >>> print(Constraint.of_value("1 - 1A=CAT (2 - cell=Q cell=Z)"))
        any of 1A=CAT, (all of cell=Q, cell=Z)
        """
        least, most, *parts = split_outside(text, " ")
        return cls(
            tuple(
                cls.of_value(part[1:-1]) if is_in_parentheses(part) else leaf_named(part)
                for part in parts
            ),
            int(least),
            None if most == "-" else int(most),
        )

    @classmethod
    def of_keyword(cls, value: Any) -> tuple[Constraint, ...]:
        """The constraints of a constraint, a literal, or several of both."""
        return Constraint.each_of(value)

    def relaxed(self) -> tuple[str, None]:
        """Without the constraint."""
        return f"the constraint {str(self)!r} left out", None

    def require(self, clauses: Clauses) -> None:
        """Count the literals that hold."""
        most = len(self.literals) if self.most is None else self.most
        clauses.require_count(self._parts(clauses), self.least, most)

    def condition(self, clauses: Clauses) -> Condition:
        """The condition that it is, whether it must hold or not."""
        most = len(self.literals) if self.most is None else self.most
        return clauses.counted(self._parts(clauses), self.least, most)

    def _parts(self, clauses: Clauses) -> list[Condition]:
        return [
            one.condition(clauses) if isinstance(one, Constraint) else clauses.holds(one)
            for one in self.literals
            if not isinstance(one, Auxiliary)  # has a value here: `with_auxiliaries`
        ]

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The constraint, once it names only what the puzzle has."""
        from satcross.words.patterns import parse_pattern

        alphabet = puzzle.listed.alphabet
        for literal in (of_cell(each, puzzle) for each in self._literals()):
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

        for literal in self._literals():
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
            words.pattern(literal.pattern)

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The constraint without the literals that are false or true in the pattern."""
        cells = {puzzle.grid.cell_name(cell) for cell in puzzle.cells_in_slots}
        slots = {normal_name(slot.name): slot for slot in puzzle.slots}

        def there(literal: Literal | Auxiliary) -> Literal | Auxiliary | bool:
            if isinstance(literal, Auxiliary):
                return literal
            if isinstance(literal, Letter):
                is_there = literal.cell is None or literal.cell in cells
            elif literal.slot is None:
                is_there = True
            else:
                slot = slots.get(literal.slot)
                pattern = puzzle.listed.pattern(literal.pattern)
                is_there = slot is not None and pattern.fits(len(slot))
            return literal if is_there else literal.negated

        return self.with_known(there)

    def with_known(
        self, known: Callable[[Literal | Auxiliary], Literal | Auxiliary | bool]
    ) -> Self | bool:
        """The constraint where it is known of some literals whether they hold.

        Args: known: of a literal, whether it holds; itself, where that is open.
        """
        parts = [
            one.with_known(known) if isinstance(one, Constraint) else known(one)
            for one in self.literals
        ]
        left = tuple(part for part in parts if not isinstance(part, bool))
        n_true = parts.count(True)
        most = len(self.literals) if self.most is None else self.most
        least, most = max(0, self.least - n_true), min(most - n_true, len(left))
        if least > most:
            return False
        if least > 0 or most < len(left):
            return replace(self, literals=left, least=least, most=most)
        return True

    @staticmethod
    def each_of(given: object) -> tuple[Constraint, ...]:
        """Constraints from a constraint, a literal, or several of both.

        Raises:
            OptionError: something else is among them.
        """
        several = [given] if isinstance(given, ConstraintLike) else given
        if not isinstance(several, Iterable) or isinstance(several, str):
            several = [given]
        found: list[Constraint] = []
        for one in several:
            if isinstance(one, Constraint):
                found.append(one)
            elif isinstance(one, ConstraintLike):
                found.append(Constraint((one,)))
            else:
                raise OptionError(
                    f"must be of Constraint, Letter and Word, got a {type(one).__name__}",
                    hint="see satcross.rules.constraint",
                    parameter="constraints",
                )
        return tuple(found)


def _bad(problem: str, hint: str) -> OptionError:
    return OptionError(problem, hint=hint, parameter="constraints")


def _part_text(one: ConstraintLike) -> str:
    return f"({one})" if isinstance(one, Constraint) else str(one)


def _plain(one: ConstraintLike) -> ConstraintLike:
    """The literal that a constraint of a single one says; the others as they are."""
    if not isinstance(one, Constraint) or len(one.literals) > 1:
        return one
    if one.least:
        return one.literals[0]
    return ~one.literals[0] if one.most == 0 else one


def constraint_of_text(text: str, whole: str = "") -> Constraint:
    """The constraint that people write so.

    Args: whole: the text that it is part of, for messages.

    Raises ValueError: it is none. OptionError: a part of it is none, or its numbers do not fit it.

    >>> print(constraint_of_text("if r1c1=Q then (any of 1A=*U, (2D=EEL, ~somewhere Z))"))
    any of ~r1c1=Q, (any of 1A=*U, (all of 2D=EEL, ~cell=Z))
    """
    text = " ".join(text.split())
    whole = whole or text
    if text.startswith("if "):
        sides = split_outside(text.removeprefix("if "), " then ")
        if len(sides) != 2:
            raise not_a_rule(whole, "'if' needs one 'then'")
        one, other = (constraint_of_text(side, whole) for side in sides)
        return implies(one, other)
    if len(sides := split_outside(text, " iff ")) > 1:
        if len(sides) > 2:
            raise not_a_rule(whole, "'iff' is between two conditions")
        one, other = (constraint_of_text(side, whole) for side in sides)
        return Constraint.iff(one, other)
    found = _COUNTED.fullmatch(text)
    listed = split_outside(found["literals"] if found else text, ",")
    parts = tuple(_part(part.strip(), whole) for part in listed)
    if found is None or found["all"]:
        return Constraint(parts, len(parts))
    least = found["least"] or found["exact"] or found["low"] or (found["any"] and 1) or 0
    most = found["most"] or found["exact"] or found["high"] or (found["none"] and 0)
    return Constraint(parts, int(least), None if most is None else int(most))


_COUNTED = re.compile(
    r"(?:(?P<any>any)|(?P<all>all)|(?P<none>none)|at least (?P<least>\d{1,9})"
    r"|at most (?P<most>\d{1,9})|exactly (?P<exact>\d{1,9})|(?P<low>\d{1,9}) to (?P<high>\d{1,9}))"
    r" of (?P<literals>.*)",
    re.ASCII,
)


def _part(text: str, whole: str) -> ConstraintLike:
    plain = text.removeprefix("~")
    if is_in_parentheses(plain):
        found = constraint_of_text(plain[1:-1], whole)
        return found if plain == text else ~found
    try:
        if "(" not in text:
            return leaf_named(text)
    except ValueError:
        if text == whole:
            raise
    raise not_a_rule(whole, f"{text[:40]!r} is no condition" if text else "a condition is missing")


ConstraintLike = Letter | Word | Auxiliary | Constraint
"""A constraint, or a literal that must hold."""


@checked
def somewhere(text: str) -> Letter:
    """The letter `text` stands in some cell; `~somewhere("Z")`: it stands in none.

    >>> print(~somewhere("Z"))
    ~cell=Z
    """
    return Letter(None, text)


@checked
def any_of(*literals: ConstraintLike) -> Constraint:
    """At least one of the literals holds: a clause."""
    return Constraint(literals)


@checked
def all_of(*literals: ConstraintLike) -> Constraint:
    """All of the literals hold."""
    return Constraint(literals, len(literals))


@checked
def at_least(k: int, literals: Iterable[ConstraintLike]) -> Constraint:
    """`k` or more of the literals hold."""
    return Constraint(tuple(literals), k)


@checked
def at_most(k: int, literals: Iterable[ConstraintLike]) -> Constraint:
    """No more than `k` of the literals hold.

    >>> print(at_most(1, [Word("1A", "CAT"), Word(None, "DOG")]))
    at most 1 of 1A=CAT, slot=DOG
    """
    return Constraint(tuple(literals), 0, k)


@checked
def exactly(k: int, literals: Iterable[ConstraintLike]) -> Constraint:
    """`k` of the literals hold, and no others of them."""
    return Constraint(tuple(literals), k, k)


@checked
def implies(
    condition: Constraint | Letter | Word | Auxiliary,
    then: Constraint | Letter | Word | Auxiliary,
) -> Constraint:
    """If one literal or constraint holds, the other one holds too.

    >>> print(implies(Letter("r1c1", "Q"), Word("1A", "*U")))
    any of ~r1c1=Q, 1A=*U
    """
    return Constraint((~condition, then))
