"""Random tiny puzzles of every kind: families that share a word list, and the puzzles of one."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from fuzz.differential.brute import Cells, Run, TooLargeError, all_fills, runs_of
from fuzz.differential.data import BLOCK, OPEN, VOID, Bounds, Literal, PuzzleData

MOST_FILLS = 40  # of a puzzle whose fills are listed
RARE, OFTEN = 0.05, 0.35  # how often a puzzle has a feature that its kind is not about

ALPHABETS = ("ÄÖÜ", "АБВГ", "ΑΩ", "0123", "A1É", "אבג", "ÞÆØ", "A", "Z")
# In the kernel in C a cell has a machine word for each 64 letters; codes have one byte up to 240.
MANY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZΓΔΘΛΞΠΣΦΨΩБГДЖЗИЙЛПФЦЧШЩЪЫЬЭЮЯЄЉЊЋЏҐҒҖҚҢҮҰҲҶҺӘ"
MANY_LETTERS += "".join(chr(0x4E00 + i) for i in range(230))
# Sides of a grid, and how often each comes.
SHAPES = (
    (1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (1, 6), (5, 1), (2, 2), (2, 2), (2, 3), (2, 3), (3, 2),
    (2, 4), (4, 2), (3, 3), (3, 3), (3, 3), (3, 4), (4, 3), (2, 5), (4, 4),
)  # fmt: skip
# For rows that hardly cross, so that words of several lengths stand beside each other.
STRIPS = ((2, 4), (2, 5), (3, 4), (3, 5), (2, 6), (3, 6), (4, 4))
# For long lists: words of the rows are many, those of the columns few.
WIDE = ((1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (2, 5))
# For puzzles that arc consistency alone seldom decides.
SQUARES = ((4, 4), (4, 4), (3, 4), (4, 3), (3, 3), (4, 5))
SHAPES_OF = {"near": STRIPS, "lists": WIDE, "square": SQUARES}
# How many fills the list's density aims at, were all letters independent.
TARGETS = (0.5, 3.0, 10.0, 20.0, 60.0)
MOST_WORDS = 24.0  # of a length
SCORES = (0, 1, 20, 40, 50, 50, 60, 99, 100, 1000)


@dataclass(frozen=True)
class Kind:
    """What puzzles of a kind are sure to have.

    Args:
        features: names of features.
        others: the probability of each other feature.
    """

    features: tuple[str, ...] = ()
    others: float = RARE


KINDS = {
    "plain": Kind(others=0.0),
    "rebus": Kind(("rebus",)),
    "bars": Kind(("bars",)),
    "voids": Kind(("voids",)),
    "givens": Kind(("givens",)),
    "given entries": Kind(("entries",)),
    "shared runs": Kind(("shared",)),
    "near duplicates": Kind(("near",)),
    "constraints": Kind(("constraints",)),
    "minimum score": Kind(("min score",)),
    "repeats": Kind(("repeats",)),
    "alphabets": Kind(("alphabet",)),
    "few words": Kind(("few",)),
    "single cells": Kind(("single",)),
    "long minimum": Kind(("long",)),
    "many letters": Kind(("letters",)),
    "long lists": Kind(("lists",)),
    "squares": Kind(("square",)),
    "mixed": Kind((), OFTEN),
}
FEATURES = tuple(dict.fromkeys(name for kind in KINDS.values() for name in kind.features))


@dataclass(frozen=True)
class Case:
    """A puzzle with what brute force knows of it.

    Args:
        data: the puzzle.
        runs: its slots.
        fills: all of its fills; None when they are too many, or take too long to find.
        has_fill: whether it has one; None when that is not known.
    """

    data: PuzzleData
    runs: tuple[Run, ...]
    fills: frozenset[Cells] | None
    has_fill: bool | None

    @classmethod
    def of(cls, data: PuzzleData, most: int = MOST_FILLS) -> Case:
        """The case of a puzzle."""
        runs = runs_of(data)
        try:
            fills = frozenset(all_fills(data, runs, most))
        except TooLargeError as error:
            return cls(data, tuple(runs), None, error.has_fill or None)
        return cls(data, tuple(runs), fills, bool(fills))


@dataclass(frozen=True)
class Family:
    """What several puzzles have in common: a word list takes longer to make than a puzzle.

    Args:
        kind: of the puzzles.
        shape: rows and columns.
        has: by feature, whether they have it.
        given_texts: strings of several letters that their cells may be given.
        common: the letters, words and rules; its grid is open.
    """

    kind: str
    shape: tuple[int, int]
    has: dict[str, bool]
    given_texts: tuple[str, ...]
    common: PuzzleData


def make_family(rng: random.Random, kind: str) -> Family:
    """A random family of a kind."""
    about = KINDS[kind]
    has = {name: rng.random() < about.others for name in FEATURES}
    has |= dict.fromkeys(about.features, True)
    min_length = 1 if has["single"] else 3 if has["long"] else 2
    shapes = next((some for name, some in SHAPES_OF.items() if has[name]), SHAPES)
    n_rows, n_cols = rng.choice([shape for shape in shapes if max(shape) >= min_length])
    if has["near"]:
        letters = "".join(dict.fromkeys("".join(sorted(rng.sample("ABEINOPT", 3))) + "DEGINSY"))
    elif has["alphabet"]:
        letters = rng.choice(ALPHABETS)
    elif has["letters"]:
        letters = MANY_LETTERS[: rng.choice((62, 64, 65, 70, 129, 240, 241, 257, 300))]
    elif has["lists"]:
        letters = "ABCDEFGHI"[: rng.choice((5, 6, 7, 9))]
    else:
        letters = "ABCD"[: rng.choice((2, 2, 3, 3, 4))]
    rebus: tuple[str, ...] = ()
    given_texts: tuple[str, ...] = ()
    if has["rebus"]:
        texts = ["".join(rng.choices(letters, k=rng.choice((2, 2, 3)))) for _ in range(2)]
        rebus = tuple(dict.fromkeys(texts[: rng.choice((0, 1, 1, 2))]))
        given_texts = () if rebus and rng.random() < 0.6 else tuple(texts)
        if n_rows * n_cols > 9:
            n_rows, n_cols = 3, 2
    common = PuzzleData(
        ((OPEN,) * n_cols,) * n_rows,
        letters,
        (),
        min_length=min_length,
        rebus=rebus,
        near=has["near"],
    )
    # Of many letters few are in words, the last one always, or no two words would cross.
    used = letters if len(letters) < 10 else [*rng.sample(letters, 2), letters[-1]]
    words = (
        _stems(rng, letters)
        if has["near"]
        else _words(rng, (n_rows, n_cols), [*used, *rebus, *given_texts], has["lists"])
    )
    if has["few"]:
        words = set(rng.sample(sorted(words), min(len(words), rng.choice((0, 0, 1, 2, 3)))))
    common = replace(common, words=tuple((word, _score(rng)) for word in sorted(words)))
    return Family(kind, (n_rows, n_cols), has, given_texts, common)


def make_case(rng: random.Random, family: Family) -> Case:
    """A random puzzle of a family."""
    while True:
        data = _puzzle(rng, family)
        runs = runs_of(data)
        if not runs:
            continue
        if family.has["constraints"]:
            data = _constrained(rng, data, runs)
        case = Case.of(data)
        # Most puzzles without a fill are refuted at once, so a half of them is enough.
        p_kept = 0.1 if case.fills is None else 1.0 if case.fills else 0.5
        if rng.random() < p_kept:
            return case


def _puzzle(rng: random.Random, family: Family) -> PuzzleData:
    has, n_cols = family.has, family.shape[1]
    cells, right, below = _cells(rng, family)
    return replace(
        family.common,
        rows=tuple(cells[at : at + n_cols] for at in range(0, len(cells), n_cols)),
        right=right,
        below=below,
        min_score=rng.choice((1, 40, 50, 99, 100)) if has["min score"] else None,
        distinct=not has["repeats"],
        shared=rng.choice((2, 2, 3)) if has["shared"] else None,
    )


def _score(rng: random.Random) -> int:
    return rng.choice(SCORES)


def _cells(
    rng: random.Random, family: Family
) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
    """(cells, bars on the right, bars below)."""
    has, (n_rows, n_cols) = family.has, family.shape
    letters, given_texts = family.common.letters, family.given_texts
    n = n_rows * n_cols
    p_block = 0.0 if has["square"] else rng.choice((0.0, 0.0, 0.1, 0.25))
    p_void = rng.choice((0.1, 0.3)) if has["voids"] else 0.0
    p_given = rng.choice((0.15, 0.4)) if has["givens"] else 0.0
    p_text = 0.25 if given_texts else 0.0
    p_bar = rng.choice((0.15, 0.4)) if has["bars"] else 0.0
    cells: list[str] = []
    for _ in range(n):
        x = rng.random()
        if x < p_block:
            cells.append(BLOCK)
        elif x < p_block + p_void:
            cells.append(VOID)
        elif rng.random() < p_given:
            cells.append(rng.choice(letters))
        elif rng.random() < p_text:
            cells.append(rng.choice(given_texts))
        else:
            cells.append(OPEN)
    if has["entries"]:
        _give_entries(rng, cells, family)
    right = [at for at in range(n) if (at + 1) % n_cols and rng.random() < p_bar]
    below = [at for at in range(n - n_cols) if rng.random() < p_bar]
    p_strips = 0.9 if has["near"] else 0.4 if has["shared"] else 0.0
    if rng.random() < p_strips:
        below = _make_strips(rng, cells, family)
    return tuple(cells), tuple(right), tuple(below)


def _give_entries(rng: random.Random, cells: list[str], family: Family) -> None:
    """Give all cells of a row or column, or of two."""
    n_rows, n_cols = family.shape
    for _ in range(rng.choice((1, 1, 2))):
        if rng.random() < 0.5:
            row = rng.randrange(n_rows)
            line = range(row * n_cols, (row + 1) * n_cols)
        else:
            line = range(rng.randrange(n_cols), len(cells), n_cols)
        for at in line:
            if cells[at] == OPEN:
                cells[at] = rng.choice([*family.common.letters, *family.given_texts])


def _make_strips(rng: random.Random, cells: list[str], family: Family) -> list[int]:
    """Cut rows to lengths that words have, and divide them by bars, except in a column or none."""
    n_cols = family.shape[1]
    lengths = [len(word) for word, _ in family.common.words if 2 < len(word) <= n_cols]
    for start in range(0, len(cells), n_cols):
        for at in range(start + rng.choice([*lengths, n_cols]), start + n_cols):
            cells[at] = BLOCK
    through = rng.choice((None, None, rng.randrange(n_cols)))
    return [at for at in range(len(cells) - n_cols) if at % n_cols != through]


def _words(
    rng: random.Random, shape: tuple[int, int], texts: list[str], has_long_list: bool
) -> set[str]:
    """Words of every length, enough for an open grid to have some fills."""
    n_rows, n_cols = shape
    n_slots = (n_rows if n_cols > 1 else 0) + (n_cols if n_rows > 1 else 0)
    target = rng.choice(TARGETS)
    density = min(1.0, (target / len(texts) ** (n_rows * n_cols)) ** (1 / max(1, n_slots)))
    words: set[str] = set()
    for length in range(1, max(n_rows, n_cols) + 1):
        n = min(MOST_WORDS, density * len(texts) ** length)
        if has_long_list and length == n_cols:
            n = rng.choice((60.0, 64.0, 65.0, 130.0, 250.0))  # the bit sets have words of 64 bits
        for _ in range(int(n) + (rng.random() < n % 1)):
            words.add("".join(rng.choices(texts, k=length)))
    return words


def _stems(rng: random.Random, letters: str) -> set[str]:
    """Words of which many are forms of others."""
    vowels = [letter for letter in letters if letter in "AEIOY"]
    others = [letter for letter in letters if letter not in "AEIO"]
    words: set[str] = set()
    for _ in range(rng.randint(1, 3)):
        marks = rng.choice(("cv", "vc", "cvc", "cvc", "vcc", "cvcc", "ccvc", "cvv"))
        stem = "".join(rng.choice(vowels if mark == "v" else others) for mark in marks)
        forms = (stem, stem + "S", stem + "ES", stem + "E", stem + "D", stem + "ED", stem + "ING")
        more = (stem[:-1] + "Y", stem[:-1] + "IES", stem[:-1] + "IED", stem + stem[-1] + "ED")
        words.update(form for form in forms if rng.random() < 0.6)
        words.update(form for form in more if rng.random() < 0.25)
    for _ in range(rng.randint(0, 2)):
        words.add("".join(rng.choices(letters, k=rng.randint(2, 4))))
    return words


def _constrained(rng: random.Random, data: PuzzleData, runs: list[Run]) -> PuzzleData:
    """The puzzle with one to three constraints that it can have."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        make = [_letter_literal, _word_literal]
        literals = tuple(
            rng.choice(make)(rng, data, runs) for _ in range(rng.choice((1, 1, 2, 3, 4)))
        )
        n = len(literals)
        least, most = sorted((rng.randint(0, n), rng.randint(0, n)))
        if rng.random() < 0.4:
            least, most = 1, n
        data = replace(data, constraints=(*data.constraints, Bounds(least, most, literals)))
    return data


