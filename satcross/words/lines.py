"""One line of a word list, character by character: the definition of the syntax.

The vectorised reader in `scan` sends everything that is not plain here, and must agree with it.

A line is `WORD;score`, `WORD<TAB>score`, `WORD,score` or `WORD`. Where several separators stand
in a line, a tab counts before a semicolon and that before a comma, and the last of its kind counts.
A semicolon or comma before a space and letters belongs to the phrase ("Take physic, pomp").
"""

from __future__ import annotations

from dataclasses import dataclass

from satcross.errors import WordListError

DEFAULT_SCORE = 50
MAX_SCORE = 1000
SEPARATORS = "\t;,"
COMMENT = "#"


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is neither blank nor a comment: the written form and its score.

    Args:
        written: the word as written, without surrounding blanks.
        score: 0 to 1000.
        start: where `written` begins in the raw line, in characters.
    """

    written: str
    score: int
    start: int


def parse_line(raw: str, *, source: str = "", number: int | None = None) -> Line | None:
    r"""The word and score of one line, or None for a blank line or a comment.

    Args:
        raw: the line, with or without its end.
        source: the file's name, for errors.
        number: the 1-based line number, for errors.

    Raises:
        WordListError: the score is no whole number from 0 to 1000.

    >>> parse_line("ice cream;70\r\n")
    Line(written='ice cream', score=70, start=0)
    >>> parse_line("Take physic, pomp").score
    50
    >>> parse_line("# my words") is None
    True
    """
    text = raw.strip()
    if not text or text.startswith(COMMENT):
        return None
    start = raw.index(text)
    for separator in SEPARATORS:
        cut = text.rfind(separator)
        if cut >= 0:
            break
    else:
        return Line(text, DEFAULT_SCORE, start)
    tail = text[cut + 1 :]
    if separator != "\t" and tail[:1].isspace() and any(char.isalpha() for char in tail):
        return Line(text, DEFAULT_SCORE, start)
    written = text[:cut].rstrip()
    field = tail.strip()
    if not field:  # "WORD;" is how some lists write a word without a score
        return Line(written, DEFAULT_SCORE, start)
    # The length is looked at first: int() of a very long run of digits is an error of its own.
    digits = field.isascii() and field.isdigit() and len(field.lstrip("0")) <= 4
    if not digits or int(field) > MAX_SCORE:
        shown = field if len(field) <= 20 else field[:20] + "…"
        raise WordListError(
            f"score {shown!r} is not a whole number from 0 to {MAX_SCORE}",
            mend="write WORD;score, or the word alone",
            source=source,
            line=number,
            column=start + cut + 2 + (len(tail) - len(tail.lstrip())),
        )
    return Line(written, int(field), start)
