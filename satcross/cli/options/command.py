"""Option sets: dataclasses that become options of a command.

    @option_set("Search")
    class SearchOptions:
        seed: Annotated[int, typer.Option(metavar="N", help="…")] = 0

    @command
    def count(puzzle: PuzzleOptions, search: SearchOptions, exact: bool = False) -> int: ...

`count` then has the options of both sets beside its own, in the order of its parameters, and gets
an instance of each set. A set may have fields that are sets. It says what its options mean in its
methods, so that every command that takes it does the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from inspect import Parameter, Signature, cleandoc, signature
from typing import Annotated, Any, TypeVar, dataclass_transform, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from satcross.cli.errors import escaped_stdout
from satcross.errors import OptionError
from satcross.files import same_file

T = TypeVar("T")
_CONTEXT = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
_GIVEN: ContextVar[frozenset[str]] = ContextVar("given", default=frozenset())
PANELS = "_panel_by_field"

# The metavars of parameters that name files or folders, and the names of those that are written.
FILES = frozenset({
    "FILE", "FILE|NAME", "FOLDER", "FOLDER|FILE", "DIR", "GRID", "[GRID]", "[GRID]...", "FILLED",
    "TEMPLATE", "WORDS", "JOBS", "NAME.cnf", "SOLVER-OUTPUT", "STRUCTURE", "[OUTPUT]", "FROM", "TO",
    "OUT",
})  # fmt: skip
WRITTEN = ("output", "state", "export", "to", "target", "out")
# By command, what it may read and replace: a draft is filled, a list is sorted.
_REPLACED = {
    "fill": "grid", "sample": "grid", "optimise": "grid", "pattern": "like", "clues": "file",
    "convert": "source words",
}  # fmt: skip


@dataclass_transform(kw_only_default=True, eq_default=False)
def option_set(panel: str | None = None) -> Callable[[type[T]], type[T]]:
    """A dataclass of options. It has no `repr` or comparison: making them costs start-up time.

    Args: panel: where the help shows its options, those apart that name a panel of their own.
    """

    def decorate(cls: type[T]) -> type[T]:
        panels = dict.fromkeys(cls.__annotations__, panel)
        for base in cls.__bases__:
            panels = {**getattr(base, PANELS, {}), **panels}
        setattr(cls, PANELS, panels)
        return dataclass(kw_only=True, repr=False, eq=False)(cls)

    return decorate


def command(function: Callable[..., int | None]) -> Callable[..., None]:
    """Make a function with option sets a command that Typer understands.

    Args: function: returns the exit code; None for 0.

    Raises: TypeError: two options have the same name.
    """
    own = signature(function).parameters
    hints = get_type_hints(function, include_extras=True)
    flat: dict[str, Parameter] = {}
    for name, parameter in own.items():
        _flatten(name, hints[name], parameter.default, flat)

    asks = "context" in flat
    flat.setdefault("context", _CONTEXT)

    def run(**values: Any) -> None:
        context = values["context"] if asks else values.pop("context")
        _GIVEN.set(frozenset(given_options(context)))
        _check_files(function.__name__, values, flat)
        with escaped_stdout():
            code = function(**{name: _value(name, hints[name], values) for name in own})
        if code:
            raise typer.Exit(code)

    run.__name__, run.__doc__ = function.__name__, _unwrapped(function.__doc__ or "")
    # Typer reads both of them.
    run.__signature__ = Signature(list(flat.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: parameter.annotation for name, parameter in flat.items()}
    return run


def given_by_hand() -> frozenset[str]:
    """The parameters of the command that stand on the command line."""
    return _GIVEN.get()


def _check_files(command: str, values: Mapping[str, Any], flat: Mapping[str, Parameter]) -> None:
    """Raise OptionError if a file that a command writes is another one of its files."""
    if not any(values.get(name) for name in WRITTEN):
        return
    several = any(values.get(name) for name in ("all_", "each", "state"))
    replaced = (
        () if several or values.get("number") not in (None, 1) else _REPLACED.get(command, "")
    )
    named = [
        (name, label, file)
        for name, label in _file_parameters(flat)
        for file in _listed(values[name])
        if str(file) != "-"
    ]
    for name, label, file in named:
        for other, other_label, other_file in named:
            if name == other or name not in WRITTEN or (name != "state" and other in replaced):
                continue
            if _writes_to(name, str(file), other_file):
                raise OptionError(
                    f"{file} is also the file of {other_label}", hint="name another", source=label
                )


def _file_parameters(flat: Mapping[str, Parameter]) -> Iterator[tuple[str, str]]:
    """The parameters that name files, each with its name for people."""
    for name, parameter in flat.items():
        for info in getattr(parameter.annotation, "__metadata__", ()):
            if isinstance(info, OptionInfo | ArgumentInfo) and info.metavar in FILES:
                is_option = isinstance(info, OptionInfo)
                yield name, f"--{name.strip('_').replace('_', '-')}" if is_option else info.metavar


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value] if value else []


def _writes_to(name: str, file: str, other: Any) -> bool:
    """Whether what is written to a parameter's file would be written to the other file."""
    if name == "state":
        from satcross.cluster.ledger import NAME  # in the folder of a state

        return same_file(file, other) or same_file(f"{file}/{NAME}", other)
    if "{}" not in file:
        return same_file(file, other)
    numbered = re.escape(os.path.realpath(file)).replace(r"\{\}", "[0-9]+")
    return re.fullmatch(numbered, os.path.realpath(other)) is not None


