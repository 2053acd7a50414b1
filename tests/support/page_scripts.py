"""The scripts of all pages, of satcross and of its rooms."""

from __future__ import annotations

from pathlib import Path

import satcross

SOURCE = Path(satcross.__file__).parent
SCRIPTS = sorted(path for path in SOURCE.rglob("*.js") if path.parent.name != "vendor")


def code_of(name: str) -> str:
    """The script of this name, of whatever room."""
    (path,) = (path for path in SCRIPTS if path.name == name)
    return path.read_text("utf-8")
