"""Option sets: flattened into a signature, and given back as instances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import typer

from satcross.cli.options.command import Command, argument, command, flag, option, option_set
from satcross.cli.options.declared import declare
from satcross.errors import OptionError
from satcross.options import option as declared_option


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


def run(declared: Command, *arguments: str) -> int:
    app = typer.Typer()
    declared.add_to(app)
    main: Any = typer.main.get_command(app)
    return main.main([*arguments], standalone_mode=False) or 0


def test_a_command_gets_instances_and_returns_its_exit_code() -> None:
    seen: list[object] = []

    @command(examples="")
    def show(outer: Outer, *, twice: bool = flag(""), deeper: bool = flag("")) -> int:
        """Show it."""
        seen.append((outer.text(), twice, deeper))
        return 7 if twice else 0

    assert list(show.parameters) == ["name", "depth", "twice", "deeper"]
    assert (show.name, show.summary) == ("show", "Show it.")
    assert run(show, "box", "-d", "5") == 0
    assert run(show, "box", "--twice") == 7
    assert seen == [("box 5", False, False), ("box 3", True, False)]


def test_a_set_can_change_the_default_of_another() -> None:
    found: list[tuple[int, bool]] = []

    @command(examples="")
    def show(deeper: Deeper) -> None:
        found.append((deeper.depth, deeper.wide))

    assert run(show, "--wide") == 0
    assert found == [(9, True)]


def test_two_options_of_one_name_are_an_error() -> None:
    def show(outer: Outer, deeper: Deeper) -> None: ...

    with pytest.raises(TypeError, match="two options are called 'depth'"):
        command(examples="")(show)


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
    parameters = command(examples="")(show).parameters
    panels = {name: p.annotation.__metadata__[0].rich_help_panel for name, p in parameters.items()}
    assert panels == {"one": "Left", "two": "Right", "three": "Own", "four": None}


@option_set(exclusions="hot cold: do not go together; give one of them")
class Water:
    hot: bool = flag("")
    cold: bool = flag("")


@option_set(exclusions="iced hot: melts")
class Tea(Water):
    iced: bool = flag("")


@option_set()
class Tray:
    tea: Tea


@command(examples="", exclusions="milk iced: is for hot tea; leave out {pair}")
def served(tray: Tray, *, milk: bool = flag("")) -> None: ...


def test_a_command_refuses_what_its_option_sets_refuse() -> None:
    refused = [row.when for row in served.exclusions()]
    assert refused == ["milk iced", "hot cold", "iced hot"]
    with pytest.raises(OptionError, match="--hot and --cold do not go together; give one of them"):
        run(served, "--hot", "--cold")
    with pytest.raises(OptionError, match="--iced: melts"):
        run(served, "--iced", "--hot")


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Options of a library that a command takes too."""

    each: int | None = declared_option("1..5", "How many.")


declare(Asked, "What is asked")


def test_a_command_keeps_the_range_of_an_option_that_is_declared_for_both() -> None:
    @command(examples="")
    def show(asked: Asked, *, most: int = option("N", "", default=0, at_most=7)) -> None: ...

    assert run(show) == run(show, "--each", "5", "--most", "7") == 0
    for name, value, said in (
        ("--each", "6", "must be from 1 to 5, got 6"),
        ("--each", "0", "must be from 1 to 5, got 0"),
        ("--most", "8", "must be 7 or less, got 8"),
    ):
        with pytest.raises(OptionError, match=f"{name}: {said}"):
            run(show, name, value)
