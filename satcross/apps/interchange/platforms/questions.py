"""The clues of a crossword as questions with short answers."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from satcross import Crossword, FormatError
from satcross.extend import (
    ACROSS,
    DOWN,
    Clue,
    Feature,
    Links,
    Losses,
    PuzzleKind,
    Texts,
    as_written,
    read_in,
    some_of,
)

KEEPS = frozenset(Feature)
"""What a list of questions has a place for. It has no grid, which each writer reports."""
THE_GRID = "the grid, and all that is printed in it"
_SHOWN = 3  # clues that are named in an error
_LONGEST = 255  # characters of a name in Moodle's database


def holds(kind: PuzzleKind) -> bool:
    """Whether a kind of puzzles has clues to ask."""
    return kind.has_clues


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A clue and what answers it.

    Args:
        name: the clue's name for people, as in `12 Across`, in the language of the file.
        text: the clue.
        html: the same as HTML.
        answers: the answer as it is written, and then in other ways that are right.
        note: what explains the answer.
    """

    name: str
    text: str
    html: str
    answers: tuple[str, ...]
    note: str


def questions_of(crossword: Crossword, losses: Losses) -> list[QuizQuestion]:
    """The questions of a crossword, in the order of its clues.

    Later entries of linked ones are part of the first one's answer.

    Raises:
        FormatError: a clue or an answer is missing, or the puzzle is of a kind without clues.
    """
    kinds = [kind.value for kind in losses.dropped if isinstance(kind, PuzzleKind)]
    if kinds:
        raise FormatError(
            f"{losses.target} cannot hold puzzles of the kind {kinds[0]}: they have no clues to ask"
        )
    texts = Texts.of(losses.language)
    ways = {ACROSS: texts.across, DOWN: texts.down}
    later, entries = Links(crossword).later(), Links(crossword).entries()
    in_both = crossword.with_both_letters().clues  # which have the answers of two readings
    found: list[QuizQuestion] = []
    unwritten: list[str] = []
    unanswered: list[str] = []
    for at, clue in enumerate(crossword.clues):
        if at in later:
            continue
        cells = clue.whole or entries.get((clue.direction, clue.label), ())
        letters = read_in(crossword, clue.direction, cells)
        if "/" in letters:  # of a file: squares with two letters
            two = [crossword.squares[cell].solution.split("/") for cell in cells]
            answers = tuple("".join(some[n] for some in two) for n in (0, -1))
        elif in_both[at].answer != clue.answer:
            answers = tuple(in_both[at].answer.split("/"))
        else:
            answers = _answers(clue, letters)
        name = clue.name or f"clue {at + 1}"
        if not clue.text.strip():
            unwritten.append(name)
        elif not answers:
            unanswered.append(name)
        else:
            text = " ".join(clue.text.split())
            html = " ".join((clue.markup or escape(clue.text, quote=False)).split())
            name = f"{clue.label} {ways.get(clue.direction, clue.direction)}".strip() or name
            found.append(QuizQuestion(name, text, html, answers, " ".join(clue.annotation.split())))
    if unanswered:
        raise FormatError(
            f"these clues have no answer: {some_of(unanswered, _SHOWN)}",
            hint="fill the grid first",
        )
    if unwritten or not found:
        what = f"these entries have no clue: {some_of(unwritten, _SHOWN)}"
        raise FormatError(
            what if unwritten else "there are no clues",
            hint="each clue becomes a question: write them, or give --clues FILE",
        )
    losses.note(THE_GRID)
    return found


def _answers(clue: Clue, letters: str) -> tuple[str, ...]:
    """What is right for a clue: its answer as written, then in letters alone."""
    if not letters:
        return (clue.answer,) if clue.answer.strip() else ()
    return tuple(dict.fromkeys((as_written(clue, letters), letters)))


def about(crossword: Crossword) -> list[str]:
    """Who made a crossword, and its notes, a line each."""
    names = (crossword.author, crossword.editor, crossword.publisher, crossword.date)
    texts = (", ".join(filter(None, map(str.strip, names))), crossword.copyright, crossword.notes)
    return [" ".join(text.split()) for text in texts if text.strip()]


def title_of(crossword: Crossword, language: str = "en") -> str:
    """The title on one line, or the kind of puzzle in a language.

    Raises:
        FormatError: no platform has room for it.
    """
    title = Texts.of(language).title_of(crossword)
    return not_longer(title, "title", _LONGEST)


def not_longer(text: str, what: str, most: int, *, unit: str = "characters") -> str:
    """A text on one line that a platform keeps in a place of a fixed size, in characters or bytes.

    Raises:
        FormatError: it is too long.
    """
    text = " ".join(text.split())
    if len(text if unit == "characters" else text.encode()) > most:
        raise FormatError(f"the {what} has more than {most:,} {unit}", hint="shorten it")
    return text
