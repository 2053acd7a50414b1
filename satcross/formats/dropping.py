"""What of a crossword a format leaves out, told feature by feature."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from satcross.crossword import (
    ACROSS,
    DOWN,
    SHADED,
    Clue,
    Crossword,
    Square,
    SquareKind,
    pattern_of,
    spelled,
)
from satcross.formats.losses import Feature, Losses
from satcross.grid import BLOCK, VOID, Grid
from satcross.puzzle import Direction, Slot

DIRECTIONS = {ACROSS: Direction.ACROSS, DOWN: Direction.DOWN}
NAMES = {direction: name for name, direction in DIRECTIONS.items()}

_OF_SQUARES: Mapping[Feature, Callable[[Square], object]] = {
    Feature.VOIDS: lambda square: square.kind is SquareKind.VOID,
    Feature.CIRCLES: lambda square: square.circle,
    Feature.SHADES: lambda square: square.shade,
    Feature.COLOURS: lambda square: square.shade not in ("", SHADED),
    Feature.REBUS: lambda square: len(square.solution) > 1,
    Feature.UNFILLED: lambda square: square.kind is SquareKind.OPEN and not square.solution,
    Feature.GIVENS: lambda square: square.given,
    Feature.ENTRIES: lambda square: square.entry,
}
_OF_CROSSWORDS: Mapping[Feature, Callable[[Crossword], object]] = {
    Feature.TITLE: lambda crossword: crossword.title,
    Feature.AUTHOR: lambda crossword: crossword.author,
    Feature.EDITOR: lambda crossword: crossword.editor,
    Feature.COPYRIGHT: lambda crossword: crossword.copyright,
    Feature.PUBLISHER: lambda crossword: crossword.publisher,
    Feature.DATE: lambda crossword: crossword.date,
    Feature.NOTES: lambda crossword: crossword.notes,
    Feature.TIMER: lambda crossword: crossword.timer_s is not None,
}


def cell_name(crossword: Crossword, position: int) -> str:
    """A square's name for people, 1-based: `r1c3`."""
    row, col = divmod(position, crossword.n_cols)
    return f"r{row + 1}c{col + 1}"


def clue_name(clue: Clue) -> str:
    """A clue's name for people: `12 Across`."""
    return f"{clue.label} {clue.direction}".strip()


def drop_cells(
    crossword: Crossword, feature: Feature, cells: Iterable[int], losses: Losses
) -> None:
    """Drop `feature` at these positions, if there are any."""
    places = [cell_name(crossword, cell) for cell in cells]
    if places:
        losses.drop(feature, places)


def drop_clues(feature: Feature, clues: Iterable[Clue], losses: Losses) -> None:
    """Drop `feature` of these clues, if there are any."""
    places = [clue_name(clue) for clue in clues]
    if places:
        losses.drop(feature, places)


def drop_unkept(crossword: Crossword, keeps: Collection[Feature], losses: Losses) -> None:
    """Tell of every feature of the crossword that is not among those that a format keeps.

    Not of what takes a look at the format's own rules: sizes, letters, text, and clues that do
    not fit the grid, unless it keeps no clues at all. Clues without a text are no loss.
    """
    for feature, has in _OF_SQUARES.items():
        if feature not in keeps and not (
            feature is Feature.COLOURS and Feature.SHADES not in keeps
        ):
            cells = [p for p, square in enumerate(crossword.squares) if has(square)]
            drop_cells(crossword, feature, cells, losses)
    if Feature.BARS not in keeps:
        bars = sorted(crossword.bars_right | crossword.bars_below)
        drop_cells(crossword, Feature.BARS, bars, losses)
    if Feature.LABELS not in keeps:
        odd = [p for p, sq in enumerate(crossword.without_usual_labels().squares) if sq.label]
        drop_cells(crossword, Feature.LABELS, odd, losses)
    if Feature.CLUES not in keeps:
        drop_clues(Feature.CLUES, [clue for clue in crossword.clues if clue.text], losses)
    elif Feature.MARKUP not in keeps:
        drop_clues(Feature.MARKUP, [clue for clue in crossword.clues if clue.markup], losses)
    for feature, told in _OF_CROSSWORDS.items():
        if feature not in keeps and told(crossword):
            losses.drop(feature)


def kept_pattern(crossword: Crossword, keeps: Collection[Feature]) -> Grid:
    """The grid without letters that a file will have: perhaps no bars, and blocks for voids."""
    grid = pattern_of(crossword)
    if Feature.BARS not in keeps:
        grid = replace(grid, bars_right=frozenset(), bars_below=frozenset())
    if Feature.VOIDS not in keeps:
        grid = grid.with_cells([BLOCK if cell == VOID else cell for cell in grid.cells])
    return grid


def clues_in_place(crossword: Crossword, slots: Sequence[Slot], losses: Losses) -> dict[int, Clue]:
    """For formats that have one clue for each slot and no more: the clues by slot index.

    Drops clues of other lists, clues whose cells are no slot, and clues that do not belong to the
    usual numbers: of a wrong or repeated number, or out of order. Answers that the grid does not
    spell are dropped, too.
    """
    by_cells = {(NAMES[slot.direction], slot.cells): slot for slot in slots}
    by_label = {(NAMES[slot.direction], str(slot.number)): slot for slot in slots}
    placed: dict[int, Clue] = {}
    wrong: dict[Feature, list[Clue]] = {}
    last = -1
    for clue in crossword.clues:
        slot = (
            by_cells.get((clue.direction, clue.cells))
            if clue.cells
            else by_label.get((clue.direction, clue.label))
        )
        feature: Feature | None = None
        if clue.direction not in DIRECTIONS:
            feature = Feature.CLUE_LISTS
        elif slot is None and clue.cells:
            feature = Feature.CLUE_CELLS
        elif slot is None or slot.index in placed:
            feature = Feature.CLUE_ORDER
        else:
            placed[slot.index] = clue
            if slot.index < last or clue.label != str(slot.number):
                feature = Feature.CLUE_ORDER
            last = max(last, slot.index)
        if feature is not None:
            wrong.setdefault(feature, []).append(clue)
        if clue.answer and (slot is None or clue.answer != spelled(crossword.squares, slot.cells)):
            wrong.setdefault(Feature.ANSWERS, []).append(clue)
    for feature, clues in wrong.items():
        drop_clues(feature, clues, losses)
    return placed
