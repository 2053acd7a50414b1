"""Typing into the grid."""

from __future__ import annotations

from playwright.sync_api import expect
from support.workbench_page import Open


def test_a_letter_opens_no_block(opened: Open) -> None:
    tab = opened("CA#\n...\n#..\n")
    undo = tab.part("#top [data-action=undo]")
    expect(undo).to_be_disabled()
    tab.cell(2).click()
    tab.press("T")
    tab.wait_for(".notice", "This is a block, which has no letters: . or Delete opens it.")
    tab.wait_for_letters("CA#...#..")
    expect(undo).to_be_disabled()
    assert tab.cursor() == 2
    tab.press("Delete", "T")  # with its mirror image
    tab.wait_for_letters("CAT......")
    tab.press("Control+z", "Control+z")
    tab.wait_for_letters("CA#...#..")
