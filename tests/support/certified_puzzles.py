"""Small random puzzles with rules that certificates support, and all of their fills."""

from __future__ import annotations

import random
from itertools import islice

from support.brute_force import all_fills

import satcross as sx
from satcross.model.alphabet import Alphabet
from satcross.verification.crossword import verify

RULES: dict[str, tuple[str, ...]] = {
    "words": (
        "regex {s}: {a}.*", "regex slot: .*{b}.?{c}?.*", "regex {s} {t}: [^{a}].*",
        "min-score 60 {s}", "min-score 60", "word-list {s}: {u}, {v}, {w}",
        "word-list slot: {u}, {v}, {w}, {x}, {y}", "no-words ~{s}: {u}, {v}",
        "regex *D: .*{c}.*",
    ),
    "cells": (
        "same-letter {p} {q}", "same-letter {p} {q} {r}", "different-letters {p} {q} {r}",
        "different-letters {p} {q}", "opposite {p} {q}",
    ),
    "letters": (
        "letter-count cell: [{a}{b}] at most 3", "letter-count cell: each 1 to 4",
        "letter-count cell: each at least 2", "letter-count {p} {q} {r}: {a} 1",
        "letter-count cell: {c} none", "letter-count cell: [^{a}] 3 to 5",
        "letter-count cell: {b} 4", "reads {p} {q}: {a}{b}, {b}{c}, {c}{c}", "solution-word {u}",
        "solution-word {a}{b}: {p} {q}",
    ),
    "constraints": (
        "somewhere {a}", "~somewhere {b}", "slot={u}", "~slot={u}", "slot=*{a}{b}",
        "~slot=*{a}*{b}*",
        "any of {s}={a}*, {t}=*{b}", "at most 1 of {p}={a}, {q}={b}, {r}={c}, {s}=*{c}*",
        "exactly 2 of {p}={a}, {q}={b}, slot={u}, {s}=[{a}{c}]*", "at most 1 of slot={u}, slot={v}",
        "at least 2 of cell={a}, slot=*{b}*{c}*, ~{s}={a}?*, {p}=[^{c}]", "{p}=[{a}{b}]",
        "{s}=*{a}?",
        "any of {p}={a}, {p}={b}, slot=?{c}*", "exactly 1 of ~{p}={a}, ~slot={v}, {q}=[{b}{c}]",
    ),
    "pairs": ("max-shared-substring 2", "max-shared-substring 3", "no-near-duplicates"),
}  # fmt: skip
"""By what they are about, rules with places for letters a to c, cells p to r, slots s and t, and
words u to y."""
RULES["all"] = tuple(text for texts in RULES.values() for text in texts)
RULES["crossings"] = ("no-crossing slot: {u}, {v}, {w}, {x}, {y}", "no-crossing slot: {u}, {v}",
                      "max-shared-substring 2", "somewhere {a}")  # fmt: skip


def certified_puzzle(about: str, seed: int) -> sx.Puzzle | None:
    """A puzzle with one to three such rules; None where the seed gives none."""
    rng = random.Random(seed)
    n_rows, n_cols = rng.choice([(3, 3), (2, 4), (3, 4), (4, 3), (4, 2)])
    letters = "ESDA"[: rng.randint(2, 4)]  # for words with forms, as ADA and ADAS
    cells = [
        "#" if rng.random() < 0.12 else rng.choice(letters) if rng.random() < 0.08 else "."
        for _ in range(n_rows * n_cols)
    ]
    rows = ["".join(cells[n_cols * row : n_cols * (row + 1)]) for row in range(n_rows)]
    words = {
        "".join(rng.choice(letters) for _ in range(n)): rng.choice([20, 60, 90])
        for n in (2, 2, 3, 3, 3, 4, 4)
        for _ in range(rng.randint(2, 3 ** len(letters) // 3))
    }
    listed = sx.WordList.from_words(words, alphabet=Alphabet(letters))
    rules = ["allow-repeats"] if rng.random() < 0.3 else []
    try:
        plain = sx.Puzzle(sx.Grid.parse("\n".join(rows)), listed)
        slots = [slot.name for slot in plain.slots]
        inside = sorted(map(plain.grid.cell_name, plain.cells_in_slots))
        if len(inside) < 3:
            return None
        for text in rng.choices(RULES[about], k=rng.randint(1, 3)):
            named = {name: rng.choice(letters) for name in "abc"}
            named |= {name: rng.choice(slots) for name in "st"}
            named |= dict(zip("pqr", rng.sample(inside, 3), strict=True))
            named |= {name: rng.choice(sorted(words)) for name in "uvwxy"}
            rules.append(text.format(**named))
        return sx.Puzzle(sx.Grid.parse("\n".join(rows)), listed, rules=rules)
    except sx.InputError:
        return None


def fills_of(puzzle: sx.Puzzle, limit: int | None = 2) -> list[str]:
    """The first fills, or all, by brute force and the independent checker of rules."""
    rows = puzzle.grid.lines()
    words = [word for word, _ in puzzle.words.words()]
    letters = "".join(puzzle.words.alphabet.texts)
    found = ("\n".join(f) for f in all_fills(rows, words, letters, distinct=puzzle.distinct))
    right = (
        text
        for text in found
        if not verify(puzzle.grid, sx.Grid.parse(text), puzzle.words, rules=puzzle.rules)
    )
    return list(islice(right, limit))


def puzzles(about: str, n: int, first: int = 0) -> list[tuple[int, sx.Puzzle]]:
    """The first puzzles from a seed on, with their seeds."""
    made = ((seed, certified_puzzle(about, seed)) for seed in range(first, first + 10 * n))
    return [(seed, puzzle) for seed, puzzle in islice(((s, p) for s, p in made if p), n)]
