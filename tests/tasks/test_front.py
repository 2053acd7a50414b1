"""`import satcross`: names that are imported when they are asked for."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import satcross


def test_every_name_is_there() -> None:
    for name in satcross.__all__:
        assert getattr(satcross, name) is getattr(satcross, name)
    assert set(satcross.__all__) <= set(dir(satcross))
    with pytest.raises(AttributeError, match="has no attribute 'fills'"):
        satcross.fills  # noqa: B018


def test_no_module_takes_the_place_of_a_function() -> None:
    code = (
        "import satcross as sx;"
        "import satcross.fill, satcross.encode, satcross.decode, satcross.verify;"
        "import satcross.patterns;"
        "from satcross.fill import Fill;"
        "print([type(f).__name__ for f in (sx.fill, sx.encode, sx.decode, sx.verify, sx.patterns)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(["function"] * 5)


def test_dimacs_is_a_module() -> None:
    assert isinstance(satcross.dimacs, ModuleType)
