"""Names of the variables of a formula: for solvers, clauses and cores of one's own.

| name | variable |
| --- | --- |
| `r2c3=E`, `h1=E` | a cell holds a letter, or a string of a rebus |
| `1A=CRANE` | a slot holds a word, where the slot has a variable for each of its words |
| `path 12A 17` | any other, by what it is of and its number among these |

A `-` before a name is its negation.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Protocol

import numpy as np

from satcross.cnf.variables import VarGroup
from satcross.errors import GridError, OptionError

if TYPE_CHECKING:
    from pysat.formula import CNF, IDPool

    from satcross.cnf.formula import Formula
    from satcross.cnf.variables import VarMap
    from satcross.encoding.letters import LetterVars
    from satcross.model.consistency import Domains
    from satcross.model.puzzle import Puzzle

_WORD = "word "
_IN_GROUP = re.compile(r"(.*\S) (\d{1,9})")


class Named(Protocol):
    """What of an `Encoding` has names."""

    @property
    def domains(self) -> Domains:
        """The words and letters."""

    @property
    def puzzle(self) -> Puzzle:
        """What was encoded."""

    @property
    def letters(self) -> LetterVars:
        """The letter variables."""

    @property
    def formula(self) -> Formula:
        """The clauses."""

    @property
    def varmap(self) -> VarMap:
        """All variables by group."""

    @property
    def chosen(self) -> tuple[str, ...]:
        """By slot, its encoding."""

    @property
    def first_word(self) -> Mapping[int, int]:
        """By slot with variables for words, the first of them."""


def literal_named(encoding: Named, name: str) -> int:
    """The literal of a name, as in "r2c3=E", "-r2c3=E" and "1A=CRANE".

    Raises:
        OptionError: no variable has this name; it says why.
    """
    if name.startswith("-"):
        return -literal_named(encoding, name[1:])
    place, equals, text = name.partition("=")
    if not equals:
        return _in_group(encoding, name)
    puzzle = encoding.puzzle
    slots = [slot.index for slot in puzzle.slots if slot.name == place]
    if slots:
        return _word(encoding, slots[0], text, name)
    try:
        cell = puzzle.grid.position(place)
    except GridError:
        cell = -1
    if cell < 0 or text not in puzzle.texts:
        raise _unknown(name, "there is no such cell, entry or letter")
    variable = encoding.letters.rows[cell][puzzle.texts.index(text)]
    if not variable:
        raise _unknown(name, "no fill has that, so it has no variable")
    return variable


def name_of(encoding: Named, literal: int) -> str:
    """The name of a literal.

    Raises:
        OptionError: the formula has no such variable.
    """
    if literal < 0:
        return f"-{name_of(encoding, -literal)}"
    if not 0 < literal <= encoding.formula.n_vars:
        raise OptionError(
            f"the formula has no variable {literal}",
            hint=f"its variables are 1 to {encoding.formula.n_vars:,}",
            parameter="literal",
        )
    if literal <= encoding.letters.n:
        return encoding.letters.name(literal)
    groups = encoding.varmap.groups
    group = groups[bisect_right(groups, literal, key=attrgetter("first")) - 1]
    if group.label.startswith(_WORD):
        slot = _slot(encoding, group)
        codes = encoding.domains.codes[slot][literal - group.first].tolist()
        return f"{group.label.removeprefix(_WORD)}={encoding.puzzle.spelled(codes)}"
    n_before = sum(one.n for one in groups if one.label == group.label and one.first < group.first)
    return f"{group.label} {n_before + literal - group.first + 1}"


def _slot(encoding: Named, group: VarGroup) -> int:
    name = group.label.removeprefix(_WORD)
    return next(slot.index for slot in encoding.puzzle.slots if slot.name == name)


def _word(encoding: Named, slot: int, text: str, name: str) -> int:
    first = encoding.first_word.get(slot)
    if first is None:
        why = {
            "dawg": "its words are paths of an automaton; encode with encoding='support'",
            "given": "one word is left for it, whose letters are in the formula",
        }
        chosen = encoding.chosen[slot] if encoding.chosen else ""
        raise _unknown(name, why.get(chosen, "the puzzle has no fill"))
    codes = encoding.domains.codes[slot]
    rows = [
        row
        for spelling in encoding.puzzle.spellings(text)
        if len(spelling) == codes.shape[1]
        for row in np.flatnonzero((codes == np.array(spelling)).all(axis=1)).tolist()
    ]
    if len(rows) != 1:
        why_not = "it stands there in several ways" if rows else "no fill has that word there"
        raise _unknown(name, why_not)
    return first + int(rows[0])


def _in_group(encoding: Named, name: str) -> int:
    found = _IN_GROUP.fullmatch(name)
    number = int(found[2]) if found else 0
    for group in encoding.varmap.groups if number else ():
        if found and group.label == found[1]:
            if number <= group.n:
                return group.first + number - 1
            number -= group.n
    raise _unknown(name, "names are as in r2c3=E, 1A=CRANE or path 12A 17")


def _unknown(name: str, why: str) -> OptionError:
    return OptionError(f"no variable is called {name[:60]!r}", hint=why, parameter="name")


def pysat_cnf(encoding: Named) -> CNF:
    """The clauses as PySAT has them."""
    from pysat.formula import CNF

    cnf = CNF(from_clauses=list(encoding.formula))
    cnf.nv = encoding.formula.n_vars
    return cnf


def pysat_pool(encoding: Named) -> IDPool:
    """PySAT's pool of variables, which knows those of the formula by name."""
    from pysat.formula import IDPool

    pool = IDPool(start_from=encoding.formula.n_vars + 1)
    for variable in range(1, encoding.formula.n_vars + 1):
        name = name_of(encoding, variable)
        pool.obj2id[name] = variable
        pool.id2obj[variable] = name
    return pool
