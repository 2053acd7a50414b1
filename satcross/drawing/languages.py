"""What a page says besides its clues, in the language of the puzzle.

The texts are data, a file of TOML a language in the folder `texts`. The English phrase is the key
of the others, also in the scripts (`page/texts.js`). Forms of a phrase for different
numbers are separated by `|`, in the order of the language's plural categories; a language needs
them only where the number agrees with a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from satcross.errors import OptionError
from satcross.model.kinds import PuzzleKind

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword

FOLDER = Path(__file__).parent / "texts"


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a language.

    Args:
        language: its two letters.
        across, down: the headings of clues.
        solution, notes, words: other headings.
        task: what to do with a crossword.
        message: what a word search says of its message; {n} stands for the number of letters.
        found: what its solution says.
        kinds: what kinds of puzzles are called that do not say so themselves: see `kind_title`.
        phrases: what a page to solve says: buttons, messages and labels, by the English ones.

    Class fields:
        LANGUAGES: those that there are, by their two letters.
        OF_ALPHABET: the language of an alphabet that is named for one; other alphabets have English
            texts.
        ALPHABET_OF: by language, the first of its alphabets.
    """

    LANGUAGES: ClassVar = (
        "en", "ar", "ca", "da", "de", "el", "eo", "es", "fi", "fr", "he", "hi", "it", "ja", "ko",
        "nl", "no", "pl", "pt", "ru", "sv",
    )  # fmt: skip
    OF_ALPHABET: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "german": "de", "german-ae": "de", "spanish": "es", "catalan": "ca", "danish": "da",
            "norwegian": "no", "swedish": "sv", "finnish": "fi", "polish": "pl", "esperanto": "eo",
            "greek": "el", "russian": "ru", "spanish-traditional": "es", "dutch": "nl",
            "hebrew": "he", "arabic": "ar", "hindi": "hi", "hangul": "ko", "kana": "ja",
            "hiragana": "ja",
        }
    )  # fmt: skip
    ALPHABET_OF: ClassVar[Mapping[str, str]] = MappingProxyType(
        {language: alphabet for alphabet, language in reversed(list(OF_ALPHABET.items()))}
    )

    language: str
    across: str
    down: str
    solution: str
    notes: str
    words: str
    task: str
    message: str
    found: str
    kinds: Mapping[str, str]
    phrases: Mapping[str, str]

    @staticmethod
    @cache
    def of(language: str) -> Texts:
        """The texts of a language, by its two letters.

        Raises:
            OptionError: there are none.

        >>> Texts.of("de").across, Texts.of("de").phrases["Check"]
        ('Waagerecht', 'Prüfen')
        """
        import tomllib  # most runs draw nothing

        Texts.check(language)
        texts = tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))
        tables = {name: MappingProxyType(texts[name]) for name in ("kinds", "phrases")}
        return Texts(language, **texts | tables)

    @staticmethod
    def check(language: str) -> None:
        """Raise OptionError if there are no texts in a language, given by its two letters."""
        if language not in Texts.LANGUAGES:
            raise OptionError(
                f"there are no texts in {language[:20]!r}",
                hint=f"choose one of {', '.join(Texts.LANGUAGES)}",
                parameter="language",
            )

    def kind_title(self, kind: PuzzleKind) -> str:
        """What a kind of puzzles is called in this language; in English where nobody says it.

        The kind says it, or the language, whichever came later.
        """
        own = kind.titles.get(self.language) or self.kinds.get(kind.value)
        return own or kind.titles.get("en") or kind.value.capitalize()

    def title_of(self, crossword: Crossword) -> str:
        """Its title on one line, or what its kind is called."""
        return " ".join(crossword.title.split()) or self.kind_title(crossword.kind)
