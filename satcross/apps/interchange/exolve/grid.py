"""The grid of Exolve's text: squares with their marks, languages, second letters, colours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import category, normalize

from satcross import Alphabet, Crossword
from satcross.apps.interchange.colours import colour_of
from satcross.apps.interchange.exolve.labels import parse_cell, parse_label
from satcross.apps.interchange.exolve.lights import ExolveLights
from satcross.apps.interchange.exolve.lines import NAME, ExolveLine, ExolveText
from satcross.apps.interchange.extras import extras_for, extras_of, with_bars
from satcross.apps.interchange.kinds import kind_in
from satcross.extend import CROSSWORD, MAX_SIDE, Extras, Square, SquareKind, counted, some_of

HIDDEN = "*"
ESCAPE = "&"
STOPS = " .0&|_+@!*~{["  # end a text of several letters
_MARKS = " |_+@!*~"
_NOT_IN_SQUARES = frozenset({Alphabet.APART, "/"})  # which have a meaning of their own in ours
_LANGUAGE = re.compile(r"([^\s]+)\s+([A-Za-z_]+)(?:\s+([1-9][0-9]?))?")
OF_SYLLABLES = 5  # characters in a cell of Devanagari, where the file names no number
_RGB = re.compile(r"rgb\((\d{1,3}),(\d{1,3}),(\d{1,3})\)")


@dataclass(frozen=True, slots=True)
class GridOptions:
    """What a file says about the letters of its grid.

    Args:
        is_apart: whether squares are apart, since they may have several letters.
        allowed: characters beside letters.
        others: options that are about something else.
    """

    is_apart: bool
    allowed: frozenset[str]
    others: tuple[str, ...]


def read_options(text: ExolveText) -> GridOptions:
    """What the options and the language of a file say.

    Raises:
        FormatError: the language cannot be read.
    """
    allowed: set[str] = set()
    others: list[str] = []
    is_apart = _n_characters(text) > 1
    for section in text.every("option"):
        for word in section.value.text.split():
            if word == "rebus-cells":
                is_apart = True
            elif word == "allow-digits":
                allowed |= set("0123456789")
            elif word.startswith("allow-chars:"):
                allowed |= set(word.partition(":")[2])
            else:
                others.append(word)
    return GridOptions(is_apart, frozenset(allowed), tuple(others))


def _n_characters(text: ExolveText) -> int:
    """How many characters a cell may have in the language of the file."""
    section = text.last("language")
    if section is None:
        return 1
    match = _LANGUAGE.fullmatch(section.value.text)
    if match is None:
        raise text.wrong(
            f"exolve-language cannot be read: {section.value.text[:40]!r}",
            "write it as: hi Devanagari 5",
            section.value,
        )
    return int(match[3] or (OF_SYLLABLES if match[2].lower() == "devanagari" else 1))


def _side(text: ExolveText, key: str) -> int:
    section = text.last(key)
    found = section.value if section else ExolveLine(0, "")
    if not re.fullmatch(r"[0-9]{1,3}", found.text) or not 1 <= int(found.text) <= MAX_SIDE:
        raise text.wrong(
            f"exolve-{key} must be a whole number from 1 to {MAX_SIDE}, got {found.text[:20]!r}",
            "",
            found if section else None,
        )
    return int(found.text)


def read_grid(text: ExolveText, options: GridOptions) -> Crossword:
    """The crossword without its clues.

    Raises:
        FormatError: the grid has a row that is none, or another size than the file says.
    """
    section = text.last("grid")
    assert section is not None
    rows = list(section.lines)
    if section.value.text:
        text.left_out(f"what is in the line of exolve-grid: {section.value.text[:20]!r}")
    reader = _RowReader(text, options)
    cells: list[tuple[str, str]] = []
    n_cols = 0
    for line in rows:
        row = reader.row(line)
        n_cols = n_cols or len(row)
        if len(row) != n_cols or n_cols > MAX_SIDE or len(rows) > MAX_SIDE:
            problem = (
                f"more than {MAX_SIDE} cells in a row or column"
                if len(row) == n_cols
                else f"the row has {counted(len(row), 'square')}, the first one {n_cols}"
            )
            raise text.wrong(problem, "", line)
        cells += row
    if not cells:
        raise text.wrong("the grid has no squares", "", section.value)
    crossword = _in_squares(cells, n_cols, options)
    n_rows, width = (_side(text, key) for key in ("height", "width"))
    if (crossword.n_rows, crossword.n_cols) != (n_rows, width):
        raise text.wrong(
            f"the grid has {counted(crossword.n_rows, 'row')} of {crossword.n_cols} squares,"
            f" not {n_rows} of {width}",
            "correct exolve-width and exolve-height",
            section.value,
        )
    if reader.has_sharp_s:
        text.remarks.append("ß in the grid is read as its capital, ẞ")
    return _of_kind(_with_alternatives(crossword, text), text.source)


class _RowReader:
    """Takes rows of a grid apart."""

    def __init__(self, text: ExolveText, options: GridOptions) -> None:
        self._text = text
        self._options = options
        self.has_sharp_s = False

    def row(self, line: ExolveLine) -> list[tuple[str, str]]:
        """The squares of a row: a text, with `&` before what is no sign, and the marks behind."""
        row = line.text if self._options.is_apart else re.sub(r"\s", "", line.text)
        row = re.sub(r"\s", " ", row)
        found: list[tuple[str, str]] = []
        at = 0
        while at < len(row):
            letters, at = self._letters(row, at, line)
            marks = ""
            while at < len(row) and (row[at] in _MARKS or row[at] in "{["):
                end = at
                if row[at] in "{[":
                    end = row.find("}" if row[at] == "{" else "]", at)
                    if end < 0:
                        raise self._wrong(line)
                marks += row[at : end + 1].strip()
                at = end + 1
            found.append((letters, marks))
        return found

    def _letters(self, row: str, at: int, line: ExolveLine) -> tuple[str, int]:
        """The text of the square that begins there, and where it ends."""
        is_escaped = row[at] == ESCAPE and at + 1 < len(row)
        at += is_escaped
        letters = row[at]
        at += 1
        if not is_escaped and letters in ".?0":
            return letters, at
        while self._options.is_apart and at < len(row):
            if row[at] == ESCAPE and at + 1 < len(row):
                at += 1
            elif row[at] in STOPS:
                break
            letters += row[at]
            at += 1
        known = self._options.allowed - _NOT_IN_SQUARES
        if not all(one.isalnum() or category(one)[0] == "M" or one in known for one in letters):
            raise self._wrong(line)
        if category(letters[0])[0] == "M":
            raise self._wrong(line)
        return ESCAPE + self._capital(letters), at

    def _capital(self, letters: str) -> str:
        self.has_sharp_s |= "ß" in letters
        return normalize("NFC", letters.replace("ß", "ẞ").upper())

    def _wrong(self, line: ExolveLine) -> Exception:
        return self._text.wrong(
            f"{line.text[:40]!r} is no row of a grid",
            "use letters, 0 for open squares, . for blocks, and the marks |_+@!;"
            " allow others by exolve-option: allow-chars",
            line,
        )


def _in_squares(cells: Sequence[tuple[str, str]], n_cols: int, options: GridOptions) -> Crossword:
    """The squares of these texts and marks, and the bars between them."""
    is_solved = any(text not in ("0", ".") and "!" not in marks for text, marks in cells)
    zero = ESCAPE + "0" if is_solved and "0" in options.allowed else "0"
    squares: list[Square] = []
    sides: dict[int, str] = {}
    for text, marks in cells:
        bare = re.sub(r"[{\[].*?[}\]]", "", marks)
        right, below = set("|+") & {*bare}, set("_+") & {*bare}
        sides[len(squares)] = ("R" if right else "") + ("B" if below else "")
        squares.append(_square(zero if text == "0" else text, marks))
    return with_bars(squares, n_cols, sides)


def _square(text: str, marks: str) -> Square:
    kept: dict[str, object] = {}
    for key, opens, closes in (("decorators", "{", "}"), ("shape", "[", "]")):
        if opens in marks:
            start = marks.index(opens)
            end = marks.index(closes, start) + 1
            kept[key] = marks[start:end]
            marks = marks[:start] + marks[end:]
    if HIDDEN in marks:
        kept["hidden"] = True
    if "~" in marks:
        kept["unnumbered"] = True
    extras = extras_of(NAME, kept)
    if text == ".":
        return Square(SquareKind.BLOCK, extras=extras)
    solution = text[1:] if text.startswith(ESCAPE) else ""
    given, circle = "!" in marks and solution != "", "@" in marks
    return Square(solution=solution, given=given, circle=circle, extras=extras)


def is_hidden(square: Square) -> bool:
    """Whether a square is not shown to solvers, where others are."""
    return bool(extras_for(square, NAME).get("hidden"))


def _of_kind(crossword: Crossword, source: str) -> Crossword:
    """The crossword without a diagram, if no square of it is shown but given blocks."""
    shown = [square for square in crossword.squares if not is_hidden(square)]
    if len(shown) == len(crossword.squares) or any(one.kind is SquareKind.OPEN for one in shown):
        return crossword  # with some squares hidden, or none
    plain = (
        replace(one, given=one.given or not is_hidden(one), extras=_without_hidden(one))
        for one in crossword.squares
    )
    kind = kind_in(NAME, HIDDEN, source) or CROSSWORD
    return replace(crossword, squares=tuple(plain), kind=kind)


def _without_hidden(square: Square) -> Extras:
    kept = extras_for(square, NAME)
    return extras_of(NAME, {key: value for key, value in kept.items() if key != "hidden"})


def _with_alternatives(crossword: Crossword, text: ExolveText) -> Crossword:
    """The crossword with the letters of a second reading, if the file has just one."""
    sections = text.every("alternatives")
    value = sections[0].value.text if len(sections) == 1 else ""
    if not re.fullmatch(r"(?:[a-z0-9]+:[^\W\d_]\s*)+", value):
        return crossword
    squares = list(crossword.squares)
    for pair in value.split():
        cell, _, letter = pair.partition(":")
        at = parse_cell(cell, crossword.n_rows, crossword.n_cols)
        if at is None or len(squares[at].solution) != 1 or len(letter.upper()) != 1:
            return crossword
        if letter.upper() != squares[at].solution:
            squares[at] = replace(squares[at], solution=f"{squares[at].solution}/{letter.upper()}")
    text.sections.remove(sections[0])
    return replace(crossword, squares=tuple(squares))


def with_colours(crossword: Crossword, lights: ExolveLights, text: ExolveText) -> Crossword:
    """The crossword with the colours of `exolve-colour`, where all of a line is understood."""
    shades: dict[int, str] = {}
    twice: list[str] = []
    for section in text.every("colour"):
        colours: list[str] = []
        cells: list[int] = []
        unknown: list[str] = []
        for word in section.value.text.split():
            if colour := _colour(word):
                colours.append(colour)
            elif found := _cells_of(word, crossword, lights):
                cells += found
            else:
                unknown.append(word)
        if len(colours) != 1 or not cells or unknown:
            if unknown:
                named = some_of(unknown, 3)
                text.remarks.append(
                    f"exolve-colour in line {section.value.number} is kept but not shown:"
                    f" {named} is neither a colour nor a cell"
                )
            continue
        text.sections.remove(section)
        twice += [f"line {section.value.number}"] * any(
            shades.get(at, colours[0]) != colours[0] for at in cells
        )
        shades |= dict.fromkeys(cells, colours[0])
    if twice:
        text.remarks.append(f"of several colours of a square the last one is read: {twice[0]}")
    squares = (
        replace(square, shade=shades.get(at, "")) for at, square in enumerate(crossword.squares)
    )
    return replace(crossword, squares=tuple(squares)) if shades else crossword


def _colour(word: str) -> str | None:
    if rgb := _RGB.fullmatch(word.lower()):
        return "#" + "".join(f"{min(int(part), 255):02x}" for part in rgb.groups())
    is_code = word.startswith("#") or word.isalpha()  # `a12` is a light
    return colour_of(word) if is_code else None


def _cells_of(word: str, crossword: Crossword, lights: ExolveLights) -> Sequence[int]:
    """The squares that a cell or a light names."""
    at = parse_cell(word, crossword.n_rows, crossword.n_cols)
    if at is not None:
        return (at,)
    label = parse_label(word)
    return lights.cells.get((label.direction, label.label), ()) if label else ()
