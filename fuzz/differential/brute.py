"""All fills of a tiny puzzle, from plain data. Shares no code with satcross.

Cells are filled one after the other; a slot accepts a text as long as some word of its list,
divided into that many cells, begins with what stands there. The rules between entries and the
constraints are evaluated on whole fills.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from fuzz.differential.data import BLOCK, OPEN, VOID, Literal, PuzzleData

Cells = tuple[str, ...]

MAX_STEPS = 4000  # letters tried before a puzzle counts as too large


class TooLargeError(Exception):
    """There are too many fills, or the search for them takes too long.

    Args:
        has_fill: whether one was found.
    """

    def __init__(self, has_fill: bool) -> None:
        super().__init__()
        self.has_fill = has_fill


@dataclass(frozen=True)
class Run:
    """A run of cells that must spell a word.

    Args:
        name: the slot's name: `1A`.
        cells: positions in reading order.
    """

    name: str
    cells: tuple[int, ...]


def runs_of(data: PuzzleData) -> list[Run]:
    """The slots, across by number, then down by number."""
    n_cols, cells = data.n_cols, data.cells
    n = len(cells)
    solid = [cell in (BLOCK, VOID) for cell in cells]
    right, below = frozenset(data.right), frozenset(data.below)

    def goes_on(at: int, down: bool) -> bool:
        """Whether a run goes on from a cell to the next one."""
        if solid[at] or at in (below if down else right):
            return False
        after = at + n_cols if down else at + 1
        return after < n and (down or after % n_cols > 0) and not solid[after]

    def run(at: int, down: bool) -> tuple[int, ...]:
        """The run that begins at a cell; () if none does."""
        step = n_cols if down else 1
        has_before = at >= n_cols if down else at % n_cols > 0
        if has_before and goes_on(at - step, down):
            return ()
        found = [at]
        while goes_on(found[-1], down):
            found.append(found[-1] + step)
        return tuple(found) if len(found) >= data.min_length else ()

    across: list[Run] = []
    down: list[Run] = []
    number = 0
    for at in range(n):
        if solid[at]:
            continue
        to_right, to_below = run(at, False), run(at, True)
        if to_right or to_below:
            number += 1
        if to_right:
            across.append(Run(f"{number}A", to_right))
        if to_below:
            down.append(Run(f"{number}D", to_below))
    return across + down


Node = dict[str, Any]  # by text of the next cell, what may come after it


def tree_of(words: Iterable[str], n_cells: int, texts: Collection[str]) -> Node:
    """All ways to divide words into a number of cells, as a tree.

    Args:
        words: the words.
        n_cells: how many cells.
        texts: what a cell can hold; letters count in any case.
    """
    several = [text for text in texts if len(text) > 1]
    root: Node = {}
    for word in words:
        if len(word) == n_cells and not several:
            node = root
            for letter in word:
                node = node.setdefault(letter, {})
        elif len(word) >= n_cells and several:
            for way in _divided(word, n_cells, several):
                node = root
                for text in way:
                    node = node.setdefault(text, {})
    return root


def _divided(word: str, n_cells: int, several: Sequence[str]) -> list[list[str]]:
    if n_cells == 0:
        return [] if word else [[]]
    if len(word) < n_cells:
        return []
    firsts = [word[0], *(text for text in several if word.startswith(text))]
    return [
        [first, *rest]
        for first in firsts
        for rest in _divided(word[len(first) :], n_cells - 1, several)
    ]


def all_fills(data: PuzzleData, runs: Sequence[Run], most: int) -> set[Cells]:
    """Every fill, as cells row by row.

    Raises:
        TooLargeError: there are more than `most`, or it takes more than `MAX_STEPS`.
    """
    cells = data.cells
    in_run = sorted({cell for run in runs for cell in run.cells})
    words = data.listed
    given_texts = {cell for cell in cells if len(cell) > 1}
    free_texts = (*data.letters, *data.rebus)
    texts = given_texts.union(data.rebus)
    trees: dict[int, Node] = {}
    nodes: list[Node] = []
    through: dict[int, list[int]] = {cell: [] for cell in in_run}
    for run in runs:
        if all(cells[cell] != OPEN for cell in run.cells):
            continue  # need not be in the list
        n = len(run.cells)
        if n not in trees:
            trees[n] = tree_of(words, n, texts)
        for cell in run.cells:
            through[cell].append(len(nodes))
        nodes.append(trees[n])
    steps = [
        (cell, through[cell], free_texts if cells[cell] == OPEN else (cells[cell],))
        for cell in in_run
    ]
    filled = list(cells)
    found: set[Cells] = set()
    n_steps = 0
    holds = rules_of(data, runs)

    def extend(depth: int) -> None:
        nonlocal n_steps
        if depth == len(steps):
            fill = tuple(filled)
            if holds(fill):
                found.add(fill)
                if len(found) > most:
                    raise TooLargeError(True)
            return
        cell, slots, options = steps[depth]
        before = [nodes[slot] for slot in slots]
        for text in options:
            for node in before:
                if text not in node:
                    break
            else:
                n_steps += 1
                if n_steps > MAX_STEPS:
                    raise TooLargeError(bool(found))
                for slot, node in zip(slots, before, strict=True):
                    nodes[slot] = node[text]
                filled[cell] = text
                extend(depth + 1)
        for slot, node in zip(slots, before, strict=True):
            nodes[slot] = node

    extend(0)
    return found


def is_fill(data: PuzzleData, runs: Sequence[Run], filled: Cells) -> bool:
    """Whether some cells fill the puzzle, by looking at every cell and slot."""
    cells = data.cells
    if len(filled) != len(cells):
        return False
    in_run = {cell for run in runs for cell in run.cells}
    allowed = {*data.letters, *data.rebus}
    for at, (old, new) in enumerate(zip(cells, filled, strict=True)):
        if old != OPEN or at not in in_run:
            if old != new:
                return False
        elif new not in allowed:
            return False
    words = data.listed
    for run in runs:
        is_given = all(cells[cell] != OPEN for cell in run.cells)
        if not is_given and "".join(filled[cell] for cell in run.cells) not in words:
            return False
    return rules_of(data, runs)(filled)


def rules_of(data: PuzzleData, runs: Sequence[Run]) -> Callable[[Cells], bool]:
    """Whether a fill whose slots hold words keeps the rules between entries and the constraints."""
    longer = [run.cells for run in runs if len(run.cells) > 1]
    given = [all(data.given(cell) for cell in cells) for cells in longer]
    near = data.near
    known = set(data.listed)
    if near:
        known |= {
            "".join(data.cells[cell] for cell in cells)
            for cells in (run.cells for run in runs)
            if all(data.given(cell) for cell in cells)
        }
    meanings = [
        (bounds.least, bounds.most, [meaning(literal, runs) for literal in bounds.literals])
        for bounds in data.constraints
    ]
    is_simple = not near and data.shared is None

    def holds(fill: Cells) -> bool:
        entries = ["".join([fill[cell] for cell in cells]) for cells in longer]
        if data.distinct and len(set(entries)) < len(entries):
            return False
        for least, most, literals in meanings:
            if not least <= sum(literal(fill) for literal in literals) <= most:
                return False
        if is_simple:
            return True
        for i, j in combinations(range(len(longer)), 2):
            if given[i] and given[j]:
                continue
            if data.shared is not None and _share(fill, longer[i], longer[j], data.shared):
                return False
            if near and root(entries[i], known) == root(entries[j], known):
                return False
        return True

    return holds


def _share(fill: Cells, one: Sequence[int], other: Sequence[int], n: int) -> bool:
    def parts(cells: Sequence[int]) -> set[Cells]:
        texts = [fill[cell] for cell in cells]
        return {tuple(texts[i : i + n]) for i in range(len(texts) - n + 1)}

    return not parts(one).isdisjoint(parts(other))


def meaning(literal: Literal, runs: Sequence[Run]) -> Callable[[Cells], bool]:
    """What a literal says of a fill."""
    if literal.kind == "letter":
        cells = sorted({cell for run in runs for cell in run.cells})
        if literal.where is not None:
            cells = [cell for cell in cells if cell == literal.where]
        return lambda fill: any(fill[cell] == literal.text for cell in cells) != literal.negated
    pattern = re.compile(
        "".join(
            {"?": ".", "*": ".*", "[": "[", "]": "]", "^": "^"}.get(char) or re.escape(char)
            for char in literal.text
        ),
        re.DOTALL,
    )
    slots = [run.cells for run in runs if literal.where in (None, run.name)]
    return lambda fill: (
        any(pattern.fullmatch("".join(fill[cell] for cell in cells)) for cells in slots)
        != literal.negated
    )


VOWELS = "AEIOU"


def root(word: str, known: Collection[str]) -> str:
    """The base form of a word, as the table in docs/guide/rules.md has it."""
    for base in _bases(word):
        if base in known:
            return root(base, known)
    return word


def _bases(word: str) -> list[str]:
    out: list[str] = []

    def usable(stem: str, n: int) -> bool:
        return len(stem) >= n and any(letter in VOWELS + "Y" for letter in stem)

    def halved(stem: str) -> None:
        if len(stem) >= 4 and stem[-1] == stem[-2] and stem[-1] not in VOWELS and usable(stem, 4):
            out.append(stem[:-1])

    def to_y(stem: str) -> None:
        if len(stem) >= 2 and stem[-1] not in VOWELS:
            out.append(stem + "Y")

    if word.endswith("S"):
        if usable(word[:-1], 3) and word[-2] not in "SXZ":
            out.append(word[:-1])
        stem = word[:-2]
        if word.endswith("ES") and usable(stem, 2) and re.search("([SXZO]|CH|SH)$", stem):
            out.append(stem)
        if word.endswith("IES"):
            to_y(word[:-3])
    elif word.endswith("ED"):
        stem = word[:-2]
        if usable(word[:-1], 4 if stem.endswith("E") else 3):
            out.append(word[:-1])
        if stem.endswith("I"):
            to_y(stem[:-1])
        if usable(stem, 3) and not stem.endswith("E"):
            out.append(stem)
        halved(stem)
    elif word.endswith("ING"):
        stem = word[:-3]
        plain = [stem] if usable(stem, 2) else []
        with_e = [stem + "E"] if plain and not stem.endswith("E") else []
        is_short = re.search("(^|[^AEIOU])[AEIOU][^AEIOUWXY]$", stem)
        out += with_e + plain if is_short else plain + with_e
        halved(stem)
    return out
