"""Each recipe of CONTRIBUTING, followed in a copy of the checkout, and the checks that it names.

`files/` has the smallest honest example of each: a folder with its new files at their places, and
its changes of others. What a recipe does not name, its example may not touch; and all checks of the
checkout must accept the example, so that nothing is missing in the recipe.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.checkout import FILES, Checkout, recipe_texts

COMMANDS, TEXTS = recipe_texts()
HEADINGS = {
    "board": "a board",
    "command": "a task and its command",
    "format": "a crossword format",
    "language": "a language",
    "rule": "a rule",
    "solver": "a solver",
}
RECIPES = sorted(HEADINGS)
# What looks at everything that there is of a kind, and so finds what a recipe forgets.
WIDE = (
    "tests/docs/test_doc_pages.py", "tests/docs/test_links.py", "tests/docs/test_limits.py",
    "tests/docs/test_public_docstrings.py", "tests/test_front.py",
    "tests/scripts/test_packaging.py", "tests/cli/test_help.py", "tests/cli/test_shell.py",
    "tests/cli/test_cli_main.py", "docs/reference",
)  # fmt: skip


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
    code, printed = checkout.run("pytest", "-q", "-x", "-p", "no:cacheprovider", *done.check)
    assert code == 0, printed


@pytest.mark.slow
@pytest.mark.parametrize("recipe", RECIPES)
def test_all_checks_accept_what_a_recipe_makes(recipe: str, checkout: Checkout) -> None:
    text = TEXTS[HEADINGS[recipe]]
    done = checkout.follow(recipe)
    for line in COMMANDS:
        checkout.run_line(line)
    for check in (("ruff", "format", "--check", "."), ("ruff", "check", "."), ("mypy",),
                  ("lint-imports",)):  # fmt: skip
        code, printed = checkout.run(*check)
        assert code == 0, printed
    named = re.findall(r"`(tests/[\w/]*/test_\w+\.py)`", text)
    touched = [path for path in (*done.new, *done.changed) if path.endswith((".py", ".md"))]
    paths = dict.fromkeys([*done.check[:1], *named, *touched, *done.wide, *WIDE])
    code, printed = checkout.run("pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *paths)
    assert code == 0, printed
