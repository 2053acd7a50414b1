"""What of a crossword is another in a file, and whether a report of the program names it.

The comparison is by what people see, aspect by aspect and place by place. A difference has to be
named: by a report of a feature of that aspect at this very place. A report has to be true: what it
names differs. What else is another by a rule that is written down is said in `expected`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any
from unicodedata import normalize

from support.format_views import OF_CLUES, Judged, SeenDifference, differences, paired

from satcross.apps.interchange.texts import plain_of
from satcross.formats import reading
from satcross.formats.jsontext import plain
from satcross.formats.losses import Feature, Losses
from satcross.formats.markup import from_html
from satcross.formats.registry import Format
from satcross.model.cellnames import NamedCell, cell_name
from satcross.model.crossword import (
    TWO_LETTERS,
    Clue,
    Crossword,
    Square,
    SquareKind,
    pattern_of,
    spelled,
)
from satcross.model.enumerations import has_enumeration, in_texts
from satcross.model.kinds import CROSSWORD, PuzzleKind
from satcross.model.linked import Links
from satcross.model.media import EXTRAS, KEY

# The features that say that an aspect of a place is another. A feature without a place excuses
# only what has none: a title, the timer.
OF_ASPECT: dict[str, tuple[Feature, ...]] = {
    "kind": (Feature.VOIDS, Feature.NAMED, Feature.SIZE),
    "solution": (Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.TEXT),
    "circle": (Feature.CIRCLES,),
    "shade": (Feature.SHADES, Feature.COLOURS),
    "given": (Feature.GIVENS,),
    "entry": (Feature.ENTRIES, Feature.TEXT),
    "label": (Feature.LABELS,),
    "mark": (Feature.MARKS,),
    "bars": (Feature.BARS,),
    "board": (Feature.BOARD,),
    "timer": (Feature.TIMER,),
    "clue": (Feature.CLUES, Feature.CLUE_LISTS, Feature.CLUE_ORDER, Feature.CLUE_CELLS),
    "order": (Feature.CLUE_ORDER, Feature.CLUE_LISTS),
    "direction": (Feature.CLUE_ORDER, Feature.CLUE_LISTS),
    "number": (Feature.CLUE_ORDER, Feature.CLUE_LISTS, Feature.LINKS),
    "cells": (Feature.CLUE_CELLS, Feature.CLUE_ORDER, Feature.CLUE_LISTS, Feature.LINKS),
    "text": (Feature.TEXT,),
    "markup": (Feature.MARKUP,),
    "enumeration": (),
    "answer": (Feature.ANSWERS,),
    "annotation": (Feature.ANNOTATIONS, Feature.TEXT),
    "continued": (Feature.LINKS,),
    "place": (),
    **{name: (Feature[name.upper()], Feature.TEXT) for name in Crossword.TEXTS},
}
_ALL_OF_CLUES = frozenset({
    *(*OF_CLUES, "clue", "order", "direction", "number", "cells", "answer"),
})  # fmt: skip
_ONE_PLACE = frozenset({"board", "timer", *Crossword.TEXTS})
# What notes say: the aspects, and whether a value may be another so.
_OF_NOTES: dict[str, Collection[str]] = {
    "how answers are written": ("answer",),
    "lengths of answers": ("enumeration",),
    "which block has a clue": ("place",),
    "numbers that Qxw prints otherwise": ("label",),
    "what Exolve prints in squares where further clues begin": ("label",),
    "blanks and line breaks in texts": (
        *(
            "text",
            "markup",
            "annotation",
            "number",
            "direction",
            "answer",
            "enumeration",
            *Crossword.TEXTS,
        ),
    ),
}
_STATE = {"workbench": {"pinned", "theme", "symmetry", "lists", "min_score"}}
_Owner = Crossword | Square | Clue


class RecordedLosses(Losses):
    """Losses with every place of notes, of which messages name some."""

    def __init__(self, target: str) -> None:
        super().__init__(target)
        self.kinds: list[PuzzleKind] = []
        self.noted: dict[str, list[str]] = {}

    def drop_kind(self, kind: PuzzleKind) -> None:
        """As of `Losses`."""
        self.kinds.append(kind)
        super().drop_kind(kind)

    def note(self, text: str, places: Iterable[str] = ()) -> None:
        """As of `Losses`."""
        known = list(places)
        self.noted.setdefault(text, []).extend(known)
        super().note(text, known)

    def says(self, feature: Feature, place: str) -> bool:
        """Whether a feature is reported for a place, or, where there is but one, at all."""
        return feature in self.places and (
            place in self.places[feature] or (not place and not self.places[feature])
        )


def faults_of(
    before: Crossword,
    after: Crossword,
    format_: Format,
    losses: RecordedLosses,
    *,
    has_details: bool = True,
) -> list[str]:
    """What is wrong with a crossword that was written in a format and read, a line each.

    Args: has_details: whether who read the file keeps what only its format holds.
    """
    wanted = expected(before, format_, losses)
    keeps_all = Feature.CLUE_CELLS in format_.keeps
    found = differences(wanted, after, keeps_all=keeps_all)
    faults = [str(one) for one in found if not is_named(one, losses, before)]
    if losses.places:
        whole = found + differences(_as_given(before, format_), after, keeps_all=True)
        faults += [f"reported, but not lost: {one}" for one in _untrue(whole, losses)]
    if after.kind is not wanted.kind:
        faults.append(f"the kind {wanted.kind!r} is {after.kind!r}")
    faults += _details_lost(before, format_, losses)
    if has_details and wanted.notes == before.notes:
        faults += _own_lost(wanted, after, format_.name)
    return [f"{format_.name}: {fault}" for fault in faults]


def _as_given(crossword: Crossword, format_: Format) -> Crossword:
    """The crossword as a format is given it: lengths of answers in texts, notes on letters.

    Formats of a grid alone have its letters in upper case.
    """
    if Feature.NAMED not in format_.keeps and {Feature.NOTES, Feature.REBUS} <= format_.keeps:
        pattern = pattern_of(crossword)
        note = TWO_LETTERS if pattern.second_cells() else Crossword.EITHER_OR
        has_two = pattern.second_cells() or pattern.second_cells(NamedCell.DOWNWARD)
        if has_two and note not in crossword.notes:
            notes = "\n".join(filter(None, (crossword.notes, note)))
            crossword = replace(crossword, notes=notes)
    if Feature.NAMED not in format_.keeps:  # the second letter is in the square of the first
        pattern = pattern_of(crossword)
        hidden = pattern.second_cells() | pattern.second_cells(NamedCell.DOWNWARD)
    else:
        hidden = {}
    if hidden:
        base = {at: at for at in range(len(crossword.squares))}
        base |= {other: at for at, other in hidden.items()}
        crossword = replace(crossword, clues=tuple(one.moved(base) for one in crossword.clues))
    if Feature.CLUES not in format_.keeps and Feature.TITLE not in format_.keeps:
        squares = (
            replace(one, solution=normalize("NFC", one.solution.upper()))
            for one in crossword.squares
        )
        crossword = replace(crossword, squares=tuple(squares))
    has_lengths = any(clue.enumeration for clue in crossword.clues)
    if format_.lengths_apart or not has_lengths:
        return crossword
    return replace(crossword, clues=tuple(map(_with_lengths, crossword.clues)))


def _with_lengths(clue: Clue) -> Clue:
    """A clue with the lengths of its answer at the end of its text, if it has one without any."""
    lengths = f"({clue.enumeration})"
    is_there = clue.text.rstrip().endswith(lengths)
    if not clue.enumeration or (
        not is_there and (not clue.text.strip() or has_enumeration(clue.text))
    ):
        return clue
    made = clue if is_there else in_texts(_of(clue)).clues[0]
    return replace(clue, text=made.text, markup=made.markup, enumeration="")


def expected(before: Crossword, format_: Format, losses: RecordedLosses) -> Crossword:
    """What has to be read, but for places that are named: without what is named as a whole."""
    said = Links(before).see_texts()
    crossword = _as_given(before, format_)
    if not losses.dropped:
        return crossword
    if losses.kinds:
        crossword = replace(crossword, kind=CROSSWORD)
    if Feature.NAMED in losses.places:
        crossword = crossword.rectangle()
    if Feature.BOARD in losses.places:
        crossword = replace(crossword.labelled(), board="")
    bars = set(losses.places.get(Feature.BARS, ()))
    voids = set(losses.places.get(Feature.VOIDS, ()))
    n_cols = crossword.n_cols
    squares = (
        replace(one, kind=SquareKind.BLOCK)
        if one.kind is SquareKind.VOID and cell_name(at, n_cols) in voids
        else one
        for at, one in enumerate(crossword.squares)
    )
    links = losses.places.get(Feature.LINKS, [])
    lost = {some for one in crossword.clues if one.name in links for some in one.continued}
    clues = (
        replace(one, text=said[at], markup="")
        if at in said and one.cells in lost and not one.text.strip()
        else _unlinked(one, crossword)
        if one.name in links
        else one
        for at, one in enumerate(crossword.clues)
    )
    return replace(
        crossword,
        squares=tuple(squares),
        bars_right=_without(crossword.bars_right, bars, n_cols),
        bars_below=_without(crossword.bars_below, bars, n_cols),
        clues=tuple(clues),
    )


def _unlinked(clue: Clue, crossword: Crossword) -> Clue:
    """A clue without its link. An answer that is the whole goes with it."""
    is_whole = clue.answer == spelled(crossword.squares, clue.whole)
    return replace(clue, continued=(), answer="" if is_whole else clue.answer)


def _without(bars: Iterable[int], named: Collection[str], n_cols: int) -> frozenset[int]:
    return frozenset(at for at in bars if cell_name(at, n_cols) not in named)


def is_named(one: SeenDifference, losses: RecordedLosses, before: Crossword) -> bool:
    """Whether a report names this very difference."""
    place = "" if one.aspect in _ONE_PLACE else one.place
    if place and losses.says(Feature.SIZE, place):
        return True  # there is no such square
    where = (place, one.aspect) if one.aspect in Crossword.TEXTS else (place,)
    if one.aspect in _ALL_OF_CLUES and losses.says(Feature.CLUES, place):
        return True  # all of it
    if any(losses.says(feature, at) for feature in OF_ASPECT[one.aspect] for at in where if at):
        return (
            one.aspect != "shade" or one.now == Square.SHADED or losses.says(Feature.SHADES, place)
        )
    if not place and any(
        feature in losses.places and feature is not Feature.TEXT
        for feature in OF_ASPECT[one.aspect]
    ):
        return True
    for text, places in losses.noted.items():
        if one.aspect in _OF_NOTES.get(text, ()) and not {*where}.isdisjoint(places):
            return True
    return _follows(one, losses, before)


def _follows(one: SeenDifference, losses: RecordedLosses, before: Crossword) -> bool:
    """Whether a difference is a part of another one that is named."""
    if one.aspect == "given":  # no letter, none that is given
        lost = (losses.says(what, one.place) for what in (Feature.LETTERS, Feature.REBUS))
        return not one.now and any(lost)
    if one.aspect == "order":  # of all that it comes before, each is named
        passed = [is_named(one._replace(place=each, was=[]), losses, before) for each in one.was]
        return bool(passed) and all(passed)
    if one.aspect == "clue" and one.was is None:  # of an entry whose own clue is named
        return any(one.now.startswith(text) for text in Links(before).see_texts().values())
    named = [some for some in before.clues if some.name == one.place]
    clue = min(named, key=lambda some: some.text != one.was, default=None)
    if one.aspect == "answer" and clue is not None:  # of formats that have those of the squares
        cells = clue.cells or Links(before).entries().get((clue.direction, clue.label), ())
        places = [cell_name(at, before.n_cols) for at in cells]
        lost = (losses.says(what, at) for what in OF_ASPECT["solution"] for at in places)
        return not one.now and any(lost)
    return clue is not None and _follows_of_clue(one, losses, clue)


def _follows_of_clue(one: SeenDifference, losses: RecordedLosses, clue: Clue) -> bool:
    if one.aspect == "clue" and not clue.text.strip():
        of_what = (Feature.ANNOTATIONS, Feature.LINKS, Feature.CLUES)
        is_noted = one.place in losses.noted.get("lengths of answers", ())
        return is_noted or any(losses.says(feature, one.place) for feature in of_what)
    if one.aspect == "text" and losses.says(Feature.MARKUP, one.place):
        return bool(one.now == plain_of(in_texts(_of(clue)).clues[0].markup))
    if one.aspect == "cells" and one.was == ():  # the number is printed now
        return not {Feature.LABELS, Feature.BARS}.isdisjoint(losses.places)
    return one.aspect == "place" and bool(losses.kinds)


def _of(clue: Clue) -> Crossword:
    """A crossword of one clue."""
    bare = replace(clue, cells=(), continued=(), place=None)
    return Crossword(1, 1, (Square(),), clues=(bare,))


def _untrue(whole: list[SeenDifference], losses: RecordedLosses) -> Iterator[str]:
    """Reports of what is as before."""
    differs: dict[str, set[str]] = {}
    for one in whole:
        differs.setdefault(one.aspect, set()).update(
            [one.place, *one.was] if one.aspect == "order" else [one.place]
        )
    for feature, places in losses.places.items():
        aspects = {name for name, features in OF_ASPECT.items() if feature in features}
        if aspects & _ALL_OF_CLUES:  # a clue that is lost has no answer either
            aspects |= _ALL_OF_CLUES if feature in (Feature.CLUES, Feature.LINKS) else {"clue"}
        anywhere = set().union(*(differs.get(name, set()) for name in aspects))
        for place in dict.fromkeys(places):
            is_field = place in Crossword.TEXTS and place in differs
            is_gone = feature in (Feature.NAMED, Feature.BOARD)
            if place not in anywhere and not is_field and not is_gone:
                yield f"{feature.value} of {place}"
        if not places and not anywhere:
            yield feature.value


def _details(crossword: Crossword, name: str) -> dict[str, int]:
    """How many squares, clues and the like have details of each other format."""
    found: dict[str, int] = {}
    owners: tuple[_Owner, ...] = (crossword, *crossword.squares, *crossword.clues)
    for owner in owners:
        for of, extras in owner.extras.items():
            state = _STATE.get(of, set())
            lost = {
                key
                for key, value in extras.items()
                if key not in {*state, "order"} and (value or not state)
                and (of, key) != (EXTRAS, KEY)
                and not _is_of_notes(value, crossword.notes)
                and (name, of, key) != ("qxw", "workbench", "rules")  # noted one by one
            }  # fmt: skip
            if of != name and lost:
                found[of] = found.get(of, 0) + 1
    return found


def _is_of_notes(value: Any, notes: str) -> bool:
    """Whether a detail is texts that the notes have, from several places of a file."""
    texts = [*value.values()] if isinstance(value, Mapping) else []
    return bool(texts) and all(
        isinstance(one, str)
        and not from_html(one)[1]
        and from_html(one, "\n")[0] in ["", notes, *notes.split("\n\n")]
        for one in texts
    )


def _details_lost(before: Crossword, format_: Format, losses: Losses) -> Iterator[str]:
    """Details of other formats that are lost without a note that counts them."""
    if format_.name == reading.OWN:
        return
    inner = before.rectangle() if Feature.NAMED not in format_.keeps else before
    for of, n in _details(inner, format_.name).items():
        start = f"{n} detail{'s' * (n > 1)} that only {of} files hold: "
        if not any(note.startswith(start) for note in losses.notes):
            yield f"{n} details of {of} are lost; notes are {losses.notes}"
    had = [one.name for one in before.clues if KEY in one.extras.get(EXTRAS, {})]
    if had and not any(note.startswith("pictures and sounds of clues") for note in losses.notes):
        yield f"pictures of {had} are lost"


def _own_lost(before: Crossword, after: Crossword, name: str) -> Iterator[str]:
    """Details of the format itself, or of any in our own, that were not read again."""
    pairs: list[tuple[str, _Owner, _Owner]] = [("it", before, after)]
    n = before.n_cols
    pairs += [
        (cell_name(at, n), one, other)
        for at, (one, other) in enumerate(zip(before.squares, after.squares, strict=False))
    ]
    was, now = Judged(before).clues, Judged(after).clues
    pairs += [(was[at].name, was[at], now[to]) for at, to in paired(was, now).items()]
    for place, one, other in pairs:
        for of in one.extras if name == reading.OWN else [name]:
            own: Mapping[str, Any] = one.extras.get(of, {})
            if of == "exolve" and before.kind.hides_diagram:  # all squares are hidden
                own = {key: value for key, value in own.items() if key != "hidden"}
            if own and not _is_within(plain(own), plain(other.extras.get(of, {}))):
                yield f"details of {of} of {place}: {plain(own)} is {plain(other.extras.get(of))}"


def _is_within(part: Any, whole: Any) -> bool:
    """Whether a value is there, perhaps with more beside it."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and _is_within(value, whole[key]) for key, value in part.items())
    return bool(part == whole)
