"""`satcross export`: a puzzle as a file for solvers, or as one JSON file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.checks import counted
from satcross.cli.errors import echo_err
from satcross.cli.options.command import HelpPanel, command, flag, option, option_set
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.output.sink import Sink
from satcross.packed import PIECE

if TYPE_CHECKING:
    from satcross.tasks.export import ExportStats, How

EXAMPLES = """\
Examples:
  satcross export grid.txt -o grid.cnf.xz
  satcross export grid.txt -o grid.cnf --encoding dawg --stats
  satcross export grid.txt -w mine.txt --rule 'somewhere Z' -o puzzle.json
  kissat grid.cnf > answer.txt
  satcross decode grid.cnf answer.txt       needs nothing else
  satcross export grid.txt -o grid.wcnf     the best total, for MaxSAT solvers
  satcross export grid.txt -o grid.icnf --assume 'r1c1=Q' --assume '~r1c1=Q, r2c2=E'

Formats, by --to or by extension:
  cnf .cnf   wcnf .wcnf   opb .opb   icnf .icnf   minizinc .mzn   xcsp3 .xml   json .json
  pwcnf .pwcnf: MaxSAT as before 2022, which z3 and clasp read
  cnf+ .cnf+: with sums, for minicard   gcnf .gcnf: groups, for minimal reasons"""
EXCLUSIONS = """\
output=- stats: standard output has the file; leave out --stats
output=*.json stats: a puzzle has no clauses; leave out --stats
to=json stats: a puzzle has no clauses; leave out --stats"""


@option_set()
class ExportedOptions(PuzzleOptions):
    """A puzzle to export."""

    allow_repeats: bool = flag("A word may be used twice.", "--no-distinct")


@option_set()
class HowOptions:
    """How the puzzle is written."""

    encoding: str = option("auto|support|dawg", "Encoding of the slots in clauses.", default="auto")
    amo: str | None = option(
        "pairwise|seqcounter|product|bitwise|bimander|commander",
        "How clauses say at most one. Default: pairwise in cells, seqcounter in rules between"
        " entries.",
    )
    card: str | None = option(
        "seqcounter|totalizer|sortnetwrk",
        "How clauses of constraints count. Default: seqcounter.",
    )
    scores: bool = flag(
        "Make the best total the objective, in .wcnf, .pwcnf, .opb, .mzn and .xml.", default=True
    )
    cubes: int | None = option(
        "N",
        "Number of cubes of .icnf, or more. Default: 16.",
        at_least=1,
    )
    assume: list[str] | None = option(
        "LETTERS",
        "Letters that a call of the solver assumes, as in 'r1c1=A, ~r2c2=E': a line of .icnf,"
        " instead of cubes. Can be repeated.",
    )

    word_names: bool = flag(
        "Name the variables of words in comments, as those of letters are: 1A=CRANE."
    )

    weights: bool = flag(
        "Give words their scores as weights, in hundredths, for weighted model counting of .cnf."
    )

    crossings: bool = flag("Make each crossing a group of .gcnf, too.")

    def how(self) -> How:
        """As the library has it."""
        from satcross.tasks.export import How

        assume = tuple(self.assume or ())
        return How(
            self.encoding, self.amo, self.card, self.scores, self.cubes, assume, self.word_names,
            self.weights, self.crossings,
        )  # fmt: skip


@command(HelpPanel.PROGRAMS, 10, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/solvers.md")
def export(
    puzzle: ExportedOptions,
    *,
    output: str = option(
        "FILE",
        "The file to write; .gz and .xz compress, except for .json. - is standard output: name the"
        " format with --to.",
        "-o",
        default=...,
    ),
    to: str | None = option(
        "cnf|cnf+|gcnf|wcnf|pwcnf|opb|icnf|minizinc|xcsp3|json",
        "Format of the file. Default: by its name.",
    ),
    how: HowOptions,
    stats: bool = flag("Print the numbers of variables and clauses by kind."),
) -> None:
    """Write a puzzle for solvers: SAT, MaxSAT, pseudo-Boolean and constraint solvers.

    Comments of formulas hold everything that decoding needs. The letters are the first variables.
    With NAME.json, the puzzle is written instead: cells, words and rules in one file, which stands
    for GRID in every command.
    """
    from satcross.cnf.variants import CNFPLUS, MODELS, OPB
    from satcross.tasks.export import PUZZLE, check_options, export_as, format_of

    form = format_of(output, to)
    check_options(form, how.how())
    with _place_of(output) as (path, name):
        if form == PUZZLE:
            from satcross.formats.puzzle import save_puzzle

            loaded = puzzle.load()
            save_puzzle(loaded, path)
            echo_err(f"{name}: {counted(len(loaded.listed), 'word')}")
            return
        found = export_as(form, puzzle.load(), path, how.how())
        noun = "constraint" if form in (OPB, CNFPLUS, *MODELS) else "clause"
        echo_err(f"{name}: {counted(found.n_vars, 'variable')}, {counted(found.n_clauses, noun)}")
    if stats:
        print(stats_text(found))


@contextmanager
def _place_of(output: str) -> Iterator[tuple[str, str]]:
    """Where to write, and what it is called: for standard output a file that is then copied."""
    if output != "-":
        yield output, output
        return
    with tempfile.TemporaryDirectory(prefix="satcross-") as folder:
        path = Path(folder) / "export"
        yield str(path), "<stdout>"
        with path.open("rb") as file:
            while data := file.read(PIECE):
                Sink.print_bytes(data)


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
