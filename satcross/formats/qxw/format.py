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

from collections.abc import Iterator, Mapping

from satcross.errors import FormatError
from satcross.formats.extras import note_foreign
from satcross.formats.losses import (
    Feature,
    Losses,
    drop_cells,
    drop_labels_of_blocks,
    drop_unsupported,
    encoded,
)
from satcross.formats.qxw.lines import records
from satcross.formats.qxw.read import Reader
from satcross.model.crossword import (
    DIRECTION_NAMES,
    Crossword,
    SquareKind,
    pattern_of,
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


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a file of Qxw.

    Raises:
        FormatError: it is none, a line is wrong, or the grid is not one that we can hold.
    """
    version, lines = records(data, source)
    return Reader(source, version, lines).crossword()


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
