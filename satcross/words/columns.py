"""CSV and TSV files whose first line names their columns, as spreadsheets write them.

    word,score,clue
    "ice cream",70,"Cold, and sweet"

Columns are separated by tabs, semicolons or commas and may be in any order; columns with other
names are ignored. Fields that contain semicolons or commas are in double quotes. Between tabs,
quotes are ordinary characters, unless they enclose a field that has doubled quotes inside.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from satcross.errors import InputError
from satcross.model.alphabet import Alphabet
from satcross.words.builtin import DATA
from satcross.words.entries import Entries, EntryBuilder
from satcross.words.files import WORDS, FileKind, FileText
from satcross.words.lines import COMMENT, SEPARATORS, Score, parse_score, score_error
from satcross.words.scales import PLAIN, Scale

_MAX_LINES_BEFORE = 100  # of comments and blanks, before the header
_MAX_HEADER = 2000  # bytes
MAX_LINES_IN_ROW = 20  # a field in quotes may have line ends, but not as many as this


class Header(NamedTuple):
    """The line that names the columns.

    Args:
        separator: the column separator.
        word: index of the column of words.
        score, clue: indices of these columns, or None if there is none.
        line: 1-based line number of the header.
        stop: byte offset of its end in the text.
        annotation: index of the column of what explains the clues, or None.
    """

    separator: str
    word: int
    score: int | None
    clue: int | None
    line: int
    stop: int
    annotation: int | None = None


def find_header(data: bytes) -> Header | None:
    r"""The header of a text, or None if its first line is not one.

    >>> find_header(b"Answer;Clue\nCAT;Pet\n")
    Header(separator=';', word=0, score=None, clue=1, line=1, stop=12, annotation=None)
    >>> find_header(b"word\nanswer\n") is None
    True
    """
    start = 0
    for number in range(1, _MAX_LINES_BEFORE + 1):
        if start >= len(data):
            return None
        stop = data.find(b"\n", start) + 1 or len(data)
        line = data[start : min(stop, start + _MAX_HEADER)].decode(errors="replace").strip()
        # Spreadsheets may name the separator in its own line: `sep=;`
        if line and not line.startswith(COMMENT) and not line.lower().startswith("sep="):
            return _header_of(line, number, stop)
        start = stop
    return None


def _header_of(line: str, number: int, stop: int) -> Header | None:
    separator = next((mark for mark in SEPARATORS if mark in line), None)
    if separator is None:
        return None
    names = [name.strip(' "').casefold() for name in line.split(separator)]
    if sum(not name.isdigit() for name in names) < 2:  # as in most lists: a word and its score
        return None
    known = _known_names()
    word, score, clue, annotation = (
        next((at for at, name in enumerate(names) if name in known[kind]), None)
        for kind in ("word", "score", "clue", "annotation")
    )
    if word is None or sum(any(name in some for some in known.values()) for name in names) < 2:
        return None
    return Header(separator, word, score, clue, number, stop, annotation)


@cache
def _known_names() -> dict[str, list[str]]:
    """The names of columns, by what is in them."""
    import tomllib  # few lists have a header, and start-up is measured

    return tomllib.loads((DATA / "columns.toml").read_text(encoding="utf-8"))


def read_rows(
    text: FileText, header: Header, kind: FileKind = WORDS
) -> Iterator[tuple[int, list[str]]]:
    """(1-based line number, fields) of the rows below the header that are not blank.

    Raises:
        InputError: the `kind`'s error: a quote is not closed.
    """
    data = text.data[header.stop :]
    if not data.endswith(b"\n"):
        data += b"\n"
    # Decoded incrementally, since clue files are large.
    lines = io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="")
    if header.separator == "\t":
        for number, line in enumerate(lines, header.line + 1):
            if line.strip():
                yield number, [unquoted(field) for field in line.rstrip("\r\n").split("\t")]
        return
    import csv  # not needed for plain lists, and start-up is measured

    rows = csv.reader(lines, delimiter=header.separator)
    number = header.line + 1
    while True:
        try:
            row = next(rows, None)
        except csv.Error:  # a field of more than 131,072 characters
            raise _unclosed(text, number, kind) from None
        if row is None:
            return
        n_lines = header.line + 1 + rows.line_num - number
        # An unclosed quote includes the lines below it and their line ends.
        if n_lines > MAX_LINES_IN_ROW or (row and row[-1].endswith(("\n", "\r"))):
            raise _unclosed(text, number, kind)
        if any(field.strip() for field in row):
            yield number, row
        number += n_lines


def _unclosed(text: FileText, number: int, kind: FileKind) -> InputError:
    return kind.error(
        "a quote in this row is not closed",
        hint='close it, or write a quote in the text as ""',
        source=text.source,
        line=number,
    )


def scan_table(
    text: FileText, header: Header, alphabet: Alphabet, min_letters: int, scale: Scale = PLAIN
) -> Entries:
    """The entries of a file with a header. A blank or missing score is 50.

    Raises: WordListError: a score is not a number up to 1000, or a quote is not closed.
    """
    builder = EntryBuilder(alphabet, min_letters)
    for number, row in read_rows(text, header):
        written, score = word_of(row, header, text.source, number, scale)
        builder.add(written, score.score, number, rounded=score.rounded, clipped=score.clipped)
    return builder.entries(text.data.count(b"\n") + (not text.data.endswith(b"\n")))


def word_of(
    row: list[str], header: Header, source: str, number: int, scale: Scale
) -> tuple[str, Score]:
    """The written form and the score of a row. Raises: as `scan_table`."""
    shown = field_of(row, header.score)
    score = parse_score(shown, scale) if shown else Score(scale.of(None))
    if score is None:
        raise score_error(shown, source=source, line=number)
    return " ".join(field_of(row, header.word).split()), score


def field_of(row: list[str], column: int | None) -> str:
    """A field of a row, stripped; "" if the row is too short."""
    return row[column].strip() if column is not None and column < len(row) else ""


def unquoted(field: str) -> str:
    """A field between tabs without the quotes that a spreadsheet added."""
    inner = field[1:-1]
    if len(field) > 2 and field[0] == field[-1] == '"' and '""' in inner:
        rest = inner.replace('""', "")
        return field if '"' in rest else inner.replace('""', '"')
    return field
