"""`satcross pattern`: block patterns to a constructor's rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satcross.cli.options import (
    AlphabetOption,
    ExcludeOption,
    MaxWordsOption,
    MinScoreOption,
    OutputOption,
    SeedOption,
    TimeLimitOption,
    check_numbers,
    load_words,
)
from satcross.cli.pattern_request import check_given, how_many, read_like, size_of, with_letters
from satcross.cli.pattern_rules import (
    FEWEST,
    parse_cell,
    parse_checked,
    parse_lengths,
    parse_range,
    parse_slot,
    parse_stack,
)
from satcross.cli.pattern_view import PatternFormat, PatternPrinter, check_format
from satcross.cli.sink import open_sink
from satcross.errors import OptionError
from satcross.grid import BLOCK, OPEN, read_grid
from satcross.patterns.presets import PRESETS, Preset, preset_rules
from satcross.patterns.rules import PatternRules
from satcross.patterns.symmetry import Alike, Symmetry
from satcross.words.alphabets import parse_alphabet

if TYPE_CHECKING:
    from satcross.patterns.judge import Judge

EXAMPLES = """\
Examples:
  satcross pattern 15x15                   half-turn symmetry, slots of 3 and more, all checked
  satcross pattern --preset nyt -n 10 --seed 7
  satcross pattern --preset nyt --words 72 --blocks 34 --slot 'A r3c1 15' --slot 'A r13c1 15'
  satcross pattern 15x15 --words 78 --blocks fewest
  satcross pattern 5x5 --all --alike exactly
  satcross pattern --preset nyt --best-of 50 -n 5        the five easiest to fill of fifty
  satcross pattern --judge one.txt --judge two.txt       two grids, the easier first

