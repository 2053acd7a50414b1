"""The manual, made from the commands: man pages.

python -m satcross.cli.manual FOLDER     write satcross.1, satcross-fill.1, … to FOLDER
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satcross import __version__
from satcross.cli.commands import find, find_inner, in_order, of_packages, own_names
from satcross.cli.main import command_line
from satcross.cli.options.command import Command
from satcross.exclusions import described

_INSTALLING = {"install_completion", "show_completion"}


@dataclass(frozen=True, slots=True)
class ManualItem:
    """An argument, an option or a sub-command. Args: names: as typed, with what it takes."""

    names: str
    text: str


@dataclass(frozen=True, slots=True)
class CommandText:
    """What the manual says of one command.

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
    groups: dict[str, list[ManualItem]]
    examples: str

    @property
    def summary(self) -> str:
        """The first sentence."""
        return re.split(r"\.\s|\n\n|\.$", self.text)[0]


def entries(names: tuple[str, ...] | None = None) -> list[CommandText]:
    """Every command of ours, or those of these names, in the order of the help."""
    root: Any = command_line(names)
    found = [_entry("satcross", root)]
    for name in (one.name for one in in_order(filter(None, map(find, root.commands)))):
        command = root.commands[name]
        found.append(_entry(f"satcross {name}", command))
        for sub, inner in getattr(command, "commands", {}).items():
            found.append(_entry(f"satcross {name} {sub}", inner))
    return found


def _entry(name: str, command: Any) -> CommandText:
    groups: dict[str, list[ManualItem]] = {}
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
        refused = [ManualItem(*row) for row in described(declared.exclusions(), shown)]
        groups |= {"Refused": refused} if refused else {}
    subs = getattr(command, "commands", {})
    if subs:
        groups["Commands"] = [
            ManualItem(sub, inner.get_short_help_str(200)) for sub, inner in subs.items()
        ]
        arguments.append("COMMAND")
    usage = " ".join(["[OPTIONS]", *arguments])
    text = "\n\n".join(" ".join(part.split()) for part in (command.help or "").split("\n\n"))
    epilog = _plain(command.epilog or "").strip("\n")
    return CommandText(name, usage, _plain(text), groups, epilog)


def _plain(text: str) -> str:
    """A help text without its markup, which is escaped brackets only."""
    return text.replace("\\[", "[")


def _item(parameter: Any, *, is_option: bool) -> ManualItem:
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
    return ManualItem(names, text)


def man_page(entry: CommandText, others: list[CommandText]) -> str:
    """A command's page for `man`, in section 1."""
    name = entry.name.replace(" ", "-")
    lines = [
        f'.TH {_roff(name.upper())} 1 "" "satcross {__version__}" "User Commands"',
        ".SH NAME",
        f"{_roff(name)} \\- {_roff(entry.summary[:1].lower() + entry.summary[1:])}",
        ".SH SYNOPSIS",
        f".B {_roff(entry.name)}",
        _roff(entry.usage),
        ".SH DESCRIPTION",
    ]
    for part in entry.text.split("\n\n"):
        lines += [".PP", _roff(part)]
    for heading, items in entry.groups.items():
        lines.append(f'.SH "{_roff(heading.upper())}"')
        for item in items:
            lines += [".TP", f"\\fB{_roff(item.names)}\\fR", _roff(item.text)]
    for heading, body in _sections(entry.examples):
        lines += [f'.SH "{_roff(heading.upper())}"', ".nf", *map(_roff, body), ".fi"]
    related = [f"\\fB{_roff(other.name.replace(' ', '-'))}\\fR(1)" for other in others]
    lines += [".SH SEE ALSO", ",\n".join(related)]
    return "\n".join(lines) + "\n"


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """The parts of an epilog: each is a line with a colon and the indented lines below it."""
    for part in re.split(r"\n(?=\S[^\n]*:\n)", text):
        head, _, body = part.partition("\n")
        if head.strip():
            yield head.rstrip(":"), body.rstrip().split("\n")


def _roff(text: str) -> str:
    """Text as roff: no line of it is a request, and hyphens stay what they are."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("…", "\\[u2026]")
    text = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in text)
    return f"\\&{text}" if text.startswith((".", "'")) else text


def main(arguments: list[str]) -> int:
    """Write the man pages to a folder."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    names, problems = of_packages()
    for problem in problems:
        print(f"satcross: {problem}", file=sys.stderr)
    all_, folder = entries((*own_names(), *names)), Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for entry in all_:
        near = [
            other
            for other in all_
            if other is not entry
            and (entry.name == "satcross" or entry.name.startswith(f"{other.name} ")
                 or other.name.startswith(f"{entry.name} "))
        ]  # fmt: skip
        page = folder / f"{entry.name.replace(' ', '-')}.1"
        page.write_text(man_page(entry, near), encoding="utf-8")
    print(f"{folder}: {len(all_)} pages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
