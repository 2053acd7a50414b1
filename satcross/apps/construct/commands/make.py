"""`satcross make`: a finished grid from a theme and a word list."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from satcross import Answered, Found, Stopped
from satcross.apps.construct.cli.pattern import SizedRulesOptions, with_cheaters
from satcross.apps.construct.cli.theme import ThemeOptions
from satcross.cli.options.house import HouseOptions
from satcross.cli.options.puzzle import EntryRulesOptions
from satcross.commandline import (
    About,
    FillOutputOptions,
    HelpPanel,
    SearchOptions,
    WordListOptions,
    command,
    echo_err,
    end,
    option,
    option_set,
    run,
)
from satcross.extend import Listing, counted

if TYPE_CHECKING:
    from satcross.apps.construct.spec import MadeGrid

EXAMPLES = """\
Examples:
  satcross make 15x15 --theme-file phrases.txt -w mine.dict -o sunday.ipuz
  satcross make 15x15 --theme "conflict driven" --theme "clause learning" --min-score 50
  satcross make 15x15 --slots 72 --blocks 34 --seed 3 -o themeless.pdf
  satcross make 15x15 --house lat --seed 2 -o saturday.puz
  satcross make 5x5 -n 7 -o mini-{}.puz
  satcross make 15x15 --theme-file phrases.txt --jobs 4     four seeds at once

Exit codes:
  0 made   20 proved impossible, with the reason   2 bad input
  124 the time limit came first; the most promising pattern goes to standard error
  130 interrupted"""


@option_set("Search")
class MakeSearchOptions:
    """How to search: seed and time, and with how many seeds."""

    search: SearchOptions
    jobs: int = option(
        "N",
        "Search with N seeds at once, from --seed on, each in its own process; the grid that takes"
        " the least work counts, whatever the timing. 0: one for each CPU.",
        default=1,
    )


@command(HelpPanel.GRIDS, 20, examples=EXAMPLES, guide="guide/make.md")
def make(
    wanted: ThemeOptions,
    pattern: SizedRulesOptions,
    word_list: WordListOptions,
    entries: EntryRulesOptions,
    *,
    number: int = option("N", "Number of grids, each with another pattern.", "-n", default=1),
    by: HouseOptions,
    how: MakeSearchOptions,
    out: FillOutputOptions,
) -> int:
    """Make a filled grid from scratch: pattern, theme entries in their places, all other words.

    The pattern obeys the rules of a preset, which options change. Patterns are judged by the word
    list before they are filled, and filled in turns. The grid is verified before it is printed.
    """
    house, search, jobs = by.load(), how.search, how.jobs
    listed = word_list.load()
    lower = word_list.load_lower()
    theme = wanted.load(listed.alphabet)
    rules = pattern.rules(
        None if house is None else house.preset,
        lambda usual: by.changed(house, usual, theme=bool(theme.all_words)),
    )
    kept = by.added_to(entries, house).load()
    if own := entries.slot_lists(word_list.choice(), word_list.read):
        from satcross.model.slotlists import with_slot_lists

        listed, added = with_slot_lists(listed, own)
        kept = replace(kept, rules=(*kept.rules, *added))
        lower = {score: with_slot_lists(words, own)[0] for score, words in lower.items()}
    seeds: list[int] = []  # of several
    loose: frozenset[int] = frozenset()
    with ExitStack() as opened:
        task: Listing[MadeGrid]
        if jobs != 1:
            from satcross.apps.construct.race import RacedGrids
            from satcross.apps.construct.spec import GridSpec

            task = several = RacedGrids(
                GridSpec(rules, listed, theme, kept), jobs, search.solver(), limit=number,
                lists=lower,
            )  # fmt: skip
            seeds, loose = several.seeds, several.with_cheaters
        else:
            from satcross.apps.construct.make import MadeGrids

            task = MadeGrids(
                rules, listed, theme, search.solver(), entries=kept, limit=number,
                lists=lower,
            )  # fmt: skip
        sink = opened.enter_context(out.open(number, About(None, listed.alphabet, search.seed)))
        opened.enter_context(task)

        def write(answered: Answered[MadeGrid]) -> None:
            made = answered.value
            sink.write_fill(made.fill, roles=made.themed.roles)
            if rules.with_cheaters is not None and made.n_cheaters:
                echo_err(with_cheaters(made.n_cheaters, "grid"))
            by.report(house, made.fill, made.themed.roles.theme)

        result = run(task, search.time_limit, sink.view, write)
    if seeds:
        named = [f"{seed} and --cheaters" if seed in loose else str(seed) for seed in seeds]
        echo_err(f"made with seed{'s' if len(seeds) > 1 else ''} {', '.join(named)}")
    done = counted(task.n_found, "grid")
    if isinstance(result, Found) and result.value.is_exhausted and task.n_found < number:
        echo_err(f"{done}; there are no more")
    code = end(result, done if task.n_found else "", impossible="impossible")
    if isinstance(result, Stopped) and result.partial is not None:
        echo_err(f"the most promising pattern that was not filled:\n{result.partial}")
    return code
