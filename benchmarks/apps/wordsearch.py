"""All figures of docs/guide/wordsearch.md, beside word-search-generator (PyPI), as Markdown.

Run it as `python -m benchmarks.apps.wordsearch`; `--quick` takes a minute, all of it half an hour.
The list is that of Ruby Quiz 159. Processor seconds (CPU s) are of the work alone, without the
start of Python; all others are of the clock.

The peer is measured where it is installed: `pip install --no-deps word-search-generator
ordered-set`, for it asks for older fpdf2 and Pillow than satcross, and does as well with ours. Both
sides run in this process, one after the other for each seed, and are given the same words.
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

_ROOT = Path(__file__).resolve().parents[2]
if str(_ROOT) not in sys.path:  # run as a file
    sys.path.insert(0, str(_ROOT))

from benchmarks.options import count, machine, seconds, tell  # noqa: E402  # after the path is set
from satcross.apps.clues.words import HiddenWord, hidden_words  # noqa: E402
from satcross.apps.wordsearch.board import rectangle, sized  # noqa: E402
from satcross.apps.wordsearch.files import figures_of  # noqa: E402
from satcross.apps.wordsearch.fit import ENDLESS, Fit  # noqa: E402
from satcross.apps.wordsearch.forbidden import forbidden_words  # noqa: E402
from satcross.apps.wordsearch.headings import HEADINGS  # noqa: E402
from satcross.apps.wordsearch.layout import WordRun, WordSearchLayout  # noqa: E402
from satcross.apps.wordsearch.letters.filler import message_letters  # noqa: E402
from satcross.apps.wordsearch.make import WordSearchTask  # noqa: E402
from satcross.apps.wordsearch.occurrences import Scanner  # noqa: E402
from satcross.apps.wordsearch.options import MOST, WordSearchOptions  # noqa: E402
from satcross.apps.wordsearch.problem import LayoutConstraints  # noqa: E402
from satcross.apps.wordsearch.shapes import board_for  # noqa: E402
from satcross.model.grid import Grid  # noqa: E402
from satcross.results import Best, Found  # noqa: E402
from satcross.task import Deadline  # noqa: E402
from satcross.words import WordList  # noqa: E402

LIST = _ROOT / "examples" / "lists" / "programming44.txt"
PRINTED = _ROOT / "tests" / "apps" / "wordsearch" / "data" / "seed_board.txt"
FORBID = forbidden_words()  # as on the command line
MOST_S = 60.0  # for the most crossings
FIT_S = (20.0, 60.0)  # for the smallest rectangle
MESSAGE_S = 20.0  # for a message: what a puzzle has on the command line
FEW = 15  # the first words of the list, 121 letters
MESSAGES = (
    "well done",
    "that was not easy",
    "these words are found in every good book",
    "programs are written for people to read and only incidentally for machines",
)
QUICK = ("printed", "peer", "layouts")
_FIGURES = "crossings | interior | parallel | triangles | rectangles | headings | density"


@dataclass(frozen=True, slots=True)
class Run:
    """One puzzle: processor seconds, words in it, and the layout where there is one of ours."""

    took_s: float
    n_words: int
    layout: WordSearchLayout | None = None


PeerRun = Callable[[Sequence[HiddenWord], int, int], Run]


@dataclass(frozen=True, slots=True)
class Limits:
    """How many seeds, and the most seconds that a run gets."""

    n_seeds: int
    limit_s: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 if the bars are met, 1 if not."""
    parser = argparse.ArgumentParser(prog="benchmarks.apps.wordsearch", description="Measure.")
    parser.add_argument("--seeds", type=count, default=5, metavar="N", help="runs (default 5)")
    parser.add_argument(
        "--limit", type=seconds, default=60.0, metavar="S",
        help="the most seconds for one run of the parts that have a limit (default 60)",
    )  # fmt: skip
    parser.add_argument(
        "--only", choices=tuple(PARTS), action="append", help="this part; again for more"
    )
    parser.add_argument("--quick", action="store_true", help=f"only {', '.join(QUICK)}")
    options = parser.parse_args(arguments)
    limits = Limits(options.seeds, options.limit)
    print(machine())
    met = True
    for name in options.only or (QUICK if options.quick else PARTS):
        met &= PARTS[name](programming(), limits)
    return 0 if met else 1


