"""What is written down: cases, tools, every run; as JSON and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

from benchmarks.table import Verdict

SCHEMA = "satcross.compare/1"
T = TypeVar("T")
OURS = "satcross"  # the tool that is held against the others, satcross's default engine


class BookError(ValueError):
    """A file of results that cannot be used; one line for people."""


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """A case as the tables need it.

    Args:
        name: unlike all others.
        list_name: of the word list.
        family: of grids that are much alike.
        n_rows, n_cols, n_slots: of the grid.
        n_words: entries in the list.
        feasible: what the suite says of it; None if it does not know.
        digest: of grid and list; another digest, another puzzle.
    """

    name: str
    list_name: str
    family: str
    n_rows: int
    n_cols: int
    n_slots: int
    n_words: int
    feasible: bool | None
    digest: str


@dataclass(frozen=True, slots=True)
class ToolFacts:
    """A tool: its short name, its name with version, and why it was skipped; "" if it was not."""

    key: str
    name: str
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """One run.

    Args:
        case, tool, seed: of what; the case's name, the tool's key.
        verdict: what it was worth.
        wall_s, cpu_s: of the whole process.
        peak_mb: resident memory of its largest process, in 10^6 bytes.
        search_s: of the search alone, by the tool's own clock; None if it does not tell.
        detail: for people; "" for none.
    """

    case: str
    tool: str
    seed: int
    verdict: Verdict
    wall_s: float
    cpu_s: float
    peak_mb: float
    search_s: float | None = None
    detail: str = ""

    @property
    def answered(self) -> bool:
        """Whether it ended with a right fill, or the word that there is none."""
        return self.verdict in ("right", "no fill")


@dataclass(frozen=True, slots=True)
class Settings:
    """How it was measured: runs of each, their limits (0 MB: none), and when to skip one.

    Args:
        n_seeds: runs of each tool at each case.
        limit_s: wall seconds of a run.
        memory_mb: address space of a run; 0 for no limit.
        tries: runs without an answer after which a case is left; 0: when the median is certain.
        give_up: cases of a family without an answer after which the rest is given up; 0: never.
    """

    n_seeds: int
    limit_s: float
    memory_mb: int
    tries: int = 0
    give_up: int = 2


@dataclass(slots=True)
class Book:
    """All that a comparison knows; it grows with each run.

    Args:
        settings: how it is measured.
        machine: where and when, for people.
        cases: in the suite's order.
        tools: in the tables' order, the skipped ones too.
        results: in the order of the runs.
        gave_up: (case, tool) of which nothing was run, as the tool had answered nothing in the
            family before.
        notes: for people, a line each.
    """

    settings: Settings
    machine: str
    cases: list[CaseFacts]
    tools: list[ToolFacts]
    results: list[Result] = field(default_factory=list)
    gave_up: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def of(self, case: str, tool: str) -> list[Result]:
        """The runs of a tool at a case."""
        return [result for result in self.results if (result.case, result.tool) == (case, tool)]

    def present(self) -> list[ToolFacts]:
        """The tools that were there."""
        return [tool for tool in self.tools if not tool.skipped]


def to_json(book: Book) -> str:
    """The book as JSON, a line a run."""
    whole = asdict(book)
    results = whole.pop("results")
    head = json.dumps({"schema": SCHEMA, **whole}, ensure_ascii=False, indent=1)
    lines = ",\n".join(f"  {json.dumps(result, ensure_ascii=False)}" for result in results)
    return f'{head[:-2]},\n "results": [\n{lines}\n ]\n}}\n'


def from_json(text: str, source: str) -> Book:
    """The book again.

    Args:
        text: what `to_json` made.
        source: where it comes from, for people.

    Raises:
        BookError: it is not what `to_json` makes.
    """
    try:
        whole = json.loads(text)
        if whole["schema"] != SCHEMA:
            raise BookError(f"{source}: not {SCHEMA} but {whole['schema']}")
        return Book(
            Settings(**whole["settings"]),
            whole["machine"],
            _each(CaseFacts, whole["cases"]),
            _each(ToolFacts, whole["tools"]),
            _each(Result, whole["results"]),
            [(case, tool) for case, tool in whole["gave_up"]],
            whole["notes"],
        )
    except BookError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise BookError(f"{source}: no results of benchmarks.compare") from error


def _each(kind: type[T], items: Sequence[dict[str, Any]]) -> list[T]:
    return [kind(**item) for item in items]
