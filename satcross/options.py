"""Options that are declared once, for the library and for the command line.

A dataclass of fields that `option` and `flag` make is both: `options_of` makes it of the keywords
of a call, and `satcross.cli.options.declared.declare` makes its fields options of a command. What
does not go together is the text `exclusions` of the class, as `parse_exclusions` reads it; it may
name options that only the command has.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, TypeVar, get_args, get_type_hints

from satcross.checks import check_fields, check_integer, member
from satcross.errors import OptionError
from satcross.exclusions import exclude, parse_exclusions

T = TypeVar("T")
_KEY = "option"
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
ASKED: Any = object()
"""What `on_page` is where people are asked."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What an option is.

    Args:
        metavar: what stands for its value in the help; "" for what its type says.
        text: of the help.
        at_least: the lowest value; None for any.
        of_command: whether it is no keyword of the library.
        on_page: its value in the workbench, where puzzles are made of grids that are full, and
            nobody is asked for it; or `ASKED`.
        label: what a form calls it; "" for its name.
        choices: the values that there are, with what a form calls each; none for any.
        notes: what a form says of a value that is chosen.
    """

    metavar: str
    text: str
    at_least: int | None = None
    of_command: bool = False
    on_page: Any = ASKED
    label: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """The lowest and the highest value, None for any: 1 and 5 of the metavar `1..5`."""
        return range_of(self.metavar) or (self.at_least, None)


def range_of(metavar: str) -> tuple[int, int] | None:
    """The lowest and the highest value that a metavar says.

    >>> range_of("1..5"), range_of("N")
    ((1, 5), None)
    """
    found = _RANGE.fullmatch(metavar)
    return (int(found[1]), int(found[2])) if found else None


def option(
    metavar: str,
    text: str,
    *,
    default: Any = None,
    **more: Any,
) -> Any:
    """A field that is an option with a value.

    Args:
        metavar: what stands for the value in the help, as in "N"; "1..5" is the range of a number.
            Of an enum, the help lists the values instead.
        text: of the help, a sentence.
        default: where it is not given.
        more: `at_least`, the lowest value; `of_command=True` for no keyword of the library;
            `on_page`, its value in the workbench, whose form then does not ask for it; `label`, in
            the form; `choices`, the values with what the form calls each; `notes`, what the form
            says of a value that is chosen.
    """
    return field(default=default, metadata={_KEY: Declared(metavar, text, **more)})


def flag(text: str, **more: Any) -> Any:
    """A field that is an option without a value. Args: as of `option`."""
    return option("", text, default=False, **more)


def declared(cls: Any) -> dict[str, Declared]:
    """The options of a dataclass, by the names of its fields.

    Raises:
        OptionError: a field is no option.
    """
    if plain := [one.name for one in fields(cls) if _KEY not in one.metadata]:
        raise OptionError(
            f"the field {plain[0]} of {cls.__name__} is neither an option nor a flag",
            hint="write it as option(…) or flag(…) of satcross.extend",
        )
    return {one.name: one.metadata[_KEY] for one in fields(cls)}


def exclusions_of(cls: Any) -> str:
    """What does not go together, in the form of `parse_exclusions`."""
    found: str = getattr(cls, "exclusions", "")
    return found


def options_of(
    cls: type[T], keywords: Mapping[str, Any], source: str, beside: Mapping[str, Any]
) -> T:
    """The options that keywords say.

    Args: source: names the call in errors; beside: its other arguments, None where not given.

    Raises:
        OptionError: there is no such option, its value is of another type or too low, or it does
            not go with another one.
    """
    known = {name: one for name, one in declared(cls).items() if not one.of_command}
    if unknown := keywords.keys() - known:
        raise OptionError(
            f"there is no option {min(unknown)!r}",
            hint=f"its options are {', '.join(known)}" if known else "it has none",
            source=source,
        )
    values, hints = dict(keywords), get_type_hints(cls)
    for name in keywords:
        if values[name] is None:
            continue
        for kind in get_args(hints[name]) or (hints[name],):
            if isinstance(kind, type) and issubclass(kind, Enum):
                values[name] = member(values[name], kind, name)
    made = cls(**values)
    check_fields(made, vars(sys.modules[cls.__module__]))
    for name in keywords:
        lowest, most = known[name].bounds
        if lowest is not None and getattr(made, name) is not None:
            check_integer(getattr(made, name), name, at_least=lowest, at_most=most)
    there = [name for name, value in beside.items() if value is not None]
    given = {name: name for name in (*keywords, *there)}
    # As keywords are written: `max_cols`, where the command has `--max-cols`.
    text = re.sub(r"--([\w-]+)", lambda option: option[1].replace("-", "_"), exclusions_of(cls))
    usual = {**dict.fromkeys(beside), **vars(cls())}
    exclude(parse_exclusions(text), {**beside, **vars(made)}, usual, given)
    return made
