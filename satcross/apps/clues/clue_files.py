"""`--clues FILE`: clues of the user's files in crosswords that are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import answer_words, with_clues
from satcross.cli.output.crosswords import as_listed, enumerated
from satcross.commandline import echo_err

if TYPE_CHECKING:
    from satcross import Alphabet, Crossword
    from satcross.extend import Clue

__all__ = ["add_clues", "with_clues"]


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
        crossword, _ = enumerated(crossword, enumerations, None, as_listed(book))
    return crossword, unclued
