"""How reliably a grid is made around a theme: random themes of common shapes.

    python -m benchmarks.apps.themes [--size 15|21] [--themes N] [--first I] [--limit S] [-w FILE]
                                [--min-score N] [--phrases FILE] [--seed N] [--patterns | --jobs N]

A theme of a shape, such as 11-15-11, has random phrases of these lengths: of a file with one on
each line, or of the word list; where it has none of a length, two or three of its words together.
Prints a line for each theme, with CPU seconds, which do not depend on what else the machine does,
and how many were made, median and worst. With `--jobs N` it is `satcross make --jobs N`, and the
seconds are those of the process that took most, as on N cores (Linux). `--named` makes the grids of
some themes that were asked for. With `--patterns` it is the first pattern of `satcross theme`, and
not the grid of `satcross make`.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from satcross.apps.construct.fillable import FillablePatterns
from satcross.apps.construct.make import MakeTask
from satcross.apps.construct.race import RacedGrids
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.apps.construct.theme import Theme
from satcross.pattern.presets import pattern_rules
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Answered, Event, Progress
from satcross.words import WordList

# Eight shapes that newspapers print, three to five entries each. They are placed in pairs, so each
# length is there twice, but for one in the middle, whose length must be odd.
SHAPES_15 = (
    (11, 15, 11),
    (14, 15, 14),
    (13, 13, 13),
    (10, 12, 12, 10),
    (13, 9, 9, 13),
    (15, 8, 8, 15),
    (10, 11, 15, 11, 10),
    (9, 10, 13, 10, 9),
)
SHAPES_21 = (
    (15, 17, 21, 17, 15),
    (9, 13, 21, 13, 9),
    (14, 18, 18, 14, 11),
    (12, 16, 16, 16, 16, 12),
    (10, 19, 11, 11, 19, 10),
    (20, 14, 12, 11, 12, 14, 20),
    (11, 13, 15, 21, 15, 13, 11),
    (9, 17, 13, 12, 12, 13, 17, 9),
)
NAMED: dict[str, tuple[tuple[str, ...], int | None]] = {
    "ground floor": (
        ("GROUNDFLOOR", "BEANCOUNTER", "TALLORDERS", "DAILYGRIND", "STEAMEDUP"),
        50,
    ),
    "eye candy": (
        ("EYECANDY", "LILWAYNE", "CARETAKERS", "SPACEOPERA", "BELOWTHESURFACE"),
        None,
    ),
}


class Phrases:
    """Random phrases by length.

    Args:
        words: of the list, best scores first.
        own: phrases of a file, to be taken before those of the list.
    """

    def __init__(self, words: WordList, own: Sequence[str] = ()) -> None:
        self._own: dict[int, list[str]] = {}
        for phrase in own:
            self._own.setdefault(len(phrase), []).append(phrase)
        self._words = words

    def of_length(self, length: int, rng: random.Random) -> str:
        """A phrase with this number of letters."""
        own = self._own.get(length)
        if own:
            return rng.choice(own)
        if length <= 15 and len(self._words.table(length)) > 100:
            return self._word(length, rng)
        parts = self._parts(length, rng)
        return "".join(self._word(part, rng) for part in parts)

    def _word(self, length: int, rng: random.Random) -> str:
        codes = self._words.table(length).codes
        return self._words.alphabet.word(codes[rng.randrange(len(codes))].tolist())

    @staticmethod
    def _parts(length: int, rng: random.Random) -> list[int]:
        parts: list[int] = []
        while length > 11:
            parts.append(rng.randint(4, min(9, length - 4)))
            length -= parts[-1]
        return [*parts, length]


def random_themes(
    phrases: Phrases, shapes: Sequence[Sequence[int]], n: int, seed: int
) -> list[tuple[str, ...]]:
    """`n` themes, of one shape after the other."""
    rng = random.Random(seed)
    themes: list[tuple[str, ...]] = []
    while len(themes) < n:
        shape = shapes[len(themes) % len(shapes)]
        theme = tuple(phrases.of_length(length, rng) for length in shape)
        if len(set(theme)) == len(theme):
            themes.append(theme)
    return themes


def time_theme(
    size: str,
    words: WordList,
    theme: tuple[str, ...],
    seed: int,
    limit_s: float,
    *,
    is_pattern: bool = False,
) -> tuple[float, str]:
    """CPU seconds, and "made" with its cheaters, "proved" with the reason, or "stopped".

    Args: is_pattern: make the first pattern that can be filled, instead of a grid.
    """
    started = time.process_time()

    def watch(_: Progress) -> None:
        if time.process_time() - started > limit_s:
            task.stop(Reason.TIME_LIMIT)

    rules = pattern_rules(f"{size}x{size}")
    options = SolverOptions(seed=seed, on_progress=watch)
    task: FillablePatterns | MakeTask
    if is_pattern:
        task = FillablePatterns(rules, words, Theme(theme), options, limit=1)
    else:
        task = MakeTask(rules, words, Theme(theme), options)
    with task:
        result = task.run()
    seconds = time.process_time() - started
    match result:
        case Found(made):
            n = made.n_cheaters if isinstance(made, MadeGrid) else 0
            return seconds, f"made, {n} cheaters" if n else "made"
        case Impossible(why):
            return seconds, f"proved: {why}"
        case Stopped(reason, detail=detail):
            return seconds, f"stopped: {detail or reason}"


def time_race(
    size: str,
    words: WordList,
    theme: tuple[str, ...],
    seed: int,
    limit_s: float,
    jobs: int,
) -> tuple[float, str]:
    """As `time_theme`, of several lanes: CPU seconds of the process that took most."""
    spec = GridSpec(pattern_rules(f"{size}x{size}"), words, Theme(theme))
    seconds = 0.0
    made: MadeGrid | None = None

    def watch(event: Event) -> None:
        nonlocal seconds, made
        pids = [each.child.pid for each in task._runners if each.child is not None]
        seconds = max([seconds, *(_cpu_s(pid) for pid in pids if pid is not None)])
        if seconds > limit_s:
            task.stop(Reason.TIME_LIMIT)
        if isinstance(event, Answered):
            made = event.value

    with RacedGrids(spec, jobs, SolverOptions(seed=seed)) as task:
        task.subscribe(watch)
        result = task.run()
        if made is not None:
            cheaters = f", {made.n_cheaters} cheaters" if made.n_cheaters else ""
            return seconds, f"made{cheaters}, seed {task.seeds[0]}"
    if isinstance(result, Stopped):
        return seconds, f"stopped: {result.detail or result.reason}"
    return seconds, f"proved: {result.why if isinstance(result, Impossible) else ''}"


def _cpu_s(pid: int) -> float:
    """CPU seconds of a process so far; 0 when it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", choices=["15", "21"], default="15")
    parser.add_argument("--themes", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="number of themes to leave out")
    parser.add_argument("--step", type=int, default=1, help="take every Nth theme", metavar="N")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0, help="of the themes and of the search")
    parser.add_argument("-w", "--words", type=Path)
    parser.add_argument("--min-score", type=int)
    parser.add_argument("--phrases", type=Path)
    parser.add_argument("--named", action="store_true")
    parser.add_argument("--patterns", action="store_true")
    parser.add_argument("--jobs", type=int, default=1, help="lanes, each in a process of its own")
    arguments = parser.parse_args()

    def load(min_score: int | None) -> WordList:
        if arguments.words is None:
            return WordList.builtin(min_score=30 if min_score is None else min_score)
        return WordList.load(str(arguments.words), min_score=min_score or 0)

    cases: list[tuple[WordList, tuple[str, ...]]]
    words = load(arguments.min_score)
    if arguments.named:
        cases = [(load(score), theme) for theme, score in NAMED.values()]
    else:
        own: list[str] = []
        if arguments.phrases is not None:
            lines = arguments.phrases.read_text(encoding="utf-8").splitlines()
            own = sorted({words.alphabet.normalise(line) or "" for line in lines} - {""})
        shapes = SHAPES_15 if arguments.size == "15" else SHAPES_21
        themes = random_themes(Phrases(words, own), shapes, arguments.themes, arguments.seed)
        cases = [(words, theme) for theme in themes]
    taken: list[float] = []
    n_proved = n_tried = n_with = 0
    for listed, theme in cases[arguments.first :: arguments.step]:
        asked = arguments.size, listed, theme, arguments.seed, arguments.limit
        if arguments.jobs > 1:
            seconds, what = time_race(*asked, arguments.jobs)
        else:
            seconds, what = time_theme(*asked, is_pattern=arguments.patterns)
        n_tried += 1
        n_proved += what.startswith("proved")
        if what.startswith("made"):
            taken.append(seconds)
        n_with += "cheaters" in what
        print(f"{seconds:6.1f} s  {what:8}  {' '.join(theme)}", flush=True)
    times = f"median {statistics.median(taken):.1f} s, worst {max(taken):.1f} s" if taken else ""
    print(
        f"{len(taken)} of {n_tried} made, {n_with} of them with cheaters, {n_proved} proved"
        f" impossible; {times}"
    )


if __name__ == "__main__":
    main()
