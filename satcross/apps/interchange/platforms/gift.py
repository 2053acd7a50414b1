"""Questions in GIFT, the text format of Moodle's question bank.

Source: Moodle's documentation of the format, and its `question/format/gift`.
"""

from __future__ import annotations

import re

from satcross import Crossword
from satcross.apps.interchange.platforms.questions import (
    KEEPS,
    QuizQuestion,
    about,
    holds,
    questions_of,
    title_of,
)
from satcross.extend import Losses

__all__ = ["KEEPS", "holds", "write"]

_SPECIAL = re.compile(r"[~=#{}:\\]")


def write(crossword: Crossword, losses: Losses) -> bytes:
    """The clues of a crossword as questions with short answers.

    Raises:
        FormatError: a clue or an answer is missing.
    """
    questions = questions_of(crossword, losses)
    lines = [f"// {line}" for line in about(crossword)]
    # A single slash divides a category from the one above it.
    lines += [f"$CATEGORY: {title_of(crossword, losses.language).replace('/', '//')}", ""]
    for question in questions:
        lines += [*_lines(question), ""]
    return losses.encoded("\n".join(lines))


def _lines(question: QuizQuestion) -> list[str]:
    has_tags = "<" in question.html
    kind, text = ("html", question.html) if has_tags else ("plain", question.text)
    lines = [f"::{_escaped(question.name)}::[{kind}]{_escaped(text)} {{"]
    # An asterisk in an answer would stand for anything.
    lines += [f"\t={_escaped(answer.replace('*', chr(92) + '*'))}" for answer in question.answers]
    lines += [f"\t####{_escaped(question.note)}"] * bool(question.note)
    return [*lines, "}"]


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
