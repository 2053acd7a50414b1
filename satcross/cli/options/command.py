"""Option sets: dataclasses that become options of a command.

    @option_set("Search")
    class SearchOptions:
        seed: int = option("N", "Random seed: …", default=0)

    @command(HelpPanel.QUESTIONS, 50, examples=EXAMPLES)
    def count(
        puzzle: PuzzleOptions, *, search: SearchOptions, all_: bool = flag("All fills.")
    ) -> int: ...

`count` is a `Command` then. It has the options of both sets beside its own, in the order of its
parameters, and gets an instance of each set. A set may have fields that are sets. It says what its
options mean in its methods, so that every command that takes it does the same. What else there is
to say of a command, its declaration says: its place in the help, which options do not go together,
what files it may replace. Nothing else names it: see `satcross.cli.commands`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from inspect import Parameter, Signature, cleandoc, signature
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_args,
    get_type_hints,
)

import typer
from typer.models import ArgumentInfo, OptionInfo

from satcross.cli.errors import escaped_stdout
from satcross.errors import OptionError
from satcross.exclusions import Exclusion, exclude, parse_exclusions
from satcross.files import same_file
from satcross.options import range_of

T = TypeVar("T")
_CONTEXT = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
_GIVEN: ContextVar[frozenset[str]] = ContextVar("given", default=frozenset())
DECLARED = "_declared_by_field"
REFUSED = "_exclusions_of_set"


class HelpPanel(StrEnum):
    """A panel of `satcross --help`, in its order. Packages may have others, which follow."""

    GRIDS = "Grids"
    QUESTIONS = "Questions about all fills of a grid"
    PAGES = "Words, clues and pages"
    PUZZLES = "Other puzzles"
    PROGRAMS = "Solvers and programs"
    OTHERS = "Commands of other packages"


# The metavars of parameters that name files or folders, and the names of those that are written.
FILES = frozenset({
    "FILE", "FILE|NAME", "FOLDER", "FOLDER|FILE", "DIR", "GRID", "[GRID]", "[GRID]...", "FILLED",
    "TEMPLATE", "WORDS", "JOBS", "NAME.cnf", "SOLVER-OUTPUT", "STRUCTURE", "[OUTPUT]", "FROM", "TO",
    "OUT", "LIST", "FILE...", "OLD", "NEW", "BASE", "OURS", "THEIRS",
})  # fmt: skip
WRITTEN = ("output", "state", "to", "target", "out", "certificate", "key")
_NEW = ("state", "certificate")  # never what a draft becomes


@dataclass(frozen=True)
class _Bounds:
    """The lowest and the highest value of an option; None for any."""

    least: int | None
    most: int | None


class _Declared(NamedTuple):
    """What a parameter of a command, or a field of an option set, is on the command line.

    Args:
        make: `typer.Option` or `typer.Argument`.
        default: of the parameter; `...` where it must be given.
        names: of an option, without the long one where that is `--` and the parameter's name.
        details: keywords of `make`.
        at_least, at_most: the lowest and the highest value; None for any.
    """

    make: Callable[..., Any]
    default: Any
    names: tuple[str, ...]
    details: Mapping[str, Any]
    at_least: int | None = None
    at_most: int | None = None

    def hint(self, name: str, kind: Any) -> Any:
        """The parameter's type, as Typer takes it. Args: name, kind: of the parameter."""
        if self.make is typer.Argument:
            return Annotated[kind, typer.Argument(**self.details)]
        names = self.names
        if not any(text.startswith("--") for text in names):
            long = name.strip("_").replace("_", "-")
            is_switch = kind in (bool, bool | None) and self.default is not False
            names = (*names, f"--{long}/--no-{long}" if is_switch else f"--{long}")
        # Typer lists the values of an enum only where nothing else stands for them.
        details = {**self.details, "metavar": None} if _is_enum(kind) else self.details
        return Annotated[
            kind, typer.Option(*names, **details), _Bounds(self.at_least, self.at_most)
        ]


def _is_enum(kind: Any) -> bool:
    """Whether a type is an enum, or one or None."""
    return any(isinstance(one, type) and issubclass(one, Enum) for one in (kind, *get_args(kind)))


