"""Option sets of block patterns: rules, numbers of slots, fixed places, and scoring."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satcross.checks import counted
from satcross.cli.options.command import given_options, option_set
from satcross.cli.options.pattern_rules import (
    FEWEST,
    parse_cell,
    parse_checked,
    parse_lengths,
    parse_range,
    parse_slot,
    parse_stack,
)
from satcross.cli.options.puzzle import WordListOptions
from satcross.errors import GridError, OptionError
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.pattern.presets import PRESETS, Preset, parse_size, preset_rules, usual_preset
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Symmetry

if TYPE_CHECKING:
    from satcross.model.alphabet import Alphabet

_RULES = "Rules"
_NUMBERS = "Numbers"
_PLACES = "Fixed places"
_PATTERN = "Pattern"

# Parameters of `satcross pattern` that are about scoring, and those that go with --judge.
_SCORING = ("words", "min_score", "exclude", "max_words")
_WITH_JUDGE = {
    *_SCORING, "judge", "score", "alphabet", "format", "output", "title", "author", "lossy",
    "progress",
}  # fmt: skip
# Options that set a field of `PatternRules` of the same name.
_SAME = (
    "symmetry", "bars", "min_length", "max_length", "open_squares", "block_squares",
    "max_block_run", "cheaters", "empty_lines", "connected",
)  # fmt: skip


@option_set(_PATTERN)
class SizedRulesOptions:
    """The rules of the pattern of a grid with words, for `make` and its kind."""

    size: Annotated[
        str,
        typer.Argument(
            metavar="SIZE", help="Columns x rows, as in 15x15, or one number for a square."
        ),
    ]
    preset: Annotated[
        Preset | None,
        typer.Option(
            help="Rules of the pattern, as in satcross pattern. Default: nyt; mini for up to 9 rows"
            " or columns.",
            show_default=False,
        ),
    ] = None
    symmetry: Annotated[Symmetry | None, typer.Option(help="Symmetry of the pattern.")] = None
    slots: Annotated[str | None, typer.Option(metavar="N|A-B", help="Number of entries.")] = None
    blocks: Annotated[str | None, typer.Option(metavar="N|A-B", help="Number of blocks.")] = None
    length: Annotated[
        list[str] | None,
        typer.Option(
            metavar="L=N", help="Number of entries of a length: 15=2, 3=0-12. Can be repeated."
        ),
    ] = None
    max_length: Annotated[
        int | None, typer.Option(metavar="N", help="Length of the longest entry.")
    ] = None
    cheaters: Annotated[
        bool | None,
        typer.Option(
            "--cheaters/--no-cheaters",
            show_default=False,
            help="Allow blocks whose removal would not change the number of entries. Default with"
            " nyt: where no grid is found without.",
        ),
    ] = None

    def rules(self) -> PatternRules:
        """The rules. Raises OptionError."""
        n_rows, n_cols = parse_size(self.size, "SIZE")
        preset = self.preset or usual_preset(n_rows, n_cols)
        return replace(preset_rules(preset, n_rows, n_cols), **self._changed())

    def _changed(self) -> dict[str, Any]:
        changed: dict[str, Any] = {
            "symmetry": self.symmetry,
            "n_words": None if self.slots is None else parse_range(self.slots, "--slots"),
            "n_blocks": None if self.blocks is None else parse_range(self.blocks, "--blocks"),
            "n_of_length": None if self.length is None else parse_lengths(self.length),
            "max_length": self.max_length,
            "cheaters": self.cheaters,
            "cheaters_if_needed": None if self.cheaters is None else False,
        }
        return {name: value for name, value in changed.items() if value is not None}


@option_set()
class PatternOptions:
    """All rules that a pattern can have."""

    size: Annotated[
        str | None,
        typer.Argument(
            metavar="[SIZE]",
            help="Columns x rows, as in 15x15. Can be left out with --preset or --like.",
            show_default=False,
        ),
    ] = None
    preset: Annotated[
        Preset | None,
        typer.Option(
            help="A set of rules; the other options here change single rules. Default: nyt, or mini"
            " up to 9 rows; none with --like, --bars or --checked. "
            + "; ".join(f"{name}: {facts.text}" for name, facts in PRESETS.items())
            + ".",
            rich_help_panel=_RULES,
        ),
    ] = None
    symmetry: Annotated[
        Symmetry | None,
        typer.Option(help="Default: rotation, by half a turn.", rich_help_panel=_RULES),
    ] = None
    bars: Annotated[
        bool | None,
        typer.Option(
            "--bars/--no-bars",
            show_default=False,
            help="Bars instead of blocks.",
            rich_help_panel=_RULES,
        ),
    ] = None
    min_length: Annotated[
        int | None,
        typer.Option(metavar="N", help="Shortest slot. Default: 3.", rich_help_panel=_RULES),
    ] = None
    max_length: Annotated[
        int | None, typer.Option(metavar="N", help="Longest slot.", rich_help_panel=_RULES)
    ] = None
    checked: Annotated[
        str | None,
        typer.Option(
            metavar="all|alternate|half|none",
            help="Which cells of a slot must be crossed: all (the default); alternate: one of any"
            " two neighbours; half, or another share as in 2/3; none. 'alternate,half' is both.",
            rich_help_panel=_RULES,
        ),
    ] = None
    open_squares: Annotated[
        bool | None,
        typer.Option(
            "--open-squares/--no-open-squares",
            show_default=False,
            help="Allow 2x2 open cells.",
            rich_help_panel=_RULES,
        ),
    ] = None
    block_squares: Annotated[
        bool | None,
        typer.Option(
            "--block-squares/--no-block-squares",
            show_default=False,
            help="Allow 2x2 blocks.",
            rich_help_panel=_RULES,
        ),
    ] = None
    max_block_run: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Maximum number of blocks side by side.", rich_help_panel=_RULES
        ),
    ] = None
    cheaters: Annotated[
        bool | None,
        typer.Option(
            "--cheaters/--no-cheaters",
            show_default=False,
            help="Allow blocks whose removal would not change the number of slots.",
            rich_help_panel=_RULES,
        ),
    ] = None
    empty_lines: Annotated[
        bool | None,
        typer.Option(
            "--empty-lines/--no-empty-lines",
            show_default=False,
            help="Allow rows or columns of blocks alone.",
            rich_help_panel=_RULES,
        ),
    ] = None
    connected: Annotated[
        bool | None,
        typer.Option(
            "--connected/--no-connected",
            show_default=False,
            help="Whether all open cells must be connected. Default: yes.",
            rich_help_panel=_RULES,
        ),
    ] = None
    blocks: Annotated[
        str | None,
        typer.Option(
            metavar="N|A-B|fewest",
            help="Number of blocks (or bars); fewest: as few as the rules allow, proved.",
            rich_help_panel=_NUMBERS,
        ),
    ] = None
    n_words: Annotated[
        str | None,
        typer.Option("--words", metavar="N|A-B", help="Number of slots.", rich_help_panel=_NUMBERS),
    ] = None
    length: Annotated[
        list[str] | None,
        typer.Option(
            metavar="L=N",
            help="Number of slots of a length: 15=2, 3=0-12. Can be repeated.",
            rich_help_panel=_NUMBERS,
        ),
    ] = None
    slot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="'A r8c1 15'",
            help="A slot that must be there: direction, first cell, length; or 'A 7,0,15', row and"
            " column from 0. Can be repeated.",
            rich_help_panel=_PLACES,
        ),
    ] = None
    stack: Annotated[
        list[str] | None,
        typer.Option(
            metavar="3x15",
            help="Somewhere, this number of across slots of a length directly below each other.",
            rich_help_panel=_PLACES,
        ),
    ] = None
    open_: Annotated[
        list[str] | None,
        typer.Option("--open", metavar="r1c3", help="An open cell.", rich_help_panel=_PLACES),
    ] = None
    block: Annotated[
        list[str] | None, typer.Option(metavar="r2c2", help="A block.", rich_help_panel=_PLACES)
    ] = None
    like: Annotated[
        str | None,
        typer.Option(
            metavar="GRID",
            help="A grid whose blocks and letters stay; its open cells are free.",
            rich_help_panel=_PLACES,
        ),
    ] = None

    def rules(self, like: Grid | None) -> PatternRules:
        """The rules; of the preset, with the changes that the options make.

        Args: like: the grid of --like.
        Raises: OptionError.
        """
        n_rows, n_cols = self._shape(like)
        changed: dict[str, Any] = {
            name: value for name in _SAME if (value := getattr(self, name)) is not None
        }
        if self.checked is not None:
            changed |= parse_checked(self.checked)
        if self.blocks is not None:
            text = "0-" if self.blocks == FEWEST else self.blocks
            changed["n_blocks"] = parse_range(text, "--blocks")
        if self.n_words is not None:
            changed["n_words"] = parse_range(self.n_words, "--words")
        if self.length is not None:
            changed["n_of_length"] = parse_lengths(self.length)
        opened = {parse_cell(text, n_rows, n_cols, "--open") for text in self.open_ or ()}
        closed = {parse_cell(text, n_rows, n_cols, "--block") for text in self.block or ()}
        for position, cell in enumerate(() if like is None else like.cells):
            if cell != OPEN:
                (closed if cell == BLOCK else opened).add(position)
        changed["open_cells"], changed["blocks"] = frozenset(opened), frozenset(closed)
        changed["slots"] = tuple(map(parse_slot, self.slot or ()))
        changed["stacks"] = tuple(map(parse_stack, self.stack or ()))
        preset = self.preset or self.usual_preset(like) or Preset.NONE
        return replace(preset_rules(preset, n_rows, n_cols), **changed)

    def usual_preset(self, like: Grid | None) -> Preset | None:
        """The preset that is taken because none is named; None where the rules are the options'.

        Grids of other kinds, and those that are to be kept, would break the rules of a preset that
        nobody asked for.
        """
        if self.preset is not None or like is not None or self.bars or self.checked is not None:
            return None
        return usual_preset(*self._shape(like))

    def _shape(self, like: Grid | None) -> tuple[int, int]:
        """(rows, columns), as SIZE, the grid of --like or the preset says. Raises OptionError."""
        if self.size is not None:
            n_rows, n_cols = parse_size(self.size, "SIZE")
            if like is not None and (like.n_rows, like.n_cols) != (n_rows, n_cols):
                raise OptionError(
                    f"the grid has {counted(like.n_cols, 'column')} and"
                    f" {counted(like.n_rows, 'row')}",
                    hint="leave out the size",
                    parameter="like",
                )
            return n_rows, n_cols
        if like is not None:
            return like.n_rows, like.n_cols
        if self.preset is None:
            raise OptionError("no size is given", hint="give one as in 15x15", source="SIZE")
        return PRESETS[self.preset].side, PRESETS[self.preset].side

    def read_like(self, alphabet: "Alphabet") -> Grid | None:
        """The grid of --like. Raises GridError: it cannot be read, or has bars or voids."""
        from satcross.model.grid import read_grid

        if self.like is None:
            return None
        grid = read_grid(self.like, alphabet=alphabet)
        if grid.bars_right or grid.bars_below or VOID in grid.cells:
            raise GridError(
                "bars and voids cannot be kept", hint="give a grid of blocks", source=self.like
            )
        return grid


@option_set()
class ScoringOptions(WordListOptions):
    """Which patterns to score, and by which words."""

    score: Annotated[
        bool,
        typer.Option(
            "--score",
            help="Report how easily each is filled: log10 of the expected number of fills.",
            rich_help_panel="Scoring",
        ),
    ] = False
    best_of: Annotated[
        int | None,
        typer.Option(
            metavar="K",
            help="Find K patterns and print those easiest to fill, best first.",
            rich_help_panel="Scoring",
        ),
    ] = None
    judge: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GRID",
            help="Score this grid instead of making one. Can be repeated.",
            rich_help_panel="Scoring",
        ),
    ] = None
    words: Annotated[
        list[Path] | None,
        typer.Option(
            "--list",
            "-w",
            metavar="FILE|NAME",
            rich_help_panel="Word list",
            help="Word list for scoring, as --words of satcross fill. Default: the built-in list.",
        ),
    ] = None

    @property
    def is_on(self) -> bool:
        """Whether any pattern is scored."""
        return self.score or self.best_of is not None or self.judge is not None

    def check(self, context: typer.Context) -> None:
        """Reject options that would have no effect. Raises OptionError."""
        given = given_options(context)
        if self.judge is not None:
            for name, option in given.items():
                if name not in _WITH_JUDGE:
                    raise OptionError(
                        "it judges existing grids, and makes none",
                        hint=f"leave out {'SIZE' if name == 'size' else option}",
                        parameter="judge",
                    )
        for name in _SCORING:
            if name in given and not self.is_on:
                hint = "add --score or --best-of"
                if name == "max_words":  # of the list; constructors mean those of the grid
                    hint += "; --slots limits the words of the grid, as in --slots 0-72"
                raise OptionError("it is for scoring", hint=hint, source=given[name])

    def check_number(self, number: int | None, *, all_: bool) -> None:
        """Check --best-of against the number of patterns wanted. Raises OptionError."""
        if self.best_of is None:
            return
        if all_:
            raise OptionError(
                "the best of all is not known before all are found",
                hint="leave out --all, and give a large K",
                parameter="best_of",
            )
        if self.best_of < (number or 1):
            raise OptionError(
                f"there is no choice of {number or 1} among {self.best_of}",
                hint="give more than -n",
                parameter="best_of",
            )


def with_cheaters(n: int, what: str) -> str:
    """What to say of a grid or pattern that has cheaters, as none was found without."""
    return (
        f"it has {counted(n, 'cheater')}, as no {what} without any was found so far;"
        " --no-cheaters allows none"
    )


def with_letters(grid: Grid, like: Grid | None) -> Grid:
    """A pattern with the letters of the grid it was made from."""
    if like is None:
        return grid
    pairs = zip(grid.cells, like.cells, strict=True)
    return grid.with_cells([old if like.is_given(i) else new for i, (new, old) in enumerate(pairs)])
