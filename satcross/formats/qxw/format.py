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

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from satcross.errors import FormatError
from satcross.formats.extras import note_foreign, with_bars
from satcross.formats.losses import (
    Feature,
    Losses,
    drop_cells,
    drop_labels_of_blocks,
    drop_unsupported,
    encoded,
)
from satcross.formats.qxw.lines import FIELDS, Record, records
from satcross.model.cellnames import cell_name
from satcross.model.crossword import (
    DIRECTION_NAMES,
    Clue,
    Crossword,
    Square,
    SquareKind,
    pattern_of,
    spelled,
)
from satcross.model.slots import Direction, find_slots

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


class _Look(NamedTuple):
    """How a square, or every square without a look of its own, is shown."""

    shade: str = WHITE
    is_split: bool = False  # into the letter across and the letter down


class _Light(NamedTuple):
    """The properties of a light, or those of every light that has none."""

    has_number: bool = True
    is_multiplexed: bool = False


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a file of Qxw.

    Raises:
        FormatError: it is none, a line is wrong, or the grid is not one that we can hold.
    """
    version, lines = records(data, source)
    return _Reader(source, version, lines).crossword()


class _Reader:
    """Reads the lines of a file, kind by kind.

    Args: source: names the file in errors; version: the file's; lines: all of them.
    """

    def __init__(self, source: str, version: int, lines: Iterable[Record]) -> None:
        self._source = source
        self._lines: dict[str, list[Record]] = {name: [] for name in FIELDS}
        for line in lines:
            self._lines[line.name].append(line)
        self._n_cols, self._n_rows = self._size()
        self._letters = self._alphabet(version)
        self._marks = [NUMBER, *(_N_MARKS - 1) * [""]]
        for line in self._lines["GSPMK"]:
            self._marks[line.number(0, 0, _N_MARKS - 1)] = line.text()
        looks = [_look(line, 0) for line in self._lines["GSP"]]
        self._look = looks[-1] if looks else _Look()
        self._looks = {
            position: _look(line, 2) for position, line in self._placed("SQSP") if line.flag(5)
        }
        self._own_marks: dict[int, list[str]] = {}
        for position, line in self._placed("SQSPMK"):
            own = self._own_marks.setdefault(position, [NUMBER, *(_N_MARKS - 1) * [""]])
            own[line.number(2, 0, _N_MARKS - 1)] = line.text()

    def crossword(self) -> Crossword:
        lights = [_light(line, 0) for line in self._lines["GLP"]]
        usual = lights[-1] if lights else _Light()
        drawn = dict(self._placed("SQ"))
        held = dict(self._placed("SQ")) | {
            position: line for position, line in self._placed("SQCT") if line.number(2, 0, 2) == 0
        }
        sides = {position: self._bars(position, line) for position, line in drawn.items()}
        squares = [
            self._square(position, drawn.get(position), held.get(position))
            for position in range(self._n_rows * self._n_cols)
        ]
        crossword = self._with_lights(with_bars(squares, self._n_cols, sides), usual)
        title, author = (
            self._lines[name][0].text().strip() if self._lines[name] else ""
            for name in ("TTL", "AUT")
        )
        return replace(crossword, title=title, author=author).without_usual_labels()

    def _size(self) -> tuple[int, int]:
        if not self._lines["GP"]:
            raise FormatError(
                "the file has no line GP", hint="it says the grid's size", source=self._source
            )
        line = self._lines["GP"][0]
        geometry = _GEOMETRIES[line.number(0, 0, len(_GEOMETRIES) - 1)]
        if geometry != "plain":
            raise line.wrong(
                f"the grid is {geometry}", "only Qxw's plain rectangular grids can be read"
            )
        return line.number(1, 1, MAX_SIDE), line.number(2, 1, MAX_SIDE)

    def _alphabet(self, version: int) -> dict[str, str]:
        """What may be in a square, and how it is shown."""
        letters: dict[str, str] = {}
        others: dict[str, str] = {}
        for line in self._lines["ALP"]:
            shown, equivalents = (*line.texts, "", "")[:2]
            if len(shown) == 1:  # of two letters: how dictionaries are read, not a square
                letters[shown] = shown
                others |= dict.fromkeys(equivalents, shown)
        if version < _ALPHABETS_SINCE:
            letters = {char: char.upper() for char in map(chr, range(128)) if char.isalnum()}
        return others | letters

    def _placed(self, name: str) -> Iterator[tuple[int, Record]]:
        """The lines of a name with the positions of their squares."""
        return ((self._position(line), line) for line in self._lines[name])

    def _position(self, line: Record, place: int = 0) -> int:
        col = line.number(place, 0, self._n_cols - 1)
        return line.number(place + 1, 0, self._n_rows - 1) * self._n_cols + col

    def _bars(self, position: int, line: Record) -> str:
        """The sides of a square that have a bar."""
        bars, merges = (line.number(place, 0, 255) for place in (2, 3))
        row, col = divmod(position, self._n_cols)
        is_merged = (merges & _RIGHT and col + 1 < self._n_cols) or (
            merges & _BELOW and row + 1 < self._n_rows
        )
        if is_merged:
            raise line.wrong(
                f"{self._name(position)} is merged with the next square",
                "separate merged squares in Qxw",
            )
        return "R" * bool(bars & _RIGHT) + "B" * bool(bars & _BELOW)

    def _square(self, position: int, drawn: Record | None, held: Record | None) -> Square:
        """A square. Args: drawn: its line SQ; held: the line that has its letters."""
        flags = drawn.number(4, 0, 255) if drawn else 0
        if flags & (_CUTOUT | _BLOCK):
            return Square(SquareKind.VOID if flags & _CUTOUT else SquareKind.BLOCK)
        look = self._looks.get(position, self._look)
        if look.is_split and held:
            raise held.wrong(
                f"the letters across and down of {self._name(position)} may differ",
                "turn off its dechecking in Qxw",
            )
        return Square(
            solution=self._solution(position, held) if held else "",
            circle=CIRCLE in map(str.lower, self._corners(position)),
            shade="" if look.shade == WHITE else look.shade,
        )

    def _corners(self, position: int) -> list[str]:
        """The texts in the corners of a square."""
        marks = self._marks
        if position in self._looks:
            marks = self._own_marks.get(position, [NUMBER])
        return marks[:_CORNERS]

    def _solution(self, position: int, line: Record) -> str:
        text = line.fields[3] if line.name == "SQCT" else (*line.fields, ".")[5]
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

    def _with_lights(self, crossword: Crossword, usual: _Light) -> Crossword:
        """The crossword with labels, and a clue without text for every light.

        Args: usual: the properties of lights that have none of their own.
        """
        own = {
            (self._position(line), line.number(2, 0, 1)): _light(line, 3)
            for line in self._lines["SQLP"]
            if line.flag(6)
        }
        own_free = {
            line.number(0, 0, MAX_LIGHTS - 1): _light(line, 1)
            for line in self._lines["VLP"]
            if line.flag(4)
        }
        slots = find_slots(pattern_of(crossword))
        of_slots = [
            own.get((slot.cells[0], _DIRECTIONS.index(slot.direction)), usual) for slot in slots
        ]
        numbered = {
            slot.cells[0] for slot, light in zip(slots, of_slots, strict=True) if light.has_number
        }
        numbers = {position: str(number) for number, position in enumerate(sorted(numbered), 1)}
        squares = [
            replace(square, label=self._label(position, numbers.get(position, "")))
            if square.kind is SquareKind.OPEN
            else square
            for position, square in enumerate(crossword.squares)
        ]
        crossword = replace(crossword, squares=tuple(squares))
        shown = crossword.labelled().squares
        lights = [
            (slot.heading, shown[slot.cells[0]].label, slot.cells, light)
            for slot, light in zip(slots, of_slots, strict=True)
        ]
        lights += [
            (OTHER, str(number + 1), cells, own_free.get(number, usual))
            for number, cells in self._free_cells()
        ]
        clues: list[Clue] = []
        for direction, label, cells, light in lights:
            if light.is_multiplexed:
                self._check_single(cells, squares)
            answer = spelled(squares, cells)
            clues.append(Clue(direction, label, "", cells=cells, answer=answer))
        return replace(crossword, clues=tuple(clues))

    def _free_cells(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The numbers of free lights, from 0, and their cells."""
        lights: dict[int, dict[int, int]] = {}  # by number: by place in it, the position
        for line in self._lines["VL"]:
            cells = lights.setdefault(line.number(0, 0, MAX_LIGHTS - 1), {})
            cells[line.number(1, 0, MAX_LIGHT_CELLS - 1)] = self._position(line, 2)
        for number, cells in sorted(lights.items()):
            if len(cells) != max(cells) + 1:
                raise FormatError(
                    f"free light {number + 1} lacks cells",
                    hint="open the file in Qxw and save it again",
                    source=self._source,
                )
            yield number, tuple(cells[place] for place in range(len(cells)))

    def _check_single(self, cells: Sequence[int], squares: Sequence[Square]) -> None:
        """Raises FormatError if a square has several letters, of which a light takes one."""
        for cell in cells:
            if len(squares[cell].solution) > 1:
                raise FormatError(
                    f"multiplexed lights share the letters of {self._name(cell)}",
                    hint="enter one letter, or make the light an ordinary one",
                    source=self._source,
                )

    def _label(self, position: int, number: str) -> str:
        texts = [text for text in self._corners(position) if text and text.lower() != CIRCLE]
        if NUMBER in texts:
            return number
        if texts and texts[0].startswith("\\"):
            raise FormatError(
                f"the corner text {texts[0][:20]!r} of {self._name(position)} cannot be read",
                hint=f"only {NUMBER}, {CIRCLE} and plain text can",
                source=self._source,
            )
        return texts[0] if texts else ""

    def _name(self, position: int) -> str:
        return cell_name(position, self._n_cols)


def _look(line: Record, place: int) -> _Look:
    """What GSP and SQSP say, from the field of the background colour on."""
    at = place + 5
    return _Look(line.colour(place), at < len(line.fields) and line.number(at, 0, 255) > 0)


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
