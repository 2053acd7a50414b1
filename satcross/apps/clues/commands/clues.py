"""`satcross clues`: a crossword's clues from the user's own database."""

from __future__ import annotations

from pathlib import Path

from satcross.commandline import (
    HelpPanel,
    Shared,
    argument,
    command,
    echo_remarks,
    flag,
    option,
    option_set,
    publish,
)
from satcross.extend import Contents, Drawing, chosen

EXAMPLES = """\
Examples:
  satcross clues filled.ipuz --clues mine.tsv -o daily.ipuz
  satcross clues filled.ipuz --clues mine.tsv --clues old.csv.gz --seed 4 -o daily.puz
  satcross clues filled.ipuz --list > todo.tsv     the entries without a clue, to be filled in
  satcross clues filled.ipuz --clues todo.tsv -o daily.puz
  satcross clues filled.ipuz --clues mine.tsv --link 1A,5D --enumerations -o daily.ipuz

Exit codes:
  0 done, also if clues are missing   2 bad input"""
EXCLUSIONS = """\
output=- list_: the list goes to stdout; write the crossword to a file
!book !list_ !link !enumerations: no file of clues is given; name one, or print the entries without
  a clue with --list
title|author|to|enumerations list_ !output: only the list is written; write the crossword to a file
  with -o"""

_LIST_HEADER = "slot\tanswer\tclue"


@option_set()
class CluesOptions:
    """Which clues to write, and how."""

    replace: bool = flag("Replace clues that are already written.")
    list_: bool = flag(
        "Print the entries that still have no clue, as a table with an empty third column: filled"
        " in, it is a file for --clues."
    )
    seed: int = option("N", "Random seed for the choice of clues.", default=0)
    to: str | None = option("FORMAT", "Format to write. Default: by the extension of FILE.")
    title: str | None = Shared.TITLE
    author: str | None = Shared.AUTHOR
    link: list[str] | None = option(
        "NAMES",
        "Entries with one clue for all of them, the first one's, as in 1A,5D. Can be repeated.",
    )
    enumerations: bool | None = Shared.ENUMERATIONS
    lossy: bool = Shared.LOSSY


@command(
    HelpPanel.PAGES,
    10,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    replaces=("file",),
    guide="guide/clues.md",
)
def clues(
    file: str = argument("FILE", "A filled crossword's file, or - for stdin."),
    book: list[Path] | None = option(
        "FILE",
        "Your clues: WORD<TAB>clue, WORD;clue or WORD,clue a line, or a table whose first line"
        " names the columns word and clue; .gz and .xz too. Can be repeated.",
        "--clues",
        "-c",
    ),
    *,
    output: str | None = option(
        "FILE", "Write to FILE instead of stdout, in the format of its extension.", "-o"
    ),
    how: CluesOptions,
    alphabet: str = Shared.ALPHABET,
) -> None:
    """Fill in the empty clues of a crossword from files of clues.

    No clue is used twice if that can be avoided. Entries without a clue are listed on stderr.
    """
    from satcross import load_crossword
    from satcross.apps.clues.choose import with_every_clue
    from satcross.apps.clues.clue_files import add_clues, echo_unclued
    from satcross.apps.clues.options import alphabet_for
    from satcross.extend import Links

    to_file = output is not None and output != "-"
    letters = alphabet_for(alphabet, *(book or ()))
    loaded = load_crossword(file, alphabet=letters)
    echo_remarks(loaded.crossword, loaded.source)
    to = chosen(
        Contents.CROSSWORD, output, how.to or (None if to_file else loaded.format), option="to"
    )
    to.check_details(title=how.title, author=how.author)
    crossword = loaded.crossword.titled(how.title, how.author)
    for entries in how.link or ():
        crossword = Links(with_every_clue(crossword)).with_link(entries)
    crossword, unclued = add_clues(
        crossword,
        book or (),
        alphabet=letters,
        seed=how.seed,
        replace=how.replace,
        enumerations=how.enumerations,
    )
    if to_file or not how.list_:
        publish(crossword, to, output, Drawing(lossy=how.lossy))
    if how.list_:
        print(_LIST_HEADER)
        for clue in unclued:
            print(f"{clue.short_name}\t{clue.answer}\t")
    else:
        echo_unclued(unclued)
