"""Every rule in every task and every round trip: `python -m fuzz.matrix`.

Prints a line for each task and form: how many cases were right, and which rules it refuses. The
exit code is 1 where a case is wrong. All of it takes twenty minutes; `--every 4` takes each fourth
pair of rules.

`--random N` makes N random puzzles with hidden cells instead. Their fills are computed from the
definition in `docs/reference/fills.md`. Each puzzle is given to some of the tasks, and with
`--each 99` to all of them. A case that takes longer than 30 s counts as wrong.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.in_process import solve_in_process
from support.matrix import (
    FORMS,
    TASKS,
    Case,
    cases,
    check_readings,
    pairs,
    random_case,
    refusal_of,
)

READINGS = "words that are read"
SHOWN = 3  # wrong cases of a task
LIMIT_S = 30  # of a case, in processor time; twenty times as much on the clock, if it waits
CHUNK = 20  # random puzzles that a process is given at once
SLOW = {"a codeword", "a fill-in", "the workbench", "reports of the command line"}
"""Forms that take a second a case: every tenth puzzle is in one of them."""


def main() -> int:
    """Run all; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.matrix")
    parser.add_argument("--every", type=int, default=1, help="take each N-th pair of rules")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="random puzzles instead")
    parser.add_argument("--seed", type=int, default=0, help="of the first of them")
    parser.add_argument("--each", type=int, default=3, help="tasks for each of them")
    parser.add_argument("--jobs", type=int, default=2, help="processes for them")
    asked = parser.parse_args()
    if asked.random:
        return int(_run_random(asked.random, asked.seed, asked.each, asked.jobs) > 0)
    every = [*cases(whole=True), *list(pairs())[:: asked.every]]
    kinds = {rule.kind for puzzle, _ in every for rule in puzzle.rules}
    print(f"{len(every)} cases: {len(kinds)} kinds of rules, alone and in pairs")
    return int(sum(_run(name, every) for name in TASKS | FORMS) > 0)


def _run(name: str, every: list[Case]) -> int:
    """Run one task or form on all cases; how many are wrong."""
    started = time.monotonic()
    refused: Counter[str] = Counter()
    wrong: list[str] = []
    for case in every:
        puzzle, _ = case
        with tempfile.TemporaryDirectory() as folder:
            try:
                if refusal_of((TASKS | FORMS)[name], case, Path(folder)):
                    refused[", ".join(sorted({rule.kind for rule in puzzle.rules}))] += 1
            except Exception as error:  # whatever it is, it is wrong
                rules = " and ".join(map(str, puzzle.rules))
                wrong.append(f"  {rules} in {puzzle.grid.lines()}: {_line(error)}")
    kinds = "; ".join(kind for kind in sorted(refused) if "," not in kind)
    right = len(every) - len(wrong) - refused.total()
    said = f", {refused.total()} refused: with {kinds}" if refused else ""
    print(f"{name:17} {right:4} right{said} ({time.monotonic() - started:.1f} s)", flush=True)
    for line in wrong[:SHOWN]:
        print(line)
    if wrong:
        print(f"  {len(wrong)} wrong", flush=True)
    return len(wrong)


def _run_random(n: int, first: int, each: int, jobs: int) -> int:
    """Run some tasks on random puzzles; how many are wrong."""
    started = time.monotonic()
    parts = [range(at, min(at + CHUNK, first + n)) for at in range(first, first + n, CHUNK)]
    counts: Counter[tuple[str, str]] = Counter()
    n_wrong = 0
    with multiprocessing.Pool(jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for number, (of_part, wrong) in enumerate(pool.imap(partial(_part, each=each), parts), 1):
            counts.update(of_part)
            n_wrong += len(wrong)
            for line in wrong:
                print(line, flush=True)
            if number % 25 == 0:
                done = f"{min(number * CHUNK, n):,} of {n:,} puzzles"
                print(f"{done} ({time.monotonic() - started:.0f} s)", file=sys.stderr, flush=True)
    for name in [READINGS, *(TASKS | FORMS)]:
        right, refused = counts[name, "right"], counts[name, "refused"]
        print(f"{name:28} {right:6,} right, {refused:5,} refused")
    print(f"{n:,} puzzles, {n_wrong} wrong ({time.monotonic() - started:.0f} s)")
    return n_wrong


def _part(seeds: range, *, each: int) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Run some tasks on each of some puzzles: how many were right or refused, and what is wrong."""
    counts: Counter[tuple[str, str]] = Counter()
    wrong: list[str] = []
    checks = TASKS | FORMS
    quick = [name for name in checks if name not in SLOW]
    for ends in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(ends, _too_long)
    with pytest.MonkeyPatch.context() as patch:
        solve_in_process(patch)
        for seed in seeds:
            names = [quick[(each * seed + turn) % len(quick)] for turn in range(each)]
            if seed % 10 == 0:
                names.append(sorted(SLOW)[seed // 10 % len(SLOW)])
            puzzle, right, readings = random_case(seed)
            for name in [READINGS, *dict.fromkeys(checks if each >= len(checks) else names)]:
                signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
                signal.alarm(20 * LIMIT_S)
                refused = ""
                try:
                    if name == READINGS:
                        check_readings(puzzle, readings)
                    else:
                        with tempfile.TemporaryDirectory() as folder:
                            refused = refusal_of(checks[name], (puzzle, right), Path(folder))
                except Exception as error:  # whatever it is, it is wrong
                    wrong.append(f"{name}, seed {seed}: {_line(error)}")
                else:
                    counts[name, "refused" if refused else "right"] += 1
                finally:
                    signal.setitimer(signal.ITIMER_PROF, 0)
                    signal.alarm(0)
    return counts, wrong


def _too_long(*_: object) -> None:
    raise TimeoutError(f"it took more than {LIMIT_S} s")


def _line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]


if __name__ == "__main__":
    sys.exit(main())
