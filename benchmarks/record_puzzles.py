"""The puzzles of the reference record, what fills them, and what they are filled with.

Sixty of them: grids drawn by a seed, with and without bars, those of `examples/`, `cnf_dumps/` and
`benchmarks/grids/`, with rules between entries, rebus, voids, and some that have no fill. Only the
public library is used, and of that only what its documentation lists.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import satcross as sx

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
DUMPS = ROOT / "cnf_dumps"
GRIDS = ROOT / "benchmarks" / "grids"

SEEDS = range(5)
SEVERAL = 5  # fills of an enumeration
LIMIT_S = 120.0  # against hanging only: no puzzle here takes a tenth of it
BUILTIN_SCORES = (30, 60, 90)

# Keywords of `sx.fill`, by engine.
ENGINES: Mapping[str, Mapping[str, str]] = {
    "lazy": {},
    "cadical195 support": {"solver": "cadical195", "encoding": "support"},
    "cadical195 dawg": {"solver": "cadical195", "encoding": "dawg"},
    "glucose4": {"solver": "glucose4"},
}
ALL = tuple(ENGINES)
LAZY = ("lazy",)
EAGER = tuple(name for name in ALL if name not in LAZY)

# The classes of the answers without a fill.
_WORDS = {"Impossible": "impossible", "Stopped": "stopped"}


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle of the record.

    Args:
        name: unlike all others.
        grid: its text.
        words: the list: "built-in 60", a file of the checkout, or "made SEED LETTERS LENGTH N".
        rules: for `sx.Puzzle`, by name.
        engines: which fill it, of `ENGINES`.
        several: which engines enumerate too.
        distinct: how the fills of an enumeration differ.
        planted: for a list that is made, words that are in it at any rate.
    """

    name: str
    grid: str
    words: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    engines: tuple[str, ...] = ALL
    several: tuple[str, ...] = ()
    distinct: Any = "grids"
    planted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine answered: the fill's text or a word, and its counters; "" without them."""

    text: str
    counters: str


def cases() -> list[Case]:
    """The puzzles, always the same ones in the same order."""
    return [*_drawn(), *_drawn_with_rules(), *_from_dumps(), *_from_examples(), *_from_grids()]


def _drawn() -> Iterable[Case]:
    """20 plain puzzles, 4 larger ones and 4 with bars, half of them with a planted fill."""
    for seed in range(20):
        rng = random.Random(1000 + seed)
        n_rows, n_cols = rng.randint(2, 5), rng.randint(3, 6)
        letters = "AEINRST"[: rng.randint(3, 7)]
        rows = _cells(rng, n_rows, n_cols, letters, p_given=rng.choice([0.0, 0.0, 0.1, 0.25]))
        planted = _planted(rng, rows, letters) if seed % 2 else ()
        words = f"made {seed} {letters} {max(n_rows, n_cols)} {rng.choice([20, 60, 200])}"
        rules = {} if rng.random() < 0.7 else {"distinct": False}
        yield Case(
            f"drawn {seed}",
            "\n".join(map("".join, rows)),
            words,
            rules,
            engines=ALL if seed < 6 else (*LAZY, EAGER[seed % 3]),
            several=("lazy", "glucose4") if seed < 6 else ("lazy",),
            distinct=("grids", "words", 2)[seed % 3],
            planted=planted,
        )
    for seed in range(4):
        rng = random.Random(2000 + seed)
        rows = _cells(rng, 5, 5 + seed % 2, "", p_block=0.12)
        letters = "AEINRSTL"[: 5 + seed]
        yield Case(
            f"large {seed}",
            "\n".join(map("".join, rows)),
            f"made {50 + seed} {letters} 6 {(60, 70, 700, 900)[seed]}",
            engines=LAZY,
            several=("lazy",),
            distinct=("grids", "words")[seed % 2],
        )
    for seed in range(4):
        rng = random.Random(3000 + seed)
        rows = _cells(rng, 4, 5, "", p_block=0.08)
        marked = [[cell + rng.choice(["", "", "", "|", "-"]) for cell in row] for row in rows]
        marked[-1] = rows[-1]  # no bars at the edges
        for row, plain in zip(marked, rows, strict=True):
            row[-1] = plain[-1]
        yield Case(
            f"bars {seed}",
            "\n".join(" ".join(row) for row in marked),
            f"made {70 + seed} AENRST 5 {(60, 120, 200, 300)[seed]}",
            several=("lazy",),
        )


