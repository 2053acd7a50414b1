"""`satcross theme`: patterns around theme entries."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from satcross import Answered, Found, OptionError
from satcross.apps.construct.cli.pattern import LACKS, SizedRulesOptions, with_cheaters
from satcross.apps.construct.cli.theme import ThemeOptions
from satcross.commandline import (
    JSON,
    HelpPanel,
    OutputOptions,
    SearchOptions,
    WordListOptions,
    command,
    echo_err,
    end,
    flag,
    option,
    run,
)
from satcross.extend import counted, n_cheaters

if TYPE_CHECKING:
    from satcross.apps.construct.fillable import FillablePatterns
    from satcross.apps.construct.theme import ThemedPattern
    from satcross.apps.construct.theme_search import ThemePatterns

EXAMPLES = """\
Examples:
  satcross theme 15x15 --theme "conflict driven" --theme "clause learning"
  satcross theme 15x15 --theme-file phrases.txt --slots 72 --blocks 34 -n 5 -w mine.dict
  satcross theme 15x15 --theme-file phrases.txt --any
  satcross theme 15x15 --theme "unit propagation" --optional "pure literal" \\
      --optional "backjumping" --at-least 1 --unpaired

Exit codes:
  0 found   20 proved that they cannot be placed, with the reason
  2 bad input   124 the time limit came first   130 interrupted"""


@command(HelpPanel.GRIDS, 30, examples=EXAMPLES, lacks=LACKS, guide="guide/make.md")
def theme(
    wanted: ThemeOptions,
    pattern: SizedRulesOptions,
    *,
    number: int = option("N", "Number of patterns.", "-n", default=1),
    any_: bool = flag("Any pattern that obeys the rules, whether words can fill it or not."),
    word_list: WordListOptions,
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Place theme entries in a pattern, and make the pattern around them.

    Prints grids with the theme's letters given, for satcross fill: those for which the words have a
    fill first, then those that were not refuted, the most promising first. Or says which entries
    cannot stand together, and which rule is in the way. See satcross make for the whole grid.
    """
    entries = wanted.load(word_list.choice().letters())
    if not entries.all_words:
        raise OptionError(
            "no theme is given", hint="name its entries, or see satcross pattern", parameter="theme"
        )
    rules = pattern.rules()
    task: ThemePatterns | FillablePatterns
    if any_:
        from satcross.apps.construct.theme_search import ThemePatterns

        task = ThemePatterns(rules, entries, search.solver(), limit=number)
    else:
        from satcross.apps.construct.fillable import FillablePatterns

        task = FillablePatterns(rules, word_list.load(), entries, search.solver(), limit=number)
    with out.open(number) as sink, task:

        def write(answered: Answered[ThemedPattern]) -> None:
            found = answered.value
            sink.write(found.grid, {JSON: partial(_data, found)}, found.roles)
            if rules.with_cheaters is not None and (n := n_cheaters(found.grid)):
                echo_err(with_cheaters(n, "pattern"))

        result = run(task, search.time_limit, sink.view, write)
    if isinstance(result, Found) and result.value.is_exhausted and result.value.n < number:
        echo_err(f"{counted(result.value.n, 'pattern')}; there are no more")
    return end(result, impossible="impossible")


def _data(found: ThemedPattern, number: int) -> dict[str, Any]:
    """The data of schema `satcross.pattern/1`, with where the theme entries are."""
    from satcross.apps.construct.cli.view import pattern_data

    theme = [
        {"word": word, "row": slot.row, "col": slot.col, "direction": slot.direction.value}
        for word, slot in found.slots.items()
    ]
    return {**pattern_data(found.grid, number), "theme": theme}
