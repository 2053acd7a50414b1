"""Rule sets of the kinds of crosswords that are printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from satcross.patterns.rules import ANY, PatternRules, Range
from satcross.patterns.symmetry import Symmetry


class Preset(StrEnum):
    """Names of rule sets; see `preset_rules`."""

    LATTICE = "lattice"
    NYT = "nyt"
    BRITISH = "british"
    MINI = "mini"
    BARRED = "barred"


@dataclass(frozen=True, slots=True)
class PresetFacts:
    """What is to be said of a preset.

    Args:
        side: its usual number of rows and columns.
        text: its rules in a line.
    """

    side: int
    text: str


PRESETS = {
    Preset.LATTICE: PresetFacts(
        15,
        "left-right and top-bottom symmetry, no 2x2 open, no 2x2 blocks, slots of 3 or more, at"
        " most 3 blocks side by side",
    ),
    Preset.NYT: PresetFacts(
        15,
        "half-turn symmetry, all checked, slots of 3 or more, no 2x2 blocks, at most 3 blocks side"
        " by side, no cheaters; 15x15: 72-78 words, 30-40 blocks; 21x21: 130-140 words",
    ),
    Preset.BRITISH: PresetFacts(
        15,
        "half-turn symmetry, no 2x2 open, alternate checking, at least half of each slot checked,"
        " slots of 4 or more, no 2x2 blocks, at most 5 blocks side by side and 38 % of all;"
        " 15x15: 28-32 words",
    ),
    Preset.MINI: PresetFacts(
        5,
        "half-turn symmetry, all checked, slots of 3 or more, every row and column used, at most"
        " 25 % blocks",
    ),
    Preset.BARRED: PresetFacts(
        12,
        "bars, half-turn symmetry, alternate checking, two thirds of each slot checked, slots of 4"
        " or more; 12x12: 34-40 words",
    ),
}


def preset_rules(preset: Preset, n_rows: int, n_cols: int) -> PatternRules:
    """The rules of a preset for a size; `dataclasses.replace` changes them.

    Connected open cells are part of all. The numbers of words and blocks of `NYT`, `BRITISH` and
    `BARRED` are those of the usual sizes; for others there are none but what a share of the cells
    makes of the blocks.

    Raises:
        OptionError: the size is no size of a pattern.
    """
    return _RULES[preset](n_rows, n_cols)


def _lattice(n_rows: int, n_cols: int) -> PatternRules:
    return PatternRules(
        n_rows,
        n_cols,
        symmetry=Symmetry.BOTH,
        all_checked=False,
        open_squares=False,
        block_squares=False,
        max_block_run=3,
    )


def _nyt(n_rows: int, n_cols: int) -> PatternRules:
    n = n_rows * n_cols
    words, blocks = {
        (15, 15): (Range(72, 78), Range(30, 40)),
        (21, 21): (Range(130, 140), Range(62, 82)),
    }.get((n_rows, n_cols), (ANY, Range(round(0.13 * n), round(0.19 * n))))
    return PatternRules(
        n_rows,
        n_cols,
        block_squares=False,
        max_block_run=3,
        cheaters=False,
        empty_lines=False,
        n_blocks=blocks,
        n_words=words,
    )


def _british(n_rows: int, n_cols: int) -> PatternRules:
    return PatternRules(
        n_rows,
        n_cols,
        all_checked=False,
        alternate=True,
        min_checked=Fraction(1, 2),
        min_length=min(4, n_rows, n_cols),
        open_squares=False,
        block_squares=False,
        max_block_run=5,
        empty_lines=False,
        n_blocks=Range(None, round(0.38 * n_rows * n_cols)),
        n_words=Range(28, 32) if n_rows == n_cols == 15 else ANY,
    )


def _mini(n_rows: int, n_cols: int) -> PatternRules:
    return PatternRules(
        n_rows,
        n_cols,
        min_length=min(3, n_rows, n_cols),
        empty_lines=False,
        n_blocks=Range(None, n_rows * n_cols // 4),
    )


def _barred(n_rows: int, n_cols: int) -> PatternRules:
    return PatternRules(
        n_rows,
        n_cols,
        bars=True,
        all_checked=False,
        alternate=True,
        min_checked=Fraction(2, 3),
        min_length=min(4, n_rows, n_cols),
        n_words=Range(34, 40) if n_rows == n_cols == 12 else ANY,
    )


_RULES: dict[Preset, Callable[[int, int], PatternRules]] = {
    Preset.LATTICE: _lattice,
    Preset.NYT: _nyt,
    Preset.BRITISH: _british,
    Preset.MINI: _mini,
    Preset.BARRED: _barred,
}
