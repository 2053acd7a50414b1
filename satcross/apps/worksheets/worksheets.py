"""A crossword or a word search of somebody's words: pages to print, and files.

The page `words.html` sends a list and what is wanted at every change, and is sent the printed pages
as pictures. What depends on the words alone, where they are, is kept for the next change.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from satcross import (
    Alphabet,
    Best,
    Crossword,
    FormatError,
    Found,
    Impossible,
    Reason,
    SolverOptions,
    Stopped,
    Task,
    crossword_of,
)
from satcross.apps.clues.listed import ANSWERS, Asking
from satcross.apps.clues.lists import WordFile, clue_book, lines_in, word_file
from satcross.apps.clues.words import MAX_NAMED
from satcross.apps.freeform.layout import MAX_PARTS, Layout, LayoutOptions, rounds_for
from satcross.apps.freeform.make import FreeformTask
from satcross.apps.pictures.images import load_clue_picture
from satcross.apps.pictures.squares import square_on, squares_on
from satcross.apps.wordsearch.make import WordSearchTask
from satcross.apps.wordsearch.options import WordSearchOptions
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.apps.workbench.messages import EditError, Message, integer, is_on, text_in
from satcross.extend import (
    MM,
    Medium,
    Page,
    Texts,
    parse_alphabet,
    some_of,
    with_word_bank,
    word_bank_of,
)
from satcross.words.alphabets import SYLLABIC
from satcross.words.folding import proposed_alphabet

CROSSWORD, WORD_SEARCH = "crossword", "wordsearch"
LONGEST_S = 8.0  # for a layout; most take a few tenths
MAX_LIST = 60_000  # characters
MAX_KEPT = 40  # layouts
_QUICKER = 4  # times fewer rounds than the commands have, so that one sees them while typing
_ROUNDS = 400  # of a word search
_SQUARES_MM = (6, 16)
_USUAL_BOARD = (4, 40)  # rows, columns
_SCRIPTS = {**{first: name for name, (first, _) in SYLLABIC.items()}, 0x0900: "hindi"}
_BLOCK = 128
_FLAGS = (
    "gaps", "bank", "solution", "whole", "clues", "lower_case", "name_line", "grey_voids",
)  # fmt: skip
"""Those of `Wanted`."""
Started = Callable[[Task[Any, Any]], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants.

    Args:
        kind: CROSSWORD or WORD_SEARCH.
        text: the list: a word or phrase on each line, and perhaps a clue.
        title: above the puzzle.
        language: of what the page says; "" for that of the letters.
        alphabet: the name of one; "" for one that has the letters of the words.
        seed: another one gives another puzzle.
        paper: a name of `Page.SIZES`.
        square_mm: the side of a square, at most; 0 for as large as fits.
        bank: whether the words of a crossword are listed below the clues.
        solution: whether the solution is printed too, and can be looked up on a page to solve.
        whole: whether words that cannot all cross are kept, in several grids.
        clues: whether a word search lists clues instead of words.
        lower_case: whether its square is in lower case.
        answers, gaps: as of `Asking`.
        name_line: whether a line for a name and a date is above the puzzle.
        grey_voids: whether all that is no square of a crossword is grey, and not only holes of one.
        level: of a word search.
        message: what the letters between its words spell.
        size: of a word search, as in 12x10; "" for one with room for the words.
    """

    kind: str
    text: str
    title: str = ""
    language: str = ""
    alphabet: str = ""
    seed: int = 0
    paper: str = "a4"
    square_mm: int = 0
    bank: bool = False
    solution: bool = True
    whole: bool = False
    clues: bool = False
    lower_case: bool = False
    answers: str = "words"
    gaps: bool = False
    name_line: bool = False
    grey_voids: bool = False
    level: str = "easy"
    message: str = ""
    size: str = ""

    @property
    def page(self) -> Page:
        """The paper."""
        return Page.named(self.paper)

    @property
    def room(self) -> Page:
        """What of it is for the puzzle."""
        return self.page.below_name_line if self.name_line else self.page

    @property
    def largest(self) -> float | None:
        """The side of a square in points, at most; None for as large as fits."""
        return self.square_mm * MM or None


def wanted_in(message: Message) -> Wanted:
    """What a request says. Raises InputError: a field is none that there is."""
    names = "text", "title", "language", "alphabet", "message"
    texts: dict[str, Any] = {name: text_in({name: "", **message}, name) for name in names}
    flags: dict[str, Any] = {name: is_on({"on": message.get(name, False)}) for name in _FLAGS}
    if len(texts["text"]) > MAX_LIST:
        raise EditError(f"the list has more than {MAX_LIST:,} characters")
    for name in ("title", "message"):
        texts[name] = " ".join(texts[name].split())[:300]
    if texts["language"]:
        Texts.check(texts["language"])
    square = integer(message, "square_mm", 0, _SQUARES_MM[1], 0)
    if 0 < square < _SQUARES_MM[0]:
        raise EditError(f"squares have at least {_SQUARES_MM[0]} mm")
    rows, cols = (integer(message, name, 0, _USUAL_BOARD[1], 0) for name in ("rows", "cols"))
    if (rows or cols) and min(rows, cols) < _USUAL_BOARD[0]:
        raise EditError("a board has from {} to {} rows and columns".format(*_USUAL_BOARD))
    return Wanted(
        kind=_one_of(message, "kind", (CROSSWORD, WORD_SEARCH)),
        seed=integer(message, "seed", 0, 1_000_000, 0),
        paper=_one_of({"paper": "a4", **message}, "paper", tuple(Page.SIZES)),
        square_mm=square,
        answers=_one_of({"answers": "words", **message}, "answers", ANSWERS),
        level=_one_of({"level": "easy", **message}, "level", ("easy", "medium", "hard")),
        size=f"{cols}x{rows}" if rows else "",
        **texts,
        **flags,
    )


