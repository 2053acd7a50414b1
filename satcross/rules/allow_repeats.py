"""A word may stand twice; without this rule none may, however it is spelled in cells."""

from __future__ import annotations

from typing import ClassVar

from satcross.rules.base import Rule, ShortForm


class AllowRepeats(Rule):
    """Every word may be used more than once."""

    __slots__ = ()
    kind: ClassVar[str] = "allow-repeats"
    need: ClassVar[str] = ""
    comment: ClassVar[tuple[str, str]] = ("distinct", "no")  # "yes" where no rule says it
    short: ClassVar[ShortForm] = ShortForm(
        "allow_repeats",
        bool,
        False,
        text="A word may be used twice.",
        label="A word may stand twice",
        opposite="distinct",
    )
