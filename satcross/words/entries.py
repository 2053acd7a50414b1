"""The usable lines of a list as arrays, and taking them in one at a time."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from satcross.alphabet import Alphabet
from satcross.errors import WordListError
from satcross.words.lines import DEFAULT_SCORE, MAX_SCORE
from satcross.words.report import NEGATIVE, OUTSIDE, TOO_LONG, TOO_SHORT, Dropped
from satcross.words.table import I32, U8

MIN_LETTERS = 2
MAX_LETTERS = 64

I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """The usable lines of one list, in no particular order.

    Args:
        letters: uint8, letter codes of all words, and others between them.
        offsets: int64 (n,), where each word's codes begin in `letters`.
        lengths: uint8 (n,), letters in each word, 2 to 64.
        scores: int32 (n,).
        starts: int64 (n,), where the written form begins in `text`; also the order of the lines.
        stops: int64 (n,), where it ends; blanks around it may be included.
        text: UTF-8.
        n_lines: all lines, usable or not.
        dropped: lines left out, by reason.
        n_rounded: usable lines whose score was no whole number.
    """

    letters: U8
    offsets: I64
    lengths: U8
    scores: I32
    starts: I64
    stops: I64
    text: bytes
    n_lines: int
    dropped: Mapping[str, Dropped]
    n_rounded: int = 0

    def __len__(self) -> int:
        return len(self.lengths)

    def in_file(self, name: str) -> Entries:
        """The same, with the file's name wherever a place is told."""
        told = {reason: some.in_file(name) for reason, some in self.dropped.items()}
        return replace(self, dropped=told)


class Folds(dict[int, str]):
    """`Alphabet.normalise` with the work on each character done once.

    It is a table for `str.translate`, with a NUL where a character has no place.
    """

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet

    def __missing__(self, char: int) -> str:
        folded = self.alphabet.fold(chr(char)) if char else None
        self[char] = "\0" if folded is None else folded
        return self[char]

    def normalise(self, written: str) -> str | None:
        """The letters of a written form, or None."""
        word = unicodedata.normalize("NFC", written).upper().translate(self)
        return None if "\0" in word else word


@dataclass(slots=True)
class EntryBuilder:
    """Takes words one at a time.

    Args:
        alphabet: the letters.
        min_letters: shorter words are not taken.
        n_rounded: for the caller to count in.
    """

    alphabet: Alphabet
    min_letters: int = MIN_LETTERS
    n_rounded: int = 0
    folds: Folds = field(init=False)
    letters: bytearray = field(default_factory=bytearray)
    offsets: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    dropped: dict[str, Dropped] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folds = Folds(self.alphabet)

    def add(self, written: str, score: int, start: int, stop: int, line: int | None = None) -> None:
        """Takes a word, or notes why not.

        Args:
            written: as it stands at start:stop of the text, in bytes.
            score: up to 1000; less than 0 says that the word is not to be used.
            start, stop: see `written`.
            line: its 1-based line number, for the notes.
        """
        word = self.folds.normalise(written)
        if word is None:
            self._drop(OUTSIDE, written, line)
        elif len(word) < self.min_letters:
            self._drop(TOO_SHORT, written, line)
        elif len(word) > MAX_LETTERS:
            self._drop(TOO_LONG, written, line)
        elif score < 0:
            self._drop(NEGATIVE, written, line)
        else:
            self.offsets.append(len(self.letters))
            self.letters += bytes(self.alphabet.codes(word))
            self.lengths.append(len(word))
            self.scores.append(score)
            self.starts.append(start)
            self.stops.append(stop)

    def _drop(self, reason: str, written: str, line: int | None) -> None:
        places = () if line is None else (f"line {line}",)
        one = Dropped(1, (written,), places)
        self.dropped[reason] = self.dropped[reason] + one if reason in self.dropped else one

    def entries(self, text: bytes, n_lines: int) -> Entries:
        """What was taken so far; `text` is what the written forms are parts of."""
        return Entries(
            np.frombuffer(bytes(self.letters), np.uint8),
            np.array(self.offsets, np.int64),
            np.array(self.lengths, np.uint8),
            np.array(self.scores, np.int32),
            np.array(self.starts, np.int64),
            np.array(self.stops, np.int64),
            text,
            n_lines,
            dict(self.dropped),
            self.n_rounded,
        )


def scan_words(
    words: Iterable[str | tuple[str, int]], alphabet: Alphabet, min_letters: int = MIN_LETTERS
) -> Entries:
    """The entries of words that are in memory already.

    Args: words: written forms, or pairs of them with a score; without one it is 50.
    Raises: WordListError: a score that is no whole number from 0 to 1000.
    """
    builder = EntryBuilder(alphabet, min_letters)
    pieces: list[bytes] = []
    place = 0
    n_lines = 0
    for item in words:
        written, score = (item, DEFAULT_SCORE) if isinstance(item, str) else item
        if isinstance(score, bool) or not isinstance(score, int) or not 0 <= score <= MAX_SCORE:
            raise WordListError(
                f"score {score!r} of {written!r} is not a whole number from 0 to {MAX_SCORE}"
            )
        # A lone surrogate has no UTF-8; the word is dropped as outside the alphabet anyway.
        piece = written.encode(errors="replace")
        builder.add(written, score, place, place + len(piece))
        pieces.append(piece)
        place += len(piece) + 1
        n_lines += 1
    return builder.entries(b"\n".join(pieces), n_lines)
