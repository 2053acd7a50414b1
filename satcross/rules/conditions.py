"""Conditions over letters in cells and words in slots, as clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from satcross.model.cellnames import normal_name
from satcross.rules.literals import Letter, Literal, Word, of_cell, printed_cells
from satcross.words.patterns import Pattern

if TYPE_CHECKING:
    from satcross.cnf.cardinality import Counting
    from satcross.model.slots import Slot
    from satcross.rules.families import LetterIds, WordsLeft

TRUE = 1 << 40  # beyond all variables; -TRUE is false


@dataclass(frozen=True, slots=True)
class _All:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class _Any:
    parts: tuple[Condition, ...]


Condition = int | _All | _Any  # in negation normal form, over letter variables and TRUE


class _Conditions:
    """What literals say of a puzzle's letters."""

    def __init__(self, domains: WordsLeft, letters: LetterIds) -> None:
        self._domains = domains
        self._puzzle = domains.puzzle
        self._ids: list[list[int]] = letters.ids.tolist()
        self._printed = printed_cells(self._puzzle)
        self._kept = {slot.name: slot.index for slot in self._puzzle.slots}
        self._called = {normal_name(slot.name): slot for slot in self._puzzle.every_slot}

    def of(self, literal: Literal) -> Condition:
        """When the literal holds."""
        literal = of_cell(literal, self._puzzle)
        if isinstance(literal, Letter):
            codes = literal.codes(self._puzzle.listed.alphabet, self._puzzle.texts)
            cells: Iterable[int] = self._printed
            if literal.cell is not None:
                cells = [self._puzzle.grid.position(literal.cell)]
            if len(codes) == 1:
                found = _any(self._letter(cell, code) for cell in cells for code in codes)
            else:
                found = _any(self.one_of(cell, codes) for cell in cells)
        else:
            slots = self._puzzle.every_slot
            if literal.slot is not None:
                slots = tuple(filter(None, [self._called.get(literal.slot)]))
            in_slot = self._spelled if self._puzzle.has_rebus else self._matched
            found = _any(in_slot(slot, literal) for slot in slots)
        return _not(found) if literal.negated else found

    def letters_of(self, cell: int) -> list[int]:
        """By letter code, whether the cell holds it: a variable, or what is known."""
        return [self._letter(cell, code) for code in range(len(self._puzzle.texts))]

    def _letter(self, cell: int, code: int) -> int:
        return self._ids[cell][code] or -TRUE

    def _spelled(self, slot: Slot, literal: Word) -> Condition:
        """The slot spells a word, however it is put into cells."""
        word = self._puzzle.listed.alphabet.normalise(literal.pattern) or ""
        return _any(
            _all(map(self._letter, slot.cells, codes))
            for codes in self._puzzle.spellings(word)
            if len(codes) == len(slot)
        )

    def _matched(self, slot: Slot, literal: Word) -> Condition:
        """The word of the slot matches a pattern."""
        pattern = self._puzzle.listed.pattern(literal.pattern)
        if slot.name in self._kept:
            codes = self._domains.codes[self._kept[slot.name]]
            matches = pattern.match(codes[:, : slot.n_letters])
            if not matches.any():
                return -TRUE
            if matches.all():
                return TRUE
        elif not pattern.fits(slot.n_letters):
            return -TRUE
        return _any(
            _all(self.one_of(slot.cells[offset], codes) for offset, codes in placed)
            for placed in _placements(pattern, slot.n_letters)
        )

    def one_of(self, cell: int, codes: frozenset[int]) -> Condition:
        """The cell has one of some letters."""
        inside = [v for code, v in enumerate(self._ids[cell]) if v and code in codes]
        outside = [v for code, v in enumerate(self._ids[cell]) if v and code not in codes]
        if len(inside) <= len(outside):
            return _any(inside)
        return _all(-variable for variable in outside)


def _placements(pattern: Pattern, length: int) -> Iterator[list[tuple[int, frozenset[int]]]]:
    """Every way for the runs of a pattern to stand in a word: which letters are allowed where."""
    first, *rest = pattern.runs
    if not pattern.fits(length):
        return
    if not rest:
        yield list(enumerate(first))
        return
    *middle, last = rest
    ends = [*enumerate(first), *enumerate(last, length - len(last))]

    def place(runs: Sequence[tuple[frozenset[int], ...]], start: int) -> Iterator[list[int]]:
        if not runs:
            yield []
            return
        room = length - len(last) - sum(map(len, runs))
        for at in range(start, room + 1):
            for others in place(runs[1:], at + len(runs[0])):
                yield [at, *others]

    for places in place(middle, len(first)):
        yield [
            *ends,
            *(item for at, run in zip(places, middle, strict=True) for item in enumerate(run, at)),
        ]


