"""Whether what other packages bring is in use, for `satcross --version`."""

from __future__ import annotations

from collections.abc import Callable, Collection

from satcross import outputs, plugins, rules
from satcross.cli import commands
from satcross.errors import OptionError
from satcross.formats import registry
from satcross.formats.registry import format_named
from satcross.model.kinds import kind_named, kinds
from satcross.solve.backends import registry as solvers
from satcross.words.named import BUILTIN, VULGAR


def problem_of(group: str, name: str) -> str:
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
        return [kind.value for kind in kinds() if kind.is_ours]
    return {
        plugins.FORMATS: registry.NAMES,
        plugins.OUTPUTS: outputs.own_names(),
        plugins.SOLVERS: solvers.names(),
        plugins.LISTS: (BUILTIN, VULGAR),
        plugins.COMMANDS: commands.own_names(),
        plugins.RULES: rules.own_names(),
    }[group]
