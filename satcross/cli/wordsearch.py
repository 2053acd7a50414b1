"""`satcross wordsearch`: words hidden in a square of letters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AlphabetOption,
    ExcludeOption,
    MaxWordsOption,
    MinScoreOption,
    ProgressOption,
    SeedOption,
    WordsOption,
    check_numbers,
)

EXAMPLES = """\
Examples:
  satcross wordsearch words.txt 24x20 -o search.txt      and solution.txt beside it
  satcross wordsearch words.txt -o search.pdf --title Programming
  satcross wordsearch words.txt 20x20 --level medium --crossings 60 --report
  satcross wordsearch words.txt --shape heart --message "made with love for you" -o heart.svg
  satcross wordsearch words.txt --fit --time-limit 60
  satcross wordsearch 15x15 --pattern 'Q*' --count 12 -n 5 -o 'week-{}.pdf'
  satcross wordsearch words.txt 10x10 --export search.cnf
  satcross wordsearch answer.txt --decode search.cnf -o search.pdf

Exit codes:
  0 made   20 proved impossible; the reason is told   2 bad input
  124 stopped: neither made nor refuted   130 interrupted"""

_LIST = "Word list"
_BOARD = "The board"
_LAYOUT = "The words in it"
_LETTERS = "The other letters"
_SEARCH = "Search"
_OUTPUT = "Output"


def wordsearch(
    list_: Annotated[
        str | None,
        typer.Argument(
            metavar="WORDS",
            help="A file with a word or phrase a line, - for stdin; lines that begin with # do not"
            " count. Not beside --pattern.",
            show_default=False,
        ),
    ] = None,
    size: Annotated[
        str | None,
        typer.Argument(
            metavar="[SIZE]",
            help="Columns x rows, as in 24x20. By default a square with room for the words.",
            show_default=False,
        ),
    ] = None,
    shape: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="circle, ring, heart, diamond, triangle, hexagon, octagon, star, cross or tree,"
            " as large as SIZE allows.",
            rich_help_panel=_BOARD,
        ),
    ] = None,
    mask: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A picture of the board: # for a cell, . or a blank for none.",
            rich_help_panel=_BOARD,
        ),
    ] = None,
    fit: Annotated[
        bool,
        typer.Option(
            "--fit",
            help="The smallest rectangle that holds all words, and what is proved of it.",
            rich_help_panel=_BOARD,
        ),
    ] = False,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="easy|medium|hard",
            help="Right and down; also the diagonals to the right; all eight (the default).",
            rich_help_panel=_LAYOUT,
        ),
    ] = None,
    directions: Annotated[
        str | None,
        typer.Option(
            metavar="E,SE,…",
            help="The ways that words may run: E SE S SW W NW N NE.",
            rich_help_panel=_LAYOUT,
        ),
    ] = None,
    crossings: Annotated[
        str | None,
        typer.Option(
            metavar="K|most",
            help="At least so many; most: as many as are found in the time, proved to be the most"
            " on small boards. By default many, in a second or two.",
            rich_help_panel=_LAYOUT,
        ),
    ] = None,
    max_parallel: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="At most so many pairs of words side by side. By default few.",
            rich_help_panel=_LAYOUT,
        ),
    ] = None,
    allow_inside: Annotated[
        bool,
        typer.Option(
            "--allow-inside",
            help="A word may stand within a longer one: CAT in CATALOG.",
            rich_help_panel=_LAYOUT,
        ),
    ] = False,
    filler: Annotated[
        str,
        typer.Option(
            metavar="words|uniform|LETTERS",
            help="Letters between the words: as often as the words have them, all of the alphabet"
            " alike, or drawn from LETTERS.",
            rich_help_panel=_LETTERS,
        ),
    ] = "words",
    message: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="Instead of filler: what the cells without a word spell, row by row.",
            rich_help_panel=_LETTERS,
        ),
    ] = None,
    forbid: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Words that must not be read anywhere, one a line, besides the built-in list of"
            " rude ones.",
            rich_help_panel=_LETTERS,
        ),
    ] = None,
    no_forbid: Annotated[
        bool,
        typer.Option("--no-forbid", help="Without the built-in list.", rich_help_panel=_LETTERS),
    ] = False,
    pattern: Annotated[
        str | None,
        typer.Option(
            metavar="PATTERN",
            help="Take the words from --words, or the built-in list, that match: 'Q*', '?A*'.",
            rich_help_panel=_LIST,
        ),
    ] = None,
    count: Annotated[
        int,
        typer.Option(metavar="N", help="With --pattern: so many words.", rich_help_panel=_LIST),
    ] = 20,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    number: Annotated[
        int,
        typer.Option(
            "-n", "--number", metavar="N", help="So many puzzles.", rich_help_panel=_SEARCH
        ),
    ] = 1,
    seed: SeedOption = 0,
    time_limit: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="Stop after S seconds. Default: 20 for each puzzle.",
            rich_help_panel=_SEARCH,
        ),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORM",
            help="text, json (schema satcross.wordsearch/1), svg, png or pdf. Default: what -o is"
            " called, or text.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write here: text (with the solution in a file beside it), JSON or a picture, by"
            " its ending. Several puzzles need {} in the name for their number.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    solution: Annotated[
        bool,
        typer.Option(
            "--solution",
            help="Print or draw the solution. A PDF has it anyway, on a page of its own.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False,
    report: Annotated[
        bool,
        typer.Option(
            "--report",
            help="Tell crossings, parallel pairs, triangles, rectangles, directions, density.",
            rich_help_panel=_OUTPUT,
        ),
    ] = False,
    title: Annotated[
        str, typer.Option(metavar="TEXT", help="Above a picture.", rich_help_panel=_OUTPUT)
    ] = "",
    page: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE",
            help="a3, a4 (the default), a5, letter, legal, or WxH in mm. PDF; SVG and PNG are as"
            " large as the puzzle needs without it.",
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
    export: Annotated[
        str | None,
        typer.Option(
            metavar="NAME.cnf",
            help="Write the formula of all such puzzles as DIMACS CNF, .gz and .xz too, and stop.",
            rich_help_panel="DIMACS",
        ),
    ] = None,
    decode: Annotated[
        str | None,
        typer.Option(
            metavar="NAME.cnf",
            help="Make the puzzle that a solver found: WORDS is its output. Nothing else needed.",
            rich_help_panel="DIMACS",
        ),
    ] = None,
    progress: ProgressOption = None,
) -> None:
    """Hide words in a square of letters, in up to eight directions.

    Each word of the list can be read exactly once, and no rude word at all. Words cross much and
    rarely run side by side. Every puzzle is checked before it is printed.
    """
    from satcross.cli.wordsearch_making import Asked, run

    check_numbers(seed, time_limit)
    asked = Asked(
        list_=list_, size=size, shape=shape, mask=mask, fit=fit, level=level,
        directions=directions, crossings=crossings, max_parallel=max_parallel,
        allow_inside=allow_inside, filler=filler, message=message, forbid=forbid,
        no_forbid=no_forbid, pattern=pattern, count=count, words=words, min_score=min_score,
        exclude=exclude, max_words=max_words, alphabet=alphabet, number=number, seed=seed,
        time_limit=time_limit, form=format_, output=output, solution=solution, report=report,
        title=title, page=page, export=export, decode=decode,
        progress=progress,
    )  # fmt: skip
    try:
        code = run(asked)
    except KeyboardInterrupt:
        exits.tell("interrupted")
        raise typer.Exit(exits.INTERRUPTED) from None
    raise typer.Exit(code)
