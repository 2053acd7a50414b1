"""The command line in this process: arguments and input to exit code and what was printed."""

from __future__ import annotations

import re
from typing import Any

from satcross.cli.main import command_line
from satcross.testing import commands

Done = commands.Done

# Objects as Python shows them: `Layout(grid=`, `<Grid 5x5>`, `<Reason.LIMIT: 'limit'>`.
_REPR = re.compile(
    r"\b[A-Z]\w*\((?:[a-z]\w*=|<[A-Z])|<[A-Z]\w+ (?:\d+x\d+|[^<>]*\d words)|<\w+\.[A-Z_]+: "
    r"|\bobject at 0x|\b(?:frozenset|mappingproxy|PosixPath|WindowsPath|dict_\w+)\("
)


def run_cli(*args: object, stdin: str | bytes = b"") -> Done:
    """Run `satcross` with these arguments; what it prints must be readable."""
    done = commands.run_cli(*args, stdin=stdin)
    require_readable(done)
    return done


def require_readable(done: Done) -> None:
    """Fail if what was printed has an object as Python shows it, which says nothing to people."""
    for text in (done.out, done.err):
        found = _REPR.search(text)
        assert found is None, f"printed: {text[max(0, found.start() - 80) : found.end() + 80]}"


def run_ok(*args: object, stdin: str | bytes = b"") -> str:
    """What a command printed that must end with exit code 0."""
    done = run_cli(*args, stdin=stdin)
    assert done.code == 0, done.err
    return done.out


def run_refused(*args: object, stdin: str | bytes = b"") -> str:
    """The one line of error of a command that is refused: it exits with 2 and prints no output."""
    done = run_cli(*args, stdin=stdin)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), done.err
    return done.err


def every_command() -> dict[str, Any]:
    """Every command of `satcross`, by its name; those of groups as in `words stats`."""
    groups: dict[str, Any] = {"": command_line()}
    found: dict[str, Any] = {}
    while groups:
        name, group = groups.popitem()
        for key, one in group.commands.items():
            (groups if hasattr(one, "commands") else found)[f"{name} {key}".strip()] = one
    return found
