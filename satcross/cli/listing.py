"""The commands as `satcross --help` lists them, from what their files declare.

To import all commands takes ten times as long as to read these declarations:

    @command(HelpPanel.QUESTIONS, 20, …)    words = Group(
    def letters(…) -> int:                  "words", "Look inside lists.", (…), HelpPanel.PAGES, 60)
        \"\"\"Find exactly the letters.\"\"\"

What is declared otherwise is imported.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satcross.cli import commands
from satcross.cli.options.command import HelpPanel, unwrapped

if TYPE_CHECKING:
    import typer

    from satcross.cli.options.command import Command, Group

_QUOTES = '"""'


class Row(NamedTuple):
    """A command or group in the list.

    Args:
        name: as it is typed.
        text: what the list says of it, or more: Typer takes the first paragraph.
        panel, place: as of `satcross.cli.options.command.command`.
    """

    name: str
    text: str
    panel: str
    place: int

    def add_to(self, app: typer.Typer) -> None:
        """Add it to a command line, where it does nothing."""
        app.command(self.name, help=self.text, rich_help_panel=self.panel or None)(lambda: None)


def rows() -> list[Row | Command | Group]:
    """All commands in the order of the list, those of other packages too if they can be used."""
    own = [_row(name, file) or commands.find(name) for name, file in commands.files().items()]
    others = commands.find_all(commands.of_packages()[0])
    return commands.in_order([one for one in (*own, *others) if one is not None])


def _row(name: str, file: str) -> Row | None:
    """What a file declares of the command of this name; None if it is written another way."""
    text, called = Path(file).read_text(encoding="utf-8"), re.escape(name.replace("-", "_"))
    if group := re.search(rf"^{called} = Group\(.*?^\)", text, re.DOTALL | re.MULTILINE):
        match _arguments(group[0].partition(" = ")[2]):
            case [str(), str(summary), _, str(panel), int(place)]:
                return Row(name, summary, panel, place)
        return None
    found = re.search(rf"^def {called}\(", text, re.MULTILINE)
    if not found:
        return None
    start = text.rfind("\n@command(", 0, found.start())
    doc, head = text.find(_QUOTES, found.start()), text[start + 2 : found.start()]
    end = text.find(_QUOTES, doc + 3)
    if -1 in (start, doc, end):
        return None
    match _arguments(head):
        case [str(panel), int(place)]:
            text = unwrapped(text[doc + 3 : end])
            return Row(name, text.partition("\n\n")[0], panel, place)
    return None


def _arguments(call: str) -> list[object]:
    """The positional arguments of a call, [] where it is no call.

    Those that are neither constants nor panels are None.
    """
    try:
        found = ast.parse(call.strip(), mode="eval").body
    except SyntaxError:
        return []
    return [_value(one) for one in found.args] if isinstance(found, ast.Call) else []


def _value(one: ast.expr) -> object:
    if isinstance(one, ast.Attribute) and ast.unparse(one.value) == HelpPanel.__name__:
        return HelpPanel.__members__.get(one.attr)
    return one.value if isinstance(one, ast.Constant) else None
