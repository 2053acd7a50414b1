"""Packing a board: clashes are counted right, and what is found keeps the rules."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from satcross.apps.clues.words import HiddenWord, contained, hidden_words
from satcross.apps.wordsearch.board import rectangle, shaped
from satcross.apps.wordsearch.headings import HEADINGS
from satcross.apps.wordsearch.layout import WordSearchLayout
from satcross.apps.wordsearch.letters.filler import layout_conflict
from satcross.apps.wordsearch.problem import LayoutProblem
from satcross.apps.wordsearch.search.packing import pack
from satcross.apps.wordsearch.search.population import OUTSIDE, UNIT, Population
from satcross.model.grid import Grid
from satcross.task import NEVER, Deadline

WORDS = hidden_words(["stone", "onset", "tense", "nest", "tones", "late", "sea", "tea"])
WORDS44 = hidden_words(
    (Path(__file__).resolve().parents[4] / "examples" / "lists" / "programming44.txt")
    .read_text(encoding="utf-8")
    .split()
)


def test_packed_words_keep_the_rules() -> None:
    words, board, rng = WORDS44, rectangle(19, 19), random.Random(0)
    layout = pack(LayoutProblem(board, words, HEADINGS), 60, rng=rng, deadline=NEVER)
    assert isinstance(layout, WordSearchLayout)
    assert not layout_conflict(layout)
    assert [p.word for p in layout.placements] == list(range(len(words)))
    # A rectangle with fewer cells than letters can share holds nothing, however they clash.
    few = pack(LayoutProblem(rectangle(13, 13), words, HEADINGS), 4, rng=rng,
               deadline=NEVER)  # fmt: skip
    assert isinstance(few, int)
    assert few > 0


def _clashes(
    population: Population, board: Grid, words: tuple[HiddenWord, ...], layout: int
) -> tuple[int, int]:
    """Clashes, counted again, and used cells of the board."""
    letters: dict[int, list[str]] = {}
    cells: dict[int, set[int]] = {}
    for p in population.placements(layout):
        cells[p.word] = set(p.cells)
        for cell, letter in zip(p.cells, words[p.word].letters, strict=True):
            letters.setdefault(cell, []).append(letter)
    clashes = sum(a != b for here in letters.values() for a, b in combinations(here, 2))
    outside = [cell for cell in letters if not board.is_square(cell)]
    clashes += sum(OUTSIDE * len(letters.pop(cell)) for cell in outside)
    standing = population.placements(layout)
    for short, long in contained(words):
        text = {c: words[long].letters[i] for i, c in enumerate(standing[long].cells)}
        same = all(
            text.get(c) == letter
            for c, letter in zip(standing[short].cells, words[short].letters, strict=True)
        )
        clashes += same and cells[short] <= cells[long]
    return clashes, len(letters)


@pytest.mark.parametrize("board", [rectangle(4, 7), shaped(6, 9, lambda x, y: abs(x * y) < 0.4)])
@pytest.mark.parametrize("lower", [0.03, 0.05])
def test_a_population_keeps_count(board: Grid, lower: float) -> None:
    words = hidden_words(["cat", "catalog", "tale", "level", "gate", "dog", "ago"])
    rng = random.Random(3)
    size, fresh = 8, 0.3
    population = Population(
        board, words, HEADINGS, size=size, fresh=fresh, temperature=0.25,
        inside=False, rng=rng,
    )  # fmt: skip
    for turn in range(300):
        population.move(rng.randrange(len(words)))
        if turn % 50 == 20:
            before = [_clashes(population, board, words, layout) for layout in range(size)]
            chosen = np.array(sorted(rng.choices(range(size), k=size)))
            population.resample(chosen)
            after = [_clashes(population, board, words, layout) for layout in range(size)]
            assert after == [before[layout] for layout in chosen]
        if turn % 50 == 40:
            fresh -= lower
            population.warm(fresh, 0.2)
        if turn % 10 == 0:
            counted = [_clashes(population, board, words, layout) for layout in range(size)]
            assert population.clashes.tolist() == [clashes for clashes, _ in counted]
            energies = [clashes + used * round(fresh * UNIT) / UNIT for clashes, used in counted]
            assert population.energies().tolist() == pytest.approx(energies)
            every = population._planes[-1]
            assert set(every[every < UNIT].tolist()) <= {round(fresh * UNIT)}


def test_the_same_seed_packs_the_same_layout() -> None:
    words = hidden_words(["stone", "onset", "tense", "nest", "note", "toes"])
    board = rectangle(5, 6)
    first, second, other = (
        pack(LayoutProblem(board, words, HEADINGS), 30, rng=random.Random(seed),
             deadline=NEVER)
        for seed in (1, 1, 2)
    )  # fmt: skip
    assert isinstance(first, WordSearchLayout)
    assert isinstance(second, WordSearchLayout)
    assert isinstance(other, WordSearchLayout)
    assert first.placements == second.placements
    assert first.placements != other.placements


def test_packing_gives_up() -> None:
    problem = LayoutProblem(rectangle(5, 6), WORDS[:4], HEADINGS)
    assert isinstance(pack(problem, 40, rng=random.Random(0), deadline=Deadline.after(0)), int)
