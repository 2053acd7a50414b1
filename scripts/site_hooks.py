"""Hooks of mkdocs: whole folders in the menu, and a search that shows guides first.

An entry `FOLDER/*` of the menu stands for all pages of that folder that have no entry of their own.
The search asks no other server: in a site that is read from the file system, Material's search
needs a small script, which it would take from another one.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

# How much more the words of a page count in the search, by its folder: who searches mostly wants to
# know how something is done, then what exactly it does, and seldom why.
BOOSTS = {
    "docs/tutorials/": 4.0,
    "docs/guide/": 4.0,
    "docs/internals/": 0.5,
    "docs/decisions/": 0.25,
}

_THEIRS = "https://unpkg.com/iframe-worker/shim"
_OURS = "assets/javascripts/iframe-worker.js"


def on_config(config: Any) -> Any:
    """Replace such entries, by name."""
    named = set(_named(config["nav"]))
    config["nav"] = _expanded(config["nav"], Path(config["docs_dir"]), named)
    return config


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Set how much a page counts in the search, which reads it from the head of the page."""
    for folder, boost in BOOSTS.items():
        if page.file.src_uri.startswith(folder):
            page.meta.setdefault("search", {})["boost"] = boost
    return markdown


def _named(entries: Iterable[Any]) -> Iterator[str]:
    for entry in entries:
        if isinstance(entry, dict):
            yield from _named(entry.values())
        elif isinstance(entry, list):
            yield from _named(entry)
        else:
            yield entry


def _expanded(entries: list[Any], root: Path, named: set[str]) -> list[Any]:
    """The entries with pages for folders, but for those that are `named` anywhere in the menu."""
    found: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            found.append(
                {
                    title: _expanded(inner, root, named) if isinstance(inner, list) else inner
                    for title, inner in entry.items()
                }
            )
        elif entry.endswith("/*"):
            pages = sorted((root / entry[:-2]).glob("*.md"))
            names = [page.relative_to(root).as_posix() for page in pages]
            found += [name for name in names if name not in named]
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
