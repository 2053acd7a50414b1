"""Word lists that are called by a name instead of a path: the built-in ones, and the user's."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from satcross.errors import OptionError
from satcross.words.builtin import BUILTIN_MIN_SCORE, BUILTIN_VULGAR, builtin_pieces
from satcross.words.scales import split_scale
from satcross.words.wordlist import WordList

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


def resolved(given: Iterable[Path], min_score: int | None = None) -> list[Path]:
    """The files of word lists, each given by its path or its name, and each with its scale.

    A file that exists is never a name.

    Args: min_score: the pieces of the built-in list go down to it; by default to the usual minimum.
    Raises: OptionError: a name without any list, or with something else than a scale.
    """
    from satcross.words.files import installed

    lowest = BUILTIN_MIN_SCORE if min_score is None else min_score
    files: list[Path] = []
    for argument in given:
        path, scale = split_scale(argument)
        found: list[Path] = []
        if not is_name(path):
            found.append(path)
        elif path.name == BUILTIN:
            found += builtin_pieces(lowest if min_score is None else scale.lowest(lowest))[0]
        elif path.name == VULGAR:
            found.append(BUILTIN_VULGAR)
        elif list_path(path.name).is_file():
            found.append(list_path(path.name))
        elif (file := installed(path)) != path:
            found.append(file)
        else:
            raise OptionError(
                "there is no such file, and no list of that name",
                hint=f"names are {', '.join(known_names())}; `satcross words build` makes more",
                source=str(path),
            )
        suffix = str(argument)[len(str(path)) :]
        files += [Path(f"{file}{suffix}") for file in found]
    return files


def load_lists(given: Sequence[Path], *, min_score: int | None = None, **options: Any) -> WordList:
    """The words of lists, each given by its path or its name; of the built-in one without any.

    Args:
        min_score: leaves out words with a lower score; by default the usual minimum where the
            built-in list is the only one, and none with others.
        options: others of `WordList.load`.

    Raises:
        OptionError: a name without any list, or a wrong option.
        WordListError: a list cannot be read.
    """
    if list(given) in ([], [Path(BUILTIN)]):
        lowest = BUILTIN_MIN_SCORE if min_score is None else min_score
        return WordList.builtin(min_score=lowest, **options)
    return WordList.load(*resolved(given, min_score), min_score=min_score, **options)


def is_name(path: Path) -> bool:
    """Whether this is the name of a list rather than a path: a bare word, and no file."""
    is_bare = str(path) == path.name and path.suffix == "" and path.name not in ("", "-")
    return is_bare and not path.exists() and path.name.replace("-", "").isalnum()
