"""Where word searches go: text, JSON or pictures, on standard output or in files."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from satcross import OptionError
from satcross.apps.pictures.options import NAME_LINE
from satcross.commandline import ProgressOptions, Sink, flag, option, option_set, publish
from satcross.extend import (
    Contents,
    Drawing,
    Output,
    check_text,
    chosen,
    outputs_of,
    same_file,
    write_file,
    written_together,
)

# No `from __future__ import annotations`: Typer needs the types.
if TYPE_CHECKING:
    from satcross.apps.wordsearch.puzzle import WordSearch

TEXT, JSON = "text", "json"
_PANEL = "Output"


@option_set(_PANEL)
class WordSearchOutput(ProgressOptions):
    """Where word searches go, and in which format."""

    format: str | None = option(
        "FORMAT",
        f"{', '.join(outputs_of(Contents.WORD_SEARCH))}. Default: by the extension of -o, or text.",
    )
    output: str | None = option(
        "FILE",
        "Write to FILE: text (with the solution in a file beside it), JSON or a picture, by its"
        " extension. {} in the name stands for the number of the puzzle.",
        "-o",
    )
    solution: bool = flag(
        "Print or draw the solution. A PDF always has it, on its own page, and HTML can show it."
    )
    show_clues: bool = flag(
        "List the clues of WORDS instead of the words; words without a clue stay."
    )
    report: bool = flag(
        "Report crossings, parallel pairs, triangles, rectangles, directions, density."
    )
    title: str = option("TEXT", "Title above the puzzle, on pages and in books.", default="")
    name_line: bool = NAME_LINE
    lower_case: bool = flag("Show the square in lower case.")
    post_to: str = option(
        "URL",
        "HTML: an address to which readers can send their name and what they have found, by POST.",
        default="",
    )
    page: str | None = option(
        "SIZE",
        "a3, a4 (the default), a5, letter, legal, or WxH in mm. Without it, SVG and PNG are as"
        " large as the puzzle needs.",
    )

    @property
    def is_file(self) -> bool:
        """Whether the output goes to a file."""
        return self.output not in (None, "-")

    def chosen_output(self) -> Output:
        """What `--format`, or else the extension of the file, asks for. Raises OptionError."""
        return chosen(Contents.WORD_SEARCH, self.output, self.format, usual=TEXT, option="format")

    @property
    def has_own_files(self) -> bool:
        """Whether each puzzle is a file, or picture, of its own."""
        to = self.chosen_output()
        several = "{}" in (self.output or "")
        return not to.streams or several or (to.name == TEXT and self.is_file)

    def is_solution(self, name: str) -> bool:
        """Whether a file is the one that gets the solution."""
        is_text = self.chosen_output().name == TEXT and self.is_file
        return is_text and same_file(name, solution_name(self.output or ""))

    def check(self, n_wanted: int) -> None:
        """Reject a place that cannot be written, before any work begins. Raises OptionError."""
        check_text(self.title, "title")
        if self.post_to:
            from satcross.apps.solving.selfcontained import checked_address

            checked_address(self.post_to)
        if self.page:
            from satcross.extend import Page

            Page.named(self.page)
        if self.has_own_files and n_wanted > 1 and "{}" not in (self.output or ""):
            raise OptionError(
                "each puzzle is a separate file",
                hint="write {} for the number, as in -o search-{}.txt", parameter="output",
            )  # fmt: skip
        if self.is_file:
            Sink.require_folder(self.output or "")

    @contextmanager
    def open(self, n_wanted: int, language: str = "en", n_bonus: int = 0) -> "Iterator[Publisher]":
        """A place for puzzles; what it streams is in its place when all has gone well.

        Args:
            n_wanted: how many there may be.
            language: of what pages say beside the words.
            n_bonus: how many words, the last ones, are not in the list.

        Raises:
            OptionError: options do not go together, or the output cannot be written.
        """
        self.check(n_wanted)
        if self.has_own_files:
            yield Publisher(self, None, language, n_bonus)
            return
        with Sink.open(self.output) as sink:
            yield Publisher(self, sink, language, n_bonus)


def solution_name(output: str) -> str:
    """Where the solution of a text file goes.

    >>> solution_name("out/search-3.txt"), solution_name("hard.txt")
    ('out/solution-3.txt', 'hard-solution.txt')
    """
    path = PurePath(output)
    if "search" in path.stem:
        head, _, tail = path.stem.rpartition("search")
        return str(path.with_name(f"{head}solution{tail}{path.suffix}"))
    return str(path.with_name(f"{path.stem}-solution{path.suffix}"))


class Publisher:
    """Takes puzzles one by one, each as soon as it is made.

    Args:
        out: where they go.
        sink: where text and JSON for one place go; None for files of their own.
        language: of what pages say beside the words.
        n_bonus: how many words, the last ones, are not in the list.
    """

    def __init__(
        self, out: WordSearchOutput, sink: Sink | None, language: str, n_bonus: int
    ) -> None:
        self._out, self._sink, self._language = out, sink, language
        self._n_bonus = n_bonus
        self._to = out.chosen_output()
        self._n = 0

    def __call__(self, made: "WordSearch") -> None:
        """Print or write one puzzle."""
        from satcross.apps.wordsearch.files import report_text, search_json

        self._n += 1
        made = replace(
            made,
            shows_clues=self._out.show_clues,
            language=self._language,
            n_bonus=self._n_bonus,
            lower_case=self._out.lower_case,
            title=self._out.title,
        )
        if self._sink is None:
            self._write_file(made)
        elif self._to.name == JSON:
            self._sink.write(search_json(made, number=self._n))
        else:
            between = "\n" if self._n > 1 else ""
            self._sink.write(between + (_solution(made) if self._out.solution else str(made)))
        if self._out.report:
            between = "\n" if self._sink is not None or self._n > 1 else ""
            print(between + report_text(made.layout), flush=True)

    def _write_file(self, made: "WordSearch") -> None:
        out, name = self._out, self._out.output and self._out.output.replace("{}", str(self._n))
        if self._to.name == TEXT:
            name = name or ""
            # The solution first: whoever sees the puzzle finds it there.
            paths = (Path(solution_name(name)), Path(name))
            with written_together(paths, OptionError) as (solution, search):
                solution.write(f"{_solution(made)}\n".encode())
                search.write(f"{made}\n".encode())
        elif self._to.name == JSON:
            from satcross.apps.wordsearch.files import search_json

            write_file(
                Path(name or ""), f"{search_json(made, number=self._n)}\n".encode(), OptionError
            )
        else:
            from satcross.extend import Page, Part, Style

            usual = Part.PUZZLE if self._to.is_picture else None
            part = Part.SOLUTION if out.solution else usual
            page = Page.named(out.page) if out.page else None
            style = Style(language=self._language, name_line=out.name_line)
            drawing = Drawing(part, page, style, title=out.title, post_to=out.post_to)
            publish(made, self._to, name, drawing)


def _solution(made: "WordSearch") -> str:
    from satcross.apps.wordsearch.files import solution_text

    return solution_text(made.layout, made.alphabet, lower_case=made.lower_case)
