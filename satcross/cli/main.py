"""The `satcross` command: its sub-commands, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from satcross import __version__
from satcross.cli import exits
from satcross.errors import SatcrossError

# In the order of `--help`; each is a function of the module of that name, with its EXAMPLES.
# `words` is a group of commands, the module's `app`.
COMMANDS = (
    "fill", "make", "theme", "pattern", "check", "explain", "letters", "optimise", "count",
    "sample", "prove", "export", "decode", "words", "convert", "clues", "render", "cs50",
    "wordsearch", "freeform", "densest",
)  # fmt: skip


def _version(value: bool) -> None:
    if value:
        from satcross.solve.lazy.engine import kernel

        print(f"satcross {__version__} (search: {kernel()})")
        raise typer.Exit


def _satcross(
    _: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Crosswords by SAT: fill grids or say why not, count and compare fills, export CNF."""


def build_app(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """The command line with some of its commands. Only their modules are imported."""
    app = typer.Typer(
        name="satcross",
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_satcross)
    for name in names:
        module = import_module(f"satcross.cli.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name, epilog=module.EXAMPLES)(getattr(module, name))
    return app


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. All errors become one line on stderr.

    Args:
        argv: the arguments; those of the process by default.
    """
    try:
        return _run(sys.argv[1:] if argv is None else list(argv))
    except SatcrossError as error:
        exits.tell(f"satcross: {error}")
        return exits.BAD_INPUT
    except KeyboardInterrupt:
        exits.tell("satcross: interrupted")
        return exits.INTERRUPTED
    except BrokenPipeError:
        # Whoever read has gone, as `| head` does. Nothing more can or need be said; and Python
        # must not find the closed pipe again when it flushes on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return exits.READER_GONE


def _run(argv: list[str]) -> int:
    # Not `app(argv)`: that would print usage errors in boxes of several lines, and turn a closed
    # pipe into exit code 1.
    # And only the command that is asked for is imported: start-up is most of an easy fill.
    wanted: Sequence[str] = COMMANDS
    if argv and argv[0] in COMMANDS:
        wanted = argv[:1]
    elif argv == ["--version"]:
        wanted = ()
    command: Any = typer.main.get_command(build_app(wanted))
    try:
        with command.make_context("satcross", argv.copy()) as context:
            command.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    except _UsageError as error:
        if not argv:
            print(error.format_message())
            return exits.BAD_INPUT
        exits.tell(f"satcross: {_one_line(error)}")
        return exits.BAD_INPUT
    finally:
        sys.stdout.flush()
    return exits.OK


# Typer carries its own copy of click in newer versions and does not export this class.
_UsageError: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def _one_line(error: Any) -> str:
    text = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "satcross"
    return f"{text[:1].lower()}{text[1:]}; see {path} --help"
