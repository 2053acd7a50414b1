"""The jobs of a batch: what each line of its file asks for; `satcross.apps.cluster.batch` says
how."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from satcross import EntryRules, Grid, OptionError
from satcross.checks import plain_integer
from satcross.extend import ListChoice, MadeKind, check_integer, check_time_limit, check_type
from satcross.formats.jsontext import keys_once
from satcross.formats.puzzle import CLASSES, puzzle_types
from satcross.rules import keywords_in

_TYPES: Mapping[str, str] = {
    **puzzle_types(),
    "grid": "str | Sequence[str]",
    "grids": "list",
    "lists": "list",
    "seed": "int",
    "seeds": "int | list",
    "task": "str",
    "kind": "str",
    "what": "str | Sequence[str]",
    "options": "dict",
    "time_limit": "float | None",
    "id": "str",
}
_TASKS = ("fill", "count")


@dataclass(frozen=True, slots=True)
class Job:
    """A job.

    Args:
        number: the line that it is of, from 1.
        name: its `id`; "" if it has none.
        grid: a path, or rows of grid text.
        words: which words it has.
        given: the fields of `words` that come before what the grid's file says.
        seed: of the search.
        task: "fill" or "count".
        time_limit_s: seconds; None for no limit.
        rules: keywords of `Puzzle`; others are those of the grid's file.
        kind: of the puzzle to make; "" for none.
        what: of which it is made; None for the grid.
        options: those of the kind.
    """

    number: int
    name: str
    grid: str | tuple[str, ...]
    words: ListChoice
    given: frozenset[str]
    seed: int
    task: str
    time_limit_s: float | None
    rules: Mapping[str, Any] = field(default_factory=dict)
    kind: str = ""
    what: str | tuple[str, ...] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def about(self) -> dict[str, Any]:
        """What decides the answer beside words and grid."""
        if self.kind:
            return {"seed": self.seed, "kind": self.kind}
        return {"seed": self.seed, "task": self.task}


def read_jobs(
    lines: Iterable[str], source: str, defaults: Mapping[str, Any] | None = None
) -> Iterator[Job]:
    """The jobs of a file.

    Args:
        lines: of the file.
        source: names it in errors.
        defaults: the user's own: `words`, `min_score`, `exclude`, `alphabet`, and texts `rule`.

    Raises:
        OptionError: a line is no job; the error names it.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            yield from jobs_of(_parsed(line), number, defaults)
        except OptionError as error:
            problem = f"{_key(error)} {error.problem}".strip()
            raise OptionError(problem, hint=error.hint, source=source, line=number) from None


def numbered_jobs(jobs: Iterable[Mapping[str, Any]]) -> list[Job]:
    """The jobs of objects. Raises OptionError: one is no job; the error has its number."""
    found: list[Job] = []
    for number, data in enumerate(jobs, start=1):
        try:
            found += jobs_of(data, number)
        except OptionError as error:
            problem = f"job {number}: {_key(error)} {error.problem}".replace(":  ", ": ")
            raise OptionError(problem, hint=error.hint, parameter="jobs") from None
    return found


def _key(error: OptionError) -> str:
    """The key that an error is about; "" if it is about the whole."""
    return (error.parameter or "").removesuffix("_s")


def _parsed(line: str) -> Any:
    try:
        return json.loads(line, object_pairs_hook=partial(keys_once, error=OptionError))
    except OptionError:
        raise
    except (ValueError, RecursionError) as error:
        raise OptionError(f"is not JSON: {error}", hint="write one object a line") from None


def jobs_of(data: Any, number: int = 1, defaults: Mapping[str, Any] | None = None) -> Iterator[Job]:
    """The jobs of one object.

    Args:
        data: see the module.
        number: its place among others, from 1.
        defaults: as for `read_jobs`.

    Raises:
        OptionError: it is no job.
    """
    if not isinstance(data, Mapping):
        raise OptionError("is not a JSON object", hint='write {"grid": "grid.txt"}')
    data = {key: plain_integer(value) for key, value in data.items()}
    unknown = sorted(set(data) - _TYPES.keys())
    if unknown:
        known = ", ".join(sorted(_TYPES))
        raise OptionError(f"{unknown[0]!r} is not known", hint=f"known: {known}")
    for key, value in data.items():
        check_type(key, value, _TYPES[key], CLASSES)
    usual = {key: (defaults or {})[key] for key in ListChoice.KEYS if key in (defaults or {})}
    grids = _several(data, "grid", "grids")
    if "word_list" in data and ("words" in data or "lists" in data):
        raise OptionError("words and word_list do not go together", hint="give one of them")
    lists = _several(data, "words", "lists", default=usual.get("words", []))
    seeds = _several(data, "seed", "seeds", default=0)
    if "-" in grids:
        raise OptionError("a batch reads no grid from standard input", hint="name a file")
    seeds = [check_integer(seed, "seed", at_least=0) for seed in seeds]
    task, what = data.get("task", "fill"), data.get("what")
    if task not in _TASKS:
        raise OptionError(f"{task!r} is no task of a batch", hint=f"choose {' or '.join(_TASKS)}")
    check_time_limit(data.get("time_limit"))
    _check_kind(data)
    rules = keywords_in({"rules": (defaults or {}).get("rule", ()), **data})
    if what is not None:
        grids = [()]
    elif not grids:
        asked, board = EntryRules(**rules), Grid(0, 1, ())
        if not any(True for rule in asked.rules for _ in rule.cells_in(board, asked.min_length)):
            raise OptionError("there is no grid", hint='add "grid": a path or rows')
        grids = [()]  # a board of cells with names
    said = {key: data[key] for key in ListChoice.KEYS if key in data}
    given = frozenset(said) | ({"words"} if {"lists", "word_list"} & data.keys() else set())
    for grid, words, seed in itertools.product(grids, lists, seeds):
        own = said if "word_list" in said else {**said, "words": words}
        yield Job(
            number,
            data.get("id", ""),
            grid if isinstance(grid, str) else tuple(grid),
            ListChoice().over(usual, "").over(own, "", usual.keys() - own.keys()),
            given,
            seed,
            task,
            data.get("time_limit"),
            rules,
            data.get("kind", ""),
            what if what is None or isinstance(what, str) else tuple(what),
            data.get("options", {}),
        )


def _check_kind(data: Mapping[str, Any]) -> None:
    """Raise OptionError unless the keys for a kind go together, and are what it has."""
    if "kind" in data:
        MadeKind(data["kind"]).checked(data.get("options", {}))
        if "task" in data or ("what" in data) is bool({"grid", "grids"} & data.keys()):
            hint = 'give "grid", or "what", such as a size or a text; and no "task"'
            raise OptionError("a kind is made of one thing", hint=hint)
    elif {"what", "options"} & data.keys():
        raise OptionError("'what' and 'options' are for a kind", hint='add "kind"')


def _several(data: Mapping[str, Any], one: str, many: str, default: Any = None) -> list[Any]:
    if one in data and many in data:
        raise OptionError(f"{one!r} and {many!r} do not go together", hint="give one of them")
    if many not in data:
        value = data.get(one, default)
        return [] if value is None else [value]
    several = data[many]
    if isinstance(several, int):
        check_integer(several, many, at_least=1)
        return list(range(several))
    if not several:
        raise OptionError(f"{many!r} is empty", hint=f"leave it out, or use {one!r}")
    for value in several:
        check_type(many, value, _TYPES[one], CLASSES)
    return list(several)
