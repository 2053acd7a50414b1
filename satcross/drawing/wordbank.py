"""Answers beside clues: word banks, how answers are written, and what explains them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from satcross.drawing.languages import Texts
from satcross.errors import OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Clue, Crossword, read_in
from satcross.model.enumerations import in_words
from satcross.model.linked import Links
from satcross.words.alphabets import parse_alphabet


def with_word_bank(crossword: Crossword, words: Sequence[str], language: str) -> Crossword:
    """The crossword with words as one more list, where there are any.

    Where no clue is written, it is the only one.
    """
    if not words:
        return crossword
    bank = Clue(Texts.of(language).words, "", Clue.BETWEEN.join(words))
    clues = crossword.clues if any(clue.text.strip() for clue in crossword.clues) else ()
    return replace(crossword, clues=(*clues, bank))


def as_written(clue: Clue, letters: str) -> str:
    """An answer as it is written, or else its letters, in words as far as that is known."""
    is_other = letters and clue.answer.lower() != letters.lower()
    if is_other and Alphabet.same_letters(clue.answer, letters):
        return clue.answer
    return in_words(letters or clue.answer, clue)


def word_bank_of(
    crossword: Crossword, language: str, written: Mapping[str, str] | None = None
) -> list[str]:
    """The answers of a crossword in the order of a dictionary, in kinds whose clues ask for them.

    Where one is known by its capitals alone, as in files, all are in capitals.

    Args: language: of the dictionary; written: by its letters, how an answer is written.
    """
    answers, later, kind = set[str](), Links(crossword).later(), crossword.kind
    capitals = False
    if not (kind.has_labels and kind.has_clues):
        return []
    for at, clue in enumerate(crossword.clues):
        if at not in later and (clue.text.strip() or not kind.is_quotation):
            letters = read_in(crossword, clue.direction, clue.whole)
            known = (written or {}).get(letters)
            answer = known or as_written(clue, letters)
            answers.add(answer)
            capitals |= not known and bool(letters) and letters == answer
    if capitals:
        answers = {answer.upper() for answer in answers}
    try:
        alphabet = parse_alphabet(Texts.ALPHABET_OF.get(language, "latin"), sorted(answers))
    except OptionError:  # of a page in a language whose letters no answer has
        alphabet = LATIN

    def key(answer: str) -> tuple[bool, tuple[int, ...], str, str]:
        letters = alphabet.normalise(answer)
        codes = alphabet.collation_key(letters)[0] if letters else ()
        return not letters, codes, Alphabet.plain_letters(answer), answer

    return sorted(answers - {""}, key=key)
