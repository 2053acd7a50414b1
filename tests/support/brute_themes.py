"""Patterns around a theme, found by trying all slots for all words."""

from __future__ import annotations

from collections.abc import Iterable

from satcross.apps.construct.api import patterns
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.theme import Theme
from satcross.model.grid import Grid
from satcross.model.puzzle import Direction, Light, find_slots
from satcross.pattern.rules import PatternRules

# (cells of each theme word) in the order of the theme, and the open cells: one themed pattern.
Themed = tuple[frozenset[int], tuple[tuple[int, ...] | None, ...]]


def every_pattern(rules: PatternRules) -> list[Grid]:
    """All patterns, turned and mirrored ones too."""
    return list(patterns(rules, alike=Alike.EXACTLY))


def close(a: Light, b: Light, n_cols: int, gap: int) -> bool:
    """Whether two slots of one direction cover a line in common and are too near."""
    if a.direction is not b.direction:
        return False
    places_a = [divmod(cell, n_cols) for cell in a.cells]
    places_b = [divmod(cell, n_cols) for cell in b.cells]
    along, across = (1, 0) if a.direction is Direction.ACROSS else (0, 1)
    common = {place[along] for place in places_a} & {place[along] for place in places_b}
    distance = abs(places_a[0][across] - places_b[0][across])
    return bool(common) and 0 < distance < gap


def expected(rules: PatternRules, theme: Theme, grids: Iterable[Grid] | None = None) -> set[Themed]:
    """Every themed pattern; of these patterns, or of all."""
    found: set[Themed] = set()
    for grid in every_pattern(rules) if grids is None else grids:
        slots = [
            slot
            for slot in find_slots(grid, rules.min_length)
            if slot.direction in theme.directions
        ]
        moves = rules.symmetry.images(rules.n_rows, rules.n_cols)[1:]
        n = len(grid.cells)
        turn = next((move for move in moves if move == tuple(range(n - 1, -1, -1))), None)
        choices: list[list[Light | None]] = [
            [slot for slot in slots if len(slot) == len(word)] for word in theme.all_words
        ]
        for index in range(len(theme.words), len(choices)):
            choices[index].append(None)
        for chosen in _choices(choices):
            used = [slot for slot in chosen if slot is not None]
            n_optional = sum(slot is not None for slot in chosen[len(theme.words) :])
            letters: dict[int, str] = {}
            agree = all(
                letters.setdefault(cell, letter) == letter
                for slot, word in zip(chosen, theme.all_words, strict=True)
                if slot is not None
                for cell, letter in zip(slot.cells, word, strict=True)
            )
            cells = {frozenset(slot.cells) for slot in used}
            mirrored = (
                turn is None
                or not theme.symmetric
                or all(frozenset(turn[cell] for cell in slot.cells) in cells for slot in used)
            )
            apart = not any(
                close(a, b, rules.n_cols, theme.gap) for a in used for b in used if a is not b
            )
            if agree and mirrored and apart and n_optional >= theme.n_optional:
                open_cells = frozenset(c for c in range(n) if grid.is_square(c))
                found.add((open_cells, tuple(s.cells if s else None for s in chosen)))
    return found


def _choices(choices: list[list[Light | None]]) -> list[tuple[Light | None, ...]]:
    out: list[tuple[Light | None, ...]] = [()]
    for options in choices:
        out = [
            (*chosen, slot)
            for chosen in out
            for slot in options
            if slot is None or slot not in chosen
        ]
    return out
