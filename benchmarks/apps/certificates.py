"""Certificates of infeasible grids: `python -m benchmarks.apps.certificates [--seeds 1]`.

For each infeasible case of the suite whose word list is present, it prints the CPU seconds of the
whole processes of `satcross fill`, `satcross fill --certificate` and `satcross verify`, and the
size of the certificate. With `--rule`, for each rule on its own; `--case` chooses cases. With
`--prove FORM`, those of `satcross prove` and `prove --check` instead.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks.measure import ROOT
from benchmarks.seeds import satcross
from benchmarks.suite import Case, cases

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
LIMIT_S = 240
UNFILLABLE = 20
CERTIFIED = ("grid, list", "fill", "fill --certificate", "verify", "megabytes")
PROVED = ("grid, list", "prove", "prove --check", "megabytes")


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.apps.certificates")
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="number of runs")
    parser.add_argument("--rule", action="append", metavar="TEXT", help="a rule of the grids")
    parser.add_argument("--case", action="append", metavar="TEXT", help="a part of a case's name")
    parser.add_argument("--prove", choices=("drat", "lrat"), help="measure proofs in this form")
    options = parser.parse_args()
    head = PROVED if options.prove else CERTIFIED
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = DATA if DATA.is_dir() else None
        for case in cases(data, folder):
            if case.feasible is False and any(part in case.name for part in options.case or [""]):
                if options.prove:
                    print(_proof(case, folder / "proof", options.prove), flush=True)
                    continue
                for rule in options.rule or [""]:
                    print(_row(case, rule, folder / "certificate", options.seeds), flush=True)
    return 0


def _proof(case: Case, proof: Path, form: str) -> str:
    """The row of a case, seed 0."""
    make = ["prove", str(case.grid), "-w", str(case.words), "-o", str(proof), "--force"]
    commands = [[*make, "--proof", form], ["prove", "--check", str(proof)]]
    runs = [satcross(*command, cwd=ROOT, limit_s=LIMIT_S) for command in commands]
    seconds = ["stopped" if run.stopped else f"{run.cpu_s:.2f}" for run in runs]
    size = sum(path.stat().st_size for path in proof.glob("proof.*")) / 1e6
    return f"| {' | '.join([case.name, *seconds])} | {size:.1f} |"


def _row(case: Case, rule: str, certificate: Path, seeds: int) -> str:
    """The row of a case: medians over the seeds."""
    seconds: list[tuple[float, ...]] = []
    name = f"{case.name}{f', `{rule}`' * bool(rule)}"
    for seed in range(seeds):
        fill = ["fill", str(case.grid), "-w", str(case.words), "--seed", str(seed)]
        fill += ["--rule", rule] * bool(rule)
        commands = [fill, [*fill, "--certificate", str(certificate)], ["verify", str(certificate)]]
        runs = [satcross(*command, cwd=ROOT, limit_s=LIMIT_S) for command in commands]
        if any(run.stopped for run in runs):
            return f"| {name} | stopped |  |  |  |"
        if [run.code for run in runs] != [UNFILLABLE, UNFILLABLE, 0]:
            return f"| {name} | failed: {[run.code for run in runs]} |  |  |  |"
        seconds.append(tuple(run.cpu_s for run in runs))
    medians = [median(column) for column in zip(*seconds, strict=True)]
    size = certificate.stat().st_size / 1e6
    return f"| {name} | {' | '.join(f'{value:.2f}' for value in medians)} | {size:.1f} |"


if __name__ == "__main__":
    sys.exit(main())
