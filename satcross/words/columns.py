"""CSV and TSV files whose first line names their columns, as spreadsheets write them.

    word,score,clue
    "ice cream",70,"Cold, and sweet"

Columns are separated by tabs, semicolons or commas and may be in any order; columns with other
names are ignored. Fields that contain semicolons or commas are in double quotes. Between tabs,
quotes are ordinary characters, unless they enclose a field that has doubled quotes inside.
"""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import NamedTuple

from satcross.errors import InputError
from satcross.model.alphabet import Alphabet
from satcross.words.builtin import DATA
from satcross.words.entries import Entries, EntryBuilder
from satcross.words.files import WORDS, FileKind, FileText
from satcross.words.lines import ListLine, Score, parse_score, score_error
from satcross.words.scales import Scale

_MAX_LINES_BEFORE = 100  # of comments and blanks, before the header
_MAX_HEADER = 2000  # bytes
MAX_LINES_IN_ROW = 20  # a field in quotes may have line ends, but not as many as this
_OPENED = re.compile(rf'(?:^|[{ListLine.SEPARATORS}])\s*"')  # a field in quotes
_CLOSED = re.compile(rf'"\s*(?:[{ListLine.SEPARATORS}]|$)')
# How spreadsheets name a separator.
_IS_SEP = re.compile(rf"sep=[{ListLine.SEPARATORS}]", re.IGNORECASE)


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

    @staticmethod
    def find(data: bytes) -> Header | None:
        r"""The header of a text, or None if its first line is not one.

        >>> Header.find(b"Answer;Clue\nCAT;Pet\n")
        Header(separator=';', word=0, score=None, clue=1, line=1, stop=12, annotation=None)
        >>> Header.find(b"word\nanswer\n") is None
        True
        """
        start = 0
        for number in range(1, _MAX_LINES_BEFORE + 1):
            if start >= len(data):
                return None
            stop = data.find(b"\n", start) + 1 or len(data)
            line = data[start : min(stop, start + _MAX_HEADER)].decode(errors="replace").strip()
            if line and not line.startswith(ListLine.COMMENT) and not _IS_SEP.fullmatch(line):
                return _header_of(line, number, stop)
            start = stop
        return None

    def rows(self, text: FileText, kind: FileKind = WORDS) -> Iterator[tuple[int, list[str]]]:
        """(1-based line number, fields) of the rows below the header that are not blank.

        Raises:
            InputError: the kind's error: a quote is not closed.
        """
        data = text.data[self.stop :]
        if not data.endswith(b"\n"):
            data += b"\n"
        # Decoded incrementally, since clue files are large.
        lines = io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="")
        if self.separator == "\t":
            for number, line in self.whole_rows(lines, self.line + 1):
                if line.strip():
                    yield number, self.tab_fields(line)
            return
        import csv  # not needed for plain lists, and start-up is measured

        n_quotes = 0

        def counted() -> Iterator[str]:
            nonlocal n_quotes
            for line in lines:
                n_quotes += line.count('"')
                yield line

        rows = csv.reader(counted(), delimiter=self.separator)
        number = self.line + 1
        while True:
            try:
                row = next(rows, None)
            except csv.Error:  # a field of more than 131,072 characters
                raise _unclosed(text, number, kind) from None
            if row is None:
                return
            n_lines = self.line + 1 + rows.line_num - number
            # An unclosed quote includes the lines below it and their line ends.
            is_open = n_quotes % 2 and row and row[-1].endswith(("\n", "\r"))
            if n_lines > MAX_LINES_IN_ROW or is_open:
                raise _unclosed(text, number, kind)
            n_quotes = 0
            if any(field.strip() for field in row):
                yield number, row
            number += n_lines

    def word_of(self, row: list[str], source: str, number: int, scale: Scale) -> tuple[str, Score]:
        """The written form and the score of a row. Raises: as `scan_table`."""
        shown = self.field(row, self.score)
        score = parse_score(shown, scale) if shown else Score(scale.of(None))
        if score is None:
            raise score_error(shown, source=source, line=number)
        return " ".join(self.field(row, self.word).split()), score

    @staticmethod
    def field(row: list[str], column: int | None) -> str:
        """A field of a row, stripped; "" if the row is too short."""
        return row[column].strip() if column is not None and column < len(row) else ""

    @staticmethod
    def whole_rows(lines: Iterable[str], first: int = 1) -> Iterator[tuple[int, str]]:
        r"""Lines with their numbers; the lines of a field in quotes are one, with `\v` between.

        A quote that nothing closes is one of the text. A first line `sep=;` is left out.

        Args: first: the number of the first line.

        >>> [*Header.whole_rows(['cat,"Pet,', 'furry"', 'screen,15" wide'])]
        [(1, 'cat,"Pet,\x0bfurry"'), (3, 'screen,15" wide')]
        """
        source, ahead, number = iter(lines), deque[str](), first
        while (line := ahead.popleft() if ahead else next(source, None)) is not None:
            n_lines = 1
            if '"' in line and line.count('"') % 2 and _OPENED.search(line):
                ahead.extend(islice(source, MAX_LINES_IN_ROW - 1 - len(ahead)))
                ends = (n for n, one in enumerate(ahead, 2) if one.count('"') % 2)
                at = next(ends, 0)
                if at and _CLOSED.search(ahead[at - 2]):
                    n_lines = at
                    rest = [ahead.popleft() for _ in range(n_lines - 1)]
                    line = "\v".join(one.strip("\r\n") for one in (line, *rest))
            if number > 1 or not _IS_SEP.fullmatch(line.strip()):
                yield number, line
            number += n_lines

    @staticmethod
    def tab_fields(line: str) -> list[str]:
        r"""The fields of a line between tabs, without the quotes that a spreadsheet added.

        It adds them to fields with quotes, tabs or line ends in them, and some add them to all.

        >>> Header.tab_fields('"Stop!"\the said\t'), Header.tab_fields('"cat"\t"Pet"')
        (['"Stop!"', 'he said', ''], ['cat', 'Pet'])
        >>> Header.tab_fields('cat\t"a\tb"')
        ['cat', 'a b']
        """
        parts = line.rstrip("\r\n").split("\t")
        if '"' not in line:
            return [part.strip() for part in parts]
        fields: list[str] = []
        at = 0
        while at < len(parts):
            stop = at + 1
            if parts[at].lstrip().startswith('"') and parts[at].count('"') % 2:
                end = next((n for n in range(stop, len(parts)) if parts[n].count('"') % 2), at)
                stop = end + 1 if parts[end].rstrip().endswith('"') else stop
            fields.append("\v".join(parts[at:stop]).strip(" "))
            at = stop
        said = [field for field in fields if field]
        is_added = len(said) > 1 and all(map(_is_quoted, said))
        return [
            " ".join(_unquoted(field, is_added=is_added).split("\v")).strip() for field in fields
        ]