def _one_of(message: Message, key: str, known: Sequence[str]) -> str:
    value = message.get(key)
    if value not in known:
        raise EditError(f"{key} must be one of {', '.join(known)}, got {value!r:.40}")
    return str(value)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A puzzle, and what became of the words.

    Args:
        puzzle: None where there is none.
        language: of what its page says.
        alphabet: its name, as people choose it.
        n_words: in it.
        left_out: words as written, with the reason why they are not in it.
        notes: what is to be said of it besides.
        bank: the words, for a list of their own on paper and pages.
        listed: all words of the list that can be used, as written.
    """

    puzzle: Crossword | WordSearch | None
    language: str
    alphabet: str
    n_words: int
    left_out: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    bank: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()

    @property
    def drawable(self) -> Crossword | WordSearch | None:
        """The puzzle as it is printed: with the list of words."""
        if not isinstance(self.puzzle, Crossword):
            return self.puzzle
        return with_word_bank(self.puzzle, self.bank, self.language)


@dataclass(frozen=True, slots=True)
class _List:
    """The words of a list, and what it needs."""

    file: WordFile
    alphabet: Alphabet
    name: str


class Worksheets:
    """Makes puzzles of words, in any thread, and remembers where the words are.

    Args: folder: of the pictures and sounds that clues name.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path()
        self._known: OrderedDict[tuple[Any, ...], Any] = OrderedDict()
        self._lock = Lock()

    def made(self, wanted: Wanted, started: Started = lambda _: None) -> Worksheet:
        """The puzzle.

        Args: started: is given the task, so that another thread can stop it.

        Raises:
            InputError: there are too many words.
        """
        listed = _list_of(wanted)
        language = wanted.language or Texts.OF_ALPHABET.get(listed.name, "en")
        file = listed.file
        left_out = tuple((one.name or "?", f"{one.why} (line {one.line})") for one in file.left_out)
        # There is no option of that name on the page.
        notes = tuple(note.replace("--alphabet", "the alphabet") for note in file.notes)
        words = tuple(word.written for word in file.words)
        empty = Worksheet(None, language, listed.name, 0, left_out, notes, listed=words)
        if not file.words:
            return empty
        make = _crossword if wanted.kind == CROSSWORD else _word_search
        return make(self, wanted, listed, empty, started)

    def known(self, key: tuple[Any, ...], find: Callable[[], Any]) -> Any:
        """What was found for a key; what is stopped is not kept."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key]
        found = find()
        if not _was_stopped(found):
            with self._lock:
                self._known[key] = found
                while len(self._known) > MAX_KEPT:
                    self._known.popitem(last=False)
        return found


def _was_stopped(result: Any) -> bool:
    return getattr(result, "reason", None) in (Reason.CANCELLED, Reason.INTERRUPTED)


def _list_of(wanted: Wanted) -> _List:
    lines = lines_in(wanted.text)
    name = wanted.alphabet or Texts.ALPHABET_OF.get(wanted.language, "")
    asking = Asking(wanted.answers, wanted.gaps, wanted.seed)
    is_crossword = wanted.kind == CROSSWORD
    longest = max(squares_on(wanted.room)) if is_crossword else _USUAL_BOARD[1]

    def read(name: str, texts: Sequence[str]) -> tuple[WordFile, Alphabet]:
        alphabet = parse_alphabet(name, texts)
        file = word_file(
            lines, alphabet=alphabet, source="the list", skip=True, longest=longest, asking=asking
        )
        return file, alphabet

    # The letters of its words say which alphabet a list needs, and those of a syllabic one.
    is_known = bool(name) and SYLLABIC.keys().isdisjoint(name.casefold().split("+"))
    file, alphabet = read(name if is_known else "latin", ())
    if not is_known:
        written = [one.written for one in file.words] + [one.written for one in file.left_out]
        name = name or _alphabet_for(written)
        if name != "latin":
            file, alphabet = read(name, written)
    return _List(file, alphabet, name)


def _alphabet_for(written: Sequence[str]) -> str:
    """The name of an alphabet that has the letters of most words."""
    chars = Counter(
        char
        for word in written
        for char in set(unicodedata.normalize("NFC", word).upper())
        if char.isalpha() and not char.isascii()
    )
    blocks = Counter[int]()
    for char, n in chars.items():
        blocks[ord(char) // _BLOCK * _BLOCK] += n
    block = max(blocks, key=lambda one: blocks[one], default=0)
    if block in _SCRIPTS:
        return _SCRIPTS[block]
    usual = parse_alphabet("latin")
    foreign = Counter({char: n for char, n in chars.items() if usual.fold(char) is None})
    name = proposed_alphabet(foreign or chars, usual) if chars else ""
    if name:
        return name
    has_digits = sum(any(char.isdigit() for char in word) for word in written)
    return "latin+digits" if has_digits * 2 > len(written) else "latin"


def _crossword(
    kept: Worksheets, wanted: Wanted, listed: _List, empty: Worksheet, started: Started
) -> Worksheet:
    """The worksheet with a crossword, if there is one. Args: empty: without any."""
    alphabet = listed.alphabet
    letters = sorted(word.letters for word in listed.file.words)
    shape = LayoutOptions(
        rounds=max(1, rounds_for(letters) // _QUICKER),
        parts=MAX_PARTS if wanted.whole else 1,
        page=wanted.room,
    )

    def find() -> Any:
        options = SolverOptions(seed=wanted.seed)
        with FreeformTask(letters, options, wanted=shape, alphabet=alphabet) as task:
            started(task)
            return task.run(LONGEST_S)

    key = CROSSWORD, tuple(letters), alphabet.spelling, wanted.seed, shape
    result = kept.known(key, find)
    match result:
        case Found(Layout() as layout) | Best(Layout() as layout):
            pass
        case Impossible(evidence=Layout() as layout) | Stopped(partial=Layout() as layout):
            pass
        case _:
            return replace(empty, notes=(*empty.notes, str(getattr(result, "why", "") or result)))
    words = {word.letters: word for word in listed.file.words}
    left_out = tuple(
        (words[word].written, why or "no place for it was found") for word, why in layout.left_out
    )
    there = [words[place.word] for place in layout.placements]
    crossword = crossword_of(layout.grid)
    book = clue_book(there, alphabet)
    if book is not None:
        from satcross.apps.clues.choose import with_clues

        crossword, _ = with_clues(crossword, book)
    notes = [*empty.notes]
    phrases = Texts.of(empty.language).phrases
    try:
        crossword = Medium.with_all(
            crossword, kept.folder, load_clue_picture, names=(phrases["Picture"], phrases["Sound"])
        )
    except FormatError as error:
        notes.append(str(error))
    side = square_on(wanted.room, layout.grid.n_rows, layout.grid.n_cols) / MM
    if side < _SQUARES_MM[0]:
        notes.append(f"the squares have {side:.1f} mm on this paper")
    unclued = [word.written for word in there if not word.clue]
    if book is not None and unclued:
        notes.append(f"no clue for {some_of(unclued, MAX_NAMED)}")
    bank: tuple[str, ...] = ()
    if wanted.bank or book is None:
        written = {word.letters: word.written for word in there}
        bank = tuple(word_bank_of(crossword, empty.language, written))
    return replace(
        empty,
        puzzle=replace(crossword, title=wanted.title),
        n_words=len(there),
        left_out=(*empty.left_out, *left_out),
        notes=tuple(notes),
        bank=bank,
    )


def _word_search(
    kept: Worksheets, wanted: Wanted, listed: _List, empty: Worksheet, started: Started
) -> Worksheet:
    """The worksheet with a word search, if there is one. Args: empty: without any."""
    words = listed.file.words
    if wanted.size:
        side = max(map(int, wanted.size.split("x")))
        too_long = [
            (word.written, f"has {len(word)} letters, and the board {side} in a line")
            for word in words
            if len(word) > side
        ]
        empty = replace(empty, left_out=(*empty.left_out, *too_long))
        words = tuple(word for word in words if len(word) <= side)
    if not words:
        return empty
    options = WordSearchOptions(
        level=wanted.level,
        message=wanted.message,
        seed=wanted.seed,
        alphabet=listed.alphabet,
        rounds=_ROUNDS,
    )

    def find() -> Any:
        with WordSearchTask(words, wanted.size or None, options) as task:
            started(task)
            return task.run(LONGEST_S)

    names = tuple((word.letters, word.written, word.clue) for word in words)
    key = WORD_SEARCH, names, wanted.size, options
    result = kept.known(key, find)
    if not isinstance(result, Found | Best):
        why = result.why if isinstance(result, Impossible) else str(result)
        return replace(empty, notes=(*empty.notes, f"there is no such word search: {why}"))
    notes = [*empty.notes]
    shows_clues = wanted.clues and any(word.clue for word in words)
    if wanted.clues and not shows_clues:
        notes.append("the list has no clues")
    if shows_clues and any(Medium.are_in(word.clue) for word in words):
        notes.append("a word search cannot show pictures and sounds yet")
        shows_clues = False
    made = replace(
        result.value,
        shows_clues=shows_clues,
        language=empty.language,
        lower_case=wanted.lower_case,
    )
    return replace(empty, puzzle=made, n_words=len(words), notes=tuple(notes))
