"""What `help()` shows: public functions describe their own parameters."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from support.public_names import names_in_modules

import satcross as sx

# A reader of help() does not know which module that is.
NOWHERE = re.compile(r"see the module|as the module")
NAMED = {name: getattr(sx, name) for name in dir(sx)} | {
    name: getattr(import_module(module), name) for name, module in names_in_modules().items()
}
REFERENCE = re.compile(r"\b(?:as for|as in|see) `([\w.]+)`")


def public() -> Iterator[tuple[str, Any]]:
    """The public functions and classes, and the public methods of these."""
    for name, value in sorted(NAMED.items()):
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value) and value.__module__.startswith("satcross"):
            yield name, value
            for method, defined in vars(value).items():
                function = getattr(defined, "__func__", defined)
                if inspect.isfunction(function) and not method.startswith("_"):
                    yield f"{name}.{method}", function


PUBLIC = dict(public())
# The modules of the functions that do what a command does.
COMMANDS = {
    "satcross.apps.proofs.checker.check", "satcross.tasks.export", "satcross.apps.lists.wordplay"
}  # fmt: skip
API = [
    name
    for name, value in PUBLIC.items()
    if inspect.isfunction(value)
    and "." not in name
    and (value.__module__ in COMMANDS or value.__module__.endswith(".api"))
]


@pytest.mark.parametrize("name", API)
def test_the_help_of_a_function_lists_each_of_its_parameters(name: str) -> None:
    text = inspect.getdoc(PUBLIC[name]) or ""
    args = re.search(r"^Args:(.*?)(?=^(?:\w+:|>>>)|\Z)", text, re.DOTALL | re.MULTILINE)
    names = inspect.signature(PUBLIC[name]).parameters
    listed = re.findall(r"^ {4}([\w, ]+):", args[1] if args else "", re.MULTILINE)
    assert {one for part in listed for one in part.split(", ")} == set(names)
    assert not re.findall(r":\s(?:as|see) .*`", args[1] if args else "")


def test_no_public_docstring_sends_its_reader_to_a_place_without_a_name() -> None:
    vague = [name for name, value in PUBLIC.items() if NOWHERE.search(inspect.getdoc(value) or "")]
    assert not vague


def test_what_public_docstrings_refer_to_has_a_help_of_its_own() -> None:
    """Modules, public names, and parameters or methods beside the docstring."""
    lost = []
    for name, value in PUBLIC.items():
        for other in REFERENCE.findall(inspect.getdoc(value) or ""):
            owner = NAMED[name.partition(".")[0]]
            parameters = () if inspect.isclass(value) else inspect.signature(value).parameters
            if not (
                other.partition(".")[0] in (*NAMED, "satcross", *parameters)
                or hasattr(owner, other)
            ):
                lost.append(f"{name}: {other}")
    assert not lost
