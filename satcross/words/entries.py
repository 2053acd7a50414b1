"""The usable lines of a word list as arrays, and a builder that adds one at a time."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from satcross.model.alphabet import Alphabet
from satcross.words.report import (
    MAX_LETTERS,
    MIN_LETTERS,
    NEGATIVE,
    OUTSIDE,
    TOO_LONG,
    TOO_SHORT,
    Dropped,
)
from satcross.words.table import I32, I64, U8, Codes, code_dtype, row_as_bytes


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """The usable lines of one list, in no particular order.

    Args:
        letters: `Codes`, letter codes of all words, with unused codes between them.
        offsets: int64 (n,), the start of each word's codes in `letters`.
        lengths: uint8 (n,), letters in each word, 2 to 64.
        scores: int32 (n,).
        starts: int64 (n,), the start of the written form in `text`; also orders the lines.
        stops: int64 (n,), its end; may include surrounding blanks.
        text: UTF-8.
        n_lines: number of all lines, usable or not.
        dropped: lines left out, by reason.
        n_rounded: usable lines whose score was not a whole number.
        n_clipped: usable lines whose score was outside the range of the list's scale.
    """

    letters: Codes
    offsets: I64
    lengths: U8
    scores: I32
    starts: I64
    stops: I64
    text: bytes
    n_lines: int
    dropped: Mapping[str, Dropped]
    n_rounded: int = 0
    n_clipped: int = 0

    def __len__(self) -> int:
        return len(self.lengths)

    def in_file(self, name: str) -> Entries:
        """The same entries, with the file's name added to the places of dropped lines."""
        dropped = {reason: some.in_file(name) for reason, some in self.dropped.items()}
        return replace(self, dropped=dropped)


class Folds(dict[int, str]):
    """`Alphabet.normalise`, caching the result for each character.

    It is a table for `str.translate`, with NUL for characters outside the alphabet.
    """

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet

    def __missing__(self, char: int) -> str:
        folded = self.alphabet.fold(chr(char)) if char else None
        self[char] = "\0" if folded is None else folded
        return self[char]

    def normalise(self, written: str) -> str | None:
        """The letters of a written form, or None if a character is outside the alphabet."""
        if self.alphabet.reads_several:  # which are not found character by character
            return self.alphabet.normalise(written)
        word = unicodedata.normalize("NFC", written).upper().translate(self)
        return None if "\0" in word else word


@dataclass(slots=True)
class EntryBuilder:
    """Collects entries one word at a time.

    Args:
        alphabet: the letters.
        min_letters: shorter words are dropped.
    """

    alphabet: Alphabet
    min_letters: int = MIN_LETTERS
    n_rounded: int = 0  # as in `Entries`
    n_clipped: int = 0
    folds: Folds = field(init=False)
    letters: bytearray = field(default_factory=bytearray)  # codes, of `dtype`
    dtype: np.dtype[Any] = field(init=False)
    offsets: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    dropped: dict[str, Dropped] = field(default_factory=dict)
    text: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.folds = Folds(self.alphabet)
        self.dtype = code_dtype(len(self.alphabet))

    def add(
        self,
        written: str,
        score: int,
        line: int | None = None,
        *,
        start: int | None = None,
        rounded: bool = False,
        clipped: bool = False,
    ) -> None:
        """Add a word, or record why it is dropped.

        Args:
            written: its written form.
            score: up to 1000; below 0 if the word must not be used.
            line: its 1-based line number, for the report.
            start: where the written form begins in a text of the caller's, in bytes; None for
                words that are in no text, of which the builder makes one.
            rounded, clipped: as in `satcross.words.lines.ListLine`.
        """
        # A lone surrogate has no UTF-8 form; the word is outside the alphabet anyway.
        form = written.encode(errors="replace")
        if start is None:
            start = len(self.text)
            self.text += form + b"\n"
        word = self.folds.normalise(written)
        codes = self.alphabet.codes(word or "")
        if word is None:
            self._drop(OUTSIDE, written, line)
        elif len(codes) < self.min_letters:
            self._drop(TOO_SHORT, written, line)
        elif len(codes) > MAX_LETTERS:
            self._drop(TOO_LONG, written, line)
        elif score < 0:
            self._drop(NEGATIVE, written, line)
        else:
            self.offsets.append(len(self.letters) // self.dtype.itemsize)
            self.letters += row_as_bytes(codes, self.dtype)
            self.lengths.append(len(codes))
            self.scores.append(score)
            self.starts.append(start)
            self.stops.append(start + len(form))
            self.n_rounded += rounded
            self.n_clipped += clipped

    def _drop(self, reason: str, written: str, line: int | None) -> None:
        places = () if line is None else (f"line {line}",)
        Dropped(1, (written,), places).add_to(self.dropped, reason)

    def entries(self, n_lines: int, text: bytes | None = None) -> Entries:
        """The entries so far. Args: text: has the written forms; by default that of the builder."""
        return Entries(
            np.frombuffer(bytes(self.letters), self.dtype),
            np.array(self.offsets, np.int64),
            np.array(self.lengths, np.uint8),
            np.array(self.scores, np.int32),
            np.array(self.starts, np.int64),
            np.array(self.stops, np.int64),
            bytes(self.text) if text is None else text,
            n_lines,
            dict(self.dropped),
            self.n_rounded,
            self.n_clipped,
        )
