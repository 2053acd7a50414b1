"""What a tool made of a case: the median of its runs, and contradictions between tools."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Literal

from benchmarks.compare.record import Book, CaseFacts, Result

# `filled` and `none` answer the case; `false none` says none where there is a verified fill.
Kind = Literal[
    "filled", "none", "wrong", "false none", "repeats", "memory", "failed", "time", "gave up", ""
]
_WORST_FIRST: tuple[Kind, ...] = ("wrong", "false none", "repeats", "memory", "failed", "time")


@dataclass(frozen=True, slots=True)
class Standing:
    """A tool at a case.

    Args:
        kind: what most runs came to; "" where there was none.
        median_s: whole-process seconds, runs without an answer and runs left out as endless.
        peak_mb: median of the runs that answered, or of all if none did.
        search_s: median of the search alone, of the runs that answered and tell; None if none.
        n_runs: how many there were.
        n_answered: how many of them answered rightly.
        certain: whether enough runs were made for the median; where not, the missing ones count
            as endless.
        odd: for people, what else came up: `wrong`, `repeats`, `memory` …, with how many runs.
    """

    kind: Kind
    median_s: float = math.inf
    peak_mb: float = 0.0
    search_s: float | None = None
    n_runs: int = 0
    n_answered: int = 0
    certain: bool = True
    odd: str = ""

    @property
    def answered(self) -> bool:
        """Whether the median run ended with a right answer."""
        return self.kind in ("filled", "none")


class Standings:
    """All standings of a book.

    Args:
        book: the runs.
    """

    def __init__(self, book: Book) -> None:
        self.book = book
        runs: defaultdict[tuple[str, str], list[Result]] = defaultdict(list)
        for result in book.results:
            runs[result.case, result.tool].append(result)
        self._filled = {result.case for result in book.results if result.verdict == "right"}
        gave_up = set(book.gave_up)
        self._of = {
            (case.name, tool.key): (
                Standing("gave up")
                if (case.name, tool.key) in gave_up
                else self._standing(runs[case.name, tool.key])
            )
            for case in book.cases
            for tool in book.tools
        }

    def __getitem__(self, key: tuple[str, str]) -> Standing:
        return self._of[key]

    def contradictions(self) -> list[str]:
        """A line for each case of which the tools, or the suite, say both; empty if all agree."""
        lines = []
        for case in self.book.cases:
            fills = _tools(self.book, case, "right")
            nones = _tools(self.book, case, "no fill")
            if fills and nones:
                lines.append(
                    f"{case.name}: verified fills from {', '.join(fills)}, but"
                    f" {', '.join(nones)} said that there is none"
                )
            if fills and case.feasible is False:
                lines.append(f"{case.name}: filled by {', '.join(fills)}, infeasible to the suite")
            if nones and case.feasible and not fills:
                lines.append(f"{case.name}: none to {', '.join(nones)}, but fillable to the suite")
        return lines

    def wrong(self, tool: str) -> list[str]:
        """A line for each case at which a tool printed a wrong fill."""
        return [
            f"{result.case}, seed {result.seed}: {result.detail}"
            for result in self.book.results
            if result.tool == tool and result.verdict in ("wrong", "repeats")
        ]

    def _standing(self, runs: list[Result]) -> Standing:
        if not runs:
            return Standing("")
        n_seeds = max(self.book.settings.n_seeds, len(runs))
        kinds = [self._kind(run) for run in runs]
        good = [run for run, kind in zip(runs, kinds, strict=True) if kind in ("filled", "none")]
        times = [run.wall_s for run in good] + [math.inf] * (n_seeds - len(good))
        median_s = statistics.median(times)
        counts = Counter(kinds)
        bad: list[Kind] = [kind for kind in _WORST_FIRST if counts[kind]]
        kind: Kind = "filled" if counts["filled"] else "none"
        if math.isinf(median_s) and bad:
            kind = max(bad, key=lambda kind: counts[kind])
        told = [run.search_s for run in good if run.search_s is not None]
        odd = "; ".join(f"{other} {counts[other]}/{len(runs)}" for other in bad if other != "time")
        return Standing(
            kind,
            median_s,
            statistics.median(run.peak_mb for run in good or runs),
            statistics.median(told) if told else None,
            len(runs),
            len(good),
            len(runs) >= n_seeds or 2 * (len(runs) - len(good)) >= n_seeds,
            odd,
        )

    def _kind(self, run: Result) -> Kind:
        if run.verdict == "right":
            return "filled"
        if run.verdict == "no fill":
            return "false none" if run.case in self._filled else "none"
        return "time" if run.verdict == "stopped" else run.verdict


def _tools(book: Book, case: CaseFacts, verdict: str) -> list[str]:
    tools = [run.tool for run in book.results if (run.case, run.verdict) == (case.name, verdict)]
    return list(dict.fromkeys(tools))
