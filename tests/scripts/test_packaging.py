"""The recipe, the site's menu, the matrix and the workflows agree with the project."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from container_steps import steps
from dependencies import project
from site_sources import linked, pages
from site_text import rewritten

import satcross

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


def test_data_files_are_in_the_wheel() -> None:
    patterns = DATA["tool"]["setuptools"]["package-data"]["satcross"]
    package = ROOT / "satcross"
    packed = {path for pattern in patterns for path in package.glob(pattern.replace("**", "**/*"))}
    for kind in ("*.toml", "*.ttf", "*.txt", "*.gz", "*.words", "*.css", "*.js", "*.html"):
        assert set(package.rglob(kind)) <= packed, kind


def test_the_recipe_is_whole() -> None:
    """As conda-forge's form has it: known sections and keys, and a release that is ours."""
    yaml = pytest.importorskip("yaml")
    recipe = yaml.safe_load(text("packaging/conda-forge/recipe.yaml"))
    assert set(recipe) == {
        "context", "package", "source", "build", "requirements", "tests", "about"
    }  # fmt: skip
    assert set(recipe["requirements"]) == {"build", "host", "run"}
    assert re.fullmatch(r"[0-9a-f]{64}", recipe["source"]["sha256"])
    assert DATA["project"]["name"] == recipe["package"]["name"]
    assert recipe["context"]["version"] == satcross.__version__
    for used in re.findall(r"\$\{\{ (.+?) \}\}", text("packaging/conda-forge/recipe.yaml")):
        assert used in ("version", "PYTHON", 'compiler("c")', 'stdlib("c")')
    # The entry point and the files that it names are there.
    (entry,) = recipe["build"]["python"]["entry_points"]
    name, target = entry.split(" = ")
    assert DATA["project"]["scripts"] == {name: target}
    for path in [*recipe["about"]["license_file"], *recipe["tests"][1]["files"]["source"]]:
        assert (ROOT / path).is_file(), path


def test_the_citation_names_the_project() -> None:
    yaml = pytest.importorskip("yaml")
    cited, named = yaml.safe_load(text("CITATION.cff")), DATA["project"]
    assert (cited["cff-version"], cited["type"]) == ("1.2.0", "software")
    assert (cited["title"], cited["license"]) == (named["name"], named["license"])
    assert cited["authors"] == named["authors"]
    assert "version" not in cited  # of which satcross/__init__.py is the only place


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
        (
            "Args:\n    a, b: both,\n        as told.\n    c: see the module.",
            "Args:\n    a: both,\n        as told.\n    b: both,\n        as told.\n"
            "    c: see above.",
        ),
        (">>> 1\n1", "Examples:\n    >>> 1\n    1"),
    ],
)
def test_docstrings_for_the_site(ours: str, googles: str) -> None:
    assert rewritten(ours) == googles


def test_the_container_needs_no_compiler_and_is_not_root() -> None:
    lines = text("packaging/Containerfile")
    assert "--only-binary :all:" in lines
    assert "USER satcross" in lines


def test_the_steps_of_the_container_are_those_that_can_be_tried() -> None:
    """`scripts/container_steps.py` takes each of them in a chroot; that needs root."""
    taken = list(steps(text("packaging/Containerfile")))
    assert [name for name, _ in taken] == [
        "FROM", "COPY", "RUN", "USER", "WORKDIR", "ENTRYPOINT", "CMD",
    ]  # fmt: skip
    assert json.loads(dict(taken)["ENTRYPOINT"]) == ["satcross"]


def test_the_site_needs_nothing_that_the_tests_install() -> None:
    extras = DATA["project"]["optional-dependencies"]
    assert not [part for part in extras["dev"] if "mkdocs" in part or "nbconvert" in part]
    assert sys.version_info >= (3, 11)


@pytest.mark.slow
@pytest.mark.parametrize(
    "source", sorted((ROOT / "examples/tutorials").glob("*.py")), ids=lambda path: path.stem
)
def test_tutorials_run(source: Path) -> None:
    done = subprocess.run(
        [sys.executable, source], check=False, capture_output=True, text=True, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "stopped" not in done.stdout
