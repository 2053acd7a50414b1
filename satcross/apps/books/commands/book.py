"""`satcross book`: many puzzles as one file, with their solutions at the back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross import FormatError, OptionError
from satcross.apps.pictures.options import GREY_VOIDS
from satcross.commandline import (
    HelpPanel,
    Shared,
    argument,
    chosen_language,
    command,
    echo_err,
    flag,
    option,
    option_set,
)
from satcross.extend import Format, check_text, counted, format_named

if TYPE_CHECKING:
    from satcross import Alphabet, Crossword
    from satcross.apps.pictures.printable import Printable

EXAMPLES = """\
Examples:
  satcross book puzzles -o book.pdf --title "Sunday puzzles" --author "A. Setter"
  satcross book mon.ipuz tue.puz words.json -o week.pdf --page 152.4x228.6 --bleed 3
  satcross book puzzles -o large.pdf --type-size 18 --high-contrast
  satcross book puzzles -o book.epub              or .docx, .txt, or .brf for braille
  satcross freeform cell.csv -n 30 -o 'set/cell-{}.json' --lossy
  satcross book set -o class.pdf --handouts --key key.pdf

Exit codes:
  0 written   2 bad input"""
EXCLUSIONS = """\
copyright !title: it stands behind the title page; add --title"""

OF_BATCH = b'{"schema": "satcross.batch/'
_PAPER = "Pages"


@option_set()
class BookOptions:
    """How a book is made."""

    title: str = option("TEXT", "Title. Without it there is no title page.", default="")
    author: str = option("TEXT", "Author on the title page.", default="")
    copyright: str = option("TEXT", "Text behind the title page.", default="")
    page: str | None = option(
        "SIZE", "a3, a4 (the default), a5, letter, legal, or WxH in mm.", panel=_PAPER
    )
    gutter: float = option(
        "MM",
        "Additional margin at the spine, left and right in turn; of handouts, at the left.",
        default=8.0,
        panel=_PAPER,
    )
    bleed: float = option("MM", "Paper beyond each edge, cut off later.", default=0.0, panel=_PAPER)
    crop_marks: bool = flag("Marks that show where to cut.", panel=_PAPER)
    solutions: int = option(
        "N",
        "Number of solutions on a page, at most: fewer where their letters would be too small.",
        default=6,
        panel=_PAPER,
    )
    type_size: float | None = option(
        "PT", "Large print: the smallest size of clues and titles.", panel=_PAPER
    )
    high_contrast: bool = flag("Black instead of grey, and thicker lines.", panel=_PAPER)
    word_bank: bool = flag("List the answers below the clues.")
    enumerations: bool | None = flag(
        "Whether clues end with the lengths of their answers, as in (3,5). Default: in grids with"
        " unchecked letters or bars.",
        default=None,
    )
    grey_voids: bool = GREY_VOIDS
    handouts: bool = flag(
        "Puzzles for a class: numbered, with a line for name and date, without title page, contents"
        " and page numbers."
    )
    key: Path | None = option("FILE", "Write the solutions to a file of their own.")


@command(HelpPanel.PAGES, 40, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/books.md")
def book(
    files: list[str] = argument(
        "FILE...",
        "Crossword files, word searches (.json), results of satcross batch (.jsonl), or folders of"
        " files.",
    ),
    *,
    output: str = option(
        "FILE",
        "The file to write, by its extension: .pdf, .docx, .epub, .txt (for screen readers) or"
        " .brf (braille).",
        "-o",
        default=...,
    ),
    how: BookOptions,
    alphabet: str = Shared.ALPHABET,
    language: str | None = Shared.LANGUAGE,
) -> None:
    """Make a book of puzzles: with contents, numbers, and the solutions at the back.

    The files may be of all kinds that satcross draws. Folders are read in the order of their names,
    without what is in folders inside them.
    """
    from satcross import Crossword
    from satcross.apps.books import BOOK
    from satcross.apps.books.book import Book
    from satcross.apps.books.puzzles import Puzzles
    from satcross.apps.pictures.squares import too_small
    from satcross.extend import (
        Drawing,
        Medium,
        Page,
        Part,
        chosen,
        parse_alphabet,
        written_together,
    )

    wanted = [(Path(output), chosen(BOOK, output))]
    if how.key is not None:
        wanted.append((how.key, chosen(BOOK, str(how.key), parameter="key")))
    for name in ("title", "author", "copyright"):
        check_text(getattr(how, name), name)
    made = Book(
        page=Page.named(how.page or "a4"),
        title=how.title,
        author=how.author,
        copyright=how.copyright,
        gutter=how.gutter,
        bleed=how.bleed,
        crop_marks=how.crop_marks,
        solutions=how.solutions,
        type_size=how.type_size,
        high_contrast=how.high_contrast,
        grey_voids=how.grey_voids,
        handouts=how.handouts,
        language=chosen_language(language, alphabet),
    )
    letters = parse_alphabet(alphabet)
    loaded = [(name, puzzle) for name in _named(files) for puzzle in _loaded(name, letters)]
    puzzles = [puzzle for _, puzzle in loaded]
    parts = (None,) if how.key is None else (Part.PUZZLE, Part.SOLUTION)
    whole = Puzzles(puzzles, made, how.word_bank, how.enumerations)
    written = [
        each.made(whole, Drawing(part)).data for (_, each), part in zip(wanted, parts, strict=True)
    ]
    with written_together(tuple(path for path, _ in wanted), OptionError) as drafts:
        for draft, data in zip(drafts, written, strict=True):
            draft.write(data)
    for name, puzzle in loaded:
        if isinstance(puzzle, Crossword):
            for lost in Medium.sounds_lost(puzzle):
                echo_err(f"left out: {name}: {lost}")
            if how.handouts and wanted[0][1].name == "pdf" and not puzzle.board:
                room = made.inner.below_name_line
                if small := too_small(room, puzzle.n_rows, puzzle.n_cols):
                    echo_err(f"{name}: {small}; a larger --page has larger ones")
    echo_err(counted(len(puzzles), "puzzle"))


def _named(files: Sequence[str]) -> Iterator[str]:
    """The names of all files, with those in folders in the order of their numbers and names.

    Raises:
        OptionError: a folder has no file of a puzzle.
    """
    for name in files:
        path = Path(name)
        if name == "-" or not path.is_dir():
            yield name
            continue
        found = sorted(filter(Path.is_file, path.iterdir()), key=lambda each: _key(each.name))
        read = [each for each in found if _is_read(each)]
        for each in found:
            if each not in read and not each.name.startswith("."):
                echo_err(f"left out: {each}, which has no extension of a puzzle")
        if not read:
            raise OptionError(
                "no puzzle is in this folder",
                hint="name files, or another folder",
                source=name,
            )
        yield from map(str, read)


def _is_read(path: Path) -> bool:
    """Whether a file has the extension of a format that can be read."""
    name = Format.name_of_read(str(path))
    return name is not None and format_named(name).read is not None


def _key(name: str) -> list[tuple[int, str]]:
    """Sorts names by the numbers in them: 2 before 10."""
    return [(int(part or 0), other) for part, other in re.findall(r"(\d{1,18})|(\D+|\d)", name)]


def _loaded(name: str, alphabet: Alphabet) -> list[Crossword | Printable]:
    """The puzzle in a file, or several word searches. Raises FormatError or GridError."""
    from satcross.apps.pictures.printable import printables_in
    from satcross.commandline import echo_remarks
    from satcross.extend import (
        MAX_FILE,
        format_named,
        format_of_file,
        parse_crossword,
        read_file_or_stdin,
    )

    data, source = read_file_or_stdin(name, FormatError, MAX_FILE)
    if printables := printables_in(data, source):
        return [*printables]
    if data.startswith(OF_BATCH):
        return _of_batch(data, source, alphabet)
    format_ = format_named(format_of_file(source, data))
    crossword = parse_crossword(data, format_, source, alphabet)
    echo_remarks(crossword, source)
    return [crossword]


def _of_batch(data: bytes, source: str, alphabet: Alphabet) -> list[Crossword | Printable]:
    """The puzzles of kinds in the results of a batch. Raises FormatError."""
    from satcross.extend import OWN, format_named, parse_crossword

    found: list[Crossword | Printable] = []
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            result = json.loads(line)
            puzzle, first = result.get("puzzle"), result.get("same_as")
        except (ValueError, AttributeError, RecursionError):
            problem = "is no result of a batch"
            raise FormatError(problem, source=source, line=number) from None
        if puzzle is not None and first is not None:
            echo_err(f"left out: {source}:{number}, the same puzzle as that of seed {first}")
        elif puzzle is not None:
            said = json.dumps(puzzle).encode()
            found.append(parse_crossword(said, format_named(OWN), source, alphabet))
            if result.get("apart"):
                _echo_apart(f"{source}:{number}", result.get("reports"))
    if not found:
        raise FormatError("no result is a puzzle", hint='add "kind" to the jobs', source=source)
    return found


def _echo_apart(place: str, reports: Any) -> None:
    """Say that a puzzle is not what was wanted. Args: reports: what its result says of it."""
    lines = reports if isinstance(reports, list) else []
    why = "; ".join(line.strip() for line in lines if isinstance(line, str))
    echo_err(f"{place} is not what was wanted{': ' if why else ''}{why}")
