"""From measured runs to the rows of a Markdown table."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from benchmarks.measure import Run

Verdict = Literal["right", "wrong", "repeats", "no fill", "stopped", "memory", "failed"]
Quantity = Literal["s", "MB", "x fewer"]

HEADER = ("work", "tool", "wall s", "CPU s", "peak MB", "result", "target", "met")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run and what became of it.

    Args:
        run: the process.
        verdict: `right`: what it printed was checked; `wrong`: that check found a fault;
            `repeats`: it found nothing worse than a word that stands twice; `no fill`: it says
            that there is none; `stopped`: by the time limit; `memory`: it wanted more than it
            may have; `failed`: anything else.
        detail: for people, a number of fills or clauses, or a fault; "" for none.
        value_s: seconds that stand for the wall seconds, where the process measured itself.
        n_clauses: of the formula it wrote; 0 for none.
    """

    run: Run
    verdict: Verdict
    detail: str = ""
    value_s: float | None = None
    n_clauses: int = 0

    @property
    def wall_s(self) -> float:
        """The seconds that count."""
        return self.run.wall_s if self.value_s is None else self.value_s


@dataclass(frozen=True, slots=True)
class Bar:
    """A target: at most `limit` seconds or MB, or at least `limit` times fewer clauses."""

    limit: float
    quantity: Quantity

    def __str__(self) -> str:
        return f"{self.limit:g} {self.quantity}"


@dataclass(frozen=True, slots=True)
class Row:
    """A work and a tool, with all runs of the one by the other.

    Args:
        work: the work's name.
        tool: the tool's name.
        outcomes: at least one.
        bars: of this tool at this work.
        ratio: how many times fewer clauses than the other encoding; 0 for does not apply.
    """

    work: str
    tool: str
    outcomes: Sequence[Outcome]
    bars: Sequence[Bar] = ()
    ratio: float = 0

    def missed(self) -> list[Bar]:
        """The bars that were not reached; all of them, unless every run was right."""
        if any(outcome.verdict != "right" for outcome in self.outcomes):
            return list(self.bars)
        median = {
            "s": statistics.median(outcome.wall_s for outcome in self.outcomes),
            "MB": statistics.median(outcome.run.peak_mb for outcome in self.outcomes),
        }
        return [
            bar
            for bar in self.bars
            if (
                self.ratio < bar.limit
                if bar.quantity == "x fewer"
                else median[bar.quantity] > bar.limit
            )
        ]

    def cells(self) -> tuple[str, ...]:
        """The row's cells, in the order of `HEADER`."""
        stopped = sum(outcome.verdict == "stopped" for outcome in self.outcomes)
        in_process = self.outcomes[0].value_s is not None
        missed = self.missed()
        met = "" if not self.bars else "yes"
        if missed:
            met = "NO" + (f" ({', '.join(map(str, missed))})" if len(self.bars) > 1 else "")
        return (
            self.work,
            self.tool,
            _spread(self.outcomes, lambda outcome: outcome.wall_s, stopped),
            "" if in_process else _spread(self.outcomes, lambda outcome: outcome.run.cpu_s),
            f"{statistics.median(outcome.run.peak_mb for outcome in self.outcomes):.0f}",
            self._result(),
            ", ".join(map(str, self.bars)),
            met,
        )

    def _result(self) -> str:
        n = len(self.outcomes)
        parts = []
        for verdict in get_args(Verdict):
            of_it = [outcome for outcome in self.outcomes if outcome.verdict == verdict]
            if of_it:
                details = dict.fromkeys(outcome.detail for outcome in of_it if outcome.detail)
                detail = f": {next(iter(details))}" if details else ""
                parts.append(f"{verdict} {len(of_it)}/{n}{detail}")
        if self.ratio:
            parts.append(f"{self.ratio:.2f} x fewer")
        return "; ".join(parts)


def markdown(rows: Sequence[Row]) -> str:
    """The table, its columns padded so that it reads as plain text too."""
    return aligned([HEADER, *(row.cells() for row in rows)])


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, its columns padded; the first row is the head."""
    cells = [[cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    texts = [
        "| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |"
        for line in cells
    ]
    texts.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(texts)


def _spread(
    outcomes: Sequence[Outcome], value: Callable[[Outcome], float], n_stopped: int = 0
) -> str:
    """`median (min-max)`, with `>` before times that the limit cut short."""
    values = sorted(value(outcome) for outcome in outcomes)
    n = len(values)
    # Stopped runs are the longest, so the last of the sorted values.
    median = (">" if n_stopped > (n - 1) // 2 else "") + number(statistics.median(values))
    if n == 1:
        return median
    low = (">" if n_stopped == n else "") + number(values[0])
    return f"{median} ({low}–{'>' if n_stopped else ''}{number(values[-1])})"


def number(value: float) -> str:
    """Seconds with three digits or so.

    >>> number(0.0123), number(1.234), number(12.34)
    ('0.012', '1.23', '12.3')
    """
    return f"{value:.3f}" if value < 0.1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"
