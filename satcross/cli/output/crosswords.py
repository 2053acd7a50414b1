"""Writing crosswords: to a file of a format or a picture, with clues from the user's files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from satcross.cli.config import setting
from satcross.cli.errors import echo_err
from satcross.cli.output.sink import book_hint, print_bytes
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.clues import ClueBook
    from satcross.drawing import Page, Part, Style
    from satcross.model.alphabet import Alphabet
    from satcross.model.crossword import Clue, Crossword

DRAWN = (".svg", ".png", ".pdf")
PICTURES = (*DRAWN, ".html", ".zip")
_SHOWN = 8  # characters in one message


def publish_crossword(
    crossword: Crossword,
    format_: str | None,
    output: str | None,
    *,
    lossy: bool,
    drawing: Drawing | None = None,
) -> None:
    """Write a crossword to a file or to standard output, and report what was left out.

    Args:
        crossword: what to write.
        format_: a format or picture; None for the one of the file's extension.
        output: the file; None or `-` for standard output.
        lossy: whether to leave out what the format cannot hold.
        drawing: of a picture, on A4 paper for a PDF; None for the usual.

    Raises:
        OptionError, FormatError: as `save_crossword` and `write_picture`.
    """
    if f".{format_}" in PICTURES:
        page = usual_page() if format_ == "pdf" else None
        write_picture(crossword, output, changed(drawing or Drawing(), page=page), format_)
        return
    from satcross.formats.reading import file_of, save_crossword

    if output is not None and output != "-":
        content = save_crossword(crossword, output, format_name=format_, lossy=lossy)
    elif format_ is None:
        raise OptionError("standard output has no extension", hint="name a format", parameter="to")
    else:
        content = file_of(crossword, format_, lossy=lossy, target="<stdout>")
        print_bytes(content.data)
    echo_losses((*content.dropped, *content.notes))


def named(crossword: Crossword, title: str | None, author: str | None) -> Crossword:
    """The crossword with another title and author. Args: title, author: None to keep its own."""
    return changed(
        crossword,
        title=crossword.title if title is None else title,
        author=crossword.author if author is None else author,
    )


def enumerated(
    crossword: Crossword,
    wanted: bool | None,
    drawing: Drawing | None,
    written: Callable[[Clue], str] | None = None,
) -> tuple[Crossword, Drawing | None]:
    """The crossword with enumerations or without, and how it is drawn.

    Args:
        wanted: as for `with_enumerations`.
        drawing: how; None for the usual.
        written: how the answers are written; None to look them up in the built-in list.
    """
    from satcross.model.enumerations import with_enumerations

    found = with_enumerations(crossword, wanted, written or _as_listed())
    drawing = drawing or Drawing()
    style = changed(drawing.style or usual_style(), enumerations=wanted)
    return found, changed(drawing, style=style)


def _as_listed(book: ClueBook | None = None) -> Callable[[Clue], str]:
    """Looks up how answers are written, as in `ice cream`, in clues and in the built-in list."""
    from satcross.words import WordList

    words = WordList.builtin()

    def written(clue: Clue) -> str:
        if book and (form := book.written(book.alphabet.normalise(clue.answer) or "")):
            return form
        letters = words.alphabet.normalise(clue.answer)
        return words.written(letters) if letters and letters in words else ""

    return written


def echo_losses(items: Sequence[str]) -> None:
    """Report what a format could not hold, one item a line."""
    for item in items:
        echo_err(f"left out: {item}")


def echo_remarks(crossword: Crossword, source: str) -> None:
    """Report what the reader of a file left out or guessed, one remark a line."""
    for remark in crossword.remarks:
        echo_err(f"{source}: {remark}")


@dataclass(frozen=True, slots=True)
class Drawing:
    """How to draw a crossword: see `satcross.drawing`.

    Args:
        part: what of it; None for both in a PDF and in a page to solve, and for the solution in a
            picture.
        page: None for the grid alone.
        style: None for the usual one.
        width_px, scale: of a PNG.
        embed_font: of an SVG.
        post_to: the address to which a page to solve can send results; "" for none.
    """

    part: Part | None = None
    page: Page | None = None
    style: Style | None = None
    width_px: int | None = None
    scale: float | None = None
    embed_font: bool = False
    post_to: str = ""


def usual_page(columns: int | None = None) -> Page:
    """The paper of one who asks for none: that of the configuration, or A4.

    Args: columns: of clues; those of the configuration, or as many as suit the page, by default.
    """
    from satcross.drawing import page_named

    return page_named(setting("page") or "a4", columns or setting("columns"))


def usual_style(*, numbers: bool = True) -> Style:
    """The style of one who asks for none. Args: numbers: whether the squares may have any."""
    from satcross.drawing import Style

    return Style(numbers=numbers and setting("numbers") is not False)


def suffix_of(output: str | None) -> str:
    """The extension of the kind of picture; `.svg` for standard output.

    Raises:
        OptionError: it is none of `PICTURES`.
    """
    if output in (None, "-"):
        return ".svg"
    suffix = PurePath(output or "").suffix.lower()
    if suffix not in PICTURES:
        from satcross.formats.registry import format_name_of

        raise OptionError(
            "the file's extension is not a picture's",
            hint=book_hint(output)
            or f"use one of {', '.join(PICTURES)}"
            + ("; satcross convert writes crossword files" if format_name_of(str(output)) else ""),
            source=str(output),
        )
    return suffix


def write_picture(
    crossword: Crossword, output: str | None, drawing: Drawing, format_: str | None = None
) -> None:
    """Draw a crossword, or make a page to solve of it, to a file or to standard output.

    Args:
        crossword: what to draw.
        output: the file; its extension selects the kind of picture.
        drawing: how.
        format_: "svg", "png", "pdf", "html" or "zip", where the extension does not select it.

    Raises:
        OptionError: the file cannot be written, or an option is wrong.
        FormatError: the clues are longer than those of any crossword.
    """
    from satcross.drawing import Part
    from satcross.model.media import sounds_lost
    from satcross.pictures import picture_of

    suffix = suffix_of(output) if format_ is None else f".{format_}"
    if suffix == ".zip" and drawing.part is Part.PUZZLE:
        raise OptionError(
            "a SCORM package needs the solution, to report what is right", parameter="blank"
        )
    page = drawing.page
    if page is None and suffix == ".pdf":
        page = usual_page()
    data = picture_of(
        crossword, suffix[1:], drawing.part, page=page, style=drawing.style or usual_style(),
        width_px=drawing.width_px, scale=drawing.scale, embed_font=drawing.embed_font,
        post_to=drawing.post_to,
    )  # fmt: skip
    write_drawn(data, output, crossword if suffix in (".png", ".pdf") else None)
    if suffix in DRAWN:
        echo_losses(sounds_lost(crossword))


def write_drawn(data: bytes, output: str | None, crossword: Crossword | None) -> None:
    """Write a picture to a file or to standard output.

    Args:
        data: its bytes.
        output: the file; None or `-` for standard output.
        crossword: what is drawn with our fonts, to report characters that they lack.
    """
    from satcross.drawing import unprintable
    from satcross.drawing.fonts import MISSING
    from satcross.files import write_file

    if output is None or output == "-":
        print_bytes(data)
    else:
        write_file(Path(output), data, OptionError)
    if crossword is not None and (lacking := unprintable(crossword)):
        echo_unprintable(lacking, MISSING)


def echo_unprintable(lacking: Sequence[str], stand_in: str) -> None:
    """Report characters that the fonts lack."""
    some = " ".join(lacking[:_SHOWN]) + (" …" if len(lacking) > _SHOWN else "")
    echo_err(f"the fonts lack {some}; {stand_in} stands for them")


def add_clues(
    crossword: Crossword,
    files: Sequence[Path],
    *,
    alphabet: Alphabet,
    seed: int = 0,
    replace: bool = False,
    enumerations: bool | None = None,
    words_of: Mapping[tuple[int, ...], str] | None = None,
) -> tuple[Crossword, tuple[Clue, ...]]:
    """The crossword with clues from these files, and its clues that are still empty.

    Lines of the files that are left out are reported on stderr. Answers are enumerated as the files
    write them, or else the built-in list.

    Args:
        enumerations: whether clues have the lengths of their answers; None to change none.
        words_of: as for `with_clues`.

    Raises: InputError: a file cannot be read or holds no clues.
    """
    from satcross.clues import ClueBook, answer_words, with_clues

    book = ClueBook.from_pairs((), alphabet=alphabet)
    if files:
        only = answer_words(crossword, alphabet).union((words_of or {}).values())
        book = ClueBook.load(*files, alphabet=alphabet, only=only)
    for line in book.report.warnings():
        echo_err(f"clues: {line}")
    crossword, unclued = with_clues(crossword, book, seed=seed, replace=replace, words_of=words_of)
    if enumerations is not None:
        crossword, _ = enumerated(crossword, enumerations, None, _as_listed(book))
    return crossword, unclued


def echo_unclued(unclued: Sequence[Clue]) -> None:
    """Report the entries without a clue, one a line."""
    for clue in unclued:
        name = clue_name(clue) and f"{clue_name(clue)} "  # there may be none
        echo_err(f"no clue for {name}{clue.answer or '(answer not known)'}")


def clue_name(clue: Clue) -> str:
    """A clue's name for people: `12A`, or `3 Diagonal`."""
    short = {"Across": "A", "Down": "D"}.get(clue.direction)
    return f"{clue.label}{short}" if short else f"{clue.label} {clue.direction}".strip()
