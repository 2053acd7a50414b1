"""Whether what a tool printed is right, by the rules in `satcross.verification.crossword`."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Run
from benchmarks.peers.base import Answer
from benchmarks.table import Outcome
from satcross.errors import SatcrossError
from satcross.model.grid import Grid
from satcross.verification.crossword import Fault, verify
from satcross.words import WordList

_NO_MEMORY = re.compile(
    r"MemoryError|bad_alloc|[Oo]ut of memory|[Cc]annot allocate|[Mm]emory exhausted"
)


def judge_fills(
    run: Run, answer: Answer, template: Grid, words: WordList, n_fills: int = 0
) -> Outcome:
    """Check every fill that a run printed.

    Args:
        run: the process.
        answer: what it printed.
        template: the grid that was to be filled.
        words: the list that was to be used.
        n_fills: how many distinct fills there must be; 0 for one or more.
    """
    grids = answer.fills
    faults = [_faults(text, template, words) for text in grids]
    found = [str(fault) for of_one in faults for fault in of_one]
    if not found and len(set(grids)) < len(grids):
        found = ["the same fill twice"]
    if not found and grids and answer.impossible:
        found = ["a fill, and the word that there is none"]
    if not found and n_fills and len(grids) != n_fills and not run.stopped:
        found = [f"{len(grids)} fills instead of {n_fills}"]
    if found:
        kinds = {
            fault.kind if isinstance(fault, Fault) else "" for of_one in faults for fault in of_one
        }
        # Not every peer has the rule that no word stands twice: that has its own verdict.
        return Outcome(run, "repeats" if kinds == {"repeat"} else "wrong", found[0])
    if run.stopped:
        return Outcome(run, "stopped")
    if grids:
        return Outcome(run, "right", f"{n_fills} fills" if n_fills else "")
    if answer.impossible:
        return Outcome(run, "no fill")
    out_of_memory = _NO_MEMORY.search(run.stderr) or run.code == -signal.SIGKILL
    return Outcome(run, "memory" if out_of_memory else "failed", complaint(run))


def judge_seconds(run: Run) -> Outcome:
    """A process that measured itself and printed the seconds."""
    if run.stopped:
        return Outcome(run, "stopped")
    try:
        return Outcome(run, "right", value_s=float(run.stdout))
    except ValueError:
        return Outcome(run, "failed", complaint(run))


def judge_formula(run: Run, path: Path) -> Outcome:
    """A process that wrote a CNF: as many clauses as its header says."""
    if run.stopped:
        return Outcome(run, "stopped")
    if run.code or not path.is_file():
        return Outcome(run, "failed", complaint(run))
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


def _faults(text: str, template: Grid, words: WordList) -> Sequence[Fault | str]:
    """What is wrong with a fill; empty if nothing is."""
    try:
        filled = Grid.parse(text, source="fill")
    except SatcrossError as error:
        return [str(error)]
    return verify(template, filled, words)


def complaint(run: Run) -> str:
    """The exit code of a run, and the last line of its message."""
    lines = [line.strip() for line in run.stderr.splitlines() if line.strip()]
    return f"exit {run.code}" + (f", {lines[-1][:80]}" if lines else "")