def programming() -> tuple[HiddenWord, ...]:
    """The 44 words of Ruby Quiz 159."""
    return hidden_words(LIST.read_text().split())


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
    words: Sequence[HiddenWord],
    board: Grid,
    options: WordSearchOptions,
    limit_s: float | None = None,
) -> Run:
    """A finished and checked puzzle of ours; no word at all where there is none."""
    started = time.process_time()
    made = WordSearchTask(words, board, options).run(limit_s)
    took_s = time.process_time() - started
    if isinstance(made, Found | Best):
        return Run(took_s, len(words), made.value.layout)
    return Run(took_s, 0)


def peer() -> PeerRun | None:
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


def printed_layout(words: Sequence[HiddenWord]) -> WordSearchLayout:
    """The solution that the quiz printed."""
    rows = PRINTED.read_text().split()
    board = rectangle(len(rows), len(rows[0]))
    letters = {cell: mark for cell, mark in enumerate("".join(rows)) if mark != "."}
    found = {o.text: o for o in Scanner(board, [word.letters for word in words]).find(letters)}
    placements = [
        WordRun(i, found[word.letters].cells, found[word.letters].heading)
        for i, word in enumerate(words)
    ]
    return WordSearchLayout(board, tuple(words), tuple(placements))


def described(layout: WordSearchLayout) -> str:
    """The figures of a layout, as cells of the table."""
    figures = figures_of(layout)
    names = "crossings", "interior", "parallel", "triangles", "rectangles"
    cells = (
        *(figures[name] for name in names), sum(n > 0 for n in figures["directions"].values()),
        f"{layout.density:.2f}",
    )  # fmt: skip
    return " | ".join(map(str, cells))


def _printed(words: Sequence[HiddenWord], _: Limits) -> bool:
    _head(f"printed in the quiz | {_FIGURES}")
    print(f"| 20x20 | {described(printed_layout(words))} |", flush=True)
    return True


def _peer(words: Sequence[HiddenWord], limits: Limits) -> bool:
    """Ours is to be no slower, and to place no fewer words."""
    their_run = peer()
    if their_run is None:
        tell("Skipped: word-search-generator is not installed.")
    met = _against("44 words, 20x20", words, 20, their_run, limits)
    return _against("100 words, 40x40", hundred(0), 40, their_run, limits) and met


def _against(
    name: str, words: Sequence[HiddenWord], side: int, their_run: PeerRun | None, limits: Limits
) -> bool:
    _head(f"{name} | CPU s, least | median | most | words, fewest")
    board = rectangle(side, side)
    quick, full, theirs = [], [], []
    for seed in range(limits.n_seeds):
        # The peer forbids no words either.
        quick.append(
            ours(words, board, WordSearchOptions(seed=seed, rounds=0, builtin_forbid=False))
        )
        full.append(ours(words, board, WordSearchOptions(seed=seed)))
        if their_run is not None:
            theirs.append(their_run(words, side, seed))
    _print_runs("satcross, as soon as all words stand", quick)
    _print_runs("satcross, as on the command line", full)
    if not theirs:
        return min(run.n_words for run in quick) == len(words)
    _print_runs("word-search-generator", theirs)
    fewer = any(a.n_words < b.n_words for a, b in zip(quick, theirs, strict=True))
    return not fewer and _median(quick) <= _median(theirs)


def _median(runs: Sequence[Run]) -> float:
    return statistics.median(run.took_s for run in runs)


