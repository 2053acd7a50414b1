"""Completion in the shell: bash, zsh, fish and PowerShell, by Typer.

`satcross --install-completion` writes a few lines for the shell, which run this program with some
environment variables at each press of Tab; `--show-completion` prints them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer._completion_classes import completion_init
from typer.completion import shell_complete

# Where the shells put what was typed so far.
_TYPED = ("_TYPER_COMPLETE_ARGS", "COMP_WORDS")


def complete(
    build: Callable[[Sequence[str]], typer.Typer], names: Sequence[str], instruction: str
) -> int:
    """Print the completions of what the environment says was typed. The exit code.

    Args:
        build: makes the command line with some of its commands; all take half a second to import.
        names: all commands.
        instruction: what the shell asks for, as in "complete_bash".
    """
    typed = next((os.environ[name].split() for name in _TYPED if os.environ.get(name)), [])
    # What stands after the command is of that command alone; the command itself may be unfinished.
    known = typed[1:2] and typed[1] in names and (len(typed) > 2 or _is_next_word())
    command: Any = typer.main.get_command(build(typed[1:2] if known else names))
    completion_init()
    return int(shell_complete(command, {}, "satcross", "_SATCROSS_COMPLETE", instruction))


def _is_next_word() -> bool:
    """Whether the last word is finished: a blank, or in bash a line end, follows it."""
    return any(os.environ.get(name, "").endswith((" ", "\n")) for name in _TYPED)
