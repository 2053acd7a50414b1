"""The command line: `python -m fuzz --help`."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from fuzz.readers.running import FINDS, report, run
from fuzz.readers.targets import TARGETS

_EPILOG = """\
Failing inputs are made as small as possible and saved in fuzz/finds/, each beside a .report.
A find becomes a file in fuzz/corpus/TARGET/, named for what is wrong with it: the tests replay
those. Names that begin with loose_ are of inputs that are unusual, but must be read.

Other long runs:
  python -m fuzz.differential   random puzzles: brute force, engines, encodings and tasks agree
  python -m fuzz.kinds          the seeded tests of every kind of rule, on seeds that no test names
  python -m fuzz.formats        random crosswords through every pair of formats
  python -m fuzz.kills          kills and interrupts at random moments of every command
  python -m fuzz.faults         faults of the file system in every command that writes
"""


def main(args: list[str] | None = None) -> int:
    """Run the fuzzer; 1 where something failed, else 0."""
    options = _parser().parse_args(args)
    names = list(TARGETS) if options.target == "all" else [options.target]
    n = options.inputs if options.inputs or options.minutes else 1000
    if options.coverage:
        return max(_coverage(name, options.minutes or 1.0, options.seed) for name in names)
    started = time.monotonic()
    if options.target in ("commands", "arguments"):
        from fuzz.readers.commands import run_arguments, run_files

        runs = {"commands": run_files, "arguments": run_arguments}
        tallies = {options.target: runs[options.target](n or 1000, options.seed)}
    elif options.target == "puzzles":
        from fuzz.readers.puzzles import run_puzzles

        fault = run_puzzles(n or 1000, options.seed)
        print(fault or f"{n or 1000:,} puzzles: nothing found")
        return 1 if fault else 0
    else:
        tallies = run(
            names, n=n, minutes=options.minutes, seed=options.seed, finds=Path(options.finds)
        )
    for line in report(tallies):
        print(line)
    print(f"seed {options.seed}, {time.monotonic() - started:.0f} s")
    return 1 if any(tally.faults for tally in tallies.values()) else 0


def _coverage(name: str, minutes: float, seed: int) -> int:
    """Run a target guided by coverage in its own process, as the engine ends the process."""
    command = [sys.executable, "-m", "fuzz.readers.coverage", name, str(minutes), str(seed)]
    return min(1, subprocess.run(command, check=False).returncode)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz",
        description="Give mutated inputs to everything that reads, and judge what comes of them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    extra = ("all", "commands", "arguments", "puzzles")
    parser.add_argument(
        "--target",
        default="all",
        choices=(*extra, *TARGETS),
        metavar="X",
        help="a reader: "
        + ", ".join(TARGETS)
        + "; all of them (the default); commands: their files through the command line; arguments:"
        " of the command line; puzzles: whole ones, by Hypothesis",
    )
    parser.add_argument("--inputs", type=int, metavar="N", help="inputs of each target")
    parser.add_argument("--minutes", type=float, metavar="N", help="stop after N minutes")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="default: 0")
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="let coverage guide the mutations (needs atheris: pip install satcross[fuzz]);"
        " --minutes is then for each target",
    )
    parser.add_argument(
        "--finds", default=str(FINDS), metavar="DIR", help="where failing inputs are saved"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
