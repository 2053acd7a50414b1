"""Word searches measured beside word-search-generator (PyPI), and the figures of the seed's list.

Run it as `python -m benchmarks.wordsearch`. Both sides run in this process, one after the other for
each seed, and are given the same words; times are processor seconds of the work alone, without
the start of Python. The peer is used where it is installed: `pip install word-search-generator`.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
if str(_ROOT) not in sys.path:  # run as a file
    sys.path.insert(0, str(_ROOT))

from benchmarks.options import count, machine, seconds, tell  # noqa: E402  # after the path is set
from satcross.solve.protocol import Deadline  # noqa: E402
from satcross.words import WordList  # noqa: E402
from satcross.wordsearch.board import Board  # noqa: E402
from satcross.wordsearch.fit import FitOptions, fit  # noqa: E402
from satcross.wordsearch.headings import HEADINGS  # noqa: E402
from satcross.wordsearch.layout import Layout, parallel_pairs, rings  # noqa: E402
from satcross.wordsearch.make import MOST, MakeOptions, make  # noqa: E402
from satcross.wordsearch.results import Placed, WordSearch  # noqa: E402
from satcross.wordsearch.words import HiddenWord, hidden_words  # noqa: E402

LIST = _ROOT / "examples" / "lists" / "programming44.txt"


@dataclass(frozen=True, slots=True)
class Run:
    """One puzzle: processor seconds, words in it, and the layout where there is one of ours."""

    took_s: float
    n_words: int
    layout: Layout | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 if the bars are met, 1 if not."""
    parser = argparse.ArgumentParser(prog="benchmarks.wordsearch", description="Measure.")
    parser.add_argument("--seeds", type=count, default=5, metavar="N", help="runs (default 5)")
    parser.add_argument(
        "--limit", type=seconds, default=60.0, metavar="SECONDS",
        help="wall seconds for most crossings and for the smallest rectangle (default 60)",
    )  # fmt: skip
    parser.add_argument("--quick", action="store_true", help="leave those two out")
    options = parser.parse_args(arguments)
    print(machine())
    programming = hidden_words(LIST.read_text().split())
    met = _against_peer("44 words, 20x20", programming, 20, options.seeds)
    met &= _against_peer("100 words, 40x40", hundred(0), 40, options.seeds)
    print("\n| 44 words | seed | s | crossings | interior | parallel | triangles | rectangles |"
          " headings | density |\n|---|---|---|---|---|---|---|---|---|---|")  # fmt: skip
    for size in ("24x20", "20x20"):
        for seed in range(options.seeds):
            run = ours(programming, Board.sized(size), MakeOptions(seed=seed))
            met &= run.layout is not None and run.took_s < 3
            _print_layout(size, seed, run)
    if not options.quick:
        for seed in range(options.seeds):
            wish = MakeOptions(seed=seed, crossings=MOST)
            run = ours(programming, Board.sized("24x20"), wish, options.limit)
            met &= run.layout is not None and len(run.layout.crossings) >= 60
            _print_layout(f"24x20, most in {options.limit:g} s", seed, run)
        _print_fits(programming, options.seeds, options.limit)
    return 0 if met else 1


def hundred(seed: int) -> tuple[HiddenWord, ...]:
    """A hundred common words of 5 to 10 letters, none within another."""
    texts = [
        text for text, score in WordList.builtin().words() if score >= 50 and 5 <= len(text) <= 10
    ]
    random.Random(seed).shuffle(texts)
    chosen: list[str] = []
    for text in texts:
        both = (text, text[::-1])
        if not any(a in b or b in a for a in both for b in chosen):
            chosen.append(text)
        if len(chosen) == 100:
            break
    return hidden_words(chosen)


def ours(
    words: Sequence[HiddenWord], board: Board, options: MakeOptions, limit_s: float | None = None
) -> Run:
    """A finished and checked puzzle of ours; no word at all where there is none."""
    started = time.process_time()
    made = make(words, board, options, deadline=Deadline.after(limit_s))
    took_s = time.process_time() - started
    if isinstance(made, WordSearch):
        return Run(took_s, len(words), made.layout)
    return Run(took_s, 0)


def peer() -> Callable[[Sequence[HiddenWord], int, int], Run] | None:
    """word-search-generator, all eight directions; None where it is not installed."""
    try:
        from word_search_generator import WordSearch as Theirs
    except ImportError:
        return None

    def run(words: Sequence[HiddenWord], side: int, seed: int) -> Run:
        random.seed(seed)  # it draws from the module's generator
        text = " ".join(word.letters for word in words)
        started = time.process_time()
        puzzle = Theirs(text, level=3, size=side)
        return Run(time.process_time() - started, len(puzzle.placed_words))

    return run


def _against_peer(name: str, words: Sequence[HiddenWord], side: int, n_seeds: int) -> bool:
    their_run = peer()
    if their_run is None:
        tell("Skipped: word-search-generator is not installed.")
    print(f"\n| {name} | s, median | s, worst | words, fewest |\n|---|---|---|---|")
    board = Board.rectangle(side, side)
    quick, full, theirs = [], [], []
    for seed in range(n_seeds):
        quick.append(ours(words, board, MakeOptions(seed=seed, rounds=0)))
        full.append(ours(words, board, MakeOptions(seed=seed)))
        if their_run is not None:
            theirs.append(their_run(words, side, seed))
    _print_runs("satcross, as soon as all words stand", quick)
    _print_runs("satcross, as it is without options", full)
    if not theirs:
        return min(run.n_words for run in quick) == len(words)
    _print_runs("word-search-generator", theirs)
    fewer = any(a.n_words < b.n_words for a, b in zip(quick, theirs, strict=True))
    return not fewer and _median(quick) <= _median(theirs)


def _median(runs: Sequence[Run]) -> float:
    return statistics.median(run.took_s for run in runs)


def _print_runs(name: str, runs: Sequence[Run]) -> None:
    worst, fewest = max(run.took_s for run in runs), min(run.n_words for run in runs)
    print(f"| {name} | {_median(runs):.3f} | {worst:.3f} | {fewest} |", flush=True)


def _print_layout(name: str, seed: int, run: Run) -> None:
    if run.layout is None:
        print(f"| {name} | {seed} | {run.took_s:.1f} | none |", flush=True)
        return
    print(f"| {name} | {seed} | {run.took_s:.1f} | {described(run.layout)} |", flush=True)


def described(layout: Layout) -> str:
    """The figures of a layout, as cells of the table."""
    crossings = layout.crossings
    figures = (
        len(crossings),
        sum(crossing.interior for crossing in crossings),
        len(parallel_pairs(layout.board, layout.placements)),
        rings(crossings, 3),
        rings(crossings, 4),
        len(layout.headings()),
        f"{layout.density:.2f}",
    )
    return " | ".join(map(str, figures))


def _print_fits(words: Sequence[HiddenWord], n_seeds: int, limit_s: float) -> None:
    print("\n| smallest rectangle | seed | size | cells | proved at least |\n|---|---|---|---|---|")
    for seed in range(n_seeds):
        found = fit(words, HEADINGS, FitOptions(seed=seed), deadline=Deadline.after(limit_s))
        if isinstance(found, Placed):
            board = found.layout.board
            size = f"{board.n_cols}x{board.n_rows}"
            print(f"| 44 words | {seed} | {size} | {board.n_cells} | {found.bound} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
