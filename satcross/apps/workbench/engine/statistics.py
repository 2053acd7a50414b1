"""Figures about a crossword, each with the cells that it is about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from satcross import WordList
from satcross.apps.workbench.clue_words import is_for_another, words_of
from satcross.apps.workbench.document import Data, Document, slot_key
from satcross.extend import OPEN, Direction, Light, SquareKind

LOWEST = 10  # entries of the lowest scores that are listed


def statistics_of(
    document: Document, words: WordList, treated: Mapping[str, str] = MappingProxyType({})
) -> list[Data]:
    """The figures, in groups.

    Args:
        document: the crossword.
        words: its list, with words of all scores.
        treated: by the names of treated slots, the words that they are read as; "" for none yet.
    """
    slots, grid = document.slots, document.grid
    read = {slot: treated.get(slot.name) or slot.reading_in(grid) for slot in slots}
    return [
        _grid(document, slots),
        _lengths(slots),
        _letters(document, words.alphabet.letters),
        _scores(read, words),
        _clues(document, slots),
    ]


def _item(name: str, value: object, cells: Iterable[int] = ()) -> Data:
    return {"name": name, "value": str(value), "cells": sorted(set(cells))}


def _grid(document: Document, slots: tuple[Light, ...]) -> Data:
    cells = list(enumerate(document.squares))
    blocks = [at for at, cell in cells if cell.kind is SquareKind.BLOCK]
    opens = [at for at, cell in cells if cell.kind is SquareKind.OPEN]
    texts = document.grid.texts()
    empty = [at for at in opens if OPEN in texts[at]]
    covered = Counter(cell for slot in slots for cell in slot.cells)
    unchecked = [at for at in opens if covered[at] == 1]
    alone = [at for at in opens if not covered[at]]

    def starts(*ways: Direction) -> list[int]:
        return [slot.cells[0] for slot in slots if slot.direction in ways]

    items = [
        _item("entries", len(slots), starts(*Direction)),
        *(_item(way.name.lower(), len(starts(way)), starts(way)) for way in Direction),
        _item("blocks", f"{len(blocks)} ({100 * len(blocks) / len(cells):.0f} %)", blocks),
        _item("cells without a letter", len(empty), empty),
        _item("unchecked cells", len(unchecked), unchecked),
    ]
    if alone:
        items.append(_item("cells in no entry", len(alone), alone))
    if slots:
        mean = sum(map(len, slots)) / len(slots)
        longest = max(map(len, slots))
        of_it = [cell for slot in slots if len(slot) == longest for cell in slot.cells]
        items.append(_item("mean length", f"{mean:.2f}"))
        items.append(_item("longest", longest, of_it))
    return {"title": "Grid", "items": items}


def _lengths(slots: tuple[Light, ...]) -> Data:
    by_length: dict[int, list[Light]] = defaultdict(list)
    for slot in slots:
        by_length[len(slot)].append(slot)
    items = [
        _item(f"{length} letters", len(some), (cell for slot in some for cell in slot.cells))
        for length, some in sorted(by_length.items())
    ]
    return {"title": "Lengths", "items": items}


def _letters(document: Document, alphabet: str) -> Data:
    by_letter: dict[str, list[int]] = defaultdict(list)
    grid = document.grid
    for at, text in enumerate(grid.cells):
        if grid.is_given(at):
            by_letter[text] += grid.shown([at])
    items = [
        _item(letter, len(cells), cells)
        for letter, cells in sorted(by_letter.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
    missing = [letter for letter in alphabet if letter not in by_letter]
    if by_letter:
        items.append(_item("pangram", "yes" if not missing else f"no: {' '.join(missing)}"))
    return {"title": "Letters", "items": items}


def _scores(read: Mapping[Light, str], words: WordList) -> Data:
    scored: list[tuple[int, str, Light]] = []
    unlisted: list[tuple[str, Light]] = []
    for slot, text in read.items():
        score = words.score(text) if text else None
        if score is not None:
            scored.append((score, text, slot))
        elif text:
            unlisted.append((text, slot))
    items: list[Data] = []
    if scored:
        total = sum(score for score, _, _ in scored)
        items.append(_item("mean score", f"{total / len(scored):.1f}"))
        items.append(_item("total score", total))
        lowest = sorted(scored, key=lambda item: (item[0], item[1]))[:LOWEST]
        items += [_item(f"{slot} {text}", score, slot.cells) for score, text, slot in lowest]
    items += [_item(f"{slot} {text}", "in no list", slot.cells) for text, slot in unlisted]
    return {"title": "Scores", "items": items}


def _clues(document: Document, slots: tuple[Light, ...]) -> Data:
    keys = {slot_key(slot): slot for slot in slots}
    words, texts = words_of(document), document.texts
    fitting = {
        key for key, clue in texts.items() if clue.text and not is_for_another(words, key, clue)
    }
    later = {key for clue in texts.values() for key in clue.continued}  # one clue for the whole
    written = [key for key in keys if key in fitting]
    unwritten = [slot for key, slot in keys.items() if key not in fitting | later]
    items = [
        _item("written", len(written)),
        _item("to write", len(unwritten), (cell for slot in unwritten for cell in slot.cells)),
    ]
    by_text: dict[str, list[str]] = defaultdict(list)
    for key in written:
        by_text[texts[key].text.casefold()].append(key)
    for same in by_text.values():
        if len(same) > 1:
            cells = [cell for key in same for cell in keys[key].cells]
            names = " and ".join(str(keys[key]) for key in same)
            items.append(_item(f"the same clue: {names}", texts[same[0]].text, cells))
    return {"title": "Clues", "items": items}
