"""`satcross fill`: one fill, several, or all."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli.filling import fill_many, fill_one
from satcross.cli.options import (
    AllowRepeatsOption,
    AlphabetOption,
    EntriesOption,
    ExcludeOption,
    GridArgument,
    JobsOption,
    MaxSharedOption,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    NearDuplicatesOption,
    ProgressOption,
    RebusOption,
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
from satcross.cli.puzzles import load_grid, puzzle_of
from satcross.errors import OptionError
from satcross.solve.protocol import LAZY, LAZY_CADICAL, SolverOptions

if TYPE_CHECKING:
    from satcross.tasks.enumerate import Distinct

EXAMPLES = """\
Examples:
  satcross fill grid.txt                   one fill, from the built-in list
  satcross fill grid.txt --seed 7 --entries      another, with its entries
  satcross fill grid.txt --jobs 4          four seeds at once; the first answer
  satcross fill grid.txt -w mine.dict -w big.dict --min-score 60
  satcross fill mini.txt --all --distinct words -o fills.txt
  satcross fill grid.txt --solver glucose4 --encoding dawg
  satcross fill grid.txt --solver-command 'kissat {cnf}'
  satcross fill draft.ipuz --clues mine.tsv -o daily.puz
  satcross fill grid.txt -n 3 -o fill-{}.pdf       three pictures to print
  echo 7Ah | satcross fill -               a block pattern in hexadecimal

Exit codes:
  0 filled   20 proved unfillable   2 bad input   130 interrupted
  124 the time limit came before what was asked for was found; what was
      printed until then is right"""


def fill(
    grid: GridArgument,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    allow_repeats: AllowRepeatsOption = False,
    min_length: MinLengthOption = 2,
    rebus: RebusOption = None,
    max_shared_substring: MaxSharedOption = None,
    no_near_duplicates: NearDuplicatesOption = False,
    blank: Annotated[
        bool,
        typer.Option(
            "--blank", help="Leave out the letters of GRID.", rich_help_panel="The puzzle"
        ),
    ] = False,
    number: Annotated[
        int | None,
        typer.Option(
            "-n", "--number", metavar="N", help="So many fills.", rich_help_panel="How many"
        ),
    ] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="All fills.", rich_help_panel="How many")
    ] = False,
    distinct: Annotated[
        str | None,
        typer.Option(
            metavar="grids|words|K",
            help="How any two fills differ: in some letter (the default), in all free entries,"
            " or in at least K entries.",
            rich_help_panel="How many",
        ),
    ] = None,
    seed: SeedOption = 0,
    jobs: JobsOption = 1,
    time_limit: TimeLimitOption = None,
    solver: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="lazy (the default), lazy-cadical, or a PySAT solver for the eager encoding:"
            " cadical195, glucose4, …",
            rich_help_panel="Search",
        ),
    ] = None,
    solver_command: Annotated[
        str | None,
        typer.Option(
            metavar="CMD",
            help="An external solver's command line with {cnf} for the formula's file.",
            rich_help_panel="Search",
        ),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            metavar="auto|support|dawg",
            help="Encoding of the slots, for eager solvers.",
            rich_help_panel="Search",
        ),
    ] = None,
    format_: FormOption = None,
    entries: EntriesOption = False,
    output: PublishedOption = None,
    clues: CluesOption = None,
    title: TitleOption = None,
    author: AuthorOption = None,
    lossy: LossyOption = False,
    progress: ProgressOption = None,
) -> None:
    """Fill a grid with words: once, several times, or in all ways.

    Letters in the grid are given; an entry that is wholly given need not be in the word list.
    GRID may be a crossword file too, and so may what is written.
    """
    n_wanted, unlike = _how_many(number, all_, distinct)
    check_numbers(seed, time_limit)
    if jobs != 1 and n_wanted != 1:
        raise OptionError(
            "several jobs look for one fill",
            mend="leave out -n and --all, or --jobs",
            source="--jobs",
        )
    wish = Wish(form_of(format_, output), output, entries, lossy, clues or (), title, author, seed)
    check_wish(wish, n_wanted)
    options = _solver_options(solver, solver_command, encoding, seed)
    with progress_view(progress) as view, publishing(wish, view) as publish:
        words_ = load_words(words, min_score, exclude, max_words, alphabet, min_length)
        board, base = load_grid(grid, words_.alphabet)
        if blank:
            board = board.without_letters()
        puzzle = puzzle_of(
            board,
            words_,
            source=grid,
            distinct=not allow_repeats,
            min_length=min_length,
            rebus=rebus,
            max_shared_substring=max_shared_substring,
            no_near_duplicates=no_near_duplicates,
        )
        publish.about(base, words_.alphabet)
        options = replace(options, on_progress=view)
        if n_wanted == 1:
            code = fill_one(puzzle, options, time_limit, publish, jobs)
        else:
            code = fill_many(puzzle, options, time_limit, publish, n_wanted, unlike)
    raise typer.Exit(code)


def _how_many(number: int | None, all_: bool, distinct: str | None) -> tuple[int | None, Distinct]:
    """(how many fills, None for all; how they differ)."""
    if number is not None and all_:
        raise OptionError("-n and --all do not go together", mend="give one of them")
    if number is not None and number < 1:
        raise OptionError(
            f"{number} is not a number of fills", mend="give 1 or more", source="--number"
        )
    n_wanted = None if all_ else number or 1
    if distinct is None:
        return n_wanted, "grids"
    unlike: Distinct
    if distinct in ("grids", "words"):
        unlike = "words" if distinct == "words" else "grids"
    elif distinct.isascii() and distinct.isdigit() and int(distinct) >= 1:
        unlike = int(distinct)
    else:
        raise OptionError(
            f"{distinct!r} is not a way for fills to differ",
            mend="give grids, words, or a number of entries from 1",
            source="--distinct",
        )
    if n_wanted == 1:
        raise OptionError(
            "one fill has nothing to differ from", mend="add -n N or --all", source="--distinct"
        )
    return n_wanted, unlike


def _solver_options(
    solver: str | None, command: str | None, encoding: str | None, seed: int
) -> SolverOptions:
    if solver is not None and command is not None:
        raise OptionError(
            "--solver and --solver-command do not go together", mend="give one of them"
        )
    if encoding is not None:
        from satcross.encode import ENCODINGS

        if command is None and solver in (None, LAZY, LAZY_CADICAL):
            raise OptionError(
                "the lazy engine has no encoding",
                mend="name an eager --solver beside it, as in --solver cadical195",
                source="--encoding",
            )
        if encoding not in ENCODINGS:
            raise OptionError(
                f"there is no encoding {encoding!r}",
                mend=f"choose one of {', '.join(ENCODINGS)}",
                source="--encoding",
            )
    return SolverOptions(solver or LAZY, command, encoding or "auto", seed)
