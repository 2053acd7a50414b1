"""Rules for the entries of a grid whose pattern is still to be made."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from satcross.checks import check_fields, check_type
from satcross.errors import OptionError
from satcross.model.constraints import Constraint, Letter, Literal, constraints_of
from satcross.model.grid import Grid
from satcross.model.puzzle import MIN_SHARED, MIN_SLOT_LENGTH, Puzzle
from satcross.words import WordList
from satcross.words.patterns import parse_pattern

if TYPE_CHECKING:
    from satcross.model.constraints import ConstraintLike

_CELL = re.compile(r"r(\d{1,9})c(\d{1,9})\Z", re.ASCII)
_SLOT = re.compile(r"[1-9]\d{0,8}[AD]\Z", re.ASCII)

# Rules of a puzzle as files and jobs name them, with the types of their values.
RULE_TYPES: Mapping[str, str] = {
    "allow_repeats": "bool",
    "min_length": "int",
    "max_shared_substring": "int | None",
    "no_near_duplicates": "bool",
    "rebus": "str | Sequence[str]",
}

# The same as keywords of `Puzzle`, where nobody asks for others.
USUAL_RULES: Mapping[str, Any] = {
    "distinct": True,
    "min_length": MIN_SLOT_LENGTH,
    "max_shared_substring": None,
    "no_near_duplicates": False,
    "rebus": (),
}


def unusual(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some keywords of `Puzzle` that are not as usual."""
    return {name: value for name, value in rules.items() if value != USUAL_RULES[name]}


def rules_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords of `Puzzle`, from those of `RULE_TYPES` that `data` has.

    Raises:
        OptionError: a value has another type; its range is checked by `Puzzle`.
    """
    rules = {name: data[name] for name in RULE_TYPES if name in data}
    for name, value in rules.items():
        check_type(name, value, RULE_TYPES[name], {"Sequence": Sequence})
    if "rebus" in rules:
        rebus = rules["rebus"]
        rules["rebus"] = (rebus,) if isinstance(rebus, str) else tuple(rebus)
    if "allow_repeats" in rules:
        rules["distinct"] = not rules.pop("allow_repeats")
    return rules


@dataclass(frozen=True, slots=True)
class EntryRules:
    """Rules for entries, as `Puzzle` has them, before there is a pattern.

    Entries of the theme are not compared with each other by `max_shared_substring` and
    `no_near_duplicates`; they are compared with all other entries.

    Args:
        distinct: whether every word may be used only once.
        max_shared_substring: N, if no two entries may have the same N cells in a row; at least 2.
        no_near_duplicates: whether no two entries may be forms of one word.
        constraints: what else must hold, of `satcross.model.constraints`. Where a literal names a
            slot or a cell that a pattern does not have, or a word that does not fit into the slot,
            it is false in this pattern, and its negation is true: 12A=*S asks for a pattern with a
            12A, and ~12A=*S holds where there is none.

    Raises:
        OptionError: a value is out of range.
    """

    distinct: bool = True
    max_shared_substring: int | None = None
    no_near_duplicates: bool = False
    constraints: tuple[Constraint, ...] = ()

    if TYPE_CHECKING:  # what may be given; the field says what becomes of it

        def __init__(
            self,
            distinct: bool = True,
            max_shared_substring: int | None = None,
            no_near_duplicates: bool = False,
            constraints: ConstraintLike | Iterable[ConstraintLike] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        check_fields(self, globals(), "distinct", "max_shared_substring", "no_near_duplicates")
        least = self.max_shared_substring
        if least is not None and least < MIN_SHARED:
            raise OptionError(
                f"must be {MIN_SHARED} or greater, got {least}", parameter="max_shared_substring"
            )
        object.__setattr__(self, "constraints", constraints_of(self.constraints))

    @property
    def compares_entries(self) -> bool:
        """Whether entries that differ may exclude each other."""
        return self.max_shared_substring is not None or self.no_near_duplicates

    def check(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Whether some pattern could have what the constraints name.

        Raises:
            OptionError: a cell lies outside the grid, a name is not that of a cell or slot, or a
                letter is not in the alphabet.
        """
        for literal in (literal for one in self.constraints for literal in one.literals):
            if isinstance(literal, Letter):
                if literal.cell is not None:
                    named = _CELL.match(literal.cell)
                    if not (named and 0 < int(named[1]) <= n_rows and 0 < int(named[2]) <= n_cols):
                        raise OptionError(
                            f"there is no cell {literal.cell!r}",
                            hint=f"cells are r1c1 to r{n_rows}c{n_cols}",
                            parameter="constraints",
                        )
                if len(words.alphabet.normalise(literal.text) or "") != 1:
                    raise OptionError(
                        f"no cell can hold {literal.text!r}",
                        hint="give a letter of the alphabet",
                        parameter="constraints",
                    )
                continue
            if literal.slot is not None and not _SLOT.match(literal.slot):
                raise OptionError(
                    f"{literal.slot!r} is not the name of a slot",
                    hint="give a number and A or D, as in 12A",
                    parameter="constraints",
                )
            parse_pattern(literal.pattern, words.alphabet)

    def puzzle(self, grid: Grid, words: WordList, min_length: int) -> Puzzle | None:
        """The puzzle of a pattern with these rules; None where a constraint cannot hold in it."""
        bare = Puzzle(
            grid,
            words,
            self.distinct,
            min_length,
            max_shared_substring=self.max_shared_substring,
            no_near_duplicates=self.no_near_duplicates,
        )
        if not self.constraints:
            return bare
        lengths = {slot.name: len(slot) for slot in bare.slots}
        cells = {grid.cell_name(cell) for slot in bare.slots for cell in slot.cells}

        def is_there(literal: Literal) -> bool:
            if isinstance(literal, Letter):
                return literal.cell is None or literal.cell in cells
            if literal.slot is None:
                return True
            length = lengths.get(literal.slot)
            pattern = parse_pattern(literal.pattern, words.alphabet)
            return length is not None and pattern.fits(length)

        constraints: list[Constraint] = []
        for one in self.constraints:
            left = tuple(literal for literal in one.literals if is_there(literal))
            n_true = sum(each.negated for each in one.literals if each not in left)
            most = len(one.literals) if one.most is None else one.most
            least, most = max(0, one.least - n_true), min(most - n_true, len(left))
            if least > most:
                return None
            if least > 0 or most < len(left):
                constraints.append(Constraint(left, least, most))
        return bare.with_rule(*constraints)
