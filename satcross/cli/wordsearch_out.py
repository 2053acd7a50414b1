"""How word searches leave: as text, JSON or pictures, to standard output or to files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from satcross.cli import exits
from satcross.cli.sink import Sink, open_sink, print_bytes
from satcross.errors import OptionError
from satcross.files import write_file
from satcross.wordsearch.files import report_text, search_json, search_text, solution_text

if TYPE_CHECKING:
    from satcross.cli.wordsearch_asked import Asked
    from satcross.wordsearch.results import WordSearch

TEXT, JSON = "text", "json"
PICTURES = ("svg", "png", "pdf")
FORMS = (TEXT, JSON, *PICTURES)
_SHOWN = 8  # characters in one message


def form_of(asked: Asked) -> str:
    """The form that --format, or else the ending of the file's name, asks for.

    Raises:
        OptionError: there is no such form, or the name's ending is none that is known.
    """
    if asked.form is not None:
        if asked.form not in FORMS:
            raise OptionError(
                f"there is no form {asked.form!r}", mend=f"choose one of {', '.join(FORMS)}",
                source="--format",
            )  # fmt: skip
        return asked.form
    suffix = PurePath(asked.output or "").suffix.lower().removeprefix(".")
    return suffix if suffix in (JSON, *PICTURES) else TEXT


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
        asked: what is to become of them.
        form: one of `FORMS`.
        sink: where text and JSON for one place go; None for files of their own.
    """

    def __init__(self, asked: Asked, form: str, sink: Sink | None) -> None:
        self._asked, self._form, self._sink = asked, form, sink
        self._n = 0

    def __call__(self, made: WordSearch, seed: int | None, *, optimal: bool = False) -> None:
        """Print or write one puzzle.

        Args:
            made: the puzzle.
            seed: that makes it again; None if no seed does.
            optimal: whether no layout has more crossings.
        """
        self._n += 1
        asked = self._asked
        if self._form == JSON and self._sink is not None:
            line = search_json(made, number=self._n, seed=seed, most_crossings=optimal)
            self._sink.write(line)
        elif self._sink is not None:
            between = "\n" if self._n > 1 else ""
            text = solution_text(made.layout) if asked.solution else search_text(made)
            self._sink.write(between + text)
        else:
            self._write_file(made)
        if asked.report:
            between = "\n" if self._sink is not None or self._n > 1 else ""
            print(between + report_text(made.layout), flush=True)

    def _write_file(self, made: WordSearch) -> None:
        asked = self._asked
        name = None if asked.output is None else asked.output.replace("{}", str(self._n))
        if self._form in PICTURES:
            data = self._picture(made)
            if name is None or name == "-":
                print_bytes(data)
            else:
                write_file(Path(name), data, OptionError)
            return
        name = name or ""
        search, solution = search_text(made), solution_text(made.layout)
        # The solution first: whoever sees the puzzle finds it there.
        write_file(Path(solution_name(name)), f"{solution}\n".encode(), OptionError)
        write_file(Path(name), f"{search}\n".encode(), OptionError)

    def _picture(self, made: WordSearch) -> bytes:
        from satcross.drawing.fonts import MISSING
        from satcross.drawing.style import page_named
        from satcross.wordsearch.draw import pdf_of, png_of, svg_of, unprintable

        asked = self._asked
        page = page_named(asked.page) if asked.page else None
        if self._form == "pdf":
            data = pdf_of(made, title=asked.title, page=page, solution_only=asked.solution)
        else:
            writer = png_of if self._form == "png" else svg_of
            data = writer(made, title=asked.title, page=page, solution=asked.solution)
        if self._form != "svg" and (lacking := unprintable(made, asked.title)):
            some = " ".join(lacking[:_SHOWN]) + (" …" if len(lacking) > _SHOWN else "")
            exits.tell(f"the fonts lack {some}; {MISSING} stands for them")
        return data


@contextmanager
def open_publisher(asked: Asked) -> Iterator[Publisher]:
    """A publisher; what it streams is in its place when all has gone well.

    Raises:
        OptionError: the output makes no sense, or cannot be written.
    """
    form = check_output(asked)
    if form in PICTURES or (form == TEXT and asked.output not in (None, "-")):
        yield Publisher(asked, form, None)
        return
    with open_sink(asked.output) as sink:
        yield Publisher(asked, form, sink)


def check_output(asked: Asked) -> str:
    """The form of what is written, if that goes together with the other options.

    Raises:
        OptionError: it does not.
    """
    form = form_of(asked)
    to_file = asked.output not in (None, "-")
    if form == TEXT and to_file and asked.solution:
        raise OptionError(
            "a text file has its solution beside it", mend="leave --solution out",
            source="--solution",
        )  # fmt: skip
    if form not in PICTURES:
        for source, given in (("--title", asked.title), ("--page", asked.page)):
            if given:
                raise OptionError(
                    f"{form} has no place for it",
                    mend="write a picture, as in -o search.pdf", source=source,
                )  # fmt: skip
    else:
        from satcross.drawing.style import page_named

        if asked.page:
            page_named(asked.page)
    if form != TEXT and not to_file and asked.report:
        raise OptionError(
            f"it would stand among the {form} on stdout",
            mend="write to a file with -o", source="--report",
        )  # fmt: skip
    if form == JSON and asked.solution:
        raise OptionError("JSON has the solution anyway", mend="leave it out", source="--solution")
    own_file = form in PICTURES or (form == TEXT and to_file)
    if own_file and asked.number > 1 and "{}" not in (asked.output or ""):
        raise OptionError(
            "each puzzle is a file of its own",
            mend="name them with {} for the number, as in -o search-{}.txt", source="--output",
        )  # fmt: skip
    folder = Path(asked.output or "").parent
    if to_file and not folder.is_dir():
        raise OptionError(
            f"there is no directory {str(folder)!r}",
            mend="make it first",
            source=asked.output or "",
        )
    return form