Exit codes:
  0 found   20 proved that there is none   2 bad input   130 interrupted
  124 the time limit came before what was asked for was found"""

_RULES = "Rules"
_NUMBERS = "Numbers"
_PLACES = "Fixed places"
_MANY = "How many"
_JUDGING = "Judging"


def pattern(
    context: typer.Context,
    size: Annotated[
        str | None,
        typer.Argument(
            metavar="[SIZE]",
            help="Columns x rows, as in 15x15. May be left out beside --preset or --like.",
            show_default=False,
        ),
    ] = None,
    preset: Annotated[
        Preset | None,
        typer.Option(
            help="A set of rules, of which every other option here can change one: "
            + "; ".join(f"{name}: {facts.text}" for name, facts in PRESETS.items())
            + ".",
            rich_help_panel=_RULES,
        ),
    ] = None,
    symmetry: Annotated[
        Symmetry | None,
        typer.Option(help="Default: rotation, by half a turn.", rich_help_panel=_RULES),
    ] = None,
    bars: Annotated[
        bool | None,
        typer.Option("--bars/--no-bars", help="Bars, not blocks.", rich_help_panel=_RULES),
    ] = None,
    min_length: Annotated[
        int | None,
        typer.Option(metavar="N", help="Shortest slot. Default: 3.", rich_help_panel=_RULES),
    ] = None,
    max_length: Annotated[
        int | None, typer.Option(metavar="N", help="Longest slot.", rich_help_panel=_RULES)
    ] = None,
    checked: Annotated[
        str | None,
        typer.Option(
            metavar="all|alternate|half|none",
            help="Which cells of a slot are crossed: all (the default); of two neighbours one;"
            " half, or another share as in 2/3; none need be. 'alternate,half' is both.",
            rich_help_panel=_RULES,
        ),
    ] = None,
    open_squares: Annotated[
        bool | None,
        typer.Option(
            "--open-squares/--no-open-squares", help="2x2 open cells.", rich_help_panel=_RULES
        ),
    ] = None,
    block_squares: Annotated[
        bool | None,
        typer.Option(
            "--block-squares/--no-block-squares", help="2x2 blocks.", rich_help_panel=_RULES
        ),
    ] = None,
    max_block_run: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="At most so many blocks side by side.", rich_help_panel=_RULES
        ),
    ] = None,
    cheaters: Annotated[
        bool | None,
        typer.Option(
            "--cheaters/--no-cheaters",
            help="Blocks without which there would be as many slots.",
            rich_help_panel=_RULES,
        ),
    ] = None,
    empty_lines: Annotated[
        bool | None,
        typer.Option(
            "--empty-lines/--no-empty-lines",
            help="Rows or columns of blocks alone.",
            rich_help_panel=_RULES,
        ),
    ] = None,
    connected: Annotated[
        bool | None,
        typer.Option(
            "--connected/--no-connected",
            help="Must all open cells hang together? Default: yes.",
            rich_help_panel=_RULES,
        ),
    ] = None,
    blocks: Annotated[
        str | None,
        typer.Option(
            metavar="N|A-B|fewest",
            help="How many blocks (or bars); fewest: as few as the rules allow, proved.",
            rich_help_panel=_NUMBERS,
        ),
    ] = None,
    words: Annotated[
        str | None,
        typer.Option(metavar="N|A-B", help="How many slots.", rich_help_panel=_NUMBERS),
    ] = None,
    length: Annotated[
        list[str] | None,
        typer.Option(
            metavar="L=N",
            help="How many slots of a length: 15=2, 3=0-12. May be given several times.",
            rich_help_panel=_NUMBERS,
        ),
    ] = None,
    slot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="'A r8c1 15'",
            help="A slot that must be there: direction, first cell, length; or 'A 7,0,15', row and"
            " column from 0. May be given several times.",
            rich_help_panel=_PLACES,
        ),
    ] = None,
    stack: Annotated[
        list[str] | None,
        typer.Option(
            metavar="3x15",
            help="Somewhere so many across slots of a length right under each other.",
            rich_help_panel=_PLACES,
        ),
    ] = None,
    open_: Annotated[
        list[str] | None,
        typer.Option("--open", metavar="r1c3", help="An open cell.", rich_help_panel=_PLACES),
    ] = None,
    block: Annotated[
        list[str] | None,
        typer.Option(metavar="r2c2", help="A block.", rich_help_panel=_PLACES),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(
            metavar="GRID",
            help="A grid whose blocks and letters stay; its open cells are free.",
            rich_help_panel=_PLACES,
        ),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("-n", "--number", metavar="N", help="So many.", rich_help_panel=_MANY),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="All.", rich_help_panel=_MANY)] = False,
    alike: Annotated[
        Alike,
        typer.Option(
            help="Which count as one: the same cells; with across and down changed; or turned and"
            " mirrored in any way.",
            rich_help_panel=_MANY,
        ),
    ] = Alike.TURNED,
    score: Annotated[
        bool,
        typer.Option(
            "--score",
            help="Say how easily each is filled: log10 of the expected number of fills.",
            rich_help_panel=_JUDGING,
        ),
    ] = False,
    best_of: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="Find K, and give those easiest to fill, best first.",
            rich_help_panel=_JUDGING,
        ),
    ] = None,
    judge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GRID",
            help="Judge this grid, and make none. May be given several times.",
            rich_help_panel=_JUDGING,
        ),
    ] = None,
    list_: Annotated[
        list[Path] | None,
        typer.Option(
            "--list",
            "-w",
            metavar="FILE",
            rich_help_panel="Word list",
            help="Judge by this list, as --words of satcross fill. Without it, the built-in list.",
        ),
    ] = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    format_: Annotated[
        PatternFormat,
        typer.Option(
            "--format",
            help="Grids as text, a hexadecimal line, or one JSON object a line (schema"
            " satcross.pattern/1).",
            rich_help_panel="Output",
        ),
    ] = PatternFormat.TEXT,
    output: OutputOption = None,
) -> None:
    """Make block patterns by rules: one, several, or all; or prove that there is none."""
    check_numbers(seed, time_limit)
    judging = score or best_of is not None or judge is not None
    check_given(_given(context), judge is not None, judging)
    n_wanted = how_many(number, all_, best_of)
    like_grid = None if like is None else read_like(like, alphabet)
    judged = _judge(list_, min_score, exclude, max_words, alphabet) if judging else None
    if judge is not None:
        assert judged is not None
        _judge_grids(judge, alphabet, judged, format_, output)
        raise typer.Exit(0)
    n_rows, n_cols = size_of(size, preset, like_grid)
    rules = PatternRules(n_rows, n_cols) if preset is None else preset_rules(preset, n_rows, n_cols)
    given: dict[str, Any] = {
        "symmetry": symmetry,
        "bars": bars,
        "min_length": min_length,
        "max_length": max_length,
        "open_squares": open_squares,
        "block_squares": block_squares,
        "max_block_run": max_block_run,
        "cheaters": cheaters,
        "empty_lines": empty_lines,
        "connected": connected,
    }
    changed = {name: value for name, value in given.items() if value is not None}
    if checked is not None:
        changed |= parse_checked(checked)
    if blocks is not None:
        text = "0-" if blocks == FEWEST else blocks
        changed["n_blocks"] = parse_range(text, "--blocks")
    if words is not None:
        changed["n_words"] = parse_range(words, "--words")
    if length is not None:
        changed["n_of_length"] = parse_lengths(length)
    opened = {parse_cell(text, n_rows, n_cols, "--open") for text in open_ or ()}
    closed = {parse_cell(text, n_rows, n_cols, "--block") for text in block or ()}
    for position, cell in enumerate(() if like_grid is None else like_grid.cells):
        if cell != OPEN:
            (closed if cell == BLOCK else opened).add(position)
    changed["open_cells"], changed["blocks"] = frozenset(opened), frozenset(closed)
    changed["slots"] = tuple(map(parse_slot, slot or ()))
    changed["stacks"] = tuple(map(parse_stack, stack or ()))
    rules = replace(rules, **changed)
    check_format(format_, n_rows, n_cols, rules.bars)

    from satcross.cli.patterning import list_fewest, list_patterns

    with open_sink(output) as sink:
        options: dict[str, Any] = {
            "n_wanted": n_wanted,
            "alike": alike,
            "seed": seed,
            "time_limit_s": time_limit,
            "finish": lambda grid: with_letters(grid, like_grid),
            "judge": judged,
        }
        printer = PatternPrinter(sink, format_)
        if blocks == FEWEST:
            if best_of is not None:
                raise OptionError(
                    "the fewest blocks and the best of many are two aims",
                    mend="leave out one of --blocks fewest and --best-of",
                    source="--best-of",
                )
            code = list_fewest(rules, printer, **options)
        else:
            code = list_patterns(rules, printer, best_of=best_of, **options)
    raise typer.Exit(code)


def _given(context: typer.Context) -> list[str]:
    """The parameters that the command line gives, in their order."""
    sources = {name: context.get_parameter_source(name) for name in context.params}
    return [name for name, source in sources.items() if source and source.name == "COMMANDLINE"]


def _judge(*options: Any) -> Judge:
    from satcross.patterns.judge import Judge

    return Judge(load_words(*options))


def _judge_grids(
    names: list[str], alphabet: str, judge: Judge, format_: PatternFormat, output: str | None
) -> None:
    judged = []
    letters = parse_alphabet(alphabet)
    for name in names:
        grid = read_grid(name, alphabet=letters)
        check_format(format_, grid.n_rows, grid.n_cols, bool(grid.bars_right or grid.bars_below))
        judged.append((judge(grid), name, grid))
    judged.sort(key=lambda each: -each[0].log_fills)
    with open_sink(output) as sink:
        printer = PatternPrinter(sink, format_)
        for judgement, name, grid in judged:
            printer(grid, judgement, name)
