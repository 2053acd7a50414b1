"""A kind is named in its own folder and modules, and elsewhere in few files, each with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "satcross"
KINDS = (
    "arrow.?word",
    "acrostic",
    "carte.?blanche",
    "codeword",
    "cryptogram",
    "diagramless",
    r"fill-?ins?\b(?! the )",
    "jigsaw",
    "quote.?fall",
)
REASONS = {
    "arrow.?word": {
        "model/arrows.py",  # files and pages have arrows, whatever their kind
        "pattern/presets.py",  # what a preset is for
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_few_files_name_a_kind(kind: str) -> None:
    named = re.compile(kind, re.IGNORECASE)
    others = {
        name
        for path in ROOT.rglob("*.py")
        if (name := path.relative_to(ROOT).as_posix()).split("/")[0] not in ("kinds", "apps")
        if named.search(path.read_text(encoding="utf-8"))
    }
    assert others == REASONS.get(kind, set())
