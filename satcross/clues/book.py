"""A database of clues: for each word, the clues that someone has written for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from satcross.alphabet import LATIN, Alphabet
from satcross.clues.lines import CLUES, HEADER, clean, format_line, read_lines
from satcross.clues.report import NO_CLUE, NO_LETTERS, OUTSIDE, ClueReport
from satcross.errors import FormatError, OptionError
from satcross.words.entries import Folds
from satcross.words.files import Source, read_text
from satcross.words.report import Dropped


@dataclass(frozen=True, slots=True, eq=False)
class ClueBook:
    """Clues by word. Make one with `load` or `from_pairs`.

    Args:
        alphabet: the letters that words are made of.
        source: where the clues are from, for people.
        report: what loading kept and left out.

    >>> book = ClueBook.from_pairs([("ice cream", "It melts"), ("Cat", "Pet"), ("CAT", "Mouser")])
    >>> book.clues("CAT"), book.clues("DOG"), len(book)
    (('Pet', 'Mouser'), (), 2)
    """

    alphabet: Alphabet
    source: str
    report: ClueReport
    _clues: Mapping[str, tuple[str, ...]] = field(repr=False)

    @classmethod
    def load(
        cls, *paths: Source, alphabet: Alphabet = LATIN, only: Collection[str] | None = None
    ) -> ClueBook:
        """Reads files of clues: `WORD<TAB>clue`, `WORD;clue`, `WORD,clue`, or tables with a header.

        Args:
            paths: at least one file, plain or `.gz` or `.xz`; their clues are put together.
            alphabet: lines for words with other characters are left out.
            only: keep the clues of these normalised words alone; it saves memory.

        Raises:
            FormatError: a file cannot be read, or has not one line with a word and a clue.
            OptionError: no paths.
        """
        if not paths:
            raise OptionError("no file of clues is named", mend="name one", source="--clues")
        texts = [read_text(path, CLUES) for path in paths]
        builder = _Builder(alphabet, only)
        n_lines = 0
        for text in texts:
            name = "" if len(texts) == 1 else f"{Path(text.source).name} "
            n_before = builder.n_usable
            builder.take_all(read_lines(text), name)
            if builder.n_usable == n_before:
                raise FormatError(
                    "no line holds a word and a clue",
                    mend="write WORD, a tab and its clue; is --alphabet right?",
                    source=text.source,
                )
            n_lines += text.data.count(b"\n") + (not text.data.endswith(b"\n"))
        encodings = ", ".join(dict.fromkeys(text.encoding for text in texts))
        return builder.book(", ".join(text.source for text in texts), n_lines, encodings)

    @classmethod
    def from_pairs(
        cls,
        pairs: Iterable[tuple[str, str]],
        *,
        alphabet: Alphabet = LATIN,
        source: str = "clues",
    ) -> ClueBook:
        """A book of (word as written, clue) in memory; may be empty."""
        builder = _Builder(alphabet, None)
        numbered = [(number, word, clean(clue)) for number, (word, clue) in enumerate(pairs, 1)]
        builder.take_all(numbered, "")
        return builder.book(source, len(numbered), "UTF-8")

    def clues(self, word: str) -> tuple[str, ...]:
        """The clues of a normalised `word`, in the order of the files; () when there are none."""
        return self._clues.get(word, ())

    def words(self) -> list[str]:
        """The words that have clues, sorted by code points."""
        return sorted(self._clues)

    def __len__(self) -> int:
        return len(self._clues)

    def __contains__(self, word: object) -> bool:
        return word in self._clues

    def text(self) -> str:
        """The whole book as a file that `load` reads back, with a header and tabs."""
        lines = [format_line(word, clue) for word in self.words() for clue in self._clues[word]]
        return "".join(f"{line}\n" for line in [HEADER, *lines])


class _Builder:
    def __init__(self, alphabet: Alphabet, only: Collection[str] | None) -> None:
        self.alphabet = alphabet
        self.folds = Folds(alphabet)
        self.only = None if only is None else frozenset(only)
        self.words: dict[str, str | None] = {}  # written form -> letters; words come many times
        self.clues: dict[str, dict[str, None]] = {}
        self.dropped: dict[str, Dropped] = {}
        self.n_usable = 0
        self.n_repeats = 0

    def take_all(self, lines: Iterable[tuple[int, str, str]], name: str) -> None:
        """Takes (line number, word, clue) of the file that `name` and a blank stand for."""
        for number, written, clue in lines:
            if written in self.words:
                word = self.words[written]
            else:
                word = self.words[written] = self.folds.normalise(written)
            if not word or not clue:
                reason = OUTSIDE if word is None else NO_CLUE if word else NO_LETTERS
                one = Dropped(1, (written[:40],), (f"{name}line {number}",))
                known = self.dropped.get(reason)
                self.dropped[reason] = one if known is None else known + one
                continue
            self.n_usable += 1
            if self.only is not None and word not in self.only:
                continue
            some = self.clues.setdefault(word, {})
            self.n_repeats += clue in some
            some[clue] = None

    def book(self, source: str, n_lines: int, encoding: str) -> ClueBook:
        clues = {word: tuple(some) for word, some in self.clues.items()}
        n_clues = sum(map(len, clues.values()))
        report = ClueReport(
            n_lines, len(clues), n_clues, self.n_repeats, dict(self.dropped), encoding
        )
        return ClueBook(self.alphabet, source, report, clues)
