"""Completion in the shell: bash, zsh, fish and PowerShell, by Typer.

`satcross --install-completion` writes a few lines for the shell, which run this program with some
environment variables at each press of Tab; `--show-completion` prints them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from glob import escape
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import Any

from typer._completion_classes import completion_init
from typer.completion import shell_complete

from satcross.cli.commands import find
from satcross.errors import OptionError

_FILE_OR_NAME = "FILE|NAME"  # the metavar of word lists

# Where the shells put what was typed so far.
_TYPED = ("_TYPER_COMPLETE_ARGS", "COMP_WORDS")


def complete(build: Callable[[tuple[str, ...] | None], Any], instruction: str) -> int:
    """Print the completions of what the environment says was typed. The exit code.

    Args:
        build: makes the command line with some of its commands; None for their list.
        instruction: what the shell asks for, as in "complete_bash".
    """
    typed = next((os.environ[name].split() for name in _TYPED if os.environ.get(name)), [])
    # What stands after the command is of that command alone; the command itself may be unfinished.
    names = typed[1:2] if len(typed) > 2 or _is_next_word() else ()
    known = None
    with suppress(OptionError):  # the shell has no place for it
        known = find(names[0]) if names else None
    command = build(None if known is None else (known.name,))
    _complete_values(command)
    completion_init()
    return int(shell_complete(command, {}, "satcross", "_SATCROSS_COMPLETE", instruction))


def _complete_values(command: Any) -> None:
    """Have the options of a command, and of those in it, offer the values that they can have."""
    for inner in getattr(command, "commands", {}).values():
        _complete_values(inner)
    for parameter in command.params:
        if parameter.param_type_name == "option" and not parameter.is_flag:
            values = partial(values_of, parameter)
            if parameter.metavar and values():
                # As Typer's `autocompletion` does it, for the options of all commands in one place.
                parameter._custom_shell_complete = partial(_matching, values)


def _matching(values: Callable[[], list[str]], _: Any, parameter: Any, typed: str) -> list[str]:
    files = Path(f"{typed}*")
    if parameter.metavar == _FILE_OR_NAME and any(files.parent.glob(f"{escape(files.name[:-1])}*")):
        return []  # the shell completes names of files where it gets none
    return [value for value in values() if value.startswith(typed)]


def values_of(parameter: Any) -> list[str]:
    """The values that an option can have beside those of any kind, as numbers, words and files.

    They are in its metavar, as in "auto|support|dawg" and "N|A-B|fewest", or in a table. Options
    whose type is an enum need neither, nor those of a room that declare `autocompletion`.
    """
    name, metavar = parameter.opts[0], parameter.metavar or ""
    if metavar == _FILE_OR_NAME:
        from satcross.cli.config import set_names
        from satcross.words.named import known_names

        return [*set_names(), *known_names()]
    if metavar == "FORMAT":
        return _formats(name, parameter.help or "")
    if name == "--solver":
        from satcross.solve.backends.registry import names
        from satcross.solve.protocol import LAZY

        return list(dict.fromkeys((LAZY, *names())))
    if values := _VALUES.get(name):
        if isinstance(values, str):
            module, _, table = values.partition(":")
            return list(attrgetter(table)(import_module(module)))
        return list(values)
    # Other words of a metavar are in upper case, or an example with digits.
    return [word for word in metavar.split("|") if word.isalpha() and word.islower()]


def _formats(name: str, help_: str) -> list[str]:
    """The formats that an option can have. What --format of a command takes is in its help."""
    from satcross.formats.registry import NAMES
    from satcross.outputs import Contents, outputs_of

    if name == "--format":
        known = outputs_of(Contents.PATTERN) | outputs_of(Contents.FILL)
        return [one for one in known if re.search(rf"(?<![-\w]){one}\b(?!-)", help_)]
    return list(NAMES if name == "--from" else outputs_of(Contents.CROSSWORD))


_LETTERS = "theme", "given", "fill"
# What metavars do not say: the values, or the module and the name of a table of them. They are
# imported late: completion builds the options of one command.
_VALUES: Mapping[str, str | tuple[str, ...]] = {
    "--alphabet": "satcross.words.alphabets:ALPHABETS",
    "--cluster": ("local",),
    "--keep": _LETTERS,
    "--free": _LETTERS,
    "--language": "satcross.drawing.languages:Texts.LANGUAGES",
    "--layout": ("newspaper", "nyt"),
    "--page": "satcross.drawing.style:Page.SIZES",
}


def _is_next_word() -> bool:
    """Whether the last word is finished: a blank, or in bash a line end, follows it."""
    return any(os.environ.get(name, "").endswith((" ", "\n")) for name in _TYPED)
