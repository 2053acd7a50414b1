"""Certificates of every claim, and whether what they say is so, by brute force."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from support import certified_patterns
from support.certified_puzzles import (
    CELLS,
    RULES,
    certified_puzzle,
    claim_of,
    every_grid,
    fills_of,
    puzzle_of_cells,
)

import satcross as sx
from satcross.apps.construct.claim import PatternCertificateCheck
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.certificate.form import CLAIMS as OF_PATTERNS
from satcross.apps.construct.patterns.certificate.form import NAME as PATTERNS
from satcross.apps.proofs.certificates import claims
from satcross.apps.proofs.checker.certificate import Checked, Claim
from satcross.apps.proofs.testing import Damage, certificate_of, parts_of
from satcross.tasks.certificate.form import CertificateForm, Claimed

Writer = Callable[[sx.Puzzle, int, Path], object]
Cells = tuple[str, ...]
OF_CELLS = {"rebus", "either-or", "two-readings", "cell", "slot", "board", "min-length",
            "treatment"}  # fmt: skip
MOST_TRIED = 100_000  # assignments of texts to cells
MOST_BYTES = 3000


def plain_puzzle(seed: int) -> sx.Puzzle:
    """A small puzzle, with scores."""
    rng = random.Random(seed)
    n_rows, n_cols = rng.randint(2, 4), rng.randint(2, 4)
    letters = "ABCD"[: rng.randint(2, 4)]
    marks = "......#" if rng.random() < 0.4 else "."
    cells = [rng.choice(marks) for _ in range(n_rows * n_cols)]
    cells[0] = cells[1] = "."  # some slot
    for at, mark in enumerate(cells):
        if mark == "." and rng.random() < 0.05:
            cells[at] = rng.choice(letters)
    rows = ["".join(cells[n_cols * row : n_cols * (row + 1)]) for row in range(n_rows)]
    words = {
        "".join(rng.choice(letters) for _ in range(rng.randint(2, 4))): rng.randint(0, 6)
        for _ in range(rng.randint(8, 60))
    }
    rules = ["allow-repeats"] if rng.random() < 0.4 else []
    listed = sx.WordList.from_words(words)
    return sx.Puzzle(sx.Grid.parse("\n".join(rows)), listed, rules=rules)


def list_all(asked: sx.Puzzle, seed: int, path: Path) -> None:
    """Write the certificate of a list."""
    limit = None if seed % 2 else 100  # listed, or found one by one
    for _ in sx.enumerate_fills(asked, seed=seed, limit=limit, certificate=path):
        pass


def list_letters(asked: sx.Puzzle, seed: int, path: Path) -> None:
    """Write the certificate of the letters of all cells, or of some."""
    rng = random.Random(seed)
    cells = sorted(asked.cells_in_slots)
    some = rng.sample(cells, rng.randint(1, len(cells))) if cells and seed % 2 else None
    sx.letters(asked, seed=seed, cells=some, certificate=path)


def optimise(goal: Literal["lowest", "total"], asked: sx.Puzzle, seed: int, path: Path) -> None:
    """Write the certificate of the best fill, with weights."""
    rng = random.Random(seed)
    opened = [s for s in asked.slots if asked.given_codes(s) is None and rng.random() < 0.4]
    weights = {slot.name: rng.randint(0, 3) for slot in opened}
    sx.optimise(asked, goal=goal, slot_weights=weights, seed=seed, certificate=path)


WRITERS: dict[str, Writer] = {
    "list": list_all,
    "letters": list_letters,
    "lowest": partial(optimise, "lowest"),
    "total": partial(optimise, "total"),
}


def unique(asked: sx.Puzzle, seed: int, path: Path) -> None:
    """Write the certificate that there is no other fill."""
    sx.unique(asked, seed=seed, certificate=path)


BY_CLAIM = {
    "no fill": "list",
    "no other fill": "list",
    "no other letter": "letters",
    "no higher lowest score": "lowest",
    "no higher total": "total",
}


def puzzles_of(about: str, first: int) -> Iterator[tuple[int, sx.Puzzle, Writer]]:
    """Puzzles of a group, each with its seed and what writes a certificate."""
    for seed in count(first):
        rng = random.Random(f"{about} {seed}")
        if about in tuple(Claimed):
            yield seed, plain_puzzle(seed), WRITERS[BY_CLAIM[about]]
            continue
        asked = (
            certified_puzzle(rng.choice(sorted(RULES)), seed)
            if about == "rules"
            else puzzle_of_cells(rng.choice(sorted(CELLS)), seed)
        )
        if asked is not None:
            yield seed, asked, rng.choice([unique, list_all, list_letters, WRITERS["lowest"]])


def certificates(about: str, first: int = 0) -> Iterator[bytes]:
    """Certificates of a group: of a claim; of fills with rules; or with other cells.

    Args: first: the first seed.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "c")
        if about in OF_PATTERNS:
            for seed in count(first):
                rules = certified_patterns.rules_and_size(seed)
                patterns = certified_patterns.small_patterns(rules)
                if patterns is None or len(list(islice(patterns, 41))) > 40:
                    continue
                certified_patterns.certified(
                    rules, path, list(Alike)[seed % 3], fewest=about == "no fewer blocks"
                )
                yield from taken(path, about)
        for seed, asked, write in puzzles_of(about, first):
            if about == Claimed.NO_FILL and isinstance(sx.fill(asked), sx.Found):
                continue  # to list its fills would take long
            write(asked, seed, path)
            yield from taken(path, about)


