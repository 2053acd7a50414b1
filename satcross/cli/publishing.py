"""How fills leave: as text, as JSON, as crossword files, or as pictures.

Text and JSON go to one place, fill after fill. Files and pictures hold one fill each, so several
need a name with `{}`, where the number of the fill goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from satcross.cli import exits
from satcross.cli.progress import ProgressView
from satcross.cli.sink import Sink, open_sink, print_bytes
from satcross.errors import OptionError
from satcross.formats.registry import NAMES, format_name_of

if TYPE_CHECKING:
    from satcross.alphabet import Alphabet
    from satcross.crossword import Crossword
    from satcross.fill import Fill

TEXT = "text"
JSON = "json"
PICTURES = ("svg", "png", "pdf")
# One fill after the other in one file, as lines of text.
STREAMS = (TEXT, JSON, "ruby-quiz", "line")
FORMS = tuple(dict.fromkeys((*STREAMS, *(name for name in NAMES if name != "hex"), *PICTURES)))


FormOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="FORM",
        help=f"{', '.join(FORMS)}. Default: what -o is called, or text. json is one object a line"
        " (schema satcross.fill/1).",
        rich_help_panel="Output",
    ),
]
PublishedOption = Annotated[
    str | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write here instead of to stdout: text, or a crossword file or picture by its ending."
        " Several of those need {} in the name, for their number.",
        rich_help_panel="Output",
    ),
]
CluesOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--clues",
        metavar="FILE",
        help="Your clues, for crossword files and pictures: see satcross clues.",
        rich_help_panel="Output",
    ),
]
TitleOption = Annotated[
    str | None, typer.Option(metavar="TEXT", help="The title in it.", rich_help_panel="Output")
]
AuthorOption = Annotated[
    str | None, typer.Option(metavar="TEXT", help="The author in it.", rich_help_panel="Output")
]
LossyOption = Annotated[
    bool,
    typer.Option(
        "--lossy",
        help="Leave out what the file cannot hold, and say what it was.",
        rich_help_panel="Output",
    ),
]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the user wants to have of the fills.

    Args:
        form: one of `FORMS`.
        output: where they go; None for stdout.
        entries: whether text lists the entries too.
        lossy: whether to leave out what the form cannot hold.
        clues: files of clues.
        title, author: what to call the crossword; None for what it is called.
        seed: for the choice of clues.
    """

    form: str
    output: str | None = None
    entries: bool = False
    lossy: bool = False
    clues: Sequence[Path] = ()
    title: str | None = None
    author: str | None = None
    seed: int = 0

    @property
    def is_stream(self) -> bool:
        """Whether several fills can go to one place."""
        return self.form in STREAMS


def form_of(form: str | None, output: str | None) -> str:
    """The form that `--format`, or else the ending of the file's name, asks for.

    Raises:
        OptionError: there is no such form.
    """
    if form is not None:
        if form not in FORMS:
            raise OptionError(
                f"there is no form {form!r}",
                mend=f"choose one of {', '.join(FORMS)}",
                source="--format",
            )
        return form
    suffix = PurePath(output or "").suffix.lower().removeprefix(".")
    if suffix in PICTURES:
        return suffix
    named = format_name_of(output or "")
    return named if named in FORMS and named is not None else TEXT


def check_wish(wish: Wish, n_wanted: int | None) -> None:
    """Refuse what does not go together, before any work begins.

    Args: n_wanted: how many fills; None for all.
    Raises: OptionError.
    """
    if wish.entries and wish.form != TEXT:
        raise OptionError(
            f"it is for text, not for {wish.form}", mend="leave it out", source="--entries"
        )
    if wish.is_stream:
        for source, given in (
            ("--clues", wish.clues), ("--title", wish.title), ("--author", wish.author)
        ):  # fmt: skip
            if given:
                raise OptionError(
                    f"{wish.form} has no place for it",
                    mend="write a crossword file or a picture, as in -o fill.ipuz",
                    source=source,
                )
        return
    if n_wanted != 1 and (wish.output is None or "{}" not in wish.output):
        raise OptionError(
            f"each fill is a {wish.form} file of its own",
            mend="name them with {} for the number, as in -o fill-{}.ipuz",
            source="--output",
        )


