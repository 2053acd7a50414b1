"""`--clues FILE`: clues of the user's files in crosswords that are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import WordList
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import answer_words, with_clues
from satcross.commandline import echo_err
from satcross.extend import with_enumerations

if TYPE_CHECKING:
    from satcross import Alphabet, Crossword
    from satcross.extend import Clue

__all__ = ["add_clues", "echo_unclued", "with_clues"]


def add_clues(
    crossword: Crossword,
    files: Sequence[Path],
    *,
    alphabet: Alphabet,
    seed: int = 0,
    replace: bool = False,
    enumerations: bool | None = None,
    words_of: Mapping[tuple[int, ...], str] | None = None,
) -> tuple[Crossword, tuple[Clue, ...]]:
    """The crossword with clues from these files, and its clues that are still empty.

    Lines of the files that are left out are reported on stderr. Answers are enumerated as the files
    write them, or else the built-in list.

    Args:
        enumerations: whether clues have the lengths of their answers; None to change none.
        words_of: as for `with_clues`.

    Raises: InputError: a file cannot be read or holds no clues.
    """
    book = ClueBook.from_pairs((), alphabet=alphabet)
    if files:
        only = answer_words(crossword, alphabet).union((words_of or {}).values())
        book = ClueBook.load(*files, alphabet=alphabet, only=only)
    for line in book.report.warnings():
        echo_err(f"clues: {line}")
    crossword, unclued = with_clues(crossword, book, seed=seed, replace=replace, words_of=words_of)
    if enumerations is not None:
        words = WordList.builtin()

        def written(clue: Clue) -> str:
            return book.written(clue.answer) or words.form_of(clue.answer)

        crossword = with_enumerations(crossword, enumerations, written)
    return crossword, unclued


def echo_unclued(unclued: Sequence[Clue]) -> None:
    """Report the entries without a clue, one a line."""
    for clue in unclued:
        name = clue.short_name and f"{clue.short_name} "  # there may be none
        echo_err(f"no clue for {name}{clue.answer or '(answer not known)'}")
