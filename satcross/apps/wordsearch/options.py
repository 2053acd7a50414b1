"""What word search to make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from satcross import LATIN, Alphabet, OptionError
from satcross.apps.wordsearch.forbidden import forbidden_words
from satcross.apps.wordsearch.headings import Heading, headings_named, headings_of_level
from satcross.apps.wordsearch.letters.filler import FILLERS, filler_letters, message_letters
from satcross.apps.wordsearch.problem import LayoutConstraints
from satcross.apps.wordsearch.shapes import RECTANGLE, SHAPES, shape_named
from satcross.extend import check_fields

MOST = "most"
# By field, those that may not be set beside it.
_EXCLUSIVE = {
    "directions": ("level",),
    "fit": ("shape", "message", "crossings"),
    "message": ("filler",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WordSearchOptions:
    """What word search to make.

    Args:
        level, directions, shape, fit, crossings, allow_inside, filler, message, forbid,
            builtin_forbid, alphabet: as for `satcross.make_wordsearch`.
        rounds: of the search, where `crossings` is not "most"; None for the usual number.
        seed: the same seed makes the same puzzle, where no time limit cuts in.

    Raises:
        OptionError: a value is out of range or unknown, or two do not go together.
        WordListError: a forbidden word is not made of letters of the alphabet.
    """

    level: str = "hard"
    directions: str | Sequence[str] | None = None
    shape: str = RECTANGLE
    fit: bool = False
    crossings: int | str | None = None
    allow_inside: bool = False
    filler: str = "words"
    message: str = ""
    forbid: Sequence[str] = ()
    builtin_forbid: bool = True
    alphabet: Alphabet = LATIN
    rounds: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        check_fields(self, globals())
        if isinstance(self.crossings, str) and self.crossings != MOST:
            raise OptionError(
                f"must be a number or {MOST!r}, got {self.crossings!r}", parameter="crossings"
            )
        for name in ("crossings", "rounds", "seed"):
            value = getattr(self, name)
            if isinstance(value, int) and value < 0:
                raise OptionError(f"must be 0 or greater, got {value}", parameter=name)
        defaults = {field.name: field.default for field in fields(self)}
        for name, others in _EXCLUSIVE.items():
            for other in others:
                if defaults[name] != getattr(self, name) and defaults[other] != getattr(
                    self, other
                ):
                    raise OptionError(
                        f"does not go together with {other}", hint="give one", parameter=name
                    )
        if self.shape not in SHAPES:
            shape_named(self.shape, 1, 1)  # raises
        if self.filler not in FILLERS:
            filler_letters(self.filler, self.alphabet)
        if self.message:
            message_letters(self.message, self.alphabet)
        _ = self.headings, self.constraints  # raises

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The directions in which words may run."""
        if self.directions is None:
            return headings_of_level(self.level)
        named = self.directions
        return headings_named(named.replace(",", " ").split() if isinstance(named, str) else named)

    @property
    def spelt(self) -> str:
        """The message, as one character for each letter."""
        return message_letters(self.message, self.alphabet) if self.message else ""

    @property
    def constraints(self) -> LayoutConstraints:
        """What a layout must satisfy."""
        return LayoutConstraints(
            n_crossings_at_least=self.crossings if isinstance(self.crossings, int) else 0,
            unused=len(self.spelt) if self.message else None,
            allow_inside=self.allow_inside,
            forbid=tuple(
                map(
                    self.alphabet.symbols,
                    forbidden_words(
                        self.forbid,
                        builtin=self.builtin_forbid,
                        alphabet=self.alphabet,
                        source="forbid",
                    ),
                )
            ),
        )
