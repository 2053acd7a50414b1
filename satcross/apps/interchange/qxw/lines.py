"""The lines of Qxw's files: a keyword with its fields, and the texts after it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from satcross import FormatError
from satcross.apps.interchange.texts import decoded

HEAD = "#QXW2"
MAX_TEXT = 8 << 20  # bytes; a grid of 63 x 63 with a text in every corner takes three million
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_COLOUR = re.compile(r"[0-9a-fA-F]{1,6}")
# The least number of fields of each line; later versions added some.
FIELDS = {
    "GP": 3, "TTL": 0, "AUT": 0, "ALP": 1, "GLP": 4, "GSP": 4, "GSPMK": 1, "TM": 3, "TMSG": 2,
    "TCST": 3, "DFN": 1, "DSF": 1, "DAF": 1, "SQ": 5, "SQSP": 6, "SQSPMK": 3, "SQLP": 7, "VL": 4,
    "VLP": 5, "SQCT": 4, "END": 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class QxwRecord:
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

    def written(self) -> str:
        """The line without the texts after it."""
        return " ".join((self.name, *self.fields))

    def wrong(self, problem: str, hint: str = "") -> FormatError:
        """The error that this line is wrong."""
        return FormatError(problem, hint=hint, source=self.source, line=self.line)


def records(data: bytes, source: str) -> tuple[int, list[QxwRecord]]:
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


def _records(lines: list[str], source: str) -> Iterator[QxwRecord]:
    number = 1
    while number < len(lines):
        at, line = number + 1, lines[number]
        number += 1
        texts: list[str] = []
        while number < len(lines) and lines[number].startswith("+"):
            texts.append(lines[number][1:])
            number += 1
        name, *fields = line.split() or [""]
        record = QxwRecord(at, name, tuple(fields), tuple(texts), source)
        if name not in FIELDS:
            raise record.wrong(
                f"{line[:20]!r} is no line of a Qxw file" if name else "the line is empty",
                "open the file in Qxw and save it again",
            )
        least = FIELDS[name]
        if len(fields) < least:
            raise record.wrong(f"{name} needs {least} fields, got {len(fields)}")
        if name == "END":
            return
        yield record
    raise FormatError("the file ends before its line END", hint="get it again", source=source)
