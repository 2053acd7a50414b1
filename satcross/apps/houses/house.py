"""What a house asks of grids that are filled or made: the rules of entries, and of patterns.

The command line finds this by the file's name: see `satcross.cli.options.house`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satcross import Fill, OptionError, PatternRules, Puzzle, Range, Symmetry
from satcross.apps.houses.checking import checked
from satcross.apps.houses.findings import Severity, checks
from satcross.apps.houses.houses import House, load_house
from satcross.apps.houses.page import Reviewed
from satcross.apps.houses.review import Finding, review

__all__ = [
    "check_pattern", "checked", "entry_rules", "findings", "load_house", "narrowed",
    "pattern_rules", "without_others",
]  # fmt: skip


def entry_rules(house: House) -> tuple[str, ...]:
    """The texts of the rules by which no fill has what the house forbids."""
    return tuple(
        check.rule_for(house.checks[name].values)
        for name, check in checks().items()
        if check.rule and house.forbids(name)
    )


def without_others(house: House) -> House:
    """The house with nothing but its checks of the pattern that are errors."""
    kept = {
        name: asked
        for name, asked in house.checks.items()
        if asked.severity is Severity.ERROR and checks()[name].module == "patterns"
    }
    return replace(house, checks=kept)


def check_pattern(house: House, puzzle: Puzzle) -> None:
    """Let a grid pass whose pattern the house would print.

    Raises:
        OptionError: it would not.
    """
    found = review(Reviewed(puzzle), without_others(house))
    if found and found[0].severity is Severity.ERROR:
        raise OptionError(
            f"the pattern is none of {house.title}: {found[0].text}",
            hint="change it, or name the rules for its entries instead, as in --no-naticks",
            parameter="house",
        )


def pattern_rules(house: House, rules: PatternRules, *, has_theme: bool) -> dict[str, Any]:
    """The fields of the rules of a pattern that the house makes stricter.

    Args: rules: of its preset, for the size; has_theme: whether the grid will have a theme.
    """
    size = f"{rules.n_cols}x{rules.n_rows}"
    changed: dict[str, Any] = {}
    most = (house.value("words", "most") or {}).get(size)
    if not has_theme:
        most = (house.value("words", "themeless") or {}).get(size, most)
    least = (house.value("words", "least") or {}).get(size)
    changed["n_words"] = narrowed(rules.n_words, least, most)
    most_blocks = (house.value("blocks", "most") or {}).get(size)
    changed["n_blocks"] = narrowed(rules.n_blocks, None, most_blocks)
    changed["min_length"] = max(rules.min_length, house.value("shortest", "cells") or 2)
    changed["all_checked"] = rules.all_checked or "all-checked" in house.checks
    symmetries = house.value("symmetry", "any_of")
    if symmetries and str(rules.symmetry) not in symmetries:
        changed["symmetry"] = Symmetry(symmetries[0])
    if (walls := house.value("walls", "kind")) is not None:
        changed["bars"] = walls == "bars"
    return {name: value for name, value in changed.items() if value != getattr(rules, name)}


def findings(house: House, fill: Fill, theme: frozenset[int]) -> tuple[Finding, ...]:
    """What the house still finds in a grid that was made. Args: theme: the cells of its theme."""
    puzzle = replace(fill.puzzle, grid=fill.grid)
    return review(Reviewed(puzzle, theme=theme), house)


def narrowed(numbers: Range, least: int | None, most: int | None) -> Range:
    """A range with what lies between two numbers; at one of them where that is nothing."""
    low = max((n for n in (numbers.least, least) if n is not None), default=None)
    high = min((n for n in (numbers.most, most) if n is not None), default=None)
    if low is not None and high is not None and low > high:
        low = high
    return Range(low, high)
