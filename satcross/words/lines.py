"""One line of a word list, character by character: the definition of the syntax.

The vectorised reader in `scan` leaves all unusual lines to this module, and must agree with it.

A line consists of fields, separated by tabs if it has one, else by semicolons, else by commas:

- `WORD` alone scores 50; so do `WORD;` and `WORD;;note`.
- `WORD;score` and `WORD;score;note`: the second field is a score. The note, such as a clue, is
  ignored. The score may be followed by ` # ` and a remark.
- Otherwise, if the last field is a score, everything before it is the word: `Hello, Dolly,60`.
- Otherwise, a semicolon or comma before a space and letters belongs to a phrase,
  `Take physic, pomp`, also with a quote before the space: `"Stop," she said`.
- The word may be in double quotes, as in CSV; its enumeration `(3,5)` is removed.

A score is a number from 0 to 1000 and is rounded, halves up. A score below 0 means that the word
must not be used.
"""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple, Self

from satcross.errors import WordListError
from satcross.words.scales import Scale

_NUMBER = re.compile(r"([+-]?)0*([0-9]{1,9})(?:[.,]([0-9]+))?")
_REMARK = re.compile(r"\s#")
_BLANK = re.compile(r'["”’]?\s')
_ENUMERATION = re.compile(r"\([0-9][0-9,' -]*\)")


class _Fields(NamedTuple):
    written: str
    score: int
    start: int
    rounded: bool = False
    clipped: bool = False


class ListLine(_Fields):
    """A line that is neither blank nor a comment: the written form and its score.

    Args:
        written: the word as written, without surrounding blanks.
        score: 0 to 1000, or `BELOW_ZERO`.
        start: index of the first character of `written` in the raw line.
        rounded: whether the score was not a whole number.
        clipped: whether it was outside the range of the scale.
    """

    __slots__ = ()
    BELOW_ZERO: ClassVar = -1  # any score less than 0
    SEPARATORS: ClassVar = "\t;,"
    COMMENT: ClassVar = "#"
    QUOTED: ClassVar = re.compile(r'"((?:[^"]|"")*+)"\s*(?=[\t;,]|$)')

    @classmethod
    def parse(
        cls, raw: str, *, source: str = "", number: int | None = None, scale: Scale = Scale.PLAIN
    ) -> Self | None:
        r"""The word and score of one line, or None for a blank line or a comment.

        Args:
            raw: the line, with or without its line end.
            source: the file's name, for errors.
            number: the 1-based line number, for errors.
            scale: how scores are read.

        Raises:
            WordListError: the score is not a number, or more than 1000.

        >>> ListLine.parse("ice cream;70\r\n")
        ListLine(written='ice cream', score=70, start=0, rounded=False, clipped=False)
        >>> ListLine.parse("Take physic, pomp").score
        50
        >>> ListLine.parse("# my words") is None
        True
        """
        text = raw.strip()
        if not text or text.startswith(cls.COMMENT):
            return None
        start = raw.index(text)
        if text.endswith(")"):
            text = _without_enumeration(text)
        quoted = cls.QUOTED.match(text) if text.startswith('"') else None
        if quoted is not None:
            start += 1
            word, after = quoted[1], text[quoted.end() :]
            kind, fields = after[:1], after.split(after[:1])[1:] if after else []
            head = word
        else:
            kind = next((mark for mark in cls.SEPARATORS if mark in text), "")
            word, *fields = text.split(kind) if kind else [text]
            head = text[: text.rfind(kind)] if kind else text
        missing = scale.of(None)
        if not fields:
            return cls(word, missing, start)
        for field, before in ((fields[0], word), (fields[-1], head)):
            score = parse_score(field, scale)
            if score is not None:
                return cls(before.rstrip(), score.score, start, score.rounded, score.clipped)
        last = fields[-1]
        if not last.strip():
            return cls(head.rstrip(), missing, start)
        if not fields[0].strip():
            return cls(word.rstrip(), missing, start)
        if quoted is None and kind != "\t" and _goes_on(last):
            return cls(text, missing, start)
        column = raw.index(text) + len(text) - len(last.lstrip()) + 1
        raise score_error(last, source=source, line=number, column=column)


class Score(NamedTuple):
    """A score as it was read: `ListLine` says what the fields are."""

    score: int
    rounded: bool = False
    clipped: bool = False


def parse_score(field: str, scale: Scale = Scale.PLAIN) -> Score | None:
    """The score in a field; None if it is not a number that the scale takes.

    A number below 0 is `ListLine.BELOW_ZERO`.

    >>> [tuple(parse_score(text)) for text in ("70", ' "69,5" ', "40 # dull", "-3")]
    [(70, False, False), (70, True, False), (40, False, False), (-1, False, False)]
    """
    text = field.strip()
    remark = _REMARK.search(text)
    if remark is not None:
        text = text[: remark.start()].rstrip()
    if len(text) > 2 and text[0] == text[-1] == '"':
        text = text[1:-1]
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    sign, whole, part = match.groups()
    rounded = bool((part or "").strip("0"))
    if sign == "-" and (int(whole) or rounded):
        return Score(ListLine.BELOW_ZERO)
    if scale.is_own:
        from fractions import Fraction  # few lists have a scale, and start-up is measured

        value = Fraction(f"{whole}.{part or 0}")
        return Score(scale.of(value), clipped=scale.clips(value))
    number = int(whole) + (part is not None and part[0] >= "5")
    return Score(scale.of(number), rounded) if number <= Scale.MOST else None


def score_error(
    field: str, *, source: str, line: int | None, column: int | None = None
) -> WordListError:
    """The error for a field that is not a score."""
    shown = field.strip()
    if len(shown) > 20:
        shown = shown[:20] + "…"
    return WordListError(
        f"score {shown!r} is not a number from 0 to {Scale.MOST}",
        hint="write WORD;score, or the word alone",
        source=source,
        line=line,
        column=column,
    )


def _goes_on(part: str) -> bool:
    """Whether this, after a semicolon or comma, continues a phrase."""
    return _BLANK.match(part) is not None and any(map(str.isalpha, part))


def _without_enumeration(text: str) -> str:
    cut = text.rfind("(")
    return text[:cut].rstrip() if cut > 0 and _ENUMERATION.fullmatch(text, cut) else text
