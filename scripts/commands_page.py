"""Writes docs/reference/commands.md and the table of commands in README.md, from the commands."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path
from textwrap import fill

from satcross.cli.commands import find, in_order, own_names
from satcross.cli.manual import CommandText, entries
from satcross.cli.options.command import Command, Group

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "commands.md"
README = ROOT / "README.md"
_TABLE = re.compile(
    r"(?<=<!-- commands: by scripts/commands_page.py -->\n).*?(?=<!-- /commands -->)", re.S
)

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


def readme(text: str) -> str:
    """README.md with the table of our commands, a row for each panel of the help."""
    rows = ["| | |", "| --- | --- |"]
    ours = in_order(filter(None, map(find, own_names())))
    for panel, inside in groupby(ours, key=lambda one: one.panel):
        rows.append(f"| {panel} | {'<br>'.join(map(_linked, inside))} |")
    table = "\n".join(rows)
    return _TABLE.sub(lambda _: f"{table}\n", text)


def _linked(command: Command | Group) -> str:
    page = command.guide or f"reference/commands.md#satcross-{command.name}"
    return f"[`{command.name}`](docs/{page}) {_prose(command.summary)}"


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
    README.write_text(readme(README.read_text(encoding="utf-8")), encoding="utf-8")
