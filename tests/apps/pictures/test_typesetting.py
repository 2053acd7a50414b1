"""Columns of clues as newspapers set them: what stands together, and where columns end."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

import pytest
from support.drawn import clued, daily15, sunday21
from support.drawn_boxes import texts_beside_grid
from support.seeds import quick

from satcross.apps.pictures.pages import LARGEST
from satcross.apps.pictures.sheets import sheets_of
from satcross.drawing.shapes import Sheet
from satcross.drawing.style import Page, Part, Style
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid

KEPT_LINES = 8  # a clue with more lines may be divided
LINE = 1.2  # font sizes
ALPHABET = "aabcdeefghiilmnoorsttu"
N_WORDS = {"short": (1, 3), "usual": (2, 9), "long": (8, 18)}


def random_crossword(rng: random.Random) -> Crossword:
    """From 5x5 to 21x21, with scattered blocks or as a lattice; clues of one kind of length."""
    n = rng.randint(5, 21)
    if rng.random() < 0.3:
        cells = ["#" if row % 2 and col % 2 else "." for row in range(n) for col in range(n)]
    else:
        cells = ["."] * (n * n)
        for at in rng.sample(range(n * n), n * n // 12):
            cells[at] = cells[n * n - 1 - at] = "#"
    crossword = crossword_of(Grid(n, n, tuple(cells)))
    least, most = N_WORDS[rng.choice(list(N_WORDS))]
    clues = [
        replace(clue, text=" ".join(words(rng, rng.randint(least, most))))
        for clue in crossword.clues
    ]
    return replace(crossword, clues=tuple(clues))


def words(rng: random.Random, n: int) -> Iterator[str]:
    for _ in range(n):
        yield "".join(rng.choices(ALPHABET, k=rng.randint(2, 9)))


Line = tuple[float, str, str]  # y, what begins with it: "heading", "clue" or "", and its text


def columns_of(sheet: Sheet) -> list[list[Line]]:
    """The lines of each column, from what is drawn."""
    beside = [text for text in texts_beside_grid(sheet) if "/" not in text.text]
    labels = [text for text in beside if text.anchor == "end"]
    rights = sorted({round(label.x, 1) for label in labels})
    out: list[list[Line]] = [[] for _ in rights]
    for text in beside:
        at = [n for n, right in enumerate(rights) if right - 2.7 * text.size < text.x + 0.1]
        kind = "clue" if text.anchor == "end" else "heading" if text.bold else ""
        if at:
            out[at[-1]].append((text.y, kind, text.text))
    return out


def problems(crossword: Crossword, sheets: list[Sheet]) -> Iterator[str]:
    """What a compositor would not let pass."""
    n_of = {key: len(list(some)) for key, some in groupby(c.direction for c in crossword.clues)}
    last_of = {key: crossword.clues_of(key)[-1].label for key in n_of}
    current, n_before = "", 0  # lines of the last clue in the column before
    for sheet in sheets:
        for lines in columns_of(sheet):
            starts = [(kind, text) for _, kind, text in lines if kind]
            for index, (kind, text) in enumerate(starts):
                if kind == "heading":
                    current = text
                    n_after = len(starts[index + 1 :])
                    if n_after < min(2, n_of[text]):
                        yield f"{text} with {n_after} clues at the foot of a column"
                elif index == 0 and lines[0][1] and n_of[current] > 1 and text == last_of[current]:
                    yield f"the last clue {text} of {current} alone at the top of a column"
            heights = [len({y for y, _, _ in some}) for some in clues_of(lines)]
            if lines and not lines[0][1] and n_before + heights[0] <= KEPT_LINES:
                yield f"a clue of {n_before + heights[0]} lines is divided: {lines[0][2]}"
            n_before = heights[-1]


def clues_of(lines: list[Line]) -> list[list[Line]]:
    """The lines of a column by clue; the first may be the end of one."""
    out: list[list[Line]] = []
    for line in lines:
        if line[1] or not out:
            out.append([])
        out[-1].append(line)
    return out


def size_of(sheet: Sheet) -> float:
    return max(text.size for text in texts_beside_grid(sheet) if text.anchor == "end")


def spread(sheet: Sheet) -> float:
    """By how many lines the columns of a page end at different heights."""
    ends = [max(y for y, _, _ in lines) for lines in columns_of(sheet) if lines]
    return (max(ends) - min(ends)) / (LINE * size_of(sheet))


@pytest.mark.parametrize("seed", quick(range(240), 15))
def test_headings_and_lone_clues_are_kept_with_others(seed: int) -> None:
    rng = random.Random(seed)
    crossword = random_crossword(rng)
    page = Page.named(rng.choice(["a4", "a5", "letter"]), rng.choice([None, None, 1, 2, 3, 4, 5]))
    style = Style(fills_page=rng.random() < 0.25)
    sheets = sheets_of(crossword, Part.PUZZLE, page=page, style=style)
    assert list(problems(crossword, sheets)) == []


@pytest.mark.parametrize("seed", quick(range(240), 15))
def test_columns_end_within_about_a_line_of_each_other(seed: int) -> None:
    rng = random.Random(1000 + seed)
    crossword = random_crossword(rng)
    page = Page.named(rng.choice(["a4", "a5", "letter"]))
    sheets = sheets_of(crossword, Part.PUZZLE, page=page)
    per_column = len(crossword.clues) / max(len(columns_of(sheets[-1])), 1)
    if len(sheets) == 1:
        assert spread(sheets[0]) <= (1.5 if per_column > 6 else 4.0)


def test_type_grows_into_the_space() -> None:
    few = clued(Grid.parse("CAT\nO#O\nBEE"))
    assert size_of(sheets_of(few, Part.PUZZLE, page=Page())[0]) == LARGEST
    for crossword in (daily15(), sunday21()):
        (sheet,) = sheets_of(crossword, Part.PUZZLE, page=Page())
        lowest = max(y for lines in columns_of(sheet) for y, _, _ in lines)
        free = sheet.height - Page().margin - lowest
        assert free < 5 * LINE * size_of(sheet)
