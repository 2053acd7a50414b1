"""Writes docs/reference/commands.md, the reference of the commands, from their help."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

from satcross.cli.manual import CommandText, entries

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "commands.md"

_HEAD = """\
# Commands

Every command with its options, as `satcross COMMAND --help` shows them. What options mean that
several commands have is on the page [Options](options.md); [exit codes](exit-codes.md) and the
[guide](../index.md#guide) have pages of their own. This page is made from the commands:
`python scripts/commands_page.py` writes it, and a test compares the two.
"""


def markdown(all_: list[CommandText]) -> str:
    """docs/reference/commands.md."""
    parts = [_HEAD]
    for entry in all_:
        text = entry.text.replace("[", "\\[").replace("<", "&lt;").replace("*", "\\*")
        parts.append(f"## {entry.name}\n\n{_wrapped(text)}\n")
        parts.append(f"```text\n{entry.name} {entry.usage}\n```\n")
        for heading, items in entry.groups.items():
            rows = "".join(f"| `{_cell(item.names)}` | {_prose(item.text)} |\n" for item in items)
            title = heading.lower() if heading.isupper() else heading
            parts.append(f"| {title} | |\n| --- | --- |\n{rows}")
        if entry.examples:
            parts.append(f"```text\n{entry.examples}\n```\n")
    return "\n".join(parts)


def _wrapped(text: str) -> str:
    return "\n\n".join(
        fill(part, 100, break_long_words=False, break_on_hyphens=False)
        for part in text.split("\n\n")
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _prose(text: str) -> str:
    return _cell(text).replace("[", "\\[").replace("<", "&lt;").replace("*", "\\*")


if __name__ == "__main__":
    PAGE.write_text(markdown(entries()), encoding="utf-8")