def _header_of(line: str, number: int, stop: int) -> Header | None:
    separator = next((mark for mark in ListLine.SEPARATORS if mark in line), None)
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


def _unclosed(text: FileText, number: int, kind: FileKind) -> InputError:
    return kind.error(
        "a quote in this row is not closed",
        hint='close it, or write a quote in the text as ""',
        source=text.source,
        line=number,
    )


def scan_table(
    text: FileText, header: Header, alphabet: Alphabet, min_letters: int, scale: Scale = Scale.PLAIN
) -> Entries:
    """The entries of a file with a header. A blank or missing score is 50.

    Raises: WordListError: a score is not a number up to 1000, or a quote is not closed.
    """
    builder = EntryBuilder(alphabet, min_letters)
    for number, row in header.rows(text):
        written, score = header.word_of(row, text.source, number, scale)
        builder.add(written, score.score, number, rounded=score.rounded, clipped=score.clipped)
    return builder.entries(text.data.count(b"\n") + (not text.data.endswith(b"\n")))


def _is_quoted(field: str) -> bool:
    return len(field) > 1 and field[0] == field[-1] == '"'


def _unquoted(field: str, *, is_added: bool) -> str:
    """A field without the quotes around it, if they are added for sure, or for what is inside."""
    inner = field[1:-1]
    if not _is_quoted(field) or '"' in inner.replace('""', ""):
        return field
    return inner.replace('""', '"') if is_added or '""' in inner or "\v" in inner else field