def _drawn_with_rules() -> Iterable[Case]:
    """With rules between entries, rebus, voids, and other shortest slots."""
    square = "....\n....\n....\n...."
    yield Case(
        "shared runs 3", square, "made 81 AENST 4 500", {"max_shared_substring": 3},
        several=("lazy",),
    )  # fmt: skip
    yield Case(
        "shared runs 2", "...\n.#.\n...", "made 82 ABCDE 3 60", {"max_shared_substring": 2},
        several=("lazy",),
    )  # fmt: skip
    yield Case(
        "near duplicates", "....\n.##.\n.##.\n....", "built-in 60", {"no_near_duplicates": True},
        engines=("lazy", "cadical195 support"), several=("lazy",),
    )  # fmt: skip
    yield Case(
        "both rules", "#...#\n.....\n.....\n.....\n#...#", "built-in 60",
        {"no_near_duplicates": True, "max_shared_substring": 3}, engines=LAZY,
    )  # fmt: skip
    yield Case(
        "rebus drawn", "...\n...\n...", "made 83 AENST 4 150", {"rebus": ("ST", "EA")},
        several=("lazy",),
    )  # fmt: skip
    yield Case(
        "rebus given", "[HEART]....\n.....\n.....", "built-in 60", several=("lazy",),
    )  # fmt: skip
    yield Case(
        "rebus with words", "#...#\n.....\n.....\n.....\n#...#", "built-in 60",
        {"rebus": ("ING",)}, engines=LAZY,
    )  # fmt: skip
    yield Case("length 4", "....\n.#.#\n....", "made 84 AENST 4 200", {"min_length": 4})
    yield Case("length 3", "...#\n....\n#...", "made 85 AENST 4 120", {"min_length": 3})
    yield Case("voids", "~...\n....\n....\n...~", "built-in 90", engines=(*LAZY, "glucose4"))
    yield Case("repeats", "..\n..", "made 86 AE 2 8", {"distinct": False}, several=("lazy",))


def _from_dumps() -> Iterable[Case]:
    for name in ("mini", "square48", "impossible"):
        text = (DUMPS / f"{name}.grid").read_text(encoding="utf-8")
        several = ("lazy", "glucose4")
        yield Case(name, text, f"cnf_dumps/{name}.words", several=several)
    yield Case("given start", "GL...\n.....\n.....\n.....\n.....", "cnf_dumps/square48.words")


def _from_examples() -> Iterable[Case]:
    yield Case(
        "words of one subject",
        "\n".join(["........", *["#.######"] * 6, "........"]),
        "examples/lists/programming44.txt",
        several=("lazy",),
        distinct="words",
    )
    for name, words, engines in (
        ("mini5", "built-in 90", ALL),
        ("open4", "built-in 90", ALL),
        ("barred6", "built-in 60", LAZY),
        ("british13", "built-in 30", LAZY),
        ("daily15", "built-in 30", LAZY),
    ):
        text = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")
        yield Case(name, text, words, engines=engines, several=("lazy",))
    yield Case("no word", "Q.Z\n...\n...", "built-in 60")
    yield Case("no fill", "#..Q.\n.....\n..X..\n.....\n#...#", "built-in 30", engines=LAZY)


def _from_grids() -> Iterable[Case]:
    for name, words, engines in (
        ("american15-themed-76a", "built-in 30", LAZY),
        ("american15-themed-78b", "built-in 30", ("lazy",)),
        ("american21-140b", "built-in 30", ("lazy",)),
        ("american21-given", "built-in 30", ("lazy",)),
        ("british13-26", "built-in 30", LAZY),
        ("british15-32a", "built-in 60", ("lazy",)),
        ("open-4x5", "built-in 60", (*LAZY, "cadical195 dawg")),
        ("american15-given-c", "built-in 30", ("lazy",)),
        ("open-5x6", "built-in 30", ("lazy",)),
    ):
        text = (GRIDS / f"{name}.txt").read_text(encoding="utf-8")
        yield Case(name, text, words, engines=engines)


