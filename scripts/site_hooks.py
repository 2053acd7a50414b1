"""Hooks of mkdocs: whole folders in the menu, and a search that asks no other server.

An entry `FOLDER/*` of the menu stands for all pages of that folder. In a site that is read from
the file system, Material's search needs a small script, which it would take from another server.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

_THEIRS = "https://unpkg.com/iframe-worker/shim"
_OURS = "assets/javascripts/iframe-worker.js"


def on_config(config: Any) -> Any:
    """Replace such entries, by name."""
    config["nav"] = _expanded(config["nav"], Path(config["docs_dir"]))
    return config


def _expanded(entries: list[Any], root: Path) -> list[Any]:
    found: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            found.append(
                {
                    title: _expanded(inner, root) if isinstance(inner, list) else inner
                    for title, inner in entry.items()
                }
            )
        elif entry.endswith("/*"):
            pages = sorted((root / entry[:-2]).glob("*.md"))
            found += [page.relative_to(root).as_posix() for page in pages]
        else:
            found.append(entry)
    return found


def on_post_page(output: str, *, page: Any, config: Any) -> str:
    """Have each page take the script from the site itself."""
    del config
    return output.replace(_THEIRS, "../" * page.url.count("/") + _OURS)


def on_post_template(output: str, *, template_name: str, config: Any) -> str:
    """The same of the page for what is not found."""
    del template_name, config
    return output.replace(_THEIRS, _OURS)


def on_post_build(*, config: Any) -> None:
    """Put the script into the site."""
    target = Path(config["site_dir"]) / _OURS
    shutil.copyfile(Path(__file__).parent / "vendor" / "iframe-worker.js", target)
