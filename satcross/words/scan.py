"""Scanning a whole word list at once: from bytes to letter codes, scores and positions.

Plain ASCII lines are read with numpy; every other line (accents, unusual scores, characters
outside the alphabet, comments) by `ListLine.parse` and `Alphabet.normalise`, which define the
result. So are lines that may have a letter of several characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from numbers import Real
from typing import Any, NamedTuple

import numpy as np

from satcross.errors import WordListError
from satcross.model.alphabet import Alphabet
from satcross.words.columns import Header, scan_table
from satcross.words.entries import Entries, EntryBuilder
from satcross.words.files import FileText
from satcross.words.lines import ListLine
from satcross.words.report import MAX_LETTERS, MIN_LETTERS, NEGATIVE, OUTSIDE
from satcross.words.scales import Scale
from satcross.words.table import I32, I64, U8, Bools, Codes, code_dtype

# Classes of bytes other than letters, which are their codes, below `NARROW`.
_DROP, _SEPARATOR, _NEWLINE, _OTHER = 250, 251, 252, 253
_MAX_DIGITS = 4
_PLAIN_WORDS = re.compile(r"(?:[A-Za-z]++\n)*+")
MAX_SEPARATORS = 4_000_000  # each takes 50 bytes while a list is read


def scan_text(
    text: FileText, alphabet: Alphabet, min_letters: int = MIN_LETTERS, scale: Scale = Scale.PLAIN
) -> Entries:
    """The entries of a file's text.

    If the first line names columns, see `satcross.words.columns`.

    Raises: WordListError: a score is not a number up to 1000, or all scores are fractions from 0
        to 1, which rounding would make useless.
    """
    text = text.with_separators(alphabet)
    header = Header.find(text.data)
    if header is not None:
        entries = scan_table(text, header, alphabet, min_letters, scale)
    else:
        entries = _scan_lines(text, alphabet, min_letters, scale)
    if entries.n_rounded and int(entries.scores.max()) <= 1:
        raise WordListError(
            "all scores are from 0 to 1 and would be rounded to 0 or 1",
            hint="name the list as FILE@0-1",
            source=text.source,
        )
    return entries


def require_words(text: FileText, entries: Entries) -> None:
    """Raises WordListError if a file has no usable word."""
    if len(entries):
        return
    if not entries.dropped:
        raise WordListError("the list is empty", hint="write one word a line", source=text.source)
    reason, dropped = next(iter(entries.dropped.items()))
    example = dropped.examples[0]
    hint = "check the alphabet"
    if reason == NEGATIVE:
        hint = "use scores of 0 or greater, or none"
    elif reason == OUTSIDE and re.search(r"\S\s+[0-9]+$", example):
        hint = "write WORD;score, with a semicolon, comma or tab"
    raise WordListError(
        f"no line has a usable word: {example[:40]!r} has {reason}", hint=hint, source=text.source
    )


def _scan_lines(text: FileText, alphabet: Alphabet, min_letters: int, scale: Scale) -> Entries:
    data = text.data
    if not data:
        return EntryBuilder(alphabet, min_letters).entries(0)
    table, other, codes = _byte_classes(alphabet)
    lines = _find_lines(data, table)
    if int(np.count_nonzero(lines.marks == _SEPARATOR)) > MAX_SEPARATORS:
        raise WordListError(
            f"the list has more than {MAX_SEPARATORS:,} separators",
            hint="write one WORD;score a line",
            source=text.source,
        )
    scores, clean, clipped = _read_scores(data, lines, scale)
    offsets = lines.starts - lines.first_marks
    lengths = (lines.word_stops - lines.starts) - (lines.stop_marks - lines.first_marks)
    # Marks within the word must all be of the dropped kind: spaces, hyphens, punctuation.
    strange = np.zeros(len(lines.marks) + 1, np.int32)
    np.cumsum(lines.marks != _DROP, out=strange[1:])
    clean &= strange[lines.stop_marks] == strange[lines.first_marks]
    clean &= (lengths >= min_letters) & (lengths <= MAX_LETTERS)
    clean[_with_long_letters(data, lines, alphabet)] = False
    odd = _read_odd_lines(
        text, lines, ~clean & (lines.stops > lines.starts), alphabet, min_letters, scale
    )

    kept = np.flatnonzero(clean)
    letters = data.translate(table, other)  # `other` are deleted before `table` is looked up
    if codes is None:
        joined: Codes = np.frombuffer(letters + odd.letters.tobytes(), np.uint8)
    else:
        joined = np.concatenate([codes[np.frombuffer(letters, np.uint8)], odd.letters])
    return Entries(
        joined,
        np.concatenate([offsets[kept], odd.offsets + len(letters)]),
        np.concatenate([lengths[kept].astype(np.uint8), odd.lengths]),
        np.concatenate([scores[kept], odd.scores]),
        np.concatenate([lines.starts[kept], odd.starts]),
        np.concatenate([lines.word_stops[kept], odd.stops]),
        data,
        len(lines.starts),
        odd.dropped,
        odd.n_rounded,
        odd.n_clipped + int(np.count_nonzero(clipped[kept])),
    )


class _Lines(NamedTuple):
    """Where lines and words begin and end, in bytes and in *marks*, the bytes that are not letters.

    Marks are few and end every line and word, so counting them replaces counting letters: before
    byte p, which is mark m, there are p - m letters.

    Args:
        marks: uint8, the class of each mark.
        places: int64, the byte offset of each mark.
        starts, first_marks: for each line its first byte, and the first mark from there on.
        stops: the end of each line, without its `\\n` or `\\r\\n`.
        word_stops, stop_marks: the end of each line's word; `_read_scores` moves it to a separator.
    """

    marks: U8
    places: I64
    starts: I64
    first_marks: I64
    stops: I64
    word_stops: I64
    stop_marks: I64


def _find_lines(data: bytes, classes_of: bytes) -> _Lines:
    classes = np.frombuffer(data.translate(classes_of), np.uint8)
    places = np.flatnonzero(classes >= _DROP).astype(np.int64, copy=False)
    marks = classes[places]
    end_marks = np.flatnonzero(marks == _NEWLINE).astype(np.int64, copy=False)
    ends = places[end_marks]
    if not data.endswith(b"\n"):
        end_marks = np.append(end_marks, len(marks))
        ends = np.append(ends, len(data))
    starts = np.zeros_like(ends)
    starts[1:] = ends[:-1] + 1
    first_marks = np.zeros_like(ends)
    first_marks[1:] = end_marks[:-1] + 1
    stops = ends
    if b"\r" in data:
        buffer = np.frombuffer(data, np.uint8)
        returns = (ends > starts) & (buffer[np.maximum(ends, 1) - 1] == ord("\r"))
        stops = ends - returns
        end_marks = end_marks - returns
    return _Lines(marks, places, starts, first_marks, stops, stops.copy(), end_marks.copy())


def _read_scores(data: bytes, lines: _Lines, scale: Scale) -> tuple[I32, Bools, Bools]:
    """(scores, whether each line is plain so far, whether its score is outside the scale's range).

    Ends each word at the separator of its score.

    A plain line has at most one separator, followed by one to four digits at the end of the line.
    """
    n = len(lines.starts)
    scores = np.full(n, scale.of(None), np.int32)
    clean = np.ones(n, np.bool_)
    clipped = np.zeros(n, np.bool_)
    separators = np.flatnonzero(lines.marks == _SEPARATOR).astype(np.int64, copy=False)
    if not len(separators):
        return scores, clean, clipped
    places = lines.places[separators]
    if len(places) == n and bool(((places >= lines.starts) & (places < lines.stops)).all()):
        at = np.arange(n)  # one in each line
    else:
        # In a line with several, the last one is assigned last, and the others are then part of
        # the word, so that the line is not plain.
        at = np.searchsorted(lines.starts, places, side="right") - 1
    n_digits = lines.stops[at] - places - 1
    good = (n_digits >= 1) & (n_digits <= _MAX_DIGITS)
    buffer = np.frombuffer(data, np.uint8)
    value = np.zeros(len(places), np.int32)
    for k in range(1, _MAX_DIGITS + 1):
        here = n_digits >= k
        if not here.any():
            break
        digit = buffer[np.minimum(places + k, len(data) - 1)] - np.uint8(ord("0"))
        good &= ~here | (digit <= 9)
        value = np.where(here, value * 10 + digit, value)
    if not scale.is_own:
        good &= value <= Scale.MOST
    clean[at[~good]] = False
    if scale != Scale.PLAIN:
        value = np.where(good, value, 0)
        read = range(10**_MAX_DIGITS)  # value by value, so that there is one definition
        clipped[at] = np.array([scale.clips(score) for score in read])[value]
        value = np.array([scale.of(score) for score in read], np.int32)[value]
    scores[at] = value
    lines.word_stops[at] = places
    lines.stop_marks[at] = separators
    return scores, clean, clipped


def _with_long_letters(data: bytes, lines: _Lines, alphabet: Alphabet) -> I64:
    """The lines with the characters of such a letter, one after the other."""
    long = [text.encode() for text in alphabet.texts if len(text) > 1 and text.isascii()]
    if not long:  # others are in no plain line
        return np.zeros(0, np.int64)
    pattern = re.compile(b"|".join(map(re.escape, long)), re.IGNORECASE)
    places = np.array([match.start() for match in pattern.finditer(data)], np.int64)
    return np.searchsorted(lines.starts, places, side="right") - 1


def _byte_classes(alphabet: Alphabet) -> tuple[bytes, bytes, Codes | None]:
    """(class of each byte, all bytes that are not letters, by class the letter's code).

    In a wide alphabet a letter's class is the byte itself; else it is the code, and the last is
    None.
    """
    codes = None
    if code_dtype(len(alphabet)) != np.uint8:
        codes = np.zeros(128, np.uint16)
    classes = bytearray([_OTHER]) * 256
    for byte in range(128):
        word = alphabet.normalise(chr(byte))
        if word == "":
            classes[byte] = _DROP
        elif word in alphabet:
            if codes is None:
                classes[byte] = alphabet.code(word or "")
            else:
                classes[byte], codes[byte] = byte, alphabet.code(word or "")
    for mark in b";\t,":
        classes[mark] = _SEPARATOR
    classes[ord('"')] = _OTHER  # may be the quotes of CSV
    classes[ord("\n")] = _NEWLINE
    other = bytes(byte for byte in range(256) if classes[byte] >= _DROP)
    return bytes(classes), other, codes


def _read_odd_lines(
    text: FileText, lines: _Lines, odd: Bools, alphabet: Alphabet, min_letters: int, scale: Scale
) -> Entries:
    """The entries of the lines flagged in `odd`, read one by one."""
    builder = EntryBuilder(alphabet, min_letters)
    for index in np.flatnonzero(odd).tolist():
        first = int(lines.starts[index])
        raw = text.data[first : int(lines.stops[index])].decode()
        line = ListLine.parse(raw, source=text.source, number=index + 1, scale=scale)
        if line is None:
            continue
        start = first + len(raw[: line.start].encode())
        builder.add(
            line.written, line.score, index + 1, start=start, rounded=line.rounded,
            clipped=line.clipped,
        )  # fmt: skip
    return builder.entries(len(lines.starts), text.data)


def _with_score(item: Any) -> tuple[str, int]:
    if isinstance(item, str):
        return item, Scale.DEFAULT
    if isinstance(item, tuple | list) and len(item) == 2 and isinstance(item[0], str):
        written, score = item
        # Columns of tables in which a number was missing once have whole scores as 80.0.
        is_number = issubclass(type(score), Real) and type(score) is not bool
        number = float(score) if is_number else -1.0
        if 0 <= number <= Scale.MOST and number.is_integer():
            return written, int(number)
        raise WordListError(
            f"score {score!r} of {written!r} is not a whole number from 0 to {Scale.MOST}"
        )
    raise WordListError(f"must be words, or pairs of a word and its score, got {item!r:.60}")


def scan_words(
    words: Iterable[str | tuple[str, float]], alphabet: Alphabet, min_letters: int = MIN_LETTERS
) -> Entries:
    """The entries of words in memory.

    Args: words: written forms, or pairs of a written form and a score; the default score is 50.
        80.0 is 80.
    Raises: WordListError: a score is not a whole number from 0 to 1000.
    """
    items = [_with_score(item) for item in words]
    data = "".join([f"{written}\n" for written, _ in items])
    if _PLAIN_WORDS.fullmatch(data):  # read as a file, ten times faster than word by word
        entries = _scan_lines(FileText(data.encode(), ""), alphabet, min_letters, Scale.PLAIN)
        if len(entries) == len(items):
            scores = np.empty(len(items), np.int32)
            scores[np.argsort(entries.starts)] = [score for _, score in items]
            return replace(entries, scores=scores)
    builder = EntryBuilder(alphabet, min_letters)
    for written, score in items:
        builder.add(written, score)
    return builder.entries(len(items))