class Publisher:
    """Takes fills one by one, each as soon as it is found.

    Args:
        wish: what is to become of them.
        view: what is on the terminal meanwhile.
        sink: where text and JSON go; None for files.

    Fields:
        seed: of the search that found the next fill, where several were at work; else None.
    """

    def __init__(
        self,
        wish: Wish,
        view: ProgressView,
        sink: Sink | None,
    ) -> None:
        self.view = view
        self.seed: int | None = None
        self._wish = wish
        self._base: Crossword | None = None
        self._alphabet: Alphabet | None = None
        self._sink = sink
        self._n = 0

    def about(self, base: Crossword | None, alphabet: Alphabet) -> None:
        """Say what is being filled, before the first fill.

        Args:
            base: the crossword that is filled, with its names and clues; None for a bare grid.
            alphabet: of its letters.
        """
        self._base, self._alphabet = base, alphabet

    def __call__(self, fill: Fill) -> None:
        """Print or write one fill."""
        self._n += 1
        if self._sink is not None:
            text = self._text(fill)
            with self.view.hidden():
                self._sink.write(text)
        else:
            with self.view.hidden():
                self._write_file(fill)
        self.view.found()

    def _text(self, fill: Fill) -> str:
        from satcross.cli.fill_view import fill_json, fill_text

        if self._wish.form == JSON:
            return fill_json(fill, self._n, self.seed)
        between = "\n" if self._n > 1 and self._wish.form != "line" else ""
        if self._wish.form == TEXT:
            return between + fill_text(fill, entries=self._wish.entries)
        from satcross.crossword import crossword_of
        from satcross.formats.reading import file_of

        target = self._wish.output or "<stdout>"
        content = file_of(
            crossword_of(fill.grid), self._wish.form, lossy=self._wish.lossy, target=target
        )
        _tell_losses(content.dropped)
        return between + content.data.decode().rstrip("\n")

    def _write_file(self, fill: Fill) -> None:
        wish = self._wish
        crossword = self._crossword(fill)
        name = None if wish.output is None else wish.output.replace("{}", str(self._n))
        publish_crossword(crossword, wish.form, name, lossy=wish.lossy)

    def _crossword(self, fill: Fill) -> Crossword:
        from satcross.crossword import crossword_of, with_fill

        wish = self._wish
        base = self._base or crossword_of(fill.puzzle.grid)
        crossword = with_fill(base, fill.grid)
        crossword = replace(
            crossword,
            title=crossword.title if wish.title is None else wish.title,
            author=crossword.author if wish.author is None else wish.author,
        )
        if wish.clues:
            from satcross.cli.clues import add_clues, tell_unclued

            assert self._alphabet is not None
            crossword, unclued = add_clues(
                crossword, wish.clues, alphabet=self._alphabet, seed=wish.seed
            )
            tell_unclued(unclued)
        return crossword


def publish_crossword(
    crossword: Crossword, form: str | None, output: str | None, *, lossy: bool
) -> None:
    """Write a crossword to a file or to standard output, and say what was left out.

    Args:
        crossword: what to write.
        form: a format or picture; None for what the file's name tells.
        output: the file; None or `-` for standard output.
        lossy: whether to leave out what the form cannot hold.

    Raises:
        OptionError, FormatError: as `save_crossword` and `write_picture`.
    """
    if form in PICTURES:
        from satcross.cli.render import write_picture
        from satcross.drawing import Style, page_named

        page = page_named("a4") if form == "pdf" else None
        write_picture(crossword, output, None, page=page, style=Style(), form=form)
        return
    from satcross.formats.reading import file_of, save_crossword

    if output is not None and output != "-":
        content = save_crossword(crossword, output, format_name=form, lossy=lossy)
    elif form is None:
        raise OptionError("standard output has no name", mend="name a format", source="--to")
    else:
        content = file_of(crossword, form, lossy=lossy, target="<stdout>")
        print_bytes(content.data)
    _tell_losses((*content.dropped, *content.notes))


def _tell_losses(items: Sequence[str]) -> None:
    for item in items:
        exits.tell(f"left out: {item}")


@contextmanager
def publishing(wish: Wish, view: ProgressView) -> Iterator[Publisher]:
    """A publisher; what it streams is in its place when all has gone well.

    Raises:
        OptionError: the output cannot be written; for a stream told before any work begins.
    """
    if not wish.is_stream:
        yield Publisher(wish, view, None)
        return
    with open_sink(wish.output) as sink:
        yield Publisher(wish, view, sink)
