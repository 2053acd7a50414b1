"""The word list that grids are filled from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import OptionError, WordListError
from satcross.words.builtin import BUILTIN_MIN_SCORE, BUILTIN_PACKED, builtin_pieces
from satcross.words.merge import Spans, make_table, merge
from satcross.words.narrow import (
    flags_best,
    flags_from,
    flags_without,
    in_order,
    rows_of_score,
)
from satcross.words.packed import Packed
from satcross.words.report import (
    BEYOND_MAX,
    EXCLUDED,
    LOW_SCORE,
    N_EXAMPLES,
    Dropped,
    LoadReport,
    merge_dropped,
)
from satcross.words.table import WordTable

# The readers of text are imported where they are used: the built-in list needs none of them.
if TYPE_CHECKING:
    from satcross.words.entries import Bools, Entries
    from satcross.words.files import Source

_T = TypeVar("_T")

# So many words of a length are looked for in its table; then a dictionary is worth making.
_FEW = 100
_BUILTIN = "built-in list"


@dataclass(frozen=True, slots=True, eq=False)
class WordList:
    """Distinct words over an alphabet with scores and written forms, in one table per length.

    Make one with `load`, `builtin` or `from_words`. Strings, lookups and written forms are made
    when first asked for.

    Args:
        alphabet: the letters.
        source: where the words are from, for people.
        report: what loading kept and left out.

    >>> words = WordList.from_words([("ice cream", 70), "cat", ("cot", 60)])
    >>> len(words), words.lengths, words.score("COT"), words.written("ICECREAM")
    (3, (3, 8), 60, 'ice cream')
    >>> words.query("c.t")
    [('COT', 60), ('CAT', 50)]
    """

    alphabet: Alphabet
    source: str
    report: LoadReport
    _tables: Mapping[int, WordTable] = field(repr=False)
    _spans: Mapping[int, Spans] = field(repr=False)
    _text: bytes = field(repr=False)
    _lazy: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False)

    @classmethod
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

        Args:
            paths: at least one file, plain or `.gz` or `.xz`. A word in an earlier file takes its
                score and written form from there, even if a later one scores it higher; in one
                file the best score wins. A missing score is 50.
            alphabet: words with other characters are left out.
            min_score: leave out words below it.
            exclude: files of words to leave out, in the same syntaxes.
            max_words: keep only so many, the best; of equals the alphabetically first.
            min_letters: leave out shorter words; 1 or 2.

        Raises:
            WordListError: a file cannot be read, holds no usable word, or a score in it is no
                number up to 1000; or the options leave no word.
            OptionError: no paths, or `max_words` is less than 1.
        """
        from satcross.words.files import read_text
        from satcross.words.scan import require_words, scan_text

        if not paths:
            raise OptionError("no word list is named", mend="name a file", source="--words")
        texts = [read_text(path) for path in paths]
        lists = [scan_text(text, alphabet, min_letters) for text in texts]
        for text, entries in zip(texts, lists, strict=True):
            require_words(text, entries)
        if len(texts) > 1:
            lists = [
                entries.in_file(Path(text.source).name)
                for text, entries in zip(texts, lists, strict=True)
            ]
        source = ", ".join(text.source for text in texts)
        encodings = ", ".join(dict.fromkeys(text.encoding for text in texts))
        whole = cls._from_entries(lists, alphabet, source, encodings)
        return whole._left(min_score, exclude, max_words)

    @classmethod
    def builtin(
        cls,
        *,
        alphabet: Alphabet = LATIN,
        min_score: int | None = BUILTIN_MIN_SCORE,
        exclude: Sequence[Source] = (),
        max_words: int | None = None,
        min_letters: int = 2,
    ) -> WordList:
        """The list that satcross ships: English from SCOWL, scored by commonness.

        Args: as for `load`; `min_score` None is all the words there are.
        Raises: WordListError: an exclude file cannot be read, or the options leave no word.
        """
        files, cut = builtin_pieces(0 if min_score is None else min_score)
        if alphabet == LATIN and len(files) == 1:
            packed = Packed(BUILTIN_PACKED.read_bytes())
            report = LoadReport(packed.n_words, packed.n_words)
            whole = cls(alphabet, _BUILTIN, report, packed.tables, packed.spans, packed.data)
            return whole._left(cut, exclude, max_words)
        words = cls.load(
            *files,
            alphabet=alphabet,
            min_score=cut,
            exclude=exclude,
            max_words=max_words,
            min_letters=min_letters,
        )
        return replace(words, source=_BUILTIN)

    @classmethod
    def from_words(
        cls,
        words: Iterable[str | tuple[str, int]],
        *,
        alphabet: Alphabet = LATIN,
        source: str = "words",
        min_score: int | None = None,
        exclude: Sequence[Source] = (),
        max_words: int | None = None,
        min_letters: int = 2,
    ) -> WordList:
        """A list of words in memory, as written forms or pairs of them with a score; may be empty.

        Raises: WordListError: a score is no whole number from 0 to 1000.
        """
        from satcross.words.entries import scan_words

        whole = cls._from_entries(
            [scan_words(words, alphabet, min_letters)], alphabet, source, "UTF-8"
        )
        return whole.narrowed(min_score=min_score, exclude=exclude, max_words=max_words)

    @classmethod
    def _from_entries(
        cls, lists: Sequence[Entries], alphabet: Alphabet, source: str, encoding: str
    ) -> WordList:
        merged = merge(lists, len(alphabet))
        report = LoadReport(
            n_lines=sum(entries.n_lines for entries in lists),
            n_words=sum(len(table) for table in merged.tables.values()),
            n_duplicates=merged.n_duplicates,
            dropped=merge_dropped(*(entries.dropped for entries in lists)),
            encoding=encoding,
            n_rounded=sum(entries.n_rounded for entries in lists),
        )
        return cls(alphabet, source, report, merged.tables, merged.spans, merged.text)

    # Looking inside

    @property
    def lengths(self) -> tuple[int, ...]:
        """The lengths that have words, ascending."""
        return tuple(sorted(self._tables))

    def table(self, length: int) -> WordTable:
        """The words of `length` letters, which may be none. Raises ValueError when length < 1."""
        if length < 1:
            raise ValueError(f"a word has at least 1 letter, not {length}")
        table = self._tables.get(length)
        if table is None:
            none = np.zeros((0, length), np.uint8), np.zeros(0, np.int32)
            return self._once(("table", length), lambda: make_table(length, *none))
        return table

    def __len__(self) -> int:
        return self.report.n_words

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.index(word) is not None

    def index(self, word: str) -> int | None:
        """The row of a normalised `word` in the table of its length, or None."""
        length = len(word)
        if length not in self._tables:
            return None
        found: dict[str, int | None] = self._once(("found", length), dict)
        if word not in found:
            if len(found) >= _FEW:
                return self._rows(length).get(word)
            found[word] = self._find(word)
        return found[word]

    def score(self, word: str) -> int | None:
        """The score of a normalised `word`, or None when the list lacks it."""
        row = self.index(word)
        return None if row is None else int(self._tables[len(word)].scores[row])

    def written(self, word: str) -> str:
        """How the list writes a normalised `word`; the word itself when the list lacks it."""
        row = self.index(word)
        if row is None:
            return word
        spans = self._spans[len(word)]
        return self._text[int(spans.starts[row]) : int(spans.stops[row])].decode().strip()

    def word(self, length: int, index: int) -> str:
        """The word in row `index` of the table of `length`. Raises IndexError."""
        if index < 0:
            raise IndexError(index)
        return self._strings(length)[index]

    def words(self) -> Iterator[tuple[str, int]]:
        """All (word, score), best score first, then in the alphabet's order."""
        tables = self._tables
        scores = {score for table in tables.values() for score in np.unique(table.scores).tolist()}
        for score in sorted(scores, reverse=True):
            for length, row in in_order(tables, rows_of_score(tables, score)):
                yield self._strings(length)[row], score

    def query(self, pattern: str) -> list[tuple[str, int]]:
        """The (word, score) that match `pattern`, best score first, then in the alphabet's order.

        Args: pattern: see `parse_pattern`: `?`, `.`, `_`, `*`, `[abc]`, `[^abc]`, `[a-c]`, letters.
        Raises: OptionError: the pattern makes no sense.
        """
        from satcross.words.patterns import parse_pattern

        parsed = parse_pattern(pattern, self.alphabet)
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
    def digest(self) -> str:
        """SHA-256, in hex, of the alphabet, the words and their scores."""
        return self._once(("digest", 0), self._digest)

    # Fewer words

    def with_min_score(self, min_score: int) -> WordList:
        """The words that score at least `min_score`."""
        return self.narrowed(min_score=min_score)

    def narrowed(
        self,
        *,
        min_score: int | None = None,
        exclude: Sequence[Source] = (),
        max_words: int | None = None,
    ) -> WordList:
        """The words that are left with these options of `load`; the list itself if all are.

        Raises:
            WordListError: an exclude file cannot be read.
            OptionError: `max_words` is less than 1.
        """
        if max_words is not None and max_words < 1:
            raise OptionError(
                f"{max_words} is no number of words to keep",
                mend="give 1 or more",
                source="--max-words",
            )
        words = self
        if exclude:
            from satcross.words.files import read_text
            from satcross.words.scan import scan_text

            lists = [scan_text(read_text(path), self.alphabet, 1) for path in exclude]
            excluded = merge(lists, len(self.alphabet)).tables
            words = words._keeping(flags_without(words._tables, excluded), EXCLUDED)
        if min_score is not None:
            words = words._keeping(flags_from(words._tables, min_score), LOW_SCORE)
        if max_words is not None and max_words < len(words):
            words = words._keeping(flags_best(words._tables, max_words), BEYOND_MAX)
        return words

    def _left(
        self, min_score: int | None, exclude: Sequence[Source], max_words: int | None
    ) -> WordList:
        """As `narrowed`. Raises: WordListError: besides, when no word is left."""
        words = self.narrowed(min_score=min_score, exclude=exclude, max_words=max_words)
        if not len(words):
            raise WordListError(
                "the options leave no word of the list",
                mend="lower --min-score or exclude less",
                source=self.source,
            )
        return words

    def _keeping(self, keep: Mapping[int, Bools], reason: str) -> WordList:
        """The list of the flagged rows; the others are reported as dropped for `reason`."""
        lost = {n: np.flatnonzero(~flags) for n, flags in keep.items() if not flags.all()}
        n_lost = sum(len(rows) for rows in lost.values())
        if not n_lost:
            return self
        some = [(n, int(row)) for n, rows in lost.items() for row in rows[:N_EXAMPLES]]
        examples = tuple(
            self.alphabet.word(self._tables[n].codes[row].tolist()) for n, row in some[:N_EXAMPLES]
        )
        tables: dict[int, WordTable] = {}
        spans: dict[int, Spans] = {}
        for length, table in self._tables.items():
            flags = keep[length]
            if length not in lost:
                tables[length], spans[length] = table, self._spans[length]
            elif flags.any():
                tables[length] = make_table(length, table.codes[flags], table.scores[flags])
                spans[length] = self._spans[length].take(flags)
        report = replace(
            self.report,
            n_words=len(self) - n_lost,
            dropped=merge_dropped(self.report.dropped, {reason: Dropped(n_lost, examples)}),
        )
        return replace(self, report=report, _tables=tables, _spans=spans, _lazy={})

    # Made when asked for

    def _once(self, key: tuple[str, int], make: Callable[[], _T]) -> _T:
        if key not in self._lazy:
            self._lazy[key] = make()
        made: _T = self._lazy[key]
        return made

    def _find(self, word: str) -> int | None:
        """The row of a word, without a dictionary."""
        if not all(letter in self.alphabet for letter in word):
            return None
        codes = np.array(self.alphabet.codes(word), np.uint8)
        item = f"V{len(word)}"  # as opaque items, numpy compares all bytes of a word at once
        rows = np.flatnonzero(self._tables[len(word)].codes.view(item) == codes.view(item))
        return int(rows[0]) if len(rows) else None

    def _strings(self, length: int) -> list[str]:
        """The words of one length, as strings, row by row."""
        return self._once(("strings", length), lambda: self._make_strings(length))

    def _make_strings(self, length: int) -> list[str]:
        codes = self.table(length).codes
        letters = np.array(list(self.alphabet.letters), "U1")
        # One fixed-width string per row over the same memory; no letter is a NUL.
        strings: list[str] = letters[codes].view(f"U{length}").reshape(len(codes)).tolist()
        return strings

    def _rows(self, length: int) -> dict[str, int]:
        """The row of each word of one length."""
        return self._once(
            ("rows", length),
            lambda: {word: row for row, word in enumerate(self._strings(length))},
        )

    def _digest(self) -> str:
        import hashlib  # OpenSSL takes 3 ms to load, and most runs need no digest

        out = hashlib.sha256(self.alphabet.letters.encode())
        for length in self.lengths:
            table = self._tables[length]
            out.update(b"\n%d %d\n" % (length, len(table)))
            out.update(table.codes.tobytes())
            out.update(table.scores.astype("<i4").tobytes())
        return out.hexdigest()
