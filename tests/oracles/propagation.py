"""Unit propagation over clauses that come and go: all that a RUP check does.

Two watched literals (Moskewicz et al., DAC 2001). A formula of ours is mostly clauses of two
literals, "this word implies that letter", and clauses as long as a word list, so both are worked
on by numpy: what a literal implies by two-literal clauses is one array, and is set at once.

`satcross/apps/proofs/checker/_propagation.pyx` does the same in C, with code of its own.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from satcross.apps.proofs.checker.reading import I32, MAX_KEPT, ClauseFile

_UNSET, _TRUE, _FALSE = 0, 1, 2
_LONG = 24  # clauses and implications from this many literals are worked on by numpy
_TICK_EVERY = 10_000  # clauses stored between looks at the clock

# A clause with at least two literals; the first two are the watched ones. An array when it is long.
Clause = Any


class Known(Protocol):
    """What `Propagation` does, in Python or compiled."""

    @property
    def n_vars(self) -> int:
        """See `Propagation`."""

    @property
    def conflict(self) -> bool:
        """See `Propagation`."""

    @property
    def n_kept(self) -> int:
        """See `Propagation`."""

    @property
    def max_kept(self) -> int:
        """See `Propagation`."""

    def add(self, clause: Sequence[int], /) -> None:
        """See `Propagation`."""

    def refutes(self, clause: Sequence[int], /) -> bool:
        """See `Propagation`."""

    def remove(self, clause: Sequence[int], /) -> bool:
        """See `Propagation`."""


class Propagation:
    """Clauses, and what follows from them by unit propagation alone.

    Args:
        formula: the clauses to begin with.
        tick: called now and then while they are taken in; an exception in it ends that.

    Values are kept by literal; negative literals count from the end, as Python's indices do.

    Fields:
        n_vars: variables of the formula.
        conflict: whether the clauses refute each other by unit propagation.
        n_kept: clauses that are kept one by one: added ones, and those of three and more literals.
        max_kept: how many of them fit into a gigabyte, with a formula.
    """

    max_kept = MAX_KEPT

    def __init__(self, formula: ClauseFile, tick: Callable[[], None] = lambda: None) -> None:
        n = self.n_vars = formula.n_vars
        self.conflict = False
        self.n_kept = 0
        self._void = n + 1  # a literal that is true: what a deleted clause of two implies
        size = 2 * n + 3
        # The same memory as Python sees it (quick one by one) and as numpy does (many at once).
        self._value = bytearray(size)
        self._values = np.frombuffer(self._value, dtype=np.uint8)
        # By literal, whether any clause is looked at when it becomes true.
        self._busy = bytearray(size)
        self._is_busy = np.frombuffer(self._busy, dtype=np.bool_)
        self._clauses: list[Clause | None] = []
        self._watches: dict[int, list[int]] = {}
        self._by_key: dict[int, list[int]] = {}
        # What has been set since the last look, many at once and one by one.
        self._trail: list[I32] = []
        self._singles: list[int] = []
        self._queue: list[int] = []  # literals set, of which the busy ones are to be worked on
        self._set(self._void)
        self._load(formula.flat, tick)

    def _load(self, flat: I32, tick: Callable[[], None]) -> None:
        # In 32 bits, and dropped early: formulas are large, and this is the peak of memory.
        ends = np.flatnonzero(flat == 0).astype(np.int32)
        begins = np.concatenate((np.zeros(1, dtype=np.int32), ends + 1))[:-1]
        sizes = ends - begins
        others = begins[(sizes != 1) & (sizes != 2)].tolist()
        other_ends = ends[(sizes != 1) & (sizes != 2)].tolist()
        # Units come first: of longer clauses they make many superfluous.
        units = flat[begins[sizes == 1]].tolist()
        pairs = begins[sizes == 2]
        del ends, begins, sizes
        a, b = flat[pairs], flat[pairs + 1]
        del pairs
        units += a[a == b].tolist()
        proper = np.abs(a) != np.abs(b)  # the rest are units and tautologies
        if not proper.all():
            a, b = a[proper], b[proper]
        self._load_pairs(a, b)
        del a, b
        for unit in units:
            self.add([unit])
        for n_stored, (begin, end) in enumerate(zip(others, other_ends, strict=True)):
            if n_stored % _TICK_EVERY == 0:
                tick()
            self._store(flat[begin:end].tolist())
        self._settle()

    def _load_pairs(self, a: I32, b: I32) -> None:
        heads = np.concatenate((-a, -b))
        order = np.argsort(heads, kind="stable")
        self._implied = np.concatenate((b, a))[order]
        heads = heads[order]
        literals = np.arange(-self._void, self._void + 2, dtype=np.int32)
        # By literal + void. An array: a list would take four times the memory, and is no faster.
        self._bounds = array("i")
        self._bounds.frombytes(np.searchsorted(heads, literals).astype(np.int32).tobytes())
        self._is_busy[heads] = True

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause and what follows from it."""
        self._store(clause)
        self._settle()

    def refutes(self, clause: Sequence[int]) -> bool:
        """Whether the negation of `clause` is refuted: it is RUP, and so follows."""
        value = self._value
        if self.conflict or any(value[literal] == _TRUE for literal in clause):
            return True
        for literal in clause:
            if value[-literal] == _UNSET:
                self._set(-literal)
            elif value[-literal] == _FALSE:  # a tautology
                self._undo()
                return True
        conflict = self._propagate()
        self._undo()
        return conflict

    def remove(self, clause: Sequence[int]) -> bool:
        """Delete one copy of a clause; what has followed for good stays.

        Returns: False when there is none. A clause that was a unit, or had a true literal, when
            it was added is not kept, so that it cannot be deleted.
        """
        literals = sorted(set(clause))
        ids = self._by_key.get(hash(tuple(literals)), [])
        for index in ids:
            known = self._clauses[index]
            if known is not None and len(known) == len(literals) and set(known) == set(literals):
                self._clauses[index] = None  # watches forget it when they come to it
                self.n_kept -= 1
                ids.remove(index)
                return True
        return len(literals) == 2 and self._remove_pair(*literals)

    def _remove_pair(self, a: int, b: int) -> bool:
        for head, other in ((-a, b), (-b, a)):
            begin, end = self._bounds[head + self._void], self._bounds[head + self._void + 1]
            found = np.flatnonzero(self._implied[begin:end] == other)
            if not len(found):
                return False
            self._implied[begin + found[0]] = self._void
        return True

    def _store(self, clause: Sequence[int]) -> None:
        """Keep a clause; a unit is set, and still to be propagated."""
        value = self._value
        literals: list[int] = list(dict.fromkeys(clause))
        members = set(literals)
        if any(value[lit] == _TRUE or -lit in members for lit in literals):
            return
        open_ = [at for at, literal in enumerate(literals) if value[literal] == _UNSET]
        if not open_:
            self.conflict = True
        elif len(open_) == 1:
            self._set(literals[open_[0]])
        else:
            key = hash(tuple(sorted(literals)))
            for place, at in enumerate(open_[:2]):
                literals[place], literals[at] = literals[at], literals[place]
                self._watch(literals[place], len(self._clauses))
            self._by_key.setdefault(key, []).append(len(self._clauses))
            self.n_kept += 1
            long = len(literals) >= _LONG
            self._clauses.append(np.array(literals, dtype=np.int32) if long else literals)

    def _watch(self, literal: int, index: int) -> None:
        self._watches.setdefault(literal, []).append(index)
        self._busy[-literal] = 1

    def _settle(self) -> None:
        """Propagate, for good."""
        self.conflict = self.conflict or self._propagate()
        self._forget()

    def _set(self, literal: int) -> None:
        self._value[literal], self._value[-literal] = _TRUE, _FALSE
        self._singles.append(literal)
        self._queue.append(literal)

    def _undo(self) -> None:
        if self._trail:
            literals = np.concatenate(self._trail)
            self._values[literals] = self._values[-literals] = _UNSET
        for literal in self._singles:
            self._value[literal] = self._value[-literal] = _UNSET
        self._forget()

    def _forget(self) -> None:
        self._trail.clear()
        self._singles.clear()
        self._queue.clear()

    def _propagate(self) -> bool:
        """Work off the queue, first in first out; True at a conflict."""
        queue, bounds, void = self._queue, self._bounds, self._void
        # The list grows while it is gone through.
        for literal in queue:
            begin, end = bounds[literal + void], bounds[literal + void + 1]
            if begin < end and self._imply(begin, end):
                return True
            watched = self._watches.get(-literal)
            if watched and self._visit(-literal, watched):
                return True
        return False

    def _imply(self, begin: int, end: int) -> bool:
        """Set what a literal implies by clauses of two; True at a conflict."""
        implied = self._implied[begin:end]
        values = self._values.take(implied)
        if _FALSE in values.tobytes():  # quicker than numpy on short arrays
            return True
        fresh = implied.compress(values == _UNSET)
        if len(fresh):
            self._values[fresh] = _TRUE
            self._values[-fresh] = _FALSE
            self._trail.append(fresh)
            self._queue += fresh.compress(self._is_busy.take(fresh)).tolist()
        return False

    def _visit(self, false: int, watched: list[int]) -> bool:
        """Look at the clauses that watch a literal that became false; True at a conflict."""
        value, clauses = self._value, self._clauses
        kept: list[int] = []
        for at, index in enumerate(watched):
            clause = clauses[index]
            if clause is None:
                continue
            if clause[0] == false:
                clause[0], clause[1] = clause[1], clause[0]
            other = int(clause[0])
            if value[other] == _TRUE:
                kept.append(index)
                continue
            place = self._open_place(clause)
            if place:
                found = int(clause[place])
                clause[1], clause[place] = found, false
                self._watch(found, index)
                continue
            kept.append(index)
            if value[other] == _FALSE:
                watched[:] = kept + watched[at + 1 :]
                return True
            self._set(other)
        watched[:] = kept
        return False

    def _open_place(self, clause: Clause) -> int:
        """Where after the watched literals there is one that is not false; 0 if nowhere."""
        if len(clause) >= _LONG:
            values = self._values.take(clause[2:])
            place = int((values != _FALSE).argmax())
            return place + 2 if values[place] != _FALSE else 0
        value = self._value
        for place in range(2, len(clause)):
            if value[clause[place]] != _FALSE:
                return place
        return 0
