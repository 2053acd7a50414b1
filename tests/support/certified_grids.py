"""What certificates of grids claim, beside brute force over patterns and fills."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

from support.brute_force import all_fills
from support.brute_themes import expected
from support.certified_patterns import changed, n_walls, small_patterns

from satcross import PatternRules, Range, Symmetry
from satcross.construct.certificate.check import GridsCertificateCheck
from satcross.construct.certificate.form import CLAIMS, MAGIC
from satcross.construct.theme import Theme
from satcross.model.grid import Grid
from satcross.model.puzzle import Direction, find_slots
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
    if checked.theme is not None:
        shown = {grid.cells for grid in checked.patterns}
        themed = set(_themed(checked.rules, checked.theme, patterns))
        if checked.claim in ("no pattern with the theme", "no other pattern with the theme"):
            return {grid.cells for grid, _ in themed} == shown
        rules = tuple(sorted(rule.to_text() for rule in checked.entries))
        return all(
            grid.cells in shown or not _has_fill(grid, theirs, words, rules)
            for grid, theirs in themed
        )
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


def _themed(
    rules: PatternRules, theme: Theme, patterns: Iterable[Grid]
) -> Iterator[tuple[Grid, frozenset[tuple[int, ...]]]]:
    """All patterns with the theme's letters, and the cells of its words."""
    for opened, places in expected(rules, theme, patterns):
        cells = ["." if at in opened else "#" for at in range(rules.n_rows * rules.n_cols)]
        for word, at in zip(theme.all_words, places, strict=True):
            for cell, letter in zip(at or (), word, strict=False):
                cells[cell] = letter
        grid = Grid(rules.n_rows, rules.n_cols, tuple(cells))
        yield grid, frozenset(at for at in places if at)


@cache
def _has_fill(
    grid: Grid, theirs: frozenset[tuple[int, ...]], words: tuple[str, ...], rules: tuple[str, ...]
) -> bool:
    for slot in find_slots(grid, 2):
        word = "".join(grid.cells[cell] for cell in slot.cells)
        if slot.cells not in theirs and "." not in word and word not in words:
            return False
    letters = "".join(sorted(set("".join(words)) | {x for x in grid.cells if x not in "#."}))
    fills = all_fills(grid.lines(), words, letters, distinct="allow-repeats" not in rules)
    return any(_keeps(grid, "".join(fill), rules) for fill in fills)


def _keeps(grid: Grid, cells: str, rules: Iterable[str]) -> bool:
    """Whether a fill keeps rules of entries, of which those that are given count for others."""
    entries = [
        ("".join(cells[cell] for cell in slot.cells), all(map(grid.is_given, slot.cells)))
        for slot in find_slots(grid, 2)
    ]
    for rule in rules:
        kind, _, value = rule.partition(" ")
        if kind == "no-words":
            others = {word.strip().upper() for word in value.partition(":")[2].split(",")}
            if any(word in others and not given for word, given in entries):
                return False
        elif kind == "max-shared-substring":
            n = int(value)
            for (one, given), (other, too) in combinations(entries, 2):
                runs = {one[at : at + n] for at in range(len(one) - n + 1)}
                if not (given and too) and any(run in other for run in runs):
                    return False
    return True


def rules_words_and_theme(seed: int) -> tuple[PatternRules, list[str], Theme]:
    """As `rules_and_words`, and a theme of one word or two, perhaps with optional ones."""
    rules, words = rules_and_words(seed)
    rng = random.Random(f"theme {seed}")
    if rules.bars:
        rules = replace(rules, bars=False, all_checked=False)
    n_most = max(rules.n_rows, rules.n_cols)
    drawn = {
        "".join(rng.choice("AB") for _ in range(rng.randint(rules.min_length, n_most)))
        for _ in range(rng.randint(1, 3))
    }
    theme = sorted(drawn)
    n_needed = rng.randint(0 if len(theme) > 1 else 1, len(theme))
    return rules, words, Theme(
        tuple(theme[:n_needed]), tuple(theme[n_needed:]),
        rng.randint(0, len(theme) - n_needed),
        directions=rng.choice([tuple(Direction), (Direction.ACROSS,), (Direction.DOWN,)]),
        symmetric=rng.random() < 0.3,
        gap=rng.randint(1, 3),
    )  # fmt: skip


def damaged(data: bytes, rng: random.Random) -> bytes:
    """A certificate with something changed: its claim, rules, words, patterns, cuts or proofs."""
    head, proofs = head_of(data)
    for _ in range(rng.choice([1, 1, 2])):
        proofs = _damaged_part(head, proofs, rng)
    return with_head(head, proofs)


def without_part(head: Any, proofs: bytes, at: int) -> bytes:
    """The proofs without the search for a fill of a pattern, which is taken out of the head."""
    start = head["n_bytes"] + sum(each.get("n_bytes") or 0 for each in head["patterns"][:at])
    part = head["patterns"].pop(at)
    return proofs[:start] + proofs[start + (part.get("n_bytes") or 0) :]


def _damaged_part(head: Any, proofs: bytes, rng: random.Random) -> bytes:
    kind, patterns, words = rng.randrange(12), head["patterns"], head["words"]
    if kind == 0:
        head["claim"] = rng.choice(CLAIMS)
        head["fills"] = rng.choice([[], head["fills"]])
    elif kind == 1 and patterns:
        return without_part(head, proofs, rng.randrange(len(patterns)))
    elif kind == 2 and patterns:
        one, other = rng.choice(patterns), rng.choice(patterns)
        name = rng.choice(["grid", "slots", "n_bytes", "places"])
        one[name], other[name] = other.get(name), one.get(name)
    elif kind == 3 and patterns:
        rows = rng.choice(patterns)["grid"]
        at = rng.randrange(len(rows))
        rows[at] = "".join(rng.sample(rows[at], len(rows[at])))
    elif kind == 4 and head["cuts"]:
        cut = rng.choice(head["cuts"])
        cut[rng.randrange(len(cut))] = rng.randrange(-1, 16)
    elif kind in (5, 6):  # a word more or a word less
        more = "".join(rng.choice("ABC") for _ in range(rng.randint(2, 4)))
        at = rng.randrange(len(words) + 1)
        words[at:] = [more, *words[at:]] if kind == 5 else words[at + 1 :]
    elif kind == 7 and head["fills"]:
        rows = head["fills"][0]
        at = rng.randrange(len(rows))
        rows[at] = "".join(rng.choice(["A", "B", "#", cell]) for cell in rows[at])
    elif kind == 10 and head["theme"]:
        name = rng.choice(sorted(head["theme"]))
        head["theme"][name] = changed(head["theme"][name], rng)
    elif kind == 11 and head.get("thin"):
        slot, letters = rng.choice(head["thin"])
        slot[rng.randrange(1, 4)] += rng.choice([-1, 1])
        letters[:] = rng.choice([letters, letters[1:]])
    elif kind in (8, 9):
        name = rng.choice(sorted(head["rules"]))
        head["rules"][name] = changed(head["rules"][name], rng)
        head["entries"] = rng.choice([head["entries"], [], ["max-shared-substring 3"]])
    elif proofs:
        at = rng.randrange(len(proofs))
        return proofs[:at] + bytes([rng.randrange(256)]) + proofs[at + 1 :]
    return proofs
