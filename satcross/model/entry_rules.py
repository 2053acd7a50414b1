"""Rules for the entries of a grid whose pattern is still to be made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from satcross.checks import check_fields, check_type
from satcross.model.grid import Grid
from satcross.model.puzzle import MIN_SLOT_LENGTH, Puzzle
from satcross.rules import PairRule, Rule, rules_in, rules_of, short_forms, with_short_forms
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.rules import RuleLike

TEXT_LIST = "str | Sequence[str]"


def rule_types() -> dict[str, str]:
    """The rules of a puzzle as files and jobs name them, with the types of their values."""
    types = {"allow_repeats": "bool", "min_length": "int", "rebus": TEXT_LIST, "rules": TEXT_LIST}
    of_kind = {bool: "bool", int: "int | None", tuple: TEXT_LIST}
    for name, short in short_forms().items():
        if short.text:
            types[name] = of_kind[short.kind]
    return types


def unusual(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some keywords of `Puzzle` that are not as by default."""
    usual: dict[str, Any] = {"distinct": True, "min_length": MIN_SLOT_LENGTH, "rebus": ()}
    usual |= {"rules": (), **{name: short.off for name, short in short_forms().items()}}
    return {name: value for name, value in rules.items() if value != usual[name]}


def keywords_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """Keywords of `Puzzle`, from those of `rule_types` that `data` has.

    Raises:
        OptionError: a value has another type, or is that of no rule; the ranges of others are
            checked by `Puzzle`.
    """
    types = rule_types()
    rules = {name: data[name] for name in types if name in data}
    for name, value in rules.items():
        check_type(name, value, types[name], {"Sequence": Sequence})
        if types[name] == TEXT_LIST:
            rules[name] = (value,) if isinstance(value, str) else tuple(value)
    rules_in(rules)
    if "allow_repeats" in rules:
        rules["distinct"] = not rules.pop("allow_repeats")
    return rules


def rules_data(puzzle: Puzzle) -> dict[str, Any]:
    """The rules of a puzzle as keywords of `Puzzle`, in JSON data, without the usual ones."""
    return unusual(
        {
            "distinct": puzzle.distinct,
            "min_length": puzzle.min_length,
            "rebus": puzzle.rebus,
            "rules": tuple(rule.to_text() for rule in puzzle.rules),
        }
    )


@dataclass(frozen=True, slots=True, init=False)
class EntryRules:
    """Rules for entries, as `Puzzle` has them, before there is a pattern.

    Entries of the theme are not compared with each other by rules between entries; they are
    compared with all other entries. `Constraint` says what its literals mean in a pattern that does
    not have what they name.

    Args:
        distinct: whether every word may be used only once.
        rules: what else must hold, of `satcross.rules`; texts of rules are read.
        short_forms: keywords that stand for rules, as for `Puzzle`.

    Raises:
        OptionError: a value is out of range, or there is no such rule.
    """

    distinct: bool = True
    rules: tuple[Rule, ...] = ()

    def __init__(
        self,
        distinct: bool = True,
        rules: RuleLike | Iterable[RuleLike] = (),
        **short_forms: Any,
    ) -> None:
        set_ = object.__setattr__
        set_(self, "distinct", distinct)
        check_fields(self, globals(), "distinct")
        set_(self, "rules", with_short_forms(rules_of(rules), short_forms))

    @property
    def pair_rules(self) -> tuple[PairRule, ...]:
        """The rules by which entries that differ may exclude each other."""
        return tuple(rule for rule in self.rules if isinstance(rule, PairRule))

    def check(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Whether some pattern could have what the rules name.

        Raises:
            OptionError: none can: a cell lies outside the grid, a name is not that of a cell or
                slot, or a letter is not in the alphabet.
        """
        for rule in self.rules:
            rule.check_shape(n_rows, n_cols, words)

    def puzzle(self, grid: Grid, words: WordList, min_length: int) -> Puzzle | None:
        """The puzzle of a pattern with these rules; None where one cannot hold in it."""
        bare = Puzzle(grid, words, self.distinct, min_length)
        there = [rule.in_pattern(bare) for rule in self.rules]
        if False in there:
            return None
        return bare.with_rule(*(rule for rule in there if isinstance(rule, Rule)))
