"""Option sets: dataclasses that become options of a command.

    @option_set("Search")
    class SearchOptions:
        seed: int = option("N", "Random seed: …", default=0)

    @command
    def count(
        puzzle: PuzzleOptions, *, search: SearchOptions, all_: bool = flag("All fills.")
    ) -> int: ...

`count` then has the options of both sets beside its own, in the order of its parameters, and gets
an instance of each set. A set may have fields that are sets. It says what its options mean in its
methods, so that every command that takes it does the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from inspect import Parameter, Signature, cleandoc, signature
from typing import Annotated, Any, NamedTuple, TypeVar, dataclass_transform, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from satcross.cli.errors import escaped_stdout
from satcross.cli.options.exclusions import exclude
from satcross.errors import OptionError
from satcross.files import same_file

T = TypeVar("T")
_CONTEXT = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
_GIVEN: ContextVar[frozenset[str]] = ContextVar("given", default=frozenset())
DECLARED = "_declared_by_field"

# The metavars of parameters that name files or folders, and the names of those that are written.
FILES = frozenset({
    "FILE", "FILE|NAME", "FOLDER", "FOLDER|FILE", "DIR", "GRID", "[GRID]", "[GRID]...", "FILLED",
    "TEMPLATE", "WORDS", "JOBS", "NAME.cnf", "SOLVER-OUTPUT", "STRUCTURE", "[OUTPUT]", "FROM", "TO",
    "OUT", "LIST", "FILE...", "OLD", "NEW", "BASE", "OURS", "THEIRS",
})  # fmt: skip
WRITTEN = ("output", "state", "to", "target", "out", "certificate", "key")
_NEW = ("state", "certificate")  # never what a draft becomes
# By command, what it may read and replace: a draft is filled, a list is sorted.
_REPLACED = {
    "fill": "grid", "sample": "grid", "optimise": "grid", "pattern": "like", "clues": "file",
    "convert": "source words", "merge": "ours", "spaces": "list_ known",
}  # fmt: skip


@dataclass(frozen=True)
class _Lowest:
    """The lowest value of an option; None for any."""

    value: int | None


class _Declared(NamedTuple):
    """What a parameter of a command, or a field of an option set, is on the command line.

    Args:
        make: `typer.Option` or `typer.Argument`.
        default: of the parameter; `...` where it must be given.
        names: of an option, without the long one where that is `--` and the parameter's name.
        details: keywords of `make`.
        at_least: the lowest value; None for any.
    """

    make: Callable[..., Any]
    default: Any
    names: tuple[str, ...]
    details: Mapping[str, Any]
    at_least: int | None = None

    def hint(self, name: str, kind: Any) -> Any:
        """The parameter's type, as Typer takes it. Args: name, kind: of the parameter."""
        if self.make is typer.Argument:
            return Annotated[kind, typer.Argument(**self.details)]
        names = self.names
        if not any(text.startswith("--") for text in names):
            long = name.strip("_").replace("_", "-")
            is_switch = kind in (bool, bool | None) and self.default is not False
            names = (*names, f"--{long}/--no-{long}" if is_switch else f"--{long}")
        return Annotated[kind, typer.Option(*names, **self.details), _Lowest(self.at_least)]


def option(metavar: str, text: str, *names: str, default: Any = None, **details: Any) -> Any:
    """The default of a parameter that is an option with a value.

    Args:
        metavar: what stands for the value in the help; "" for what its type says.
        text: of the help.
        names: if not only `--` and the parameter's name: other names, or a letter, as in "-n".
        default: `...` where it must be given.
        details: further keywords of `typer.Option`; `panel`, if not that of the option set; and
            `at_least`, the lowest value.
    """
    return _declared(typer.Option, text, names, default, metavar=metavar or None, **details)


def flag(text: str, *names: str, default: bool | None = False, **details: Any) -> Any:
    """The default of a parameter that is an option without a value.

    Args:
        text, names, details: as of `option`.
        default: if not False, there is also an option that begins with `--no-`.
    """
    return _declared(typer.Option, text, names, default, **details)


