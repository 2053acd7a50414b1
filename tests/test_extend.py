"""What packages and rooms take: names of two modules, few enough to know, each explained."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from types import FunctionType

import pytest

MODULES = ["satcross.extend", "satcross.commandline"]
MOST_NAMES = 250
"""Of both modules."""


@cache
def stub(module: str) -> list[tuple[str, str]]:
    """The modules and names of a stub, in order."""
    path = Path(str(import_module(module).__file__)).with_suffix(".pyi")
    nodes = ast.parse(path.read_text("utf-8")).body
    return [(str(n.module), n.names[0].name) for n in nodes if isinstance(n, ast.ImportFrom)]


def test_they_are_few() -> None:
    assert sum(len(stub(module)) for module in MODULES) <= MOST_NAMES


@pytest.mark.parametrize("module", MODULES)
def test_each_name_is_there_and_no_other(module: str) -> None:
    loaded = import_module(module)
    assert dir(loaded) == loaded.__all__ == sorted(name for _, name in stub(module))
    for place, name in stub(module):
        assert getattr(loaded, name) is getattr(import_module(place), name)
    with pytest.raises(AttributeError, match=f"{module}.* has no attribute 'Grids?'"):
        loaded.Grids  # noqa: B018  # type: ignore[attr-defined]


@pytest.mark.parametrize("module", MODULES)
def test_each_is_explained_where_it_is_or_in_the_module(module: str) -> None:
    """Classes and functions have docstrings; what else there is, the module's docstring names."""
    loaded = import_module(module)
    told = set(re.findall(r"`(\w+)`", loaded.__doc__ or ""))
    for _, name in stub(module):
        value = unwrap(getattr(loaded, name))
        has_own = isinstance(value, type | FunctionType) and value.__doc__
        assert has_own or name in told, name
