"""Constraints with auxiliaries: variables of the user's own, of which any values may be taken.

A fill is right if there are values of the auxiliaries with which all of the constraints hold; it is
one fill, however many such values there are. So they are no variables of the formula, which letters
determine: they are eliminated, one after the other, as "all constraints with it hold if it is true,
or all hold if it is false". What that says of auxiliaries that are left is a table of conditions,
by their values: bucket elimination.

Source: R. Dechter, Bucket elimination: a unifying framework for reasoning, Artificial Intelligence
113, 1999.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import TYPE_CHECKING, ClassVar, Self

from satcross.checks import check_fields
from satcross.errors import OptionError
from satcross.rules.base import ConditionRule, first_of
from satcross.rules.conditions import TRUE
from satcross.rules.constraint import Constraint
from satcross.rules.literals import Auxiliary, Literal

if TYPE_CHECKING:
    from satcross.model.value import PuzzleValue
    from satcross.rules.conditions import Clauses, Condition
    from satcross.words import WordList

MAX_TOGETHER = 10
"""Auxiliaries in one table, which has a row for each of their values."""
_BETWEEN = " ; "


@dataclass(frozen=True, slots=True)
class _Table:
    """What must hold for all values of some auxiliaries. Args: rows: by their values."""

    names: tuple[str, ...]
    rows: Mapping[tuple[bool, ...], int]

    def at(self, values: Mapping[str, bool]) -> int:
        """What must hold for some values of its auxiliaries, and of others."""
        return self.rows[tuple(values[name] for name in self.names)]


@dataclass(frozen=True, slots=True)
class WithAuxiliaries(ConditionRule):
    """There are values of auxiliaries with which all of some constraints hold.

    Args:
        constraints: one or more.

    Raises:
        OptionError: there is none.
    """

    constraints: tuple[Constraint, ...]

    kind: ClassVar[str] = "with-auxiliaries"
    reads_list: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if not self.constraints:
            raise OptionError("no constraint is given", parameter="rules")

    def __str__(self) -> str:
        return "; ".join(map(str, self.constraints))

    def value(self) -> str:
        """The values of the constraints, between semicolons."""
        return _BETWEEN.join(one.value() for one in self.constraints)

    @classmethod
    def of_value(cls, text: str) -> Self:
        """What `value` wrote.

        >>> print(WithAuxiliaries.of_value("1 - @x 1A=CAT ; 0 1 @x cell=Q"))
        any of @x, 1A=CAT; at most 1 of @x, cell=Q
        """
        return cls(tuple(map(Constraint.of_value, text.split(_BETWEEN))))

    @classmethod
    def joined(cls, rules: Sequence[Self]) -> Sequence[Self]:
        """One rule of all, for a name means the same auxiliary in each."""
        return [cls(tuple(dict.fromkeys(chain.from_iterable(one.constraints for one in rules))))]

    def bound_to(self, puzzle: PuzzleValue) -> Self:
        """The rule, once it names only what the puzzle has, and can be said."""
        for one in self.constraints:
            one.bound_to(puzzle)
        self._order()
        return self

    def check_shape(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Raise OptionError for what no pattern has: a cell, a slot's name, a letter."""
        for one in self.constraints:
            one.check_shape(n_rows, n_cols, words)
        self._order()

    def in_pattern(self, puzzle: PuzzleValue) -> Self | bool:
        """The rule without the literals that are false or true in the pattern."""
        parts = [one.in_pattern(puzzle) for one in self.constraints]
        left = tuple(one for one in parts if isinstance(one, Constraint))
        if False in parts:
            return False
        return type(self)(left) if left else True

    def require(self, clauses: Clauses) -> None:
        """Eliminate the auxiliaries, and require what is left."""
        tables = [_table_of(one, clauses) for one in self.constraints]
        for name in self._order():
            mine = [one for one in tables if name in one.names]
            names = _names_of(mine, without=name)
            rows: dict[tuple[bool, ...], int] = {}
            for values in product((False, True), repeat=len(names)):
                both = (
                    clauses.all_of(one.at({**dict(zip(names, values, strict=True)), name: value})
                                   for one in mine)
                    for value in (True, False)
                )  # fmt: skip
                rows[values] = -clauses.all_of([-one for one in both])
            tables = [one for one in tables if name not in one.names] + [_Table(names, rows)]
        for one in tables:
            clauses.require(one.rows[()])

    def _order(self) -> list[str]:
        """The auxiliaries, in an order of elimination that keeps the tables small.

        Raises:
            OptionError: too many would be in one.
        """
        scopes = [one.auxiliaries() for one in self.constraints]
        found: list[str] = []
        left = list(dict.fromkeys(chain.from_iterable(scopes)))
        while left:
            sizes = {n: len({*chain.from_iterable(s for s in scopes if n in s)}) for n in left}
            name = min(left, key=sizes.__getitem__)
            together = [scope for scope in scopes if name in scope]
            names = tuple(dict.fromkeys(chain.from_iterable(together)))
            if len(names) > MAX_TOGETHER:
                shown = first_of([f"@{one}" for one in names], "and")
                raise OptionError(
                    f"{len(names)} auxiliaries depend on each other, more than {MAX_TOGETHER}:"
                    f" {shown}",
                    hint="say with fewer at once what shall hold, or add them to `to_pysat()`",
                    parameter="rules",
                )
            scopes = [scope for scope in scopes if name not in scope]
            scopes.append(tuple(one for one in names if one != name))
            left.remove(name)
            found.append(name)
        return found


def _names_of(tables: Iterable[_Table], *, without: str) -> tuple[str, ...]:
    names = dict.fromkeys(chain.from_iterable(one.names for one in tables))
    return tuple(name for name in names if name != without)


def _table_of(constraint: Constraint, clauses: Clauses) -> _Table:
    """What must hold of letters and words for each choice of a constraint's auxiliaries."""
    names = constraint.auxiliaries()
    rows: dict[tuple[bool, ...], int] = {}
    for values in product((False, True), repeat=len(names)):
        chosen = dict(zip(names, values, strict=True))

        def known(
            one: Literal | Auxiliary, chosen: Mapping[str, bool] = chosen
        ) -> Literal | Auxiliary | bool:
            return chosen[one.name] != one.negated if isinstance(one, Auxiliary) else one

        left = constraint.with_known(known)
        holds: Condition = TRUE if left is True else -TRUE
        if isinstance(left, Constraint):
            holds = left.condition(clauses)
        rows[values] = clauses.variable(holds)
    return _Table(names, rows)
