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
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from satcross.checks import check_fields
from satcross.cnf.formula import Formula
from satcross.cnf.variables import VarMap
from satcross.encoding.letters import LetterVars
from satcross.errors import GridError, OptionError
from satcross.model.consistency import Domains
from satcross.model.puzzle import Puzzle

if TYPE_CHECKING:
    from pysat.formula import CNF, IDPool

_WORD = "word "
_IN_GROUP = re.compile(r"(.*\S) (\d{1,9})")
_WHY_NO_WORD = {
    "dawg": "its words are paths of an automaton; encode with encoding='support'",
    "given": "one word is left for it, whose letters are in the formula",
}


@dataclass(frozen=True, slots=True, eq=False)
class NamedFormula:
    """A formula whose variables have names. Args: as of `Encoding`."""

    domains: Domains
    letters: LetterVars
    formula: Formula
    varmap: VarMap
    chosen: tuple[str, ...]
    first_word: Mapping[int, int]

    def __post_init__(self) -> None:
        check_fields(self, globals())

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that was encoded."""
        return self.domains.puzzle

    def var(self, name: str) -> int:
        """The literal of a name: "r2c3=E", "-r2c3=E", "1A=CRANE" or "path 12A 17".

        A slot has a variable for each word if it is encoded by "support".

        Raises:
            OptionError: no variable has this name; it says why.

        >>> from satcross import Grid, encode
        >>> encoding = encode(Puzzle(Grid.parse(".."), ["at", "to"]), encoding="support")
        >>> encoding.var("1A=TO"), encoding.name(6), encoding.name(-1)
        (6, '1A=TO', '-r1c1=A')
        """
        if name.startswith("-"):
            return -self.var(name[1:])
        place, equals, text = name.partition("=")
        if not equals:
            return self._in_group(name)
        slots = [slot.index for slot in self.puzzle.slots if slot.name == place]
        if slots:
            return self._word(slots[0], text, name)
        try:
            cell = self.puzzle.grid.position(place)
        except GridError:
            cell = -1
        if cell < 0 or text not in self.puzzle.texts:
            raise _unknown(name, "there is no such cell, entry or letter")
        variable = self.letters.rows[cell][self.puzzle.texts.index(text)]
        if not variable:
            raise _unknown(name, "no fill has that, so it has no variable")
        return variable

    def name(self, literal: int) -> str:
        """The name of a literal: see `var`. Raises OptionError: there is no such variable."""
        if literal < 0:
            return f"-{self.name(-literal)}"
        if not 0 < literal <= self.formula.n_vars:
            raise OptionError(
                f"the formula has no variable {literal}",
                hint=f"its variables are 1 to {self.formula.n_vars:,}",
                parameter="literal",
            )
        if literal <= self.letters.n:
            return self.letters.name(literal)
        groups = self.varmap.groups
        group = groups[bisect_right(groups, literal, key=attrgetter("first")) - 1]
        index = literal - group.first
        if group.label.startswith(_WORD):
            place = group.label.removeprefix(_WORD)
            codes = self.domains.codes[self.puzzle.slot(place).index][index].tolist()
            return f"{place}={self.puzzle.spelled(codes)}"
        before = (one.n for one in groups if one.label == group.label and one.first < group.first)
        return f"{group.label} {sum(before) + index + 1}"

    def to_pysat(self) -> CNF:
        """The clauses as PySAT has them, to add others or give to any of its solvers."""
        from pysat.formula import CNF

        cnf = CNF(from_clauses=list(self.formula))
        cnf.nv = self.formula.n_vars
        return cnf

    def id_pool(self) -> IDPool:
        """PySAT's pool of variables: it knows these by name, and gives new ones for anything else.

        >>> from satcross import Grid, encode
        >>> pool = encode(Puzzle(Grid.parse(".."), ["at", "to"])).id_pool()
        >>> pool.id("r1c2=T"), pool.id("mine"), pool.obj(7)
        (4, 7, 'mine')
        """
        from pysat.formula import IDPool

        pool = IDPool(start_from=self.formula.n_vars + 1)
        for variable in range(1, self.formula.n_vars + 1):
            name = self.name(variable)
            pool.obj2id[name] = variable
            pool.id2obj[variable] = name
        return pool

    def _word(self, slot: int, text: str, name: str) -> int:
        first = self.first_word.get(slot)
        if first is None:
            chosen = self.chosen[slot] if self.chosen else ""
            raise _unknown(name, _WHY_NO_WORD.get(chosen, "the puzzle has no fill"))
        codes = self.domains.codes[slot]
        rows = [
            row
            for spelling in self.puzzle.spellings(text)
            if len(spelling) == codes.shape[1]
            for row in np.flatnonzero((codes == np.array(spelling)).all(axis=1)).tolist()
        ]
        if len(rows) != 1:
            why_not = "it stands there in several ways" if rows else "no fill has that word there"
            raise _unknown(name, why_not)
        return first + int(rows[0])

    def _in_group(self, name: str) -> int:
        found = _IN_GROUP.fullmatch(name)
        number = int(found[2]) if found else 0
        for group in self.varmap.groups if number else ():
            if found and group.label == found[1]:
                if number <= group.n:
                    return group.first + number - 1
                number -= group.n
        raise _unknown(name, "names are as in r2c3=E, 1A=CRANE or path 12A 17")


def _unknown(name: str, why: str) -> OptionError:
    return OptionError(f"no variable is called {name[:60]!r}", hint=why, parameter="name")
