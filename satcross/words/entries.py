"""The usable lines of a list as arrays, and taking them in one at a time."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from satcross.alphabet import Alphabet
from satcross.errors import WordListError
from satcross.words.lines import DEFAULT_SCORE, MAX_SCORE
from satcross.words.report import N_EXAMPLES, OUTSIDE, TOO_LONG, TOO_SHORT, Dropped
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

    def __len__(self) -> int:
        return len(self.lengths)


class _Folds(dict[int, str]):
    """`Alphabet.fold` for `str.translate`, remembered; a NUL where a character has no place."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet

    def __missing__(self, char: int) -> str:
        folded = self.alphabet.fold(chr(char)) if char else None
        self[char] = "\0" if folded is None else folded
        return self[char]


@dataclass(slots=True)
class EntryBuilder:
    """Takes words one at a time."""

    alphabet: Alphabet
    folds: _Folds = field(init=False)
    letters: bytearray = field(default_factory=bytearray)
    offsets: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    dropped: dict[str, tuple[int, list[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.folds = _Folds(self.alphabet)

    def add(self, written: str, score: int, start: int, stop: int) -> None:
        """Takes a word, or notes why not; its written form stands at start:stop of the text."""
        # `Alphabet.normalise`, with the work on each character done once per list.
        word = unicodedata.normalize("NFC", written).upper().translate(self.folds)
        if "\0" in word:
            self._drop(OUTSIDE, written)
        elif len(word) < MIN_LETTERS:
            self._drop(TOO_SHORT, written)
        elif len(word) > MAX_LETTERS:
            self._drop(TOO_LONG, written)
        else:
            self.offsets.append(len(self.letters))
            self.letters += bytes(self.alphabet.codes(word))
            self.lengths.append(len(word))
            self.scores.append(score)
            self.starts.append(start)
            self.stops.append(stop)

    def _drop(self, reason: str, written: str) -> None:
        count, examples = self.dropped.get(reason, (0, []))
        if count < N_EXAMPLES:
            examples.append(written)
        self.dropped[reason] = (count + 1, examples)

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
            {why: Dropped(count, tuple(some)) for why, (count, some) in self.dropped.items()},
        )


def scan_words(words: Iterable[str | tuple[str, int]], alphabet: Alphabet) -> Entries:
    """The entries of words that are in memory already.

    Args: words: written forms, or pairs of them with a score; without one it is 50.
    Raises: WordListError: a score that is no whole number from 0 to 1000.
    """
    builder = EntryBuilder(alphabet)
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