def _cells(
    rng: random.Random,
    n_rows: int,
    n_cols: int,
    letters: str,
    p_block: float = 0.18,
    p_given: float = 0.0,
) -> list[list[str]]:
    """Rows of cells; the first two are open, so that there is a slot."""
    rows = [
        [
            "#"
            if rng.random() < p_block
            else rng.choice(letters)
            if rng.random() < p_given
            else "."
            for _ in range(n_cols)
        ]
        for _ in range(n_rows)
    ]
    rows[0][:2] = [".", "."]
    return rows


def _planted(rng: random.Random, rows: list[list[str]], letters: str) -> tuple[str, ...]:
    """The words of one fill of these rows."""
    filled = [[rng.choice(letters) if cell == "." else cell for cell in row] for row in rows]
    lines = [*filled, *zip(*filled, strict=True)]
    return tuple(run for line in lines for run in "".join(line).split("#") if len(run) > 1)


class Lists:
    """The lists of the cases, each read once in a process.

    Args:
        folder: where the built-in list lies, as `built-in SCORE.dict`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[str, sx.WordList] = {}

    def of(self, case: Case) -> sx.WordList:
        """The list of a case."""
        if case.words.startswith("made "):
            _, seed, letters, longest, number = case.words.split(" ")
            made = _made(int(seed), letters, int(longest), int(number))
            for word in case.planted:
                made.setdefault(word, 50)
            return sx.WordList.from_words(sorted(made.items()))
        if case.words not in self._known:
            is_builtin = case.words.startswith("built-in ")
            path = self._folder / f"{case.words}.dict" if is_builtin else ROOT / case.words
            self._known[case.words] = sx.WordList.load(path)
        return self._known[case.words]


def _made(seed: int, letters: str, longest: int, number: int) -> dict[str, int]:
    """Words of all lengths up to `longest`, `number` draws of each, with scores."""
    rng = random.Random(seed)
    out: dict[str, int] = {}
    for length in range(1, longest + 1):
        for _ in range(number if length > 2 else min(number, 4 * length * len(letters))):
            out["".join(rng.choices(letters, k=length))] = rng.randint(1, 100)
    return out


def answers(case: Case, engine: str, lists: Lists) -> dict[str, Answer]:
    """What an engine makes of a case: by "ENGINE" and "ENGINE, several", each with its seed."""
    puzzle = sx.Puzzle(sx.Grid.parse(case.grid), lists.of(case), **case.rules)
    options: Mapping[str, Any] = ENGINES[engine]
    out: dict[str, Answer] = {}
    for seed in SEEDS:
        out[f"{engine}, seed {seed}"] = _filled(
            sx.fill(puzzle, seed=seed, time_limit_s=LIMIT_S, **options)
        )
        if engine in case.several:
            fills = sx.enumerate_fills(
                puzzle,
                limit=SEVERAL,
                distinct=case.distinct,
                seed=seed,
                time_limit_s=LIMIT_S,
                **options,
            )
            texts = [str(fill) for fill in fills]
            # An enumeration that ends before its limit has found all there are.
            texts += ["no more"] if len(texts) < SEVERAL else []
            out[f"{engine}, several, seed {seed}"] = Answer("\n\n".join(texts), "")
    return out


def _filled(result: Any) -> Answer:
    """An answer without the names of its classes."""
    fill = getattr(result, "fill", None) or getattr(result, "value", None)
    name = type(result).__name__
    text = _WORDS.get(name, name) if fill is None else str(fill)
    work = getattr(result, "work", None)
    counters = [getattr(work, name, None) for name in ("conflicts", "decisions")]
    return Answer(text, "" if None in counters else f"{counters[0]} {counters[1]}")


def has_kernel() -> bool:
    """Whether this process has searched with the compiled kernel, whatever its package is."""
    return any(name.rpartition(".")[2] == "_kernel" for name in sys.modules)
