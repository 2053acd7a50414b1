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
    return _folder("Application Support", "XDG_DATA_HOME", ".local/share") / "lists"


def cache_folder() -> Path | None:
    """The folder of the lists that were read, for the next time; None if none are to be kept.

    `SATCROSS_CACHE` names it, and an empty value says that nothing is to be kept; without it, it is
    where the system keeps such files.
    """
    given = os.environ.get("SATCROSS_CACHE")
    if given is not None:
        return Path(given) if given else None
    try:
        return _folder("Caches", "XDG_CACHE_HOME", ".cache") / "read-lists"
    except RuntimeError:  # there is no home folder
        return None


def _folder(mac: str, variable: str, other: str) -> Path:
    """satcross's folder where the system keeps files of a kind."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / mac
    else:
        base = Path(os.environ.get(variable) or Path.home() / other)
    return base / "satcross"


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
