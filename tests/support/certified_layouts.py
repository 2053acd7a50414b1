"""What certificates of layouts claim, beside all layouts that there are."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from pysat.solvers import Solver
from support.brute_layouts import Layout, all_layouts, box

from satcross.freeform.certificate.check import MAGIC, LayoutCertificateCheck
from satcross.freeform.certificate.formula import LayoutFormula
from satcross.freeform.layout import LayoutOptions
from satcross.freeform.listing import Layouts
from satcross.model.grid import VOID, Grid


def drawn(rng: random.Random, n: int) -> list[str]:
    letters = rng.choice(["AB", "ABC", "ABCD"])
    words: set[str] = set()
    while len(words) < n:
        words.add("".join(rng.choice(letters) for _ in range(rng.randint(2, 4))))
    return sorted(words)


@cache
def layouts_of(words: tuple[str, ...], n: int) -> frozenset[Layout]:
    """All layouts of `n` of some words."""
    return frozenset(one for some in combinations(words, n) for one in all_layouts(some))


def check_formula(words: Sequence[str], n_rows: int, n_cols: int, n: int) -> int:
    """The formula has the layouts of brute force; how many there are."""
    longest = max(words, key=len)
    wanted = set()
    for number in range(n, len(words) + 1):
        for one in layouts_of(tuple(words), number):
            rows, cols = box(one)
            is_across = all(word != longest or way == "A" for word, way, *_ in one)
            if rows <= n_rows and cols <= n_cols and (n_rows < n_cols or is_across):
                wanted.add(one)
    formula = LayoutFormula(list(map(tuple, words)), n_rows, n_cols, n)
    clauses: list[list[int]] = [[]]
    for literal in formula.clauses.flat.tolist():
        clauses[-1:] = [[*clauses[-1], literal]] if literal else [clauses[-1], []]
    found = set()
    with Solver("glucose4", bootstrap_with=clauses[:-1]) as solver:
        while solver.solve():
            model = set(solver.get_model())
            found.add(
                frozenset(
                    (words[index], "AD"[is_down], *first)
                    for index, is_down, first in formula.standing(model)
                )
            )
            chosen = [variable for variable in formula.places if variable in model]
            others = [variable for variable in formula.places if variable not in model]
            solver.add_clause([-variable for variable in chosen] + others)
    assert found == wanted, (words, n_rows, n_cols, n)
    return len(found)


def certified(rng: random.Random, path: Path) -> str:
    """Ask for layouts of random words in some way, with a certificate; how many were found."""
    words = drawn(rng, rng.choice([2, 3, 3, 4]))
    if rng.random() < 0.2:
        words[rng.randrange(len(words))] = "XY"
    limits = rng.choice([(None, None), (None, None), (3, None), (None, 4), (4, 3)])
    at_least = rng.choice([None, None, 1, len(words) - 1])
    wanted = LayoutOptions(*limits, at_least, rounds=100, prove=True)
    task = Layouts(words, wanted=wanted, limit=rng.choice([None, 1, 2]), certificate=path)
    return f"{len(list(task))} of {words}, {limits}, {at_least}"


def is_true(checked: LayoutCertificateCheck) -> bool:
    """Whether what was certified is so."""

    def fitting(n: int) -> set[Layout]:
        return {one for one in layouts_of(checked.words, n) if _is_allowed(checked, box(one))}

    n, n_words = checked.n_placed, len(checked.words)
    more = any(fitting(number) for number in range(n + 1, n_words + 1))
    if checked.claim == "no layout":
        return not checked.layouts and not more and not fitting(n)
    named = [_placed(grid) for grid in checked.layouts]
    (key,) = set(map(_key, named))
    best = {one for one in fitting(n) if _key(one) <= key}
    if more or not best.issuperset(named) or min(map(_key, best)) < key:
        return False
    if checked.claim == "no other layout":
        return {_untransposed(one) for one in best} == {_untransposed(one) for one in named}
    return len({_untransposed(one) for one in named}) == len(named)


def _is_allowed(checked: LayoutCertificateCheck, sides: tuple[int, int]) -> bool:
    most = checked.max_rows or 99, checked.max_cols or 99
    return any(a <= most[0] and b <= most[1] for a, b in (sides, sides[::-1]))


def _key(one: Layout) -> tuple[int, int]:
    rows, cols = box(one)
    return rows * cols, abs(rows - cols)


def _untransposed(one: Layout) -> tuple[Any, ...]:
    turned = [(word, "AD"[way == "A"], col, row) for word, way, row, col in one]
    return min(tuple(sorted(one)), tuple(sorted(turned)))


def _placed(grid: Grid) -> Layout:
    found = set()
    for way in "AD":
        lines = list(map(list, grid.rows()))
        lines = lines if way == "A" else list(map(list, zip(*lines, strict=True)))
        for at, line in enumerate(lines):
            text, start = "".join(line), 0
            for run in text.split(VOID):
                if len(run) > 1:
                    found.add((run, way, *((at, start) if way == "A" else (start, at))))
                start += len(run) + 1
    return Layout(found)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """A certificate with something changed: its claim, words, numbers, layouts or proofs."""
    line, _, proof = data[len(MAGIC) :].partition(b"\n")
    head = json.loads(line)
    for _ in range(rng.choice([1, 1, 2])):
        proof = _damaged_part(head, proof, rng)
    return MAGIC + json.dumps(head).encode() + b"\n" + proof


def _damaged_part(head: Any, proof: bytes, rng: random.Random) -> bytes:
    kind = rng.randrange(10)
    words, layouts = head["words"], head["layouts"]
    if kind == 0:
        head["claim"] = rng.choice(["no layout", "no better layout", "no other layout"])
    elif kind == 1 and layouts:
        layouts.pop(rng.randrange(len(layouts)))
    elif kind == 2 and layouts:
        rows = rng.choice(layouts)
        at = rng.randrange(len(rows))
        rows[at] = "".join(rng.sample(rows[at], len(rows[at])))
    elif kind == 3:
        words.pop(rng.randrange(len(words)))
    elif kind == 4 and len(words) < 5:
        words.append("".join(rng.choices("ABCXY", k=rng.choice([2, 3]))))
    elif kind == 5 and words:
        at = rng.randrange(len(words))
        words[at] = words[at][: rng.randrange(1, 4)] + rng.choice("ABCD")
    elif kind == 6:
        head["n_placed"] += rng.choice([-1, 1])
    elif kind == 7:
        head["limits"][rng.randrange(2)] = rng.choice([None, 2, 3, 4, 5])
    elif kind == 8:
        name = rng.choice(["part", "bytes"])
        size = len(words) if name == "part" else len(head["bytes"])
        head[name] = rng.sample(range(size), rng.randint(0, size)) if name == "part" else [
            *head[name][: rng.randint(0, size)]]  # fmt: skip
    elif proof:
        at = rng.randrange(len(proof))
        return rng.choice([proof[:at], proof[:at] + bytes([rng.randrange(256)]) + proof[at + 1 :]])
    return proof
