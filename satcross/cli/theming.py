"""What `satcross theme` and `satcross make` share: options, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from satcross.alphabet import Alphabet
from satcross.cli.pattern_rules import parse_lengths, parse_range, parse_size
from satcross.errors import OptionError, WordListError
from satcross.files import read_file, utf8_text
from satcross.patterns.presets import Preset, preset_rules
from satcross.patterns.rules import PatternRules
from satcross.patterns.symmetry import Symmetry
from satcross.patterns.theme import Theme
from satcross.puzzle import Direction

_THEME = "Theme"
_PATTERN = "Pattern"
MAX_THEME_FILE = 1 << 20  # bytes; a theme is a few phrases

SizeArgument = Annotated[
    str,
    typer.Argument(metavar="SIZE", help="Columns x rows, as in 15x15, or one number for a square."),
]
ThemeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--theme",
        metavar="PHRASE",
        help="An entry that must stand in the grid; it need not be in the word list. Spaces and"
        " punctuation do not count. May be given several times.",
        rich_help_panel=_THEME,
    ),
]
ThemeFileOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Such phrases, one a line.", rich_help_panel=_THEME),
]
OptionalOption = Annotated[
    list[str] | None,
    typer.Option(
        "--optional",
        metavar="PHRASE",
        help="One that may stand there. May be given several times.",
        rich_help_panel=_THEME,
    ),
]
AtLeastOption = Annotated[
    int,
    typer.Option(metavar="K", help="So many of the optional ones.", rich_help_panel=_THEME),
]
DirectionOption = Annotated[
    str,
    typer.Option(
        metavar="across|down|both", help="Which way theme entries run.", rich_help_panel=_THEME
    ),
]
GapOption = Annotated[
    int,
    typer.Option(
        metavar="N",
        help="Rows from one theme entry to the next, where they are above each other.",
        rich_help_panel=_THEME,
    ),
]
UnpairedOption = Annotated[
    bool,
    typer.Option(
        "--unpaired",
        help="Theme entries need not stand in symmetric pairs.",
        rich_help_panel=_THEME,
    ),
]
PresetOption = Annotated[
    Preset | None,
    typer.Option(
        help="Rules of the pattern, as satcross pattern has them. Default: nyt; mini for less than"
        " 9 rows.",
        show_default=False,
        rich_help_panel=_PATTERN,
    ),
]
SymmetryOption = Annotated[
    Symmetry | None, typer.Option(help="Another symmetry.", rich_help_panel=_PATTERN)
]
SlotsOption = Annotated[
    str | None,
    typer.Option(metavar="N|A-B", help="How many entries.", rich_help_panel=_PATTERN),
]
BlocksOption = Annotated[
    str | None,
    typer.Option(metavar="N|A-B", help="How many blocks.", rich_help_panel=_PATTERN),
]
LengthOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="L=N",
        help="How many entries of a length: 15=2, 3=0-12. May be given several times.",
        rich_help_panel=_PATTERN,
    ),
]
MaxLengthOption = Annotated[
    int | None,
    typer.Option(metavar="N", help="No entry is longer.", rich_help_panel=_PATTERN),
]

_DIRECTIONS = {
    "across": (Direction.ACROSS,),
    "down": (Direction.DOWN,),
    "both": (Direction.ACROSS, Direction.DOWN),
}


def theme_of(
    phrases: Sequence[str] | None,
    file: Path | None,
    optional: Sequence[str] | None,
    at_least: int,
    direction: str,
    gap: int,
    unpaired: bool,
    alphabet: Alphabet,
) -> Theme:
    """The theme that these options name.

    Raises:
        OptionError: an option makes no sense.
        WordListError: the file cannot be read, or a line of it is no phrase.
    """
    if direction not in _DIRECTIONS:
        raise OptionError(
            f"{direction!r} is no direction", mend="give across, down or both", source="--direction"
        )
    if gap < 1:
        raise OptionError(f"a gap of {gap}", mend="give 1 or more", source="--gap")
    words = [_letters(text, alphabet, "--theme") for text in phrases or ()]
    if file is not None:
        words += _from_file(file, alphabet)
    return Theme(
        tuple(words),
        tuple(_letters(text, alphabet, "--optional") for text in optional or ()),
        at_least,
        directions=_DIRECTIONS[direction],
        symmetric=not unpaired,
        gap=gap,
    )


def _from_file(path: Path, alphabet: Alphabet) -> list[str]:
    data = read_file(path, WordListError, limit=MAX_THEME_FILE)
    lines = utf8_text(data, str(path), WordListError).splitlines()
    words = [
        _letters(line, alphabet, str(path), number)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not words:
        raise WordListError("the file is empty", mend="write a phrase a line", source=str(path))
    return words


def _letters(text: str, alphabet: Alphabet, source: str, line: int | None = None) -> str:
    letters = alphabet.normalise(text)
    if letters is None:
        raise OptionError(
            f"{text!r} is not made of letters of the alphabet",
            mend="mend it or give --alphabet",
            source=source,
            line=line,
        )
    if len(letters) < 2:
        raise OptionError(
            f"{text!r} is too short for an entry", mend="leave it out", source=source, line=line
        )
    return letters


def rules_of(
    size: str,
    preset: Preset | None,
    symmetry: Symmetry | None,
    slots: str | None,
    blocks: str | None,
    length: Sequence[str] | None,
    max_length: int | None,
    min_length: int | None,
) -> PatternRules:
    """The rules of the pattern that these options name. Raises OptionError."""
    n_rows, n_cols = parse_size(size)
    if preset is None:
        preset = Preset.MINI if min(n_rows, n_cols) < 9 else Preset.NYT
    rules = preset_rules(preset, n_rows, n_cols)
    changed: dict[str, Any] = {}
    if symmetry is not None:
        changed["symmetry"] = symmetry
    if slots is not None:
        changed["n_words"] = parse_range(slots, "--slots")
    if blocks is not None:
        changed["n_blocks"] = parse_range(blocks, "--blocks")
    if length is not None:
        changed["n_of_length"] = parse_lengths(length)
    if max_length is not None:
        changed["max_length"] = max_length
    if min_length is not None:
        changed["min_length"] = min_length
    return replace(rules, **changed)
