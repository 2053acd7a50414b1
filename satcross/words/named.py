"""Word lists that are called by a name instead of a path: the built-in ones, and the user's."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from satcross.errors import OptionError
from satcross.words.builtin import BUILTIN_MIN_SCORE, BUILTIN_VULGAR, builtin_pieces

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


def resolved(given: Iterable[Path], min_score: int | None = None) -> list[Path]:
    """The files of word lists, each given by its path or its name.

    A file that exists is never a name.

    Args: min_score: the pieces of the built-in list go down to it; by default to the usual minimum.
    Raises: OptionError: a name without any list.
    """
    lowest = BUILTIN_MIN_SCORE if min_score is None else min_score
    files: list[Path] = []
    for path in given:
        if not _is_name(path):
            files.append(path)
        elif path.name == BUILTIN:
            files += builtin_pieces(lowest)[0]
        elif path.name == VULGAR:
            files.append(BUILTIN_VULGAR)
        elif list_path(path.name).is_file():
            files.append(list_path(path.name))
        else:
            names = ", ".join((BUILTIN, VULGAR, *built_names()))
            raise OptionError(
                "there is no such file, and no list of that name",
                hint=f"names are {names}; `satcross words build` makes more",
                source=str(path),
            )
    return files


def _is_name(path: Path) -> bool:
    is_bare = str(path) == path.name and path.suffix == "" and path.name not in ("", "-")
    return is_bare and not path.exists() and path.name.replace("-", "").isalnum()
