"""Forty lists of 8 to 60 words in six languages, laid out by satcross and by genxword.

Run it as `python -m benchmarks.apps.freeform`. Each list is given to `satcross freeform` as a
process, once for each seed, and to genxword (`pip install --no-deps genxword`) where it is
installed: as its command with `--auto` runs, and for the first seed again and again for 3 s, of
which the layout with the most words and the largest squares counts. All layouts are drawn on the
same page with the same clues, and their squares are measured there. The table in Markdown has a
line for each list, with geometric means over the seeds.

The lists are drawn from the built-in list and from `freeform_pools.txt`; `--draw` with another
number draws others.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import subprocess
import sys
import time
import types
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.apps.freeform_pages import NamedList, clue_of, read_lists, square_side
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import with_clues
from satcross.apps.pictures.sheets import sheets_of
from satcross.drawing.style import MM, Page, Part, Style
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import crossword_of
from satcross.model.grid import Grid
from satcross.words import WordList
from satcross.words.alphabets import parse_alphabet

POOLS = Path(__file__).with_name("freeform_pools.txt")
N_LISTS, FEWEST, MOST = 40, 8, 60
LIMIT_S, MOST_OBLONG = 3.0, 1.4
_ENGLISH = 2  # one list in two is English
_LEAST_SCORE, _LENGTHS = 70, range(3, 13)


class Made(NamedTuple):
    """A layout: how many words, its box, crossings, the side of a square, and seconds of CPU."""

    n_words: int
    n_rows: int
    n_cols: int
    n_crossings: int
    square_mm: float
    cpu_s: float

    @property
    def oblong(self) -> float:
        """The longer side in shorter ones."""
        return max(self.n_rows, self.n_cols) / min(self.n_rows, self.n_cols)


def drawn_lists(seed: int) -> Iterator[NamedList]:
    """The lists of a number: each second one English, the others of the pools in turn."""
    pools = read_lists(POOLS)
    english = [
        word
        for word, score in WordList.load("builtin").words()
        if score >= _LEAST_SCORE and len(word) in _LENGTHS
    ]
    for at in range(N_LISTS):
        rng = random.Random(f"list {at} of {seed}")
        pool = NamedList("English", "latin", tuple(english))
        if at % _ENGLISH:
            pool = pools[at // _ENGLISH % len(pools)]
        n = FEWEST + at * (MOST - FEWEST) // (N_LISTS - 1)
        yield pool._replace(words=tuple(rng.sample(pool.words, n)))


class Compared(NamedTuple):
    """The layouts of a list: ours by seed, and where there are any theirs, and their best."""

    listed: NamedList
    ours: list[Made]
    theirs: list[Made]
    best: list[Made]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="benchmarks.apps.freeform", description=__doc__)
    parser.add_argument("--draw", type=int, default=0, help="which lists are drawn (0)")
    parser.add_argument("--seeds", type=int, default=5, help="layouts of each list (5)")
    parser.add_argument("--paper", default="a4", help="a4 or letter (a4)")
    parser.add_argument("--checkout", type=Path, help="of which satcross is measured (this one)")
    parser.add_argument("--no-peer", action="store_true", help="only satcross")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    options = parser.parse_args(arguments)
    print("| list | words | box | crossings | mm | most oblong | CPU s | genxword: crossings | mm"
          " | for 3 s: crossings | mm |")  # fmt: skip
    print("| --- " * 11 + "|")
    every: list[Compared] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        for made in pool.map(partial(_compared, options), drawn_lists(options.draw)):
            print(_row(made), flush=True)
            every.append(made)
    ours = [one for made in every for one in made.ours]
    print(f"\n{len(ours)} layouts on {options.paper}:"
          f" most oblong {max(o.oblong for o in ours):.2f},"
          f" {sum(o.oblong > MOST_OBLONG for o in ours)} beyond {MOST_OBLONG};"
          f" {_mean([o.n_crossings for o in ours]):.2f} crossings,"
          f" {_mean([o.square_mm for o in ours]):.2f} mm;"
          f" most seconds {max(o.cpu_s for o in ours):.1f}")  # fmt: skip
    for name, is_best in (("genxword", False), ("genxword for 3 s", True)):
        pairs = [
            pair
            for made in every
            for pair in zip(made.ours, made.best if is_best else made.theirs, strict=False)
        ]
        if pairs:
            crossings = [a.n_crossings / b.n_crossings for a, b in pairs]
            squares = [a.square_mm / b.square_mm for a, b in pairs]
            n_out = sum(a.n_words - b.n_words for a, b in pairs)
            print(f"beside {name}, {len(pairs)} layouts:"
                  f" {_mean(crossings):.3f} times the crossings,"
                  f" {_mean(squares):.3f} times the squares;"
                  f" it leaves {n_out} more words out")  # fmt: skip
    return int(any(one.oblong > MOST_OBLONG or one.cpu_s > LIMIT_S for one in ours))


def _compared(options: argparse.Namespace, listed: NamedList) -> Compared:
    alphabet = parse_alphabet(listed.alphabet)
    words = sorted({alphabet.normalise(word) or "" for word in listed.words})
    ours, theirs, best = [], list[Made](), list[Made]()
    for seed in range(options.seeds):
        ours.append(_satcross(words, listed.alphabet, seed, options.paper, options.checkout))
        if not options.no_peer:
            limit_s = 0.0 if seed else LIMIT_S
            made = _genxword(words, alphabet, seed, options.paper, limit_s)
            theirs += made[:1]
            if limit_s and made:
                best.append(max(made, key=lambda o: (o.n_words, o.square_mm, o.n_crossings)))
    return Compared(listed, ours, theirs, best)


def _row(made: Compared) -> str:
    first = made.ours[0]
    cells = [made.listed.name, str(len(made.listed.words)), f"{first.n_cols}x{first.n_rows}"]
    cells += _shown(made.ours)
    cells += [f"{max(o.oblong for o in made.ours):.2f}", f"{max(o.cpu_s for o in made.ours):.1f}"]
    cells += [*_shown(made.theirs), *_shown(made.best)]
    return f"| {' | '.join(cells)} |"


def _shown(some: Sequence[Made]) -> list[str]:
    """The means of crossings and of squares."""
    if not some:
        return ["–", "–"]
    crossings, squares = [one.n_crossings for one in some], [one.square_mm for one in some]
    return [f"{_mean(crossings):.1f}", f"{_mean(squares):.1f}"]


def _mean(numbers: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def measured(grid: Grid, alphabet: Alphabet, paper: str, cpu_s: float) -> Made:
    """What a layout is on paper, with a clue for each word."""
    crossword = crossword_of(grid)
    answers = [clue.answer for clue in crossword.clues]
    book = ClueBook.from_pairs([(word, clue_of(word)) for word in answers], alphabet=alphabet)
    crossword, _ = with_clues(crossword, book)
    page = Page.named(paper)
    first, *_ = sheets_of(crossword, Part.PUZZLE, page=page, style=Style(fills_page=True))
    n_letters = sum(map(alphabet.size, answers))
    side = square_side(first, grid.n_cols) / MM
    n_crossings = n_letters - grid.n_squares
    return Made(len(answers), grid.n_rows, grid.n_cols, n_crossings, side, cpu_s)


def _satcross(
    words: Sequence[str], alphabet: str, seed: int, paper: str, checkout: Path | None
) -> Made:
    command = [sys.executable, "-m", "satcross", "freeform", "-", "--format", "json"]
    command += ["--alphabet", alphabet, "--seed", str(seed)]
    environment = {**os.environ, "SATCROSS_PAGE": paper}
    checkout = checkout or Path(__file__).parents[2]
    environment["PYTHONPATH"] = str(checkout)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, input="\n".join(words), capture_output=True, text=True,
        cwd=checkout, env=environment, check=False,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    letters = parse_alphabet(alphabet)
    grid = Grid.parse("\n".join(json.loads(done.stdout)["grid"]), alphabet=letters)
    return measured(grid, letters, paper, cpu_s)


class _StandIn(types.ModuleType):
    """A module whose every name is there; for packages that only draw."""

    def __getattr__(self, name: str) -> Any:
        return _StandIn(name)

    def __call__(self, *_: object) -> None:
        """Whatever is called, nothing is done."""


def _genxword(
    words: Sequence[str], alphabet: Alphabet, seed: int, paper: str, limit_s: float
) -> list[Made]:
    """The layouts that it makes in some seconds, one at least; none where it is not installed."""
    for name in ("gi", "gi.repository", "cairo"):
        sys.modules.setdefault(name, _StandIn(name))
    try:
        control: Any = import_module("genxword.control")
        calculate: Any = import_module("genxword.calculate")
    except ImportError:
        return []
    # It has a second of the clock for each try, which others would take from it.
    calculate.time = types.SimpleNamespace(time=time.process_time)
    random.seed(seed)  # it has no generator of its own
    started = time.process_time()
    made: list[Made] = []
    while not made or time.process_time() - started < limit_s:
        maker = control.Genxword(auto=True)
        maker.wlist([f"{word} {word}" for word in words], len(words))
        random.shuffle(maker.wordlist)
        maker.wordlist.sort(key=lambda line: -len(line[0]))
        maker.grid_size()
        rows = _by_its_command(calculate.Crossword, maker, len(words))
        grid = Grid.parse("\n".join(rows), alphabet=alphabet)
        made.append(measured(grid, alphabet, paper, time.process_time() - started))
    return made


def _by_its_command(crossword_class: Any, maker: Any, n_words: int) -> list[str]:
    """The rows of the box, as `Genxword.gengrid` finds it: larger grids until 9 in 10 are there."""
    for _ in range(6):
        crossword = crossword_class(maker.nrow, maker.ncol, "~", maker.wordlist)
        crossword.compute_crossword()
        if len(crossword.best_wordlist) >= 0.9 * n_words:
            break
        maker.nrow, maker.ncol = maker.nrow + 2, maker.ncol + 2
    rows = [row for row in crossword.best_grid if set(row) != {"~"}]
    cols = [col for col in zip(*rows, strict=True) if set(col) != {"~"}]
    return ["".join(row) for row in zip(*cols, strict=True)]


if __name__ == "__main__":
    sys.exit(main())
