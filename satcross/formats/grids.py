"""Grids from files of any format."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross.errors import FormatError, GridError, InputError, OptionError
from satcross.files import STDIN
from satcross.formats.registry import format_name_of
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid, read_grid
from satcross.model.needs import min_length_in
from satcross.model.puzzle import Puzzle
from satcross.rules import Rule, rules_of, with_letters_of, with_short_forms
from satcross.words import WordList
from satcross.words.choice import ListChoice

if TYPE_CHECKING:
    from satcross.model.crossword import Crossword

# What reads crossword files is imported where it is used: a fill of grid text needs none of it.

_GRIDS = ("text", "hex")  # the formats that `read_grid` tells apart by itself
_HEAD = 64  # bytes that tell what a file is whose name does not


def load_grid(
    name: str, alphabet: Alphabet, *, hex_patterns: bool = True
) -> tuple[Grid, Crossword | None]:
    """The grid called `name`: a path, `-`, or a hex pattern; and the crossword around it.

    Returns: the grid, whose given letters are what the file says of the solution; and, for
        crossword files, the rest of what they say; None for grid text.

    Raises:
        GridError, FormatError: it cannot be read, or holds letters of another alphabet.
    """
    if name == "-" or _format_of(name) in _GRIDS:
        return read_grid(name, alphabet=alphabet, hex_patterns=hex_patterns), None
    from satcross.formats.reading import load_crossword
    from satcross.model.crossword import grid_of

    loaded = load_crossword(name, alphabet=alphabet)
    return grid_of(loaded.crossword, alphabet=alphabet, source=loaded.source), loaded.crossword


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

    What the file says of banned words is for `refilled`, with `recorded_roles`.

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
    if read is None and (name == "-" or _format_of(name) in _GRIDS):
        letters = words.letters()
        grid, crossword = read_grid(name, alphabet=letters, hex_patterns=hex_patterns), None
    else:
        from satcross.formats.reading import load_crossword
        from satcross.model.crossword import grid_of
        from satcross.model.roles import recorded_rules, recorded_words

        if read is None:
            loaded = load_crossword(name, alphabet=words.letters())
            crossword, source = loaded.crossword, loaded.source
        else:
            crossword, source = read, name
        said, recorded = recorded_words(crossword, source), recorded_rules(crossword, source)
        if "qxw" in crossword.extras:
            from satcross.formats.qxw.dictionaries import said_of_words

            more, own_words = said_of_words(crossword, source, has_words="words" in given)
            said, recorded = said | more, (*recorded, *own_words)
        words = words.over(said, source, given)
        grid = grid_of(crossword, alphabet=words.letters(), source=source)
    short = dict(rules)
    by_hand = rules_of(short.pop("rules", ()))
    recorded_else = [one for one in recorded if not (one.short and one.short.keyword in short)]
    every = with_short_forms(dict.fromkeys((*recorded_else, *by_hand)), short, add=True)
    listed = load(words, min_length_in(every))
    source = STDIN if name == "-" else name
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


def _format_of(name: str) -> str:
    named = format_name_of(name)
    if named is not None:
        return named
    try:
        with Path(name).open("rb") as file:
            head = file.read(_HEAD)
    except (OSError, ValueError):
        return "text"  # whose reader says what is wrong
    from satcross.formats.reading import sniffed

    return sniffed(head)
