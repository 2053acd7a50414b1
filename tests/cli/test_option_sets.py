"""Option sets: flattened into a signature, and given back as instances."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
import typer

from satcross.cli.options.command import argument, command, flag, option, option_set


@option_set()
class Inner:
    depth: int = option("", "", "-d", default=3)


@option_set()
class Outer:
    name: str = argument("NAME", "")
    inner: Inner

    def text(self) -> str:
        return f"{self.name} {self.inner.depth}"


@option_set()
class Deeper(Inner):
    depth: int = option("", "", "-d", default=9)
    wide: bool = flag("")


def run(function: Any, *arguments: str) -> int:
    app = typer.Typer()
    app.command()(function)
    main: Any = typer.main.get_command(app)
    return main.main([*arguments], standalone_mode=False) or 0


def test_a_command_gets_instances_and_returns_its_exit_code() -> None:
    seen: list[object] = []

    @command
    def show(outer: Outer, *, twice: bool = flag(""), deeper: bool = flag("")) -> int:
        """Show it."""
        seen.append((outer.text(), twice, deeper))
        return 7 if twice else 0

    parameters = list(inspect.signature(show).parameters)
    assert parameters == ["name", "depth", "twice", "deeper", "context"]
    assert (show.__name__, show.__doc__) == ("show", "Show it.")
    assert run(show, "box", "-d", "5") == 0
    assert run(show, "box", "--twice") == 7
    assert seen == [("box 5", False, False), ("box 3", True, False)]


def test_a_set_can_change_the_default_of_another() -> None:
    found: list[tuple[int, bool]] = []

    @command
    def show(deeper: Deeper) -> None:
        found.append((deeper.depth, deeper.wide))

    assert run(show, "--wide") == 0
    assert found == [(9, True)]


def test_two_options_of_one_name_are_an_error() -> None:
    def show(outer: Outer, deeper: Deeper) -> None: ...

    with pytest.raises(TypeError, match="two options are called 'depth'"):
        command(show)


def test_a_set_of_two_others_keeps_their_panels() -> None:
    @option_set("Left")
    class Left:
        one: int = option("", "", default=1)

    @option_set("Right")
    class Right:
        two: int = option("", "", default=2)
        three: int = option("", "", default=3, panel="Own")

    @option_set()
    class Both(Left, Right):
        four: int = option("", "", default=4)

    def show(both: Both) -> None: ...

    show.__annotations__ = {"both": Both}
    parameters = dict(inspect.signature(command(show)).parameters)
    del parameters["context"]
    panels = {name: p.annotation.__metadata__[0].rich_help_panel for name, p in parameters.items()}
    assert panels == {"one": "Left", "two": "Right", "three": "Own", "four": None}
