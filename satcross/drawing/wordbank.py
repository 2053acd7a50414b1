"""Word banks: the answers of a crossword as a list beside its clues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satcross.drawing.languages import texts_of
from satcross.model.crossword import Clue, Crossword, read_in
from satcross.model.enumerations import in_words


def with_word_bank(crossword: Crossword, words: Sequence[str], language: str) -> Crossword:
    """The crossword with words as one more list, where there are any."""
    if not words:
        return crossword
    bank = Clue(texts_of(language).words, "", " · ".join(words))
    return replace(crossword, clues=(*crossword.clues, bank))


def word_bank_of(crossword: Crossword) -> list[str]:
    """The answers of a crossword in alphabetical order, if it has clues that ask for them."""
    answers = {
        in_words(read_in(crossword, clue.direction, clue.whole) or clue.answer, clue)
        for clue in crossword.clues
        if clue.text.strip() and crossword.kind.has_labels
    }
    return sorted(answers - {""})
