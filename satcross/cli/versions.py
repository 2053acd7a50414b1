"""What `satcross --version` says: this version, and what is installed with it."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib import metadata

from satcross import __version__, plugins
from satcross.cli.config import file_in_use
from satcross.solve.lazy.engine import kernel


def lines() -> Iterator[str]:
    """What to print, line by line; the first one is the version."""
    yield f"satcross {__version__} (search: {kernel()})"
    yield f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    try:
        requirements = metadata.requires("satcross") or []
    except metadata.PackageNotFoundError:  # run from a checkout that is not installed
        requirements = []
    by_extra: dict[str, list[str]] = {"": [], "count": [], "serve": []}
    for text in requirements:
        name, wanted = re.match(r"[\w.-]+", text), re.search(r"extra == ['\"](\w+)", text)
        group = by_extra.get(wanted[1] if wanted else "")
        if name and group is not None:
            group.append(f"{name[0]} {_version(name[0])}")
    if by_extra[""]:
        yield ", ".join(by_extra[""])
    for extra, found in by_extra.items():
        if extra and found:
            lacking = [text.split()[0] for text in found if text.endswith(" -")]
            yield f"{extra}: " + (
                f"not installed (pip install 'satcross[{extra}]')"
                if len(lacking) == len(found)
                else ", ".join(found)
            )
    for kind in plugins.GROUPS:
        for found_name in plugins.names(kind):
            from satcross.cli.brought import problem_of  # imports much, and mostly there is none

            shown = kind.partition(".")[2].removesuffix("s")
            owners = " and ".join(plugins.packages_of(kind, found_name))
            problem = problem_of(kind, found_name)
            said = f" (not in use: {problem})" if problem else ""
            yield f"{shown} {found_name}: {owners}{said}"
    if file_in_use():
        yield f"configuration: {file_in_use()}"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"
