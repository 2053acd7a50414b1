"""What `satcross --version` says: this version, and what is installed with it."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Collection, Iterator
from importlib import metadata

from satcross import __version__, outputs, plugins, rules
from satcross.cli import commands
from satcross.cli.config import file_in_use
from satcross.errors import OptionError
from satcross.formats import registry
from satcross.formats.registry import format_named
from satcross.model.kinds import is_ours, kind_named, kinds
from satcross.solve.backends import registry as solvers
from satcross.solve.lazy.engine import kernel
from satcross.words.named import BUILTIN, VULGAR


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
            shown = kind.partition(".")[2].removesuffix("s")
            owners = " and ".join(plugins.packages_of(kind, found_name))
            problem = _problem(kind, found_name)
            said = f" (not in use: {problem})" if problem else ""
            yield f"{shown} {found_name}: {owners}{said}"
    if file_in_use():
        yield f"configuration: {file_in_use()}"


def _problem(group: str, name: str) -> str:
    """Why what a package brings is not in use; "" if it is."""
    if name in _names_of_ours(group):
        return "satcross has one of that name"
    if len(owners := plugins.packages_of(group, name)) > 1:
        return "uninstall one of them"
    finders: dict[str, Callable[[str], object]] = {
        plugins.FORMATS: format_named,
        plugins.COMMANDS: commands.find,
        plugins.KINDS: kind_named,
        plugins.RULES: rules.kind_called,
    }
    try:
        if group in finders:
            finders[group](name)
        else:
            plugins.load(group, name)
    except OptionError as error:
        return error.problem.rpartition(f" of {owners[0]} ")[2]  # the package is named before
    return ""


def _names_of_ours(group: str) -> Collection[str]:
    """What satcross has of a group, which no package can replace."""
    if group == plugins.KINDS:
        return [kind.value for kind in kinds() if is_ours(kind.value)]
    return {
        plugins.FORMATS: registry.NAMES,
        plugins.OUTPUTS: outputs.own_names(),
        plugins.SOLVERS: solvers.names(),
        plugins.LISTS: (BUILTIN, VULGAR),
        plugins.COMMANDS: commands.own_names(),
        plugins.RULES: rules.own_names(),
    }[group]


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "-"
