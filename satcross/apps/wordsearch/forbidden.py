"""Words that must not be read in a square by accident."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from satcross import LATIN, Alphabet
from satcross.apps.clues.words import MIN_LENGTH, letters_of

_COMMENT = "#"


@cache
def builtin_forbidden() -> tuple[str, ...]:
    """The built-in list: some eighty rude or hurtful English words, in capitals."""
    text = (files("satcross.apps.wordsearch") / "data" / "forbidden.rot13.txt").read_text("utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith(_COMMENT)]
    return tuple(codecs.decode(line, "rot13").upper() for line in lines)


def forbidden_words(
    written: Iterable[str] = (),
    *,
    builtin: bool = True,
    alphabet: Alphabet = LATIN,
    source: str = "forbid",
) -> tuple[str, ...]:
    """The words not to show, in letters of the alphabet, each once.

    Args:
        written: one word or phrase each; blank ones and those that begin with # are ignored.
        builtin: whether the built-in list is added, as far as the alphabet can write it; where
            letters have several characters, in all ways to cut a word into letters.
        alphabet: the letters.
        source: name of the list in errors, which give the line too.

    Raises:
        WordListError: a word has a character that is not in the alphabet, or one letter.

    >>> forbidden_words(["Ice cream"], builtin=False)
    ('ICECREAM',)
    """
    found: dict[str, None] = {}
    for line, text in enumerate(written, 1):
        shown = " ".join(text.split())
        if not shown or shown.startswith(_COMMENT):
            continue
        found[letters_of(shown, alphabet, source=source, line=line)] = None
    if builtin:
        for word in builtin_forbidden():
            found |= dict.fromkeys(_spellings(word, alphabet))
    return tuple(found)


def _spellings(text: str, alphabet: Alphabet) -> list[str]:
    """The words that show a text: also that of C and H beside each other, where CH is a letter."""
    if not alphabet.has_long_letters:
        return [text] if all(letter in alphabet for letter in text) else []
    ways: list[list[tuple[str, ...]]] = [[()]]  # by length, to cut so much of the text
    for end in range(1, len(text) + 1):
        starts = range(max(0, end - Alphabet.MAX_LETTER_LENGTH), end)
        ways.append([
            (*way, text[start:end])
            for start in starts if text[start:end] in alphabet for way in ways[start]
        ])  # fmt: skip
    return [alphabet.joined(way) for way in ways[-1] if len(way) >= MIN_LENGTH]
