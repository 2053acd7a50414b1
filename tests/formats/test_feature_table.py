"""The table of docs/reference/formats.md: what each format keeps and refuses, cell by cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from satcross.errors import FormatError, GridError
from satcross.formats.losses import Feature
from satcross.formats.reading import file_of, parse_crossword
from satcross.formats.registry import NAMES, format_named
from satcross.model.alphabet import LATIN
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.testing import CLUED, OF_CLUES, PLAIN, sample
from satcross.words.alphabets import parse_alphabet

SEEN: dict[Feature, Callable[[Crossword], object]] = {
    Feature.SIZE: lambda c: (c.n_rows, c.n_cols),
    Feature.BARS: lambda c: (c.bars_right, c.bars_below),
    Feature.VOIDS: lambda c: [square.kind for square in c.squares],
    Feature.CIRCLES: lambda c: [square.circle for square in c.squares],
    Feature.SHADES: lambda c: [square.shade for square in c.squares],
    Feature.COLOURS: lambda c: [square.shade for square in c.squares],
    Feature.GIVENS: lambda c: [square.given for square in c.squares],
    Feature.ENTRIES: lambda c: [square.entry for square in c.squares],
    Feature.LABELS: lambda c: [square.label for square in c.squares],
    Feature.MARKS: lambda c: [square.mark for square in c.squares],
    Feature.CLUE_CELLS: lambda c: [clue.cells for clue in c.clues],
    Feature.ANSWERS: lambda c: [clue.answer for clue in c.clues],
    Feature.MARKUP: lambda c: [clue.markup for clue in c.clues],
    Feature.LINKS: lambda c: [(clue.label, clue.text, clue.continued) for clue in c.clues],
    Feature.ANNOTATIONS: lambda c: [clue.annotation for clue in c.clues],
    Feature.TIMER: lambda c: (c.timer_s, c.timer_runs),
    **dict.fromkeys(
        (Feature.REBUS, Feature.LETTERS, Feature.UNFILLED),
        lambda c: [square.solution for square in c.squares],
    ),
    **dict.fromkeys(
        (Feature.CLUES, Feature.CLUE_LISTS, Feature.CLUE_ORDER, Feature.TEXT),
        lambda c: [(clue.direction, clue.label, clue.text) for clue in c.clues],
    ),
}
# A format that lacks the second thing has no use for the first.
PART_OF: dict[Feature, Feature] = {
    Feature.COLOURS: Feature.SHADES,
    **dict.fromkeys(OF_CLUES - {Feature.CLUES}, Feature.CLUES),
}


def seen(feature: Feature, crossword: Crossword) -> object:
    """What of a crossword the feature is about."""
    look = SEEN.get(feature)
    return getattr(crossword, feature.name.lower()) if look is None else look(crossword)


def base_of(name: str) -> Crossword:
    if name == "hex":
        return replace(crossword_of(Grid.parse("...\n...\n...")), clues=())
    return CLUED if Feature.CLUES in format_named(name).keeps else PLAIN


CELLS = [(name, feature) for name in NAMES for feature in Feature]


@pytest.mark.parametrize(("name", "feature"), CELLS, ids=lambda x: getattr(x, "name", x))
def test_each_cell_of_the_table(name: str, feature: Feature) -> None:
    format_ = format_named(name)
    crossword = sample(feature, base_of(name))
    if feature in format_.keeps:
        written = file_of(crossword, name, lossy=True)
        assert not any(item.startswith(feature.value) for item in written.dropped)
        letters = parse_alphabet("latin+Ω") if feature is Feature.LETTERS else LATIN
        again = parse_crossword(written.data, format_, "f", letters)
        assert seen(feature, again) == seen(feature, crossword)
        return
    if feature in (Feature.ENTRIES, Feature.TIMER):  # a solver's work is no reason to refuse
        content = file_of(crossword, name, lossy=True)
        assert any(line.startswith(feature.value) for line in content.dropped)
        return
    with pytest.raises((FormatError, GridError)) as refused:
        file_of(crossword, name, lossy=False, target="out")
    if feature is Feature.SIZE:  # no part of such a grid could be left out
        return
    assert str(refused.value).startswith(f"out: {name} cannot hold ")
    kept = file_of(crossword, name, lossy=True, target="out")
    lost = {feature.value, PART_OF.get(feature, feature).value}
    assert any(item.startswith(tuple(lost)) for item in kept.dropped), kept.dropped
    again = parse_crossword(kept.data, format_, "f")
    assert seen(feature, again) != seen(feature, crossword)


def test_plain_crosswords_lose_nothing() -> None:
    for name in NAMES:
        assert not file_of(base_of(name), name, lossy=False, target="out").dropped
