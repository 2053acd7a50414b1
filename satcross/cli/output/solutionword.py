"""The solution word of what is written: which cells have its letters, checked and said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross.cli.errors import echo_err
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import Crossword
from satcross.model.solutionword import marked_by
from satcross.rules.solution_word import SolutionWord
from satcross.tasks.checking import check_word, marked_fill

if TYPE_CHECKING:
    from satcross.model.fill import Fill


def with_word(
    rule: SolutionWord,
    crossword: Crossword,
    fill: Fill | None = None,
    *,
    alphabet: Alphabet = LATIN,
    seed: int = 0,
) -> Crossword:
    """The crossword with its solution word marked.

    Args:
        rule: what the word is.
        fill: which has the letters and the slots; None for those of the crossword.
        alphabet: of a crossword without a fill.
        seed: of the choice.

    Raises: OptionError: the grid lacks a letter.
    """
    if fill is not None:
        return marked_fill(crossword, fill, seed)
    crossword = marked_by(rule, crossword, alphabet=alphabet, seed=seed)
    check_word(rule, crossword, alphabet)
    return crossword


def echo_word(crossword: Crossword) -> None:
    """Say on standard error which cells have the letters of the word."""
    data = crossword.solution_data()
    echo_err(f"solution word {data['word']}: {' '.join(data['cells'])}")


def with_word_of_text(text: str, crossword: Crossword, alphabet: Alphabet) -> Crossword:
    """The crossword of a file with the solution word that an option names."""
    crossword = with_word(SolutionWord.of_value(text), crossword, alphabet=alphabet)
    echo_word(crossword)
    return crossword
