"""The word list that grids are filled from."""

from __future__ import annotations

import functools
import re
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from io import IOBase
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast, overload

from satcross.checks import check_makers, check_type, checked
from satcross.errors import OptionError, WordListError
from satcross.model.alphabet import DROPPED, LATIN, Alphabet, code_kind
from satcross.words.builtin import BUILTIN_MIN_SCORE, BUILTIN_PACKED, Packed, builtin_pieces
from satcross.words.named import BUILTIN
from satcross.words.report import (
    BEYOND_MAX,
    EXCLUDED,
    LOW_SCORE,
    MAX_LETTERS,
    MIN_LETTERS,
    N_EXAMPLES,
    Dropped,
    LoadReport,
    merge_dropped,
)
from satcross.words.wordtable import WordTable

# The readers of text, and numpy, are imported where they are used: a fill with the built-in list
# needs none of them.
if TYPE_CHECKING:
    from satcross.words.entries import Entries
    from satcross.words.files import FileText, Source
    from satcross.words.folding import Folding
    from satcross.words.patterns import Pattern
    from satcross.words.scales import Scale
    from satcross.words.table import Bools

_T = TypeVar("_T")

# Number of words of a length that are looked up in its table before a dictionary is built.
_FEW = 100
BUILTIN_SOURCE = "built-in list"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WordList:
    """Distinct words over an alphabet with scores and written forms, in one table per length.

    Make one with `load`, `builtin` or `from_words`. Strings, lookups and written forms are made
    on first use.

    Args:
        alphabet: the letters.
        source: the origin of the words, for people.
        report: what loading kept and left out.

    >>> words = WordList.from_words([("ice cream", 70), "cat", ("cot", 60)])
    >>> len(words), words.lengths, words.score("COT"), words.written("ICECREAM")
    (3, (3, 8), 60, 'ice cream')
    >>> words.query("c.t")
    [('COT', 60), ('CAT', 50)]
    """

    MIN_SCORE: ClassVar = BUILTIN_MIN_SCORE  # of the built-in list: what most solvers know
    MIN_LETTERS: ClassVar = MIN_LETTERS
    MAX_LETTERS: ClassVar = MAX_LETTERS

    alphabet: Alphabet
    source: str
    report: LoadReport
    _tables: Mapping[int, WordTable] = field(repr=False)
    _text: bytes = field(repr=False)
    _lazy: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False)

    def __new__(cls, *args: object, **more: object) -> Self:
        """As of all classes, but for the mistake of giving words to it."""
        check_makers(
            cls,
            len(args) + len(more),
            5,
            "is not made from words directly",
            "call WordList.from_words(...), WordList.load(...) or WordList.builtin()",
        )
        return object.__new__(cls)

    @classmethod
    @checked
    def load(
        cls,
        *paths: Source,
        alphabet: Alphabet = LATIN,
        min_score: int | None = None,
        exclude: Sequence[Source] = (),
        max_words: int | None = None,
        min_letters: int = 2,
    ) -> WordList:
        """Reads word lists: `WORD;score`, `WORD<TAB>score`, `WORD,score` or `WORD` a line; or CSV.

        Large lists are kept in the user's cache for the next time: docs/reference/wordlist.md.

        Args:
            paths: at least one file, plain or `.gz` or `.xz`, or the name of a list that another
                package brings; each perhaps with a scale, as in "stwl.txt@0-50", "names.txt=64" and
                "big.txt+10". A word that is in several files has the score and the written form of
                the first of them; within one file the best score counts. A missing score is 50.
                "builtin" alone stands for the built-in list, from its usual minimum score on.
            alphabet: words with other characters are left out.
            min_score: leave out words with a lower score.
            exclude: files of words to leave out, in the same formats.
            max_words: keep only this number of words, the best; among equals the alphabetically
                first.
            min_letters: leave out shorter words; 1 or 2.

        Raises:
            WordListError: a file cannot be read, has no usable word or a score that is not a
                number up to 1000; or the options leave no word.
            OptionError: no paths, or `max_words` is less than 1.
        """
        from satcross.words.files import FileText

        if not paths:
            raise OptionError("no file is given", hint="name one", parameter="words")
        if [str(path) for path in paths] == [BUILTIN] and not Path(BUILTIN).exists():
            return cls.builtin(
                alphabet=alphabet,
                min_score=BUILTIN_MIN_SCORE if min_score is None else min_score,
                exclude=exclude,
                max_words=max_words,
                min_letters=min_letters,
            )
        read = [FileText.of_list(path) for path in paths]
        whole = cls._of_texts(read, alphabet, min_letters)
        return whole._left(min_score, exclude, max_words)

    @classmethod
    def _of_texts(
        cls, read: Sequence[tuple[FileText, Scale]], alphabet: Alphabet, min_letters: int
    ) -> WordList:
        """All words of files, which are kept for the next time if they are many."""
        from satcross.words import cache

        texts = [text for text, _ in read]
        source = ", ".join(text.source for text in texts)
        place = cache.place_of(read, alphabet, min_letters)
        kept = None if place is None else cache.load(place, texts, alphabet)
        if kept is not None:
            lazy = {("folding", 0): kept.folding}
            return cls(alphabet, source, kept.report, kept.tables, kept.text, lazy)
        from satcross.words.scan import require_words, scan_text

        lists = [scan_text(text, alphabet, min_letters, scale) for text, scale in read]
        for text, entries in zip(texts, lists, strict=True):
            require_words(text, entries)
        if len(texts) > 1:
            lists = [
                entries.in_file(Path(text.source).name)
                for text, entries in zip(texts, lists, strict=True)
            ]
        encodings = ", ".join(dict.fromkeys(text.encoding for text in texts))
        whole = cls._from_entries(lists, alphabet, source, encodings)
        if place is not None:
            parts = cache.Kept(whole.report, whole._tables, whole._text, whole.folding())
            cache.keep(place, texts, parts)
        return whole

    @classmethod
    @checked
    def builtin(
        cls,
        *,
        alphabet: Alphabet = LATIN,
        min_score: int | None = BUILTIN_MIN_SCORE,
        exclude: Sequence[Source] = (),
        max_words: int | None = None,
        min_letters: int = 2,
    ) -> WordList:
        """The list that comes with satcross: English words, phrases and names, by how well known.

        Args: as for `load`; with `min_score` None, all words.
        Raises: WordListError: an exclude file cannot be read, or the options leave no word.
        """
        files, cut = builtin_pieces(0 if min_score is None else min_score)
        if alphabet == LATIN and len(files) == 1:
            packed = Packed(BUILTIN_PACKED.read_bytes())
            report = LoadReport(packed.n_words, packed.n_words)
            whole = cls(alphabet, BUILTIN_SOURCE, report, packed.tables, packed.data)
            return whole._left(cut, exclude, max_words)
        words = cls.load(
            *files,
            alphabet=alphabet,
            min_score=cut,
            exclude=exclude,
            max_words=max_words,
            min_letters=min_letters,
        )
        return replace(words, source=BUILTIN_SOURCE)

    @classmethod
    @checked
    def from_words(
        cls,
        words: Iterable[str | tuple[str, float]] | Mapping[str, float],
        *,
        alphabet: Alphabet = LATIN,
        source: str = "words",
        min_score: int | None = None,
        exclude: Sequence[Source] = (),
        max_words: int | None = None,
        min_letters: int = 2,
    ) -> WordList:
        """A list of written forms, or pairs of a written form and a score; may be empty.

        Args:
            words: a mapping of words to scores, too; or a table with one column of words, or one of
                words and one of scores, as a pandas DataFrame. Scores are whole numbers, also as
                80.0.
            source: the origin of the words, for people.
            alphabet, min_score, exclude, max_words, min_letters: as for `load`.

        Raises:
            OptionError: the words are a string, an open file, or a table with other columns.
            WordListError: a score is not a whole number from 0 to 1000.

        >>> WordList.from_words({"cat": 80, "dog": 60}).score("DOG")
        60
        """
        from satcross.words.scan import scan_words

        if isinstance(words, str | bytes):  # each letter would be a word
            raise OptionError(
                f"must be a list of words, got {words[:40]!r}",
                hint="WordList.load(...) reads a file",
                parameter="words",
            )
        whole = cls._from_entries(
            [scan_words(_pairs(words), alphabet, min_letters)], alphabet, source, "UTF-8"
        )
        return whole.narrowed(min_score=min_score, exclude=exclude, max_words=max_words)

    @classmethod
    @checked
    def of(cls, words: WordsLike) -> WordList:
        """A word list from any of several forms.

        Args:
            words: a word list; what `from_words` takes: words, or pairs of a word and its score, a
                mapping of words to scores, or a table of them; or the path of a file.

        Raises:
            OptionError: it is none of these.
            WordListError: a score is not a whole number from 0 to 1000, or the file cannot be
                read.

        >>> WordList.of({"cat": 80, "dog": 60}).score("DOG")
        60
        """
        if isinstance(words, WordList):
            return words
        if isinstance(words, PathLike):
            return cls.load(Path(words))
        check_type("words", words, "WordList | Path | Iterable", globals())
        if isinstance(words, str | bytes):
            raise OptionError(
                f"must be a list of words, got {words[:40]!r}",
                hint="use pathlib.Path(...) for a file",
                parameter="words",
            )
        return cls.from_words(words)

    def __repr__(self) -> str:
        return f"<WordList {self.source}, {len(self):,} words>"

    def __eq__(self, other: object) -> bool:
        """Whether the other list has the same words, scores and written forms, from anywhere."""
        if self is other:
            return True
        if not isinstance(other, WordList):
            return NotImplemented
        return (
            self.alphabet == other.alphabet
            and self.lengths == other.lengths
            and all(
                table.has_words_of(other._tables[length]) for length, table in self._tables.items()
            )
            and all(self._forms(length) == other._forms(length) for length in self.lengths)
        )

    def __hash__(self) -> int:
        return hash((self.lengths, len(self)))  # which no table needs to be made for

    def __getstate__(self) -> list[Any]:
        # Without what was made on first use.
        names = [part.name for part in fields(self)]
        return [{} if name == "_lazy" else getattr(self, name) for name in names]

    def _forms(self, length: int) -> list[bytes]:
        """The written forms of the words of one length, row by row."""
        spans = self._tables[length].spans
        places = zip(spans.starts.tolist(), spans.stops.tolist(), strict=True)
        return [self._text[start:stop].strip() for start, stop in places]

    @classmethod
    def _from_entries(
        cls, lists: Sequence[Entries], alphabet: Alphabet, source: str, encoding: str
    ) -> WordList:
        from satcross.words.merge import merge

        merged = merge(lists, len(alphabet))
        report = LoadReport(
            n_lines=sum(entries.n_lines for entries in lists),
            n_words=sum(len(table) for table in merged.tables.values()),
            n_duplicates=merged.n_duplicates,
            dropped=merge_dropped(*(entries.dropped for entries in lists)),
            encoding=encoding,
            n_rounded=sum(entries.n_rounded for entries in lists),
            n_clipped=sum(entries.n_clipped for entries in lists),
        )
        return cls(alphabet, source, report, merged.tables, merged.text)

    # Lookup

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that have words, ascending."""
        return tuple(sorted(self._tables))

    def table(self, length: int) -> WordTable:
        """The words of `length` letters; may be empty. Raises ValueError if length < 1."""
        if length < 1:
            raise ValueError(f"length must be 1 or greater, got {length}")
        table = self._tables.get(length)
        if table is None:
            none = array(code_kind(len(self.alphabet))), array("i")
            return self._once(("table", length), lambda: WordTable(length, *none))
        return table

    def __len__(self) -> int:
        return self.report.n_words

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._listed(word) is not None

    def __iter__(self) -> Iterator[str]:
        return (word for word, _ in self.words())

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: int | slice) -> str | list[str]:
        """The word, or words, at a place in the order of `words`. Raises IndexError."""
        return self._once(("in order", 0), lambda: list(self))[at]

    def index(self, word: str) -> int | None:
        """The row of a normalised `word` in the table of its length; None if it is not listed.

        For checkers and inner loops. The other methods fold what they are given, so that "dog" is
        listed, and "D.OG" too; an entry with an open cell must not be.
        """
        length = self.alphabet.size(word)
        if length not in self._tables:
            return None
        found: dict[str, int | None] = self._once(("found", length), dict)
        if word not in found:
            if len(found) >= _FEW:
                return self._rows(length).get(word)
            found[word] = self._find(word, length)
        return found[word]

    def score(self, word: str) -> int | None:
        """The score of a word, however it is written; None if it is not listed."""
        found = self._listed(word)
        return None if found is None else int(found[0].raw_scores[found[1]])

    def written(self, word: str) -> str:
        """How the list writes a word; the word itself if it is not listed."""
        found = self._listed(word)
        return word if found is None else self._as_written(*found)

    def form_of(self, answer: str) -> str:
        """How the list writes a word, however it is written here; "" if it is not listed."""
        letters = self.alphabet.normalise(answer)
        return self.written(letters) if letters and letters in self else ""

    def spelled(self, word: str) -> str:
        """The letters of a word of the list; of some lists, what its characters stand for."""
        return word

    def written_forms(self, word: str) -> tuple[str, ...]:
        """How the lines that were read write a word; the list keeps one of them.

        >>> WordList.from_words(["now here", "nowhere"]).written_forms("NOWHERE")
        ('now here', 'nowhere')
        """
        from satcross.words.lines import ListLine

        word = self.alphabet.looked_up(word)
        if not word:
            return ()
        between = "[" + re.escape("".join(sorted(DROPPED - set(ListLine.SEPARATORS)))) + "]*"
        letters = between.join(map(re.escape, word.replace(Alphabet.APART, "")))
        pattern = re.compile(rf'(?mi)^"?({letters})(?=\s*(?:["{ListLine.SEPARATORS}(]|$))')
        found = pattern.findall(self._text.decode("utf-8", "replace"))
        if self.alphabet.has_long_letters:
            found = [form for form in found if self.alphabet.normalise(form) == word]
        return tuple(dict.fromkeys(found))

    def pair(self, word: str, alphabet: Alphabet | None = None) -> tuple[str, int]:
        """A word and its score, from which `from_words` makes the same entry again.

        Args: alphabet: with which it is read; by default the list's.
        Returns: how the list writes the word, where that says what the word is; else the word.
        """
        found = self._listed(word)
        if found is None:
            return word, 0
        written, score = self._as_written(*found), int(found[0].raw_scores[found[1]])
        is_same = (alphabet or self.alphabet).normalise(written) == word
        return written if is_same else word, score

    def word(self, length: int, index: int) -> str:
        """The word in row `index` of the table of `length`. Raises IndexError."""
        if index < 0:
            raise IndexError(index)
        return self._strings(length)[index]

    def words(self) -> Iterator[tuple[str, int]]:
        """All (word, score), best score first, then in alphabetical order."""
        from satcross.words.selection import in_order, rows_of_score

        tables = self._tables
        scores = {score for table in tables.values() for score, _ in table.runs()}
        for score in sorted(scores, reverse=True):
            for length, row in in_order(tables, rows_of_score(tables, score)):
                yield self._strings(length)[row], score

    def pattern(self, text: str) -> Pattern:
        """A pattern of words, as `query` takes it, in the list's alphabet.

        Raises: OptionError: the pattern is not valid.
        """
        from satcross.words.patterns import parse_pattern

        return parse_pattern(text, self.alphabet)

    @checked
    def query(self, pattern: str) -> list[tuple[str, int]]:
        """The (word, score) that match `pattern`, best score first, then in alphabetical order.

        Args: pattern: letters; `?`, `.` and `_` match one letter, `*` any number of letters,
            `[abc]`, `[a-c]` and `[^abc]` one letter in or not in a set.
        Raises: OptionError: the pattern is not valid.
        """
        import numpy as np

        from satcross.words.selection import in_order

        parsed = self.pattern(pattern)
        found = {
            length: np.flatnonzero(parsed.match(table.codes))
            for length, table in self._tables.items()
            if parsed.fits(length)
        }
        out = [
            (self._strings(length)[row], int(self._tables[length].scores[row]))
            for length, row in in_order(self._tables, found)
        ]
        return sorted(out, key=lambda pair: -pair[1])

    @property
    def is_builtin(self) -> bool:
        """Whether it is the built-in list, or a part of it."""
        return self.source == BUILTIN_SOURCE

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of the alphabet, the words and their scores."""
        return self._once(("digest", 0), self._digest)

    def lines(self, *, plain: bool = False, written: bool = False) -> Iterator[str]:
        """The lines of a list file, best score first, then in alphabetical order.

        Args: plain: words without scores; written: written forms instead of letters.

        >>> words = WordList.from_words([("ice cream", 70), ("cat", 90)])
        >>> list(words.lines()), list(words.lines(plain=True, written=True))
        (['CAT;90', 'ICECREAM;70'], ['cat', 'ice cream'])
        """
        for word, score in self.words():
            shown = self.written(word) if written else word
            yield shown if plain else f"{shown};{score}"

    def save(self, path: Source, *, plain: bool = False, written: bool = False) -> None:
        """Write the list to a file, compressed if the name ends in `.gz` or `.xz`.

        The file appears under its name only when it is complete. It contains no date, so the same
        words give the same bytes.

        Args: plain, written: see `lines`. Raises: OptionError: the file cannot be written.
        """
        from satcross.files import write_file
        from satcross.packed import compressed

        target = Path(path)
        text = "".join(f"{line}\n" for line in self.lines(plain=plain, written=written))
        write_file(target, compressed(text.encode(), target.suffix.lower()), OptionError)

    # Other words

    @classmethod
    @checked
    def combined(cls, *lists: WordList) -> WordList:
        """One list of several: a word has the score and written form of the first that has it.

        Raises:
            OptionError: no list, or lists of different alphabets.

        >>> mine, others = WordList.of({"cat": 90}), WordList.of({"cat": 50, "dog": 60})
        >>> WordList.combined(mine, others).query("???")
        [('CAT', 90), ('DOG', 60)]
        """
        if len({words.alphabet for words in lists}) != 1:
            raise OptionError("must be lists of one alphabet", parameter="lists")
        if len(lists) == 1:
            return lists[0]
        entries = [words._entries() for words in lists]
        source = ", ".join(words.source for words in lists)
        return cls._from_entries(entries, lists[0].alphabet, source, "UTF-8")

    def roots(self, others: Collection[str] = ()) -> Callable[[str], str]:
        """A function from a word to its base form, where these words and others are known."""
        from satcross.words.lemmas import root_of

        def is_known(word: str) -> bool:
            return self.index(word) is not None or word in others

        @functools.cache
        def root(word: str) -> str:
            return root_of(word, is_known)

        return root

    def with_letters(self) -> WordList:
        """The list with every letter as a word; those that it lacks score 0."""
        more = [letter for letter in self.alphabet.texts if letter not in self]
        if not more:
            return self
        return self._once(("letters", 1), lambda: self.with_scores(dict.fromkeys(more, 0)))

    @checked
    def with_scores(self, scores: Mapping[str, int | None]) -> WordList:
        """The list with other scores for some words, further words, or without some.

        Args: scores: by word, its score from 0 to 1000; None takes the word out.

        Raises: WordListError: a score is out of range, or a word has letters outside the alphabet.

        >>> WordList.of({"cat": 50, "dog": 60}).with_scores({"cat": None, "cow": 70}).query("???")
        [('COW', 70), ('DOG', 60)]
        """
        from satcross.words.merge import merge
        from satcross.words.scan import scan_words
        from satcross.words.selection import flags_without

        changed = scan_words(
            [(word, 0 if score is None else score) for word, score in scores.items()],
            self.alphabet,
            1,
        )
        if len(changed) < len(scores):
            raise WordListError("a word has letters outside the alphabet, or none")
        n_letters = len(self.alphabet)
        others = merge([changed], n_letters).tables
        kept = flags_without({length: self.table(length) for length in others}, others)
        added = [(word, score) for word, score in scores.items() if score is not None]
        merged = merge([self._entries(kept), scan_words(added, self.alphabet, 1)], n_letters)
        tables = {n: table for n, table in self._tables.items() if n not in others}
        tables |= merged.tables
        report = replace(self.report, n_words=sum(map(len, tables.values())))
        return replace(self, report=report, _tables=tables, _text=merged.text, _lazy={})

    def _entries(self, kept: Mapping[int, Bools] | None = None) -> Entries:
        """The words as they were before they were put into tables.

        Args: kept: by length, which rows of its table; None for all words.
        """
        import numpy as np

        from satcross.words.entries import Entries

        if kept is None:
            tables = [self._tables[length] for length in self.lengths]
        else:
            tables = [self.table(length).take(flags) for length, flags in kept.items()]
        n_rows = [len(table) for table in tables]
        lengths = np.repeat(np.array([table.length for table in tables], np.uint8), n_rows)
        kind = code_kind(len(self.alphabet))
        return Entries(
            np.concatenate([np.zeros(0, kind), *(table.codes.ravel() for table in tables)]),
            np.cumsum(lengths, dtype=np.int64) - lengths,
            lengths,
            np.concatenate([np.zeros(0, np.int32), *(table.scores for table in tables)]),
            np.concatenate([np.zeros(0, np.int64), *(table.spans.starts for table in tables)]),
            np.concatenate([np.zeros(0, np.int64), *(table.spans.stops for table in tables)]),
            self._text,
            self.report.n_lines,
            {},
        )

    def folding(self) -> Folding:
        """What the alphabet folded of the words: see `satcross.words.folding`.

        >>> print(WordList.from_words(["Tür", "Haus"]).folding())
        1 word had letters folded (Ü to U); --alphabet german keeps them
        """
        return self._once(("folding", 0), self._folding)

    def _folding(self) -> Folding:
        from satcross.words.folding import Folding, folded, folding_of

        if self._text.isascii():
            return Folding(0, (), "")
        import numpy as np

        # Most lists have few such letters or many words, so the words are found by their bytes.
        text = self._text.decode("utf-8", "replace")
        upper = {char: char.upper() for char in set(text) if not char.isascii()}
        marks = [c for c, up in upper.items() if any(folded(one, self.alphabet) for one in up)]
        if not marks:
            return Folding(0, (), "")
        pattern = re.compile("|".join(map(re.escape, sorted(marks))).encode())
        at = np.array([match.start() for match in pattern.finditer(self._text)], np.int64)
        found: list[str] = []
        for table in self._tables.values():
            starts, stops = table.spans
            rows = np.flatnonzero(np.searchsorted(at, starts) < np.searchsorted(at, stops))
            found += [
                self._text[starts[row] : stops[row]].decode("utf-8", "replace") for row in rows
            ]
        return folding_of(found, self.alphabet)

    # Fewer words

    @checked
    def with_min_score(self, min_score: int) -> WordList:
        """The list of the words that score at least `min_score`."""
        return self.narrowed(min_score=min_score)

    @checked
    def narrowed(
        self,
        *,
        min_score: int | None = None,
        exclude: Sequence[Source] = (),
        max_words: int | None = None,
    ) -> WordList:
        """The list that these options of `load` leave; the list itself if it keeps all words.

        Raises:
            WordListError: an exclude file cannot be read.
            OptionError: `max_words` is less than 1.
        """
        if max_words is not None and max_words < 1:
            raise OptionError(f"must be 1 or greater, got {max_words}", parameter="max_words")
        words = self
        if exclude or max_words is not None:
            from satcross.words.selection import flags_best, flags_without
        if exclude:
            from satcross.words.files import WORDS, installed
            from satcross.words.merge import merge
            from satcross.words.scan import scan_text

            lists = [scan_text(WORDS.read(installed(path)), self.alphabet, 1) for path in exclude]
            excluded = merge(lists, len(self.alphabet)).tables
            words = words._keeping(flags_without(words._tables, excluded), EXCLUDED)
        if min_score is not None:
            words = words._from_score(min_score)
        if max_words is not None and max_words < len(words):
            words = words._keeping(flags_best(words._tables, max_words), BEYOND_MAX)
        return words

    def _left(
        self, min_score: int | None, exclude: Sequence[Source], max_words: int | None
    ) -> WordList:
        """As `narrowed`. Raises: WordListError: also if no word is left."""
        words = self.narrowed(min_score=min_score, exclude=exclude, max_words=max_words)
        if not len(words):
            raise WordListError(
                "the options leave no word of the list",
                hint="lower the minimum score, or exclude less",
                source=self.source,
            )
        return words

    def _keeping(self, keep: Mapping[int, Bools], reason: str) -> WordList:
        """The list of the flagged rows; the report has the others as dropped for `reason`."""
        import numpy as np

        lost = {n: np.flatnonzero(~flags) for n, flags in keep.items() if not flags.all()}
        tables = {
            length: table.take(keep[length]) if length in lost else table
            for length, table in self._tables.items()
            if len(table) > len(lost.get(length, ()))
        }
        some = [(n, int(row)) for n, rows in lost.items() for row in rows[:N_EXAMPLES]]
        return self._without(some, tables, reason)

    def _from_score(self, lowest: int) -> WordList:
        """The words that score at least so much: the first ones of each table."""
        tables = {}
        some: list[tuple[int, int]] = []
        for length, table in self._tables.items():
            n = table.n_from(lowest)
            some += [(length, row) for row in range(n, min(n + N_EXAMPLES, len(table)))]
            if n:
                tables[length] = table if n == len(table) else table.head(n)
        return self._without(some, tables, LOW_SCORE)

    def only(self, words: Iterable[str], reason: str) -> WordList:
        """The list of those of its words that are among `words`, with nothing of the others.

        Args: reason: why the report says that the others are left out.
        """
        rows: dict[int, set[int]] = {}
        for word in words:
            row = self.index(word)
            if row is not None:
                rows.setdefault(self.alphabet.size(word), set()).add(row)
        text = bytearray()
        tables: dict[int, WordTable] = {}
        for length in sorted(rows):
            table, starts, stops = self._tables[length], array("q"), array("q")
            codes, scores = array(code_kind(len(self.alphabet))), array("i")
            for row in sorted(rows[length]):
                codes.extend(table.raw[row * length : (row + 1) * length])
                scores.append(table.raw_scores[row])
                start, stop = table.span(row)
                starts.append(len(text))
                text += self._text[start:stop]
                stops.append(len(text))
                text += b"\n"
            tables[length] = WordTable(length, codes, scores, (starts, stops))
        n_words = sum(map(len, tables.values()))
        dropped = dict(self.report.dropped)
        if n_words < len(self):
            dropped = merge_dropped(dropped, {reason: Dropped(len(self) - n_words)})
        report = replace(self.report, n_words=n_words, dropped=dropped)
        return replace(self, report=report, _tables=tables, _text=bytes(text), _lazy={})

    def _without(
        self, some: Sequence[tuple[int, int]], tables: Mapping[int, WordTable], reason: str
    ) -> WordList:
        """The list of some tables; the report has the others as dropped for `reason`.

        Args: some: length and row of at least the first words that are dropped, if any are.
        """
        if not some:
            return self
        examples = tuple(
            self.alphabet.word(self._tables[n].raw[row * n : (row + 1) * n].tolist())
            for n, row in some[:N_EXAMPLES]
        )
        n_words = sum(map(len, tables.values()))
        dropped = {reason: Dropped(len(self) - n_words, examples)}
        report = replace(
            self.report, n_words=n_words, dropped=merge_dropped(self.report.dropped, dropped)
        )
        return replace(self, report=report, _tables=tables, _lazy={})

    # Cached values

    def _once(self, key: tuple[str, int], make: Callable[[], _T]) -> _T:
        if key not in self._lazy:
            self._lazy[key] = make()
        made: _T = self._lazy[key]
        return made

    def _listed(self, word: str) -> tuple[WordTable, int] | None:
        """The table and the row of a word, however it is written; None if it is not listed."""
        row = self.index(word)
        if row is None:
            word = self.alphabet.looked_up(word)
            row = self.index(word)
        return None if row is None else (self._tables[self.alphabet.size(word)], row)

    def _as_written(self, table: WordTable, row: int) -> str:
        """How the list writes the word in a row of one of its tables."""
        start, stop = table.span(row)
        return self._text[start:stop].decode().strip()

    def _find(self, word: str, length: int) -> int | None:
        """The row of a word of `length` letters, found without a dictionary."""
        if not self.alphabet.is_word(word):
            return None
        return self._tables[length].row_of(self.alphabet.codes(word))

    def _strings(self, length: int) -> list[str]:
        """The words of one length, as strings, row by row."""
        return self._once(("strings", length), lambda: self._make_strings(length))

    def _make_strings(self, length: int) -> list[str]:
        codes = self.table(length).codes
        if self.alphabet.has_long_letters:
            return [self.alphabet.word(row) for row in codes.tolist()]
        import numpy as np

        letters = np.array(list(self.alphabet.letters), "U1")
        # Reinterpret each row as one fixed-width string; no letter is NUL.
        strings: list[str] = letters[codes].view(f"U{length}").reshape(len(codes)).tolist()
        return strings

    def _rows(self, length: int) -> dict[str, int]:
        """The row of each word of one length."""
        return self._once(
            ("rows", length),
            lambda: {word: row for row, word in enumerate(self._strings(length))},
        )

    def _digest(self) -> str:
        import hashlib  # imported late: OpenSSL takes 3 ms to load, and most runs need no digest

        out = hashlib.sha256(self.alphabet.spelling.encode())
        for length in self.lengths:
            table = self._tables[length]
            out.update(b"\n%d %d\n" % (length, len(table)))
            codes = table.codes if table.codes.itemsize == 1 else table.codes.astype("<u2")
            out.update(codes.tobytes())
            out.update(table.scores.astype("<i4").tobytes())
        return out.hexdigest()


