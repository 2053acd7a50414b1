"""Random crosswords through every pair of formats: `python -m fuzz.formats --crosswords 2000`.

Each is written in a format and read, and what was read is written in another and read: equal, or
what differs was named. All first legs are done once for each crossword.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path.insert(0, str(TESTS))

CHUNK = 10  # crosswords that a process is given at once
_SHOWN = 40  # faults that are printed


def main(args: list[str] | None = None) -> int:
    """Run it; 1 where something was lost without a name, else 0."""
    options = _parser().parse_args(args)
    started = time.monotonic()
    total: Counter[str] = Counter()
    n_shown = 0
    ends = range(options.seed, options.seed + options.crosswords, CHUNK)
    parts = [range(n, min(n + CHUNK, options.seed + options.crosswords)) for n in ends]
    work = partial(run, options.format or None)
    with multiprocessing.Pool(options.jobs, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        for done, faults in pool.imap(work, parts):
            total += done
            for fault in faults[: max(0, _SHOWN - n_shown)]:
                n_shown += 1
                print(fault, flush=True)
    said = ", ".join(f"{total[name]:,} {name}" for name in ("equal", "named", "wrong"))
    print(f"{options.crosswords:,} crosswords, {said} ({time.monotonic() - started:.0f} s)")
    return int(total["wrong"] > 0)


def run(only: list[str] | None, seeds: range) -> tuple[Counter[str], list[str]]:
    """Put crosswords through all pairs of formats: how many pairs were what, and the faults."""
    from support.format_pairs import NAMES, through
    from support.random_crosswords import random_crossword

    done: Counter[str] = Counter()
    faults = []
    for seed in seeds:
        crossword = random_crossword(seed)
        for first in only or NAMES:
            leg = through(crossword, first)
            legs = [leg]
            for second in only or NAMES:
                if leg.again is not None:
                    legs = [leg, through(leg.again, second)]
                found = [fault for each in legs for fault in each.faults]
                named = any(each.named for each in legs)
                done["wrong" if found else "named" if named else "equal"] += 1
                faults += [f"{seed}: {first} to {second}: {fault}" for fault in found]
    return done, faults


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
