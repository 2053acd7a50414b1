"""What can be seen on a page: the colours of cells on a screenshot."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image
from playwright.sync_api import Page

Colour = tuple[int, ...]


def colours(page: Page, at: int, places: Sequence[tuple[float, float]]) -> list[Colour]:
    """The colours in a cell of the grid, at parts of its width and height."""
    box = page.locator(f'[role=gridcell][data-at="{at}"]').bounding_box()
    assert box is not None
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    found: list[Colour] = []
    for x, y in places:
        colour = image.getpixel(
            (round(box["x"] + x * box["width"]), round(box["y"] + y * box["height"]))
        )
        assert isinstance(colour, tuple)
        found.append(colour)
    return found


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours by WCAG 2: from 1 to 21."""

    def light(colour: Colour) -> float:
        parts = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lights = sorted((light(one), light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def assert_seen(page: Page, *, open_: int, block: int, cursor: int, entry: int) -> None:
    """That the ground of an open cell differs from a block, its line, a cursor and its entry."""
    corner = (0.85, 0.9)  # neither a letter nor a number is there
    (ground, line) = colours(page, open_, [corner, (1.01, 0.5)])
    (dark,) = colours(page, block, [corner])
    (here,) = colours(page, cursor, [corner])
    (ring,) = colours(page, entry, [(0.5, 0.98)])
    for name, colour in {"block": dark, "line": line, "cursor": here, "entry": ring}.items():
        assert contrast(ground, colour) >= 3, name
    assert here != dark


def overlaps(page: Page, one: str, other: str) -> int:
    """How many pixels of the grid both of two parts of cells have, as `.n` and `.t`.

    Nothing else of the grid is drawn meanwhile.
    """
    alone = """(hidden) => {
        const sheet = new CSSStyleSheet();  // which any policy for styles allows
        sheet.replaceSync(hidden && `.grid.grid { box-shadow: none !important }
            .grid [role=gridcell] { background: #fff !important; outline: none !important;
                box-shadow: none !important }
            .grid [role=gridcell]::before, .grid [role=gridcell]::after { display: none !important }
            .grid ${hidden} { visibility: hidden !important } .grid .t { color: #000 !important }
            .grid .n { color: #000 !important }`);
        document.adoptedStyleSheets = [sheet];
    }"""
    seen: list[set[int]] = []
    for hidden in (other, one):
        page.evaluate(alone, hidden)
        image = Image.open(io.BytesIO(page.locator(".grid").screenshot())).convert("L")
        seen.append({at for at, light in enumerate(image.tobytes()) if light < 150})
    page.evaluate(alone, "")
    assert all(len(ink) > 300 for ink in seen), [*map(len, seen)]  # else nothing is drawn
    return len(seen[0] & seen[1])
