"""Mutated inputs to targets, in batches: what came of them, and the smallest inputs that failed."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.readers.mutate import mutated, shrunk
from fuzz.readers.oracle import Outcome, judge, limited
from fuzz.readers.targets import ROOT, TARGETS, Target

FINDS = ROOT / "fuzz" / "finds"
BATCH = 500  # inputs of a target before the next one has its turn
_CROSSWORDS = {"grid-file": "text", "json": "satcross"}  # targets and the names of their formats
_MADE = 25  # crosswords from Hypothesis among the seeds of a format


@dataclass
class Tally:
    """What came of the inputs of one target."""

    n: int = 0
    n_read: int = 0
    n_bytes: int = 0
    seconds: float = 0.0
    slowest_s: float = 0.0
    faults: dict[str, str] = field(default_factory=dict)  # by where: the fault


def seeds_of(target: Target, number: int, *, n_made: int = _MADE) -> list[bytes]:
    """The inputs that are mutated, `n_made` of them newly written where a format can write."""
    from fuzz.readers.puzzles import written_crosswords
    from satcross.formats.registry import NAMES

    name = _CROSSWORDS.get(target.name, target.name)
    made = written_crosswords(name, n_made, number) if name in NAMES else []
    return [*target.inputs(), *made]


def run_batch(
    target: Target, seeds: Sequence[bytes], n: int, seed: str, tally: Tally, finds: Path
) -> None:
    """Judge `n` mutated inputs; save what fails."""
    rng = random.Random(seed)
    with limited(target.max_bytes):
        for _ in range(n):
            data = mutated(seeds, target.tokens, rng)
            outcome = judge(target, data)
            tally.n += 1
            tally.n_read += outcome.accepted
            tally.n_bytes += len(data)
            tally.seconds += outcome.seconds
            tally.slowest_s = max(tally.slowest_s, outcome.seconds)
            if outcome.fault and outcome.where not in tally.faults:
                tally.faults[outcome.where] = outcome.fault
                save(target, data, outcome, finds)


def save(target: Target, data: bytes, outcome: Outcome, finds: Path) -> Path:
    """Write the smallest input that fails in the same way, and what is wrong, to `finds`."""

    def fails(less: bytes) -> bool:
        return judge(target, less).where == outcome.where

    least = shrunk(data, fails) if outcome.seconds < 1 else data
    finds.mkdir(parents=True, exist_ok=True)
    name = f"{target.name}-{hashlib.sha256(outcome.where.encode()).hexdigest()[:8]}"
    path = finds / f"{name}{target.suffix or '.bin'}"
    path.write_bytes(least)
    (finds / f"{name}.report").write_text(f"{outcome.fault}\n", "utf-8", "backslashreplace")
    return path


def run(
    names: Sequence[str], *, n: int | None, minutes: float | None, seed: int, finds: Path = FINDS
) -> dict[str, Tally]:
    """Run targets in turn until each has had `n` inputs, or the minutes have passed."""
    end = None if minutes is None else time.monotonic() + 60 * minutes
    seeds = {name: seeds_of(TARGETS[name], seed) for name in names}
    tallies = {name: Tally() for name in names}
    for batch in range(1_000_000):
        for name in names:
            left = BATCH if n is None else min(BATCH, n - tallies[name].n)
            if left <= 0 or (end is not None and time.monotonic() >= end):
                continue
            at = f"{seed} {name} {batch}"
            run_batch(TARGETS[name], seeds[name], left, at, tallies[name], finds)
        done = all(n is not None and tally.n >= n for tally in tallies.values())
        if done or (end is not None and time.monotonic() >= end):
            break
    return tallies


def report(tallies: dict[str, Tally]) -> list[str]:
    """A table of what came of each target, and a line for each fault."""
    lines = [f"{'target':<15}{'inputs':>8}{'read':>7}{'KB':>8}{'CPU s':>8}{'slowest':>9}  faults"]
    for name, tally in tallies.items():
        share = tally.n_read / tally.n if tally.n else 0
        lines.append(
            f"{name:<15}{tally.n:>8,}{share:>7.0%}{tally.n_bytes >> 10:>8,}{tally.seconds:>8.1f}"
            f"{tally.slowest_s:>8.2f}s  {len(tally.faults)}"
        )
    total = sum(tally.n for tally in tallies.values())
    n_faults = sum(len(tally.faults) for tally in tallies.values())
    lines.append(f"{'all':<15}{total:>8,}{'':>32}  {n_faults}")
    for name, tally in tallies.items():
        lines += [f"{name}: {fault}" for fault in tally.faults.values()]
    return lines
