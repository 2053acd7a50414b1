"""Random crosswords through every pair of formats: `python -m fuzz.formats --crosswords 2000`.

Each is written in a format and read, and what was read is written in another and read: equal; or
what differs was named by its place; or it was refused, as the format has no place for such a grid;
or it is wrong. All first legs are done once for each crossword. Faults are counted by their cause:
what they say without the places and texts.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
import signal
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.format_pairs import Leg

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))

CHUNK = 10  # crosswords that a process is given at once
_SHOWN = 3  # faults of each cause that are printed
_KINDS = ("equal", "named", "refused", "wrong")
_TEXT = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\(.*?\)|\d+""")
_PLACE = re.compile(r" of (?:\S* )?(?:Across|Down|r\S+)")


def main(args: list[str] | None = None) -> int:
    """Run it; 1 where something was lost without a name, else 0."""
    options = _parser().parse_args(args)
    started = time.monotonic()
    total: Counter[str] = Counter()
    causes: Counter[str] = Counter()
    ends = range(options.seed, options.seed + options.crosswords, CHUNK)
    parts = [range(n, min(n + CHUNK, options.seed + options.crosswords)) for n in ends]
    work = partial(run, options.format or None)
    with multiprocessing.Pool(options.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for done, faults in pool.imap(work, parts):
            total += done
            for where, fault in faults:
                cause = _TEXT.sub("…", _PLACE.sub(" of …", fault))
                causes[cause] += 1
                if causes[cause] <= _SHOWN:
                    print(f"{where}: {fault}", flush=True)
    for cause, n in causes.most_common():
        print(f"{n:,} times: {cause}")
    said = ", ".join(f"{total[name]:,} {name}" for name in _KINDS)
    print(f"{options.crosswords:,} crosswords, {said} ({time.monotonic() - started:.0f} s)")
    return int(total["wrong"] > 0)


def run(only: list[str] | None, seeds: range) -> tuple[Counter[str], list[tuple[str, str]]]:
    """Put crosswords through all pairs of formats.

    Returns: how many pairs were what; and the faults, each with its crossword and formats.
    """
    from support.format_pairs import NAMES, through
    from support.random_crosswords import random_crossword

    done: Counter[str] = Counter()
    faults: list[tuple[str, str]] = []
    for seed in seeds:
        crossword = random_crossword(seed)
        for first in only or NAMES:
            leg = through(crossword, first)
            legs = [leg]
            for second in only or NAMES:
                if leg.again is not None:
                    legs = [leg, through(leg.again, second)]
                found = [fault for each in legs for fault in each.faults]
                done[_kind_of(legs)] += 1
                faults += [(f"{seed}, {first} to {second}", fault) for fault in found]
    return done, faults


def _kind_of(legs: list[Leg]) -> str:
    if any(each.faults for each in legs):
        return "wrong"
    if any(each.refused for each in legs):
        return "refused"
    return "named" if any(each.named for each in legs) else "equal"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz.formats",
        description="Random crosswords through every pair of formats: equal, or the loss is named.",
    )
    parser.add_argument("format", nargs="*", help="only these, as in ipuz jpz; all by default")
    parser.add_argument("--crosswords", type=int, default=200, metavar="N", help="how many")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes")
    return parser


if __name__ == "__main__":
    sys.exit(main())
