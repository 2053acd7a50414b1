"""pyproject.toml, the lock of continuous integration and the page of licences agree."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from importlib.metadata import version

import pytest
from dependencies import (
    LICENCES,
    LOCK,
    SHIPPED,
    Pin,
    disagreements,
    extras,
    licence_page,
    lowest,
    packages,
    pins,
    project,
)
from packaging.version import Version

DATA = project()


@pytest.fixture(scope="module")
def locked() -> list[Pin]:
    return pins(LOCK.read_text(encoding="utf-8"))


def test_the_lock_is_what_pyproject_asks_for(locked: list[Pin]) -> None:
    assert disagreements(DATA, locked) == [], "run scripts/lock"


def test_the_lock_has_the_server_and_the_build(locked: list[Pin]) -> None:
    names = {pin.name for pin in locked}
    assert names >= {"numpy", "starlette", "uvicorn", "websockets", "setuptools", "cython"}
    assert not names & {"atheris", "ortools", "satcross"}


def test_disagreements_are_found(locked: list[Pin]) -> None:
    numpy = next(pin for pin in locked if pin.name == "numpy")
    others = [pin for pin in locked if pin.name != "numpy"]
    assert [line.rpartition(": ")[2] for line in disagreements(DATA, others)] == ["missing"]
    old = replace(numpy, version=Version("1.0"))
    assert [line.rpartition(": ")[2] for line in disagreements(DATA, [*others, old])] == [
        "pinned to 1.0"
    ]
    bare = replace(numpy, n_hashes=0)
    assert disagreements(DATA, [*others, bare]) == ["numpy: no hash"]
    data = deepcopy(DATA)
    data["project"]["dependencies"] = [
        text for text in data["project"]["dependencies"] if not text.startswith("puzpy")
    ]
    assert disagreements(data, locked) == ["puzpy: no longer required"]


def test_every_runtime_dependency_has_one_lower_bound() -> None:
    found = lowest(DATA)
    assert len(found) == sum(len(extras(DATA)[extra]) for extra in ("", *SHIPPED))
    assert "numpy==" in " ".join(found)


@pytest.mark.snapshot
def test_the_page_has_the_licence_of_every_package_that_is_installed(
    locked: list[Pin], renewed: bool
) -> None:
    """What is not installed here, as the counters on newer Pythons, is not looked at."""
    lowest_pins: dict[str, Version] = {}
    for pin in locked:  # a package has several where releases differ by a marker
        lowest_pins[pin.name] = min(pin.version, lowest_pins.get(pin.name, pin.version))
    older = [
        f"{package.name} {version(package.name)}"
        for package in packages(DATA)
        if package.name in lowest_pins
        and Version(version(package.name)) < lowest_pins[package.name]
    ]
    if older:
        pytest.skip(f"older than the releases that the page is of: {', '.join(older)}")
    if renewed:
        LICENCES.write_text(licence_page(DATA), encoding="utf-8")
    page = LICENCES.read_text(encoding="utf-8")
    assert not [package.row for package in packages(DATA) if f"{package.row}\n" not in page]


def test_licences_allow_to_be_used_with_ours() -> None:
    """Permissive ones, or of libraries (LGPL, MPL) that are installed beside satcross.

    CC-BY-SA-4.0 is that of wordfreq's data: lists are made from them by users, for themselves.
    """
    allowed = r"MIT|MIT-CMU|BSD-[23]-Clause|0BSD|Apache-2\.0|ISC|PSF-2\.0|Zlib|CC0-1\.0|HPND"
    allowed += r"|LGPL-3\.0-only|MPL-2\.0|CNRI-Python|CC-BY-SA-4\.0"
    assert not [
        package
        for package in packages(DATA)
        for licence in re.split(r" (?:AND|OR) ", package.licence.strip("()"))
        if not re.fullmatch(allowed, licence)
    ]