def argument(metavar: str, text: str, default: Any = ..., **details: Any) -> Any:
    """The default of a parameter that is an argument. Args: as of `option`."""
    return _declared(typer.Argument, text, (), default, metavar=metavar, **details)


def _declared(
    make: Callable[..., Any],
    text: str,
    names: tuple[str, ...],
    default: Any,
    at_least: int | None = None,
    **details: Any,
) -> _Declared:
    if "panel" in details:
        details["rich_help_panel"] = details.pop("panel")
    details = {"show_default": default is not None, "help": text or None} | details
    return _Declared(make, default, names, details, at_least)


@dataclass_transform(kw_only_default=True, eq_default=False)
def option_set(panel: str | None = None) -> Callable[[type[T]], type[T]]:
    """A dataclass of options. It has no `repr` or comparison: making them costs start-up time.

    Args: panel: where the help shows its options, those apart that name a panel of their own.
    """

    def decorate(cls: type[T]) -> type[T]:
        declared: dict[str, _Declared] = {}
        for name in cls.__annotations__:
            value = cls.__dict__.get(name)
            if isinstance(value, _Declared):
                declared[name] = value
                if value.make is typer.Option:
                    details = {"rich_help_panel": panel, **value.details}
                    declared[name] = value._replace(details=details)
                if value.default is ...:
                    delattr(cls, name)
                else:
                    setattr(cls, name, value.default)
        for base in cls.__bases__:
            declared = {**getattr(base, DECLARED, {}), **declared}
        setattr(cls, DECLARED, declared)
        return dataclass(kw_only=True, repr=False, eq=False)(cls)

    return decorate


def command(function: Callable[..., int | None]) -> Callable[..., None]:
    """Make a function with option sets a command that Typer understands.

    Args: function: returns the exit code; None for 0.

    Raises: TypeError: two options have the same name.
    """
    own = signature(function).parameters
    hints = get_type_hints(function)
    flat: dict[str, Parameter] = {}
    for name, parameter in own.items():
        default = parameter.default
        if isinstance(default, _Declared):
            hints[name] = default.hint(name, hints[name])
            default = Parameter.empty if default.default is ... else default.default
        _flatten(name, hints[name], default, flat)

    flat["context"] = _CONTEXT

    def run(context: typer.Context, **values: Any) -> None:
        given = _given_options(context)
        _GIVEN.set(frozenset(given))
        _check_files(function.__name__, values, flat)
        for name in given:
            _check_lowest(values[name], given[name], flat[name])
        usual = {name: parameter.default for name, parameter in flat.items()}
        exclude(function.__name__, values, usual, given)
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


def _check_lowest(value: Any, shown: str, parameter: Parameter) -> None:
    """Raise OptionError if the value of an option is lower than is allowed."""
    for lowest in getattr(parameter.annotation, "__metadata__", ()):
        if isinstance(lowest, _Lowest) and lowest.value is not None and value < lowest.value:
            raise OptionError(f"must be {lowest.value} or greater, got {value}", source=shown)


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
            if name == other or name not in WRITTEN or (name not in _NEW and other in replaced):
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
    hints = get_type_hints(options)
    for name, declared in getattr(options, DECLARED).items():
        hints[name] = declared.hint(name, hints[name])
    return {field.name: hints[field.name] for field in fields(options)}


def _flatten(name: str, hint: Any, default: Any, flat: dict[str, Parameter]) -> None:
    if is_dataclass(hint):
        assert isinstance(hint, type)
        for inner, hint_of_inner in _hints(hint).items():
            _flatten(inner, hint_of_inner, getattr(hint, inner, Parameter.empty), flat)
    elif name in flat:
        raise TypeError(f"two options are called {name!r}")
    else:
        flat[name] = Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def _value(name: str, hint: Any, values: dict[str, Any]) -> Any:
    if not is_dataclass(hint):
        return values[name]
    assert isinstance(hint, type)
    return hint(**{inner: _value(inner, h, values) for inner, h in _hints(hint).items()})


def _given_options(context: typer.Context) -> dict[str, str]:
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
