"""Packages that extend satcross, as an installer would leave them."""

from __future__ import annotations

from pathlib import Path

from satcross import plugins
from satcross.cli import commands
from satcross.cli.main import command_line
from satcross.formats import registry

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "plugins" / "satcross-example"


def install(folder: Path, name: str, points: dict[str, dict[str, str]]) -> None:
    """What an installer would write for a package without files."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in named.items())
             for group, named in points.items()]  # fmt: skip
    (info / "entry_points.txt").write_text("\n".join(lines))


def forget() -> None:
    """Look for packages again: others are installed."""
    plugins.forget()
    commands._of_package.cache_clear()
    command_line.cache_clear()
    registry._suffixes_of_plugins.cache_clear()