WordsLike = WordList | PathLike[str] | Mapping[str, float] | Iterable[str | tuple[str, float]]
"""A word list, words with or without scores, or the path of a file."""


def _pairs(words: Any) -> Iterable[str | tuple[str, float]]:
    """The words, or pairs of a word and its score, of what `from_words` takes.

    Raises:
        OptionError: something that is no list of words, though one can iterate over it.
    """
    if isinstance(words, WordList):
        return [words.pair(word) for word in words]
    if isinstance(words, Mapping):
        return words.items()
    if isinstance(words, set | frozenset):  # of two written forms of a word, one is kept
        return sorted(words, key=repr)
    if isinstance(words, IOBase):  # lines end in newlines, and may have scores
        raise OptionError(
            "must be a list of words, got an open file",
            hint="WordList.load(path) reads a file",
            parameter="words",
        )
    columns = getattr(words, "columns", None)  # of a DataFrame: iterating gives their names
    if columns is None:
        return cast("Iterable[str]", words)
    rows = getattr(words, "itertuples", None)
    if rows is None or len(columns) not in (1, 2):
        raise OptionError(
            f"must be a table of one column of words, or of words and scores, got {len(columns)}"
            " columns",
            hint='choose them, as in df["word"] or df[["word", "score"]]',
            parameter="words",
        )
    table = rows(index=False, name=None)
    return (row[0] for row in table) if len(columns) == 1 else table
