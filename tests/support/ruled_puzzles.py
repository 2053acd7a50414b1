"""Small random puzzles with rules of all kinds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import satcross as sx
from satcross.apps.explain.explain import ExplainTask
from satcross.errors import GridError
from satcross.model.alphabet import Alphabet
from satcross.model.puzzle import Puzzle
from satcross.words import WordList

N_CELLS = 7
RULES = (
    "somewhere {a}", "~somewhere {b}", "cell={c}", "any of 1A={a}*, 1D=*{b}", "slot={w}",
    "~slot={w}", "at most 1 of cell={a}, cell={b}, 1A=*{c}", "max-shared-substring 2",
    "no-near-duplicates", "same-letter {x} {y}", "different-letters {x} {y} {z}",
    "min-score 40 1A", "min-score 60 1D 1A", "word-list 1A: {w}, {v}", "word-list 1D: {w}, {v}",
    "regex 1A: {a}.*", "regex 1A 1D: .*{b}.?{c}?",
    "letter-count cell: [{a}{b}] at most 3", "letter-count cell: each 2 to 4",
    "reads {x} {y}: {a}{b}, {b}{c}",
    "slot one: {x} {y} {z}", "slot Two: {z} {x} {z}",
)  # fmt: skip


CROSSING = ("no-crossing slot: {w}, {u}",) * 8
"""In as many places as the rules without a list."""


def ruled_puzzle(
    seed: int, *, rebus: bool = False, min_length: int = 2, more: tuple[str, ...] = ()
) -> tuple[Puzzle, WordList]:
    """A puzzle with rules, and its list without the minimum score.

    Args:
        rebus: whether cells may hold several letters: some of them, or where the grid says so.
        more: rules beside those of `RULES`.
    """
    rng = random.Random(seed)
    most = N_CELLS - 2 * rebus
    while True:
        letters = rng.choice(["AB", "ABS"])
        n_rows, n_cols = rng.choice([(2, 3), (3, 2), (1, 4), (3, 3), (2, 2)])
        cells = [
            "#" if rng.random() < 0.2 else rng.choice([*"....", rng.choice(letters)])
            for _ in range(n_rows * n_cols)
        ]
        strings: list[str] = []
        if rebus:
            strings = rng.sample(["AB", "BA", "AA", "BAB"], 2)
            cells = [
                strings[1] if len(c) == 1 and c.isalpha() and rng.random() < 0.5 else c
                for c in cells
            ]
            cells = [f"[{cell}]" if len(cell) > 1 else cell for cell in cells]
        text = "\n".join("".join(cells[i : i + n_cols]) for i in range(0, len(cells), n_cols))
        words = sorted(
            {
                "".join(rng.choice(letters) for _ in range(n))
                for n in (2, 2, 3, 3, 4, *[5] * rebus) * rng.randint(2, 4)
            }
            | {letter for letter in letters if min_length == 1 and rng.random() < 0.6}
        )
        scores = [(word, rng.choice([20, 60])) for word in words]
        full = WordList.from_words(scores, alphabet=Alphabet(letters), min_letters=min_length)
        listed = full.with_min_score(50)
        try:
            plain = Puzzle(
                sx.Grid.parse(text, hex_patterns=False), listed, distinct=rng.random() < 0.6,
                min_length=min_length, rebus=strings[: rng.randint(0, 1)] if rebus else (),
            )  # fmt: skip
        except GridError:
            continue
        inside = sorted(plain.cells_in_slots)
        if not 3 <= len(inside) <= most or not {"1A", "1D"} <= {s.name for s in plain.slots}:
            continue
        x, y, z = map(plain.grid.cell_name, rng.sample(inside, 3))
        a, b, c = (rng.choice(letters) for _ in range(3))
        texts = rng.sample((*RULES, *more), rng.randint(1 - rebus, 3))
        if rebus:  # there are no patterns then
            texts = [text for text in texts if "*" not in text or text.startswith("regex")]
        w, v = rng.choice(words), rng.choice(words)
        u = ", ".join(rng.sample(words, 2 * len(words) // 3)) if more else ""
        named = {"u": u, "a": a, "b": b, "c": c, "v": v, "w": w, "x": x, "y": y, "z": z}
        try:
            puzzle = plain.with_rule(*(text.format(**named) for text in texts))
            ExplainTask(puzzle, full_words=full)  # which refuses some
        except sx.OptionError as error:
            if "given and not in the list" not in str(error):
                raise
            continue
        return puzzle, full


def fillings(puzzle: Puzzle) -> Iterator[dict[int, int]]:
    """All ways to put letters into its cells: code by position.

    A string that only the grid gives is in its own cells.
    """
    inside = sorted(puzzle.cells_in_slots)
    n_codes = len(puzzle.texts)
    of_cell = [
        [c for c in range(n_codes) if c not in puzzle.given_only or c == puzzle.givens.get(cell)]
        for cell in inside
    ]
    for codes in product(*of_cell):
        yield dict(zip(inside, codes, strict=True))
