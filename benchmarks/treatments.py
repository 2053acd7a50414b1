"""Barred grids whose treated entries spell a message: found or not, and the seconds of the process.

Run it as `python -m benchmarks.treatments`. Patterns of 12x12 are made by the preset `barred`, seed
after seed, and those that a plain `fill` fills are taken. In each, the first eight entries that go
across have a misprint each, and the right letters spell MISTAKES; with `--all` every entry has a
misprint or a latent letter, and together they spell the words of a sentence, as often as needed.
With `--treated` the solver chooses which eight of all entries have a misprint, and words are plain;
with `--keys` patterns are 6x6, and all entries are in a Vigenère cipher whose key is one of 60
words. Each entry has one reading only. `satcross fill` looks for words in the built-in list, in a
process of its own.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

import satcross as sx
from benchmarks.measure import measure
from benchmarks.seeds import median_and_most
from satcross.cli.errors import ExitCode
from satcross.pattern.presets import Preset, preset_rules

SIDE, SIDE_OF_KEYS = 12, 6
MESSAGE = "MISTAKES"
SENTENCE = "TOERRISHUMANTOFORGIVEDIVINE"


def rule_for(pattern: sx.Grid, kind: str) -> str:
    """The rule whose fills are looked for."""
    listed = sx.WordList.builtin()
    names = [slot.name for slot in sx.Puzzle(pattern, listed).slots]
    if kind == "treated":
        return f"treatment slot: plain, misprint; treated spell {MESSAGE}; plain first"
    if kind == "keys":
        keys = ", ".join(listed.word(5, row) for row in range(60))
        return f"treatment slot: vigenere; key in k1 k2 k3 k4 k5: {keys}"
    if kind == "all":
        message = "".join(islice(cycle(SENTENCE), len(names)))
        return f"treatment slot: misprint, latent; spells {message}"
    across = [name for name in names if name.endswith("A")][: len(MESSAGE)]
    return f"treatment {' '.join(across)}: misprint; spells {MESSAGE}"


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--patterns", type=int, default=20, help="how many")
    for kind, text in (
        ("all", "treat every entry"),
        ("treated", "treat eight of all entries, whichever"),
        ("keys", "find the key of a cipher"),
    ):
        parser.add_argument(
            f"--{kind}", action="store_const", dest="kind", const=kind, default="", help=text
        )
    parser.add_argument("--time-limit", type=int, default=60, help="seconds for each")
    options = parser.parse_args()
    seconds: list[float] = []
    n_found = taken = seed = 0
    print("| seed | entries | answer | CPU s | wall s |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pattern.txt"
        while taken < options.patterns:
            side = SIDE_OF_KEYS if options.kind == "keys" else SIDE
            rules = preset_rules(Preset("barred"), side, side)
            pattern = next(iter(sx.patterns(rules, seed=seed)))
            if isinstance(sx.fill(pattern, time_limit_s=20), sx.Found):
                taken += 1
                path.write_text(f"{pattern}\n")
                rule = rule_for(pattern, options.kind)
                command = [sys.executable, "-m", "satcross", "fill", str(path), "--rule", rule]
                run = measure([*command, "--time-limit", str(options.time_limit)])
                answers: dict[int, str] = {
                    ExitCode.OK: "found",
                    ExitCode.UNFILLABLE: "none",
                    ExitCode.STOPPED: "stopped",
                }
                n_found += run.code == ExitCode.OK
                seconds.append(run.cpu_s)
                n_slots = len(sx.Puzzle(pattern, sx.WordList.builtin()).slots)
                print(
                    f"| {seed} | {n_slots} | {answers[run.code]} |"
                    f" {run.cpu_s:.2f} | {run.wall_s:.2f} |",
                    flush=True,
                )
            seed += 1
    print(f"\n{n_found} found; {median_and_most(seconds)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