def taken(path: Path, about: str) -> Iterator[bytes]:
    """The certificate in a file, if it is of that group; the file is gone."""
    data = path.read_bytes() if path.exists() else b""
    path.unlink(missing_ok=True)
    # Without a proof there is little to damage, and long lists of fills take long.
    has_proof = data[-1:] not in (b"", b"\n") and len(data) < MOST_BYTES
    if has_proof and about in (parts_of(data)[0]["claim"], "rules", "cells"):
        yield data


GROUPS = (*Claimed, "rules", "cells", *OF_PATTERNS)


def claim_of_group(about: str) -> type[Claim]:
    """The claim that certificates of a group have."""
    return claims()[PATTERNS if about in OF_PATTERNS else CertificateForm().name]


def is_true(data: bytes, checked: Checked) -> bool | None:
    """Whether what was certified is so; None where that cannot be tried."""
    if isinstance(checked, PatternCertificateCheck):
        return certified_patterns.is_true(checked)
    head, _ = parts_of(data)
    try:
        puzzle, named = claim_of(data)
    except sx.InputError:
        return None
    fills = known_fills(head, puzzle)
    if fills is None:
        return None
    shown = {fill.cells for fill in named}
    match head["claim"]:
        case "no fill" | "no other fill":
            return fills == shown and (head["claim"] == "no fill") == (not shown)
        case "no other letter":
            at = {puzzle.grid.position(name): held for name, held in head["letters"].items()}
            return shown <= fills and all(
                {cells[cell] for cells in fills} == set(letters) for cell, letters in at.items()
            )
        case _:
            (best,) = shown
            return shown <= fills and is_best(head, puzzle, best, fills)


_OF_PUZZLE = ("alphabet", "words", "scores", "grid", "named", "rules")  # what `claim_of` reads
_known: dict[str, set[Cells] | None] = {}


def known_fills(head: Any, puzzle: sx.Puzzle) -> set[Cells] | None:
    """All fills of a puzzle, kept by what a certificate says of it: most damage is elsewhere."""
    key = json.dumps([head.get(name) for name in _OF_PUZZLE])
    if key not in _known:
        _known[key] = all_fills_of(puzzle)
    return _known[key]


def all_fills_of(puzzle: sx.Puzzle) -> set[Cells] | None:
    """All fills, as what is in their cells; None where that takes too long."""
    if not {rule.kind for rule in puzzle.rules} & OF_CELLS and not puzzle.grid.named:
        texts = fills_of(puzzle, None)
        return {sx.Grid.parse(text).cells for text in texts}
    if any(puzzle.is_treated(slot) for slot in puzzle.slots):
        return None
    n_open = puzzle.grid.cells.count(".")
    if len(puzzle.texts) ** n_open > MOST_TRIED:
        return None
    return {grid.cells for grid in every_grid(puzzle)}


def is_best(head: Any, puzzle: sx.Puzzle, best: Cells, fills: set[Cells]) -> bool:
    """Whether none of these fills is better than the one that a certificate has."""
    cells_of = {slot.name: slot.cells for slot in puzzle.slots}
    counted = [(cells_of[name], n) for name, n in zip(head["slots"], head["weights"], strict=True)]

    def value(cells: Cells) -> int:
        values = [
            n * (puzzle.listed.score("".join(cells[at] for at in slot)) or 0)
            for slot, n in counted
            if n
        ]
        return min(values) if head["claim"] == "no higher lowest score" else sum(values)

    return all(value(cells) <= value(best) for cells in fills)


def damage_of(about: str) -> Damage | None:
    """Damage that is done to the steps of a group, if its proofs have any."""
    return None if about in OF_PATTERNS else damaged_steps


def steps_of(log: bytes) -> list[bytes]:
    """The bytes of each step."""
    numbers: list[tuple[int, int]] = []  # each with where it ends
    value = shift = 0
    for at, byte in enumerate(log):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append((value >> 1 if not value & 1 else -(value >> 1) - 1, at + 1))
            value = shift = 0
    found, start, i = [], 0, 0
    while i < len(numbers):
        kind = numbers[i][0]
        i += 2 + numbers[i + 1][0]
        if kind not in (0, 7):
            n_hints = numbers[i][0]
            i += 1
            for _ in range(n_hints):
                i += 1 + (numbers[i][0] & 3 in (1, 3))
        found.append(log[start : numbers[i - 1][1]])
        start = numbers[i - 1][1]
    return found


def damaged_steps(data: bytes, rng: random.Random) -> bytes:
    """A certificate of fills with other steps."""
    head, proof = parts_of(data)
    steps = steps_of(proof)
    at = rng.randrange(len(steps) + 1)
    match rng.randrange(4):
        case 0:
            del steps[at : at + 1]
        case 1:
            rng.shuffle(steps)
        case 2:
            steps = steps[:at] + steps[at + 1 : at + 2] + steps[at : at + 1] + steps[at + 2 :]
        case _:
            steps[at:at] = [rng.choice(steps or [b""])]
    return certificate_of(claims()[CertificateForm().name], head, b"".join(steps))
