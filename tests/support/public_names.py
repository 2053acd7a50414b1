"""The public names that are not at the top, as the page of the library lists them."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "library.md"
ROW = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| `(satcross[\w.]*)` \|$", re.MULTILINE)


def names_in_modules() -> dict[str, str]:
    """Each name, and the module that it is imported from."""
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    return {name: module for names, module in rows for name in re.findall(r"\w+", names)}
