"""Stores of all fills: how large they are, how long they take to make, to load and to ask.

    python -m benchmarks.apps.store [--data DIR] [--only NAME] [--limit S] [--max-edges N]

Prints a table in Markdown. Times of questions are the best of three, in milliseconds; sizes are of
the file.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.listing import GRIDS, SQUARE_WORDS
from benchmarks.lists import write_list
from benchmarks.options import machine, seconds
from benchmarks.table import aligned
from satcross.apps.counting.diagram.compiler import MAX_EDGES
from satcross.apps.store.compile import CompileTask
from satcross.apps.store.store import FillStore
from satcross.model.grid import read_grid
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Stopped
from satcross.words import WordList

LATTICE = "...\n.#.\n...\n.#.\n..."


def puzzles(folder: Path, data: Path | None) -> Iterator[tuple[str, Puzzle]]:
    import random

    words = WordList.load(write_list("SCOWL-35", folder, data))
    table = words.table(4)
    every = sorted(words.word(4, i) for i in range(len(table)))
    few = WordList.from_words(random.Random(1).sample(every, SQUARE_WORDS))
    open4, open5 = (read_grid(GRIDS / f"open-{n}x{n}.txt") for n in (4, 5))
    yield "open 4x4, 1,300 words of SCOWL-35", Puzzle(open4, few)
    yield "open 4x4, SCOWL-35", Puzzle(open4, words)
    yield "open 5x5, SCOWL-35", Puzzle(open5, words)
    for score in (80, 30):
        name = f"3x5 around two blocks, built-in {score}"
        yield name, Puzzle(LATTICE, WordList.builtin(min_score=score))
    yield "open 3x3, built-in 30", Puzzle("...\n...\n...", WordList.builtin(min_score=30))
    yield "open 4x4, built-in 80", Puzzle(open4, WordList.builtin(min_score=80))
    yield "open 4x4, built-in 60", Puzzle(open4, WordList.builtin(min_score=60))
    mini = read_grid(GRIDS.parent.parent / "examples" / "mini5.txt")
    for score in (80, 60):
        yield f"mini5, built-in {score}", Puzzle(mini, WordList.builtin(min_score=score))
    if data is not None and (data / "grids/mini7.txt").is_file():
        mini7 = read_grid(data / "grids/mini7.txt")
        yield "mini7, built-in 30", Puzzle(mini7, WordList.builtin(min_score=30))


def best_ms(ask: Callable[[], object]) -> str:
    """The shortest of three calls, in milliseconds."""
    times: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        ask()
        times.append(time.perf_counter() - start)
    return f"{1000 * min(times):,.1f}"


def row(name: str, puzzle: Puzzle, limit_s: float, max_edges: int) -> tuple[str, ...]:
    start = time.process_time()
    with CompileTask(puzzle, max_edges=max_edges) as task:
        result = task.run(limit_s)
    cpu_s = time.process_time() - start
    if not isinstance(result, Found):
        told = str(result) if isinstance(result, Stopped) else "none"
        return (name, told, *[""] * 3, f"{cpu_s:.1f}", *[""] * 7)
    store = result.value
    data = store.to_bytes()
    cell, counts = next(iter(store.letters().items()))
    condition = f"{cell}={max(counts, key=lambda letter: counts[letter])}"

    def asked(ask: Callable[[FillStore], object]) -> str:
        """The time of a question to a store that has answered none."""
        times = []
        for _ in range(3):
            fresh = FillStore.from_bytes(data)
            begun = time.perf_counter()
            ask(fresh)
            times.append(time.perf_counter() - begun)
        return f"{1000 * min(times):,.1f}"

    return (
        name,
        f"{store.n_fills:,}",
        f"{store.n_nodes:,}",
        f"{store.n_edges:,}",
        f"{len(data) / 1000:,.0f}",
        f"{cpu_s:.1f}",
        result.work.engine,
        best_ms(lambda: FillStore.from_bytes(data)),
        asked(lambda fresh: fresh.n_fills),
        asked(lambda fresh: fresh.letters()),
        asked(lambda fresh: fresh.sample(10)),
        asked(lambda fresh: fresh.best(10)),
        asked(lambda fresh: fresh.where(condition).n_fills),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[3] / "shared/data")
    parser.add_argument("--only", default="", help="part of the name of a puzzle")
    parser.add_argument("--limit", type=seconds, default=120.0, help="seconds for each store")
    parser.add_argument("--max-edges", type=int, default=MAX_EDGES)
    options = parser.parse_args()
    rows: list[tuple[str, ...]] = [
        (
            "puzzle", "fills", "nodes", "edges", "kB", "made in CPU s", "by", "load ms", "count ms",
            "letters ms", "sample 10 ms", "best 10 ms", "where ms",
        )
    ]  # fmt: skip
    print(machine())
    data = options.data if options.data.is_dir() else None
    with tempfile.TemporaryDirectory() as name:
        for title, puzzle in puzzles(Path(name), data):
            if options.only in title:
                rows.append(row(title, puzzle, options.limit, options.max_edges))
                print(*rows[-1], flush=True)
    print(aligned(rows))


if __name__ == "__main__":
    main()
