"""Option set of a house whose rules a grid must keep.

What houses ask is a room's, in a file `house.py`: `load_house`, `entry_rules`, `check_pattern`,
`pattern_rules`, `findings`, and `checked`, which is `satcross check --house`.
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from satcross import rooms
from satcross.cli.errors import echo_err
from satcross.cli.options.command import option, option_set

if TYPE_CHECKING:
    from satcross.cli.options.puzzle import RuleOptions
    from satcross.model.fill import Fill
    from satcross.model.puzzle import Puzzle
    from satcross.pattern.rules import PatternRules

    Rules = TypeVar("Rules", bound=RuleOptions)


def houses() -> ModuleType:
    """The module `house` of the room that has it. Raises OptionError: no room has one."""
    return rooms.only("house", "knows houses", "leave it out", "house")


@option_set("House")
class HouseOptions:
    """The rules of a newspaper."""

    house: str | None = option(
        "FILE|NAME",
        "Keep the rules of a house, as satcross check --house has them: of its pattern, and those"
        " of its entries that are rules.",
    )

    def load(self) -> Any:
        """The house, or None. Raises OptionError: there is no such one, or its file is wrong."""
        return None if self.house is None else houses().load_house(self.house)

    def added_to(self, options: "Rules", house: Any) -> "Rules":
        """Options with the rules of the house for entries."""
        if house is None:
            return options
        from dataclasses import replace

        more: Any = {"rule": [*(options.rule or ()), *houses().entry_rules(house)]}
        return replace(options, **more)

    def check_pattern(self, house: Any, puzzle: "Puzzle") -> None:
        """Raise OptionError if the house would not print the pattern of a puzzle."""
        if house is not None:
            houses().check_pattern(house, puzzle)

    def changed(self, house: Any, rules: "PatternRules", *, theme: bool) -> dict[str, Any]:
        """The fields of the rules of a pattern that the house changes."""
        if house is None:
            return {}
        found: dict[str, Any] = houses().pattern_rules(house, rules, has_theme=theme)
        return found

    def report(self, house: Any, fill: "Fill", theme: "frozenset[int]") -> None:
        """Say what the house still finds in a grid that was made."""
        if house is not None:
            for one in houses().findings(house, fill, theme):
                echo_err(f"{house.title}: {one}")
