"""A collection of clues by word, loaded from the user's files."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satcross import LATIN, Alphabet, FormatError, OptionError
from satcross.apps.clues.lines import ANNOTATION, CLUES, HEADER, clean, format_line, read_lines
from satcross.extend import check_fields, checked, counted
from satcross.words.entries import Folds
from satcross.words.report import Dropped

NO_CLUE = "no clue"
NO_LETTERS = "no letters"
OUTSIDE = "characters outside the alphabet"
REASONS = (NO_CLUE, NO_LETTERS, OUTSIDE)


@dataclass(frozen=True, slots=True)
class ClueReport:
    """What loading kept and left out.

    Args:
        n_lines: lines of all files, including blank ones and comments.
        n_words: words kept.
        n_clues: clues kept.
        n_repeats: clues left out because the word already has the same clue.
        dropped: by reason, the lines left out.
        encoding: the encodings of the files, e.g. `UTF-8` or `UTF-8, Latin-1`.
    """

    n_lines: int
    n_words: int
    n_clues: int
    n_repeats: int = 0
    dropped: Mapping[str, Dropped] = field(default_factory=dict)
    encoding: str = "UTF-8"

    def warnings(self) -> tuple[str, ...]:
        """The lines of the report that every user should see: other encodings, lines left out."""
        return tuple(line for line in self.lines()[1:] if "repeated" not in line)

    def lines(self) -> tuple[str, ...]:
        """The report as text for people, one fact a line.

        >>> dropped = {NO_CLUE: Dropped(1, ("CAT",), ("line 3",))}
        >>> print(*ClueReport(9, 4, 7, 1, dropped).lines(), sep="\\n")
        clues for 4 words: 7, from 9 lines
        left out, repeated: 1
        left out, no clue: 1 (CAT in line 3)
        """
        out = [f"clues for {counted(self.n_words, 'word')}: {self.n_clues:,}, from "
               + counted(self.n_lines, "line")]  # fmt: skip
        if self.encoding != "UTF-8":
            out.append(f"not all UTF-8: read as {self.encoding}")
        if self.n_repeats:
            out.append(f"left out, repeated: {self.n_repeats:,}")
        for reason in REASONS:
            if reason in self.dropped:
                some = self.dropped[reason]
                out.append(f"left out, {reason}: {some.count:,} ({some.shown()})")
        return tuple(out)


@dataclass(frozen=True, slots=True, eq=False)
class ClueBook:
    """Clues by word, which are found as people write them. Make one with `load` or `from_pairs`.

    Args:
        alphabet: the letters of the words.
        source: the origin of the clues, for people.
        report: what loading kept and left out.

    >>> book = ClueBook.from_pairs([("ice cream", "It melts"), ("Cat", "Pet"), ("CAT", "Mouser")])
    >>> book.clues("CAT"), book.clues("DOG"), len(book)
    (('Pet', 'Mouser'), (), 2)
    """

    alphabet: Alphabet
    source: str
    report: ClueReport
    _clues: Mapping[str, tuple[str, ...]] = field(repr=False)
    _annotations: Mapping[tuple[str, str], str] = field(default_factory=dict, repr=False)
    _written: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        check_fields(self, globals())

    @classmethod
    @checked
    def load(
        cls,
        *paths: str | os.PathLike[str],
        alphabet: Alphabet = LATIN,
        only: Collection[str] | None = None,
    ) -> ClueBook:
        """Reads files of clues: `WORD<TAB>clue`, `WORD;clue`, `WORD,clue`, or tables with a header.

        Args:
            paths: at least one file, plain or `.gz` or `.xz`; their clues are combined.
            alphabet: lines for words with other characters are left out.
            only: keep only the clues of these words, to save memory.

        Raises:
            FormatError: a file cannot be read, or has no line with a word and a clue.
            OptionError: no paths.
        """
        if not paths:
            raise OptionError("no file is given", hint="name one", parameter="clues")
        texts = [CLUES.read(path) for path in paths]
        builder = _Builder(alphabet, only)
        n_lines = 0
        for text in texts:
            name = "" if len(texts) == 1 else f"{Path(text.source).name} "
            n_before = builder.n_usable
            builder.take_all(read_lines(text), name)
            if builder.n_usable == n_before:
                raise FormatError(
                    "no line has a word and a clue",
                    hint="write WORD, a tab and its clue, or check the alphabet",
                    source=text.source,
                )
            n_lines += text.data.count(b"\n") + (not text.data.endswith(b"\n"))
        encodings = ", ".join(dict.fromkeys(text.encoding for text in texts))
        return builder.book(", ".join(text.source for text in texts), n_lines, encodings)

    @classmethod
    @checked
    def from_pairs(
        cls,
        pairs: Iterable[tuple[str, str]],
        *,
        alphabet: Alphabet = LATIN,
        source: str = "clues",
    ) -> ClueBook:
        """A book of pairs of a written form and a clue; may be empty.

        Raises:
            OptionError: an item is not a pair of strings.
        """
        builder = _Builder(alphabet, None)
        numbered: list[tuple[int, str, str, str]] = []
        items: Iterable[Any] = pairs
        for number, pair in enumerate(items, 1):
            match pair:
                case (str(word), str(clue)):
                    numbered.append((number, word, clean(clue), ""))
                case _:
                    problem = f"must be pairs of a word and its clue, got {pair!r:.60}"
                    raise OptionError(problem, parameter="pairs")
        builder.take_all(numbered, "")
        return builder.book(source, len(numbered), "UTF-8")

    def clues(self, word: str) -> tuple[str, ...]:
        """The clues of a word, in the order of the files; () if there are none."""
        return self._clues.get(self.alphabet.looked_up(word), ())

    def annotation(self, word: str, clue: str) -> str:
        """What explains a clue of a word; "" if the files do not."""
        return self._annotations.get((self.alphabet.looked_up(word), clue), "")

    def written(self, word: str) -> str:
        """How the files write a word, as in `ice cream` and `árbol`; "" if as its letters."""
        return self._written.get(self.alphabet.looked_up(word), "")

    def words(self) -> list[str]:
        """The words that have clues, sorted by code points."""
        return sorted(self._clues)

    def __len__(self) -> int:
        return len(self._clues)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.alphabet.looked_up(word) in self._clues

    def text(self) -> str:
        """The whole book as a file that `load` reads back, with a header and tabs."""
        header = f"{HEADER}\t{ANNOTATION}" if self._annotations else HEADER
        lines = [header]
        for word in self.words():
            for clue in self._clues[word]:
                note = self.annotation(word, clue)
                lines.append(format_line(word, clue) + (f"\t{note}" if note else ""))
        return "".join(f"{line}\n" for line in lines)


class _Builder:
    def __init__(self, alphabet: Alphabet, only: Collection[str] | None) -> None:
        self.alphabet = alphabet
        self.folds = Folds(alphabet)
        self.only = None if only is None else frozenset(map(alphabet.looked_up, only))
        self.words: dict[str, str | None] = {}  # written form -> letters; words come many times
        self.clues: dict[str, dict[str, None]] = {}
        self.annotations: dict[tuple[str, str], str] = {}
        self.dropped: dict[str, Dropped] = {}
        self.n_usable = 0
        self.n_repeats = 0

    def take_all(self, lines: Iterable[tuple[int, str, str, str]], name: str) -> None:
        """Add lines, as `read_lines` has them; `name` is "" or the file's name and a blank."""
        for number, written, clue, note in lines:
            if written in self.words:
                word = self.words[written]
            else:
                word = self.words[written] = self.folds.normalise(written)
            if not word or not clue:
                reason = OUTSIDE if word is None else NO_CLUE if word else NO_LETTERS
                one = Dropped(1, (written[:40],), (f"{name}line {number}",))
                one.add_to(self.dropped, reason)
                continue
            self.n_usable += 1
            if self.only is not None and word not in self.only:
                continue
            some = self.clues.setdefault(word, {})
            self.n_repeats += clue in some
            some[clue] = None
            if note:
                self.annotations.setdefault((word, clue), note)

    def book(self, source: str, n_lines: int, encoding: str) -> ClueBook:
        clues = {word: tuple(some) for word, some in self.clues.items()}
        n_clues = sum(map(len, clues.values()))
        report = ClueReport(
            n_lines, len(clues), n_clues, self.n_repeats, dict(self.dropped), encoding
        )
        written = {
            word: form
            for form, word in reversed(self.words.items())  # the first counts
            if word in clues and form.lower() != word.lower()
        }
        return ClueBook(self.alphabet, source, report, clues, self.annotations, written)
