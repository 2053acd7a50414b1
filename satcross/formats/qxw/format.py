"""Qxw's own files: `.qxw`, of its versions since 2011.

Plain rectangular grids are read: letters, cells of several letters, blocks, cutouts as void cells,
bars, background colours, circles and texts in the corners of squares, title, author. Free lights
(any cells in any order) are clues of the list "Other".
Refused is what no `Crossword` can hold: other geometries, merged squares, squares whose letters
differ across and down, multiplexed lights, choices of letters, code words. What only steers Qxw's
filler is not read: dictionaries, treatments and ways of entry; nor are fonts and colours of
letters.

Source: `a_load` and `a_save` in qxw.c of Qxw 20200708, by Mark Owen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from satcross.errors import FormatError
from satcross.formats.extras import with_bars
from satcross.formats.qxw.load import Record, records
from satcross.formats.qxw.write import (
    CIRCLE,
    KEEPS,
    MAX_LIGHT_CELLS,
    MAX_LIGHTS,
    MAX_SIDE,
    NUMBER,
    OTHER,
    WHITE,
    write,
)
from satcross.model.crossword import (
    DIRECTION_NAMES,
    Clue,
    Crossword,
    Square,
    SquareKind,
    pattern_of,
    spelled,
)
from satcross.model.puzzle import Direction, Light, find_slots

__all__ = ["KEEPS", "read", "write"]

_GEOMETRIES = (
    "plain", "hexagonal", "hexagonal", "circular", "circular",
    *(8 * ("joined at its edges",)),
)  # fmt: skip
_DIRECTIONS = tuple(Direction)
_N_MARKS = 6  # corners of a square; those of a hexagon
_CORNERS = 4
_BLOCK, _CUTOUT = 1, 8  # bits of a square's flags
_RIGHT, _BELOW = 1, 2  # bits of its bars and merges
_ALPHABETS_SINCE = 4  # version; older files have the letters A to Z and digits


@dataclass(slots=True)
class _Look:
    """How a square, or every square without a look of its own, is shown."""

    shade: str = WHITE
    is_split: bool = False  # into the letter across and the letter down
    marks: list[str] = field(default_factory=lambda: [NUMBER, *(_N_MARKS - 1) * [""]])


@dataclass(slots=True)
class _Light:
    """The properties of a light, or those of every light that has none."""

    has_number: bool = True
    is_multiplexed: bool = False


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a file of Qxw.

    Raises:
        FormatError: it is none, a line is wrong, or the grid is not one that we can hold.
    """
    version, lines = records(data, source)
    return _Reader(source, version).crossword(lines)


