"""Formulas in conjunctive normal form, as one array of integers.

A literal is a non-zero integer in DIMACS style: v or -v for variable v >= 1. A formula of three
million clauses is some 50 MB here, and is checked, permuted and written at the speed of numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from satcross.cnf.assignment import Assignment

I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]

Tick = Callable[[], None]

_SMALL_LITERALS = 1 << 14  # of clauses added one by one, before they become an array
_PIECE = 1 << 18  # clauses in a piece
_ITERATION_BLOCK = 1 << 16  # clauses turned into Python lists at a time


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """Clauses over the variables 1..n_vars, in a fixed order.

    Args:
        n_vars: how many variables there are; some may be in no clause.
        flat: int32, read-only: the literals of each clause in turn, each clause closed by a 0.

    Fields:
        ends: int64 (n_clauses,): where in `flat` each clause's 0 stands.

    Raises:
        ValueError: the last clause is not closed, or a literal's variable is over `n_vars`.

    >>> formula = Formula.of([[1, -2], [2]])
    >>> formula.n_vars, formula.n_clauses, formula.n_literals, list(formula)
    (2, 2, 3, [[1, -2], [2]])
    """

    n_vars: int
    flat: I32
    ends: I64 = field(init=False, repr=False)

    def __post_init__(self) -> None:
        flat = self.flat
        if len(flat):
            if flat[-1] != 0:
                raise ValueError("the last clause is not closed by a 0")
            largest = max(int(flat.max()), -int(flat.min()))
            if largest > self.n_vars:
                raise ValueError(f"variable {largest} is beyond the {self.n_vars} there are")
        flat.flags.writeable = False
        object.__setattr__(self, "ends", np.flatnonzero(flat == 0))

    @classmethod
    def of(cls, clauses: Iterable[Sequence[int]], n_vars: int | None = None) -> Formula:
        """The formula of `clauses`; `n_vars` is the largest variable in them unless given."""
        builder = FormulaBuilder()
        builder.add_all(clauses)
        return builder.build(n_vars)

    @property
    def n_clauses(self) -> int:
        """How many clauses there are."""
        return len(self.ends)

    @property
    def n_literals(self) -> int:
        """How many literals there are, all clauses together."""
        return len(self.flat) - len(self.ends)

    def clause(self, index: int) -> list[int]:
        """The literals of clause `index`, counted from 0."""
        start = int(self.ends[index - 1]) + 1 if index else 0
        clause: list[int] = self.flat[start : int(self.ends[index])].tolist()
        return clause

    def __iter__(self) -> Iterator[list[int]]:
        return iter_clauses(self.flat, self.ends)

    def pieces(self) -> Iterator[I32]:
        """`flat` in pieces of whole clauses, so that work on it can be interrupted."""
        start = 0
        for index in range(_PIECE - 1, self.n_clauses + _PIECE - 1, _PIECE):
            stop = int(self.ends[min(index, self.n_clauses - 1)]) + 1
            yield self.flat[start:stop]
            start = stop

    def first_falsified(self, assignment: Assignment) -> int | None:
        """The index of the first clause that `assignment` does not satisfy, or None.

        Args:
            assignment: variables beyond it are false.
        """
        if not len(self.ends):
            return None
        # By literal: that of -v is the v-th from the end, as numpy counts. A clause's 0 reads entry
        # 0, which is False: empty clauses need no care.
        values = np.zeros(2 * self.n_vars + 1, dtype=np.bool_)
        known = assignment.values[1 : self.n_vars + 1]
        values[1 : 1 + len(known)] = known
        values[self.n_vars + 1 :] = ~values[self.n_vars : 0 : -1]
        first_of = np.concatenate(([0], self.ends[:-1] + 1))
        for at in range(0, self.n_clauses, _PIECE):  # so that memory does not double
            starts = first_of[at : at + _PIECE]
            flat = self.flat[starts[0] : int(self.ends[at : at + _PIECE][-1]) + 1]
            satisfied = np.logical_or.reduceat(values[flat], starts - starts[0])
            first = int(np.argmin(satisfied))
            if not satisfied[first]:
                return at + first
        return None

    def completed(self, known: Assignment, n_known: int) -> Assignment | None:
        """The assignment to which the values of some variables lead by unit propagation.

        Args: known: of the variables from 1 to n_known, all of which it gives.

        Returns: None if a clause is false; else variables that do not follow are false.
        """
        if not len(self.ends):
            return known
        # By literal, as in `first_falsified`: 1 true, -1 false, 0 not known.
        values = np.zeros(2 * self.n_vars + 1, dtype=np.int8)
        values[0] = -1
        first = np.full(n_known, -1, dtype=np.int8)
        n = min(n_known, known.n_vars)
        first[:n][known.values[1 : n + 1]] = 1
        new = np.arange(1, n_known + 1) * first
        starts = np.concatenate(([0], self.ends[:-1] + 1))
        lengths = np.diff(np.append(starts, len(self.flat)))
        while len(new):
            values[new], values[-new] = 1, -1
            of_clause = values[self.flat]
            is_left = np.maximum.reduceat(of_clause, starts) < 1
            n_open = np.add.reduceat(of_clause == 0, starts, dtype=np.int64)
            if (is_left & (n_open == 0)).any():
                return None
            in_unit = np.repeat(is_left & (n_open == 1), lengths)
            new = np.unique(self.flat[in_unit & (of_clause == 0)])
            if np.isin(-new, new).any():
                return None
        return Assignment((values[: self.n_vars + 1] == 1).tobytes())


class FormulaBuilder:
    """Collects clauses, one by one or as arrays, and counts them by the constraint they belong to.

    Args:
        tick: called after every array and every few thousand other clauses; an exception in it ends
            the work.

    Fields:
        n_by_group: clauses so far by name of constraint, in the order of first use.
    """

    def __init__(self, tick: Tick | None = None) -> None:
        self.n_by_group: dict[str, int] = {}
        self._tick = tick
        self._chunks: list[I32] = []
        self._small: list[int] = []  # clauses added one by one, not yet an array
        self._group = "clauses"

    def begin(self, group: str) -> None:
        """Count the clauses that follow as `group`."""
        self._group = group
        self.n_by_group.setdefault(group, 0)

    def add(self, clause: Sequence[int]) -> None:
        """Add one clause. Raises ValueError when a literal is 0."""
        if 0 in clause:
            raise ValueError("0 is not a literal")
        self._small.extend(clause)
        self._small.append(0)
        self._count(1)
        if len(self._small) >= _SMALL_LITERALS:
            self._flush()
            if self._tick is not None:
                self._tick()

    def add_all(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses one after another."""
        for clause in clauses:
            self.add(clause)

    def add_block(self, *columns: I32 | int) -> None:
        """Add clauses of equal length, given by columns.

        Args:
            columns: the first, second, … literal of each clause: int32 (n,), or one literal that
                they all have. At least one is an array.
        """
        n = next(len(column) for column in columns if not isinstance(column, int))
        block = np.zeros((n, len(columns) + 1), dtype=np.int32)
        for index, column in enumerate(columns):
            block[:, index] = column
        self._extend(block.ravel(), n)

    def add_flat(self, flat: I32, n_clauses: int) -> None:
        """Add clauses that are laid out already: int32 literals, each clause closed by a 0."""
        self._extend(flat, n_clauses)

    def add_ragged(self, literals: I32, lengths: I64) -> None:
        """Add clauses of different lengths: their literals in a row, and how many each has."""
        n = len(lengths)
        flat = np.zeros(len(literals) + n, dtype=np.int32)
        places = np.arange(len(literals)) + np.repeat(np.arange(n), lengths)
        flat[places] = literals
        self._extend(flat, n)

    def build(self, n_vars: int | None = None) -> Formula:
        """The formula of all clauses so far, over `n_vars` variables (or the largest in them)."""
        self._flush()
        chunks = self._chunks
        flat = np.concatenate(chunks) if chunks else np.empty(0, dtype=np.int32)
        if n_vars is None:
            n_vars = int(np.abs(flat).max()) if len(flat) else 0
        return Formula(n_vars, flat)

    def _extend(self, flat: I32, n_clauses: int) -> None:
        self._flush()
        self._chunks.append(flat)
        self._count(n_clauses)
        if self._tick is not None:
            self._tick()

    def _flush(self) -> None:
        if self._small:
            self._chunks.append(np.array(self._small, dtype=np.int32))
            self._small = []

    def _count(self, n: int) -> None:
        self.n_by_group[self._group] = self.n_by_group.get(self._group, 0) + n


def iter_clauses(flat: I32, ends: I64 | None = None) -> Iterator[list[int]]:
    """The clauses of a flat array as lists, made in blocks so that memory stays bounded."""
    if ends is None:
        ends = np.flatnonzero(flat == 0)
    start = 0
    for block in range(0, len(ends), _ITERATION_BLOCK):
        stops = ends[block : block + _ITERATION_BLOCK]
        literals = flat[start : int(stops[-1]) + 1].tolist()
        begin = 0
        for stop in (stops - start).tolist():
            yield literals[begin:stop]
            begin = stop + 1
        start = int(stops[-1]) + 1
