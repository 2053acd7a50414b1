"""Options that several commands share, and what they load."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from satcross.words import BUILTIN_MIN_SCORE, WordList
from satcross.words.alphabets import parse_alphabet

_PANEL = "Word list"

WordsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--words",
        "-w",
        metavar="FILE",
        rich_help_panel=_PANEL,
        help="Word list: WORD;score, WORD<TAB>score, WORD,score or WORD a line; .gz and .xz too. "
        "May be given several times: an earlier file's word wins over a later one's. "
        "Without it, the built-in list.",
    ),
]
MinScoreOption = Annotated[
    int | None,
    typer.Option(
        "--min-score",
        metavar="N",
        rich_help_panel=_PANEL,
        help=f"Leave out words that score less. Default: {BUILTIN_MIN_SCORE} with the built-in "
        "list, none with others.",
        show_default=False,
    ),
]
ExcludeOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--exclude",
        metavar="FILE",
        rich_help_panel=_PANEL,
        help="Leave out the words of this file, a list like --words. May be given several times.",
    ),
]
MaxWordsOption = Annotated[
    int | None,
    typer.Option(
        "--max-words",
        metavar="N",
        rich_help_panel=_PANEL,
        help="Keep only the N best-scored words, for experiments.",
    ),
]
AlphabetOption = Annotated[
    str,
    typer.Option(
        "--alphabet",
        metavar="LETTERS",
        rich_help_panel=_PANEL,
        help="A name (latin, german, spanish, catalan, danish, norwegian, swedish, finnish, "
        "polish, esperanto, greek, russian), or the letters in capitals.",
    ),
]


def load_words(
    words: list[Path] | None = None,
    min_score: int | None = None,
    exclude: list[Path] | None = None,
    max_words: int | None = None,
    alphabet: str = "latin",
) -> WordList:
    """The word list that these options name; the built-in one without `words`.

    Raises: InputError: an option or a file makes no sense.
    """
    letters = parse_alphabet(alphabet)
    leave_out = exclude or ()
    if words:
        return WordList.load(
            *words,
            alphabet=letters,
            min_score=min_score,
            exclude=leave_out,
            max_words=max_words,
        )
    return WordList.builtin(
        alphabet=letters,
        min_score=BUILTIN_MIN_SCORE if min_score is None else min_score,
        exclude=leave_out,
        max_words=max_words,
    )
