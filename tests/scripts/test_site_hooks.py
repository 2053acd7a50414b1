"""What the hooks of the documentation site do to pages."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import site_hooks


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("docs/guide/fill.md", "docs/reference/options.md"),
        ("docs/tutorials/1_first_fill.md", "docs/reference/api.md"),
        ("docs/reference/options.md", "docs/internals/engine.md"),
        ("docs/internals/engine.md", "docs/decisions/0002-own-search.md"),
    ],
)
def test_the_search_shows_guides_first(first: str, second: str) -> None:
    def boost(path: str) -> float:
        page: Any = SimpleNamespace(file=SimpleNamespace(src_uri=path), meta={})
        assert site_hooks.on_page_markdown("text", page=page, config={}, files=()) == "text"
        return float(page.meta.get("search", {}).get("boost", 1))

    assert boost(first) > boost(second)