def _unwrapped(text: str) -> str:
    """A docstring with a line for each paragraph: the help is wrapped to the terminal's width."""
    parts = cleandoc(text).split("\n\n")
    # Examples are indented.
    return "\n\n".join(p if p.startswith(" ") else " ".join(p.split()) for p in parts)


@cache
def _hints(options: type) -> dict[str, Any]:
    hints = get_type_hints(options, include_extras=True)
    panels = getattr(options, PANELS)
    return {
        field.name: _in_panel(hints[field.name], panels[field.name]) for field in fields(options)
    }


def _in_panel(hint: Any, panel: str | None) -> Any:
    """An option's type with its panel."""
    option = _option_of(hint)
    if option is None or option.rich_help_panel is not None:
        return hint
    return _changed(hint, option, rich_help_panel=panel)


def _named(name: str, hint: Any) -> Any:
    """An option's type with its name. Typer 0.27 takes the metavar if only the case differs."""
    option = _option_of(hint)
    # The first of the names that an option is given stands in `default`.
    if option is None or not option.metavar or option.default is not ...:
        return hint
    return _changed(hint, option, param_decls=(f"--{name.replace('_', '-')}",))


def _option_of(hint: Any) -> OptionInfo | None:
    """The option in a type's annotations."""
    options = (one for one in getattr(hint, "__metadata__", ()) if isinstance(one, OptionInfo))
    return next(options, None)


def _changed(hint: Any, option: OptionInfo, **values: object) -> Any:
    """A type with other values of its option, which is copied: it may be in other sets too."""
    own = copy(option)
    for name, value in values.items():
        setattr(own, name, value)
    return Annotated[hint.__origin__, own]


def _flatten(name: str, hint: Any, default: Any, flat: dict[str, Parameter]) -> None:
    if is_dataclass(hint):
        assert isinstance(hint, type)
        for inner, hint_of_inner in _hints(hint).items():
            _flatten(inner, hint_of_inner, getattr(hint, inner, Parameter.empty), flat)
    elif name in flat:
        raise TypeError(f"two options are called {name!r}")
    else:
        flat[name] = Parameter(
            name, Parameter.KEYWORD_ONLY, default=default, annotation=_named(name, hint)
        )


def _value(name: str, hint: Any, values: dict[str, Any]) -> Any:
    if not is_dataclass(hint):
        return values[name]
    assert isinstance(hint, type)
    return hint(**{inner: _value(inner, h, values) for inner, h in _hints(hint).items()})


def given_options(context: typer.Context) -> dict[str, str]:
    """The parameters that stand on the command line, with their names for people."""
    given: dict[str, str] = {}
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            is_option = parameter.param_type_name == "option"
            long = (text for text in parameter.opts if text.startswith("--"))
            given[name] = next(long, parameter.opts[0]) if is_option else name.upper()
    return given
