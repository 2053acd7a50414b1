"""`satcross check`: the rules again, for a fill from anywhere."""

from __future__ import annotations

from satcross.checks import counted
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import argument, command, option, option_set
from satcross.cli.options.puzzle import PuzzleOptions

EXAMPLES = """\
Examples:
  satcross check filled.txt                 by the built-in list
  satcross check filled.txt -w mine.dict --grid template.txt
  satcross fill grid.txt | satcross check -

Exit codes:
  0 right   1 wrong; the faults are printed, one a line   2 bad input"""


@option_set()
class FilledOptions(PuzzleOptions):
    """A puzzle whose grid is filled."""

    grid: str = argument("FILLED", "File of a filled grid, or - for stdin.")


@command
def check(
    filled: FilledOptions,
    template: str | None = option(
        "TEMPLATE",
        "The grid before it was filled. Its letters must be the same, and entries that it gave"
        " wholly need not be in the list.",
        "--grid",
    ),
) -> int:
    """Check a filled grid: letters everywhere, all entries words, none of them twice."""
    from dataclasses import replace

    from satcross.cli.options.refill import KeepOptions
    from satcross.model.roles import recorded_roles
    from satcross.verification.crossword import verify

    asked = choice = None
    banned: tuple[str, ...] = ()
    if template is not None:
        asked, base, choice = replace(filled, grid=template).load_with_crossword()
        asked, roles = KeepOptions().apply(asked, base, template)
        banned = roles.banned
    # No fill is a pattern of blocks. A rule of the template may be all that says where slots are.
    puzzle, crossword, _ = filled.load_with_crossword(
        choice, None if asked is None else asked.rules, hex_patterns=False
    )
    if recorded := recorded_roles(crossword, filled.grid):
        banned += recorded.banned
    before, words = (None, puzzle.listed) if asked is None else (asked.grid, asked.listed)
    if banned:
        words = words.with_scores(dict.fromkeys(banned))
    faults = verify(before, puzzle.grid, words, rules=puzzle.rules)
    word = ""
    if crossword is not None and any(square.mark for square in crossword.squares):
        from satcross.model.needs import solution_word_in
        from satcross.model.solutionword import solution_word
        from satcross.verification.marks import mark_faults

        rule = solution_word_in(puzzle.rules)
        wanted = None if rule is None or rule.is_any else rule.word
        faults += mark_faults(crossword, wanted, words.alphabet)
        word = solution_word(crossword)
    told = list(map(str, faults))
    if crossword is not None and any(clue.place is not None for clue in crossword.clues):
        from satcross.verification.arrowword import arrow_faults

        told += arrow_faults(crossword)
    if told:
        for fault in told:
            print(fault)
        echo_err(f"wrong: {counted(len(told), 'fault')}")
        return exits.WRONG
    if word:
        echo_err(f"solution word: {word}")
    cells, twins = puzzle.grid.cells, puzzle.twins
    read = {
        (min(slot.index, twins.get(slot.index, slot.index)), *(cells[at] for at in slot.cells))
        for slot in puzzle.slots
    }
    n = len(read)
    echo_err(f"right: {n:,} {'entry' if n == 1 else 'entries'}")
    return exits.OK
