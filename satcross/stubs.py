"""Modules whose names are imported when they are first asked for.

The command line needs few of them for one command, and some bring PySAT or other libraries. The
stub of such a module is the only list of its names, one import a line, as type checkers read it.
"""

import sys
from collections.abc import Callable


def public_names(
    module: str, file: str
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """`__all__`, `__getattr__` and `__dir__` of a module. Args: file: beside which its stub is."""
    with open(f"{file}i", encoding="utf-8") as stub:  # noqa: PTH123  # start-up
        module_of = {line.split()[3]: line.split()[1] for line in stub if line.startswith("from ")}
    names = sorted(module_of)

    def get(name: str) -> object:
        if name not in module_of:
            # Python adds what it finds to be similar; of `freeform` it does not find
            # `make_freeform`.
            like = [known for known in names if name in known and not name.startswith("_")]
            hint = f"; did you mean {' or '.join(like[:3])}?" if like else ""
            raise AttributeError(
                f"module {module!r} has no attribute {name!r}{hint}",
                name=None if like else name,
                obj=None if like else sys.modules[module],
            )
        # As `from module import name` does it: `dimacs` is a module itself.
        value = getattr(__import__(module_of[name], fromlist=(name,)), name)
        setattr(sys.modules[module], name, value)
        return value

    return names, get, lambda: names
