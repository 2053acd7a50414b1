"""What the public functions share: the texts of their parameters, and how their tasks are run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from inspect import cleandoc, signature
from typing import Any, ParamSpec, TypeVar

from satcross.checks import checked
from satcross.results import Result
from satcross.task import Task

P = ParamSpec("P")
R = TypeVar("R", bound=Result[Any])
T = TypeVar("T")

# What the parameters mean that functions share; a function may say something else of its own.
_SHARED = {
    "puzzle": "a `Puzzle`, or a grid for one: a `Grid`, its text or its rows.",
    "words": "for a grid: a `WordList`, words with or without scores, or the path of a file; the\n"
    "        built-in list by default.",
    "rules": '`PatternRules`, or a size, as in "15x15".',
    "preset": 'of rules for a size, as in "nyt"; `pattern_rules` names them.',
    "seed": "another seed may give another answer, the same one gives the same.",
    "time_limit_s": "seconds after which to stop; None for no limit.",
    "on_progress": "called with a `Progress`, ten times a second at most.",
}


def with_shared(docstring: str, parameters: Iterable[str]) -> str:
    """A docstring that also says what those of the parameters mean that it does not name.

    Args:
        docstring: without common indentation; it may have a section `Args:`.
        parameters: all that the function has.
    """
    named = re.findall(r"^ {4}([\w, ]+):", docstring, re.MULTILINE)
    own = {name for names in named for name in names.split(", ")}
    added = [f"    {name}: {_SHARED[name]}\n" for name in parameters if name in {*_SHARED} - own]
    if not added:
        return docstring
    place = re.search(r"^Args:\n|^(?=\w+:|>>>)|\Z", docstring, re.MULTILINE)
    assert place is not None
    head, rest = docstring[: place.start()].rstrip("\n"), docstring[place.end() :]
    return "".join([head, "\n\nArgs:\n", *added, "" if place[0] else "\n", rest])


def public(function: Callable[P, T]) -> Callable[P, T]:
    """A function whose arguments are checked, and whose `help` names all its parameters."""
    function.__doc__ = with_shared(cleandoc(function.__doc__ or ""), signature(function).parameters)
    return checked(function)


def run_task(task: Task[Any, R], time_limit_s: float | None) -> R:
    """The result of a task; a certificate that it wrote is checked before."""
    with task:
        result = task.run(time_limit_s)
        if (written := getattr(task, "certificate", None)) is not None:
            written.check()
        return result
