"""Release notes, the check of a tag, and the bill of materials."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from release_steps import (
    BUNDLED,
    ROOT,
    bumped,
    notes,
    problems,
    recipe_of,
    sections,
    version_of,
    with_bundled,
)

import satcross

LOG = """\
# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-31

### Added

- Something long that is
  told in two lines. See docs/index.md.
- More.

## [1.1.0] - 2025-12-01

Old.
"""


def test_the_sections_of_a_changelog() -> None:
    found = sections(LOG)
    assert list(found) == ["Unreleased", "1.2.0", "1.1.0"]
    assert (found["1.1.0"].date, found["1.1.0"].text) == ("2025-12-01", "Old.")
    assert found["Unreleased"].text == ""


def test_notes_are_one_line_an_entry_with_links() -> None:
    assert notes(LOG, "1.2.0", "https://x/tree/v1") == (
        "## Added\n\n- Something long that is told in two lines."
        " See [docs/index.md](https://x/tree/v1/docs/index.md).\n- More.\n"
    )
    assert notes(LOG.replace("ed]\n", "ed]\n\n- New.\n"), "9") == "- New.\n"


@pytest.mark.parametrize(
    ("version", "tag", "found"),
    [
        ("1.2.0", "v1.2.0", ""),
        ("1.2.0", None, "CHANGELOG.md: the section [Unreleased] is empty"),
        ("1.2.0", "v1.2.1", "the tag is v1.2.1, the version 1.2.0; tag v1.2.0"),
        ("1.3.0", "v1.3.0", "CHANGELOG.md has no section [1.3.0]"),
        ("1.02.0", None, "the version 1.02.0 is written 1.2.0"),
        ("one", None, "the version one is not one of PEP 440"),
    ],
)
def test_what_cannot_be_released_is_said(version: str, tag: str | None, found: str) -> None:
    said = problems(LOG, version, tag)
    assert bool(said) == bool(found)
    assert any(line.startswith(found) for line in said) or not found


def test_a_section_without_date_and_changes_after_it_are_found() -> None:
    assert problems(LOG.replace(" - 2026-01-31", ""), "1.2.0", "v1.2.0")
    late = LOG.replace("ed]\n", "ed]\n\n- Late.\n", 1)
    assert "unreleased changes" in problems(late, "1.2.0", "v1.2.0")[0]


def test_a_bump_passes_its_own_check() -> None:
    log = LOG.replace("ed]\n", "ed]\n\n- New.\n", 1)
    changelog, code = bumped(log, '__version__ = "1.2.0"\n', "1.3.0", "2026-02-01")
    assert version_of(code) == "1.3.0"
    assert problems(changelog, "1.3.0", "v1.3.0") == []
    assert notes(changelog, "1.3.0") == "- New.\n"


def test_a_bump_and_the_hash_of_the_sdist_reach_the_recipe() -> None:
    recipe = (ROOT / "packaging/conda-forge/recipe.yaml").read_text(encoding="utf-8")
    made = recipe_of(recipe, "1.3.0", "ab" * 32)
    assert '  version: "1.3.0"\n' in made
    assert f'sha256: "{"ab" * 32}"\n' in made
    assert recipe_of(recipe, satcross.__version__) == recipe
    changed = [a for a, b in zip(made.splitlines(), recipe.splitlines(), strict=True) if a != b]
    assert len(changed) == 2


def test_this_checkout_can_be_released() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert problems(changelog, satcross.__version__, None) == []


def test_the_bill_of_materials_has_what_the_wheel_contains() -> None:
    found = with_bundled({"components": [{"name": "numpy"}]})["components"]
    assert [part["name"] for part in found] == ["numpy", *(name for name, *_ in BUNDLED)]
    assert not [where for *_, where in BUNDLED if not (ROOT / where).is_dir()]
    # Each of the word list's sources begins after a line of dashes, and nothing else does.
    notice = (ROOT / "satcross/words/data/NOTICE.txt").read_text(encoding="utf-8")
    heads = [part.strip() for part in re.split("^-{40,}$", notice, flags=re.MULTILINE)[1:]]
    listed = [name for name, *_, where in BUNDLED if where == "satcross/words/data"]
    assert len(heads) == len(listed)
    assert all(head.startswith(name) for head, name in zip(heads, listed, strict=True))
    vendored = (
        Path(ROOT / "satcross/apps/workbench/page/vendor/README.md")
        .read_text(encoding="utf-8")
        .lower()
    )
    assert all(name in vendored for name, kind, *_ in BUNDLED if kind == "library")
