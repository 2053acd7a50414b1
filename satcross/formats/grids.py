"""Grids from files of any format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from satcross.errors import FormatError, GridError, InputError, OptionError
from satcross.files import read_file_or_stdin, utf8_text
from satcross.formats.registry import MAX_FILE, TABLE, Format, format_named
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.model.gridtext import MAX_TEXT, decode_grid
from satcross.model.hexpattern import names_pattern
from satcross.model.puzzle import Puzzle
from satcross.model.value import min_length_in
from satcross.packed import STDIN
from satcross.rules import Rule, rules_of, with_letters_of, with_short_forms
from satcross.words import WordList
from satcross.words.choice import ListChoice

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword

# What reads crossword files is imported where it is used: a fill of grid text needs none of it.

_GRIDS = ("text", "hex")  # the formats that `Grid.parse` tells apart by itself


class Content(NamedTuple):
    """A file, read once: it may be a pipe.

    Args:
        data: its bytes.
        source: what errors call it.
        format: the name of its format.
    """

    data: bytes
    source: str
    format: str

    @property
    def is_text(self) -> bool:
        """Whether it is grid text, or a hexadecimal pattern."""
        return self.format in _GRIDS

    def grid(self, alphabet: Alphabet, *, hex_patterns: bool = True) -> Grid:
        """The grid, if it is text. Raises GridError."""
        text = decode_grid(self.data, self.source)
        return Grid.parse(text, alphabet=alphabet, source=self.source, hex_patterns=hex_patterns)

    def crossword(self, alphabet: Alphabet) -> Crossword:
        """The crossword, if it is not. Raises FormatError or GridError."""
        from satcross.formats.reading import parse_crossword

        return parse_crossword(self.data, format_named(self.format), self.source, alphabet)

    def said(self, alphabet: Alphabet) -> Crossword | str:
        """The crossword, or the text. Raises FormatError or GridError."""
        if self.format == "text":
            return utf8_text(self.data, self.source, FormatError)
        return self.crossword(alphabet)


def content_of(name: str) -> Content:
    """The content of a file, or of standard input if the name is `-`.

    Raises:
        GridError, FormatError: it cannot be read.
    """
    named = Format.name_of_read(name)
    if named in _GRIDS:
        data, source = read_file_or_stdin(name, GridError, MAX_TEXT)
        if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"<":  # as no grid begins
            return Content(data, source, named)
        from satcross.formats.reading import format_of_file

        return Content(data, source, format_of_file(source, data))
    data, source = read_file_or_stdin(name, FormatError if named else GridError, MAX_FILE)
    if named is None and not data.strip():
        return Content(data, source, "text")
    from satcross.formats.reading import format_of_file

    return Content(data, source, format_of_file(source, data))


def load_grid(
    name: str, alphabet: Alphabet, *, hex_patterns: bool = True
) -> tuple[Grid, Crossword | None]:
    """The grid called `name`: a path, `-`, or a hex pattern; and the crossword around it.

    Returns: the grid, whose given letters are what the file says of the solution; and, for
        crossword files, the rest of what they say; None for grid text.

    Raises:
        GridError, FormatError: it cannot be read, or holds letters of another alphabet.
    """
    if hex_patterns and names_pattern(name):
        return Grid.from_hex(name), None
    content = content_of(name)
    if content.is_text:
        return content.grid(alphabet, hex_patterns=hex_patterns), None
    from satcross.model.crossword import grid_of

    crossword = content.crossword(alphabet)
    return grid_of(crossword, alphabet=alphabet, source=content.source), crossword


def load_puzzle(
    name: str,
    words: ListChoice,
    rules: Mapping[str, Any],
    *,
    given: Collection[str] = (),
    load: Callable[[ListChoice, int], WordList] = ListChoice.load,
    read: Crossword | None = None,
    blank: bool = False,
    hex_patterns: bool = True,
) -> tuple[Puzzle, Crossword | None, ListChoice]:
    """The puzzle of the grid called `name`, with all letters and rules that the file has.

    What the file says of banned words is for `refilled`, with `Recorded.roles`.

    Args:
        name, hex_patterns: as for `load_grid`.
        words: the words, where the file says nothing of them.
        rules: keywords of `Puzzle`; they come before the rules that the file has.
        given: the fields of `words` that come before what the file says.
        load: makes the list, from a choice and the least number of cells of an entry.
        read: the crossword, where it needs no reading; `name` names it in errors.
        blank: whether to leave out the letters of the grid.

    Returns: the puzzle; the crossword of the file, as `load_grid` gives it; and which words it has.

    Raises:
        InputError: the grid or the words cannot be read, or make no puzzle.
    """
    recorded: tuple[Rule, ...] = ()
    source = STDIN if name == "-" else name
    content = None
    if read is None and hex_patterns and names_pattern(name):
        grid, crossword = Grid.from_hex(name), None
    elif read is None and (content := content_of(name)).is_text:
        grid = content.grid(words.letters(), hex_patterns=hex_patterns)
        crossword = None
    else:
        from satcross.model.crossword import grid_of
        from satcross.model.roles import Recorded

        crossword = read if content is None else content.crossword(words.letters())
        assert crossword is not None
        said, recorded = Recorded(crossword, source).words(), Recorded(crossword, source).rules()
        for form in crossword.extras:
            say = format_named(form).said_of_words if form in TABLE else None
            if say is not None:
                more, own_words = say(crossword, source, has_words="words" in given)
                said, recorded = said | more, (*recorded, *own_words)
        words = words.over(said, source, given)
        grid = grid_of(crossword, alphabet=words.letters(), source=source)
    short = dict(rules)
    by_hand = rules_of(short.pop("rules", ()))
    recorded_else = [one for one in recorded if not (one.short and one.short.keyword in short)]
    every = with_short_forms(dict.fromkeys((*recorded_else, *by_hand)), short, add=True)
    listed = load(words, min_length_in(every))
    try:
        held = with_letters_of(grid.without_letters() if blank else grid, every, listed.alphabet)
        puzzle = Puzzle(held, listed, every)
    except GridError as error:
        if error.source:
            raise
        raise GridError(error.problem, hint=error.hint, source=source) from None
    except OptionError as error:
        if _has_problem(error, grid, listed, recorded):
            raise FormatError(error.problem, hint=error.hint, source=source) from None
        raise
    return puzzle, crossword, words


def _has_problem(error: OptionError, grid: Grid, words: WordList, recorded: Sequence[Rule]) -> bool:
    """Whether an error is due to the rules that a file has."""
    try:
        Puzzle(grid, words, recorded)
    except OptionError as again:
        return again.problem == error.problem
    except InputError:
        pass
    return False
