"""The section `## Design` of an .xd file: circles, colours and bars of squares.

A style sheet between `<style>` and `</style>`, whose rules are named by one character, as in
`O { background: circle }`, and below it a grid of these names, with `.` or `#` where no rule is.
The properties are `background: circle` (or `shade`), `background-light` and `background-dark`,
which are colours, `bar-top: true` and `bar-left: true`.

Source: README.md of puzzmo-com/xd-crossword-tools, whose extension of the format it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from satcross import Crossword
from satcross.apps.interchange.colours import colour_of
from satcross.apps.interchange.extras import extras_for, extras_of, sides_of, with_bars
from satcross.extend import Square, SquareKind

SECTION = "design"
BARRED = "barred"  # the value of the header `Form`, by which programs look for bars
_NAME = "xd"
_RULE = re.compile(r"\s*(\S)\s*\{([^{}]*)\}")
# In the draft of version 4 the rules stand there without an element.
_SHEET = re.compile(rf"<style>(.*?)</style>|\A((?:{_RULE.pattern})+)", re.DOTALL)
_NONE = ".# "  # squares without a rule
_CIRCLE = "background: circle"
_KEYS = "ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_N_SMALL = 26  # letters for the contents of marked squares
_MORE_KEYS = 0x100  # letters with accents, for grids of many colours


@dataclass(frozen=True, slots=True)
class Design:
    """What a section says of squares.

    Args:
        looks: by position, the fields of the square: `circle`, `shade`, and `dark`, the colour on
            dark screens, if it is another one.
        sides: by position, the sides with a bar: T and L.
    """

    looks: dict[int, dict[str, str]] = field(default_factory=dict)
    sides: dict[int, str] = field(default_factory=dict)

    def applied(self, crossword: Crossword) -> Crossword:
        """The crossword with circles, shades and bars."""
        squares = list(crossword.squares)
        for at, look in self.looks.items():
            one = squares[at]
            kept = dict(extras_for(one, _NAME))
            shade = look.get("shade", one.shade)
            if "dark" in look:
                kept["dark"] = [shade, look["dark"]]
            squares[at] = replace(
                one,
                circle=one.circle or "circle" in look,
                shade=shade,
                extras=extras_of(_NAME, kept),
            )
        barred = with_bars(squares, crossword.n_cols, self.sides)
        return replace(
            crossword,
            squares=tuple(squares),
            bars_right=barred.bars_right,
            bars_below=barred.bars_below,
        )


def read_design(text: str, n_rows: int, n_cols: int) -> Design | None:
    """What a section says of a grid of this size; None if not all of it is understood."""
    sheet = _SHEET.search(text)
    style = (sheet[1] or sheet[2] or "") if sheet else ""
    if sheet is None or _RULE.sub("", style).strip():
        return None
    rules = {match[1]: _look_of(match[2]) for match in _RULE.finditer(style)}
    rows = [line.strip() for line in text[sheet.end() :].split("\n") if line.strip()]
    if text[: sheet.start()].strip() or len(rows) > n_rows:
        return None
    found = Design()
    for row, line in enumerate(rows):
        for col, char in enumerate(line):
            look = {} if char in _NONE else rules.get(char)
            if look is None or col >= n_cols:
                return None
            sides = look.get("sides", "")
            if sides:
                found.sides[row * n_cols + col] = sides
            if rest := {key: value for key, value in look.items() if key != "sides"}:
                found.looks[row * n_cols + col] = rest
    return found


def _look_of(rule: str) -> dict[str, str] | None:
    """The properties of a rule; None if one of them is not known."""
    look: dict[str, str] = {}
    for each in filter(str.strip, rule.split(";")):
        key, _, value = (part.strip().lower() for part in each.partition(":"))
        colour = colour_of(value)
        match key, value:
            case "background", "circle":
                look["circle"] = "yes"
            case "background", "shade":
                look.setdefault("shade", Square.SHADED)
            case (("bar-top" | "bar-left"), "true"):
                look["sides"] = look.get("sides", "") + key[4].upper()
            case (("bar-top" | "bar-left"), "false"):
                pass
            case "background-light", _ if colour:
                look["shade"] = colour
            case "background-dark", _ if colour:
                look["dark"] = colour
            case _:
                return None
    if look.get("dark") == look.get("shade"):
        look.pop("dark", None)
    return look


def needs_design(crossword: Crossword) -> bool:
    """Whether a crossword has more than small letters of the grid can say, which have one mark."""
    squares = crossword.squares
    has_circles = any(one.circle for one in squares)
    marked = {one.solution for one in squares if one.circle or one.shade}
    shades = {one.shade for one in squares} - {""}
    is_closed = any(
        one.kind is not SquareKind.OPEN and (one.circle or one.shade) for one in squares
    )
    has_bars = bool(crossword.bars_right or crossword.bars_below)
    has_dark = any("dark" in extras_for(one, _NAME) for one in squares)
    is_design = "design" in extras_for(crossword, _NAME)
    return (
        has_bars
        or has_dark
        or is_closed
        or bool(shades - {Square.SHADED})
        or len(marked) > _N_SMALL
        or (has_circles and bool(shades))
        or (is_design and (has_circles or bool(shades)))
    )


def without_looks(crossword: Crossword) -> Crossword:
    """A crossword without what its section says."""
    bare = (_without_look(one) for one in crossword.squares)
    return replace(crossword, squares=tuple(bare))


def _without_look(square: Square) -> Square:
    kept = {key: value for key, value in extras_for(square, _NAME).items() if key != "dark"}
    return replace(square, circle=False, shade="", extras=extras_of(_NAME, kept))


def design_text(crossword: Crossword) -> str:
    """The section for a crossword."""
    rules = [_rule(crossword, at) for at in range(len(crossword.squares))]
    keys = _keys_of(rules)
    sheet = [f"{key} {{ {rule} }}" for rule, key in keys.items()]
    chars = [
        keys[rule] if rule else "." if one.kind is SquareKind.OPEN else "#"
        for rule, one in zip(rules, crossword.squares, strict=True)
    ]
    n = crossword.n_cols
    rows = ["".join(chars[start : start + n]) for start in range(0, len(chars), n)]
    return "\n".join(["<style>", *sheet, "</style>", "", *rows])


def _keys_of(rules: list[str]) -> Mapping[str, str]:
    """A character for each rule; that of circles alone is O, as it is elsewhere."""
    free: Iterator[str] = iter([*_KEYS, *map(chr, range(_MORE_KEYS, _MORE_KEYS + len(rules)))])
    known = {_CIRCLE: "O"}
    for rule in filter(None, rules):
        if rule not in known:
            known[rule] = next(free)
    return {rule: known[rule] for rule in dict.fromkeys(filter(None, rules))}


def _rule(crossword: Crossword, at: int) -> str:
    """The properties of a square; "" if it has none."""
    square = crossword.squares[at]
    dark = square.shade
    match extras_for(square, _NAME).get("dark"):
        case [shade, str(original)] if shade == square.shade and colour_of(original):
            dark = original
    sides = sides_of(crossword, at)
    parts = {
        _CIRCLE: square.circle,
        f"background-light: {square.shade}": square.shade,
        f"background-dark: {dark}": dark,
        "bar-top: true": "T" in sides,
        "bar-left: true": "L" in sides,
    }
    return "; ".join(part for part, has in parts.items() if has)
