"""`satcross check`: the rules again, for a fill from anywhere."""

from __future__ import annotations

from typing import Annotated

import typer

from satcross.checks import counted
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import command, option_set
from satcross.cli.options.puzzle import FullPuzzleOptions
from satcross.errors import OptionError

EXAMPLES = """\
Examples:
  satcross check filled.txt                 by the built-in list
  satcross check filled.txt -w mine.dict --grid template.txt
  satcross fill grid.txt | satcross check -

Exit codes:
  0 right   1 wrong; the faults are printed, one a line   2 bad input"""


@option_set()
class FilledOptions(FullPuzzleOptions):
    """A puzzle whose grid is filled."""

    grid: Annotated[
        str, typer.Argument(metavar="FILLED", help="File of a filled grid, or - for stdin.")
    ]


@command
def check(
    filled: FilledOptions,
    template: Annotated[
        str | None,
        typer.Option(
            "--grid",
            metavar="TEMPLATE",
            help="The grid before it was filled. Its letters must be the same, and entries that it"
            " gave wholly need not be in the list.",
        ),
    ] = None,
) -> int:
    """Check a filled grid: letters everywhere, all entries words, none of them twice."""
    from dataclasses import replace

    from satcross.cli.options.refill import KeepOptions
    from satcross.model.roles import recorded_roles, recorded_rules
    from satcross.verification.crossword import verify

    if template == "-" and filled.grid == "-":
        raise OptionError("stdin cannot be both grids", hint="name one file", parameter="grid")
    # No fill is a pattern of blocks.
    puzzle, crossword, _ = filled.load_with_crossword(hex_patterns=False)
    words, rebus, before = puzzle.listed, puzzle.rebus, None
    rules = recorded_rules(crossword, filled.grid)
    texts = [*rules.get("rules", ()), *filled.rule_texts()]
    roles = recorded_roles(crossword, filled.grid)
    banned = roles.banned if roles else ()
    if template is not None:
        asked, base, _ = replace(filled, grid=template).load_with_crossword()
        asked, roles = KeepOptions().apply(asked, base, template)
        before, words, rebus = asked.grid, asked.listed, (*rebus, *asked.rebus)
        rules |= recorded_rules(base, template)
        texts += rules.get("rules", ())
        banned += roles.banned
    if banned:
        words = words.with_scores(dict.fromkeys(banned))
    rules = {**filled.rules(), **rules, **filled.given_rules(), "rebus": rebus, "rules": texts}
    faults = verify(before, puzzle.grid, words, **rules)
    if faults:
        for fault in faults:
            print(fault)
        echo_err(f"wrong: {counted(len(faults), 'fault')}")
        return exits.WRONG
    n = len(puzzle.slots)
    echo_err(f"right: {n:,} {'entry' if n == 1 else 'entries'}")
    return exits.OK
