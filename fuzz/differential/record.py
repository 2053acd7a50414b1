"""How many puzzles were checked, by kind, task and engine; kept in a file and summed up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzz.differential.engines import EAGER, LAZY_ENGINES
from fuzz.differential.running import Asked

Seeds = tuple[int, int]  # the first, and the one after the last


@dataclass
class Record:
    """What was checked.

    Args:
        kinds, tasks: to which kinds and tasks the run was limited; () for all.
        seeds: the seeds that are done, as ranges without overlap, rising.
        n: by kind, task and engine, how many puzzles.
        failures: by seed, what differed.
        wall_s, cpu_s: seconds spent.
    """

    kinds: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    seeds: list[Seeds] = field(default_factory=list)
    n: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    failures: dict[int, str] = field(default_factory=dict)
    wall_s: float = 0.0
    cpu_s: float = 0.0

    def add(self, asked: Asked) -> None:
        """Count a question."""
        self.n[asked.kind, asked.task, asked.engine] += 1
        if asked.failure:
            where = f"{asked.kind}, {asked.task}, {asked.engine}"
            self.failures[asked.seed] = f"{where}: {asked.failure}"

    def merge(self, other: Record) -> None:
        """Add what another run checked.

        Raises:
            ValueError: it had some of the same seeds, or was limited to other kinds or tasks.
        """
        if (self.kinds, self.tasks) != (other.kinds, other.tasks):
            raise ValueError("the runs were limited to other kinds or tasks")
        for first, end in other.seeds:
            if any(first < last and begin < end for begin, last in self.seeds):
                raise ValueError(f"the seeds {first} to {end - 1} are not all new")
        self.seeds = _joined([*self.seeds, *other.seeds])
        self.n += other.n
        self.failures |= other.failures
        self.wall_s += other.wall_s
        self.cpu_s += other.cpu_s

    def missing(self, seeds: Seeds) -> list[Seeds]:
        """The parts of a range that are not done."""
        left, end = seeds
        out: list[Seeds] = []
        for first, last in self.seeds:
            if first >= end:
                break
            if first > left:
                out.append((left, first))
            left = max(left, last)
        return [*out, (left, end)] if left < end else out

    def write(self, path: Path) -> None:
        """Write the record; the file is the old one or the new one, whole."""
        nested: dict[str, dict[str, dict[str, int]]] = {}
        for (kind, task, engine), count in sorted(self.n.items()):
            nested.setdefault(kind, {}).setdefault(task, {})[engine] = count
        data: dict[str, Any] = {
            "kinds": self.kinds,
            "tasks": self.tasks,
            "seeds": self.seeds,
            "puzzles": self.n.total(),
            "wall_s": round(self.wall_s, 1),
            "cpu_s": round(self.cpu_s, 1),
            "failures": {str(seed): what for seed, what in sorted(self.failures.items())},
            "n": nested,
        }
        half = path.with_name(f".{path.name}.half")
        half.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        half.replace(path)

    @classmethod
    def read(cls, path: Path) -> Record:
        """The record in a file.

        Raises:
            OSError: it cannot be read.
            ValueError: it is no record.
        """
        data = json.loads(path.read_text(encoding="utf-8"))
        if not (isinstance(data, dict) and isinstance(data.get("n"), dict)):
            raise ValueError(f"{path}: is not a record of this harness")
        n = Counter(
            {
                (kind, task, engine): count
                for kind, tasks in data["n"].items()
                for task, engines in tasks.items()
                for engine, count in engines.items()
            }
        )
        return cls(
            tuple(data["kinds"]),
            tuple(data["tasks"]),
            [(first, end) for first, end in data["seeds"]],
            n,
            {int(seed): what for seed, what in data["failures"].items()},
            data["wall_s"],
            data["cpu_s"],
        )

    def tables(self) -> str:
        """The numbers by task and kind, and by task and engine."""
        by_kind = Counter[tuple[str, str]]()
        by_engine = Counter[tuple[str, str]]()
        for (kind, task, engine), count in self.n.items():
            by_kind[task, kind] += count
            by_engine[task, group_of(engine)] += count
        return "\n\n".join((_table("task", by_kind), _table("task", by_engine)))


def group_of(engine: str) -> str:
    """What the tables call an engine: an eager one by its encoding, and no details."""
    name, _, detail = engine.partition(", ")
    if name in EAGER and detail:
        return f"eager, {detail}"
    named = [lazy for lazy in LAZY_ENGINES if engine == lazy or engine.startswith(f"{lazy}, ")]
    return max(named, key=len, default="others")


def _table(corner: str, counts: Counter[tuple[str, str]]) -> str:
    """Counts by row and column, in Markdown, with sums."""
    rows = sorted({row for row, _ in counts})
    columns = sorted({column for _, column in counts})
    body: list[Sequence[str]] = [(corner, *columns, "all")]
    for row in rows:
        numbers = [counts[row, column] for column in columns]
        body.append((row, *(f"{n:,}" if n else "" for n in numbers), f"{sum(numbers):,}"))
    sums = [sum(counts[row, column] for row in rows) for column in columns]
    body.append(("all", *(f"{n:,}" for n in sums), f"{sum(sums):,}"))
    lines = [f"| {' | '.join(cells)} |" for cells in body]
    return "\n".join((lines[0], f"|{' --- |' * len(body[0])}", *lines[1:]))


def _joined(seeds: Iterable[Seeds]) -> list[Seeds]:
    out: list[Seeds] = []
    for first, end in sorted(seeds):
        if out and out[-1][1] == first:
            out[-1] = (out[-1][0], end)
        else:
            out.append((first, end))
    return out
