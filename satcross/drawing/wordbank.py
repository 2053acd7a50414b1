"""Word banks: the answers of a crossword as a list beside its clues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from satcross.drawing.languages import texts_of
from satcross.model.alphabet import plain_letters, same_letters
from satcross.model.crossword import Clue, Crossword, read_in
from satcross.model.enumerations import in_words

BETWEEN = "\u00a0· "  # words of a list in a line, which must not begin with the dot


def with_word_bank(crossword: Crossword, words: Sequence[str], language: str) -> Crossword:
    """The crossword with words as one more list, where there are any."""
    if not words:
        return crossword
    bank = Clue(texts_of(language).words, "", BETWEEN.join(words))
    return replace(crossword, clues=(*crossword.clues, bank))


def _written(clue: Clue, letters: str) -> str:
    """An answer as it is written, or else its letters, in words as far as that is known."""
    if letters and clue.answer.lower() != letters.lower() and same_letters(clue.answer, letters):
        return clue.answer
    return in_words(letters or clue.answer, clue)


def word_bank_of(crossword: Crossword, written: Mapping[str, str] | None = None) -> list[str]:
    """The answers of a crossword in alphabetical order, if it has clues that ask for them.

    Args: written: by its letters, how an answer is written.
    """
    answers = set[str]()
    for clue in crossword.clues:
        if clue.text.strip() and crossword.kind.has_labels:
            letters = read_in(crossword, clue.direction, clue.whole)
            answers.add((written or {}).get(letters) or _written(clue, letters))
    return sorted(answers - {""}, key=lambda answer: (plain_letters(answer), answer))


def written_otherwise(crossword: Crossword) -> str:
    """The answers that are written with more than their letters, each with its number; or ""."""
    found: list[str] = []
    for clue in crossword.clues:
        letters = read_in(crossword, clue.direction, clue.whole)
        written = _written(clue, letters) if clue.text.strip() and letters else ""
        if written and written.lower() != letters.lower():
            found.append(f"{clue.label}\u00a0{written}".strip())
    return BETWEEN.join(found)
