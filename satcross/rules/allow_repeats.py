"""A word may stand twice; without this rule none may, however it is spelled in cells."""

from __future__ import annotations

from typing import ClassVar, Self

from satcross.rules.base import Rule, ShortForm


class AllowRepeats(Rule):
    """Every word may be used more than once."""

    __slots__ = ()
    kind: ClassVar[str] = "allow-repeats"
    need: ClassVar[str] = ""
    short: ClassVar[ShortForm] = ShortForm(
        "allow_repeats",
        bool,
        False,
        text="A word may be used twice.",
        label="A word may stand twice",
        opposite="distinct",
    )

    def to_comment(self) -> tuple[str, str]:
        """As files have had it from the first; they say "yes" where no rule does."""
        return "distinct", "no"

    @classmethod
    def of_comment(cls, key: str, value: str) -> Self | None:
        """The rule, of what `to_comment` wrote."""
        return cls.of_value("" if value == "no" else value) if key == "distinct" else None
