"""Options of a command that are declared in the library: see `satcross.options`."""

from __future__ import annotations

from typing import Any, get_type_hints

from satcross.cli.options.command import DECLARED, REFUSED, flag, option
from satcross.options import declared, exclusions_of


def declare(options: type[Any], panel: str) -> None:
    """Make a dataclass of options an option set, as `option_set` makes them.

    Args: panel: where the help shows them.
    """
    hints, found = get_type_hints(options), {}
    for name, one in declared(options).items():
        default = getattr(options, name)
        if hints[name] is bool:
            found[name] = flag(one.text, panel=panel)
        else:
            least, most = one.bounds
            found[name] = option(
                one.metavar, one.text, default=default, panel=panel, at_least=least, at_most=most
            )
    setattr(options, DECLARED, found)
    setattr(options, REFUSED, exclusions_of(options))
