"""`satcross clues`: a crossword's clues from the user's own database."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import AlphabetOption
from satcross.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satcross.alphabet import Alphabet
    from satcross.crossword import Clue, Crossword

EXAMPLES = """\
Examples:
  satcross clues filled.ipuz --clues mine.tsv -o daily.ipuz
  satcross clues filled.ipuz --clues mine.tsv --clues old.csv.gz --seed 4 -o daily.puz
  satcross clues filled.ipuz --clues mine.tsv --list      what is still to be written

Exit codes:
  0 done, also if clues are missing   2 bad input"""


def clues(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A filled crossword's file, or - for stdin.")
    ],
    book: Annotated[
        list[Path],
        typer.Option(
            "--clues",
            "-c",
            metavar="FILE",
            help="Your clues: WORD<TAB>clue, WORD;clue or WORD,clue a line, or a table whose first"
            " line names the columns word and clue; .gz and .xz too. May be given several times.",
        ),
    ],
    *,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the crossword here, in the format that the name tells, not to stdout.",
        ),
    ] = None,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="Also for clues that are written already."),
    ] = False,
    list_: Annotated[
        bool,
        typer.Option(
            "--list", help="Print the entries that are left without a clue: label, tab, answer."
        ),
    ] = False,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Another seed, another choice of clues.")
    ] = 0,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="What to write; by default the name tells."),
    ] = None,
    lossy: Annotated[
        bool,
        typer.Option("--lossy", help="Leave out what the format cannot hold, and say what it was."),
    ] = False,
    alphabet: AlphabetOption = "latin",
) -> None:
    """Fill in the empty clues of a crossword from files of clues.

    No clue is used twice if it can be helped. Entries without a clue are listed on stderr.
    """
    from satcross.cli.publishing import publish_crossword
    from satcross.formats.reading import load_crossword
    from satcross.words.alphabets import parse_alphabet

    if seed < 0:
        raise OptionError(f"{seed} is no seed", mend="give 0 or more", source="--seed")
    if list_ and output == "-":
        raise OptionError(
            "the list goes to stdout", mend="write the crossword to a file", source="--output"
        )
    letters = parse_alphabet(alphabet)
    loaded = load_crossword(file, alphabet=letters)
    crossword, unclued = add_clues(
        loaded.crossword, book, alphabet=letters, seed=seed, replace=replace
    )
    to_file = output is not None and output != "-"
    if to_file or not list_:
        publish_crossword(crossword, to if to_file else to or loaded.format, output, lossy=lossy)
    if list_:
        for clue in unclued:
            print(f"{clue_name(clue)}\t{clue.answer}")
    else:
        tell_unclued(unclued)


def add_clues(
    crossword: Crossword,
    files: Sequence[Path],
    *,
    alphabet: Alphabet,
    seed: int = 0,
    replace: bool = False,
) -> tuple[Crossword, tuple[Clue, ...]]:
    """The crossword with clues from these files, and its clues that are still empty.

    Lines of the files that are left out are told on stderr.

    Raises: InputError: a file cannot be read or holds no clues.
    """
    from satcross.clues import ClueBook, answer_words, with_clues

    book = ClueBook.load(*files, alphabet=alphabet, only=answer_words(crossword, alphabet))
    for line in book.report.told():
        exits.tell(f"clues: {line}")
    return with_clues(crossword, book, seed=seed, replace=replace)


def tell_unclued(unclued: Sequence[Clue]) -> None:
    """Names the entries without a clue on stderr, one a line."""
    for clue in unclued:
        exits.tell(f"no clue for {clue_name(clue)} {clue.answer or '(answer not known)'}")


def clue_name(clue: Clue) -> str:
    """A clue's name for people: `12A`, or `3 Diagonal`."""
    short = {"Across": "A", "Down": "D"}.get(clue.direction)
    return f"{clue.label}{short}" if short else f"{clue.label} {clue.direction}".strip()
