"""The seeded tests of every kind of rule, on other seeds: `python -m fuzz.kinds --puzzles 10000`.

Each function of `tests/rules`, and of the tests of rooms that bring rules, that takes a `seed`
makes a small random puzzle of its kind and compares what satcross says of it with brute force. Here
they are given seeds that no test names.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import multiprocessing
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from satcross.rooms import files_in, rooms

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))
MODULES = {
    path.stem.removeprefix("test_"): f"{folder.replace('/', '.')}.{path.stem}"
    for folder in ("rules", *(room for room in rooms() if files_in(f"{room}/rules")))
    for path in (TESTS / folder).glob("test_*.py")
}

CHUNK = 20  # seeds that a process is given at once
SILENCE_S = 30  # between two lines that say how far it is
FIRST = 100_000  # no test names seeds from here on

Check = tuple[str, Callable[..., None], dict[str, Any]]
"""A name, a test, and its arguments beside the seed and the folder."""


def main(args: list[str] | None = None) -> int:
    """Run the tests of the kinds asked for; 1 where one failed, else 0. Ctrl-C: what was done."""
    options = _parser().parse_args(args)
    with_seeds = [name for name in sorted(MODULES) if checks_of(name)]
    kinds = options.kind or with_seeds
    if unknown := sorted(set(kinds).difference(with_seeds)):
        print(f"no test_{unknown[0]}.py of rules takes a seed", file=sys.stderr)
        return 2
    bad, is_stopped = 0, False
    with multiprocessing.Pool(options.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for kind in kinds:
            started = time.monotonic()
            first = FIRST + options.seed
            ends = range(first, first + options.puzzles, CHUNK)
            parts = [range(n, min(n + CHUNK, first + options.puzzles)) for n in ends]
            done: Counter[str] = Counter()
            said_at = started
            try:
                for n_right, faults in pool.imap(partial(run, kind), parts):
                    done["right"] += n_right
                    if time.monotonic() > said_at + SILENCE_S:
                        said_at = time.monotonic()
                        print(f"{kind}: {done.total():,} of {options.puzzles:,}", file=sys.stderr)
                    for fault in faults:
                        done["wrong"] += 1
                        print(fault, flush=True)
            except KeyboardInterrupt:
                pool.terminate()
                is_stopped = True
            took = time.monotonic() - started
            said = f"{done['right']:7,} right, {done['wrong']} wrong ({took:.0f} s)"
            print(f"{kind:20} {said}", flush=True)
            bad += done["wrong"]
            if is_stopped:
                break
    return int(bad > 0)


def run(kind: str, seeds: range) -> tuple[int, list[str]]:
    """Give seeds to the tests of a kind in turn: how many puzzles were right, and the faults."""
    from support.in_process import solve_in_process

    checks = checks_of(kind)
    n_right, faults = 0, []
    for seed in seeds:
        name, test, arguments = checks[seed % len(checks)]
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            solve_in_process(patch)  # starting a child would take most of the time
            try:
                wanted = inspect.signature(test).parameters
                more = {"tmp_path": Path(folder)} if "tmp_path" in wanted else {}
                test(seed=seed, **arguments, **more)
                n_right += 1
            except Exception as error:  # whatever it is, it is wrong
                text = " ".join(f"{type(error).__name__}: {error}".split())
                faults.append(f"{kind}: {name}, seed {seed}: {text[:200]}")
    return n_right, faults


def checks_of(kind: str) -> list[Check]:
    """The tests of a file that take a seed, each with each of its other arguments."""
    module = importlib.import_module(MODULES[kind])
    return [
        (" ".join([name, *map(str, arguments.values())]), test, arguments)
        for name, test in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("test_") and "seed" in inspect.signature(test).parameters
        for arguments in _arguments(test)
    ]


def _arguments(test: Any) -> Iterator[dict[str, Any]]:
    marks = [mark for mark in test.pytestmark if mark.name == "parametrize"]
    others = {mark.args[0]: mark.args[1] for mark in marks if mark.args[0] != "seed"}
    for values in product(*others.values()):
        yield dict(zip(others, values, strict=True))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz.kinds",
        description="Random small puzzles of every kind of rule: tasks agree with brute force.",
    )
    parser.add_argument("kind", nargs="*", help="a file of tests/rules: boards; all by default")
    parser.add_argument("--puzzles", type=int, default=1000, metavar="N", help="of each kind")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
