"""The letters of a file of Qxw, and choices of them: `A`, `.`, `@` for a vowel, `[AEI]`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from satcross.apps.interchange.qxw.lines import QxwRecord

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VOWELS = "AEIOU"
DASH = "-"  # in choices for a message: that the answer is not treated
_ALPHABETS_SINCE = 4  # version; older files have the letters A to Z and digits


@dataclass(frozen=True, slots=True)
class Letters:
    """An alphabet.

    Args:
        shown: by what may be written in a square, the letter that is meant.
        every: the letters, in their order.
        vowels, consonants: some of them.
    """

    shown: dict[str, str]
    every: str
    vowels: str
    consonants: str

    @classmethod
    def of_lines(cls, lines: Iterable[QxwRecord], version: int) -> Letters:
        """The alphabet of a file."""
        if version < _ALPHABETS_SINCE:
            shown = {char: char.upper() for char in map(chr, range(128)) if char.isalnum()}
            consonants = "".join(char for char in LATIN if char not in VOWELS)
            return cls(shown, LATIN + "0123456789", VOWELS, consonants)
        letters: dict[str, QxwRecord] = {}
        others: dict[str, str] = {}
        for line in lines:
            shown_as, equivalents = (*line.texts, "", "")[:2]
            if len(shown_as) == 1:  # of two letters: how dictionaries are read, not a square
                letters[shown_as] = line
                others |= dict.fromkeys(equivalents, shown_as)
        kinds = (
            "".join(char for char, line in letters.items() if line.flag(place)) for place in (1, 2)
        )
        return cls(others | {char: char for char in letters}, "".join(letters), *kinds)

    @property
    def is_latin(self) -> bool:
        """Whether the letters are A to Z; digits of old files do not count."""
        return self.spelling == LATIN

    @property
    def spelling(self) -> str:
        """The letters, as the key `alphabet` of a file of a puzzle has them."""
        return self.every.removesuffix("0123456789") if self.every.startswith(LATIN) else self.every

    def only(self, text: str) -> str:
        """The letters of a text, without what else is in it."""
        return "".join(self.shown[char] for char in text if char in self.shown)

    def sets(self, text: str, *, with_dash: bool = False) -> list[str]:
        """What each character or set of a text stands for: a letter, "" for all, or "[AEI]".

        A dash is in sets as `-`. Returns [] for what cannot be read.
        """
        found: list[str] = []
        at = 0
        while at < len(text):
            char, inside, end = text[at], text[at], at + 1
            if char == "[":
                end = text.find("]", at) + 1
                if not end:
                    return []
                inside = text[at + 1 : end - 1]
            at = end
            chosen = self._chosen(inside, with_dash)
            if not chosen:
                return []
            whole = self.every + DASH * with_dash
            found.append(
                "" if inside in (".", " ") and not with_dash
                else next(iter(chosen)) if len(chosen) == 1
                else "" if set(whole) <= chosen
                else f"[{''.join(one for one in whole if one in chosen)}]"
            )  # fmt: skip
        return found

    def _chosen(self, text: str, with_dash: bool) -> set[str]:
        """The letters of the inside of a set; {} if one is unknown."""
        text, is_other = text.removeprefix("^"), text.startswith("^")
        chosen: set[str] = set()
        whole = set(self.every)
        at = 0
        while at < len(text):
            char = text[at]
            at += 1
            if char == "?":
                chosen |= whole | ({DASH} if with_dash else set())
            elif char in ". ":
                chosen |= whole
            elif char in "@#":
                chosen |= set(self.vowels if char == "@" else self.consonants)
            elif char == DASH and with_dash:
                chosen.add(DASH)
            elif char not in self.shown:
                return set()
            elif text[at : at + 1] == DASH and text[at + 1 : at + 2] in self.shown:
                ends = (self.every.index(self.shown[one]) for one in (char, text[at + 1]))
                first, last = sorted(ends)
                chosen |= set(self.every[first : last + 1])
                at += 2
            else:
                chosen.add(self.shown[char])
        if is_other:
            return (whole | ({DASH} if with_dash else set())) - chosen
        return chosen
