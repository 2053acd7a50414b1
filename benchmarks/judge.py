"""Whether what a tool printed is right, by the rules in `satcross.verify`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Run
from benchmarks.table import Outcome
from satcross.errors import SatcrossError
from satcross.grid import Grid
from satcross.verify import verify
from satcross.words import WordList

_UNFILLABLE = 20  # satcross's exit code, and the runners'
_QXW_NO_FILL = 4


def judge_fills(
    run: Run, grids: Sequence[str], template: Grid, words: WordList, n_fills: int = 0
) -> Outcome:
    """Check every fill that a run printed.

    Args:
        run: the process.
        grids: the fills that it printed, as text.
        template: the grid that was to be filled.
        words: the list that was to be used.
        n_fills: how many distinct fills there must be; 0 for one or more.
    """
    fault = next((fault for text in grids if (fault := _fault(text, template, words))), "")
    if not fault and len(set(grids)) < len(grids):
        fault = "the same fill twice"
    if not fault and n_fills and len(grids) != n_fills and not run.stopped:
        fault = f"{len(grids)} fills instead of {n_fills}"
    if fault:
        return Outcome(run, "wrong", fault)
    if run.stopped:
        return Outcome(run, "stopped")
    if grids:
        return Outcome(run, "right", f"{n_fills} fills" if n_fills else "")
    if run.code in (_UNFILLABLE, _QXW_NO_FILL):
        return Outcome(run, "no fill")
    return Outcome(run, "failed", _complaint(run))


def judge_seconds(run: Run) -> Outcome:
    """A process that measured itself and printed the seconds."""
    if run.stopped:
        return Outcome(run, "stopped")
    try:
        return Outcome(run, "right", value_s=float(run.stdout))
    except ValueError:
        return Outcome(run, "failed", _complaint(run))


def judge_formula(run: Run, path: Path) -> Outcome:
    """A process that wrote a CNF: as many clauses as its header says."""
    if run.stopped:
        return Outcome(run, "stopped")
    if run.code or not path.is_file():
        return Outcome(run, "failed", _complaint(run))
    n_said = n_found = 0
    with path.open("rb") as lines:
        for line in lines:
            if line.startswith(b"p cnf"):
                n_said = int(line.split()[3])
            elif line[:1] not in (b"c", b"\n"):
                n_found += line.endswith(b" 0\n")
    if n_said != n_found:
        return Outcome(run, "wrong", f"{n_found:,} clauses, but {n_said:,} in the header")
    return Outcome(run, "right", f"{n_said:,} clauses", n_clauses=n_said)


def _fault(text: str, template: Grid, words: WordList) -> str:
    """What is wrong with a fill, for people; "" if nothing is."""
    try:
        filled = Grid.parse(text, source="fill")
    except SatcrossError as error:
        return str(error)
    faults = verify(template, filled, words)
    return str(faults[0]) if faults else ""


def _complaint(run: Run) -> str:
    lines = [line.strip() for line in run.stderr.splitlines() if line.strip()]
    return f"exit {run.code}" + (f", {lines[-1][:80]}" if lines else "")
