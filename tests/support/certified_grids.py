"""What certificates of grids claim, beside brute force over patterns and fills."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from support.brute_force import all_fills
from support.certified_patterns import changed, n_walls, small_patterns

from satcross import PatternRules, Range, Symmetry
from satcross.construct.certificate.check import GridsCertificateCheck
from satcross.construct.certificate.form import MAGIC
from satcross.model.grid import Grid
from satcross.verification.crossword import verify
from satcross.words import WordList


def rules_and_words(seed: int) -> tuple[PatternRules, list[str]]:
    """Small rules, and a list of words of two letters or three."""
    rng = random.Random(f"grids {seed}")
    bars = seed % 8 == 0
    n_rows, n_cols = (2, 3) if bars else rng.choice([(3, 3), (3, 4), (4, 3), (4, 4)])
    rules = PatternRules(
        n_rows, n_cols,
        bars=bars,
        symmetry=rng.choice([Symmetry.NONE, Symmetry.NONE, Symmetry.ROTATION]),
        min_length=2 if bars or (n_rows * n_cols < 12 and rng.random() < 0.5) else 3,
        all_checked=not bars and rng.random() < 0.6,
        connected=rng.random() < 0.8,
        n_blocks=Range(rng.choice([None, None, 2]), None),
    )  # fmt: skip
    letters = rng.choice(["AB", "ABC"])
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(2, 4)))
        for _ in range(rng.randint(5, 22))
    }
    return rules, sorted(words)


def head_of(data: bytes) -> tuple[Any, bytes]:
    """The line of JSON of a certificate, and what follows."""
    line, _, proofs = data[len(MAGIC) :].partition(b"\n")
    return json.loads(line), proofs


def with_head(head: Any, proofs: bytes) -> bytes:
    """The certificate."""
    return MAGIC + json.dumps(head).encode() + b"\n" + proofs


def is_true(checked: GridsCertificateCheck, path: Path) -> bool | None:
    """Whether what was certified is so; None where that cannot be tried."""
    patterns = small_patterns(checked.rules)
    if patterns is None:
        return None
    words = tuple(sorted(head_of(path.read_bytes())[0]["words"]))
    ordered = sorted(patterns, key=n_walls)
    return next((n_walls(grid) for grid in ordered if _is_fillable(grid, words)), None) == (
        checked.value
    )


@cache
def _is_fillable(pattern: Grid, words: tuple[str, ...]) -> bool:
    letters = "".join(sorted(set("".join(words))))
    if not pattern.bars_right and not pattern.bars_below:
        return bool(all_fills(pattern.lines(), words, letters, distinct=True))
    listed = WordList.from_words(words)
    return any(
        not verify(pattern, pattern.with_cells(cells), listed, min_length=2)
        for cells in product(letters, repeat=pattern.size)
    )


def damaged(data: bytes, rng: random.Random) -> bytes:
    """A certificate with something changed: its claim, rules, words, patterns, cuts or proofs."""
    head, proofs = head_of(data)
    for _ in range(rng.choice([1, 1, 2])):
        proofs = _damaged_part(head, proofs, rng)
    return with_head(head, proofs)


def without_part(head: Any, proofs: bytes, at: int) -> bytes:
    """The proofs without the search for a fill of a pattern, which is taken out of the head."""
    start = head["n_bytes"] + sum(each["n_bytes"] for each in head["patterns"][:at])
    part = head["patterns"].pop(at)
    return proofs[:start] + proofs[start + part["n_bytes"] :]


def _damaged_part(head: Any, proofs: bytes, rng: random.Random) -> bytes:
    kind, patterns, words = rng.randrange(11), head["patterns"], head["words"]
    if kind == 0:
        head["claim"] = rng.choice(["no grid", "no grid with fewer blocks"])
        head["fills"] = rng.choice([[], head["fills"]])
    elif kind == 1 and patterns:
        return without_part(head, proofs, rng.randrange(len(patterns)))
    elif kind == 2 and patterns:
        one, other = rng.choice(patterns), rng.choice(patterns)
        name = rng.choice(["grid", "slots", "n_bytes"])
        one[name], other[name] = other[name], one[name]
    elif kind == 3 and patterns:
        rows = rng.choice(patterns)["grid"]
        at = rng.randrange(len(rows))
        rows[at] = "".join(rng.sample(rows[at], len(rows[at])))
    elif kind == 4 and head["cuts"]:
        cut = rng.choice(head["cuts"])
        cut[rng.randrange(len(cut))] = rng.randrange(-1, 16)
    elif kind == 5:
        words.append("".join(rng.choice("ABC") for _ in range(rng.randint(2, 4))))
    elif kind == 6 and words:
        words.pop(rng.randrange(len(words)))
    elif kind == 7 and head["fills"]:
        rows = head["fills"][0]
        at = rng.randrange(len(rows))
        rows[at] = "".join(rng.choice(["A", "B", "#", cell]) for cell in rows[at])
    elif kind in (8, 9):
        name = rng.choice(sorted(head["rules"]))
        head["rules"][name] = changed(head["rules"][name], rng)
    elif proofs:
        at = rng.randrange(len(proofs))
        return proofs[:at] + bytes([rng.randrange(256)]) + proofs[at + 1 :]
    return proofs