def option(metavar: str, text: str, *names: str, default: Any = None, **details: Any) -> Any:
    """The default of a parameter that is an option with a value.

    Args:
        metavar: what stands for the value in the help; "" for what its type says. "1..5" is the
            range of a number. Of an enum, the help lists the values instead.
        text: of the help.
        names: if not only `--` and the parameter's name: other names, or a letter, as in "-n".
        default: `...` where it must be given.
        details: further keywords of `typer.Option`; `panel`, if not that of the option set; and
            `at_least` and `at_most`, the lowest and the highest value.
    """
    if bounds := range_of(metavar):
        details = dict(zip(("at_least", "at_most"), bounds, strict=True)) | details
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
    at_most: int | None = None,
    **details: Any,
) -> _Declared:
    if "panel" in details:
        details["rich_help_panel"] = details.pop("panel")
    details = {"show_default": default is not None, "help": text or None} | details
    return _Declared(make, default, names, details, at_least, at_most)


@dataclass_transform(kw_only_default=True, eq_default=False)
def option_set(panel: str | None = None, *, exclusions: str = "") -> Callable[[type[T]], type[T]]:
    """A dataclass of options. It has no `repr` or comparison: making them costs start-up time.

    Args:
        panel: where the help shows its options, those apart that name a panel of their own.
        exclusions: which of its options do not go together, as `command` takes them.
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
        setattr(cls, REFUSED, exclusions)
        return dataclass(kw_only=True, repr=False, eq=False)(cls)

    return decorate


class Command:
    """A command, as `command` makes it of a function.

    Args:
        function: has option sets; returns the exit code, None for 0.
        panel, place, examples, guide, exclusions, replaces, lacks: as of `command`.

    Raises: TypeError: two options have the same name.
    """

    def __init__(
        self,
        function: Callable[..., int | None],
        panel: str,
        place: int,
        examples: str,
        guide: str,
        exclusions: str,
        replaces: Collection[str],
        lacks: Mapping[str, str],
    ) -> None:
        self.name = function.__name__.strip("_").replace("_", "-")
        self.panel, self.place, self.examples, self.guide = panel, place, examples, guide
        self.replaces, self.lacks = replaces, lacks
        self._function, self._exclusions = function, exclusions
        own = signature(function).parameters
        self._hints = get_type_hints(function)
        flat: dict[str, Parameter] = {}
        for name, parameter in own.items():
            default = parameter.default
            if isinstance(default, _Declared):
                self._hints[name] = default.hint(name, self._hints[name])
                default = Parameter.empty if default.default is ... else default.default
            _flatten(name, self._hints[name], default, flat)
        self._own, self._flat = tuple(own), flat

    @property
    def summary(self) -> str:
        """The first line of its help."""
        return cleandoc(self._function.__doc__ or "").partition("\n")[0]

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """Its parameters and those of its option sets, as Typer takes them."""
        return self._flat

    def exclusions(self) -> list[Exclusion]:
        """Which of its options do not go together: its own rows, then those of its option sets."""
        texts = [self._exclusions, *_exclusions_of_sets(self._hints[name] for name in self._own)]
        return [row for text in texts for row in parse_exclusions(text)]

    def add_to(self, app: typer.Typer) -> None:
        """Add it to a command line."""
        add = app.command(self.name, epilog=self.examples, rich_help_panel=self.panel or None)
        add(self._typer_callback())

    def check_given(self, context: typer.Context, values: Mapping[str, Any]) -> None:
        """Raise OptionError if what the command line gives does not go together, or is too low.

        `given_by_hand` has the names of what it gives from then on.

        Args: values: of all parameters.
        """
        given, flat = _given_options(context), self._flat
        _GIVEN.set(frozenset(given))
        _check_files(self.replaces, values, flat)
        for name in given:
            _check_bounds(values[name], given[name], flat[name])
        usual = {name: parameter.default for name, parameter in flat.items()}
        exclude(self.exclusions(), values, usual, given)

    def _typer_callback(self) -> Callable[..., None]:
        flat = {**self._flat, "context": _CONTEXT}

        def run(context: typer.Context, **values: Any) -> None:
            self.check_given(context, values)
            with escaped_stdout():
                found = {name: _value(name, self._hints[name], values) for name in self._own}
                code = self._function(**found)
            if code:
                raise typer.Exit(code)

        run.__name__ = self._function.__name__
        run.__doc__ = unwrapped(self._function.__doc__ or "")
        # Typer reads both of them.
        run.__signature__ = Signature(list(flat.values()))  # type: ignore[attr-defined]
        run.__annotations__ = {name: parameter.annotation for name, parameter in flat.items()}
        return run


def command(
    panel: str = "",
    place: int = 0,
    *,
    examples: str,
    guide: str = "",
    exclusions: str = "",
    replaces: Collection[str] = (),
    lacks: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Callable[..., int | None]], Command]:
    """Make a command of a function, whose docstring is its help, and whose name is its own.

    Args:
        panel: of `satcross --help`: a `HelpPanel`, or another; "" for a command of a group.
        place: in the panel, the lowest first. Ours are 10, 20, …, so that others fit between.
        examples: what follows the help: command lines, and the exit codes.
        guide: the page in `docs/` about it; "" for its part of the page of all commands.
        exclusions: options that do not go together, one `Exclusion` a line, as `parse_exclusions`
            reads them. What options of one option set refuse, the set says.
        replaces: the parameters whose files it may replace, as where a draft is filled.
        lacks: options that people look for here and that it has not, on purpose: what to do
            instead, or why.
    """

    def decorate(function: Callable[..., int | None]) -> Command:
        return Command(function, panel, place, examples, guide, exclusions, replaces, lacks)

    return decorate


class Group:
    """A group of commands, as `satcross words`.

    Args:
        name: as it is typed.
        summary: the first line of its help.
        commands: in the order of its help.
        panel, place, guide: as of `command`.
    """

    lacks: Mapping[str, str] = MappingProxyType({})

    def __init__(
        self,
        name: str,
        summary: str,
        commands: Iterable[Command],
        panel: str,
        place: int,
        guide: str = "",
    ) -> None:
        self.name, self.summary, self.panel, self.place = name, summary, panel, place
        self.commands = {one.name: one for one in commands}
        self.guide = guide

    def add_to(self, app: typer.Typer) -> None:
        """Add it to a command line."""
        inner = typer.Typer(no_args_is_help=True, help=self.summary)
        for one in self.commands.values():
            one.add_to(inner)
        app.add_typer(inner, name=self.name, rich_help_panel=self.panel)


def given_by_hand() -> frozenset[str]:
    """The parameters of the command that stand on the command line."""
    return _GIVEN.get()


def _check_bounds(value: Any, shown: str, parameter: Parameter) -> None:
    """Raise OptionError if the value of an option is lower or higher than is allowed."""
    for bounds in getattr(parameter.annotation, "__metadata__", ()):
        if not isinstance(bounds, _Bounds):
            continue
        least, most = bounds.least, bounds.most
        values = value if isinstance(value, list | tuple) else [value]
        wrong = [
            one
            for one in values
            if (least is not None and one < least) or (most is not None and one > most)
        ]
        if wrong:
            allowed = f"{least} or greater" if most is None else f"{most} or less"
            if least is not None and most is not None:
                allowed = f"from {least} to {most}"
            raise OptionError(f"must be {allowed}, got {wrong[0]}", source=shown)


def _check_files(
    replaces: Collection[str], values: Mapping[str, Any], flat: Mapping[str, Parameter]
) -> None:
    """Raise OptionError if a file that a command writes is another one of its files."""
    if not any(values.get(name) for name in WRITTEN):
        return
    several = any(values.get(name) for name in ("all_", "each", "state"))
    replaced = () if several or values.get("number") not in (None, 1) else replaces
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
        from satcross.tasks.cubes import LEDGER  # in the folder of a state

        return same_file(file, other) or same_file(f"{file}/{LEDGER}", other)
    if "{}" not in file:
        return same_file(file, other)
    numbered = re.escape(os.path.realpath(file)).replace(r"\{\}", "[0-9]+")
    return re.fullmatch(numbered, os.path.realpath(other)) is not None


def unwrapped(text: str) -> str:
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


def _exclusions_of_sets(hints: Iterable[Any]) -> Iterator[str]:
    """What option sets say does not go together, of what they inherit and have in them too."""
    for hint in hints:
        if isinstance(hint, type) and is_dataclass(hint):
            yield from (vars(base).get(REFUSED, "") for base in reversed(hint.__mro__))
            yield from _exclusions_of_sets(_hints(hint).values())


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
