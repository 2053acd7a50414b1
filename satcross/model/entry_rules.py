"""Rules for the entries of a grid whose pattern is still to be made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from satcross.errors import OptionError
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.model.value import distinct_in, min_length_in
from satcross.rules import PairRule, Rule, rules_of, with_short_forms
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.rules import RuleLike


@dataclass(frozen=True, slots=True, init=False)
class EntryRules:
    """Rules for entries, as `Puzzle` has them, before there is a pattern.

    Entries of the theme are not compared with each other by rules between entries; they are
    compared with all other entries. `Constraint` says what its literals mean in a pattern that does
    not have what they name.

    Args:
        rules: what else must hold, of `satcross.rules`; texts of rules are read.
        short_forms: keywords that stand for rules, as for `Puzzle`.

    Raises:
        OptionError: a value is out of range, or there is no such rule.
    """

    rules: tuple[Rule, ...] = ()

    def __init__(self, rules: RuleLike | Iterable[RuleLike] = (), **short_forms: Any) -> None:
        object.__setattr__(self, "rules", with_short_forms(rules_of(rules), short_forms, add=True))

    @property
    def distinct(self) -> bool:
        """Whether every word may be used only once."""
        return distinct_in(self.rules)

    @property
    def min_length(self) -> int:
        """The fewest cells of a slot."""
        return min_length_in(self.rules)

    @property
    def pair_rules(self) -> tuple[PairRule, ...]:
        """The rules by which entries that differ may exclude each other."""
        return tuple(rule for rule in self.rules if isinstance(rule, PairRule))

    def check(self, n_rows: int, n_cols: int, words: WordList) -> None:
        """Whether some pattern could have what the rules name.

        Raises:
            OptionError: none can: a cell lies outside the grid, a name is not that of a cell or
                slot, or a letter is not in the alphabet; or a rule is for a grid that is there.
        """
        for rule in self.rules:
            if rule.short and rule.short.of_board:
                raise OptionError(
                    f"a pattern to make does not support the rule {str(rule)!r}",
                    hint="leave it out, or fill a finished pattern with it",
                    parameter=rule.parameter,
                )
            rule.check_shape(n_rows, n_cols, words)

    def puzzle(self, grid: Grid, words: WordList, min_length: int) -> Puzzle | None:
        """The puzzle of a pattern with these rules; None where one cannot hold in it."""
        bare = Puzzle(grid, words, min_length=min_length)
        there = [rule.in_pattern(bare) for rule in self.rules]
        if False in there:
            return None
        return bare.with_rule(*(rule for rule in there if isinstance(rule, Rule)))
