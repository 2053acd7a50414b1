"""The `satcross` command: its sub-commands, and what becomes of errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satcross.cli import config, interrupts
from satcross.cli import errors as exits
from satcross.cli.commands import find, find_all, find_inner, in_order, of_packages, own_names
from satcross.cli.errors import ExitCode
from satcross.errors import InputError, SatcrossError, printable
from satcross.packed import pipes_kept

if TYPE_CHECKING:
    from satcross.cli.listing import Row
    from satcross.cli.options.command import Command, Group

_COMPLETE = "_SATCROSS_COMPLETE"  # set by the shell's completion, which runs this program

# Parameters of the library and the options that are called otherwise.
_OPTIONS = {
    "limit": "number", "rules": "rule", "width_px": "width", "n_cubes": "cubes",
    "scores": "no-scores",
}  # fmt: skip


def _version(value: bool) -> None:
    if value:
        from satcross.cli import versions

        print(*versions.lines(), sep="\n")
        raise typer.Exit


def _satcross(
    _: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version, and what is installed with it.",
            callback=_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Crosswords by SAT: fill grids or say why not, count and compare fills, export CNF."""


def build_app(names: Collection[str] | None = None) -> typer.Typer:
    """The command line with some commands, whose modules alone are imported; or with all of ours.

    Args: names: of commands, without whose that there are not.
    """
    names = own_names() if names is None else names
    return _app(in_order(find_all(names)), whole=set(names) >= {*own_names()})


def _app(commands: Iterable[Command | Group | Row], whole: bool) -> typer.Typer:
    """The command line with these commands. Args: whole: with the options of completion."""
    app = typer.Typer(
        name="satcross",
        add_completion=whole,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_satcross)
    for command in commands:
        command.add_to(app)
    return app


@cache
def command_line(names: tuple[str, ...] | None = None) -> Any:
    """What `build_app` makes, as click has it. Made once, for those who run several commands."""
    return typer.main.get_command(build_app(names))


def _built(names: tuple[str, ...] | None) -> Any:
    """The command line with some commands; for None as its help lists all of them, to run none."""
    if names is not None:
        return command_line(names)
    from satcross.cli import listing

    return typer.main.get_command(_app(listing.rows(), whole=True))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code. All errors become one line on stderr.

    Args:
        argv: the arguments; those of the process by default.
    """
    exits.escape_what_cannot_be_printed()
    argv = sys.argv[1:] if argv is None else list(argv)
    try:
        with pipes_kept():
            return _run(argv)
    except InputError as error:
        exits.echo_err(f"satcross: {error.text(_option(error.parameter, argv))}")
        return ExitCode.BAD_INPUT
    except SatcrossError as error:
        exits.echo_err(f"satcross: {printable(str(error))}")
        return ExitCode.BAD_INPUT
    except KeyboardInterrupt:
        exits.echo_err("satcross: interrupted")
        return ExitCode.INTERRUPTED
    except exits.ReaderGoneError:
        return ExitCode.READER_GONE  # as with `| head`; nothing more can or need be said
    except (MemoryError, OSError) as error:
        exits.echo_err(f"satcross: {_of_system(error)}")
        return ExitCode.BAD_INPUT


def _of_system(error: MemoryError | OSError) -> str:
    """What the system refused: no directory for temporary files, too many open files, no memory.

    Files that were named have messages of their own.
    """
    if isinstance(error, MemoryError):
        return "out of memory: this needs more than the process may have"
    place = f"{error.filename}: " if error.filename else ""
    return f"{place}{error.strerror or str(error) or repr(error)}"


def _option(parameter: str, argv: Sequence[str]) -> str:
    """The option that sets a parameter of the library; of a rule, the one that was used."""
    from satcross.rules import short_forms

    short = short_forms().get(parameter)
    if short:
        option = short.option or f"--{short.keyword.replace('_', '-')}"
        used = {arg.partition("=")[0] for arg in argv}
        return "--rule" if "--rule" in used and option not in used else option
    name = _OPTIONS.get(parameter) or parameter.removesuffix("_s").replace("_", "-")
    return f"-{name}" if len(name) == 1 else name and f"--{name}"


def _run(argv: list[str]) -> int:
    # Not `app(argv)`: that would print usage errors in boxes of several lines, and turn a closed
    # pipe into exit code 1.
    if _COMPLETE in os.environ:
        from satcross.cli import completion

        return completion.complete(_built, os.environ[_COMPLETE])
    wanted = _wanted(argv)
    command = _built(wanted)
    defaults = _defaults(command, wanted)
    interrupts.catch()
    try:
        with command.make_context("satcross", argv.copy(), default_map=defaults) as context:
            command.invoke(context)
    except typer.Exit as stop:
        return stop.exit_code
    except _UsageError as error:
        if not argv:
            print(error.format_message())
            return ExitCode.BAD_INPUT
        exits.echo_err(f"satcross: {_one_line(error)}")
        return ExitCode.BAD_INPUT
    finally:
        sys.stdout.flush()
    return ExitCode.OK


def _wanted(argv: Sequence[str]) -> tuple[str, ...] | None:
    """The commands to import: only the one that is asked for; None if none is.

    Start-up is most of an easy fill.
    """
    if argv == ["--version"]:
        return ()
    first = argv[0] if argv else ""
    if first in own_names() or (first and not first.startswith("-") and find(first)):
        return (first,)
    if not first or not {"-h", "--help"}.isdisjoint(argv):
        for problem in of_packages()[1]:
            exits.echo_err(f"satcross: {problem}")
    return None


def _defaults(command: Any, names: Sequence[str] | None) -> dict[str, Any]:
    """The user's own defaults, by command and parameter; of a group, also by its commands.

    Only options have them: an argument of the same name is something else.
    """
    if not names:
        return {}
    (name,) = names
    known = config.defaults()  # which also checks them, for commands that have none of them
    return {name: _known_of(command.commands[name], known)} if known else {}


def _known_of(command: Any, known: Mapping[str, Any]) -> dict[str, Any]:
    own = {
        one.name: known[one.name]
        for one in command.params
        if one.param_type_name == "option" and one.name in known
    }
    inner = getattr(command, "commands", {})
    return own | {name: _known_of(one, known) for name, one in inner.items()}


# Typer carries its own copy of click in newer versions and does not export this class.
_UsageError: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")


def _one_line(error: Any) -> str:
    text = printable(" ".join(error.format_message().split())).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "satcross"
    option, known = getattr(error, "option_name", ""), find_inner(path.split()[1:])
    if known is not None and option in known.lacks:
        return f"{option}: {known.name} has no such option: {known.lacks[option]}"
    phrases = "; give phrases with --theme" if _takes_phrases(context) and "extra" in text else ""
    return f"{text[:1].lower()}{text[1:]}{phrases}; see {path} --help"


def _takes_phrases(context: Any) -> bool:
    return context is not None and any(one.name == "theme" for one in context.command.params)
