"""The lines of a file of clues: a word, a separator, and a clue.

    ICE CREAM<TAB>Cold comfort
    ICECREAM<TAB>70<TAB>It melts

All lines of a file have the same separator: a tab, a semicolon or a comma, whichever is in most of
its first lines. A number between word and clue is a score and is ignored. With tabs, fields after
the clue are ignored; with a semicolon or comma the clue extends to the end of the line.

A file may also have a header that names its columns: see `satcross.words.columns`.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from satcross import FormatError
from satcross.words.columns import Header
from satcross.words.files import FileKind, FileText
from satcross.words.lines import ListLine

CLUES = FileKind("list of clues", FormatError, 96 << 20, 1_500_000)

_BLANKS = f" \ufeff{ListLine.SEPARATORS}"  # also of rows without any text
_N_LOOKED_AT = 200  # lines from which the separator is determined
_ENTITY = re.compile(r"&#?\w{1,31};$")
_SCORE = re.compile(r"\s*[0-9]{1,4}(?:\.[0-9]+)?\s*")
HEADER = "word\tclue"
ANNOTATION = "annotation"  # the header of a third column


def read_lines(text: FileText) -> Iterator[tuple[int, str, str, str]]:
    """(1-based line number, word as written, clue, annotation) of the lines; "" if missing.

    Raises:
        FormatError: there are no lines, none of them has a separator, a header has no column of
            clues, or a quote is not closed.
    """
    header = Header.find(text.data)
    if header is None:
        separator = find_separator(text)
        for number, line in _content(text):
            yield number, *parse_line(line, separator), ""
        return
    if header.clue is None:
        raise FormatError(
            "the header has no column of clues",
            hint="call the column 'clue'",
            source=text.source,
            line=header.line,
        )
    for number, row in header.rows(text, CLUES):
        note = "" if header.annotation is None else clean(Header.field(row, header.annotation))
        yield number, Header.field(row, header.word), clean(Header.field(row, header.clue)), note


def parse_line(line: str, separator: str) -> tuple[str, str]:
    r"""(word as written, clue) of a line that is not a comment; a missing part is "".

    Empty columns at the end are none of the clue.

    >>> parse_line("ice cream\tCold; sweet\n", "\t"), parse_line("CAT;70;Pet; it purrs", ";")
    (('ice cream', 'Cold; sweet'), ('CAT', 'Pet; it purrs'))
    >>> parse_line('CAT,"Stop, thief!"', ","), parse_line('CAT,"Stop!"', ",")
    (('CAT', 'Stop, thief!'), ('CAT', '"Stop!"'))
    """
    if separator == "\t":
        word, *fields = Header.tab_fields(line)
        if len(fields) > 1 and _SCORE.fullmatch(fields[0]):
            del fields[0]
        return clean(word), clean(fields[0]) if fields else ""
    line = line.strip()
    if line.endswith((separator, f'{separator}""')) and not _ENTITY.search(line):
        line = re.sub(rf'(?:{separator}\s*(?:"")?\s*)+$', "", line)
    quoted = ListLine.QUOTED.match(line) if line.startswith('"') else None
    if quoted is not None:
        word, clue = quoted[1].replace('""', '"'), line[quoted.end() + 1 :]
    else:
        word, _, clue = line.partition(separator)
    score, mark, rest = clue.partition(separator)
    if mark and _SCORE.fullmatch(score):
        clue = rest
    return word.strip(), clean(_csv_field(clue.strip(), separator, quoted is not None))


def format_line(word: str, clue: str) -> str:
    r"""The line, without line end, that `parse_line` reads as this word and clue.

    Args: word: without tabs; clue: as returned by `clean`.

    >>> format_line("CAT", "Pet")
    'CAT\tPet'
    """
    return tab_line([word, clue])


def tab_line(fields: Sequence[str]) -> str:
    """The line, without line end, that `Header.tab_fields` reads as these fields."""
    line = "\t".join(fields)
    if Header.tab_fields(line) == [*fields]:
        return line
    return "\t".join('"' + field.replace('"', '""') + '"' for field in fields)


def clean(clue: str) -> str:
    """A clue on one line, with single spaces."""
    return " ".join(clue.split())


def find_separator(text: FileText) -> str:
    """The separator of words and clues in a file without a header.

    Raises: FormatError: the file has no lines, or none of the first 200 has a separator.
    """
    lines = list(islice(_content(text), _N_LOOKED_AT))
    if not lines:
        raise FormatError(
            "the list of clues is empty", hint="write WORD, a tab and its clue", source=text.source
        )
    counts = {mark: sum(mark in line for _, line in lines) for mark in ListLine.SEPARATORS}
    best = max(ListLine.SEPARATORS, key=lambda mark: counts[mark])  # the first of equals
    if not counts[best]:
        number, line = lines[0]
        shown = line.strip() if len(line) <= 40 else line.strip()[:40] + "…"
        raise FormatError(
            f"{shown!r} has no clue",
            hint="write WORD, a tab and its clue",
            source=text.source,
            line=number,
        )
    return best


def _content(text: FileText) -> Iterator[tuple[int, str]]:
    # Decoded incrementally, since clue files are large.
    return content_of(io.TextIOWrapper(io.BytesIO(text.data), "utf-8", newline="\n"))


def content_of(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The rows of lines, as `Header.whole_rows`, that are neither blank nor comments."""
    for number, line in Header.whole_rows(lines):
        if (bare := line.strip().strip(_BLANKS)) and not bare.startswith(ListLine.COMMENT):
            yield number, line


def _csv_field(field: str, separator: str, all_quoted: bool) -> str:
    """A field without CSV quotes, if all fields are quoted or this one needs quotes."""
    inner = field[1:-1]
    if len(field) < 2 or field[0] != '"' or field[-1] != '"':
        return field
    if '"' in inner.replace('""', ""):
        return field
    if all_quoted or separator in inner or '""' in inner or "\v" in inner:
        return inner.replace('""', '"')
    return field
