"""A crossword written in a format and read again: equal, or what differs was named by its place.

`support.format_judge` compares.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from unittest.mock import patch

from support.format_judge import RecordedLosses, faults_of
from support.format_views import has_other_answers
from support.random_parts import alphabet_of

from satcross.errors import InputError
from satcross.formats import reading
from satcross.formats.losses import Feature
from satcross.formats.reading import FileContent, file_of, parse_crossword
from satcross.formats.registry import format_named
from satcross.model.crossword import Crossword

NAMES = ("puz", "ipuz", "jpz", "xd", "exolve", "qxw", "satcross", "text", "ruby-quiz", "line")
_OF_SOLVERS = (Feature.TIMER, Feature.ENTRIES)


@dataclass
class Leg:
    """One crossword through one format.

    Args:
        name: the format.
        again: what was read, or None if nothing could be written.
        faults: what differs and was not named, and other faults, a line each.
        named: what was left out, a line each.
        refused: why nothing was written, though losses are allowed; "" where it was.
    """

    name: str
    again: Crossword | None = None
    faults: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)
    refused: str = ""


def recorded_file(crossword: Crossword, name: str) -> tuple[FileContent, RecordedLosses]:
    """A crossword as a file, and every place of what it lacks.

    Raises: InputError: it is refused, though losses are allowed.
    """
    made: list[RecordedLosses] = []

    def recorded(target: str) -> RecordedLosses:
        made.append(RecordedLosses(target))
        return made[-1]

    with patch.object(reading, "Losses", recorded):
        written = file_of(crossword, name, lossy=True)
    return written, made[0]


def through(crossword: Crossword, name: str) -> Leg:
    """Write a crossword in a format and read it again."""
    leg = Leg(name)
    format_ = format_named(name)
    try:
        written, losses = recorded_file(crossword, name)
    except InputError as error:
        leg.refused = str(error)
        if not _may_refuse(crossword, name, leg.refused):
            leg.faults.append(f"{name}: refused, though losses are allowed: {error}")
        return leg
    leg.named += [*written.dropped, *written.notes]
    leg.faults += _faults_of_strict(crossword, name, losses)
    try:
        leg.again = parse_crossword(written.data, format_, f"x.{name}", alphabet_of(crossword))
    except InputError as error:
        leg.faults.append(f"{name}: its own file is refused: {error}")
        return leg
    leg.faults += faults_of(crossword, leg.again, format_, losses)
    if not losses.places and not has_other_answers(crossword):
        about = [one for one in leg.again.remarks if one.startswith("answers that differ")]
        leg.faults += [f"{name}: its own file has a remark: {one}" for one in about]
    return leg


def _may_refuse(crossword: Crossword, name: str, why: str) -> bool:
    """Whether a format has no place for such a grid, and the error says so."""
    is_square = crossword.n_rows == crossword.n_cols
    if name == "line" and not is_square:
        return why == (
            f"the grid must be square, got {crossword.n_rows} row{'s' * (crossword.n_rows > 1)}"
            f" of {crossword.n_cols}; use another format"
        )
    has_rectangle = crossword.n_rows > 0
    return not has_rectangle and name != reading.OWN and "without a rectangle" in why


def _faults_of_strict(crossword: Crossword, name: str, losses: RecordedLosses) -> list[str]:
    """What is wrong where losses are not allowed.

    It is refused for what is left out of the puzzle itself, by a line with all of that; not for
    what a solver has done, or for what is only noted.
    """
    lost = [text for feature, text in losses.dropped.items() if feature not in _OF_SOLVERS]
    try:
        file_of(crossword, name, lossy=False)
    except InputError as error:
        missing = [text for text in lost if text not in str(error)]
        if missing or not lost or re.search("[\r\n]", str(error)):
            return [f"{name}: refused without naming {missing}: {error}"]
        return []
    return [f"{name}: written without what is lost: {lost}"] if lost else []


def pair(crossword: Crossword, first: str, second: str) -> list[Leg]:
    """A crossword through one format, and what was read through another."""
    leg = through(crossword, first)
    if leg.again is None:
        return [leg]
    return [leg, through(replace(leg.again, remarks=()), second)]
