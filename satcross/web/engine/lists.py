"""The words of a document: its lists in order, what outranks them, and the minimum score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.needs import min_length_in
from satcross.rules import Rule
from satcross.web.document import BUILTIN, Document
from satcross.words import WordList

MAX_KEPT = 4  # combinations of lists and minimum scores that are kept ready


@dataclass(frozen=True, slots=True)
class WordOptions:
    """The words that the crosswords of a folder are filled with, as the command line gives them.

    Args:
        files: word lists by name, in order of precedence; the built-in list is there without.
        min_score: of new crosswords; None for none.
        exclude: files of words to leave out.
        max_words: keep only the best; None for all.
        alphabet: the letters.
        rules: of new crosswords.
    """

    files: Mapping[str, Path] = field(default_factory=dict)
    min_score: int | None = None
    exclude: tuple[Path, ...] = ()
    max_words: int | None = None
    alphabet: Alphabet = LATIN
    rules: tuple[Rule, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the lists are called."""
        return (*self.files, BUILTIN)


class Lists:
    """Word lists, each read when it is first needed.

    Args: words: which there are.
    """

    def __init__(self, words: WordOptions) -> None:
        self.words = words
        self._options: dict[str, Any] = {
            "alphabet": words.alphabet,
            "exclude": words.exclude,
            "max_words": words.max_words,
            "min_letters": 1,
        }
        self._read: dict[tuple[str, int | None], WordList] = {}
        self._made: dict[tuple[Any, ...], WordList] = {}
        self.alphabet = words.alphabet

    def of(self, document: Document, *, every_score: bool = False) -> WordList:
        """The words that a document may be filled with.

        Args: every_score: whether to keep those below the minimum score.

        Raises:
            WordListError: a list cannot be read, or no word is left.
        """
        least = 0 if every_score else document.min_score
        overrides = tuple(sorted(_overrides(document).items()))
        key = (document.lists, least, overrides, min_length_in(document.rules) == 1)
        words = self._made.pop(key, None)
        if words is None:
            words = self._make(document, least)
            while len(self._made) >= MAX_KEPT:
                del self._made[next(iter(self._made))]
        self._made[key] = words
        return words

    def _make(self, document: Document, least: int | None) -> WordList:
        base = (document.lists, least)
        words = self._made.get(base)
        if words is None:
            lists = [self._list(name, least) for name in document.lists]
            words = self._made[base] = WordList.combined(*lists)
        overrides = _overrides(document)
        if overrides:
            bans = {
                word: None if score == 0 or (least is not None and score < least) else score
                for word, score in overrides.items()
                if self.alphabet.normalise(word) == word
            }
            words = words.with_scores(bans)
        return words if least is None else words.with_min_score(least)

    def _list(self, name: str, least: int | None) -> WordList:
        # The first list that has a word decides, so that only the last may lose words beforehand.
        if name == BUILTIN:
            if (name, least) not in self._read:
                self._read = {key: kept for key, kept in self._read.items() if key[0] != name}
                self._read[name, least] = WordList.builtin(min_score=least, **self._options)
            return self._read[name, least]
        if (name, None) not in self._read:
            self._read[name, None] = WordList.load(self.words.files[name], **self._options)
        return self._read[name, None]

    def source_of(self, document: Document, word: str) -> str:
        """The name of the list that decides about a word; "" where none has it."""
        if word in _overrides(document):
            return "overrides"
        for name in document.lists:
            if word in self._list(name, 0 if name == BUILTIN else None):
                return name
        return ""


def _overrides(document: Document) -> dict[str, int]:
    """The scores that outrank all lists: the folder's, and the bans of the file."""
    return {**dict.fromkeys(document.banned, 0), **document.overrides}
