"""Writes docs/reference/commands.md and the table of commands in README.md, from the commands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from textwrap import fill
from typing import Any

from satcross.cli.commands import find_all, find_inner, in_order, own_names
from satcross.cli.main import command_line
from satcross.cli.options.command import Command, Group
from satcross.exclusions import described

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

_INSTALLING = {"install_completion", "show_completion"}


@dataclass(frozen=True, slots=True)
class Item:
    """An argument, an option or a sub-command. Args: names: as typed, with what it takes."""

    names: str
    text: str


@dataclass(frozen=True, slots=True)
class CommandText:
    """What the page says of one command.

    Args:
        name: as in "satcross words query".
        usage: what may follow the name.
        text: what it does, in paragraphs.
        groups: its arguments, options and sub-commands, by the heading they are shown under.
        examples: lines as they are, with the exit codes.
    """

    name: str
    usage: str
    text: str
    groups: dict[str, list[Item]]
    examples: str


def entries(names: tuple[str, ...] | None = None) -> list[CommandText]:
    """Every command of ours, or those of these names, in the order of the help."""
    root: Any = command_line(names)
    found = [_entry("satcross", root)]
    for name in (one.name for one in in_order(find_all(root.commands))):
        command = root.commands[name]
        found.append(_entry(f"satcross {name}", command))
        for sub, inner in getattr(command, "commands", {}).items():
            found.append(_entry(f"satcross {name} {sub}", inner))
    return found


def _entry(name: str, command: Any) -> CommandText:
    groups: dict[str, list[Item]] = {}
    arguments = []
    for parameter in command.params:
        is_option = parameter.param_type_name == "option"
        item = _item(parameter, is_option=is_option)
        if not is_option:
            many = "..." if parameter.nargs != 1 else ""
            if item.names.endswith("..."):  # a metavar that has all that already
                arguments.append(item.names)
            elif parameter.required:
                arguments.append(f"{item.names}{many}")
            else:
                arguments.append(f"[{item.names}{many}]")
        panel = parameter.rich_help_panel or ("Options" if is_option else "Arguments")
        groups.setdefault(panel, []).append(item)
    shown = {
        parameter.name: parameter.metavar or ""
        if parameter.param_type_name == "argument"
        else parameter.opts[0]
        for parameter in command.params
    }
    declared = find_inner(name.split()[1:])
    if isinstance(declared, Command):
        refused = [Item(*row) for row in described(declared.exclusions(), shown)]
        groups |= {"Refused": refused} if refused else {}
    subs = getattr(command, "commands", {})
    if subs:
        groups["Commands"] = [
            Item(sub, inner.get_short_help_str(200)) for sub, inner in subs.items()
        ]
        arguments.append("COMMAND")
    usage = " ".join(["[OPTIONS]", *arguments])
    text = "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n"))
    epilog = _plain(command.epilog or "").strip("\n")
    return CommandText(name, usage, _plain(text), groups, epilog)


def _plain(text: str) -> str:
    """A help text without its markup, which is escaped brackets only."""
    return text.replace("\\[", "[")


def _item(parameter: Any, *, is_option: bool) -> Item:
    flag = getattr(parameter, "is_flag", False)
    choices = getattr(parameter.type, "choices", None)
    value = parameter.metavar or (
        "|".join(str(getattr(choice, "value", choice)) for choice in choices)
        if choices
        else parameter.type.name.upper()
    )
    names = ", ".join((*parameter.opts, *parameter.secondary_opts)) if is_option else value
    if is_option and not flag and parameter.name not in _INSTALLING:
        names += f" {value}"
    text = " ".join((parameter.help or "").split())
    default = getattr(parameter.default, "value", parameter.default)
    if parameter.show_default and not flag and isinstance(default, str | int | float) and is_option:
        text += f" Default: {default}."
    return Item(names, text)


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
    ours = in_order(find_all(own_names()))
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