class _Reader:
    """Reads the lines of a file into the squares that they are about."""

    def __init__(self, source: str, version: int) -> None:
        self._source = source
        self._version = version
        self._n_rows = self._n_cols = 0
        self._letters: dict[str, str] = {}  # what may be in a square: how it is shown
        self._equivalents: dict[str, str] = {}
        self._default_look, self._default_light = _Look(), _Light()
        self._looks: dict[int, _Look] = {}
        self._own_marks: dict[int, dict[int, str]] = {}
        self._lights: dict[tuple[int, int], _Light] = {}
        self._free: dict[int, dict[int, int]] = {}  # light: place in it: position
        self._free_lights: dict[int, _Light] = {}
        self._squares: dict[int, tuple[Record, int]] = {}  # position: its line, its flags
        self._old_letters: dict[int, str] = {}
        self._contents: dict[int, Record] = {}
        self._sides: dict[int, str] = {}

    def crossword(self, lines: Sequence[Record]) -> Crossword:
        named = {line.name: line for line in reversed(lines) if line.name in ("GP", "TTL", "AUT")}
        if "GP" not in named:
            raise FormatError(
                "the file has no line GP", hint="it says the grid's size", source=self._source
            )
        self._size(named["GP"])
        for line in lines:
            self._take(line)
        if self._version < _ALPHABETS_SINCE:
            self._letters = {char: char.upper() for char in map(chr, range(128)) if char.isalnum()}
        self._letters = {**self._equivalents, **self._letters}
        squares = [self._square(p) for p in range(self._n_rows * self._n_cols)]
        crossword = with_bars(squares, self._n_cols, self._sides)
        texts = {key: named[key].text().strip() if key in named else "" for key in ("TTL", "AUT")}
        return replace(
            self._with_lights(crossword), title=texts["TTL"], author=texts["AUT"]
        ).without_usual_labels()

    def _size(self, line: Record) -> None:
        geometry = _GEOMETRIES[line.number(0, 0, len(_GEOMETRIES) - 1)]
        if geometry != "plain":
            raise line.wrong(
                f"the grid is {geometry}", "only Qxw's plain rectangular grids can be read"
            )
        self._n_cols, self._n_rows = (line.number(place, 1, MAX_SIDE) for place in (1, 2))

    def _position(self, line: Record, place: int = 0) -> int:
        col = line.number(place, 0, self._n_cols - 1)
        return line.number(place + 1, 0, self._n_rows - 1) * self._n_cols + col

    def _take(self, line: Record) -> None:
        """Store what one line says."""
        match line.name:
            case "ALP" | "GLP" | "GSP" | "GSPMK":
                self._take_default(line)
            case "SQLP" | "VL" | "VLP":
                self._take_light(line)
            case "SQ":
                self._take_square(line)
            case "SQSP" | "SQSPMK" | "SQCT":
                self._take_content(line)

    def _take_default(self, line: Record) -> None:
        match line.name:
            case "ALP":
                shown, others = (*line.texts, "", "")[:2]
                if len(shown) == 1:  # of two letters: how dictionaries are read, not a square
                    self._letters[shown] = shown
                    self._equivalents |= dict.fromkeys(others, shown)
            case "GLP":
                self._default_light = _light(line, 0)
            case "GSP":
                self._default_look = _look(line, 0, self._default_look.marks)
            case "GSPMK":
                self._default_look.marks[line.number(0, 0, _N_MARKS - 1)] = line.text()

    def _take_light(self, line: Record) -> None:
        match line.name:
            case "SQLP":
                direction = line.number(2, 0, 1)
                if line.flag(6):
                    self._lights[self._position(line), direction] = _light(line, 3)
            case "VL":
                cells = self._free.setdefault(line.number(0, 0, MAX_LIGHTS - 1), {})
                cells[line.number(1, 0, MAX_LIGHT_CELLS - 1)] = self._position(line, 2)
            case "VLP":
                if line.flag(4):
                    self._free_lights[line.number(0, 0, MAX_LIGHTS - 1)] = _light(line, 1)

    def _take_content(self, line: Record) -> None:
        position = self._position(line)
        match line.name:
            case "SQSP":
                if line.flag(5):
                    self._looks[position] = _look(line, 2, _Look().marks)
            case "SQSPMK":
                marks = self._own_marks.setdefault(position, {})
                marks[line.number(2, 0, _N_MARKS - 1)] = line.text()
            case "SQCT":
                if line.number(2, 0, 2) == 0:
                    self._contents[position] = line

    def _take_square(self, line: Record) -> None:
        position = self._position(line)
        bars, merges, flags = (line.number(place, 0, 255) for place in (2, 3, 4))
        row, col = divmod(position, self._n_cols)
        is_merged = (merges & _RIGHT and col + 1 < self._n_cols) or (
            merges & _BELOW and row + 1 < self._n_rows
        )
        if is_merged:
            raise line.wrong(
                f"{self._name(position)} is merged with the next square",
                "separate merged squares in Qxw",
            )
        self._squares[position] = line, flags
        self._old_letters[position] = line.fields[5] if len(line.fields) > 5 else "."
        self._sides[position] = "R" * bool(bars & _RIGHT) + "B" * bool(bars & _BELOW)

    def _square(self, position: int) -> Square:
        line, flags = self._squares.get(position, (None, 0))
        if flags & _CUTOUT:
            return Square(SquareKind.VOID)
        if flags & _BLOCK:
            return Square(SquareKind.BLOCK)
        line = self._contents.get(position, line)
        look = self._look(position)
        if look.is_split and line is not None:
            raise line.wrong(
                f"the letters across and down of {self._name(position)} may differ",
                "turn off its dechecking in Qxw",
            )
        return Square(
            solution=self._solution(position, line) if line is not None else "",
            circle=CIRCLE in map(str.lower, look.marks[:_CORNERS]),
            shade="" if look.shade == WHITE else look.shade,
        )

    def _look(self, position: int) -> _Look:
        look = self._looks.get(position)
        if look is None:
            return self._default_look
        own = self._own_marks.get(position, {})
        marks = [own.get(corner, mark) for corner, mark in enumerate(look.marks)]
        return replace(look, marks=marks)

    def _solution(self, position: int, line: Record) -> str:
        text = line.fields[3] if line.name == "SQCT" else self._old_letters[position]
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        if text in (".", "?"):
            return ""
        unknown = [char for char in text if char not in self._letters]
        if unknown and line.name == "SQ":  # written beside the line SQCT, which is missing
            return ""
        if not text or unknown:
            what = "no letter" if not text else f"{text[:20]!r}"
            raise line.wrong(
                f"{self._name(position)} holds {what}, which is neither letters of the"
                " alphabet nor open",
                "clear the square in Qxw, or enter letters",
            )
        return "".join(self._letters[char] for char in text)

    def _with_lights(self, crossword: Crossword) -> Crossword:
        """The crossword with labels, and a clue without text for every light."""
        slots = find_slots(pattern_of(crossword))
        of_slots = {slot.index: self._light_of(slot) for slot in slots}
        numbered = sorted({slot.cells[0] for slot in slots if of_slots[slot.index].has_number})
        numbers = {position: str(number) for number, position in enumerate(numbered, 1)}
        squares = [
            replace(square, label=self._label(position, numbers.get(position, "")))
            if square.kind is SquareKind.OPEN
            else square
            for position, square in enumerate(crossword.squares)
        ]
        crossword = replace(crossword, squares=tuple(squares))
        shown = crossword.labelled().squares
        lights = [
            (DIRECTION_NAMES[slot.direction], shown[slot.cells[0]].label, slot.cells)
            for slot in slots
        ]
        lights += [(OTHER, str(number + 1), cells) for number, cells in self._free_cells()]
        clues: list[Clue] = []
        for direction, label, cells in lights:
            answer = spelled(squares, cells)
            clues.append(Clue(direction, label, "", cells=cells, answer=answer))
        for slot in slots:
            self._check_whole(crossword, slot.cells, of_slots[slot.index])
        for number, cells in self._free_cells():
            light = self._free_lights.get(number, self._default_light)
            self._check_whole(crossword, cells, light)
        return replace(crossword, clues=tuple(clues))

    def _light_of(self, slot: Light) -> _Light:
        key = slot.cells[0], _DIRECTIONS.index(slot.direction)
        return self._lights.get(key, self._default_light)

    def _free_cells(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        for number, cells in sorted(self._free.items()):
            if len(cells) != max(cells) + 1:
                raise FormatError(
                    f"free light {number + 1} lacks cells",
                    hint="open the file in Qxw and save it again",
                    source=self._source,
                )
            yield number, tuple(cells[place] for place in range(len(cells)))

    def _check_whole(self, crossword: Crossword, cells: Sequence[int], light: _Light) -> None:
        """Raises FormatError if the light takes one of several letters of a square."""
        if light.is_multiplexed:
            for cell in cells:
                if len(crossword.squares[cell].solution) > 1:
                    raise FormatError(
                        f"multiplexed lights share the letters of {self._name(cell)}",
                        hint="enter one letter, or make the light an ordinary one",
                        source=self._source,
                    )

    def _label(self, position: int, number: str) -> str:
        texts = [text for text in self._look(position).marks[:_CORNERS] if text]
        if NUMBER in texts:
            return number
        for text in texts:
            if text.lower() == CIRCLE:
                continue
            if text.startswith("\\"):
                raise FormatError(
                    f"the corner text {text[:20]!r} of {self._name(position)} cannot be read",
                    hint=f"only {NUMBER}, {CIRCLE} and plain text can",
                    source=self._source,
                )
            return text
        return ""

    def _name(self, position: int) -> str:
        row, col = divmod(position, self._n_cols)
        return f"r{row + 1}c{col + 1}"


def _look(line: Record, place: int, marks: list[str]) -> _Look:
    """What GSP and SQSP say, from the field of the background colour on."""
    at = place + 5
    is_split = at < len(line.fields) and line.number(at, 0, 255) > 0
    return _Look(line.colour(place), is_split, marks)


def _light(line: Record, place: int) -> _Light:
    """What GLP, SQLP and VLP say, from the field of the dictionaries on."""
    return _Light(not line.flag(place + 4), line.flag(place + 5))
