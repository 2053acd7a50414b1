"""Each recipe of CONTRIBUTING, followed in a copy of the checkout, and the checks that it names.

`files/` has the smallest honest example of each: a folder with its new files at their places, and
its changes of others. What a recipe does not name, its example may not touch; and all checks of the
checkout must accept the example, so that nothing is missing in the recipe. By default these are its
own tests and a part of the others, each day another one; all are slow.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.checkout import FILES, Checkout, Followed, recipe_texts

TEXTS = recipe_texts()
HEADINGS = {
    "board": "a board",
    "command": "a command",
    "format": "a crossword format",
    "language": "a language",
    "rule": "a rule",
    "solver": "a solver",
    "task": "a task",
}
RECIPES = sorted(HEADINGS)
# What looks at everything that there is of a kind, and so finds what a recipe forgets.
WIDE = (
    "tests/docs/test_doc_pages.py", "tests/docs/test_links.py", "tests/docs/test_limits.py",
    "tests/docs/test_public_docstrings.py", "tests/test_front.py",
    "tests/scripts/test_packaging.py", "tests/cli/test_help.py", "tests/cli/test_shell.py",
    "tests/cli/test_cli_main.py", "docs/reference",
)  # fmt: skip


LONG = "tests/rules/test_matrix.py::test_every_rule_is_kept_or_refused_by_name"  # minutes
DAY = datetime.now(UTC).toordinal()


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "checkout")


def names(text: str, path: str) -> bool:
    """Whether a recipe names a file, or the folder that it is in."""
    return any(f"`{part}`" in text for part in (path, path.rpartition("/")[0] + "/"))


def test_every_recipe_is_followed() -> None:
    assert set(HEADINGS.values()) == set(TEXTS)
    assert {path.name for path in FILES.iterdir()} == set(RECIPES)


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_names_what_it_touches_and_its_own_tests_pass(
    recipe: str, checkout: Checkout
) -> None:
    text = TEXTS[HEADINGS[recipe]]
    done = checkout.follow(recipe)
    assert not [path for path in done.new if not names(text, path)]
    assert not [path for path in done.changed if f"`{path}`" not in text]
    paths = [path for path in (*done.new, *done.changed) if path.endswith(".py")]
    for check in (("ruff", "format", "--check"), ("ruff", "check")) if paths else ():
        accepts(checkout, *check, *paths)
    accepts(checkout, "pytest", "-q", "-x", "-p", "no:cacheprovider", *done.check)


def test_one_of_the_wide_tests_accepts_what_a_recipe_makes(checkout: Checkout) -> None:
    recipe = RECIPES[DAY % len(RECIPES)]
    done = checkout.follow(recipe)
    wide = (*done.wide, *WIDE)
    chosen = wide[DAY // len(RECIPES) % len(wide)]
    marks = "not slow and not snapshot"  # which are to be written anew first
    accepts(checkout, "pytest", "-q", "-p", "no:cacheprovider", "-m", marks,
            "--deselect", LONG, chosen)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("recipe", RECIPES)
def test_all_checks_accept_what_a_recipe_makes(recipe: str, checkout: Checkout) -> None:
    done = checkout.follow(recipe)
    code, printed = checkout.run_script("snapshots", "-k", "not commands_of_a_page")
    assert code == 0, printed
    for check in (("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy",),
                  ("lint-imports",)):  # fmt: skip
        accepts(checkout, *check)
    tests = all_tests(checkout, recipe, done)
    accepts(checkout, "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *tests)


def accepts(checkout: Checkout, *check: str) -> None:
    code, printed = checkout.run(*check)
    assert code == 0, printed


def all_tests(checkout: Checkout, recipe: str, done: Followed) -> list[str]:
    """The tests that a recipe names, those of what it touches, and those that look at all."""
    named = re.findall(r"`(tests/[\w/]*/test_\w+\.py)`", TEXTS[HEADINGS[recipe]])
    touched = [path for path in (*done.new, *done.changed) if path.endswith((".py", ".md"))]
    code, printed = checkout.run("scripts/tests_of.py", *touched)
    assert code == 0, printed
    return [*dict.fromkeys((*done.check[:1], *named, *printed.split(), *done.wide, *WIDE))]
