"""TODO"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.cli.options.puzzle import _PUZZLE, RuleOptions, SlotListOptions, _short_forms
from satcross.commandline import option_set

if TYPE_CHECKING:
    from satcross import EntryRules


@option_set(_PUZZLE)
class EntryRulesOptions(RuleOptions, SlotListOptions, _short_forms(of_board=False)):  # type: ignore[misc]
    """Rules for the entries of a grid whose pattern is still to be made."""

    def load(self) -> EntryRules:
        """The rules. Raises OptionError: one is out of range."""
        from satcross import EntryRules

        return EntryRules(**self.rules())
