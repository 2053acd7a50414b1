"""The table of docs/reference/formats.md is what the formats say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from satcross.formats.losses import Feature
from satcross.formats.registry import NAMES, format_named

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "formats.md"


ROWS = {
    Feature.SIZE: "grids of any size",
    Feature.LETTERS: "letters of any alphabet",
    Feature.TEXT: "text of any language",
}


def mark(name: str, feature: Feature) -> str:
    return "kept" if feature in format_named(name).keeps else "–"


def table() -> str:
    lines = ["| | " + " | ".join(NAMES) + " |", "| --- |" + " --- |" * len(NAMES)]
    for feature in Feature:
        marks = [mark(name, feature) for name in NAMES]
        lines.append(f"| {ROWS.get(feature, feature.value)} | " + " | ".join(marks) + " |")
    return "\n".join(lines)


@pytest.mark.snapshot
@pytest.mark.xdist_group("docs/reference/formats.md")
def test_the_table_in_the_docs_is_what_the_code_says(renewed: bool) -> None:
    text = PAGE.read_text(encoding="utf-8")
    match = re.search(r"^\| \| puz.*?(?=\n\n)", text, flags=re.DOTALL | re.MULTILINE)
    assert match is not None
    if renewed:
        PAGE.write_text(text.replace(match[0], table()), encoding="utf-8")
    else:
        assert match[0] == table(), table()