def _letter_literal(rng: random.Random, data: PuzzleData, runs: list[Run]) -> Literal:
    cells = sorted({cell for run in runs for cell in run.cells})
    text = rng.choice([*data.letters, *data.rebus])
    where = None if rng.random() < 0.3 else rng.choice(cells)
    return Literal("letter", where, text, rng.random() < 0.4)


def _word_literal(rng: random.Random, data: PuzzleData, runs: list[Run]) -> Literal:
    run = rng.choice(runs)
    n = len(run.cells)
    fitting = [word for word, _ in data.words if len(word) == n]
    word = rng.choice(fitting) if fitting else "".join(rng.choices(data.letters, k=n))
    where = None if rng.random() < 0.3 else run.name
    negated = rng.random() < 0.4
    if data.has_rebus:  # words only
        return Literal("word", where, word, negated)
    parts = list(word)
    for at, letter in enumerate(word):
        if rng.random() < 0.4:
            most = max(1, len(data.letters) - 1)  # a set that excludes all letters is refused
            some = "".join(rng.sample(data.letters, rng.randint(1, most)))
            sets = ("?", f"[{letter}{some}]", f"[^{some}]")
            parts[at] = rng.choice(sets[: 3 if len(data.letters) > 1 else 2])
    if rng.random() < 0.4:
        at = rng.randint(0, n)
        parts[at : at + rng.randint(0, n - at)] = ["*"]
    return Literal("word", where, "".join(parts), negated)
