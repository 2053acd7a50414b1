"""Reading Qxw's files: squares and lights as a crossword, and the rest as rules of a puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from satcross import Crossword, FormatError
from satcross.apps.interchange.extras import with_bars
from satcross.apps.interchange.qxw import lights as cut
from satcross.apps.interchange.qxw.letters import Letters
from satcross.apps.interchange.qxw.lights import Lights, Place, Props, QxwLight
from satcross.apps.interchange.qxw.lines import FIELDS, QxwRecord
from satcross.apps.interchange.qxw.task import NAME, FillerTask, FillerWord, Treating, task_of
from satcross.extend import (
    Clue,
    Recorded,
    Square,
    SquareKind,
    cell_name,
    find_slots,
    pattern_of,
    spelled,
)

# Qxw's own limits: of rows and columns, free lights and cells of one.
MAX_SIDE = 63
MAX_LIGHTS = 252
MAX_LIGHT_CELLS = 250
NUMBER, CIRCLE = "\\#", "\\o"  # texts of a corner that stand for the number and a circle
WHITE = "#ffffff"
OTHER = "Other"  # what Qxw calls the list of free lights
_N_MARKS = 6  # corners of a square; those of a hexagon
_CORNERS = 4
_BLOCK, _CUTOUT = 1, 8  # bits of a square's flags
_RIGHT, _BELOW = 1, 2  # bits of its bars
_N_MESSAGES, _N_DICTIONARIES = 2, 9
_MAX_BITS = 1 << 30
_KEPT = ("GLP", "TM", "TMSG", "TCST", "DFN", "DSF", "DAF", "SQLP", "VLP", "SQCT")


class _Look(NamedTuple):
    """How a square, or every square without a look of its own, is shown."""

    shade: str = WHITE
    is_split: bool = False  # into the letter across and the letter down


class _Found(NamedTuple):
    """A light and its properties. Args: start: its first square; number: its label."""

    light: QxwLight
    props: Props
    number: str


class Reader:
    """Reads the lines of a file, kind by kind.

    Args: source: names the file in errors; version: the file's; lines: all of them.

    Fields: task: what the filler is asked, once `crossword` has been called.
    """

    task: FillerTask

    def __init__(self, source: str, version: int, lines: Iterable[QxwRecord]) -> None:
        self._source = source
        self._lines: dict[str, list[QxwRecord]] = {name: [] for name in FIELDS}
        for line in lines:
            self._lines[line.name].append(line)
        self._geometry, self._n_cols, self._n_rows = self._size()
        self._letters = Letters.of_lines(self._lines["ALP"], version)
        self._marks = [NUMBER, *(_N_MARKS - 1) * [""]]
        for line in self._lines["GSPMK"]:
            self._marks[line.number(0, 0, _N_MARKS - 1)] = line.text()
        looks = [_look(line, 0) for line in self._lines["GSP"]]
        self._look = looks[-1] if looks else _Look()
        self._looks = {
            place: _look(line, 2) for place, line in self._placed("SQSP") if line.flag(5)
        }
        self._own_marks: dict[Place, list[str]] = {}
        for place, line in self._placed("SQSPMK"):
            own = self._own_marks.setdefault(place, [NUMBER, *(_N_MARKS - 1) * [""]])
            own[line.number(2, 0, _N_MARKS - 1)] = line.text()
        self._drawn = dict(self._placed("SQ"))
        self._lights = Lights(self._grid())

    def crossword(self) -> Crossword:
        """The crossword, with rules and words in its extras."""
        grid = self._lights.grid
        squares = [
            self._square((at % self._n_cols, at // self._n_cols))
            for at in range(self._n_rows * self._n_cols)
        ]
        board, sides = self._board()
        crossword = replace(with_bars(squares, self._n_cols, sides), board=board)
        found = list(self._found())
        texts = {light.squares[0]: number for light, _, number in found if light.way >= 0}
        squares = [
            replace(square, label=self._label(place, texts.get(place, "")))
            if square.kind is SquareKind.OPEN
            else square
            for at, square in enumerate(crossword.squares)
            for place in [(at % self._n_cols, at // self._n_cols)]
        ]
        crossword = replace(crossword, squares=tuple(squares))
        shown = crossword.labelled().squares
        clues: list[Clue] = []
        for light, _, number in found:
            cells = tuple(map(self._at, light.squares))
            label = number if light.way < 0 else shown[cells[0]].label
            heading = OTHER if light.way < 0 else grid.headings[light.way]
            clues.append(Clue(heading, label, "", cells=cells, answer=spelled(squares, cells)))
        title, author = (
            self._lines[name][0].text().strip() if self._lines[name] else ""
            for name in ("TTL", "AUT")
        )
        crossword = replace(
            crossword, clues=tuple(clues), title=title, author=author
        ).without_usual_labels()
        extras = self._extras(crossword, found)
        return replace(crossword, extras=MappingProxyType(extras)) if extras else crossword

    def _size(self) -> tuple[int, int, int]:
        if not self._lines["GP"]:
            raise FormatError(
                "the file has no line GP", hint="it says the grid's size", source=self._source
            )
        line = self._lines["GP"][0]
        geometry = line.number(0, 0, cut.N_GEOMETRIES - 1)
        return geometry, line.number(1, 1, MAX_SIDE), line.number(2, 1, MAX_SIDE)

    def _placed(self, name: str) -> Iterator[tuple[Place, QxwRecord]]:
        """The lines of a name with their squares."""
        return ((self._place(line), line) for line in self._lines[name])

    def _place(self, line: QxwRecord, at: int = 0) -> Place:
        return line.number(at, 0, self._n_cols - 1), line.number(at + 1, 0, self._n_rows - 1)

    def _at(self, place: Place) -> int:
        return place[1] * self._n_cols + place[0]

    def _grid(self) -> cut.QxwGrid:
        split = {
            place
            for at in range(self._n_rows * self._n_cols)
            for place in [(at % self._n_cols, at // self._n_cols)]
            if self._looks.get(place, self._look).is_split
        }
        closed = {place for place, line in self._drawn.items() if line.number(4, 0, 255) & 9}
        contents: dict[tuple[Place, int], Sequence[str]] = {}
        for place, line in self._placed("SQCT"):
            way = line.number(2, 0, 2)
            if place not in closed and (way == 0 or place in split):
                contents[place, way] = self._content(place, line, line.fields[3])
        for place, line in self._drawn.items():  # of old versions
            if (place, 0) not in contents and place not in closed:
                letter = self._letters.shown.get((*line.fields, ".")[5], "")
                contents[place, 0] = (letter,)
        bars, merges = (
            {place: line.number(field, 0, 255) for place, line in self._drawn.items()}
            for field in (2, 3)
        )
        return cut.QxwGrid(
            self._geometry, self._n_cols, self._n_rows, frozenset(closed), bars, merges,
            contents, frozenset(split),
        )  # fmt: skip

    def _content(self, place: Place, line: QxwRecord, text: str) -> Sequence[str]:
        """What a square holds: a text for each letter."""
        if len(text) > 1 and text[0] == text[-1] == '"':
            text = text[1:-1]
        found = self._letters.sets(text)
        if not found:
            what = "no letter" if not text else f"{text[:20]!r}"
            raise line.wrong(
                f"{self._name(place)} holds {what}, which is neither letters of the alphabet nor"
                " a choice of them",
                "clear the square in Qxw, or enter letters",
            )
        return found

    def _board(self) -> tuple[str, dict[int, str]]:
        """The board that a geometry is, with bars that grid text cannot have; and the others."""
        grid, board = self._lights.grid, cut.BOARDS.get(self._geometry, "")
        sides: dict[int, str] = {}
        more: list[str] = []
        for place in self._lights.places if board or not self._geometry else ():
            for way in range(self._lights.n_ways):
                to = grid.after(place, way)
                if to is None or not grid.bars.get(place, 0) >> way & 1:
                    continue
                down = to[0] == place[0] and to[1] == place[1] + 1
                if self._geometry != cut.HEXAGON and (down or to == (place[0] + 1, place[1])):
                    at = self._at(place)
                    sides[at] = sides.get(at, "") + "RB"[way]
                else:
                    letter = grid.headings[way].split()[-1][0].upper()
                    more.append(f"{self._name(place)}{letter}")
        return f"{board}; bars {' '.join(more)}" if more else board, sides

    def _square(self, place: Place) -> Square:
        grid = self._lights.grid
        flags = self._drawn[place].number(4, 0, 255) if place in self._drawn else 0
        if flags & (_CUTOUT | _BLOCK) or not grid.has(place):
            is_void = flags & _CUTOUT or not grid.has(place)
            return Square(SquareKind.VOID if is_void else SquareKind.BLOCK)
        look = self._looks.get(place, self._look)
        held = self._lights.held(place, 0)
        is_known = all(text and text[0] != "[" for text in held)
        return Square(
            solution="".join(held) if is_known and place not in grid.split else "",
            circle=CIRCLE in map(str.lower, self._corners(place)),
            shade="" if look.shade == WHITE else look.shade,
        )

    def _corners(self, place: Place) -> list[str]:
        """The texts in the corners of a square."""
        marks = self._marks
        if place in self._looks:
            marks = self._own_marks.get(place, [NUMBER])
        return marks[:_CORNERS]

    def _label(self, place: Place, number: str) -> str:
        texts = [text for text in self._corners(place) if text and text.lower() != CIRCLE]
        if NUMBER in texts:
            return number
        if texts and texts[0].startswith("\\"):
            raise FormatError(
                f"the corner text {texts[0][:20]!r} of {self._name(place)} cannot be read",
                hint=f"only {NUMBER}, {CIRCLE} and plain text can",
                source=self._source,
            )
        return texts[0] if texts else ""

    def _name(self, place: Place) -> str:
        return cell_name(self._at(place), self._n_cols)

    # Lights

    def _found(self) -> Iterator[_Found]:
        """All lights, in the filler's order."""
        usual = [_props(line, 0) for line in self._lines["GLP"]] or [Props()]
        own = {
            (line.number(2, 0, 2), self._place(line)): _props(line, 3)
            for line in self._lines["SQLP"]
            if line.flag(6)
        }
        own_free = {
            line.number(0, 0, MAX_LIGHTS - 1): _props(line, 1)
            for line in self._lines["VLP"]
            if line.flag(4)
        }
        numbers = self._lights.numbers(
            lambda way, start: own.get((way, start), usual[-1]).has_number
        )
        for way, start in self._lights.starts():
            props = own.get((way, start), usual[-1])
            light = self._lights.light(way, start)
            yield _Found(light, props, str(numbers.get(start, "")))
        for number, places in self._free_places():
            light = self._lights.free(places)
            yield _Found(light, own_free.get(number, usual[-1]), str(number + 1))

    def _free_places(self) -> Iterator[tuple[int, list[Place]]]:
        """The numbers of free lights, from 0, and their squares."""
        lights: dict[int, dict[int, Place]] = {}  # by number: by place in it, the square
        for line in self._lines["VL"]:
            places = lights.setdefault(line.number(0, 0, MAX_LIGHTS - 1), {})
            places[line.number(1, 0, MAX_LIGHT_CELLS - 1)] = self._place(line, 2)
        for number, places in sorted(lights.items()):
            if len(places) != max(places) + 1:
                raise FormatError(
                    f"free light {number + 1} lacks cells",
                    hint="open the file in Qxw and save it again",
                    source=self._source,
                )
            yield number, [places[at] for at in range(len(places))]

    # What else a puzzle has

    def _extras(self, crossword: Crossword, found: Sequence[_Found]) -> dict[str, Any]:
        task = self.task = task_of(
            self._lights,
            [(light, props, self._word_name(light, number)) for light, props, number in found],
            self.treating(),
            {
                tuple((at % self._n_cols, at // self._n_cols) for at in slot.cells): slot.name
                for slot in find_slots(pattern_of(crossword))
            }
            if self._geometry in {cut.PLAIN, *cut.BOARDS}
            else {},
        )
        extras: dict[str, Any] = {}
        if task.rules:
            extras[Recorded.EXTRAS] = {"rules": {"rules": tuple(task.rules)}}
        kept = {
            **({"problem": task.problem} if task.problem else {}),
            **self._dictionaries(task.words),
            **self._unusual(found),
        }
        if not self._letters.is_latin and not kept.keys().isdisjoint(("dictionaries", "lines")):
            kept["alphabet"] = self._letters.spelling  # which these are in
        return extras | ({NAME: MappingProxyType(kept)} if kept else {})

    def _word_name(self, light: QxwLight, number: str) -> str:
        """What a light that is no light of ours is called."""
        if light.way < 0:
            return f"free{number}"
        heading = self._lights.grid.headings[light.way].lower().replace(" ", "-")
        # Not 1-across, which is a name of a slot of the grid.
        return f"{heading}-{number or self._name(light.squares[0])}"

    def treating(self) -> Treating:
        """How answers are treated."""
        mode, orders, must_be_words = 0, (0, 0), False
        for line in self._lines["TM"]:
            if line.number(0, 0, _MAX_BITS) == 0:
                mode, must_be_words = line.number(1, 0, 11), line.flag(2)
                orders = tuple(
                    line.number(at, 0, 2) if at < len(line.fields) else 0 for at in (3, 4)
                )  # type: ignore[assignment]
        messages = ["", ""]
        for line in self._lines["TMSG"]:
            if line.number(0, 0, _MAX_BITS) == 0:
                messages[line.number(1, 0, _N_MESSAGES - 1)] = line.text()
        choices = {
            line.number(1, 0, 254): line.fields[2]
            for line in self._lines["TCST"]
            if line.number(0, 0, _N_MESSAGES - 1) == 0
        }
        return Treating(mode, messages[0], messages[1], orders, must_be_words, choices,
                        self._letters)  # fmt: skip

    def _dictionaries(self, words: Sequence[FillerWord]) -> dict[str, Any]:
        """The dictionaries, and by their bits the words that may be of them."""
        files, filters, answers = (
            {line.number(0, 0, _N_DICTIONARIES - 1): line.text() for line in self._lines[name]}
            for name in ("DFN", "DSF", "DAF")
        )
        named = [
            [number + 1, files.get(number, ""), filters.get(number, ""), answers.get(number, "")]
            for number in range(_N_DICTIONARIES)
            if files.get(number) or answers.get(number)
        ]
        if not named:
            return {}
        uses: dict[str, list[str]] = {}
        for word in words:
            uses.setdefault(str(word.dictionaries), []).append(word.name)
        return {"dictionaries": named, "uses": uses}

    def _unusual(self, found: Sequence[_Found]) -> dict[str, Any]:
        """What only Qxw's files hold, for `write`."""
        kept: dict[str, Any] = {}
        grid = self._lights.grid
        has_own = any(map(_is_unusual, self._lines["GLP"]))  # which differ from the usual of all
        lines = [
            text
            for name in _KEPT
            for line in self._lines[name]
            if _is_unusual(line)
            or (name == "SQCT" and self._place(line) in grid.split)
            or (has_own and name in ("SQLP", "VLP"))
            for text in (self._written(line), *(f"+{text}" for text in line.texts))
        ]
        if lines:
            kept["lines"] = lines
        if cut.BOARDS.get(self._geometry) == "ring" or self._geometry not in (
            cut.PLAIN, *cut.BOARDS,
        ):  # fmt: skip
            kept["geometry"] = self._geometry
        marks = [
            [self._at(place), grid.bars.get(place, 0), grid.merges.get(place, 0)]
            for place in self._lights.places
            if grid.merges.get(place, 0) or ("geometry" in kept and grid.bars.get(place, 0))
        ]
        if marks:
            kept["marks"] = marks
        if grid.split:
            kept["split"] = sorted(map(self._at, grid.split))
        return kept

    def _written(self, line: QxwRecord) -> str:
        """A line, in which squares hold letters and not what else stands for them."""
        contents = self._lights.grid.contents
        if line.name != "SQCT" or (at := (self._place(line), line.number(2, 0, 2))) not in contents:
            return line.written()
        text = "".join(one or "." for one in contents[at])
        return " ".join((line.name, *line.fields[:3], f'"{text}"'))


def _is_unusual(line: QxwRecord) -> bool:
    """Whether a line says something that the squares, clues and texts of a crossword do not."""
    name, fields = line.name, line.fields
    if name == "TM":
        return len(fields) > 1 and fields[1] != "0"
    if name in ("TMSG", "DFN", "DSF", "DAF"):
        return bool(line.text())
    if name == "SQCT":
        return fields[2] == "0" and not re.fullmatch(r'"?(?:\.|\w+)"?', fields[3])
    at = {"GLP": 0, "SQLP": 3, "VLP": 1}.get(name)
    if at is None:
        return True
    if name != "GLP" and not line.flag(at + 3):
        return False
    return _props(line, at)._replace(has_number=True) != Props()


def _look(line: QxwRecord, place: int) -> _Look:
    """What GSP and SQSP say, from the field of the background colour on."""
    at = place + 5
    return _Look(line.colour(place), at < len(line.fields) and line.number(at, 0, 255) > 0)


def _props(line: QxwRecord, at: int) -> Props:
    """What GLP, SQLP and VLP say, from the field of the dictionaries on."""
    dictionaries, methods = (line.number(at + place, 0, _MAX_BITS) for place in (0, 1))
    return Props(
        dictionaries & ((1 << _N_DICTIONARIES) - 1),
        methods & 31 or 1,
        line.flag(at + 2),
        not line.flag(at + 4),
        line.flag(at + 5),
    )
