"""Parts of pages and books as files with places for values."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


def filled_in(template: Path, **values: Any) -> str:
    """The text of a template. Args: values: what its places stand for, in the template's form."""
    return _text(template).format(**values)


@cache
def _text(template: Path) -> str:
    return template.read_text("utf-8").rstrip("\n")
