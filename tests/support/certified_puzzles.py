"""Small random puzzles with rules that certificates support, and all of their fills."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from support.brute_force import all_fills
from support.treated_puzzles import text_of

import satcross as sx
from satcross.apps.proofs.testing import parts_of
from satcross.model.alphabet import Alphabet
from satcross.model.slots import Slot
from satcross.verification.crossword import verify
from satcross.words.alphabets import parse_alphabet

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
RULES["within"] = (
    "any of {p}={a}, ({q}={b}, {s}=*{c}*)",
    "if {p}={a} then ~{s}=*{b}",
    "{p}={a} iff (exactly 1 of {q}={b}, {r}={c}, slot={u})",
    "at most 1 of {p}={a}, (any of {q}={b}, {r}={c}), ~({s}=*{a}*, {t}={b}*)",
    "~{p}={a}",
    "slot=*{b}",
)
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
    letters = "".join(sorted({*"".join([*words, *rows])} - {*"#."}))
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


def claim_of(data: bytes) -> tuple[sx.Puzzle, list[sx.Grid]]:
    """The puzzle of a certificate, and the fills that it says there are."""
    head, _ = parts_of(data)
    alphabet = parse_alphabet(head["alphabet"])
    words = head["words"]
    scores = head.get("scores") or [50] * len(words)
    listed = sx.WordList.from_words(
        list(zip(words, scores, strict=True)), alphabet=alphabet, min_letters=1
    )
    puzzle = sx.Puzzle(sx.Grid.of_lines(head["grid"], alphabet), listed, rules=head["rules"])
    names = [cell.name for cell in puzzle.grid.named]

    def grid_of(rows: list[str], named: dict[str, str]) -> sx.Grid:
        assert names == [*named]
        return puzzle.grid.with_cells(
            (*sx.Grid.of_lines(rows, alphabet).cells, *map(named.__getitem__, names))
        )

    template = grid_of(head["grid"], head.get("named", {}))
    fills = [
        grid_of(one["grid"], one["named"]) if names else grid_of(one, {}) for one in head["fills"]
    ]
    return sx.Puzzle(template, listed, rules=head["rules"]), fills


def every_fill(puzzle: sx.Puzzle) -> set[str]:
    """The text of all fills that the independent checker lets pass."""
    return set(map(text_of, every_grid(puzzle)))


def every_grid(puzzle: sx.Puzzle) -> Iterator[sx.Grid]:
    """All fills that the independent checker lets pass, by trying all texts in all cells."""
    template = puzzle.grid
    known = {word for word, _ in puzzle.listed.words()}
    choices = [
        puzzle.texts if cell == "." and at in puzzle.cells_in_slots else [cell]
        for at, cell in enumerate(template.cells)
    ]
    ending: dict[int, list[Slot]] = {}
    for slot in puzzle.slots:  # words that nobody treats can be looked at early
        if not puzzle.is_treated(slot) and puzzle.given_codes(slot) is None:
            ending.setdefault(max(slot.cells), []).append(slot)
    cells = list(template.cells)

    def extend(at: int) -> Iterator[sx.Grid]:
        if at == len(cells):
            filled = template.with_cells(cells)
            if not verify(template, filled, puzzle.listed, rules=puzzle.rules):
                yield filled
            return
        for text in choices[at]:
            cells[at] = text
            ends = ending.get(at, ())
            if all("".join([cells[cell] for cell in slot.cells]) in known for slot in ends):
                yield from extend(at + 1)
        cells[at] = template.cells[at]

    return extend(0)


MOST_OPEN = 8  # cells in which all texts are tried
CELLS: dict[str, tuple[str, ...]] = {
    "strings": (
        "rebus {ab}", "rebus {ab}; {s}={ab}{c}", "rebus {ab}; {p}={ab}", "rebus {ab}; ~{p}={ab}",
        "rebus {ab}; rebus {ba}", "rebus {ab}; max-shared-substring 2", "rebus {ab}; opposite {pq}",
        "rebus {ab}; letter-count cell: {a} at most 2", "rebus {ab}; same-letter {pq}",
        "rebus {ab}; any of slot={ab}{c}, slot={c}{ab}", "rebus {ab}; regex {s}: .*{a}.*", "",
        "rebus {ab}; min-score 3", "rebus {ab}; no-near-duplicates",
    ),
    "either-or": (
        "either-or {p}", "either-or {p} {q}: {a}/{b}, {b}/{c}", "either-or {p}: {ab}/{c}, {a}/{b}",
        "either-or 1: {a}/{b}", "either-or 1 in {p} {q}", "either-or 2: {ab}/{c}, {b}/{a}",
        "either-or {p}; rebus {ab}", "either-or {p} {q}: {ab}/{ba}; letter-count cell: {a} 1 to 3",
    ),
    "readings": (
        "two-readings {p}", "two-readings {p} {q}", "two-readings {p}={a}/{b}",
        "two-readings 1", "two-readings {p} 2", "two-readings 2 in {s}; regex {s}: .*{a}.*",
        "two-readings {p} {q}; ~somewhere {c}", "two-readings {p}; regex {s}: .*{a}.*",
    ),
    "cells": (
        "cell h; slot x: {p} h {q}", "cell h at 9,1; slot x: h {p}; h={a}", "cell h = {a}; slot x: "
        "{q} h",
    ),
}  # fmt: skip
"""By what cells hold, rules as in `RULES`, several of them between semicolons."""


def puzzle_of_cells(about: str, seed: int) -> sx.Puzzle | None:
    """A puzzle with such cells, some of them given; None where the seed gives none."""
    rng = random.Random(seed)
    letters = "ABC"
    rows = rng.choice(["..\n..", "...\n..#", "...\n.#.", "...\n..."])
    listed = sx.WordList.from_words(
        {
            "".join(rng.choices(letters, k=n)): rng.randint(1, 5)
            for n in (2, 2, 3, 3, 3, 4, 5)
            for _ in range(rng.randint(1, 7))
        },
        alphabet=Alphabet(letters),
    )
    plain = sx.Puzzle(rows, listed)
    a, b, c = rng.sample(letters, 3)
    p, q = rng.sample(sorted(map(plain.grid.cell_name, plain.cells_in_slots)), 2)
    named = {"a": a, "b": b, "c": c, "ab": a + b, "ba": b + a, "p": p, "q": q, "pq": f"{p} {q}"}
    text = rng.choice(CELLS[about]).format(s=rng.choice(plain.slots).name, **named)
    rules = [rule.strip() for rule in text.split(";") if rule]
    cells = list(plain.grid.cells)
    for at, cell in enumerate(cells):
        if cell == "." and rng.random() < 0.08:
            cells[at] = rng.choice([*letters, a + b] if about == "strings" else letters)
    if rng.random() < 0.3:
        rules.append("allow-repeats")
    try:
        puzzle = sx.Puzzle(plain.grid.with_cells(cells), listed, rules)
    except sx.InputError:
        return None
    return puzzle if puzzle.grid.cells.count(".") <= MOST_OPEN else None
