"""Blocks and bars drawn by dragging, and the menu of a cell: by mouse, keys and finger."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browser import PHONE, violations
from support.workbench_page import Open, Workbench

OPEN5 = ".....\n.....\n.....\n.....\n....."


def cells(tab: Workbench, name: str) -> set[int]:
    """The positions of the cells with a class."""
    found = tab.page.evaluate(
        "(name) => [...document.querySelectorAll(`.grid .${name}`)].map((c) => +c.dataset.at)", name
    )
    return set(found)


def place(tab: Workbench, at: int, x: float = 0.5, y: float = 0.5) -> tuple[float, float]:
    """A place in a cell, in parts of its sides."""
    box = tab.cell(at).bounding_box()
    assert box is not None
    return box["x"] + box["width"] * x, box["y"] + box["height"] * y


def drag(tab: Workbench, *places: tuple[float, float]) -> None:
    tab.page.mouse.move(*places[0])
    tab.page.mouse.down()
    for each in places[1:]:
        tab.page.mouse.move(*each, steps=4)
    tab.page.mouse.up()


def test_a_drag_sets_blocks_or_clears_them_in_one_step(opened: Open) -> None:
    tab = opened(OPEN5)
    tab.page.keyboard.down("Control")
    drag(tab, place(tab, 0), place(tab, 1), place(tab, 2))
    tab.page.keyboard.up("Control")
    expect(tab.part(".grid .block")).to_have_count(6)
    assert cells(tab, "block") == {0, 1, 2, 22, 23, 24}
    assert not tab.page.locator(".grid .sel").count()
    tab.page.click(".tools summary")
    tab.page.click(".tools [data-action=draw]")
    drag(tab, place(tab, 1), place(tab, 2), place(tab, 3))  # begins on a block: clears
    assert cells(tab, "block") == {0, 24}
    tab.press("Escape", "Control+z")
    expect(tab.part(".grid .block")).to_have_count(6)
    tab.press("Control+z")
    expect(tab.part(".grid .block")).to_have_count(0)
    expect(tab.part("#now")).not_to_contain_text("Draw")


@pytest.mark.slow
def test_a_drag_along_edges_sets_bars(opened: Open) -> None:
    tab = opened(OPEN5)
    tab.press("Alt+Shift+D")
    tab.page.click("#now button:has-text('Bars')")
    drag(tab, place(tab, 0, 0.95), place(tab, 5, 0.95), place(tab, 10, 0.95))
    assert cells(tab, "bar-right") == {0, 5, 10, 13, 18, 23}
    assert cells(tab, "bar-below") == set()
    drag(tab, place(tab, 5, 0.5, 0.05), place(tab, 6, 0.5, 0.05))  # the edge above is of 0 and 1
    assert cells(tab, "bar-below") == {0, 1, 18, 19}
    drag(tab, place(tab, 1, 0.05), place(tab, 6, 0.05))  # begins on a bar: clears
    assert cells(tab, "bar-right") == {10, 13}
    drag(tab, place(tab, 4, 0.98), place(tab, 4, 0.99))  # the edge of the grid has no bars
    tab.press("Enter", "Control+z", "Control+z", "Control+z")
    expect(tab.part(".grid .bar-right, .grid .bar-below")).to_have_count(0)


@pytest.mark.slow
def test_the_pen_by_keys(opened: Open) -> None:
    tab = opened(OPEN5)
    tab.press("Alt+Shift+D", "Space", "ArrowDown", "Space", "x")
    assert cells(tab, "block") == {0, 5, 19, 24}
    tab.press("Space", "Enter", "ArrowRight")
    assert cells(tab, "block") == {0, 24}
    assert violations(tab.page) == []


def test_the_menu_of_a_cell_by_mouse_and_keys(opened: Open) -> None:
    tab = opened(OPEN5)
    tab.cell(7).click(button="right")
    menu = tab.part(".cell-menu")
    expect(menu.locator("button").first).to_be_focused()
    assert violations(tab.page) == []
    menu.locator("[data-action=block]").click()
    expect(menu).to_have_count(0)
    assert cells(tab, "block") == {7, 17}
    tab.cell(0).click()
    tab.press("ContextMenu", "ArrowDown", "ArrowDown", "Home", "End", "ArrowDown", "Escape")
    expect(menu).to_have_count(0)
    expect(tab.cell(0)).to_be_focused()
    tab.press("Shift+ArrowRight", "ContextMenu")
    menu.locator("[data-action=circle]").focus()
    tab.press("Enter")
    assert cells(tab, "circle") == {0, 1}  # of the selection
    tab.cell(24).click(button="right")
    tab.page.mouse.click(2, 2)
    expect(menu).to_have_count(0)


@pytest.mark.slow
def test_blocks_are_drawn_with_a_finger(opened: Open) -> None:
    tab = opened(OPEN5, viewport=PHONE, has_touch=True, is_mobile=True)
    tab.part("#bar button:has-text('Cells')").tap()
    tab.part(".tools [data-action=draw]").tap()
    fingers = tab.page.context.new_cdp_session(tab.page)
    for kind, at in (("Start", 0), ("Move", 1), ("Move", 2), ("End", None)):
        x, y = place(tab, at) if at is not None else (0.0, 0.0)
        points = [{"x": x, "y": y}] if at is not None else []
        fingers.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    expect(tab.part(".grid .block")).to_have_count(6)
    assert violations(tab.page) == []
