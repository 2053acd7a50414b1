"""What every command's help says, compared with the files in `snapshots`.

After a change that is meant: `scripts/snapshots -k help`, and read the diff.
The snapshots hold what the help is made of, one option a line, so that they do not depend on the
versions of Typer and Rich that draw it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich import markup
from support.cli import run_ok

from satcross.cli.commands import own_names
from satcross.cli.main import command_line

SNAPSHOTS = Path(__file__).parent / "snapshots"


def commands() -> Iterator[tuple[str, Any]]:
    """Every command, sub-commands too, with its full name."""
    root: Any = command_line()
    yield "satcross", root
    for name, command in root.commands.items():
        yield f"satcross {name}", command
        for sub, inner in getattr(command, "commands", {}).items():
            yield f"satcross {name} {sub}", inner


def describe(name: str, command: Any) -> str:
    """A command's name, help, parameters by panel, and examples."""
    panels: dict[str, list[str]] = {}
    for parameter in command.params:
        is_option = parameter.param_type_name == "option"
        panel = parameter.rich_help_panel or ("Options" if is_option else "Arguments")
        panels.setdefault(panel, []).append(describe_parameter(parameter, is_option=is_option))
    parts = [name, (command.help or "").strip()]
    parts += ["\n".join([f"[{panel}]", *lines]) for panel, lines in panels.items()]
    if hasattr(command, "commands"):
        subs = [f"{sub}: {c.get_short_help_str(200)}" for sub, c in command.commands.items()]
        parts.append("\n".join(["[Commands]", *subs]))
    parts.append((command.epilog or "").replace("\b", "").strip())
    return "\n\n".join(part for part in parts if part) + "\n"


def describe_parameter(parameter: Any, *, is_option: bool) -> str:
    names = ", ".join((*parameter.opts, *parameter.secondary_opts)) if is_option else ""
    choices = getattr(parameter.type, "choices", None)
    flag = getattr(parameter, "is_flag", False)
    value = parameter.metavar or ("|".join(map(str, choices)) if choices else parameter.type.name)
    notes = [
        "required" if parameter.required else "",
        "repeatable" if getattr(parameter, "multiple", False) else "",
        f"default {getattr(parameter.default, 'value', parameter.default)}"
        if parameter.show_default and not flag and parameter.default is not None
        else "",
    ]
    told = f" ({'; '.join(filter(None, notes))})" if any(notes) else ""
    head = " ".join(filter(None, [names, "" if flag else value]))
    return f"{head}{told}: {' '.join((parameter.help or '').split())}"


@pytest.mark.snapshot
@pytest.mark.parametrize(("name", "command"), [*commands()], ids=lambda value: str(value)[:40])
def test_help_is_as_in_the_snapshot(name: str, command: Any, renewed: bool) -> None:
    path = SNAPSHOTS / f"{name.replace(' ', '-')}.txt"
    text = describe(name, command)
    if renewed:
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "command"), [*commands()], ids=lambda value: str(value)[:40])
def test_help_has_no_text_that_is_taken_for_markup(name: str, command: Any) -> None:
    text = describe(name, command)
    assert markup.render(text).plain == text.replace("\\[", "[")


@pytest.mark.snapshot
def test_every_snapshot_has_a_command(renewed: bool) -> None:
    names = {f"{name.replace(' ', '-')}.txt" for name, _ in commands()}
    for path in SNAPSHOTS.iterdir() if renewed else ():
        if path.name not in names:
            path.unlink()
    assert {path.name for path in SNAPSHOTS.iterdir()} == names


@pytest.mark.parametrize("name", own_names())
def test_the_help_names_every_option(name: str) -> None:
    shown = run_ok(name, "--help")
    command = dict(commands())[f"satcross {name}"]
    for parameter in command.params:
        for option in parameter.opts:
            if option.startswith("--"):
                assert re.search(rf"{option}\b", shown)
