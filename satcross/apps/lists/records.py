"""The lines of a word list one by one, for those who keep a list: to compare, merge and edit it.

`WordList` is for filling: it has one entry for a word, and neither comments nor the lines that it
cannot use. Here each line is there, and what is edited is written as it was but for the entries
that change.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from satcross import Alphabet, WordListError
from satcross.extend import Scale, write_file
from satcross.packed import compressed
from satcross.words.columns import Header
from satcross.words.entries import Folds
from satcross.words.files import FileText
from satcross.words.lines import ListLine

# Most lines, which need no `ListLine.parse`.
_PLAIN_LINE = re.compile(r'([^\s"#;,()][^";,()\t]*[^\s";,()]);([0-9]{1,3})\r?')
_SCORE = re.compile(r"[^\s#\"]+")


class Record(NamedTuple):
    """An entry of a list.

    Args:
        word: its letters; of an entry with others than the alphabet's, the written form.
        written: how it is written.
        score: 0 to 1000, or `ListLine.BELOW_ZERO`.
        line: 1-based number of its line; 0 for one that is not in the file.
    """

    word: str
    written: str
    score: int
    line: int = 0

    @property
    def text(self) -> str:
        """Its line in a list."""
        return f"{self.written};{self.score}"


@dataclass(frozen=True, slots=True)
class ListLines:
    """A word list as a file has it.

    Args:
        source: its name, for people.
        text: what is in it.
        scale: how scores were read.
        header: of a table; None for lines.
        records: its entries, in the order of their lines.
    """

    source: str
    text: FileText
    scale: Scale
    header: Header | None
    records: Sequence[Record] = field(repr=False)

    def entries(self) -> dict[str, Record]:
        """By word the entry that counts: that with the best score, the first of those."""
        found: dict[str, Record] = {}
        for record in self.records:
            old = found.get(record.word)
            if old is None or old.score < record.score:
                found[record.word] = record
        return found

    def edited(self, changes: Mapping[str, Record | None]) -> bytes:
        """The text of the list with other entries for some words, after which None removes them.

        Further lines of such a word are left out, and new entries come last.

        Raises:
            WordListError: the list is a table, or its scores were not read as they are.
        """
        self._require_lines()
        by_line = {record.line: record for record in self.records}
        left = dict(changes)
        lines: list[str] = []
        end = "\r\n" if b"\r\n" in self.text.data else "\n"
        for number, raw in enumerate(_raw_lines(self.text), start=1):
            record = by_line.get(number)
            if record is None or record.word not in changes:
                lines.append(raw.removesuffix("\r"))
            elif (new := left.pop(record.word, None)) is not None:
                lines.append(_changed(raw.removesuffix("\r"), record, new))
        lines += [new.text for new in left.values() if new is not None]
        return "".join(f"{line}{end}" for line in lines).encode()

    def write_edited(
        self, changes: Mapping[str, Record | None], path: str | os.PathLike[str]
    ) -> None:
        """Write the edited list, compressed as the name says, as a whole or not at all.

        Raises: WordListError: as `edited`, or the file cannot be written.
        """
        target = Path(path)
        data = compressed(self.edited(changes), target.suffix.lower())
        write_file(target, data, WordListError)

    def _require_lines(self) -> None:
        if self.header is not None:
            raise WordListError(
                "the list is a table with a header, which is not edited",
                hint="make a list of it first: `satcross words convert LIST -w TABLE --written`",
                source=self.source,
            )
        if self.scale != Scale.PLAIN:
            raise WordListError(
                "a list with a scale is not edited, as its own scores would be lost",
                hint="convert it first: `satcross words convert LIST -w FILE@0-50 --written`",
                source=self.source,
            )


def read_lines(source: str | os.PathLike[str], alphabet: Alphabet) -> ListLines:
    """The entries of a list, line by line. Args: source: see `satcross.words.scales`.

    Raises:
        WordListError: the file cannot be read, or a score is none.
        OptionError: what follows the file is not a scale.
    """
    text, scale = FileText.of_list(source)
    text = text.with_separators(alphabet)
    header = Header.find(text.data)
    folds = Folds(alphabet)
    lines = _rows(text, header, scale) if header else _lines(text, scale)
    records = [
        Record(folds.normalise(written) or written.upper(), written, score, number)
        for number, written, score in lines
        if written
    ]
    return ListLines(str(source), text, scale, header, records)


def _lines(text: FileText, scale: Scale) -> Iterator[tuple[int, str, int]]:
    """(line, written form, score) of the entries of lines."""
    for number, raw in enumerate(_raw_lines(text), start=1):
        plain = _PLAIN_LINE.fullmatch(raw) if scale == Scale.PLAIN else None
        if plain is not None:
            yield number, plain[1], int(plain[2])
        elif (
            line := ListLine.parse(raw, source=text.source, number=number, scale=scale)
        ) is not None:
            yield number, line.written, line.score


def _raw_lines(text: FileText) -> list[str]:
    lines = text.data.decode().split("\n")
    return lines if lines[-1] else lines[:-1]


def _rows(text: FileText, header: Header, scale: Scale) -> Iterator[tuple[int, str, int]]:
    for number, row in header.rows(text):
        written, score = header.word_of(row, text.source, number, scale)
        yield number, written, score.score


def _changed(raw: str, old: Record, new: Record) -> str:
    """A line with the new entry, and with what follows the score where the old one has that."""
    if (old.written, old.score) == (new.written, new.score):
        return raw
    kind = next((mark for mark in ListLine.SEPARATORS if mark in raw), "")
    parts = raw.split(kind) if kind else [raw]
    if old.written == new.written and len(parts) > 1:
        parts[1] = _SCORE.sub(str(new.score), parts[1], count=1)
        kept = kind.join(parts)
        line = ListLine.parse(kept)
        if line is not None and (line.written, line.score) == (new.written, new.score):
            return kept
    return new.text


def shown_score(score: int | None) -> str:
    """A score for people: `none` where there is no entry, and `banned` below 0."""
    return "none" if score is None else "banned" if score == ListLine.BELOW_ZERO else str(score)
