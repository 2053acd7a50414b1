"""A kind is named in its own folder and modules, and elsewhere in few files, each with a reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "satcross"
TABLE = "model/kinds.py"  # what is not installed is refused by its name
OWN = {
    "arrow.?word": {"cli/commands/arrowword.py", "model/arrows.py"},
    "acrostic": {"cli/commands/acrostic.py"},
    "carte.?blanche": {"cli/commands/diagramless.py"},
    "codeword": {"cli/commands/codeword.py"},
    "cryptogram": {"cli/commands/cryptogram.py"},
    "diagramless": {"cli/commands/diagramless.py"},
    r"fill-?ins?\b(?! the )": {"cli/commands/fillin.py"},
    "jigsaw": {"cli/commands/fillin.py"},
    "quote.?fall": {"cli/commands/quotefall.py"},
}
REASONS = {
    "arrow.?word": {
        TABLE,
        "formats/ipuz/kinds.py",  # clues in cells say what an .ipuz is, whatever its kind says
        "pattern/presets.py",  # what a preset is for
    },
    "acrostic": {
        TABLE,
        "formats/ipuz/kinds.py",  # what programs of others read
        "formats/jpz/format.py",  # the same
    },
    "codeword": {TABLE},
    "diagramless": {TABLE},
    r"fill-?ins?\b(?! the )": {TABLE},
}


@pytest.mark.parametrize("kind", OWN)
def test_few_files_name_a_kind(kind: str) -> None:
    named = re.compile(kind, re.IGNORECASE)
    others = {
        name
        for path in ROOT.rglob("*.py")
        if (name := path.relative_to(ROOT).as_posix()).split("/")[0] not in ("kinds", "web")
        if named.search(path.read_text(encoding="utf-8"))
    }
    assert others - OWN[kind] == REASONS.get(kind, set())
