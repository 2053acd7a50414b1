"""Questions in the XML of Moodle's question bank.

Source: Moodle's documentation of the format, and its `question/format/xml`.
"""

from __future__ import annotations

from satcross import Crossword
from satcross.apps.interchange.platforms.questions import (
    KEEPS,
    QuizQuestion,
    about,
    holds,
    questions_of,
    title_of,
)
from satcross.apps.interchange.texts import xml_text as xml
from satcross.extend import Losses

__all__ = ["KEEPS", "holds", "write"]


def write(crossword: Crossword, losses: Losses) -> bytes:
    """The clues of a crossword as questions with short answers.

    Raises:
        FormatError: a clue or an answer is missing.
    """
    questions = questions_of(crossword, losses)
    title = title_of(crossword, losses.language).replace("/", "//")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<quiz>",
        '<question type="category">',
        f"<category><text>{xml(title)}</text></category>",
        f'<info format="plain_text"><text>{xml(chr(10).join(about(crossword)))}</text></info>',
        "</question>",
    ]
    for question in questions:
        lines += _lines(question)
    return losses.encoded("\n".join((*lines, "</quiz>", "")))


def _lines(question: QuizQuestion) -> list[str]:
    answers = [answer.replace("*", r"\*") for answer in question.answers]  # it means anything
    return [
        '<question type="shortanswer">',
        f"<name><text>{xml(question.name)}</text></name>",
        f'<questiontext format="html"><text>{xml(question.html)}</text></questiontext>',
        f'<generalfeedback format="plain_text"><text>{xml(question.note)}</text></generalfeedback>',
        "<defaultgrade>1</defaultgrade>",
        "<penalty>0</penalty>",
        "<hidden>0</hidden>",
        "<usecase>0</usecase>",
        *(
            f'<answer fraction="100" format="plain_text"><text>{xml(answer)}</text></answer>'
            for answer in answers
        ),
        "</question>",
    ]
