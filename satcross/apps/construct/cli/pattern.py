"""Option sets of block patterns: rules, numbers of slots, fixed places, and scoring."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from satcross import Alphabet, Grid, GridError, OptionError, PatternRules, Symmetry
from satcross.apps.construct.cli.pattern_rules import (
    FEWEST,
    parse_cell,
    parse_checked,
    parse_lengths,
    parse_range,
    parse_slot,
    parse_stack,
)
from satcross.commandline import WordListOptions, argument, flag, option, option_set
from satcross.extend import BLOCK, OPEN, PRESETS, VOID, Preset, counted, parse_size, preset_rules

_RULES = "Rules"
_NUMBERS = "Numbers"
_PLACES = "Fixed places"
_PATTERN = "Pattern"
LACKS = {"--solution-word": "its grids are not filled; give the word to satcross fill or make"}
"""What the commands of patterns say of options that they lack: see `command`."""

# Options that set a field of `PatternRules` of the same name.
_SAME = (
    "symmetry", "bars", "min_length", "max_length", "open_squares", "block_squares",
    "max_block_run", "cheaters", "empty_lines", "connected", "board",
    "turns",
)  # fmt: skip


def _none(rules: PatternRules) -> dict[str, Any]:
    return {}


@option_set(_PATTERN)
class SizedRulesOptions:
    """The rules of the pattern of a grid with words, for `make` and its kind."""

    size: str = argument("SIZE", "Columns x rows, as in 15x15, or one number for a square.")
    preset: Preset | None = option(
        "",
        "Rules of the pattern, as in satcross pattern. Default: nyt; mini for up to 9 rows or"
        " columns.",
    )
    symmetry: Symmetry | None = option("", "Symmetry of the pattern.")
    slots: str | None = option("N|A-B", "Number of entries.")
    blocks: str | None = option("N|A-B", "Number of blocks.")
    length: list[str] | None = option(
        "L=N", "Number of entries of a length: 15=2, 3=0-12. Can be repeated."
    )
    max_length: int | None = option("N", "Length of the longest entry.")
    cheaters: bool | None = flag(
        "Allow blocks whose removal would not change the number of entries. Default with nyt:"
        " where no grid is found without.",
        default=None,
    )

    def rules(
        self, usual: Preset | None = None, more: "Callable[[PatternRules], dict[str, Any]]" = _none
    ) -> PatternRules:
        """The rules.

        Args:
            usual: the preset where none is named; None for that of the size.
            more: from the rules of the preset, fields that differ, unless an option says them.

        Raises: OptionError.
        """
        n_rows, n_cols = parse_size(self.size, "SIZE")
        preset = self.preset or usual or Preset.usual(n_rows, n_cols)
        rules = preset_rules(preset, n_rows, n_cols)
        return replace(rules, **{**more(rules), **self._changed()})

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

    size: str | None = argument(
        "[SIZE]",
        "Columns x rows, as in 15x15. Can be left out with --preset or --like.",
        default=None,
    )
    preset: Preset | None = option(
        "",
        "A set of rules; the other options here change single rules. Default: nyt, or mini"
        " up to 9 rows; none with --like, --bars or --checked. "
        + "; ".join(f"{name}: {facts.text}" for name, facts in PRESETS.items())
        + ".",
        panel=_RULES,
    )
    symmetry: Symmetry | None = option("", "Default: rotation, by half a turn.", panel=_RULES)
    bars: bool | None = flag("Bars instead of blocks.", default=None, panel=_RULES)
    min_length: int | None = option("N", "Shortest slot. Default: 3.", panel=_RULES)
    max_length: int | None = option("N", "Longest slot.", panel=_RULES)
    checked: str | None = option(
        "all|alternate|half|none",
        "Which cells of a slot must be crossed: all (the default); alternate: one of any two"
        " neighbours; half, or another share as in 2/3; none. 'alternate,half' is both.",
        panel=_RULES,
    )
    open_squares: bool | None = flag("Allow 2x2 open cells.", default=None, panel=_RULES)
    block_squares: bool | None = flag("Allow 2x2 blocks.", default=None, panel=_RULES)
    max_block_run: int | None = option("N", "Maximum number of blocks side by side.", panel=_RULES)
    cheaters: bool | None = flag(
        "Allow blocks whose removal would not change the number of slots.",
        default=None,
        panel=_RULES,
    )
    empty_lines: bool | None = flag(
        "Allow rows or columns of blocks alone.", default=None, panel=_RULES
    )
    connected: bool | None = flag(
        "Whether all open cells must be connected. Default: yes.", default=None, panel=_RULES
    )
    blocks: str | None = option(
        "N|A-B|fewest",
        "Number of blocks (or bars); fewest: as few as the rules allow, proved.",
        panel=_NUMBERS,
    )
    n_words: str | None = option("N|A-B", "Number of slots.", "--words", panel=_NUMBERS)
    length: list[str] | None = option(
        "L=N", "Number of slots of a length: 15=2, 3=0-12. Can be repeated.", panel=_NUMBERS
    )
    slot: list[str] | None = option(
        "'A r8c1 15'",
        "A slot that must be there: direction, first cell, length; or 'A 7,0,15', row and column"
        " from 0. Can be repeated.",
        panel=_PLACES,
    )
    stack: list[str] | None = option(
        "3x15",
        "Somewhere, this number of across slots of a length directly below each other.",
        panel=_PLACES,
    )
    open_: list[str] | None = option("r1c3", "An open cell.", panel=_PLACES)
    block: list[str] | None = option("r2c2", "A block.", panel=_PLACES)
    board: str | None = option(
        "BOARD",
        "Blocks on a board that is no rectangle, as in 'ring' and 'layers 3'; voids of --like are"
        " no cells. Default of the other rules: as for --preset none.",
        panel=_RULES,
    )
    turns: int | None = option(
        "N",
        "With --board and rotation: blocks stay as they are after each Nth of a full turn, as in 6"
        " for a hexagon. Default: 2.",
        panel=_RULES,
    )
    like: str | None = option(
        "GRID", "A grid whose blocks and letters stay; its open cells are free.", panel=_PLACES
    )

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
            if cell not in (OPEN, VOID):
                (closed if cell == BLOCK else opened).add(position)
        changed["open_cells"], changed["blocks"] = frozenset(opened), frozenset(closed)
        if self.board is not None and like is not None:
            changed["voids"] = frozenset(at for at, cell in enumerate(like.cells) if cell == VOID)
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
        if self.board is not None:
            return None
        return Preset.usual(*self._shape(like))

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
        from satcross import read_grid

        if self.like is None:
            return None
        grid = read_grid(self.like, alphabet=alphabet)
        if grid.bars_right or grid.bars_below or (VOID in grid.cells and self.board is None):
            raise GridError(
                "bars and voids cannot be kept", hint="give a grid of blocks", source=self.like
            )
        return grid


@option_set()
class ScoringOptions(WordListOptions):
    """Which patterns to score, and by which words."""

    score: bool = flag(
        "Report how easily each is filled: log10 of the expected number of fills.", panel="Scoring"
    )
    best_of: int | None = option(
        "K", "Find K patterns and print those easiest to fill, best first.", panel="Scoring"
    )
    judge: list[str] | None = option(
        "GRID", "Score this grid instead of making one. Can be repeated.", panel="Scoring"
    )
    words: list[Path] | None = option(
        "FILE|NAME",
        "Word list for scoring, as --words of satcross fill. Default: the built-in list.",
        "--list",
        "-w",
        panel="Word list",
    )

    @property
    def is_on(self) -> bool:
        """Whether any pattern is scored."""
        return self.score or self.best_of is not None or self.judge is not None

    def check_number(self, number: int | None) -> None:
        """Check --best-of against the number of patterns wanted. Raises OptionError."""
        if self.best_of is not None and self.best_of < (number or 1):
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
