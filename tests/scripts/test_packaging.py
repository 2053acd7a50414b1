"""The recipe, the site's menu, the matrix and the workflows agree with the project."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from dependencies import project
from site_sources import linked, pages
from site_text import rewritten

ROOT = Path(__file__).resolve().parents[2]
DATA = project()


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_recipe_asks_for_what_pyproject_asks_for() -> None:
    recipe = text("packaging/conda-forge/recipe.yaml")
    run = recipe.split("  run:\n")[1].split("\ntests:")[0]
    wanted = {re.sub(r"(?=[<>])", " ", part, count=1) for part in DATA["project"]["dependencies"]}
    assert set(re.findall(r"- (.+)", run)) == {"python", *wanted}
    for part in DATA["build-system"]["requires"]:
        assert f"- {re.sub(r'(?=[<>])', ' ', part, count=1).lower()}\n" in recipe


def test_the_matrix_has_every_python_that_is_promised() -> None:
    promised = re.findall(r":: (3\.\d+)'", str(DATA["project"]["classifiers"]))
    assert promised[0] == DATA["project"]["requires-python"].removeprefix(">=")
    assert f"PYTHONS = {tuple(promised)}".replace("'", '"') in text("noxfile.py")
    ci = text(".github/workflows/ci.yml")
    assert all(f"tests-{version}" in ci for version in promised[1:])


def test_every_guide_and_reference_page_is_in_the_menu_of_the_site() -> None:
    menu = text("mkdocs.yml")
    for page in pages():
        name = page.relative_to(ROOT).as_posix()
        assert f" {name}\n" in menu or f" {page.parent.relative_to(ROOT).as_posix()}/*\n" in menu


def test_links_of_a_page_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("[a](b.md#c) ![p](q.svg)\n[n]: other.md\n```\n[x](no.md)\n```\n[w](http://z)\n")
    assert {path.name for path in linked(page)} == {"b.md", "q.svg", "other.md"}


@pytest.mark.parametrize(
    ("ours", "googles"),
    [
        ("Args: a: one.", "Args:\n    a: one."),
        ("Args:\n    a, b: both.", "Args:\n    a: both."),
        (">>> 1\n1", "Examples:\n    >>> 1\n    1"),
    ],
)
def test_docstrings_for_the_site(ours: str, googles: str) -> None:
    assert rewritten(ours) == googles


def test_the_container_needs_no_compiler_and_is_not_root() -> None:
    lines = text("packaging/Containerfile")
    assert "--only-binary :all:" in lines
    assert "USER satcross" in lines


def test_the_site_needs_nothing_that_the_tests_install() -> None:
    extras = DATA["project"]["optional-dependencies"]
    assert not [part for part in extras["dev"] if "mkdocs" in part or "nbconvert" in part]
    assert sys.version_info >= (3, 11)
