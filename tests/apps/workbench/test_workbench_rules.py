"""The panel of rules: examples, new rules, those that are refused, and leaving them out."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browser import DESK, PHONE, violations
from support.workbench_page import Open

OPEN4 = "....\n....\n....\n....\n"


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_rules_are_added_from_examples_and_left_out(opened: Open, size: dict[str, int]) -> None:
    tab = opened(OPEN4, viewport=size)
    tab.press("Alt+Shift+R")
    field, shown = tab.part("#new-rule"), tab.part(".rules-on li")
    expect(field).to_be_focused()
    expect(shown).to_have_count(0)
    examples = tab.part("select[aria-label='An example']")
    examples.select_option(label="The entry is none of these words")
    expect(field).to_have_value("no-words 1A: cat, dog")
    field.fill("no-words 1A: LAVA")
    tab.press("Enter")
    expect(shown).to_have_count(1)
    assert violations(tab.page) == []
    shown.locator("button.plain").click()
    expect(tab.part(".grid .marked")).to_have_count(4)
    field.fill("same-letter r1c1-r2c2 r4c4")
    tab.press("Enter")
    expect(shown).to_have_count(2)
    shown.nth(1).locator("button.plain").click()
    expect(tab.part(".grid .marked")).to_have_count(3)
    field.fill("no such rule")
    tab.press("Enter")
    tab.wait_for(".notice", "is not a rule")
    expect(shown).to_have_count(2)
    shown.nth(1).locator("[aria-label^='Change']").click()
    expect(field).to_have_value("same-letter r1c1-r2c2 r4c4")
    expect(shown).to_have_count(1)
    shown.locator("[aria-label^='Leave out']").click()
    expect(shown).to_have_count(0)
    examples.select_option(label="A letter somewhere in the grid")
    field.press("Enter")
    expect(shown).to_have_text(["cell=Z✎×"])  # as the server has it


@pytest.mark.slow
def test_examples_are_about_the_selected_cells_and_options_are_listed(opened: Open) -> None:
    tab = opened(OPEN4)
    tab.press("Shift+ArrowRight", "Shift+ArrowDown", "Alt+Shift+R")
    tab.part("select[aria-label='An example']").select_option(
        label="The cells hold the same letter"
    )
    expect(tab.part("#new-rule")).to_have_value("same-letter r1c1 r1c2 r2c1 r2c2")
    tab.page.locator("#panel label.check", has_text="No two of one root").locator("input").check()
    shown = tab.part(".rules-on li")
    expect(shown).to_contain_text("No two of one root")
    shown.locator("button").click()
    expect(shown).to_have_count(0)
