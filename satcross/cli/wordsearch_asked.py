"""The options of `satcross wordsearch`, checked and made into what is to be done."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.cli.options import load_words
from satcross.errors import OptionError, WordListError
from satcross.files import read_file
from satcross.words.alphabets import parse_alphabet
from satcross.wordsearch.board import Board
from satcross.wordsearch.filler import FILLERS, message_letters
from satcross.wordsearch.finish import filler_letters
from satcross.wordsearch.fit_bound import fewest_cells
from satcross.wordsearch.forbidden import forbidden_words
from satcross.wordsearch.headings import Heading, headings_named, headings_of_level
from satcross.wordsearch.lists import (
    WordFile,
    lines_of_bytes,
    lines_of_file,
    themed,
    word_file,
)
from satcross.wordsearch.shapes import RECTANGLE, SHAPES, board_for, shape_named
from satcross.wordsearch.words import HiddenWord

if TYPE_CHECKING:
    from satcross.alphabet import Alphabet

MAX_NUMBER = 10_000  # puzzles of one run
_MAX_MASK = 1 << 20  # bytes
_STDIN = "<stdin>"
_USUAL_SIDE = 15  # of themes, where no size is named


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The options, as `satcross wordsearch --help` tells them."""

    list_: str | None = None
    size: str | None = None
    shape: str | None = None
    mask: str | None = None
    fit: bool = False
    level: str | None = None
    directions: str | None = None
    crossings: str | None = None
    max_parallel: int | None = None
    allow_inside: bool = False
    filler: str = "words"
    message: str | None = None
    forbid: Path | None = None
    no_forbid: bool = False
    pattern: str | None = None
    count: int = 20
    words: Sequence[Path] | None = None
    min_score: int | None = None
    exclude: Sequence[Path] | None = None
    max_words: int | None = None
    alphabet: str = "latin"
    number: int = 1
    seed: int = 0
    time_limit: float | None = None
    form: str | None = None
    output: str | None = None
    solution: bool = False
    report: bool = False
    title: str = ""
    page: str | None = None
    export: str | None = None
    decode: str | None = None
    progress: bool | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be hidden, and how.

    Args:
        file: the words and where they come from.
        headings: the ways they may run.
        alphabet: of all letters.
        forbid: words, in letters, that must not be read.
        spelt: the message in letters; "" for filler.
        size: as the user gave it, or None.
    """

    file: WordFile
    headings: tuple[Heading, ...]
    alphabet: Alphabet
    forbid: tuple[str, ...]
    spelt: str
    size: str | None

    @property
    def words(self) -> tuple[HiddenWord, ...]:
        """The words to hide."""
        return self.file.words


def check_asked(asked: Asked) -> None:
    """Refuse what does not go together, before any file is read. Raises OptionError."""
    if not 1 <= asked.number <= MAX_NUMBER:
        raise OptionError(f"{asked.number} puzzles", mend=f"give 1 to {MAX_NUMBER:,}", source="-n")
    if asked.count < 1:
        raise OptionError(f"{asked.count} words", mend="give 1 or more", source="--count")
    is_set = {
        "--level": asked.level is not None,
        "--directions": asked.directions is not None,
        "--shape": asked.shape is not None,
        "--mask": asked.mask is not None,
        "--fit": asked.fit,
        "--crossings": asked.crossings is not None,
        "--max-parallel": asked.max_parallel is not None,
        "--message": asked.message is not None,
        "--filler": asked.filler != "words",
        "--number": asked.number != 1,
        "--export": asked.export is not None,
        "--decode": asked.decode is not None,
        "--output": asked.output is not None,
        "--report": asked.report,
        "--solution": asked.solution,
        "--pattern": asked.pattern is not None,
        "--words": bool(asked.words),
        "SIZE": asked.size is not None,
    }
    making = ("--fit", "--crossings", "--max-parallel", "--message", "--number", "--pattern")
    apart = {
        "--level": ("--directions",),
        "--mask": ("--shape", "SIZE"),
        "--fit": (
            "SIZE", "--shape", "--mask", "--message", "--crossings", "--max-parallel", "--number",
        ),
        "--message": ("--filler",),
        "--export": ("--fit", "--message", "--output", "--report", "--solution", "--number"),
        "--decode": (*making, "--export", "SIZE", "--shape", "--mask", "--level", "--directions"),
    }  # fmt: skip
    for one, others in apart.items():
        for other in others:
            if is_set[one] and is_set[other]:
                raise OptionError(f"{one} and {other} do not go together", mend="give one of them")
    if is_set["--words"] and not is_set["--pattern"]:
        raise OptionError(
            "it is for --pattern", mend="give the list itself as WORDS", source="--words"
        )
    crossings_of(asked.crossings)


def crossings_of(text: str | None) -> int | str | None:
    """The number that --crossings gives, or "most". Raises OptionError."""
    if text is None or text == "most":
        return text
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise OptionError(
            f"{text!r} is no number of crossings", mend="give 0 or more, or most",
            source="--crossings",
        )  # fmt: skip
    return int(text)


def task_of(asked: Asked) -> Task:
    """Read the files that the options name.

    Raises:
        InputError: one cannot be read, or an option makes no sense.
    """
    alphabet = parse_alphabet(asked.alphabet)
    if asked.directions is not None:
        headings = headings_named(asked.directions.replace(",", " ").split())
    else:
        headings = headings_of_level(asked.level or "hard")
    if asked.filler not in FILLERS:
        filler_letters(asked.filler, alphabet)
    spelt = "" if asked.message is None else message_letters(asked.message, alphabet)
    forbid = forbidden_words(
        [] if asked.forbid is None else lines_of_file(str(asked.forbid)),
        builtin=not asked.no_forbid,
        alphabet=alphabet,
        source=str(asked.forbid),
    )
    size = asked.size
    if asked.pattern is None:
        if asked.list_ is None:
            raise OptionError("no list of words is named", mend="give WORDS, or --pattern")
        file = _listed(asked.list_, alphabet)
    else:
        if asked.list_ is not None and asked.size is not None:
            raise OptionError(
                "WORDS and --pattern do not go together",
                mend="name the list that the pattern is for by --words",
            )
        size = asked.list_
        file = _themed(asked, size)
    return Task(file, headings, alphabet, forbid, spelt, size)


def _listed(name: str, alphabet: Alphabet) -> WordFile:
    if name == "-":
        lines = lines_of_bytes(sys.stdin.buffer.read(), _STDIN)
        return word_file(lines, alphabet=alphabet, source=_STDIN)
    return word_file(lines_of_file(name), alphabet=alphabet, source=name)


def _themed(asked: Asked, size: str | None) -> WordFile:
    longest = _USUAL_SIDE
    if size is not None:
        board = Board.sized(size)
        longest = max(board.n_cols, board.n_rows)
    elif asked.mask is not None:
        board = _picture(asked.mask)
        longest = max(board.n_cols, board.n_rows)
    listed = load_words(
        list(asked.words or ()), asked.min_score, list(asked.exclude or ()), asked.max_words,
        asked.alphabet,
    )  # fmt: skip
    return themed(
        listed, asked.pattern or "", asked.count, longest=longest,
        allow_inside=asked.allow_inside, seed=asked.seed,
    )  # fmt: skip


def _picture(path: str) -> Board:
    data = read_file(Path(path), OptionError, limit=_MAX_MASK)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise OptionError(
            "the mask is not UTF-8 text", mend="draw it with # and .", source=path
        ) from None
    return Board.picture(text, source=path)


def board_of(asked: Asked, task: Task) -> Board:
    """The board, on which every word and the message can stand as far as lengths tell.

    Raises:
        OptionError, GridError: it makes no sense, or the message is too long or too short for it.
        WordListError: a word is longer than the board.
    """
    shape = asked.shape or RECTANGLE
    if shape not in SHAPES:
        shape_named(shape, 1, 1)  # which says so
    if asked.mask is not None:
        board = _picture(asked.mask)
    elif task.size is not None:
        rectangle = Board.sized(task.size)
        board = shape_named(shape, rectangle.n_rows, rectangle.n_cols)
    else:
        board = board_for(task.words, shape, n_message=len(task.spelt))
    _check_lengths(board, task)
    return board


def _check_lengths(board: Board, task: Task) -> None:
    side = max(board.n_rows, board.n_cols)
    for word, line in zip(task.words, task.file.lines, strict=True):
        if len(word) > side:
            raise WordListError(
                f"{word.written!r} has {len(word)} letters, and the board {side} in a line",
                mend="leave it out, or give a larger size",
                source=task.file.source,
                line=line or None,
            )
    if not task.spelt:
        return
    n = len(task.spelt)
    most = board.n_cells - fewest_cells(task.words, task.headings, allow_inside=True)
    least = max(0, board.n_cells - sum(map(len, task.words)))
    if not least <= n <= most:
        room = f"{least} to {most}" if least <= most else "none"
        raise OptionError(
            f"the message has {n} letters, and of {board.n_cells} cells the words leave {room}",
            mend="give a longer one, or a smaller size" if n < least
            else "give a shorter one, or a larger size",
            source="--message",
        )  # fmt: skip
