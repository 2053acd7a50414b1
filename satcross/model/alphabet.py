"""Alphabets, and how the written form of a word becomes a string of letters.

Everything below the word list works on letter *codes*: 0-based positions in an `Alphabet`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from satcross.checks import check_fields
from satcross.errors import OptionError

MAX_LETTERS = 200  # codes above it have a meaning where lists are read
# Letters that Unicode does not decompose although every dictionary folds them.
_FOLDS = {
    "Æ": "AE", "Œ": "OE", "Ø": "O", "Đ": "D", "Ð": "D", "Ł": "L", "Þ": "TH", "ẞ": "SS",
    "Ħ": "H", "Ŋ": "N", "Ŧ": "T", "Ĳ": "IJ", "ı": "I",
}  # fmt: skip

# Spaces, hyphens, apostrophes and punctuation belong to the written form of an entry, not to its
# letters. Signs that are spoken (& + @ %) or separate alternatives (/) are not dropped.
DROPPED = frozenset(
    " \t\u00a0\u2009\u202f-\u00ad\u2010\u2011\u2012\u2013\u2014'\u2018\u2019\u02bc`´"
    '.,;:!?¡¿…"\u201a\u201b\u201c\u201d\u201e«»‹›·\u2027'
)

# Characters with a meaning in grids, patterns and word lists: none of them can be a letter.
_RESERVED = frozenset("#._?*;,/~|[]") | DROPPED


@dataclass(frozen=True, slots=True)
class Alphabet:
    """An ordered set of upper-case letters, each one character.

    Args:
        letters: the letters in order, upper case, at most 200.
        folds: pairs of a character and the letters that replace it, upper case, for characters
            that do not simply lose their accent: (("Ä", "AE"),).

    Raises:
        OptionError: a letter is repeated, reserved, or lower case; or there are none or more than
            200.

    >>> Alphabet("ABC").codes("CAB")
    (2, 0, 1)
    >>> LATIN.normalise("l'Œuvre d-é")
    'LOEUVREDE'
    >>> LATIN.normalise("4x4") is None
    True
    """

    letters: str
    folds: tuple[tuple[str, str], ...] = ()
    _code: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_fields(self, globals())
        folds: Iterable[Any] = self.folds
        for fold in folds:
            if not (isinstance(fold, tuple) and list(map(type, fold)) == [str, str]):
                problem = f"must be pairs of a character and its letters, got {fold!r:.40}"
                raise OptionError(problem, parameter="folds")
        letters = self.letters
        if not 1 <= len(letters) <= MAX_LETTERS:
            raise OptionError(
                f"must have 1 to {MAX_LETTERS} letters, got {len(letters)}", parameter="alphabet"
            )
        code: dict[str, int] = {}
        for letter in letters:
            if letter in code:
                raise OptionError(f"letter {letter!r} is repeated", parameter="alphabet")
            if letter in _RESERVED or not letter.isprintable() or unicodedata.combining(letter):
                raise OptionError(f"{letter!r} cannot be a letter", parameter="alphabet")
            if letter != letter.upper():
                raise OptionError(
                    f"letter {letter!r} is lower case", hint="use upper case", parameter="alphabet"
                )
            code[letter] = len(code)
        object.__setattr__(self, "_code", code)

    def __len__(self) -> int:
        return len(self.letters)

    def __contains__(self, letter: object) -> bool:
        return letter in self._code

    def code(self, letter: str) -> int:
        """The position of an upper-case `letter`. Raises KeyError if it is not in the alphabet."""
        return self._code[letter]

    def codes(self, word: str) -> tuple[int, ...]:
        """The positions of the letters of a normalised `word`. Raises KeyError."""
        code = self._code
        return tuple([code[letter] for letter in word])

    def word(self, codes: Iterable[int]) -> str:
        """The string of letters at `codes`."""
        letters = self.letters
        return "".join([letters[code] for code in codes])

    def normalise(self, written: str) -> str | None:
        """The letters of a written form, or None if a character is outside the alphabet.

        Characters are converted to upper case. Those outside the alphabet lose their accents and
        ligatures; spaces, hyphens, apostrophes and punctuation are dropped.
        """
        known = self._code
        out: list[str] = []
        for char in unicodedata.normalize("NFC", written).upper():
            if char in known:
                out.append(char)
            elif char not in DROPPED:
                folded = self.fold(char)
                if folded is None:
                    return None
                out.append(folded)
        return "".join(out)

    def fold(self, char: str) -> str | None:
        """The letters that replace an upper-case `char`: "" if it is dropped, None if none do."""
        if char in self._code:
            return char
        if char in DROPPED:
            return ""
        base = (
            dict(self.folds).get(char)
            or _FOLDS.get(char)
            or "".join(
                part
                for part in unicodedata.normalize("NFKD", char).upper()
                if not unicodedata.combining(part)
            )
        )
        folded = "".join(_FOLDS.get(part, part) for part in base if part not in DROPPED)
        if folded and all(part in self._code for part in folded):
            return folded
        return "" if folded == "" and unicodedata.combining(char) else None


LATIN = Alphabet("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
