"""Writing Qxw's files: a crossword, and of a puzzle's rules what Qxw can be told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from satcross import Crossword, FormatError
from satcross.apps.interchange.extras import extras_for
from satcross.apps.interchange.qxw.lights import BOARDS, EDGE, HEADINGS, HEXAGON, USUAL
from satcross.apps.interchange.qxw.lines import records
from satcross.apps.interchange.qxw.orders import Orders, orders_of
from satcross.apps.interchange.qxw.read import (
    CIRCLE,
    MAX_LIGHT_CELLS,
    MAX_LIGHTS,
    MAX_SIDE,
    NUMBER,
    WHITE,
    Reader,
)
from satcross.apps.interchange.qxw.task import NAME, NO_LIGHTS
from satcross.extend import Feature, Losses, Recorded, SquareKind, cell_name, find_slots, pattern_of

KEEPS = frozenset({
    Feature.SIZE, Feature.BARS, Feature.VOIDS, Feature.CIRCLES, Feature.SHADES, Feature.COLOURS,
    Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.LABELS, Feature.TITLE, Feature.AUTHOR,
    Feature.BOARD,
})  # fmt: skip
# Qxw's own limits: of letters of an alphabet, letters in a square, bytes of a title and of a
# corner's text.
MAX_ALPHABET = 60
MAX_CONTENT = 31
MAX_TITLE = 999
MAX_MARK = 30
_HEAD = "#QXW2v5 http://www.quinapalus.com"
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_VOWELS = frozenset("AEIOU")
_SPECIAL = frozenset('.-?,[]^"@#+')  # they mean something in a square; + begins a text
_MAX_CHAR = 0x30000  # the first that Qxw does not know
_FLAGS = {SquareKind.OPEN: 0, SquareKind.BLOCK: 1, SquareKind.VOID: 8}
_BAR = re.compile(r"r(\d+)c(\d+)([A-Z])", re.ASCII)
_LIGHTS = {*USUAL, *(heading for headings in HEADINGS.values() for heading in headings)}
_ORDER = ("TM", "TMSG", "TCST", "DFN", "DSF", "DAF")  # of lines before those of squares


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
    if crossword.board and crossword.board.partition(";")[0] not in BOARDS.values():
        losses.drop(Feature.BOARD, [crossword.board])
        crossword = replace(crossword.labelled(), board="")
    losses.drop_unsupported(crossword, KEEPS)
    kept = extras_for(crossword, NAME)
    free = [
        clue.cells
        for clue in crossword.clues
        if clue.direction not in _LIGHTS and 0 < len(clue.cells) <= MAX_LIGHT_CELLS
    ][:MAX_LIGHTS]
    said = Orders(free, _by_name(kept.get("lines", ())))
    geometry, marks = _geometry(crossword, kept)
    if not kept:
        said = orders_of(crossword, geometry, free, losses)
    settings = {key: value for key, value in crossword.extras.get(Recorded.EXTRAS, {}).items()
                if key != "rules"}  # fmt: skip
    others = {key: crossword.extras[key] for key in crossword.extras if key != Recorded.EXTRAS}
    bare = replace(
        crossword,
        extras=MappingProxyType(others | ({Recorded.EXTRAS: settings} if settings else {})),
    )
    losses.note_foreign(bare, NAME)
    losses.drop_of_blocks(crossword, (Feature.LABELS, Feature.CIRCLES, Feature.SHADES))
    alphabet = _alphabet(crossword, kept.get("alphabet", ""))
    lines = [_HEAD, f"GP {geometry} {crossword.n_cols} {crossword.n_rows} 1 0 0"]
    lines += ["TTL", f"+{_text(crossword, 'title', losses)}"]
    lines += ["AUT", f"+{_text(crossword, 'author', losses)}"]
    lines += _alphabet_lines(alphabet)
    lines += said.lines.get("GLP", ["GLP 1 1 0 0 0 0"])
    lines += ["GSP ffffff 000000 0 0 0 0 000000"]
    lines += [line for name in _ORDER for line in said.lines.get(name, ())]
    lines += _square_lines(crossword, marks)
    lines += _look_lines(crossword, losses, frozenset(kept.get("split", ())))
    lines += said.lines.get("SQLP", ())
    lines += _light_lines(crossword, said)
    lines += _content_lines(crossword, alphabet, losses, said.lines.get("SQCT", ()))
    data = losses.encoded("\n".join([*lines, "END", ""]))
    if crossword.board:
        version, again = records(data, NAME)
        reader = Reader(NAME, version, again)
        read = reader.crossword()
        if not kept and f"min-length {NO_LIGHTS}" in reader.task.rules:
            losses.drop(Feature.BOARD, ["lights without an end are none in Qxw"])
        pairs = list(zip(crossword.labelled().squares, read.labelled().squares, strict=True))
        gone = [at for at, (one, again) in enumerate(pairs) if one.kind is not again.kind]
        losses.drop_cells(crossword, Feature.SIZE, gone)  # a hexagonal grid has no such square
        other = [at for at, (one, again) in enumerate(pairs) if one.label != again.label]
        if any(square.label for square in crossword.squares):
            losses.drop_cells(crossword, Feature.LABELS, other)
        elif other:
            names = [cell_name(at, crossword.n_cols) for at in other]
            losses.note("numbers that Qxw prints otherwise", names)
    return data


def _by_name(lines: Sequence[str]) -> dict[str, list[str]]:
    """Lines of a file by their keywords, each with the texts after it."""
    found: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        name = name if line.startswith("+") else line.split(" ", 1)[0]
        found.setdefault(name, []).append(line)
    return found


def _geometry(crossword: Crossword, kept: Mapping[str, Any]) -> tuple[int, dict[int, list[int]]]:
    """The number of the geometry; by position, the bars and merges of squares."""
    marks = {
        at: [(at in crossword.bars_right) + 2 * (at in crossword.bars_below), 0]
        for at in range(len(crossword.squares))
    }
    kind, _, bars = crossword.board.partition(";")
    found = [number for number, board in BOARDS.items() if board == kind]
    geometry = EDGE if EDGE in found else found[0] if found else 0
    geometry = kept.get("geometry", geometry)
    letters = [heading.split()[-1][0].upper() for heading in HEADINGS.get(geometry, USUAL)]
    if geometry == HEXAGON:  # a bar below ends lights to both sides
        for at, mark in marks.items():
            mark[0] = (at in crossword.bars_right) + 6 * (at in crossword.bars_below)
    for row, col, letter in _BAR.findall(bars):
        marks[(int(row) - 1) * crossword.n_cols + int(col) - 1][0] |= 1 << letters.index(letter)
    for at, bar, merge in kept.get("marks", ()):
        marks[at] = [bar, merge]
    return geometry, marks


def _text(crossword: Crossword, name: str, losses: Losses) -> str:
    """A title on one line, as far as Qxw has room for it."""
    text: str = getattr(crossword, name)
    line = " ".join(text.split())
    if line != text:
        losses.note("blanks and line breaks in texts", [name])
    kept = line.encode(errors="replace")[:MAX_TITLE].decode(errors="ignore")
    if len(line.encode(errors="replace")) > MAX_TITLE:
        losses.drop(Feature.TEXT, [name])
        return kept
    return line


def _alphabet(crossword: Crossword, own: str) -> Mapping[str, str]:
    """The letters of the grid, A to Z first, and for each what else stands for it in Qxw.

    Args: own: those of the file, instead of A to Z.
    """
    used = {
        char
        for square in crossword.squares
        if square.kind is SquareKind.OPEN
        for char in square.solution
        if char.isprintable() and not char.isspace() and ord(char) < _MAX_CHAR
    }
    first = own or _LATIN
    others = sorted(used - _SPECIAL - set(first), key=lambda char: (not char.isalpha(), char))
    letters = [*first, *others][:MAX_ALPHABET]
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


def _square_lines(crossword: Crossword, marks: Mapping[int, Sequence[int]]) -> Iterator[str]:
    for position, square in enumerate(crossword.squares):
        bars, merges = marks[position]
        yield f"SQ {_place(crossword, position)} {bars} {merges} {_FLAGS[square.kind]} ."


def _look_lines(crossword: Crossword, losses: Losses, split: frozenset[int]) -> Iterator[str]:
    """The colour of each square that has a look of its own, then the texts in its corners.

    Args: split: the squares whose letters differ by direction.
    """
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
        is_split = position in split
        if square.kind is SquareKind.OPEN and (
            square.shade or square.circle or is_split or corner != NUMBER
        ):
            marks[position] = [corner, CIRCLE if square.circle else ""]
            colour = (square.shade or WHITE).removeprefix("#")
            yield f"SQSP {_place(crossword, position)} {colour} 000000 0 1 0 {is_split:d} 000000"
    losses.drop_cells(crossword, Feature.LABELS, lost)
    for position, texts in marks.items():
        for place, text in enumerate(texts):
            yield f"SQSPMK {_place(crossword, position)} {place}"
            yield f"+{text}"


def _is_mark(label: str) -> bool:
    """Whether a label can stand in a corner as it is."""
    fits = len(label.encode(errors="replace")) <= MAX_MARK
    return fits and not label.startswith("\\") and label.isprintable()


def _light_lines(crossword: Crossword, said: Orders) -> Iterator[str]:
    """Free lights, such as the cells of clues that are neither across nor down."""
    for number, cells in enumerate(said.free):
        for place, cell in enumerate(cells):
            yield f"VL {number} {place} {_place(crossword, cell)}"
    own = {line.split()[1]: line for line in said.lines.get("VLP", ())}
    for number in range(len(said.free)):
        yield own.get(str(number), f"VLP {number} 1 1 0 0 0 0")


def _content_lines(
    crossword: Crossword, alphabet: Mapping[str, str], losses: Losses, own: Sequence[str]
) -> Iterator[str]:
    """What squares hold. Args: own: the lines of a file, where it is not known letters alone."""
    lost: list[int] = []
    others: dict[tuple[str, str], list[str]] = {}
    for line in own:
        if not line.startswith("+"):  # a text belongs to the line before it
            _, col_text, row_text, *_ = line.split()
        others.setdefault((row_text, col_text), []).append(line)
    for position, square in enumerate(crossword.squares):
        solution = square.solution if square.kind is SquareKind.OPEN else ""
        kept = "".join(char for char in solution if char in alphabet)[:MAX_CONTENT]
        if kept != solution:
            lost.append(position)
        row, col = divmod(position, crossword.n_cols)
        if solution or (str(row), str(col)) not in others:
            yield f'SQCT {col} {row} 0 "{kept or "."}"'
        else:
            yield from others[str(row), str(col)]
    losses.drop_cells(crossword, Feature.LETTERS, lost)


def _place(crossword: Crossword, position: int) -> str:
    """A square's column and row, as files have them."""
    row, col = divmod(position, crossword.n_cols)
    return f"{col} {row}"
