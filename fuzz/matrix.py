"""Every rule in every task and every round trip, whole: `python -m fuzz.matrix`.

Prints a line for each task and form: how many cases were right, and which rules it refuses. The
exit code is 1 where a case is wrong. All of it takes twenty minutes; `--every 4` takes each fourth
pair of rules.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.matrix import FORMS, TASKS, Case, cases, pairs, refusal_of

SHOWN = 3  # wrong cases of a task


def main() -> int:
    """Run all; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.matrix")
    parser.add_argument("--every", type=int, default=1, help="take each N-th pair of rules")
    step = parser.parse_args().every
    every = [*cases(whole=True), *list(pairs())[::step]]
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
                text = " ".join(f"{type(error).__name__}: {error}".split())
                rules = " and ".join(map(str, puzzle.rules))
                wrong.append(f"  {rules} in {puzzle.grid.lines()}: {text[:200]}")
    kinds = "; ".join(kind for kind in sorted(refused) if "," not in kind)
    right = len(every) - len(wrong) - refused.total()
    said = f", {refused.total()} refused: with {kinds}" if refused else ""
    print(f"{name:17} {right:4} right{said} ({time.monotonic() - started:.1f} s)", flush=True)
    for line in wrong[:SHOWN]:
        print(line)
    if wrong:
        print(f"  {len(wrong)} wrong", flush=True)
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
