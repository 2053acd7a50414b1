"""Option set of a house whose rules a grid must keep."""

from typing import TYPE_CHECKING, Any, TypeVar

from satcross.cli.errors import echo_err
from satcross.cli.options.command import option, option_set

if TYPE_CHECKING:
    from satcross.cli.options.puzzle import RuleOptions
    from satcross.model.fill import Fill
    from satcross.model.puzzle import Puzzle
    from satcross.pattern.rules import PatternRules
    from satcross.review.houses import House

    Rules = TypeVar("Rules", bound=RuleOptions)


@option_set("House")
class HouseOptions:
    """The rules of a newspaper."""

    house: str | None = option(
        "FILE|NAME",
        "Keep the rules of a house, as satcross check --house has them: of its pattern, and those"
        " of its entries that are rules.",
    )

    def load(self) -> "House | None":
        """The house. Raises OptionError: there is no such one, or its file is wrong."""
        if self.house is None:
            return None
        from satcross.review.houses import load_house

        return load_house(self.house)

    def added_to(self, options: "Rules", house: "House | None") -> "Rules":
        """Options with the rules of the house for entries."""
        if house is None:
            return options
        from dataclasses import replace

        from satcross.review.asked import entry_rules

        more: Any = {"rule": [*(options.rule or ()), *entry_rules(house)]}
        return replace(options, **more)

    def check_pattern(self, house: "House | None", puzzle: "Puzzle") -> None:
        """Raise OptionError if the house would not print the pattern of a puzzle."""
        if house is not None:
            from satcross.review.asked import check_pattern
            from satcross.review.page import Reviewed

            check_pattern(house, Reviewed(puzzle))

    def changed(
        self, house: "House | None", rules: "PatternRules", *, theme: bool
    ) -> dict[str, Any]:
        """The fields of the rules of a pattern that the house changes."""
        if house is None:
            return {}
        from satcross.review.asked import pattern_rules

        return pattern_rules(house, rules, has_theme=theme)

    def report(self, house: "House | None", fill: "Fill", theme: "frozenset[int]") -> None:
        """Say what the house still finds in a grid that was made."""
        if house is None:
            return
        from dataclasses import replace

        from satcross.review.page import Reviewed
        from satcross.review.review import review

        puzzle = replace(fill.puzzle, grid=fill.grid)
        for one in review(Reviewed(puzzle, theme=theme), house):
            echo_err(f"{house.title}: {one}")
