"""The rooms of satcross: the folders of kinds and of apps, which nothing else names.

What others must know of a room is in a file whose name says what it is: `outputs.py`, `printed.py`,
`served.py` or the files of `commands/`, `rules/` and `checkers/`. Start-up looks at this, so it
uses `os` alone.
"""

import os
from functools import cache
from importlib import import_module
from types import ModuleType

from satcross.errors import OptionError

_PACKAGE = os.path.dirname(__file__)  # noqa: PTH120


@cache
def rooms() -> tuple[str, ...]:
    """The folders of all rooms, sorted: "apps/wordsearch", …."""
    return tuple(
        f"{house}/{name}"
        for house in ("apps", "kinds")
        for name in sorted(os.listdir(f"{_PACKAGE}/{house}"))  # noqa: PTH208
        if os.path.isfile(f"{_PACKAGE}/{house}/{name}/__init__.py")  # noqa: PTH113
    )


@cache
def files_in(folder: str) -> tuple[str, ...]:
    """The names of the public modules in a folder of satcross, sorted; none if it is not there."""
    try:
        files = os.listdir(f"{_PACKAGE}/{folder}")  # noqa: PTH208
    except FileNotFoundError:
        return ()
    return tuple(sorted(file[:-3] for file in files if file.endswith(".py") and file[0] != "_"))


def file_of(module: str) -> str:
    """The file of a module of satcross, which is not imported. Args: module: dotted."""
    return f"{_PACKAGE}/{module.partition('.')[2].replace('.', '/')}.py"


@cache
def module_in(folder: str, name: str) -> str:
    """The module of this name in a folder of this name of a room, dotted; "" if none has one."""
    for room in rooms():
        if name in files_in(f"{room}/{folder}"):
            return f"satcross.{room.replace('/', '.')}.{folder}.{name}"
    return ""


def folders(name: str) -> list[str]:
    """The paths of the folders of this name of all rooms that have one."""
    found = (f"{_PACKAGE}/{room}/{name}" for room in rooms())
    return [path for path in found if os.path.isdir(path)]  # noqa: PTH112


def require(room: str, what: str) -> None:
    """Raise OptionError if a room is not there. Args: what: needs it, as in "a list of words"."""
    if room not in rooms():
        raise OptionError(
            f"{what} needs satcross/{room}, which this installation lacks",
            hint="install satcross whole",
        )


def only(name: str, what: str, hint: str, parameter: str = "") -> ModuleType:
    """The module of this name of the room that has it.

    Args: what: says what is missing without it; hint, parameter: as of `OptionError`.

    Raises: OptionError: no room has one.
    """
    for module in modules(name):
        return module
    raise OptionError(
        f"nothing in this installation {what}",
        hint=f"{hint}, or install satcross whole",
        parameter=parameter,
    )


@cache
def modules(name: str) -> tuple[ModuleType, ...]:
    """The modules of this name of all rooms that have one, imported."""
    return tuple(
        import_module(f"satcross.{room.replace('/', '.')}.{name}")
        for room in rooms()
        if name in files_in(room)
    )
