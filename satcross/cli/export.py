"""`satcross export`: a puzzle as DIMACS CNF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AlphabetOption,
    ExcludeOption,
    GridArgument,
    MaxSharedOption,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    NearDuplicatesOption,
    RebusOption,
    WordsOption,
    load_words,
)

if TYPE_CHECKING:
    from satcross.tasks.export import ExportStats

EXAMPLES = """\
Examples:
  satcross export grid.txt -o grid.cnf.xz
  satcross export grid.txt -o grid.cnf --encoding dawg --stats
  kissat grid.cnf > answer.txt
  satcross decode grid.cnf answer.txt       needs nothing else"""


def export(
    grid: GridArgument,
    output: Annotated[
        str,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The CNF to write: NAME.cnf, .cnf.gz or .cnf.xz."
        ),
    ],
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    encoding: Annotated[
        str, typer.Option(metavar="auto|support|dawg", help="Encoding of the slots.")
    ] = "auto",
    no_distinct: Annotated[
        bool, typer.Option("--no-distinct", help="Allow a word to stand twice.")
    ] = False,
    min_length: MinLengthOption = 2,
    rebus: RebusOption = None,
    max_shared_substring: MaxSharedOption = None,
    no_near_duplicates: NearDuplicatesOption = False,
    stats: Annotated[
        bool, typer.Option("--stats", help="Print what the formula consists of.")
    ] = False,
) -> None:
    """Write the formula of a puzzle as DIMACS CNF.

    Its comments hold all that decoding needs. Letters come first among the variables.
    """
    from satcross.cli.puzzles import load_puzzle
    from satcross.errors import OptionError
    from satcross.tasks.export import export as export_task

    if output == "-":
        raise OptionError("a CNF goes to a file", mend="name one", source="--output")
    puzzle = load_puzzle(
        grid,
        load_words(words, min_score, exclude, max_words, alphabet, min_length),
        distinct=not no_distinct,
        min_length=min_length,
        rebus=rebus,
        max_shared_substring=max_shared_substring,
        no_near_duplicates=no_near_duplicates,
    )
    found = export_task(puzzle, output, encoding=encoding)
    exits.tell(f"{output}: {found.n_vars:,} variables, {found.n_clauses:,} clauses")
    if stats:
        print(stats_text(found))


def stats_text(stats: ExportStats) -> str:
    """What a formula consists of, as a table: one figure and its name a line."""
    rows = [("variables", stats.n_vars)]
    rows += [(f"  {kind}", n) for kind, n in stats.n_vars_by_kind.items()]
    rows.append(("clauses", stats.n_clauses))
    rows += [(f"  {name}", n) for name, n in stats.n_clauses_by_constraint.items()]
    rows.append(("literals", stats.n_literals))
    rows.append(("slots", sum(stats.n_slots_by_encoding.values())))
    rows += [(f"  {name}", n) for name, n in stats.n_slots_by_encoding.items()]
    rows.append(("bytes", stats.n_bytes))
    lines = [f"{name:<24}{n:>14,}" for name, n in rows]
    lines.append(f"{'seconds to encode':<24}{stats.encode_s:>14.2f}")
    lines.append(f"{'seconds to write':<24}{stats.write_s:>14.2f}")
    return "\n".join(lines)
