"""`import satcross`: names that are imported when they are asked for."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from support.public_names import names_in_modules

import satcross
from satcross.cli.commands import own_names


def test_every_name_is_there() -> None:
    names = dir(satcross)
    for name in names:
        assert getattr(satcross, name) is getattr(satcross, name)
        assert not name.startswith("_")
    assert names == sorted(set(names))
    with pytest.raises(AttributeError, match="has no attribute 'fills'"):
        getattr(satcross, "fills")  # noqa: B009  # the stub lacks it


def test_no_module_takes_the_place_of_a_function() -> None:
    code = (
        "import satcross as sx;"
        "import satcross.model.fill, satcross.encoding.encode, satcross.encoding.decode;"
        "import satcross.verification.crossword, satcross.apps.construct.patterns.listing;"
        "from satcross.model.fill import Fill;"
        "print([type(f).__name__ for f in (sx.fill, sx.encode, sx.decode, sx.verify, sx.patterns)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(["function"] * 5)


def test_dimacs_is_a_module() -> None:
    assert isinstance(satcross.dimacs, ModuleType)


def test_every_function_is_on_the_page_and_what_it_names_is_there() -> None:
    page = (Path(__file__).parents[1] / "docs/reference/functions.md").read_text("utf-8")
    assert set(re.findall(r"^\| `([a-z]\w*)", page, re.MULTILINE)) <= set(own_names())
    functions = [name for name in dir(satcross) if inspect.isfunction(getattr(satcross, name))]
    assert not [name for name in functions if f"sx.{name}" not in page]
    named = set(re.findall(r"\bsx\.(\w+)", page))
    assert named <= set(dir(satcross))


def test_every_name_is_on_a_page() -> None:
    folder = Path(__file__).parents[1] / "docs/reference"
    pages = "".join((folder / name).read_text("utf-8") for name in ("library.md", "functions.md"))
    words = set(re.findall(r"\w+", pages))
    assert [name for name in dir(satcross) if name not in words] == []


def test_the_names_in_modules_are_there_and_not_at_the_top_too() -> None:
    names = names_in_modules()
    assert len(names) > 50
    for name, module in names.items():
        value = getattr(import_module(module), name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__module__ == module
    assert not set(names) & set(dir(satcross))


def test_the_top_has_no_more_names_than_a_reader_can_go_through() -> None:
    assert len(dir(satcross)) <= 110
