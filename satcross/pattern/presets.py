"""Rule sets of the kinds of crosswords that are printed."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from satcross.checks import checked
from satcross.errors import OptionError
from satcross.pattern.rules import ANY, PatternRules, Range
from satcross.pattern.symmetry import Symmetry


class Preset(StrEnum):
    """Names of rule sets; see `preset_rules`."""

    LATTICE = "lattice"
    NYT = "nyt"
    BRITISH = "british"
    MINI = "mini"
    BARRED = "barred"
    ARROWS = "arrows"
    NONE = "none"

    @classmethod
    def usual(cls, n_rows: int, n_cols: int) -> Preset:
        """The preset for a size where none is named."""
        return cls.MINI if min(n_rows, n_cols) <= MINI_SIDE else cls.NYT


@dataclass(frozen=True, slots=True)
class PresetFacts:
    """Facts about a preset.

    Args:
        side: its usual number of rows and columns.
        title: what it is called, for people.
        text: its rules in a line.
    """

    side: int
    title: str
    text: str


PRESETS = {
    Preset.LATTICE: PresetFacts(
        15,
        "Lattice",
        "left-right and top-bottom symmetry, no 2x2 open, no 2x2 blocks, slots of 3 or more, at"
        " most 3 blocks side by side",
    ),
    Preset.NYT: PresetFacts(
        15,
        "American, as in The New York Times",
        "half-turn symmetry, all checked, slots of 3 or more, no 2x2 blocks, at most 3 blocks side"
        " by side, no cheaters; 15x15: 72-78 words, 30-40 blocks; 21x21: 130-140 words",
    ),
    Preset.BRITISH: PresetFacts(
        15,
        "British",
        "half-turn symmetry, no 2x2 open, alternate checking, at least half of each slot checked,"
        " slots of 4 or more, no 2x2 blocks, at most 5 blocks side by side and 38 % of all;"
        " 15x15: 28-32 words",
    ),
    Preset.MINI: PresetFacts(
        5,
        "American mini",
        "half-turn symmetry, all checked, slots of 3 or more, every row and column used, at most"
        " 25 % blocks",
    ),
    Preset.BARRED: PresetFacts(
        12,
        "Barred",
        "bars, half-turn symmetry, alternate checking, two thirds of each slot checked, slots of 4"
        " or more; 12x12: 34-40 words",
    ),
    Preset.ARROWS: PresetFacts(
        13,
        "Arrow words",
        "no symmetry, blocks have the clues of an arrow word, alternate checking, three quarters of"
        " each slot checked, slots of 3 to 9, no 2x2 blocks, at most 2 blocks side by side, 20 % to"
        " 27 % of all",
    ),
    Preset.NONE: PresetFacts(
        15, "American, without counts", "half-turn symmetry, all checked, slots of 3 or more"
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


MINI_SIDE = 9  # no grid with a side that short is an ordinary daily puzzle

_SIZE = re.compile(r"(\d{1,4})(?:[xX×](\d{1,4}))?")


def parse_size(text: str, source: str = "size") -> tuple[int, int]:
    """(rows, columns) of a size: "15x13", columns by rows, or "15" for a square.

    Raises:
        OptionError: it has another form; the error names the `source`.
    """
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise OptionError(
            f"{text!r} is no size", hint="give columns x rows, as in 15x15", source=source
        )
    n_cols = int(match[1])
    return int(match[2] or n_cols), n_cols


@checked
def pattern_rules(
    rules: PatternRules | str, preset: Preset | str | None = None, **changes: Any
) -> PatternRules:
    """The rules for a size, of a preset, with some changed.

    Args:
        rules: rules, or a size, as in "15x15": columns by rows.
        preset: "nyt", "british", "mini", "lattice", "barred" or "none"; for a size "mini" by
            default where a side has 9 cells or fewer, and else "nyt".
        changes: fields of `PatternRules`.

    Raises:
        OptionError: there is no such preset or field, or the rules cannot be kept.

    >>> pattern_rules("5x5", max_length=4).max_length
    4
    """
    if isinstance(rules, str):
        n_rows, n_cols = parse_size(rules)
        if preset is None:
            preset = Preset.usual(n_rows, n_cols)
        if preset not in list(Preset):
            raise OptionError(
                f"must be one of {', '.join(Preset)}, got {preset!r}", parameter="preset"
            )
        rules = preset_rules(Preset(preset), n_rows, n_cols)
    elif preset is not None:
        raise OptionError("a preset needs a size, as in 15x15", parameter="preset")
    unknown = changes.keys() - PatternRules.__dataclass_fields__.keys()
    if unknown:
        raise OptionError(f"there is no rule {min(unknown)!r}", parameter="changes")
    return replace(rules, **changes)


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
        cheaters_if_needed=True,
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


def _arrows(n_rows: int, n_cols: int) -> PatternRules:
    n = n_rows * n_cols
    return PatternRules(
        n_rows,
        n_cols,
        symmetry=Symmetry.NONE,
        all_checked=False,
        alternate=True,
        min_checked=Fraction(3, 4) if min(n_rows, n_cols) >= MINI_SIDE else Fraction(1, 2),
        max_length=9 if max(n_rows, n_cols) > 9 else None,
        block_squares=False,
        max_block_run=2,
        n_blocks=Range(round(0.2 * n), round(0.27 * n)),
        arrows=True,
    )


_RULES: dict[Preset, Callable[[int, int], PatternRules]] = {
    Preset.LATTICE: _lattice,
    Preset.NYT: _nyt,
    Preset.BRITISH: _british,
    Preset.MINI: _mini,
    Preset.BARRED: _barred,
    Preset.ARROWS: _arrows,
    Preset.NONE: PatternRules,
}
