"""`satcross make`: a finished grid from a theme and a word list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AlphabetOption,
    ExcludeOption,
    MaxWordsOption,
    MinScoreOption,
    ProgressOption,
    SeedOption,
    TimeLimitOption,
    WordsOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import progress_view
from satcross.cli.publishing import (
    AuthorOption,
    CluesOption,
    FormOption,
    LossyOption,
    PublishedOption,
    TitleOption,
    Wish,
    check_wish,
    form_of,
    publishing,
)
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
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.patterns.make import MakeResult

EXAMPLES = """\
Examples:
  satcross make 15x15 --theme-file phrases.txt -w mine.dict -o sunday.ipuz
  satcross make 15x15 --theme "conflict driven" --theme "clause learning" --min-score 50
  satcross make 15x15 --slots 72 --blocks 34 --seed 3 -o themeless.pdf
  satcross make 5x5 -n 7 -o mini-{}.puz

Exit codes:
  0 made   20 proved impossible; the reason is told   2 bad input
  124 the time limit came first, or patterns were given up   130 interrupted"""


def make(
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
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    number: Annotated[
        int,
        typer.Option("-n", "--number", metavar="N", help="So many grids, with other patterns."),
    ] = 1,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    format_: FormOption = None,
    output: PublishedOption = None,
    clues: CluesOption = None,
    title: TitleOption = None,
    author: AuthorOption = None,
    lossy: LossyOption = False,
    progress: ProgressOption = None,
) -> None:
    """Make a filled grid from nothing: pattern, theme entries in their places, all other words.

    The pattern obeys the rules of a preset, which options change. What the filler finds impossible
    teaches the search for patterns. The grid is verified before it is printed.
    """
    from satcross.patterns.make import Made, make_grids

    check_numbers(seed, time_limit)
    if number < 1:
        raise OptionError(f"{number} is no number of grids", mend="give 1 or more", source="-n")
    wish = Wish(form_of(format_, output), output, False, lossy, clues or (), title, author, seed)
    check_wish(wish, number)
    rules = rules_of(size, preset, symmetry, slots, blocks, length, max_length, None)
    listed = load_words(words, min_score, exclude, max_words, alphabet)
    wanted = theme_of(
        theme, theme_file, optional, at_least, direction, gap, unpaired, listed.alphabet
    )
    n_made = 0
    result: MakeResult | None = None
    with (
        progress_view(progress) as view,
        publishing(wish, view) as publish,
    ):
        publish.about(None, listed.alphabet)
        try:
            for result in make_grids(
                rules, listed, wanted, limit=number, seed=seed, time_limit_s=time_limit,
                on_progress=view,
            ):  # fmt: skip
                if isinstance(result, Made):
                    n_made += 1
                    publish(result.fill)
        except KeyboardInterrupt:
            view.close()
            exits.tell(f"{n_made} grid{'' if n_made == 1 else 's'}; interrupted")
            raise typer.Exit(exits.INTERRUPTED) from None
    raise typer.Exit(_told(result, n_made))


def _told(result: MakeResult | None, n_made: int) -> int:
    """Say how it ended; the exit code."""
    from satcross.patterns.make import Made, NoGrid

    if result is None or isinstance(result, Made):
        return exits.OK
    if isinstance(result, NoGrid):
        if n_made:
            exits.tell(f"{n_made} grid{'' if n_made == 1 else 's'}; there are no more")
            return exits.OK
        exits.tell(f"impossible: proved: {result}")
        return exits.UNFILLABLE
    done = f"{n_made} grid{'' if n_made == 1 else 's'}; " if n_made else ""
    exits.tell(f"{done}stopped: {result.reason}")
    return exits.STOPPED
