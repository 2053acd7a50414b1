"""`satcross sweep`: instances of a grid over the number of words, with answers and times."""

from __future__ import annotations

import re
from pathlib import Path

from satcross import OptionError
from satcross.commandline import (
    HelpPanel,
    PuzzleOptions,
    command,
    echo_err,
    flag,
    option,
    option_set,
)

EXAMPLES = """\
Examples:
  satcross sweep grid.txt --sizes 400,800,1200 -o instances
  satcross sweep grid.txt --sizes 5000 --seeds 1-20 --encodings support,dawg -o instances
  satcross sweep grid.txt --sizes 5000 --formats cnf,opb --solvers kissat404 -o instances
  satcross sweep grid.txt --sizes 300 --proofs -o instances

Exit codes:
  0 written   2 bad input, or solvers that contradict each other
  130 interrupted; the files before are whole, and in the manifest"""
_NAME = re.compile(r"[\w.+-]+")


@option_set("What to make")
class SweepOptions:
    """What is varied, and who is asked."""

    sizes: str = option("N-M", "Numbers of words, as in 400,800,1200.", default=...)
    seeds: str = option("N-M", "Seeds that choose the words, as in 1-5 or 1,7.", default="1-3")
    encodings: str = option("TEXT", "Of the slots: support, dawg, auto.", default="auto")
    formats: str = option("TEXT", "Formats by their extensions, as in cnf,opb.", default="cnf")
    solvers: str = option(
        "TEXT",
        "Solvers to ask, each for every instance.",
        default="cadical195,glucose4,minisat22",
    )
    time_limit: float = option("SECONDS", "Limit of each answer.", default=60.0)
    name: str = option("TEXT", "Name of the grid in names of files.", default="crossword")
    proofs: bool = flag("Write a DRAT proof beside each .cnf that has no model, and check it.")


@command(HelpPanel.PROGRAMS, 35, examples=EXAMPLES, guide="guide/solvers.md")
def sweep(
    puzzle: PuzzleOptions,
    *,
    output: Path = option("FOLDER", "Folder to write to.", "-o", default=...),
    over: SweepOptions,
) -> None:
    """Write instances of a grid over the number of words, with answers and times.

    Each number of words and seed gives a list, and each encoding and format a file. FOLDER has them
    with manifest.tsv (sizes, answers, SHA-256), times.tsv, transition.svg, which draws where fills
    appear, and README.md with a description and BibTeX. UNSATISFIABLE is what two solvers say, or
    a proof.
    """
    from satcross.apps.sweep.sweep import Sweep, written

    if not _NAME.fullmatch(over.name):
        problem = f"must be letters, digits and -, got {over.name[:40]!r}"
        raise OptionError(problem, hint="leave out the rest", parameter="name")
    if over.time_limit <= 0:
        raise OptionError(f"must be above 0, got {over.time_limit}", parameter="time_limit")
    asked = Sweep(
        puzzle.load(),
        over.name,
        numbers_of(over.sizes, "sizes"),
        numbers_of(over.seeds, "seeds"),
        names_of(over.encodings),
        names_of(over.formats),
        names_of(over.solvers),
        over.time_limit,
        over.proofs,
    )
    for path, answer in written(asked, output):
        echo_err(f"{path.stat().st_size:>12,} {path.name} {answer}")


def names_of(text: str) -> tuple[str, ...]:
    """The names that commas separate, each once."""
    return tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))


def numbers_of(text: str, parameter: str) -> tuple[int, ...]:
    """The numbers of a text as "1-5,9". Raises OptionError: it is none, or has too many."""
    found: list[int] = []
    for part in names_of(text):
        match = re.fullmatch(r"(\d{1,7})(?:-(\d{1,7}))?", part, re.ASCII)
        if match is None:
            problem = f"must be numbers as in 1-5,9, got {part[:40]!r}"
            raise OptionError(problem, hint="separate them by commas", parameter=parameter)
        last = int(match[2] or match[1])
        if last - int(match[1]) + len(found) >= 10_000:
            raise OptionError("are more than 10,000", hint="name fewer", parameter=parameter)
        found += range(int(match[1]), last + 1)
    if not found or 0 in found:
        raise OptionError("must be numbers from 1 on", hint="write 1-5", parameter=parameter)
    return tuple(dict.fromkeys(found))
