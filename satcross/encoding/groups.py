"""A puzzle as groups of clauses, for tools that look for minimal unsatisfiable subsets.

Each slot, each given letter, each rule and distinctness is a group, as `apps/explain` can
lift them one by one; each crossing too, if it is asked for. No clause of a group depends on another
group: there is no arc consistency.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations, count
from types import SimpleNamespace

import numpy as np

from satcross.cnf.formula import FormulaBuilder
from satcross.cnf.variables import VarMapBuilder
from satcross.encoding.cells import one_letter_per_cell
from satcross.encoding.encode import Encoding
from satcross.encoding.letters import LetterVars
from satcross.encoding.support import slot_by_support
from satcross.model.consistency import Domains
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle
from satcross.model.value import require_support
from satcross.rules.base import ConditionRule
from satcross.rules.conditions import Clauses
from satcross.words.table import I32

SUPPORTS = frozenset({Need.CONDITIONS, Need.SLOTS, Need.CELLS, Need.BOARDS})
DISTINCT = "no word twice"
CELLS_GROUP = "cells"  # which always holds


def grouped(puzzle: Puzzle, *, crossings: bool = False) -> tuple[Encoding, dict[str, int]]:
    """The formula of a puzzle in groups, and the number of clauses of each, in their order.

    The first group, `CELLS_GROUP`, says that cells hold one letter each. Then come the slots by
    name, the given letters as "r1c3=C", `DISTINCT`, and the rules as texts. A completely given slot
    is no group: its letters are, and need not be a word.

    Args:
        crossings: whether a slot that passes a cell of a slot before it has a letter of its own
            there, and "2D at r1c3" is a group: that it is the letter in the cell.

    Raises:
        OptionError: the puzzle has rules between entries, or about the words of slots, or a rebus.
    """
    require_support(puzzle, "a group CNF", SUPPORTS)
    domains = Domains.unfiltered(puzzle)
    # A cell whose slots are lifted can hold any letter.
    every, inside = (1 << domains.n_letters) - 1, puzzle.cells_in_slots
    masks = tuple(every if cell in inside else 0 for cell in range(len(domains.masks)))
    domains = replace(domains, masks=masks)
    letters, builder, variables = LetterVars(domains), FormulaBuilder(), VarMapBuilder()
    if letters.n:
        variables.new("letter", letters.n)
    builder.begin(CELLS_GROUP)
    one_letter_per_cell(letters, part := FormulaBuilder())
    sizes = _add(builder, CELLS_GROUP, part)
    first_word: dict[int, int] = {}
    passed: set[int] = set()  # cells of slots so far
    for slot in puzzle.slots:
        if puzzle.is_exempt(slot):
            continue
        ids = letters.ids.copy()
        for cell in sorted(passed & set(slot.cells)) if crossings else ():
            name = f"{slot.name} at {puzzle.grid.cell_name(cell)}"
            sizes |= _add(builder, name, _crossing(name, ids[cell], variables))
        passed.update(slot.cells)
        part = FormulaBuilder()
        codes = domains.codes[slot.index]
        if len(codes):
            first_word[slot.index] = slot_by_support(slot, codes, ids, variables, part)
        else:
            part.add(())
        sizes |= _add(builder, slot.name, part)
    for cell, code in puzzle.givens.items():
        if variable := letters.rows[cell][code]:
            part = FormulaBuilder()
            part.add([variable])
            sizes |= _add(builder, letters.name(variable), part)
    if puzzle.distinct:
        part = FormulaBuilder()
        part.add_all(_no_word_twice(domains, letters, first_word))
        sizes |= _add(builder, DISTINCT, part)
    # What words a slot can hold is not known to a rule, which holds beside a lifted slot too.
    no_words = SimpleNamespace(puzzle=puzzle.restricted(slots=[]), codes=())
    for rule in puzzle.rules:
        if isinstance(rule, ConditionRule):
            numbers = count(variables.n_vars + 1)
            clauses = Clauses(no_words, letters, partial(next, numbers))
            rule.require(clauses)
            if n := next(numbers) - variables.n_vars - 1:
                variables.new("constraint", n)
            part = FormulaBuilder()
            part.add_all(clauses.all)
            sizes |= _add(builder, str(rule), part)
    chosen = tuple("given" if puzzle.is_exempt(slot) else "support" for slot in puzzle.slots)
    encoding = Encoding(
        domains, letters, builder.build(variables.n_vars), variables.build(), chosen, first_word,
        {}, dict(builder.n_by_group),
    )  # fmt: skip
    return encoding, sizes


def _crossing(name: str, ids: I32, variables: VarMapBuilder) -> FormulaBuilder:
    """The group that a slot has the letter that is in a cell.

    Args: ids: the cell's letters, in whose place the slot gets its own.
    """
    codes = np.flatnonzero(ids)
    own = np.arange(len(codes), dtype=np.int32) + variables.new(f"letter {name}", len(codes))
    part = FormulaBuilder()
    part.add_block(-own, ids[codes])
    part.add_block(own, -ids[codes])
    ids[codes] = own
    return part


def _add(builder: FormulaBuilder, name: str, part: FormulaBuilder) -> dict[str, int]:
    """Add the clauses of a group; how many they are."""
    formula = part.build()
    builder.begin(name)
    builder.add_flat(formula.flat, formula.n_clauses)
    return {name: formula.n_clauses}


def _no_word_twice(
    domains: Domains, letters: LetterVars, first_word: dict[int, int]
) -> list[list[int]]:
    """For each word that two slots can hold, not both do: of words, and of given letters."""
    puzzle = domains.puzzle
    holds: list[dict[tuple[int, ...], list[int]]] = []
    for slot in puzzle.slots:
        rows = [tuple(row) for row in domains.codes[slot.index].tolist()]
        first = first_word.get(slot.index)
        if not rows:  # no word is long enough
            holds.append({})
        elif first is None:
            row = rows[0]
            here = zip(slot.cells, row, strict=True)
            holds.append({row: [-letters.rows[cell][code] for cell, code in here]})
        else:
            holds.append({row: [-(first + at)] for at, row in enumerate(rows)})
    found: list[list[int]] = []
    for s, t in combinations(puzzle.slots, 2):
        if len(s) == len(t) > 1 and puzzle.twins.get(s.index) != t.index:
            one, other = holds[s.index], holds[t.index]
            found += [[*lits, *other[row]] for row, lits in one.items() if row in other]
    return found
