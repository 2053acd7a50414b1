"""`satcross check`: the rules again, for a fill from anywhere."""

from __future__ import annotations

from typing import Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AlphabetOption,
    ExcludeOption,
    MaxSharedOption,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    NearDuplicatesOption,
    RebusOption,
    WordsOption,
    load_words,
)

EXAMPLES = """\
Examples:
  satcross check filled.txt                 by the built-in list
  satcross check filled.txt -w mine.dict --grid template.txt
  satcross fill grid.txt | satcross check -

Exit codes:
  0 right   1 wrong; the faults are printed, one a line   2 bad input"""


def check(
    filled: Annotated[
        str, typer.Argument(metavar="FILLED", help="A filled grid's file, or - for stdin.")
    ],
    grid: Annotated[
        str | None,
        typer.Option(
            "--grid",
            metavar="TEMPLATE",
            help="The grid before it was filled. Its letters must have stayed, and entries that it"
            " gave wholly need not be in the list.",
        ),
    ] = None,
    allow_repeats: Annotated[
        bool, typer.Option("--allow-repeats", help="A word may stand twice.")
    ] = False,
    min_length: MinLengthOption = 2,
    rebus: RebusOption = None,
    max_shared_substring: MaxSharedOption = None,
    no_near_duplicates: NearDuplicatesOption = False,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
) -> None:
    """Check a filled grid: letters everywhere, all entries words, none of them twice."""
    from satcross.cli.puzzles import load_grid, load_puzzle
    from satcross.errors import OptionError
    from satcross.verify import verify

    if grid == "-" and filled == "-":
        raise OptionError("stdin cannot be both grids", mend="name one file", source="--grid")
    words_ = load_words(words, min_score, exclude, max_words, alphabet, min_length)
    puzzle = load_puzzle(
        filled,
        words_,
        min_length=min_length,
        rebus=rebus,
        max_shared_substring=max_shared_substring,
        hex_patterns=False,  # no fill is a pattern of blocks
    )
    template = None if grid is None else load_grid(grid, words_.alphabet)[0]
    faults = verify(
        template,
        puzzle.grid,
        words_,
        distinct=not allow_repeats,
        min_length=min_length,
        rebus=puzzle.rebus,
        max_shared_substring=max_shared_substring,
        no_near_duplicates=no_near_duplicates,
    )
    if not faults:
        exits.tell(f"right: {_count(len(puzzle.slots), 'entry', 'entries')}")
        return
    for fault in faults:
        print(fault)
    exits.tell(f"wrong: {_count(len(faults), 'fault', 'faults')}")
    raise typer.Exit(exits.WRONG)


def _count(n: int, one: str, many: str) -> str:
    return f"{n:,} {one if n == 1 else many}"
