"""A puzzle as a constraint model: letters in cells, tables of words, and lists that differ.

MiniZinc and XCSP3 write it: see `satcross.apps.models.minizinc` and `satcross.apps.models.xcsp3`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from satcross import Puzzle
from satcross.encoding.distinct import pairs_to_differ
from satcross.encoding.encode import encode_rules
from satcross.extend import I32, Codes, Domains, FormulaBuilder, LetterVars, Slot, VarMapBuilder


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """What some slots of one length may hold.

    Args:
        codes: `Codes` (n, k): letter codes.
        scores: int32 (n,): of each row.
        slots: indices of the slots that hold a row of it.
    """

    codes: Codes
    scores: I32
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A constraint model, whose solutions are the fills of a puzzle: one each.

    Variables: `x[i]`, the letter code of cell i; `score[k]`, the score in slot k; `y[j]`, 0 or 1,
    which the letters determine, for rules.

    Args:
        puzzle: what it is of.
        cells: the grid position of each x.
        domains: of each x, the letter codes that arc consistency left; at least one.
        tables: of words, by the slots that hold them.
        slots: by slot index, the numbers of its x.
        scored: the slots that have a score, in the order of `score`; none without an objective.
        differ: pairs of slots that hold different words.
        clauses: of rules: each an OR of literals: (x, letter code, whether it is that) or
            (-1 - y, 1, whether it is 1).
        n_y: the number of y.
        is_empty: arc consistency found that there is no fill; then nothing else is said.
    """

    puzzle: Puzzle
    cells: tuple[int, ...]
    domains: tuple[tuple[int, ...], ...]
    tables: tuple[Table, ...]
    slots: tuple[tuple[int, ...], ...]
    scored: tuple[int, ...]
    differ: tuple[tuple[int, int], ...]
    clauses: tuple[tuple[tuple[int, int, bool], ...], ...]
    n_y: int
    is_empty: bool

    @property
    def n_constraints(self) -> dict[str, int]:
        """How many constraints of each kind there are."""
        return {
            "tables": sum(len(table.slots) for table in self.tables),
            "different words": len(self.differ),
            "rules": len(self.clauses),
        }


def model_of(domains: Domains, *, scores: bool) -> Model:
    """The constraint model of a puzzle.

    Args:
        domains: the words and letters to choose from.
        scores: whether slots have scores. Those that the grid gives have none.
    """
    puzzle = domains.puzzle
    if domains.emptied is not None:
        return Model(puzzle, (), (), (), (), (), (), (), 0, is_empty=True)
    cells = domains.cells
    number = {cell: index for index, cell in enumerate(cells)}
    tables = _tables(domains)
    given = {slot.index for slot in puzzle.slots if puzzle.given_codes(slot) is not None}
    listed = sorted(index for table in tables for index in table.slots)
    pairs = pairs_to_differ(domains) if puzzle.distinct else ()
    clauses, n_y = _clauses(domains, number)
    return Model(
        puzzle,
        cells,
        tuple(tuple(np.flatnonzero(domains.letters[cell]).tolist()) for cell in cells),
        tables,
        tuple(tuple(number[cell] for cell in slot.cells) for slot in puzzle.slots),
        tuple(index for index in listed if index not in given) if scores else (),
        tuple((s.index, t.index) for s, t, _ in pairs),
        clauses,
        n_y,
        is_empty=False,
    )


def _tables(domains: Domains) -> tuple[Table, ...]:
    """A table for all slots whose words follow from it and their letters, and else for one slot."""
    puzzle = domains.puzzle
    listed = [slot for slot in puzzle.slots if len(domains.words[slot.index])]
    alike: dict[tuple[int, str], list[Slot]] = {}
    for slot in listed:
        own = slot.name if puzzle.is_treated(slot) else ""
        alike.setdefault((len(slot), own), []).append(slot)
    found: list[Table] = []
    for slots in alike.values():
        every = puzzle.table(slots[0])
        rows = np.unique(np.concatenate([domains.words[slot.index] for slot in slots]))
        codes = every.codes[rows]
        shared = [slot for slot in slots if _follows(domains, slot, rows, codes)]
        if shared:
            indices = tuple(slot.index for slot in shared)
            found.append(Table(codes, every.scores[rows], indices))
        for slot in slots:
            if slot not in shared:
                rows_ = domains.words[slot.index]
                found.append(Table(every.codes[rows_], every.scores[rows_], (slot.index,)))
    return tuple(found)


def _follows(domains: Domains, slot: Slot, rows: I32, codes: Codes) -> bool:
    fits = np.ones(len(rows), dtype=np.bool_)
    for offset, cell in enumerate(slot.cells):
        fits &= domains.letters[cell][codes[:, offset]]
    return np.array_equal(rows[fits], domains.words[slot.index])


def _clauses(
    domains: Domains, number: dict[int, int]
) -> tuple[tuple[tuple[tuple[int, int, bool], ...], ...], int]:
    letters, builder = LetterVars(domains), FormulaBuilder()
    variables = VarMapBuilder(letters.n)
    encode_rules(domains, letters, variables, builder)

    def literal(lit: int) -> tuple[int, int, bool]:
        variable = abs(lit)
        if variable > letters.n:
            return letters.n - variable, 1, lit > 0
        cell = int(letters.cell_of[variable])
        return number[cell], int(letters.letter_of[variable]), lit > 0

    formula = builder.build(variables.n_vars)
    clauses = tuple(tuple(map(literal, clause)) for clause in formula)
    return clauses, variables.n_vars - letters.n


def by_rows(values: Sequence[str]) -> list[str]:
    """Texts joined by commas, some on a line."""
    return [", ".join(values[at : at + 20]) for at in range(0, len(values), 20)]
