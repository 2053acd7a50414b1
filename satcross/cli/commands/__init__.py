"""The commands of `satcross`: one a file, and those of other packages.

A command is added by one file in a folder `commands`: of this package if it is about any puzzle, or
of the room that it belongs to, a folder of `satcross.kinds` or `satcross.apps`. The file's name is
the command's, with `_` for each `-`, and so is that of its `Command` or `Group`. Nothing else names
it: this module finds the files. Other packages bring commands by entry points:
docs/guide/plugins.md. To look for these takes tens of milliseconds, so that is done only for a name
that is not one of ours, and to list all commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, TypeVar

from satcross import plugins, rooms
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.cli.options.command import Command, Group

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class _Listed(Protocol):
    """What has its place in `satcross --help`."""

    @property
    def name(self) -> str: ...

    @property
    def panel(self) -> str: ...

    @property
    def place(self) -> int: ...


_ListedT = TypeVar("_ListedT", bound=_Listed)


@cache
def _modules() -> dict[str, str]:
    """The module of each of our own commands, by the command's name. None is imported."""
    found = {}
    for folder in ("cli/commands", *(f"{room}/commands" for room in rooms.rooms())):
        for name in rooms.files_in(folder):
            module = f"satcross.{folder.replace('/', '.')}.{name}"
            found[name.replace("_", "-")] = module
    return found


def files() -> dict[str, str]:
    """The file of each of our own commands, by the command's name."""
    return {name: rooms.file_of(module) for name, module in sorted(_modules().items())}


@cache
def own_names() -> tuple[str, ...]:
    """The names of our own commands, sorted. No module is imported."""
    return tuple(sorted(_modules()))


def find(name: str) -> Command | Group | None:
    """The command of this name; None if there is none. Of ours, its module alone is imported.

    Raises:
        OptionError: it is another package's, and cannot be used.
    """
    if module := _modules().get(name):
        found: Command | Group = getattr(import_module(module), name.replace("-", "_"))
        return found
    return _of_package(name) if name in plugins.names(plugins.COMMANDS) else None


def find_all(names: Iterable[str]) -> list[Command | Group]:
    """The commands of these names, without those that there are not. Raises: as `find`."""
    return [one for name in names if (one := find(name)) is not None]


def of_packages() -> tuple[list[str], list[str]]:
    """The names of other packages' commands, and for each that cannot be used why, in a line."""
    good: list[str] = []
    problems: list[str] = []
    for name in plugins.names(plugins.COMMANDS):
        try:
            _of_package(name)
        except OptionError as error:
            problems.append(str(error))
        else:
            good.append(name)
    return good, problems


def in_order(commands: Iterable[_ListedT]) -> list[_ListedT]:
    """Commands in the order of `satcross --help`."""
    from satcross.cli.options.command import HelpPanel

    panels: list[str] = [*HelpPanel]

    def key(one: _Listed) -> tuple[int, str, int, str]:
        panel = one.panel or HelpPanel.OTHERS
        at = panels.index(panel) if panel in panels else len(panels)
        return at, panel, one.place, one.name

    return sorted(commands, key=key)


def declared() -> dict[str, Command]:
    """All of our own commands, by name; those of groups as in `words stats`."""
    from satcross.cli.options.command import Command

    found: dict[str, Command] = {}
    for one in in_order(find_all(own_names())):
        if isinstance(one, Command):
            found[one.name] = one
        else:
            found |= {f"{one.name} {name}": inner for name, inner in one.commands.items()}
    return found


def find_inner(path: Sequence[str]) -> Command | Group | None:
    """The command of these names, one for each group that it is in; None if there is none."""
    found = find(path[0]) if path else None
    for name in path[1:]:
        found = getattr(found, "commands", {}).get(name)
    return found


@cache
def _of_package(name: str) -> Command | Group:
    """The command that the entry point of this name stands for. Raises OptionError."""
    from satcross.cli.options.command import Command, Group

    problem, hint = "", "remove that package"
    if name in own_names():
        problem = "has the name of a command of satcross, which stays what it is"
    elif not _NAME.fullmatch(name):
        problem = "is no name of a command: lower-case letters, digits and hyphens are"
    else:
        found = plugins.load(plugins.COMMANDS, name)
        if isinstance(found, Command | Group) and found.name == name:
            return found
        problem, hint = "is no command of that name", "see docs/guide/plugins.md"
    package = plugins.package_of(plugins.COMMANDS, name)
    raise OptionError(f"{name!r} of {package} {problem}", hint=hint, source=plugins.COMMANDS)
