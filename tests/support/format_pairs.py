"""A crossword written in a format and read again: equal, or what differs was named by its place.

The comparison is by what people see, aspect by aspect and place by place. A place that differs has
to be among those that the writer reported for a feature of the aspect; a report of one place says
nothing of another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from unittest.mock import patch

from support.random_crosswords import ALPHABET

from satcross.errors import InputError
from satcross.formats import reading
from satcross.formats.losses import Feature, Losses, clue_name
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import Format, format_named
from satcross.model.alphabet import same_letters
from satcross.model.cellnames import DOWNWARD, cell_name
from satcross.model.crossword import (
    EITHER_OR,
    TEXTS,
    Clue,
    Crossword,
    SquareKind,
    pattern_of,
    read_in,
)
from satcross.model.enumerations import in_texts
from satcross.model.kinds import PuzzleKind
from satcross.model.linked import see_texts, with_see_texts
from satcross.model.slots import find_slots

NAMES = ("puz", "ipuz", "jpz", "xd", "exolve", "qxw", "satcross", "text", "ruby-quiz", "line")
# What else says that an aspect of some place differs: features of the same thing.
EXCUSES: dict[str, tuple[Feature, ...]] = {
    "kind": (Feature.VOIDS, Feature.NAMED),
    "bars": (Feature.BARS,),
    "solution": (Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.NAMED),
    "circle": (Feature.CIRCLES,),
    "shade": (Feature.SHADES, Feature.COLOURS),
    "given": (Feature.GIVENS, Feature.UNFILLED),
    "entry": (Feature.ENTRIES,),
    "label": (Feature.LABELS, Feature.BARS, Feature.VOIDS, Feature.NAMED),
    "mark": (Feature.MARKS,),
    "clue": (
        Feature.LINKS,
        Feature.CLUES,
        Feature.CLUE_LISTS,
        Feature.CLUE_ORDER,
        Feature.CLUE_CELLS,
    ),
    "cells": (
        Feature.LINKS,
        Feature.LABELS,
        Feature.CLUE_CELLS,
        Feature.CLUE_ORDER,
        Feature.CLUE_LISTS,
    ),
    "text": (Feature.TEXT, Feature.MARKUP, Feature.CLUE_ORDER),
    "markup": (Feature.MARKUP, Feature.TEXT),
    "answer": (Feature.ANSWERS, Feature.CLUE_CELLS, Feature.UNFILLED, Feature.LETTERS),
    "annotation": (Feature.ANNOTATIONS,),
    "continued": (Feature.LINKS, Feature.CLUE_CELLS, Feature.LABELS),
    "order": (
        Feature.LINKS,
        Feature.CLUE_ORDER,
        Feature.CLUE_LISTS,
        Feature.CLUE_CELLS,
        Feature.CLUES,
    ),
    "timer": (Feature.TIMER,),
    "board": (Feature.BOARD,),
    **{name: (Feature[name.upper()], Feature.TEXT) for name in TEXTS},
}
# Where the whole grid is another one, places are not those that are named.
_ANYWHERE = frozenset({"label", "cells", "continued", "order", "text", *TEXTS})
View = dict[str, dict[str, object]]


class RecordedLosses(Losses):
    """Losses with every place, of which messages name some."""

    def __init__(self, target: str) -> None:
        super().__init__(target)
        self.places: dict[Feature, list[str]] = {}
        self.kinds: list[PuzzleKind] = []

    def drop(self, feature: Feature, places: Iterable[str] = ()) -> None:
        """As of `Losses`."""
        known = list(places)
        self.places.setdefault(feature, []).extend(known)
        super().drop(feature, known)

    def drop_kind(self, kind: PuzzleKind) -> None:
        """As of `Losses`."""
        self.kinds.append(kind)
        super().drop_kind(kind)


@dataclass
class Leg:
    """One crossword through one format.

    Args:
        name: the format.
        again: what was read, or None if nothing could be written.
        faults: what differs and was not named, a line each.
        named: what was left out, a line each.
    """

    name: str
    again: Crossword | None = None
    faults: list[str] = field(default_factory=list)
    named: list[str] = field(default_factory=list)


def through(crossword: Crossword, name: str) -> Leg:
    """Write a crossword in a format and read it again."""
    leg = Leg(name)
    format_ = format_named(name)
    made: list[RecordedLosses] = []

    def recorded(target: str) -> RecordedLosses:
        made.append(RecordedLosses(target))
        return made[-1]

    with patch.object(reading, "Losses", recorded):
        try:
            written = file_of(crossword, name, lossy=True)
        except InputError as error:
            leg.named.append(str(error))
            if not _may_refuse(crossword, name):
                leg.faults.append(f"{name}: refused, though losses are allowed: {error}")
            return leg
    losses = made[0]
    leg.named += [*written.dropped, *written.notes]
    try:
        leg.again = parse_crossword(written.data, format_, f"x.{name}", ALPHABET)
    except InputError as error:
        leg.faults.append(f"{name}: its own file is refused: {error}")
        return leg
    if not written.dropped:
        try:
            file_of(crossword, name, lossy=False)
        except InputError as error:
            leg.faults.append(f"{name}: refused, with nothing to leave out: {error}")
    leg.faults += _differences(crossword, leg.again, format_, losses)
    return leg


def _may_refuse(crossword: Crossword, name: str) -> bool:
    return (name == "line" and (crossword.n_rows != crossword.n_cols)) or name == "ruby-quiz"


def _differences(
    before: Crossword, after: Crossword, format_: Format, losses: RecordedLosses
) -> list[str]:
    written = _as_written(before, format_)
    said_of_links = {(clue_name(before.clues[at]), text) for at, text in see_texts(before).items()}
    if Feature.NAMED not in format_.keeps:  # grid text has second texts too
        after = after.with_both_letters("|")
    old, new = view(written, format_, said_of_links), view(after, format_, said_of_links)
    places = losses.places
    faults = []
    if written.kind is not after.kind and not losses.kinds:
        faults.append(f"{format_.name}: the kind {written.kind!r} is {after.kind!r}")
    for aspect, of_place in old.items():
        excuses = EXCUSES.get(aspect, ())
        for place in {**of_place, **new[aspect]}:
            was, now = of_place.get(place), new[aspect].get(place)
            if was == now or (aspect in _OF_ONE and None in (was, now)):
                continue
            if aspect == "label" and losses.kinds:  # which other kinds have not
                continue
            if any(one in places and (not places[one] or aspect in _ANYWHERE) for one in excuses):
                continue
            if aspect == "clue" and was is None and any(one in places for one in excuses):
                continue  # at another place than before
            said = {where for one in excuses for where in places.get(one, ())}
            if place.partition(" #")[0] in said or _noted(aspect, place, losses):
                continue
            if not of_place.get(place) and Feature.VOIDS in places and aspect == "solution":
                continue
            faults.append(f"{format_.name}: {aspect} of {place or 'it'}: {was!r} is {now!r}")
    return faults


def _noted(aspect: str, place: str, losses: Losses) -> bool:
    notes = " ".join(losses.notes)
    if aspect == "answer":
        return "how answers are written" in notes
    return aspect in ("text", *TEXTS) and "blanks" in notes and bool(place is not None)


def _as_written(crossword: Crossword, format_: Format) -> Crossword:
    """What a format is given: second texts in one square, lengths and references in texts."""
    if Feature.NAMED not in format_.keeps and Feature.REBUS in format_.keeps:
        both = crossword.with_both_letters("/" if Feature.NOTES in format_.keeps else "|")
        is_either_or = (
            pattern_of(crossword).second_cells(DOWNWARD) and Feature.NOTES in format_.keeps
        )
        crossword = replace(both, notes=f"{both.notes}\n{EITHER_OR}") if is_either_or else both
    if format_.name not in reading._ENUMERATIONS_APART:
        crossword = in_texts(crossword)
    if format_.name != "satcross":
        crossword = with_see_texts(crossword)
    return crossword


def view(crossword: Crossword, format_: Format, of_links: Collection[tuple[str, str]]) -> View:
    """What people see of a crossword, by aspect and place.

    Args:
        crossword: the crossword.
        format_: which may not keep the cells beside the rectangle.
        of_links: clues that only refer to others, which are not looked at.
    """
    n = (
        len(crossword.squares)
        if Feature.NAMED in format_.keeps
        else crossword.n_rows * crossword.n_cols
    )
    squares = {_place(crossword, at): one for at, one in enumerate(crossword.squares[:n])}
    labelled = crossword.labelled().squares
    out: View = {
        "kind": {at: one.kind for at, one in squares.items()},
        "solution": {
            at: one.solution.replace("/", "|")
            for at, one in squares.items()
            if one.kind is SquareKind.OPEN
        },
        **{
            name: {at: getattr(one, name) for at, one in squares.items()}
            for name in ("circle", "shade", "entry", "mark")
        },
        "given": {at: one.given and bool(one.solution) for at, one in squares.items()},
        "label": {_place(crossword, at): one.label for at, one in enumerate(labelled[:n])},
        "bars": {
            cell_name(at, crossword.n_cols): (
                at in crossword.bars_right, at in crossword.bars_below,
            )
            for at in range(crossword.n_rows * crossword.n_cols)
        },
        "timer": {"": crossword.timer_s},
        "board": {"": crossword.board},
        **{
            name: {"": _without_note(getattr(crossword, name))} for name in TEXTS
        },
    }  # fmt: skip
    return out | _clues(crossword, of_links)


def _without_note(text: str) -> str:
    return "\n".join(
        each
        for each in text.strip("\n").split("\n")
        if each not in (EITHER_OR, reading.TWO_LETTERS)
    )


def _place(crossword: Crossword, at: int) -> str:
    n = crossword.n_rows * crossword.n_cols
    return crossword.named[at - n].name if at >= n else cell_name(at, crossword.n_cols)


def _clues(crossword: Crossword, of_links: Collection[tuple[str, str]]) -> View:
    said = [
        one
        for one in crossword.clues
        if (one.text or one.annotation or one.continued)
        and ((clue_name(one), one.text) not in of_links or one.annotation or one.continued)
    ]
    cells = {(slot.heading, slot.label): slot.cells for slot in find_slots(pattern_of(crossword))}
    labels = [one.label for one in crossword.labelled().squares]
    out: View = {name: {} for name in ("clue", "cells", "continued", "answer", "order", *_OF_CLUES)}
    for number, one in enumerate(said):
        place = clue_name(one)
        if place in out["clue"]:
            place = f"{place} #{number}"
        out["clue"][place] = True
        own = (
            one.cells
            or _named_cells(crossword, one, labels)
            or cells.get((one.direction, one.label), ())
        )
        out["cells"][place] = own
        letters = {read_in(crossword, one.direction, some) for some in (own, one.whole)}
        is_usual = any(same_letters(one.answer, some) and one.answer == some for some in letters)
        is_of_two = any(
            set("/|") & set(crossword.squares[at].solution) for at in (*own, *one.whole)
        )
        out["answer"][place] = "" if is_usual or is_of_two else one.answer
        for name, value in _of_clue(one).items():
            is_made = name == "text" and (clue_name(one), one.text) in of_links
            out[name][place] = "" if is_made else value
    out["order"][""] = tuple(clue_name(one) for one in said)
    return out


def _named_cells(crossword: Crossword, clue: Clue, labels: list[str]) -> tuple[int, ...]:
    found = [
        slot.cells
        for slot in find_slots(pattern_of(crossword))
        if slot.heading == clue.direction and labels[slot.cells[0]] == clue.label
    ]
    return found[0] if len(found) == 1 else ()


_OF_CLUES = ("text", "markup", "annotation", "continued")
_OF_ONE = frozenset({"cells", "continued", "answer", *_OF_CLUES})  # of a clue that is there


def _of_clue(clue: Clue) -> dict[str, object]:
    return {
        "text": f"{clue.text} | {clue.enumeration}" if clue.enumeration else clue.text,
        "markup": clue.markup,
        "annotation": clue.annotation,
        "continued": clue.continued,
    }


def pair(crossword: Crossword, first: str, second: str) -> list[Leg]:
    """A crossword through one format, and what was read through another."""
    leg = through(crossword, first)
    if leg.again is None:
        return [leg]
    return [leg, through(replace(leg.again, remarks=()), second)]
