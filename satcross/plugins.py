"""Formats, outputs, solvers, lists, commands, kinds, rules of other packages, by entry points.

A package names them in its metadata, in one of these groups; docs/guide/plugins.md has the protocol
of each. The metadata of all packages takes tens of milliseconds to look through, so that is done
only for a name that is not one of ours, and to list what there is.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from satcross.errors import OptionError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

FORMATS: Final = "satcross.formats"
OUTPUTS: Final = "satcross.outputs"
SOLVERS: Final = "satcross.solvers"
LISTS: Final = "satcross.lists"
COMMANDS: Final = "satcross.commands"
KINDS: Final = "satcross.kinds"
RULES: Final = "satcross.rules"
CHECKERS: Final = "satcross.checkers"  # of rules
GROUPS: Final = (FORMATS, OUTPUTS, SOLVERS, LISTS, COMMANDS, KINDS, RULES)


@cache
def _all() -> Any:
    """All entry points that there are, of which `select` gives some: `EntryPoints` since 3.12."""
    from importlib.metadata import entry_points

    return entry_points()


@cache
def _found(group: str) -> dict[str, list[EntryPoint]]:
    """The entry points of a group by name, in the order of their names."""
    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(_all().select(group=group), key=lambda point: (point.name, point.value)):
        known = found.setdefault(point.name, [])
        if all(point.value != other.value for other in known):  # installed twice on the path
            known.append(point)
    return found


def names(group: str) -> tuple[str, ...]:
    """What other packages bring of a group."""
    return tuple(_found(group))


def package_of(group: str, name: str) -> str:
    """The package that brings it, with its version."""
    return packages_of(group, name)[0]


def packages_of(group: str, name: str) -> list[str]:
    """All packages that bring it, with their versions; more than one are one too many."""
    dists = [point.dist for point in _found(group)[name]]
    return [f"{dist.name} {dist.version}" if dist is not None else "?" for dist in dists]


def load(group: str, name: str) -> Any:
    """What the entry point called `name` stands for; None if there is none.

    Raises:
        OptionError: two packages bring one, or it cannot be imported.
    """
    points = _found(group).get(name, [])
    if not points:
        return None
    if len(points) > 1:
        owners = " and ".join(str(point.dist.name if point.dist else "?") for point in points)
        raise OptionError(
            f"{name!r} is brought by {owners}", hint="uninstall one of them", source=group
        )
    try:
        return points[0].load()
    except Exception as error:
        raise OptionError(
            f"{name!r} of {package_of(group, name)} cannot be imported:"
            f" {type(error).__name__}: {error}",
            hint="reinstall or remove that package",
            source=group,
        ) from error


def forget() -> None:
    """Look again at the next question: packages were installed meanwhile. For tests."""
    _all.cache_clear()
    _found.cache_clear()
