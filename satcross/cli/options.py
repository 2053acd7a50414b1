"""Options that several commands share, and what they load."""

from __future__ import annotations

import math
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from satcross.errors import OptionError
from satcross.words import BUILTIN_MIN_SCORE, WordList
from satcross.words.alphabets import ALPHABETS, parse_alphabet

_PANEL = "Word list"


class OutputFormat(StrEnum):
    """How answers are printed."""

    TEXT = "text"
    JSON = "json"


WordsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--words",
        "-w",
        metavar="FILE",
        rich_help_panel=_PANEL,
        help="Word list: WORD;score, WORD<TAB>score, WORD,score or WORD a line, or CSV; .gz and "
        ".xz too. "
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
        help=f"A name ({', '.join(ALPHABETS)}), or the letters in capitals; + joins them, as in "
        "latin+digits.",
    ),
]

GridArgument = Annotated[
    str, typer.Argument(metavar="GRID", help="A grid file, - for stdin, or a hex pattern.")
]
AllowRepeatsOption = Annotated[
    bool,
    typer.Option("--allow-repeats", help="A word may stand twice.", rich_help_panel="The puzzle"),
]
MinLengthOption = Annotated[
    int,
    typer.Option(
        "--min-length",
        metavar="N",
        help="Runs of fewer cells are no entries and may spell anything. With 1, single letters"
        " must be in the list too.",
        rich_help_panel="The puzzle",
    ),
]
RebusOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rebus",
        metavar="LETTERS",
        help="Any open cell may hold these letters instead of one, across and down alike. May be"
        " given several times. Cells that the grid gives as [LETTERS] need no option.",
        rich_help_panel="The puzzle",
    ),
]
MaxSharedOption = Annotated[
    int | None,
    typer.Option(
        "--max-shared-substring",
        metavar="N",
        help="No two entries may have the same N cells in a row.",
        rich_help_panel="The puzzle",
    ),
]
NearDuplicatesOption = Annotated[
    bool,
    typer.Option(
        "--no-near-duplicates",
        help="No two entries may be forms of one word: CAT and CATS, HOPE and HOPING.",
        rich_help_panel="The puzzle",
    ),
]
SeedOption = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="Another seed, another fill; the same seed, the same fill.",
        rich_help_panel="Search",
    ),
]
TimeLimitOption = Annotated[
    float | None,
    typer.Option(metavar="S", help="Stop after S seconds.", rich_help_panel="Search"),
]
JobsOption = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="Search with N seeds at once, from --seed on, each in a process of its own; the first"
        " answer counts. 0: one for each CPU.",
        rich_help_panel="Search",
    ),
]
ProgressOption = Annotated[
    bool | None,
    typer.Option(
        "--progress/--no-progress",
        help="Show progress on stderr; by default on a terminal only.",
        show_default=False,
        rich_help_panel="Output",
    ),
]

EntriesOption = Annotated[
    bool,
    typer.Option(
        "--entries", help="List the entries and their scores too.", rich_help_panel="Output"
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write here instead of to stdout.",
        rich_help_panel="Output",
    ),
]
FillsOutputOption = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write the fills here, all in one file, instead of to stdout.",
        rich_help_panel="Output",
    ),
]


def check_numbers(seed: int, time_limit: float | None) -> None:
    """Refuse a seed or time limit that makes no sense. Raises OptionError."""
    if seed < 0:
        raise OptionError(f"{seed} is no seed", mend="give 0 or more", source="--seed")
    if time_limit is not None and not (time_limit > 0 and math.isfinite(time_limit)):
        raise OptionError(
            f"{time_limit:g} is not a number of seconds",
            mend="give more than 0, or leave it out for no limit",
            source="--time-limit",
        )


def load_words(
    words: list[Path] | None = None,
    min_score: int | None = None,
    exclude: list[Path] | None = None,
    max_words: int | None = None,
    alphabet: str = "latin",
    min_length: int = 2,
) -> WordList:
    """The word list that these options name; the built-in one without `words`.

    Args: min_length: of entries; with 1, words of one letter are kept.

    Raises: InputError: an option or a file makes no sense.
    """
    letters = parse_alphabet(alphabet)
    leave_out = exclude or ()
    min_letters = 1 if min_length == 1 else 2
    if words:
        return WordList.load(
            *words,
            alphabet=letters,
            min_score=min_score,
            exclude=leave_out,
            max_words=max_words,
            min_letters=min_letters,
        )
    return WordList.builtin(
        alphabet=letters,
        min_score=BUILTIN_MIN_SCORE if min_score is None else min_score,
        exclude=leave_out,
        max_words=max_words,
        min_letters=min_letters,
    )
