"""The command line: `python -m fuzz.differential --help`."""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from fuzz.differential.checks import BY_NAME
from fuzz.differential.generate import KINDS
from fuzz.differential.record import Record, Seeds
from fuzz.differential.running import Asked, ask
from fuzz.differential.shrink import as_test, shrink

CHUNK = 1000  # seeds between two signs of life
SAVE_EVERY = 5  # chunks


def main(args: list[str] | None = None) -> int:
    """Run the harness; 1 where something differs, else 0."""
    options = _parser().parse_args(args)
    kinds, tasks = tuple(options.kind), tuple(options.task)
    if options.only is not None:
        return _only(ask(options.only, kinds, tasks), options)
    try:
        if options.sum:
            return _print(_sum_of(options.sum))
        record = _record_of(options.record, kinds, tasks)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    return _run(record, options)


def _run(record: Record, options: argparse.Namespace) -> int:
    """Ask the questions of all seeds that the record lacks."""
    kinds, tasks = record.kinds, record.tasks
    path: Path | None = options.record
    wanted = (options.seed, options.seed + options.puzzles)
    parts = [part for seeds in record.missing(wanted) for part in _chunks(seeds)]
    shown: set[int] = set(record.failures)
    with ExitStack() as stack:
        work = partial(_check, kinds=kinds, tasks=tasks)
        done: Iterator[Record] = map(work, parts)
        if options.jobs > 1:
            done = stack.enter_context(multiprocessing.Pool(options.jobs)).imap(work, parts)
        for n_done, part in enumerate(done, 1):
            record.merge(part)
            _report(record, n_done, len(parts))
            for seed in sorted(set(record.failures) - shown):
                shown.add(seed)
                print(f"\nseed {seed}: {record.failures[seed]}", flush=True)
                if len(shown) <= options.shrink:
                    _show(ask(seed, kinds, tasks))
            if path is not None and (n_done % SAVE_EVERY == 0 or n_done == len(parts)):
                record.write(path)
    print(file=sys.stderr)
    return _print(record)


def _record_of(path: Path | None, kinds: tuple[str, ...], tasks: tuple[str, ...]) -> Record:
    """The record to add to. Raises ValueError where it is of another kind of run."""
    if path is None or not path.exists():
        return Record(kinds, tasks)
    record = Record.read(path)
    if (record.kinds, record.tasks) != (kinds, tasks):
        raise ValueError(f"{path}: is of a run with other kinds or tasks")
    return record


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fuzz.differential",
        description="Random tiny puzzles: every engine, encoding and task against brute force.",
    )
    add = parser.add_argument
    add("--puzzles", type=int, default=10_000, metavar="N", help="Number of puzzles.")
    add("--seed", type=int, default=0, metavar="S", help="Seed of the first puzzle.")
    add("--only", type=int, metavar="SEED", help="Repeat one puzzle, and make it smaller.")
    add("--kind", action="append", default=[], choices=list(KINDS), help="Puzzles of this kind.")
    add("--task", action="append", default=[], choices=list(BY_NAME), help="Only this question.")
    add("--jobs", type=int, default=1, metavar="J", help="Number of processes.")
    add(
        "--record", type=Path, metavar="FILE",
        help="Add what was checked to a JSON file; seeds that it has are not repeated.",
    )  # fmt: skip
    add("--sum", type=Path, nargs="+", metavar="FILE", help="Print the sum of several records.")
    add("--shrink", type=int, default=5, metavar="N", help="Differences to make smaller.")
    return parser


def _chunks(seeds: Seeds) -> Iterator[Seeds]:
    """The range in pieces."""
    first, end = seeds
    while first < end:
        after = min(end, (first // CHUNK + 1) * CHUNK)
        yield first, after
        first = after


def _check(seeds: Seeds, *, kinds: tuple[str, ...], tasks: tuple[str, ...]) -> Record:
    """Ask the questions of some seeds."""
    wall, cpu = time.monotonic(), time.process_time()
    record = Record(kinds, tasks, [seeds])
    for seed in range(*seeds):
        record.add(ask(seed, kinds, tasks))
    record.wall_s, record.cpu_s = time.monotonic() - wall, time.process_time() - cpu
    return record


def _report(record: Record, n_done: int, n_parts: int) -> None:
    n = record.n.total()
    ms = 1000 * record.cpu_s / max(1, n)
    text = f"part {n_done:,} of {n_parts:,}; {n:,} puzzles in all, {ms:.1f} ms each"
    print(f"\r{text}, {len(record.failures)} differences", end="", file=sys.stderr, flush=True)


def _only(asked: Asked, options: argparse.Namespace) -> int:
    print(f"{asked.kind}, {asked.task}, {asked.engine}\n{asked.case.data!r}")
    if not asked.failure:
        print("no difference")
        return 0
    print(asked.failure)
    if options.shrink:
        _show(asked)
    return 1


def _show(asked: Asked) -> None:
    print(f"\n{as_test(asked, *shrink(asked))}", flush=True)


def _sum_of(paths: list[Path]) -> Record:
    """Several records in one. Raises ValueError where they do not go together."""
    record = Record.read(paths[0])
    for path in paths[1:]:
        try:
            record.merge(Record.read(path))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    return record


def _print(record: Record) -> int:
    """Print what was checked; 1 where something differs, else 0."""
    print(record.tables())
    ranges = ", ".join(f"{first:,} to {end - 1:,}" for first, end in record.seeds)
    n = record.n.total()
    print(f"\n{n:,} puzzles, seeds {ranges}; {record.cpu_s:,.0f} s of processor time")
    print(f"{len(record.failures)} differences")
    for seed, what in sorted(record.failures.items()):
        print(f"  {seed}: {what}")
    return 1 if record.failures else 0


if __name__ == "__main__":
    sys.exit(main())
