"""Random constraints, each with what it means for raw rows of text."""

from __future__ import annotations

import random
from collections.abc import Callable
from fnmatch import fnmatchcase
from itertools import product

from satcross.model.puzzle import Puzzle
from satcross.rules.constraint import Constraint, ConstraintLike
from satcross.rules.literals import Auxiliary, Letter, Literal, Word

Cells = tuple[str, ...]
Meaning = Callable[[Cells], bool]


def random_constraints(puzzle: Puzzle, seed: int) -> list[tuple[Constraint, Meaning]]:
    """One to three constraints of up to four literals."""
    rng = random.Random(seed)
    return [_constraint(puzzle, rng) for _ in range(rng.randint(1, 3))]


def _constraint(puzzle: Puzzle, rng: random.Random, depth: int = 0) -> tuple[Constraint, Meaning]:
    pairs = [_one(puzzle, rng, depth) for _ in range(rng.choice([1, 1, 2, 3, 4]))]
    n = len(pairs)
    least, most = sorted((rng.randint(0, n), rng.randint(0, n)))
    if rng.random() < 0.4:
        least, most = 1, n
    constraint = Constraint(tuple(one for one, _ in pairs), least, None if most == n else most)
    return constraint, lambda cells: least <= sum(holds(cells) for _, holds in pairs) <= most


def _one(puzzle: Puzzle, rng: random.Random, depth: int) -> tuple[Literal | Constraint, Meaning]:
    """A literal, or a constraint within another one."""
    one: Literal | Constraint
    if depth < 3 and rng.random() < 0.3:
        one, holds = _constraint(puzzle, rng, depth + 1)
    else:
        one, holds = (_letter if rng.random() < 0.5 else _word)(puzzle, rng)
    if rng.random() < 0.4:
        return ~one, lambda cells: not holds(cells)
    return one, holds


def random_auxiliaries(puzzle: Puzzle, seed: int) -> tuple[list[Constraint], Meaning]:
    """Constraints with up to five auxiliaries; they hold if they do for some of their values."""
    rng = random.Random(seed)
    names = "abcde"[: rng.randint(1, 5)]
    values: dict[str, bool] = {}
    made: list[tuple[Constraint, Meaning]] = []
    for _ in range(rng.randint(1, 7)):
        parts: list[tuple[ConstraintLike, Meaning]] = [
            _auxiliary(rng.choice(names), values, negated=rng.random() < 0.5)
            for _ in range(rng.choice([1, 1, 2, 3]))
        ]
        parts += [_one(puzzle, rng, 2) for _ in range(rng.choice([0, 1, 1, 2]))]
        n = len(parts)
        least, most = rng.choice([(1, n), (1, n), (1, 1), (n, n), (0, max(1, n - 1))])
        one = Constraint(tuple(part for part, _ in parts), least, None if most == n else most)
        made.append((one, _between(least, [holds for _, holds in parts], most)))

    def holds(cells: Cells) -> bool:
        for chosen in product((False, True), repeat=len(names)):
            values.update(zip(names, chosen, strict=True))
            if all(meaning(cells) for _, meaning in made):
                return True
        return False

    return [one for one, _ in made], holds


def _auxiliary(
    name: str, values: dict[str, bool], *, negated: bool
) -> tuple[ConstraintLike, Meaning]:
    return Auxiliary(name, negated), lambda _: values[name] != negated


def _between(least: int, holds: list[Meaning], most: int) -> Meaning:
    return lambda cells: least <= sum(one(cells) for one in holds) <= most


def _letter(puzzle: Puzzle, rng: random.Random) -> tuple[Literal, Meaning]:
    in_slot = sorted({cell for slot in puzzle.slots for cell in slot.cells})
    letters = puzzle.listed.alphabet.letters
    held = {rng.choice(letters)}
    text = min(held)
    if rng.random() < 0.3:
        some = "".join(rng.sample(letters, rng.randint(1, len(letters) - 1)))
        text, held = rng.choice(
            [(f"[{some}]", set(some)), (f"[^{some}]", set(letters) - set(some))]
        )
    if rng.random() < 0.3:
        return Letter(None, text), lambda cells: any(cells[cell] in held for cell in in_slot)
    cell = rng.choice(in_slot)
    name = f"r{cell // puzzle.grid.n_cols + 1}c{cell % puzzle.grid.n_cols + 1}"
    return Letter(name, text), lambda cells: cells[cell] in held


def _word(puzzle: Puzzle, rng: random.Random) -> tuple[Literal, Meaning]:
    chosen = rng.choice(puzzle.slots)
    letters = puzzle.listed.alphabet.letters
    table = puzzle.listed.table(len(chosen))
    word = "".join(rng.choice(letters) for _ in chosen.cells)
    if len(table) and rng.random() < 0.8:
        word = puzzle.listed.alphabet.word(table.codes[rng.randrange(len(table))].tolist())
    parts = list(word)
    for at, letter in enumerate(word):
        if rng.random() < 0.4:
            some = "".join(rng.sample(letters, rng.randint(1, len(letters) - 1)))
            parts[at] = rng.choice(["?", f"[{letter}{some}]", f"[^{some}]"])
    if rng.random() < 0.4:  # a run of letters becomes a star, or a star stands between two
        at = rng.randint(0, len(parts))
        parts[at : at + rng.randint(0, len(parts) - at)] = ["*"]
    if rng.random() < 0.1:
        parts = ["*", *parts[: len(parts) // 2], "*"]
    pattern = "".join(parts)
    slots = puzzle.slots if rng.random() < 0.3 else [chosen]
    shell = pattern.replace("[^", "[!")

    def holds(cells: Cells) -> bool:
        return any(
            fnmatchcase("".join(cells[cell] for cell in slot.cells), shell) for slot in slots
        )

    return Word(chosen.name if len(slots) == 1 else None, pattern), holds
