"""What of a crossword a format cannot hold, feature by feature."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from itertools import chain
from typing import Any
from unicodedata import normalize

from satcross.checks import counted, some_of
from satcross.errors import FormatError
from satcross.formats.markup import from_html
from satcross.model.alphabet import Alphabet
from satcross.model.cellnames import cell_name
from satcross.model.crossword import (
    DIRECTION_NAMES,
    Clue,
    Crossword,
    Square,
    SquareKind,
    clue_key,
    pattern_of,
    read_in,
    spelled,
)
from satcross.model.grid import BLOCK, VOID, Grid
from satcross.model.kinds import PuzzleKind, kinds
from satcross.model.slots import Light, find_slots

_SHOWN = 3  # number of places listed for one loss; the others are counted


class Feature(Enum):
    """A feature that a crossword may have. The value is its name for people."""

    SIZE = "a grid of this size"
    BARS = "bars"
    VOIDS = "void cells"
    NAMED = "cells beside the rectangle"
    BOARD = "boards other than a rectangle"
    CIRCLES = "circles"
    SHADES = "shading"
    COLOURS = "colours of shading"
    REBUS = "cells of several letters"
    LETTERS = "these characters in cells"
    UNFILLED = "open cells without a letter"
    GIVENS = "given letters"
    ENTRIES = "letters written so far"
    LABELS = "labels other than the usual numbers"
    MARKS = "numbers of a solution word"
    CLUES = "clues"
    CLUE_LISTS = "clues that are neither across nor down"
    CLUE_ORDER = "clues whose numbers differ from the usual ones"
    CLUE_CELLS = "clues for cells that are not a slot"
    ANSWERS = "answers that differ from the grid"
    MARKUP = "bold and italics in clues"
    LINKS = "linked entries"
    ANNOTATIONS = "annotations of clues"
    TEXT = "these characters in text"
    TITLE = "a title"
    AUTHOR = "an author"
    EDITOR = "an editor"
    COPYRIGHT = "a copyright line"
    PUBLISHER = "a publisher"
    DATE = "a date"
    NOTES = "notes"
    TIMER = "a timer"


_OF_SOLVERS = frozenset({Feature.TIMER, Feature.ENTRIES})


class Losses:
    """Collects what a writer has to leave out.

    Args:
        target: the format's name for people, as in ".puz".

    Fields:
        language: of what a file says beside the crossword, as questions do; English by default.
        dropped: a line for each lost feature: an error, unless losses are allowed, or it is only
            what someone who solved the puzzle has done.
        notes: a line for each loss of data that only the original format can hold, and of blanks;
            not an error.
        places: by feature, every place where it is left out; lines in `dropped` name some.
    """

    def __init__(self, target: str) -> None:
        self.target, self.language = target, "en"
        self.dropped: dict[Feature | PuzzleKind, str] = {}
        self.notes: list[str] = []
        self.places: dict[Feature, list[str]] = {}

    def drop(self, feature: Feature, places: Iterable[str] = ()) -> None:
        """Record that `feature` is left out, at these places too if any are given."""
        known = self.places.setdefault(feature, [])
        known += [place for place in dict.fromkeys(places) if place not in known]
        where = f" ({some_of(known, _SHOWN)})" if known else ""
        self.dropped[feature] = f"{feature.value}{where}"

    def drop_kind(self, kind: PuzzleKind) -> None:
        """Record that the puzzle is written as a crossword, which is another kind of puzzle."""
        self.dropped[kind] = f"puzzles of the kind {kind.value}"

    def drop_cells(self, crossword: Crossword, feature: Feature, cells: Iterable[int]) -> None:
        """Record that `feature` is left out at these positions, if there are any."""
        places = [cell_name(cell, crossword.n_cols) for cell in cells]
        if places:
            self.drop(feature, places)

    def drop_clues(self, feature: Feature, clues: Iterable[Clue]) -> None:
        """Record that `feature` of these clues is left out, if there are any."""
        places = [clue.name for clue in clues]
        if places:
            self.drop(feature, places)

    def drop_of_blocks(self, crossword: Crossword, features: Collection[Feature]) -> None:
        """Record that these features of blocks and voids are left out, if there are any."""
        for feature in features:
            has = _OF_SQUARES[feature]
            closed = [
                at
                for at, square in enumerate(crossword.squares)
                if square.kind is not SquareKind.OPEN and has(square)
            ]
            is_bare = crossword.kind.has_labels and not any(map(_is_labelled, crossword.squares))
            if feature is Feature.LABELS and closed and is_bare:
                closed += usual_labels(pattern_of(crossword))  # which are printed then
            self.drop_cells(crossword, feature, closed)

    def drop_unsupported(self, crossword: Crossword, keeps: Collection[Feature]) -> None:
        """Record every feature of the crossword that a format cannot keep.

        Except those that depend on the format's own rules: sizes, letters, text, and clues that
        do not fit the grid, unless it keeps no clues at all. Clues without text are not a loss.
        """
        for feature, has in _OF_SQUARES.items():
            is_part = feature is Feature.COLOURS and Feature.SHADES not in keeps
            if feature not in keeps and not is_part and feature is not Feature.LABELS:
                cells = [p for p, square in enumerate(crossword.squares) if has(square)]
                self.drop_cells(crossword, feature, cells)
        if Feature.BARS not in keeps:
            bars = sorted(crossword.bars_right | crossword.bars_below)
            self.drop_cells(crossword, Feature.BARS, bars)
        if Feature.LABELS not in keeps and any(one.label for one in crossword.squares):
            numbers = usual_labels(supported_pattern(crossword, keeps))
            shown = crossword.without_usual_labels().labelled().squares
            odd = [at for at, one in enumerate(shown) if one.label != numbers.get(at, "")]
            self.drop_cells(crossword, Feature.LABELS, odd)
        if Feature.CLUES not in keeps:
            said = [one for one in crossword.clues if one.text or one.annotation or one.continued]
            self.drop_clues(Feature.CLUES, said)
        else:
            for feature, of_clue in _OF_CLUES.items():
                if feature not in keeps:
                    self.drop_clues(feature, filter(of_clue, crossword.clues))
        for feature in _OF_CROSSWORDS:
            if feature not in keeps and getattr(crossword, feature.name.lower()):
                self.drop(feature)
        if Feature.TIMER not in keeps and crossword.timer_s is not None:
            self.drop(Feature.TIMER)

    def note(self, text: str, places: Iterable[str] = ()) -> None:
        """Record that something is left out that few miss, at these places if any are given."""
        known = list(places)
        self.notes.append(f"{text} ({some_of(known, _SHOWN)})" if known else text)

    def note_foreign(self, crossword: Crossword, name: str) -> None:
        """Note the extras of other formats than `name`, which is written, and of kinds, by place.

        The state of our own workbench is no loss, nor is what is empty there.
        """
        details: dict[str, list[str]] = {}
        owners: list[tuple[str, Crossword | Square | Clue]] = [("", crossword)]
        owners += [
            (cell_name(at, crossword.n_cols), one) for at, one in enumerate(crossword.squares)
        ]
        owners += [(clue.name, clue) for clue in crossword.clues]
        for where, owner in owners:
            for format_name, extras in owner.extras.items():
                state = _STATE.get(format_name, ())
                named = (
                    _named_detail(key, value, crossword.notes)
                    for key, value in extras.items()
                    if key not in (*state, *_ORDERS) and (value or not state)
                )
                lost = [*filter(None, named)]
                if format_name != name and lost:
                    keys = some_of(lost, _DETAILS)
                    one = f"{keys} of {where}" if where else keys
                    details.setdefault(format_name, []).append(one)
        for format_name, found in sorted(details.items()):
            shown = some_of(found, _DETAILS)
            what = f"{counted(len(found), 'detail')} that only {format_name} files hold"
            if any(kind.value == format_name for kind in kinds()):  # no format has that name
                what = f"what puzzles of the kind {format_name} remember"
            self.note(f"{what}: {shown}")

    def clues_in_place(self, crossword: Crossword, slots: Sequence[Light]) -> dict[int, Clue]:
        """The clues by slot index, for formats with exactly one clue for each slot.

        Records the loss of clues in other lists, clues whose cells are not a slot, clues with a
        wrong or repeated number or out of order, and answers that the grid does not spell.
        """
        by_cells = {(slot.heading, slot.cells): slot for slot in slots}
        by_label = {clue_key(slot): slot for slot in slots}
        placed: dict[int, Clue] = {}
        wrong: dict[Feature, list[Clue]] = {}
        last = -1
        keeps_annotations = Feature.ANNOTATIONS not in self.places
        otherwise: list[str] = []  # clues whose answers are written with blanks, small letters, …
        for clue in crossword.clues:
            slot = (
                by_cells.get((clue.direction, clue.cells))
                if clue.cells
                else by_label.get((clue.direction, clue.label))
            )
            feature: Feature | None = None
            if clue.direction not in DIRECTION_NAMES.values():
                feature = Feature.CLUE_LISTS
            elif slot is None and clue.cells:
                feature = Feature.CLUE_CELLS
            elif slot is None or slot.index in placed:
                feature = Feature.CLUE_ORDER
            else:
                placed[slot.index] = clue
                is_said = bool(clue.text.strip() or (clue.annotation and keeps_annotations))
                if (is_said and slot.index < last) or clue.label != str(slot.number):
                    feature = Feature.CLUE_ORDER
                last = max(last, slot.index) if is_said else last
            if feature is not None:
                wrong.setdefault(feature, []).append(clue)
            if slot is None:
                continue  # its answer is lost with it
            letters = _readings_of(clue, slot, crossword)
            if clue.answer and not any(Alphabet.same_letters(clue.answer, one) for one in letters):
                wrong.setdefault(Feature.ANSWERS, []).append(clue)
            elif clue.answer and clue.answer not in letters:
                otherwise.append(clue.name)
        for feature, clues in wrong.items():
            self.drop_clues(feature, clues)
        if otherwise:
            self.note("how answers are written", otherwise)
        return placed

    def encoded(self, text: str) -> bytes:
        """Text as UTF-8. Halves of characters, which no file can hold, are lost."""
        try:
            return text.encode()
        except UnicodeEncodeError:
            self.drop(Feature.TEXT)
            return text.encode(errors="replace")

    def require_none(self, source: str) -> None:
        """Raises FormatError, which lists what is dropped of the puzzle itself, if anything was."""
        lost = [text for feature, text in self.dropped.items() if feature not in _OF_SOLVERS]
        if lost:
            raise FormatError(
                f"{self.target} cannot hold {', '.join(lost)}",
                hint="allow losses (--lossy, lossy=True) to leave that out, or use another format",
                source=source,
            )


_DETAILS = 8  # details that are named; the others are counted
_ORDERS = "order", "design"  # of a file's fields, and by what it says a thing: nothing shows them
# What satcross keeps beside a crossword to go on with it, by whose it is: nobody wrote it, and a
# file for other programs is the same crossword without it. What people wrote, as banned words and
# drafts of clues, is not among it.
_STATE: Mapping[str, Collection[str]] = {
    "workbench": frozenset({"pinned", "theme", "symmetry", "lists", "min_score"})
}


def _named_detail(key: object, value: Any, notes: str) -> str:
    """The name of a detail, with those of the fields in it; "" if the notes say all of it."""
    if not isinstance(value, Mapping):
        return str(key)
    inner = [str(name) for name, text in value.items() if not _is_said(text, notes)]
    return f"{key} {some_of(inner, _DETAILS)}" if inner else str(key) * (not value)


def _is_said(value: Any, notes: str) -> bool:
    """Whether a text is one of several in the notes, with blank lines between, or empty."""
    if not isinstance(value, str):
        return False
    text, markup = from_html(value, "\n")
    return not markup and (not text or f"\n\n{text}\n\n" in f"\n\n{notes}\n\n")


_OF_SQUARES: Mapping[Feature, Callable[[Square], object]] = {
    Feature.VOIDS: lambda square: square.kind is SquareKind.VOID,
    Feature.CIRCLES: lambda square: square.circle,
    Feature.SHADES: lambda square: square.shade,
    Feature.COLOURS: lambda square: square.shade not in ("", Square.SHADED),
    Feature.REBUS: lambda square: len(normalize("NFC", square.solution)) > 1,
    Feature.UNFILLED: lambda square: square.kind is SquareKind.OPEN and not square.solution,
    Feature.GIVENS: lambda one: one.given and (one.solution or one.kind is not SquareKind.OPEN),
    Feature.ENTRIES: lambda square: square.entry,
    Feature.MARKS: lambda square: square.mark,
    Feature.LABELS: lambda square: square.label,
}
_OF_CLUES: Mapping[Feature, Callable[[Clue], object]] = {
    Feature.MARKUP: lambda clue: clue.markup,
    Feature.LINKS: lambda clue: clue.continued,
    Feature.ANNOTATIONS: lambda clue: clue.annotation,
}
_OF_CROSSWORDS = (
    *(Feature.TITLE, Feature.AUTHOR, Feature.EDITOR, Feature.COPYRIGHT, Feature.PUBLISHER),
    *(Feature.DATE, Feature.NOTES),
)  # by the fields of these names


def _is_labelled(square: Square) -> bool:
    return square.kind is SquareKind.OPEN and square.label != ""


def usual_labels(grid: Grid) -> dict[int, str]:
    """The numbers that are printed in a grid, by position."""
    return {slot.cells[0]: slot.label for slot in find_slots(grid) if slot.number}


def supported_pattern(crossword: Crossword, keeps: Collection[Feature]) -> Grid:
    """The grid without letters as a format can hold it: without bars, or blocks for voids."""
    grid = pattern_of(crossword)
    if Feature.BARS not in keeps:
        grid = replace(grid, bars_right=frozenset(), bars_below=frozenset())
    if Feature.VOIDS not in keeps:
        grid = grid.with_cells([BLOCK if cell == VOID else cell for cell in grid.cells])
    return grid


def _readings_of(clue: Clue, slot: Light, crossword: Crossword) -> set[str]:
    """What an answer may be that follows from the squares, of linked entries also the whole."""
    found: set[str] = set()
    for cells in (slot.cells, (*slot.cells, *chain(*clue.continued))):
        found |= {spelled(crossword.squares, cells), read_in(crossword, slot.heading, cells)}
    return found
