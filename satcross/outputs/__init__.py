"""What can be written: one table of files, by what they hold and by their extensions.

An output is declared in `OUTPUTS` of a module of this package, or of `outputs.py` of a room, which
imports what writes it when it is wanted, and nothing before. Nothing else names such a module: they
are found by a scan. Other packages bring outputs by entry points, and crossword formats, which are
outputs too: docs/guide/plugins.md.

A command says what it has, such as `Contents.CROSSWORD`, and asks `chosen` by the name of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from satcross import plugins, rooms
from satcross.checks import check_text
from satcross.errors import FormatError, OptionError

if TYPE_CHECKING:
    from satcross.drawing.style import Page, Part, Style


class Contents(StrEnum):
    """What there is to write. A fill and a pattern are crosswords of which more is known."""

    CROSSWORD = "a crossword"
    PUZZLE = "a puzzle that a command makes"
    FILL = "a fill"
    PATTERN = "a pattern"
    WORD_SEARCH = "a word search"


CROSSWORDS: Final[frozenset[str]] = frozenset({
    Contents.CROSSWORD, Contents.PUZZLE, Contents.FILL, Contents.PATTERN
})  # fmt: skip


class Drawing(NamedTuple):
    """How a file is made: what an output has no use for is ignored.

    Args:
        part: what of a puzzle; None for both in pages, and for the solution in a picture.
        page: None for the grid alone, and for the usual paper.
        style: None for the usual one; its language is that of all that a file says.
        title: above a word search; a crossword has its own.
        width_px, scale: of a PNG.
        embed_font: of an SVG.
        post_to: the address to which a page to solve can send results; "" for none.
        lossy: whether a crossword file may leave out what it cannot hold.
        target: the file's name, for errors.
    """

    part: Part | None = None
    page: Page | None = None
    style: Style | None = None
    title: str = ""
    width_px: int | None = None
    scale: float | None = None
    embed_font: bool = False
    post_to: str = ""
    lossy: bool = False
    target: str = "file"


class Written(NamedTuple):
    """What an output makes.

    Args:
        data: the bytes of the file.
        lost: what it does not hold, each as "bars (r2c1)".
        lacking: characters that our fonts lack.
    """

    data: bytes
    lost: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True)
class Output:
    """A kind of file that is written.

    Args:
        name: identifier, as in "pdf": what `--format` and `--to` take.
        title: what it is, for people.
        suffixes: file name extensions, with the dot, in lower case; the usual one first.
        holds: what it can hold: `Contents`, or the text of a room.
        write: makes the file of what it holds: a `Crossword`, a puzzle of a room, `Puzzles` of a
            book, a `FillStore`. Raises InputError: it cannot hold this one. None for a text that a
            command has of its own, and for a format that is only read. streams: whether several, as
            lines of text, are one file. is_close: whether no blank line is between these. lacks:
            details that it has no place for, "title" or "author". is_drawn: whether a crossword is
            drawn, in a style. is_picture: whether it is one picture, of one part of a puzzle.
            is_paper: whether it is always pages, on the paper of the configuration. needs: the
            module, and extra of satcross, without which there is no such file: "docx". use: what
            people want it for: "print", "solve" online, other "programs", "school"; "" for else.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    write: Callable[[Any, Drawing], Written] | None
    streams: bool = False
    is_close: bool = False
    lacks: frozenset[str] = frozenset()
    is_drawn: bool = False
    is_picture: bool = False
    is_paper: bool = False
    needs: str = ""
    use: str = ""

    def made(self, value: object, how: Drawing | None = None) -> Written:
        """What is written. Args: value: what it can hold; how: by default as usual."""
        how = how or Drawing()
        if self.write is None:
            raise FormatError(
                f"files of {self.name} can only be read",
                hint="write another format",
                source=how.target,
            )
        return self.write(value, how)

    def check_details(self, **details: Any) -> None:
        """Raise OptionError if a detail is not text, or there is no place for it.

        Args: details: by the name of its option: title, author, clues, enumerations; None for none.
        """
        for name, detail in details.items():
            if isinstance(detail, str):
                check_text(detail, name)
            if detail and (self.streams or name in self.lacks):
                raise OptionError(
                    f"{self.name} has no place for it",
                    hint="write a crossword file or a page, as in -o fill.ipuz",
                    parameter=name,
                )

    @staticmethod
    def named(what: str, name: str, option: str = "") -> Output:
        """The output of this name: one of ours, or one that another package brings.

        Args: option: the parameter that names it.

        Raises:
            OptionError: there is no such output that holds this, or its package is broken.
        """
        ours = outputs_of(what)
        found = ours.get(name) or _of_package(name)
        if found is None or what not in found.holds:
            raise OptionError(
                f"there is no format {name!r} here",
                hint=f"choose one of {', '.join((*ours, *Output.others(what)))}",
                parameter=option,
            )
        return found

    @staticmethod
    def others(what: str) -> dict[str, Output]:
        """The outputs of other packages that hold this, by name: all that are not broken."""
        found: dict[str, Output] = {}
        for name in (*plugins.names(plugins.OUTPUTS), *plugins.names(plugins.FORMATS)):
            with suppress(OptionError):
                output = _of_package(name)
                if output is not None and output.write and what in output.holds:
                    found[name] = output
        return found


