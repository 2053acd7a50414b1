"""The options of `satcross wordsearch`, checked and made into what is to be done."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import OptionError
from satcross.apps.clues.options import AskingOptions, alphabet_for, load_listed
from satcross.apps.wordsearch.cli.output import WordSearchOutput
from satcross.commandline import (
    Shared,
    WordListOptions,
    argument,
    chosen_language,
    flag,
    option,
    option_set,
)
from satcross.extend import check_time_limit, counted, read_file, whole_number

# No `from __future__ import annotations`: Typer needs the types.
if TYPE_CHECKING:
    from satcross import Alphabet, Grid
    from satcross.apps.clues.lists import WordFile
    from satcross.apps.clues.words import HiddenWord
    from satcross.apps.wordsearch.options import WordSearchOptions

MAX_NUMBER = 10_000  # puzzles of one run
_MAX_MASK = 1 << 20  # bytes
_USUAL_SIDE = 15  # of themes, where no size is given
_USUAL_S = 20.0  # for each puzzle

_LIST = "Word list"
_BOARD = "The board"
_LAYOUT = "The words in it"
_LETTERS = "The other letters"
_SEARCH = "Search"


def _directions(typed: str) -> list[str]:
    from satcross.apps.wordsearch.headings import BY_NAME

    return [name for name in BY_NAME if name.startswith(typed)]


def _shapes() -> list[str]:
    from satcross.apps.wordsearch.shapes import SHAPES

    return list(SHAPES)


@option_set()
class WordSearchFlags:
    """All options of the command."""

    list_: str | None = argument(
        "WORDS",
        "A file with a word or phrase on each line, and perhaps a clue (word,clue); - for stdin;"
        " lines that begin with # are comments. Not with --pattern.",
        default=None,
    )
    size: str | None = argument(
        "[SIZE]",
        "Columns x rows, as in 24x20. Default: a square with room for the words.",
        default=None,
    )
    shape: str | None = option(
        "NAME",
        "circle, ring, heart, diamond, triangle, hexagon, octagon, star, cross or tree, as large as"
        " SIZE allows.",
        panel=_BOARD,
        autocompletion=_shapes,
    )
    mask: str | None = option(
        "FILE", "A text picture of the board: # for a cell, . or a space for none.", panel=_BOARD
    )
    fit: bool = flag(
        "Find the smallest rectangle that holds all words, with a lower bound.", panel=_BOARD
    )
    level: str | None = option(
        "easy|medium|hard",
        "Right and down; also the diagonals to the right; all eight (the default).",
        panel=_LAYOUT,
    )
    directions: str | None = option(
        "E,SE,…",
        "Directions in which words may run: E SE S SW W NW N NE.",
        autocompletion=_directions,
        panel=_LAYOUT,
    )
    crossings: str | None = option(
        "K|most",
        "Minimum number of crossings; most: as many as are found in the time. Default: many, in a"
        " second or two.",
        panel=_LAYOUT,
    )
    allow_inside: bool = flag(
        "A word may stand within a longer one: CAT in CATALOG.", panel=_LAYOUT
    )
    filler: str = option(
        "words|uniform|LETTERS",
        "Letters between the words: as frequent as in the words, all of the alphabet equally, or"
        " drawn from LETTERS.",
        default="words",
        panel=_LETTERS,
    )
    message: str | None = option(
        "TEXT",
        "Text that the cells without a word spell instead, row by row.",
        panel=_LETTERS,
    )
    forbid: Path | None = option(
        "FILE",
        "Words that must not be read anywhere, one on each line, in addition to the built-in list"
        " of rude ones.",
        panel=_LETTERS,
    )
    no_forbid: bool = flag("Without the built-in list.", panel=_LETTERS)
    pattern: str | None = option(
        "PATTERN",
        "Take the words that match from --words, or the built-in list: 'Q*', '?A*'.",
        panel=_LIST,
    )
    count: int = option(
        "N", "With --pattern: number of words.", default=20, at_least=1, panel=_LIST
    )
    bonus: str | None = option(
        "FILE", "Words to hide besides, which are not listed; the page says how many.", panel=_LIST
    )
    split: bool = flag("Hide the words of a phrase one by one.", panel=_LIST)
    asked: AskingOptions
    word_list: WordListOptions
    language: str | None = Shared.LANGUAGE
    number: int = option("N", "Number of puzzles.", "-n", default=1, panel=_SEARCH)
    seed: int = option(
        "N", "Random seed: the same seed gives the same result.", default=0, panel=_SEARCH
    )
    time_limit: float | None = option(
        "S", "Stop after S seconds. Default: 20 for each puzzle.", panel=_SEARCH
    )
    out: WordSearchOutput

    @property
    def chosen_language(self) -> str:
        """The language of what pages say beside the words."""
        return chosen_language(self.language, self.word_list.alphabet)

    @property
    def limit_s(self) -> float:
        """Seconds for all puzzles together."""
        return _USUAL_S * self.number if self.time_limit is None else self.time_limit

    def check(self) -> None:
        """Reject values that make no sense, before any file is read. Raises OptionError."""
        if not 1 <= self.number <= MAX_NUMBER:
            raise OptionError(
                f"must be from 1 to {MAX_NUMBER:,}, got {self.number}", parameter="number"
            )
        check_time_limit(self.time_limit)
        if self.language is not None:
            from satcross.extend import Texts

            Texts.of(self.language)
        self.out.check(self.number)
        if self.list_ is not None and self.out.is_solution(self.list_):
            raise OptionError(
                f"{self.list_} is also the file of the solution", hint="name another",
                parameter="output",
            )  # fmt: skip

    def request(self) -> "WordSearchRequest":
        """What to make.

        Raises:
            InputError: a file cannot be read, or an option makes no sense.
        """
        alphabet = alphabet_for(self.word_list.alphabet, self.list_)
        options = self._options(alphabet)
        size = self.size
        if self.pattern is None:
            assert self.list_ is not None  # refused before
            asking = self.asked.asking(self.seed)
            skip = self.asked.skip
            file = load_listed(self.list_, alphabet, split=self.split, asking=asking, skip=skip)
            if self.out.show_clues and not any(word.clue for word in file.words):
                raise OptionError(
                    "the list has no clues",
                    hint="write word,clue on each line",
                    parameter="show_clues",
                )
            if self.out.show_clues:
                from satcross.extend import Medium

                if found := [word.written for word in file.words if Medium.are_in(word.clue)]:
                    raise OptionError(
                        f"a word search cannot show pictures and sounds yet, as of {found[0]!r}",
                        hint="leave --show-clues out, or use satcross freeform",
                        parameter="show_clues",
                    )
        else:
            size = self.list_
            file = self._themed(self.pattern, size)
        why_not = ""
        n_bonus = 0
        if self.bonus is not None:
            extra = load_listed(self.bonus, alphabet, split=self.split)
            n_bonus = len(extra.words)
            file = _with_bonus(file, extra)
        board = None if self.fit else self._board(size, file.words, options)
        if board is not None:
            why_not = _too_long(board, file)
            if not why_not:
                _check_message(board, file, options)
        return WordSearchRequest(file.words, board, options, why_not, n_bonus)

    def _options(self, alphabet: "Alphabet") -> "WordSearchOptions":
        from satcross.apps.clues.lists import lines_of_file
        from satcross.apps.wordsearch.fit import ENDLESS
        from satcross.apps.wordsearch.forbidden import forbidden_words
        from satcross.apps.wordsearch.letters.filler import message_letters
        from satcross.apps.wordsearch.options import WordSearchOptions

        crossings = whole_number(self.crossings or "")
        if self.message is not None:
            message_letters(self.message, alphabet)  # "" is a mistake here
        forbid = forbidden_words(
            [] if self.forbid is None else lines_of_file(str(self.forbid)),
            builtin=False,
            alphabet=alphabet,
            source=str(self.forbid),
        )
        return WordSearchOptions(
            level=self.level or "hard",
            directions=self.directions,
            fit=self.fit,
            crossings=self.crossings if crossings is None else crossings,
            allow_inside=self.allow_inside,
            filler=self.filler,
            message=self.message or "",
            forbid=forbid,
            builtin_forbid=not self.no_forbid,
            alphabet=alphabet,
            # A time limit that is given is to be used.
            rounds=ENDLESS if self.fit and self.time_limit is not None else None,
            seed=self.seed,
        )

    def _themed(self, pattern: str, size: str | None) -> "WordFile":
        from satcross.apps.clues.lists import themed
        from satcross.apps.wordsearch.board import sized

        longest = _USUAL_SIDE
        if size is not None or self.mask is not None:
            board = sized(size) if size is not None else _picture(self.mask or "")
            longest = max(board.n_cols, board.n_rows)
        return themed(
            self.word_list.load(), pattern, self.count, longest=longest,
            allow_inside=self.allow_inside, seed=self.seed,
        )  # fmt: skip

    def _board(
        self, size: str | None, words: "tuple[HiddenWord, ...]", options: "WordSearchOptions"
    ) -> "Grid":
        from satcross.apps.wordsearch.shapes import RECTANGLE, SHAPES, board_from, shape_named

        shape = self.shape or RECTANGLE
        if shape not in SHAPES:
            shape_named(shape, 1, 1)  # raises
        if self.mask is not None:
            return _picture(self.mask)
        return board_from(size, words, shape, n_message=len(options.spelt))


@dataclass(frozen=True, slots=True)
class WordSearchRequest:
    """What is to be made.

    Args:
        words: to hide.
        board: None where the smallest is to be found.
        options: how.
        why_not: why there is surely none; "" where that is not known.
        n_bonus: how many words, the last ones, are not listed.
    """

    words: "tuple[HiddenWord, ...]"
    board: "Grid | None"
    options: "WordSearchOptions"
    why_not: str = ""
    n_bonus: int = 0


def _with_bonus(file: "WordFile", extra: "WordFile") -> "WordFile":
    """A list, and after it the words of another. Raises OptionError: they share one."""
    from satcross.apps.clues.lists import WordFile

    listed = {word.letters for word in file.words}
    for word, line in zip(extra.words, extra.lines, strict=True):
        if word.letters in listed:
            raise OptionError(
                f"{word.written!r} (line {line}) is in the list too",
                hint="leave it out of one of them",
                parameter="bonus",
            )
    words, lines = (*file.words, *extra.words), (*file.lines, *(0 for _ in extra.lines))
    return WordFile(words, lines, file.source)


def _picture(path: str) -> "Grid":
    from satcross.apps.wordsearch.board import picture

    data = read_file(Path(path), OptionError, limit=_MAX_MASK)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise OptionError(
            "the mask is not UTF-8 text", hint="draw it with # and .", source=path
        ) from None
    return picture(text, source=path)


def _too_long(board: "Grid", file: "WordFile") -> str:
    """Which word is longer than every line of the board; "" if none is.

    The library proves such puzzles impossible; here the line of the word can be named.
    """
    from satcross.apps.clues.words import cut_off

    side = max(board.n_rows, board.n_cols)
    for word, line in zip(file.words, file.lines, strict=True):
        if len(word) > side:
            where = f" ({file.source}:{line})" if line else ""
            return (
                f"{cut_off(word.written)!r} has {counted(len(word), 'letter')}, and the board"
                f" {side} in a line{where}"
            )
    return ""


def _check_message(board: "Grid", file: "WordFile", options: "WordSearchOptions") -> None:
    """Reject a message that is surely too long, or too short, for the board. Raises OptionError."""
    from satcross.apps.wordsearch.refute import fewest_cells

    n = len(options.spelt)
    if not n:
        return
    most = board.n_squares - fewest_cells(file.words, options.headings, allow_inside=True)
    least = max(0, board.n_squares - sum(map(len, file.words)))
    if not least <= n <= most:
        room = f"{least} to {most}" if least <= most else "none"
        raise OptionError(
            f"the message has {n} letters, and of {board.n_squares} cells the words leave {room}",
            hint="give a longer one, or a smaller size" if n < least
            else "give a shorter one, or a larger size",
            parameter="message",
        )  # fmt: skip
