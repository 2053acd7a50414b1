"""The test kit of commands: what `satcross` prints, and whether a command keeps the conventions."""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple, get_args
from unittest import mock

from satcross.cli.commands import find, find_inner
from satcross.cli.errors import ExitCode
from satcross.cli.main import command_line, main
from satcross.cli.options.command import FILES, WRITTEN, Command, Group
from satcross.errors import InputError
from satcross.testing.asserting import asserting

_MISSING = "there-is-no-such-file.txt"


class Done(NamedTuple):
    """What a command left: its exit code, and what it printed.

    Bytes that are not UTF-8, as those of pictures, are surrogates in `out`.
    """

    code: int
    out: str
    err: str


def run_cli(*args: object, stdin: str | bytes = b"") -> Done:
    """Run `satcross` in this process. Args: args: what follows `satcross`; stdin: what it reads."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = _stream(), _stream()
    with (
        mock.patch.object(sys, "stdin", _stream(data)),
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
    ):
        code = main(list(map(str, args)))
    return Done(code, _text(out), _text(err))


def _stream(data: bytes = b"") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="\n", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return bytes(stream.buffer.read()).decode("utf-8", "surrogateescape")


@asserting
def check_command(name: str, *, works: Sequence[str] = (), refused: Sequence[str] = ()) -> None:
    """Check a command that is installed: its help, its examples, and what it refuses.

    Args:
        name: as it is typed; of a group, all commands of the group are checked.
        works: what may follow `satcross` so that it does its work, whatever its answer.
        refused: what is bad input, to be answered by one line and exit code 2.
    """
    try:
        declared = find(name)
    except InputError as error:
        raise AssertionError(str(error)) from error
    assert declared is not None, f"no command {name!r} is installed"
    if isinstance(declared, Command):
        _check_command([name], declared)
    else:
        assert declared.summary, f"{name}: no help"
        for inner, one in declared.commands.items():
            _check_command([name, inner], one)
    for line in works:
        done = _run(shlex.split(line))
        assert done.code != ExitCode.BAD_INPUT, f"{line}: {done.err}"
        _check_json(shlex.split(line), done.code)
    for line in refused:
        _check_refused(shlex.split(line))


def examples_of(command: Command) -> list[list[str]]:
    """The arguments, after `satcross`, of each call in the examples of a command."""
    lines = command.examples.replace("\\[", "[").replace("\\\n", " ").splitlines()
    calls = (re.fullmatch(r"  (?:.*[|;] )?satcross (\S.*?)(?:  .*)?", line) for line in lines)
    return [_until_end(call[1]) for call in calls if call is not None]


def first_example(command: Command) -> list[str]:
    """The first of `examples_of` that names no output."""
    calls = examples_of(command)
    return next((call for call in calls if not {"-o", "--output"} & set(call)), calls[0])


def _until_end(line: str) -> list[str]:
    """The words of a command in a line of shell, up to `;`, `|` or `>`."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=";|>")
    lexer.whitespace_split = True
    words = list(lexer)
    ends = [at for at, word in enumerate(words) if set(word) <= set(";|>")]
    return words[: min(ends, default=len(words))]


def _check_command(path: list[str], declared: Command) -> None:
    name = " ".join(path)
    assert declared.summary, f"{name}: no help; write a docstring"
    command: Any = command_line((path[0],))
    for part in path:
        command = command.commands[part]
    parameters = declared.parameters
    _check_declared(name, declared, command)
    done = _run([*path, "--help"])
    assert done.code == 0, f"{name} --help: {done.err}"
    for parameter in command.params:
        for option in parameter.opts if parameter.param_type_name == "option" else ():
            assert re.search(rf"{re.escape(option)}(?!\w)", done.out), f"{name}: {option}: no help"
    examples = [one for one in examples_of(declared) if one[: len(path)] == path]
    assert examples, f"{name}: no examples"
    for words in examples:
        line = " ".join(words)
        try:
            context = command.make_context(name, words[len(path) :])
            declared.check_given(context, context.params)
        except Exception as error:  # of Typer's own click
            said = getattr(error, "message", str(error))
            raise AssertionError(f"the example {line!r} is refused: {said}") from error
    _check_refused([*path, "--no-such-option"])
    for parameter in command.params:
        if parameter.param_type_name == "option" and parameter.type.name in ("integer", "float"):
            _check_refused([*path, parameter.opts[0], "many"])
    required = [parameter for parameter in command.params if parameter.required]
    if required:
        _check_refused(path)
    if required and all(one.metavar in FILES and one.name not in WRITTEN for one in required):
        _check_refused([*path, *(_MISSING for _ in required)])
    assert set(declared.replaces) <= set(parameters), f"{name}: replaces {declared.replaces}"


def _check_json(words: Sequence[str], code: int) -> None:
    """Check that a call that works prints JSON too, if the command says that it does.

    Args: words: the call; code: its exit code.
    """
    declared = find_inner(words[:1])
    if isinstance(declared, Group):
        declared = find_inner(words[:2])
    if not isinstance(declared, Command) or code not in (ExitCode.OK, ExitCode.WRONG):
        return
    if not _offers_json(declared) or {"--format", "-o", "--output"} & {*words}:
        return
    line = " ".join([*words, "--format", "json"])
    done = _run([*words, "--format", "json"])
    assert done.code == code, f"{line}: exit code {done.code}, not {code}: {done.err}"
    for text in done.out.splitlines():
        try:
            data = json.loads(text)
        except ValueError as error:
            raise AssertionError(f"{line}: prints {text[:60]!r}, which is not JSON") from error
        is_named = isinstance(data, dict) and isinstance(data.get("schema"), str)
        assert is_named, f"{line}: prints {text[:60]!r}, an object without a schema"
    assert done.out.strip(), f"{line}: prints nothing"


def _offers_json(declared: Command) -> bool:
    """Whether the help of `--format` says that the command prints JSON."""
    hint = getattr(declared.parameters.get("format"), "annotation", None)
    kinds = [one for one in get_args(hint)[:1] if isinstance(one, type) and issubclass(one, Enum)]
    said = [str(getattr(one, "help", "")) for one in getattr(hint, "__metadata__", ())]
    return "json" in " ".join([*said, *(str(one.value) for kind in kinds for one in kind)])


def _check_declared(name: str, declared: Command, command: Any) -> None:
    """Check what a command declares beside its options."""
    parameters = declared.parameters
    known = {option for one in command.params for option in one.opts}
    assert not set(declared.lacks) & known, f"{name}: has what it lacks: {declared.lacks}"
    for row in declared.exclusions():
        unknown = row.names() - set(parameters)
        assert not unknown, f"{name}: the exclusion {row.when!r} names {', '.join(unknown)}"
        assert row.problem, f"{name}: the exclusion {row.when!r} says no problem"


def _run(words: Sequence[str]) -> Done:
    try:
        return run_cli(*words)
    except Exception as error:
        line = " ".join(words)
        raise AssertionError(f"{line}: {type(error).__name__}: {error}; a traceback") from error


def _check_refused(words: Sequence[str]) -> None:
    done = _run(words)
    line = " ".join(words)
    assert done.code == ExitCode.BAD_INPUT, (
        f"{line}: exit code {done.code}, not {ExitCode.BAD_INPUT}"
    )
    assert not done.out, f"{line}: refused, and prints {done.out[:60]!r}"
    n_lines = done.err.count("\n")
    assert n_lines == 1, f"{line}: refused in {n_lines} lines, not one: {done.err[:200]!r}"