def outputs_of(what: str) -> dict[str, Output]:
    """Our outputs that hold this, by name: texts first."""
    found = [output for output in _own() if what in output.holds]
    found.sort(key=lambda output: (not output.streams, output.name != "text"))
    return {output.name: output for output in found}


def chosen(
    what: str,
    path: str | None,
    name: str | None = None,
    *,
    usual: str = "",
    option: str = "",
    parameter: str = "output",
) -> Output:
    """The output that an option names, or else the extension of a file.

    Args:
        what: what is to be written.
        path: the file; None or `-` for standard output.
        name: of the output; None where the file says it.
        usual: the name of the output of a file without an extension; "" if it must have one.
        option: the parameter that gives `name`; "" where there is none.
        parameter: that which gives `path`; "" for an argument.

    Raises:
        OptionError: there is no such output that holds this, or its package is broken.
    """
    if name is not None:
        return _ready(Output.named(what, name, option), option)
    file = PurePath("" if path in (None, "-") else path or "").name.lower()
    if usual and not PurePath(file).suffix:
        return Output.named(what, usual)
    if not file:
        raise OptionError(
            "standard output has no extension", hint="name a format", parameter=option
        )
    known_outputs = outputs_of(what)
    found = _by_ending(known_outputs.values(), file)
    if found is None:
        known_outputs |= Output.others(what)
        found = _by_ending(known_outputs.values(), file)
    if found is None:
        known = dict.fromkeys(s for output in known_outputs.values() for s in output.suffixes)
        spelled = option and f", or name the format with --{option}"
        raise OptionError(
            f"no format has the extension {PurePath(file).suffix!r}",
            hint=f"use one of {', '.join(known)}{spelled}",
            parameter=parameter,
            source="" if parameter else str(path),
        )
    return _ready(found, parameter)


def _ready(output: Output, parameter: str) -> Output:
    """The output. Raises OptionError: a package that it needs is not installed."""
    if not output.needs:
        return output
    from importlib.util import find_spec  # most files need none

    if find_spec(output.needs) is None:
        hint = f"pip install 'satcross[{output.needs}]'"
        raise OptionError(f"needs python-{output.needs}", hint=hint, parameter=parameter)
    return output


def _by_ending(outputs: Collection[Output], file: str) -> Output | None:
    """The one with the longest extension of a file's name."""
    ends = [
        (len(suffix), output) for output in outputs for suffix in output.suffixes
        if file.endswith(suffix)
    ]  # fmt: skip
    return max(ends, key=lambda end: end[0])[1] if ends else None


@cache
def _own() -> tuple[Output, ...]:
    ours = (import_module(f"{__name__}.{name}") for name in rooms.files_in("outputs"))
    brought = sorted(
        rooms.modules("outputs"),
        key=lambda module: not any(output.is_picture for output in module.OUTPUTS),
    )
    return tuple(output for module in (*ours, *brought) for output in module.OUTPUTS)


def own_names() -> tuple[str, ...]:
    """The names of our own outputs."""
    return tuple(output.name for output in _own())


def _of_package(name: str) -> Output | None:
    """The output of another package, or that of its format; None if there is none."""
    found = plugins.load(plugins.OUTPUTS, name)
    if found is None and name in plugins.names(plugins.FORMATS):
        made: Output = import_module(f"{__name__}.crosswords").of_format(name)
        return made
    if found is None:
        return None
    if not isinstance(found, Output) or found.name != name or found.write is None:
        raise OptionError(
            f"{name!r} of {plugins.package_of(plugins.OUTPUTS, name)} is no Output of that name",
            hint="check it with satcross.testing.check_output",
            source=plugins.OUTPUTS,
        )
    return found
