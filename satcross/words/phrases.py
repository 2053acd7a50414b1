"""Phrases, which are entries of a theme or of a layout, as letters."""

from __future__ import annotations

from typing import Any

from satcross.checks import check_type
from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet


def phrase_letters(phrase: str, alphabet: Alphabet, **place: Any) -> str:
    """The letters of a phrase.

    Args: place: of errors, as `InputError` has it.

    Raises:
        OptionError: it is not made of letters of the alphabet, or has fewer than two.
    """
    check_type("theme", phrase, "str", {})
    letters = alphabet.normalise(phrase)
    place = place or {"parameter": "theme"}
    if letters is None:
        raise OptionError(
            f"{phrase!r} is not made of letters of the alphabet",
            hint="correct it, or use an alphabet that has its letters",
            **place,
        )
    if alphabet.size(letters) < 2:
        raise OptionError(f"{phrase!r} is too short for an entry", hint="leave it out", **place)
    return letters
