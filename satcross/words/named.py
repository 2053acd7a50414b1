"""Word lists that are called by a name instead of a path: the built-in ones, and the user's."""

from __future__ import annotations

import os
import sys
from pathlib import Path

BUILTIN = "builtin"
VULGAR = "vulgar"
SUFFIX = ".dict.gz"


def lists_folder() -> Path:
    """The folder of the lists that the user has built: `lists` in satcross's data folder.

    `SATCROSS_DATA` names the data folder; without it, it is where the system keeps such data.
    """
    given = os.environ.get("SATCROSS_DATA")
    if given:
        return Path(given) / "lists"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "satcross" / "lists"


def list_path(name: str) -> Path:
    """The file of the user's list with a name."""
    return lists_folder() / f"{name}{SUFFIX}"


def built_names() -> tuple[str, ...]:
    """The names of the lists that the user has built, in alphabetical order."""
    folder = lists_folder()
    found = folder.glob(f"*{SUFFIX}") if folder.is_dir() else ()
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in found))


def known_names() -> tuple[str, ...]:
    """The names of all lists: ours, those that the user has built, those of other packages."""
    from satcross import plugins

    return (BUILTIN, VULGAR, *built_names(), *plugins.names(plugins.LISTS))


def is_name(path: Path) -> bool:
    """Whether this is the name of a list rather than a path: a bare word, and no file."""
    is_bare = str(path) == path.name and path.suffix == "" and path.name not in ("", "-")
    return is_bare and not path.exists() and path.name.replace("-", "").isalnum()
