"""No two names that few solvers know cross: see `satcross.words.origin.hard_names`."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Self

from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet
from satcross.rules.base import ShortForm
from satcross.rules.no_crossing import CrossingRule


class NoNaticks(CrossingRule):
    """No two names that few know cross. Wholly given entries are not compared."""

    __slots__ = ()
    kind: ClassVar[str] = "no-naticks"
    label: ClassVar[str] = "Natick"
    short: ClassVar[ShortForm] = ShortForm(
        "no_naticks",
        bool,
        False,
        text="No two names that few solvers know may cross: see the guide to houses.",
        label="No two names cross that few know",
    )

    def in_letters(self, alphabet: Alphabet) -> Self:
        """The rule itself, for letters that the built-in list has."""
        from satcross.model.alphabet import LATIN

        mine, latin = set(alphabet.texts), set(LATIN.texts)
        if not (mine <= latin or latin <= mine):
            raise OptionError(
                "only the built-in list says what is a name, and it has other letters",
                hint="leave it out, or name words with 'no-crossing slot: …'",
                parameter=self.short.keyword,
            )
        return self

    def words_of(self, alphabet: Alphabet) -> Collection[str]:
        """The names that few know."""
        from satcross.words.origin import hard_names

        return hard_names()

    def relaxed(self) -> tuple[str, None]:
        """Such names may cross."""
        return "crossings of names that few know", None