def _print_runs(name: str, runs: Sequence[Run]) -> None:
    times, fewest = [run.took_s for run in runs], min(run.n_words for run in runs)
    figures = f"{min(times):.3f} | {_median(runs):.3f} | {max(times):.3f}"
    print(f"| {name} | {figures} | {fewest} |", flush=True)


def _layouts(words: Sequence[HiddenWord], limits: Limits) -> bool:
    """Each is to take less than three seconds and to have sixty crossings."""
    met = True
    _head(f"44 words | seed | CPU s | {_FIGURES}")
    for size in ("24x20", "20x20"):
        for seed in range(limits.n_seeds):
            run = ours(words, sized(size), WordSearchOptions(seed=seed))
            met &= run.took_s < 3 and _has_sixty(run)
            _print_layout(size, seed, run)
    return met


def _most(words: Sequence[HiddenWord], limits: Limits) -> bool:
    """Each is to have sixty crossings."""
    met, limit_s = True, min(MOST_S, limits.limit_s)
    _head(f"44 words, most crossings in {limit_s:g} s | seed | CPU s | {_FIGURES}")
    for seed in range(limits.n_seeds):
        wanted = WordSearchOptions(seed=seed, crossings=MOST)
        run = ours(words, sized("24x20"), wanted, limit_s)
        met &= _has_sixty(run)
        _print_layout("24x20", seed, run)
    return met


def _has_sixty(run: Run) -> bool:
    return run.layout is not None and len(run.layout.crossings) >= 60


def _print_layout(size: str, seed: int, run: Run) -> None:
    shown = "none" if run.layout is None else described(run.layout)
    print(f"| {size} | {seed} | {run.took_s:.1f} | {shown} |", flush=True)


def _fit(words: Sequence[HiddenWord], limits: Limits) -> bool:
    _head("smallest rectangle, 44 words | seed | size | cells | proved at least")
    for limit_s in sorted({min(limit_s, limits.limit_s) for limit_s in FIT_S}):
        for seed in range(limits.n_seeds):
            # As on the command line.
            constraints = LayoutConstraints(forbid=FORBID)
            fit = Fit(words, HEADINGS, constraints, rounds=ENDLESS, seed=seed)
            found = fit.run(Deadline.after(limit_s))
            shown = "none"
            if isinstance(found, Best):
                board = found.value.board
                shown = f"{board.n_cols}x{board.n_rows} | {board.n_squares} | {found.bound}"
            print(f"| in {limit_s:g} s | {seed} | {shown} |", flush=True)
    return True


def _messages(words: Sequence[HiddenWord], limits: Limits) -> bool:
    limit_s = min(MESSAGE_S, limits.limit_s)
    _head(f"messages, in {limit_s:g} s | letters | board | made | s, median | s, most")
    for listed in (words[:FEW], words):
        for message in MESSAGES:
            n = len(message_letters(message))
            board = board_for(listed, n_message=n)
            times = []
            for seed in range(limits.n_seeds):
                options = WordSearchOptions(seed=seed, message=message)
                started = time.monotonic()
                made = WordSearchTask(listed, board, options).run(limit_s)
                if isinstance(made, Found):
                    times.append(time.monotonic() - started)
            took = f"{statistics.median(times):.1f} | {max(times):.1f}" if times else "– | –"
            found = f"{board.n_cols}x{board.n_rows} | {len(times)} of {limits.n_seeds} | {took}"
            print(f"| {len(listed)} words | {n} | {found} |", flush=True)
    return True


def _head(names: str) -> None:
    print(f"\n| {names} |\n|{' --- |' * (names.count('|') + 1)}", flush=True)


PARTS: dict[str, Callable[[Sequence[HiddenWord], Limits], bool]] = {
    "printed": _printed,
    "peer": _peer,
    "layouts": _layouts,
    "most": _most,
    "fit": _fit,
    "messages": _messages,
}


if __name__ == "__main__":
    sys.exit(main())
