"""Free-form layouts by trying everything: words added one by one wherever they cross another.

Nothing is shared with the searches. Words are added without regard to what they touch; what is left
at the end is looked at as a whole.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

Cells = dict[tuple[int, int], str]
Layout = frozenset[tuple[str, str, int, int]]  # word, A or D, row, column


def drawn(rng: random.Random, n: int) -> list[str]:
    """Random words of two to four letters, of few letters, so that many cross."""
    letters = rng.choice(["AB", "ABC", "ABCD"])
    words: set[str] = set()
    while len(words) < n:
        words.add("".join(rng.choice(letters) for _ in range(rng.randint(2, 4))))
    return sorted(words)


def all_layouts(words: Sequence[str]) -> set[Layout]:
    """Every layout of all the words, with its first row and column 0."""
    found: set[Layout] = set()
    start = Layout({(words[0], "A", 0, 0)}), Layout({(words[0], "D", 0, 0)})
    seen: set[Layout] = set(start)
    todo = list(start)
    while todo:
        layout = todo.pop()
        cells = cells_of(layout)
        there = {word for word, *_ in layout}
        if len(there) == len(words):
            if is_right(cells, words) and _are_apart(layout):
                found.add(moved(layout))
            continue
        for word in words:
            if word in there:
                continue
            for place in _crossing(word, cells):
                more = layout | {place}
                if more not in seen:
                    seen.add(more)
                    todo.append(more)
    return found


def _are_apart(layout: Layout) -> bool:
    """No word is within another one: a run of the same letters is then elsewhere."""
    taken = [(way, at) for place in layout for way in place[1] for at in cells_of(Layout({place}))]
    return len(taken) == len(set(taken))


def cells_of(layout: Layout) -> Cells:
    return {
        (row + i * (way == "D"), col + i * (way == "A")): letter
        for word, way, row, col in layout
        for i, letter in enumerate(word)
    }


def moved(layout: Layout) -> Layout:
    cells = cells_of(layout)
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((word, way, row - top, col - left) for word, way, row, col in layout)


def box(layout: Layout) -> tuple[int, int]:
    cells = cells_of(moved(layout))
    return max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1


def worth(layout: Layout) -> tuple[int, int, int, int, int]:
    """Less is better: the sides beyond 7 to 5, the longer side, few crossings, area, oblong."""
    rows, cols = box(layout)
    short, long = sorted((rows, cols))
    over = max(0, -(-(5 * long - 7 * short) // 5))
    n_crossings = sum(len(word) for word, *_ in layout) - len(cells_of(layout))
    return over, long, -n_crossings, rows * cols, long - short


def placed(layout: Any) -> Layout:
    """What the search found, as layouts are here."""
    return Layout((p.word, p.direction.value, p.row, p.col) for p in layout.placements)


def untransposed(layout: Layout) -> tuple[tuple[str, str, int, int], ...]:
    """The same for a layout and for the one turned over its diagonal."""
    turned = [(word, "AD"[way == "A"], col, row) for word, way, row, col in layout]
    return min(tuple(sorted(layout)), tuple(sorted(turned)))


def is_right(cells: Cells, words: Sequence[str]) -> bool:
    """Whether the runs of two or more letters are the words, each once."""
    return sorted(_runs(cells)) == sorted(words)


def _runs(cells: Cells) -> Iterator[str]:
    for down, across in ((0, 1), (1, 0)):
        for r, c in cells:
            if (r - down, c - across) in cells:
                continue
            run, at = "", (r, c)
            while at in cells:
                run, at = run + cells[at], (at[0] + down, at[1] + across)
            if len(run) > 1:
                yield run


def _crossing(word: str, cells: Cells) -> Iterator[tuple[str, str, int, int]]:
    for (r, c), letter in cells.items():
        for i, own in enumerate(word):
            if own != letter:
                continue
            for way in "AD":
                row, col = (r, c - i) if way == "A" else (r - i, c)
                place = {(row + k * (way == "D"), col + k * (way == "A")): x
                         for k, x in enumerate(word)}  # fmt: skip
                if all(cells.get(at, x) == x for at, x in place.items()):
                    yield word, way, row, col
