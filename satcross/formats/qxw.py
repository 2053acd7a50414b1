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

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from satcross.errors import FormatError
from satcross.formats.extras import note_foreign, with_bars
from satcross.formats.losses import (
    Feature,
    Losses,
    decoded,
    drop_cells,
    drop_labels_of_blocks,
    drop_unsupported,
    encoded,
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

HEAD = "#QXW2"
MAX_TEXT = 8 << 20  # bytes; a grid of 63 x 63 with a text in every corner takes three million
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_COLOUR = re.compile(r"[0-9a-fA-F]{1,6}")
# The least number of fields of each line; later versions added some. Those with None are not read:
# dictionaries and their filters, treatments of answers, and their messages.
_FIELDS = {
    "GP": 3, "TTL": 0, "AUT": 0, "ALP": 1, "GLP": 4, "GSP": 4, "GSPMK": 1, "SQ": 5, "SQSP": 6,
    "SQSPMK": 3, "SQLP": 7, "VL": 4, "VLP": 5, "SQCT": 4, "END": 0,
    **dict.fromkeys(("TM", "TMSG", "TCST", "DFN", "DSF", "DAF")),
}  # fmt: skip
KEEPS = frozenset({
    Feature.SIZE, Feature.BARS, Feature.VOIDS, Feature.CIRCLES, Feature.SHADES, Feature.COLOURS,
    Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.LABELS, Feature.TITLE, Feature.AUTHOR,
})  # fmt: skip
# Qxw's own limits: of rows and columns, letters of an alphabet, letters in a square, free lights
# and cells of one, bytes of a title and of a corner's text.
MAX_SIDE = 63
MAX_ALPHABET = 60
MAX_CONTENT = 31
MAX_LIGHTS = 252
MAX_LIGHT_CELLS = 250
MAX_TITLE = 999
MAX_MARK = 30
NUMBER, CIRCLE = "\\#", "\\o"  # texts of a corner that stand for the number and a circle
WHITE = "#ffffff"
OTHER = "Other"  # what Qxw calls the list of free lights
_HEAD = "#QXW2v5 http://www.quinapalus.com"
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VOWELS = frozenset("AEIOU")
_SPECIAL = frozenset('.-?,[]^"@#+')  # they mean something in a square; + begins a text
_MAX_CHAR = 0x30000  # the first that Qxw does not know
_FLAGS = {SquareKind.OPEN: 0, SquareKind.BLOCK: 1, SquareKind.VOID: 8}
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


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a file, and the texts after it.

    Args:
        line: its number, from 1.
        name: the keyword.
        fields: what follows it.
        texts: the lines after it that begin with `+`, without that.
        source: the file's name, for errors.
    """

    line: int
    name: str
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    source: str

    def number(self, place: int, least: int, most: int) -> int:
        """The whole number in a field.

        Raises:
            FormatError: it is none, or not from `least` to `most`.
        """
        text = self.fields[place]
        if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
            raise self.wrong(
                f"field {place + 1} of {self.name} must be a whole number from {least} to {most},"
                f" got {text[:20]!r}"
            )
        return int(text)

    def flag(self, place: int) -> bool:
        """Whether a field is not 0; one that an older version does not write is 0."""
        return place < len(self.fields) and self.number(place, -(10**9), 10**9) != 0

    def colour(self, place: int) -> str:
        """A field of six hexadecimal digits as `#rrggbb`."""
        text = self.fields[place]
        if not _COLOUR.fullmatch(text):
            raise self.wrong(f"field {place + 1} of {self.name} is no colour: {text[:20]!r}")
        return f"#{text.lower():0>6}"

    def text(self) -> str:
        """The text after the line; "" if there is none."""
        return self.texts[0] if self.texts else ""

    def wrong(self, problem: str, hint: str = "") -> FormatError:
        """The error that this line is wrong."""
        return FormatError(problem, hint=hint, source=self.source, line=self.line)


def records(data: bytes, source: str) -> tuple[int, list[Record]]:
    """The version of a file, and its lines between the first and `END`.

    Raises:
        FormatError: it is no such file, is cut off, or has an unknown line.
    """
    lines = re.split(r"\r\n?|\n", decoded(data, source, MAX_TEXT).rstrip("\r\n"))
    head = re.match(HEAD + r"(?:v([0-9]{1,4}))?(?![0-9])", lines[0])
    if head is None:
        raise FormatError(
            f"the first line does not begin with {HEAD}",
            hint="open the file in Qxw and save it again",
            source=source,
            line=1,
        )
    return int(head[1] or 0), list(_records(lines, source))


def _records(lines: list[str], source: str) -> Iterator[Record]:
    number = 1
    while number < len(lines):
        at, line = number + 1, lines[number]
        number += 1
        texts: list[str] = []
        while number < len(lines) and lines[number].startswith("+"):
            texts.append(lines[number][1:])
            number += 1
        name, *fields = line.split() or [""]
        record = Record(at, name, tuple(fields), tuple(texts), source)
        if name not in _FIELDS:
            raise record.wrong(
                f"{line[:20]!r} is no line of a Qxw file" if name else "the line is empty",
                "open the file in Qxw and save it again",
            )
        least = _FIELDS[name]
        if least is None:
            continue
        if len(fields) < least:
            raise record.wrong(f"{name} needs {least} fields, got {len(fields)}")
        if name == "END":
            return
        yield record
    raise FormatError("the file ends before its line END", hint="get it again", source=source)


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


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword for Qxw, of version 5.

    Raises:
        FormatError: the grid is larger than Qxw's.
    """
    if max(crossword.n_rows, crossword.n_cols) > MAX_SIDE:
        raise FormatError(
            f"a grid of Qxw has at most {MAX_SIDE} rows and columns,"
            f" got {crossword.n_rows} and {crossword.n_cols}",
            hint="use another format",
        )
    drop_unsupported(crossword, KEEPS, losses)
    note_foreign(crossword, "", losses)
    drop_labels_of_blocks(crossword, losses)
    alphabet = _alphabet(crossword)
    lines = [_HEAD, f"GP 0 {crossword.n_cols} {crossword.n_rows} 1 0 0"]
    lines += ["TTL", f"+{_text(crossword.title, losses)}"]
    lines += ["AUT", f"+{_text(crossword.author, losses)}"]
    lines += _alphabet_lines(alphabet)
    lines += ["GLP 1 1 0 0 0 0", "GSP ffffff 000000 0 0 0 0 000000"]
    lines += _square_lines(crossword)
    lines += _look_lines(crossword, losses)
    lines += _light_lines(crossword)
    lines += _content_lines(crossword, alphabet, losses)
    return encoded("\n".join([*lines, "END", ""]), losses)


def _text(text: str, losses: Losses) -> str:
    """A title on one line, as far as Qxw has room for it."""
    line = " ".join(text.split())
    kept = line.encode(errors="replace")[:MAX_TITLE].decode(errors="ignore")
    if len(line.encode(errors="replace")) > MAX_TITLE:
        losses.drop(Feature.TEXT)
        return kept
    return line


def _alphabet(crossword: Crossword) -> Mapping[str, str]:
    """The letters of the grid, A to Z first, and for each what else stands for it in Qxw."""
    used = {
        char
        for square in crossword.squares
        if square.kind is SquareKind.OPEN
        for char in square.solution
        if char.isprintable() and not char.isspace() and ord(char) < _MAX_CHAR
    }
    others = sorted(used - _SPECIAL - set(_LATIN), key=lambda char: (not char.isalpha(), char))
    letters = [*_LATIN, *others][:MAX_ALPHABET]
    return {
        char: char.lower() if len(char.lower()) == 1 and char.lower() not in letters else ""
        for char in letters
    }


def _alphabet_lines(alphabet: Mapping[str, str]) -> Iterator[str]:
    for number, (char, other) in enumerate(alphabet.items(), 1):
        is_vowel = char in _VOWELS
        is_consonant = char in _LATIN and not is_vowel
        follows = char in _LATIN[:-1]  # the next letter of the alphabet is the next line's
        yield f"ALP {number} {is_vowel:d} {is_consonant:d} {follows:d}"
        yield f"+{char}"
        yield f"+{char}{other}"


def _square_lines(crossword: Crossword) -> Iterator[str]:
    for position, square in enumerate(crossword.squares):
        bars = (position in crossword.bars_right) + 2 * (position in crossword.bars_below)
        yield f"SQ {_place(crossword, position)} {bars} 0 {_FLAGS[square.kind]} ."


def _look_lines(crossword: Crossword, losses: Losses) -> Iterator[str]:
    """The colour of each square that has a look of its own, then the texts in its corners."""
    numbers = {slot.cells[0]: str(slot.number) for slot in find_slots(pattern_of(crossword))}
    is_labelled = any(square.label for square in crossword.squares)
    marks: dict[int, list[str]] = {}
    lost: list[int] = []
    for position, square in enumerate(crossword.squares):
        corner = NUMBER
        if is_labelled and square.label != numbers.get(position, ""):
            if _is_mark(square.label):
                corner = square.label
            else:
                lost.append(position)
        if square.kind is SquareKind.OPEN and (square.shade or square.circle or corner != NUMBER):
            marks[position] = [corner, CIRCLE if square.circle else ""]
            colour = (square.shade or WHITE).removeprefix("#")
            yield f"SQSP {_place(crossword, position)} {colour} 000000 0 1 0 0 000000"
    drop_cells(crossword, Feature.LABELS, lost, losses)
    for position, texts in marks.items():
        for place, text in enumerate(texts):
            yield f"SQSPMK {_place(crossword, position)} {place}"
            yield f"+{text}"


def _is_mark(label: str) -> bool:
    """Whether a label can stand in a corner as it is."""
    fits = len(label.encode(errors="replace")) <= MAX_MARK
    return fits and not label.startswith("\\") and label.isprintable()


def _light_lines(crossword: Crossword) -> Iterator[str]:
    """The cells of clues that are neither across nor down, as free lights."""
    lights = [
        clue.cells
        for clue in crossword.clues
        if clue.direction not in DIRECTION_NAMES.values() and 0 < len(clue.cells) <= MAX_LIGHT_CELLS
    ][:MAX_LIGHTS]
    for number, cells in enumerate(lights):
        for place, cell in enumerate(cells):
            yield f"VL {number} {place} {_place(crossword, cell)}"
    for number in range(len(lights)):
        yield f"VLP {number} 1 1 0 0 0 0"


def _content_lines(
    crossword: Crossword, alphabet: Mapping[str, str], losses: Losses
) -> Iterator[str]:
    lost: list[int] = []
    for position, square in enumerate(crossword.squares):
        solution = square.solution if square.kind is SquareKind.OPEN else ""
        kept = "".join(char for char in solution if char in alphabet)[:MAX_CONTENT]
        if kept != solution:
            lost.append(position)
        yield f'SQCT {_place(crossword, position)} 0 "{kept or "."}"'
    drop_cells(crossword, Feature.LETTERS, lost, losses)


def _place(crossword: Crossword, position: int) -> str:
    """A square's column and row, as files have them."""
    row, col = divmod(position, crossword.n_cols)
    return f"{col} {row}"
