"""A puzzle in one JSON object: cells, words and rules; `satcross.puzzle/1`.

An object with `schema`, `grid`, and whichever of the others are not as usual:

- `grid`: rows of grid text; it may be left out where rules add cells.
- `words`: paths from the file's folder, or names of word lists; or
- `word_list`: the words themselves: texts, pairs of a text and a score, or an object of scores.
- `min_score` (null for none), `exclude`, `max_words`, `alphabet`: as the options of these names.
- `words_digest`: that of the word list that is expected.
- `allow_repeats`, `min_length`, `rebus`, and the rules that have an option: as those options.
- `rules`: texts of rules, as of the option `--rule`.
- `title`, `author`, `editor`, `copyright`, `publisher`, `date`, `notes`: texts.

Another key is an error. A line of `satcross batch` has the same keys, and some of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from satcross.checks import check_type, checked, plain_integer
from satcross.errors import FormatError, InputError, OptionError
from satcross.files import as_path, write_file
from satcross.formats import grids
from satcross.formats.jsontext import MAX_MARKS, laid_out
from satcross.formats.registry import MAX_FILE
from satcross.model.alphabet import Alphabet
from satcross.model.crossword import Crossword, crossword_of
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.model.roles import WORDS, Recorded
from satcross.rules import board_of, keywords_in, rule_types, rules_data, rules_in
from satcross.words import WordList, WordsLike
from satcross.words.alphabets import ALPHABETS, parse_alphabet
from satcross.words.choice import ListChoice
from satcross.words.lines import ListLine

PUZZLE_SCHEMA = "satcross.puzzle/1"
CLASSES = {"Sequence": Sequence, "Mapping": Mapping}


def puzzle_types() -> dict[str, str]:
    """The keys of a puzzle that say what it is, with the types of their values."""
    return {"grid": "Sequence[str]", **ListChoice.KEYS, **rule_types()}


def crossword_of_puzzle(data: Mapping[str, Any], source: str, alphabet: Alphabet) -> Crossword:
    """The crossword of a puzzle. Its rules and words are in the extras: see `model.roles`.

    Args:
        data: as the module says.
        source: names the file in errors.
        alphabet: of the grid, where the file names none.

    Raises:
        FormatError: a key is not known, or a value is wrong.
        GridError: the grid is none.
    """
    types = {"schema": "str", **dict.fromkeys(Crossword.TEXTS, "str"), **puzzle_types()}
    data = {key: plain_integer(value) for key, value in data.items()}
    try:
        for key, value in data.items():
            if key not in types:
                known = ", ".join(sorted(types))
                raise OptionError(f"{str(key)[:40]!r} is not known", hint=f"known: {known}")
            check_type(key, value, types[key], CLASSES)
        if "words" in data and "word_list" in data:
            raise OptionError("words and word_list do not go together", hint="give one of them")
        if "alphabet" in data:
            alphabet = parse_alphabet(data["alphabet"])
        rules = keywords_in(data)
        words = {key: data[key] for key in ListChoice.KEYS if key in data}
        ListChoice().over(words, source)
        bare = Grid.of_lines(data.get("grid", ()), alphabet, source)
        grid, _ = board_of(bare, rules_in(rules), alphabet)
        if not grid.cells:
            raise OptionError("there is no grid", hint='add "grid": a list of rows')
    except InputError as error:
        if error.source and not isinstance(error, OptionError):
            raise
        problem = f"{error.parameter or ''} {error.problem}".strip()
        raise FormatError(problem, hint=error.hint, source=source) from None
    extras = {Recorded.EXTRAS: {"rules": rules}} if rules else {}
    if words:
        extras[WORDS] = words
    return replace(
        crossword_of(grid),
        extras=MappingProxyType(extras),
        **{key: data[key] for key in Crossword.TEXTS if key in data},
    )


@checked
def puzzle_data(puzzle: Puzzle, *, with_words: bool = True) -> dict[str, Any]:
    """A puzzle as JSON data: what `crossword_of_puzzle` reads.

    Args: with_words: whether to write the words themselves, beside their digest.
    """
    listed = puzzle.listed
    named = (name for name in ALPHABETS if parse_alphabet(name) == listed.alphabet)
    name = next(named, listed.alphabet.spelling)
    data: dict[str, Any] = {"schema": PUZZLE_SCHEMA, "grid": puzzle.grid.lines()}
    if name != "latin":
        data["alphabet"] = name
    data |= rules_data(puzzle.rules)
    if with_words:
        letters = parse_alphabet(name)  # another's folds are lost
        pairs = (listed.pair(word, letters) for word, _ in sorted(listed.words()))
        data["word_list"] = [_line_of(*pair) for pair in pairs]
    return data | {"words_digest": listed.digest}


def _line_of(written: str, score: int) -> str | tuple[str, int]:
    """An item of `word_list`: a line, if that is read as this word."""
    text = f"{written};{score}"
    if written.isalpha():  # as most are: nothing that a line may say otherwise
        return text
    line = ListLine.parse(text)
    return text if line and (line.written, line.score) == (written, score) else (written, score)


@checked
def save_puzzle(puzzle: Puzzle, path: str | Path) -> None:
    """Write a puzzle to a file, with its words: `load_puzzle` and all commands read it.

    Raises:
        FormatError: the file cannot be written, or would be too large to be read.
    """
    text = laid_out(puzzle_data(puzzle), lists=("grid", "word_list"))
    if sum(map(text.count, "[{,")) > MAX_MARKS or len(data := text.encode()) > MAX_FILE:
        raise FormatError(
            f"{len(puzzle.listed):,} words are too many for a file of a puzzle",
            hint='write a file without them, whose "words" names the list',
            source=str(path),
        )
    write_file(as_path(path), data, FormatError)


@checked
def load_puzzle(source: str | Path | Mapping[str, Any], words: WordsLike | None = None) -> Puzzle:
    """The puzzle in a file of any format, or in such data as `puzzle_data` gives.

    Letters that the file has are given; banned words that it records are left out.

    Args:
        source: the path of a file, or the data of a puzzle.
        words: used instead of what the file says; by default that, or the built-in list.

    Raises:
        InputError: it cannot be read, or is no puzzle.

    >>> data = {"schema": "satcross.puzzle/1", "grid": ["..."], "word_list": ["cat;80", "zoo"]}
    >>> print(load_puzzle(data | {"rules": "somewhere Z"}).rules[0])
    cell=Z
    """
    choice, given = ListChoice(), frozenset[str]()
    if words is not None:
        words = WordList.of(words)
        choice, given = (
            ListChoice(alphabet=words.alphabet.spelling),
            frozenset(("alphabet", "words")),
        )

    def load(choice: ListChoice, min_length: int) -> WordList:
        return choice.load(min_length) if words is None else WordList.of(words)

    data = source if isinstance(source, Mapping) else None
    name = "puzzle" if data is not None else str(as_path(source, "source"))
    read = None if data is None else crossword_of_puzzle(data, name, choice.letters())
    puzzle, crossword, _ = grids.load_puzzle(name, choice, {}, given=given, load=load, read=read)
    return Recorded(crossword, name).refilled(puzzle)[0] if crossword else puzzle
