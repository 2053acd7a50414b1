"""`satcross instances`: families of formulas for solvers of others."""

from __future__ import annotations

from satcross import OptionError
from satcross.commandline import HelpPanel, command, echo_err, flag, option

EXAMPLES = """\
Examples:
  satcross instances -o instances --family open-squares
  satcross instances -o instances --only open-4x4 --seed 7
  satcross instances --list

Exit codes:
  0 written   2 bad input   130 interrupted; the files before are whole, and in the manifest"""


@command(HelpPanel.PROGRAMS, 30, examples=EXAMPLES, guide="guide/solvers.md")
def instances(
    *,
    output: str | None = option("FOLDER", "Folder to write to, or to add to.", "-o"),
    family: str | None = option(
        "open-squares|newspaper|counting|weighted", "Which family. Default: all."
    ),
    only: str = option("PART", "Only those with this in their names.", default=""),
    seed: int | None = option(
        "N", "Seed of the words, instead of those of the table. The answers are then not known."
    ),
    list_: bool = flag("List the names and answers, and write nothing.", "--list"),
) -> None:
    """Write families of instances for SAT, MaxSAT and model counting solvers.

    Names and seeds determine the files. `manifest.tsv` has the number of variables and clauses, the
    known answer and the SHA-256 of each.
    """
    from satcross.apps.sweep.instances import members_of, write_instances

    if list_:
        for member in members_of(family, only, seed):
            print(f"{member.family}\t{member.name}\t{member.expected}")
        return
    if output is None:
        raise OptionError("no folder is given", hint="name one", parameter="output")
    for _, path in write_instances(output, family, only=only, seed=seed):
        echo_err(f"{path.stat().st_size:>12,} {path.name}")
