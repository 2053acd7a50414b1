"""Word banks: the answers of a crossword as a list beside its clues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from satcross.drawing.languages import texts_of
from satcross.model.alphabet import same_letters
from satcross.model.crossword import Clue, Crossword, read_in
from satcross.model.enumerations import in_words


def with_word_bank(crossword: Crossword, words: Sequence[str], language: str) -> Crossword:
    """The crossword with words as one more list, where there are any."""
    if not words:
        return crossword
    bank = Clue(texts_of(language).words, "", " · ".join(words))
    return replace(crossword, clues=(*crossword.clues, bank))


def _written(clue: Clue, letters: str) -> str:
    """An answer as it is written, or else its letters, in words as far as that is known."""
    if letters and clue.answer.lower() != letters.lower() and same_letters(clue.answer, letters):
        return clue.answer
    return in_words(letters or clue.answer, clue)


def word_bank_of(crossword: Crossword) -> list[str]:
    """The answers of a crossword in alphabetical order, if it has clues that ask for them."""
    answers = {
        _written(clue, read_in(crossword, clue.direction, clue.whole))
        for clue in crossword.clues
        if clue.text.strip() and crossword.kind.has_labels
    }
    return sorted(answers - {""})
