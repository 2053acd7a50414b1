"""What a check finds, and the registry of all checks.

A check is a function of a `Page` that yields what it found. Its keyword parameters are what a house
can set in its TOML file, and their annotations, keys of `KINDS`, say which values they take.
`@check` gives it its name there and its usual severity; its docstring says what it looks for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from types import MappingProxyType
from typing import Any, NamedTuple

from satcross import Symmetry

MODULES = ("patterns", "entries", "clues", "freshness")  # of checks, in the order of reports
Names = tuple[str, ...]
Numbers = Mapping[str, int]
Share = Fraction


class Severity(StrEnum):
    """How serious a finding is."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Remark(NamedTuple):
    """Something that a check found.

    Args:
        text: what and where, for people.
        cells: positions of the cells that it is about.
        entries: names of the entries that it is about, the first one first.
        stay: how many of these entries may stay as they are, if a refill is to avoid it.
        severity: if not that of the check.
    """

    text: str
    cells: Iterable[int] = ()
    entries: tuple[str, ...] = ()
    stay: int = 0
    severity: Severity | None = None


class Check(NamedTuple):
    """A check.

    Args:
        name: in houses and reports.
        severity: the usual one.
        find: yields what it finds.
        rule: the rule by which a fill avoids what it finds, as in "no-naticks"; "" for none. It may
            name parameters: "no-shared-words {from_length}".
        refills: whether another fill can avoid what it finds.
        usual: whether every house has it that does not say otherwise.
    """

    name: str
    severity: Severity
    find: Callable[..., Iterator[Remark]]
    rule: str = ""
    refills: bool = False
    usual: bool = False

    @property
    def text(self) -> str:
        """What it looks for, in a line."""
        return (self.find.__doc__ or "").strip()

    @property
    def module(self) -> str:
        """One of `MODULES`."""
        return self.find.__module__.rpartition(".")[2]

    @property
    def parameters(self) -> dict[str, str]:
        """By its name in houses, the kind of each parameter."""
        return {one.name.replace("_", "-"): str(one.annotation) for one in self._signature}

    def rule_for(self, values: Mapping[str, Any]) -> str:
        """The text of the rule, with these values of its parameters and the usual ones."""
        usual = {one.name: one.default for one in self._signature}
        return self.rule.format_map({**usual, **values})

    @property
    def needed(self) -> list[str]:
        """The parameters without a default."""
        return [one.name for one in self._signature if one.default is Parameter.empty]

    @property
    def _signature(self) -> list[Parameter]:
        return list(signature(self.find).parameters.values())[1:]


class ValueKind(NamedTuple):
    """A kind of values. Args: what: for errors; read: the value, or None for another one."""

    what: str
    read: Callable[[Any], Any]


_CHECKS: dict[str, Check] = {}


def check(
    name: str, severity: Severity, *, rule: str = "", refills: bool = False, usual: bool = False
) -> Callable[[Callable[..., Iterator[Remark]]], Callable[..., Iterator[Remark]]]:
    """Register a check. Args: as of `Check`."""

    def register(find: Callable[..., Iterator[Remark]]) -> Callable[..., Iterator[Remark]]:
        _CHECKS[name] = Check(name, severity, find, rule, refills or bool(rule), usual)
        return find

    return register


@cache
def checks() -> Mapping[str, Check]:
    """All checks by name, in the order of reports."""
    for module in MODULES:
        import_module(f"satcross.apps.houses.{module}")
    # Some of them may have been imported before, in another order.
    every = sorted(_CHECKS.values(), key=lambda one: MODULES.index(one.module))
    return {one.name: one for one in every}


def _int(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value <= 10**6 else None


def _mean(value: Any) -> Fraction | None:
    good = isinstance(value, str) and re.fullmatch(r"\d{1,3}/[1-9]\d{0,2}", value)
    return Fraction(value) if good else None


def _share(value: Any) -> Fraction | None:
    share = _mean(value)
    return None if share is None or share > 1 else share


def _names(value: Any) -> Names | None:
    good = isinstance(value, list) and value and all(isinstance(name, str) for name in value)
    return tuple(value) if good else None


def _numbers(key: str) -> Callable[[Any], Numbers | None]:
    def read(value: Any) -> Numbers | None:
        if not isinstance(value, dict) or not value:
            return None
        good = all(re.fullmatch(key, name) and _int(n) is not None for name, n in value.items())
        return value if good else None

    return read


def one_of(*choices: str) -> ValueKind:
    """The kind of values of a few texts."""
    return ValueKind(
        f"one of {', '.join(choices)}", lambda value: value if value in choices else None
    )


SYMMETRIES = tuple(str(one) for one in Symmetry if one is not Symmetry.NONE)


def _symmetries(value: Any) -> Names | None:
    names = _names(value)
    return names if names and set(names) <= set(SYMMETRIES) else None


KINDS: Mapping[str, ValueKind] = {
    "int": ValueKind("a whole number, 0 or greater", _int),
    "Share": ValueKind("a share as in '1/2'", _share),
    "Names": ValueKind("a list of texts", _names),
    "Symmetries": ValueKind(f"a list of {', '.join(SYMMETRIES)}", _symmetries),
    "BySize": ValueKind(
        "a table of numbers by size, as in {'15x15' = 78}", _numbers(r"\d{1,4}x\d{1,4}")
    ),
    "ByLength": ValueKind(
        "a table of numbers by length, as in {4 = 1, 5 = 1}", _numbers(r"\d{1,4}")
    ),
    "Rounded": one_of("up", "down"),
    "Walls": one_of("blocks", "bars"),
    "Mean": ValueKind("a number as in '11/2'", _mean),
}
"""By the annotation of a parameter, which values a house may give it."""
NO_NUMBERS: Numbers = MappingProxyType({})
Symmetries = Names
BySize = Numbers
ByLength = Numbers
Rounded = str
Walls = str
Mean = Fraction


def one_line(text: str) -> str:
    """A text on one line, with single spaces."""
    return " ".join(text.split())
