"""`satcross theme`: patterns around theme entries."""

from __future__ import annotations

from typing import Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AlphabetOption,
    OutputOption,
    SeedOption,
    TimeLimitOption,
    check_numbers,
)
from satcross.cli.sink import open_sink
from satcross.cli.theming import (
    AtLeastOption,
    BlocksOption,
    DirectionOption,
    GapOption,
    LengthOption,
    MaxLengthOption,
    OptionalOption,
    PresetOption,
    SizeArgument,
    SlotsOption,
    SymmetryOption,
    ThemeFileOption,
    ThemeOption,
    UnpairedOption,
    rules_of,
    theme_of,
)

EXAMPLES = """\
Examples:
  satcross theme 15x15 --theme "conflict driven" --theme "clause learning"
  satcross theme 15x15 --theme-file phrases.txt --slots 72 --blocks 34 -n 5
  satcross theme 15x15 --theme "unit propagation" --optional "pure literal" \\
      --optional "backjumping" --at-least 1 --unpaired

Exit codes:
  0 found   20 proved that they cannot be placed; the reason is told
  2 bad input   124 the time limit came first   130 interrupted"""


def theme(
    size: SizeArgument,
    theme: ThemeOption = None,
    theme_file: ThemeFileOption = None,
    optional: OptionalOption = None,
    at_least: AtLeastOption = 0,
    direction: DirectionOption = "across",
    gap: GapOption = 2,
    unpaired: UnpairedOption = False,
    preset: PresetOption = None,
    symmetry: SymmetryOption = None,
    slots: SlotsOption = None,
    blocks: BlocksOption = None,
    length: LengthOption = None,
    max_length: MaxLengthOption = None,
    number: Annotated[
        int, typer.Option("-n", "--number", metavar="N", help="So many patterns.")
    ] = 1,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    alphabet: AlphabetOption = "latin",
    output: OutputOption = None,
) -> None:
    """Place theme entries in a pattern, and make the pattern around them.

    Prints grids with the theme's letters given, for satcross fill. Or says which entries cannot
    stand together, and which rule is in the way. See satcross make for the whole grid at once.
    """
    from satcross.errors import OptionError
    from satcross.patterns.search import NoPattern, PatternUnknown
    from satcross.patterns.theme import NoTheme, ThemedPattern, ThemeSearch
    from satcross.solve.protocol import Deadline
    from satcross.words.alphabets import parse_alphabet

    check_numbers(seed, time_limit)
    if number < 1:
        raise OptionError(f"{number} is no number of patterns", mend="give 1 or more", source="-n")
    wanted = theme_of(
        theme, theme_file, optional, at_least, direction, gap, unpaired, parse_alphabet(alphabet)
    )
    if not wanted.all_words:
        raise OptionError(
            "no theme is given", mend="name its entries, or see satcross pattern", source="--theme"
        )
    rules = rules_of(size, preset, symmetry, slots, blocks, length, max_length, None)
    deadline = Deadline.after(time_limit)
    with open_sink(output) as sink:
        search = ThemeSearch(rules, wanted, seed=seed)
        try:
            for n_found in range(number):
                found = search.next(deadline=deadline)
                if isinstance(found, NoPattern) and not n_found:
                    why = search.why_not(deadline=deadline)
                    if isinstance(why, NoTheme):
                        exits.tell(f"impossible: proved: {why}")
                        raise typer.Exit(exits.UNFILLABLE)
                    found = why
                if isinstance(found, PatternUnknown):
                    exits.tell(f"stopped: {found.reason}")
                    raise typer.Exit(exits.STOPPED)
                if not isinstance(found, ThemedPattern):
                    exits.tell(f"{n_found} pattern{'' if n_found == 1 else 's'}; there are no more")
                    return
                sink.write(("\n" if n_found else "") + str(found.grid))
                search.exclude(found)
        finally:
            search.close()