class Clauses:
    """Clauses for conditions, with variables for those that stand inside others.

    Args: as for `satcross.encoding.conditions.condition_clauses`.

    Fields:
        all: the clauses so far.
        puzzle: whose rules they say.
        holds: the condition that a literal is.
        letters_of: by a cell's position, the conditions that it holds the letter of each code.
        one_of: of a cell's position and letter codes, the condition that it holds one of them.
    """

    def __init__(
        self,
        domains: WordsLeft,
        letters: LetterIds,
        new_variable: Callable[[], int],
        define: Callable[[list[int]], None] | None = None,
        counting: Counting | None = None,
    ) -> None:
        self._counting = counting
        self.all: list[list[int]] = []
        self.puzzle = domains.puzzle
        conditions = _Conditions(domains, letters)
        self.holds, self.letters_of = conditions.of, conditions.letters_of
        self.one_of = conditions.one_of
        self._new_variable = new_variable
        self._define = define
        self._gates: dict[tuple[int, ...], int] = {}

    def require_count(self, parts: Sequence[Condition], least: int, most: int) -> None:
        """From `least` to `most` of some conditions hold."""
        n = len(parts)
        is_plain = most == 0 or least == n or (least <= 1 and most == n)
        if self._counting is not None and not is_plain:
            if self._counting.makes_between:
                self._count(list(map(self.variable, parts)), least, most)
                return
            self._counting.n_card += 1
        self.require(self.counted(parts, least, most))

    def counted(self, parts: Sequence[Condition], least: int, most: int) -> Condition:
        """That from `least` to `most` of some conditions hold."""
        n = len(parts)
        if least == n:
            return _all(parts)
        if most == 0:
            return _all(map(_not, parts))
        if most == n and least < 2:
            return _any(parts) if least else TRUE
        top = most + 1 if most < n else least
        holds = [TRUE] + [-TRUE] * top  # by j: at least j of the parts so far
        for i, part in enumerate(map(self.variable, parts), 1):
            if part == TRUE:
                holds = [TRUE, *holds[:-1]]
            for j in range(min(i, top), 0, -1) if abs(part) != TRUE else ():
                one_more = self.variable(_all([part, holds[j - 1]]))
                holds[j] = self.variable(_any([holds[j], one_more]))
        return _all([holds[least], -holds[most + 1] if most < n else TRUE])

    def _count(self, literals: Sequence[int], least: int, most: int) -> None:
        assert self._counting is not None
        n_true = literals.count(TRUE)
        open_ = [literal for literal in literals if abs(literal) != TRUE]
        least, most = max(0, least - n_true), min(len(open_), most - n_true)
        self.all += self._counting.between(open_, least, most, self._new_variable)

    def require_other(self, one: int, other: int) -> None:
        """Two cells hold different letters."""
        for a, b in zip(self.letters_of(one), self.letters_of(other), strict=True):
            self.require_any(-a, -b)

    def differ(self, one: int, other: int) -> int:
        """A literal that holds if and only if two cells hold different letters."""
        found = self._new_variable()
        if self._define is not None:  # see docs/internals/certificates.md
            cells = ([v for v in self.letters_of(at) if v != -TRUE] for at in (one, other))
            self._define([found, found, *(int(letters[0]) for letters in cells)])
        for a, b in zip(self.letters_of(one), self.letters_of(other), strict=True):
            self.require_any(-found, -a, -b)
            self.require_any(found, -a, b)
        return found

    def all_of(self, parts: Iterable[Condition]) -> int:
        """A literal that holds if and only if all of some conditions do."""
        return self.variable(_all(parts))

    def require_any(self, *parts: Condition) -> None:
        """At least one of some conditions holds."""
        self.require(_any(parts))

    def require(self, condition: Condition) -> None:
        """The condition holds."""
        if isinstance(condition, _All):
            for part in condition.parts:
                self.require(part)
            return
        clause = list(dict.fromkeys(self._disjuncts(condition)))
        if TRUE not in clause and not any(-literal in clause for literal in clause):
            self.all.append([literal for literal in clause if literal != -TRUE])

    def _disjuncts(self, condition: Condition) -> Iterator[int]:
        if isinstance(condition, _Any):
            for part in condition.parts:
                yield from self._disjuncts(part)
        else:
            yield self.variable(condition)

    def variable(self, condition: Condition) -> int:
        """A literal that holds if and only if the condition does."""
        if isinstance(condition, int):
            return condition
        if isinstance(condition, _Any):
            return -self.variable(_not(condition))
        literals = sorted({self.variable(part) for part in condition.parts} - {TRUE})
        if -TRUE in literals or any(-literal in literals for literal in literals):
            return -TRUE
        if len(literals) < 2:
            return literals[0] if literals else TRUE
        gate = self._gates.get(tuple(literals))
        if gate is None:
            gate = self._gates[tuple(literals)] = self._new_variable()
            self.all += [[-gate, literal] for literal in literals]
            self.all.append([gate, *(-literal for literal in literals)])
            if self._define is not None:
                self._define(self.all[-1])
        return gate


def _not(condition: Condition) -> Condition:
    match condition:
        case _All(parts):
            return _any(map(_not, parts))
        case _Any(parts):
            return _all(map(_not, parts))
    return -condition


def _all(parts: Iterable[Condition]) -> Condition:
    found = tuple(part for part in parts if part != TRUE)
    if -TRUE in found:
        return -TRUE
    return found[0] if len(found) == 1 else _All(found) if found else TRUE


def _any(parts: Iterable[Condition]) -> Condition:
    found = tuple(part for part in parts if part != -TRUE)
    if TRUE in found:
        return TRUE
    return found[0] if len(found) == 1 else _Any(found) if found else -TRUE
