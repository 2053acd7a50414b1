"""Rebus cells, which hold several letters, and the spellings of words that use them.

To everything below a puzzle, a rebus is one more letter of the alphabet: its *stand-in*, a
character of Unicode's private use area. `RebusWords` is a word list over the alphabet with the
stand-ins; besides SWEETHEART it has the six letters S W E E T and the stand-in of HEART. Users
never see a stand-in: `Puzzle.texts` has the text of each letter code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet
from satcross.words import WordList
from satcross.words.table import code_dtype
from satcross.words.wordtable import Spans, WordTable

_FIRST = 0xE000  # not a letter of a user's alphabet: `Alphabet` accepts only printable characters
MAX_STRINGS = 40
MAX_LETTERS = 40
MAX_SPELLINGS = 500_000  # with more, no more grids can be filled


@dataclass(frozen=True, slots=True)
class RebusAlphabet(Alphabet):
    """The letters of an alphabet, followed by stand-ins for strings of them.

    Args: letters: those of the alphabet and as many stand-ins as there are strings.
    """

    def __init__(self, letters: Sequence[str], folds: tuple[tuple[str, str], ...]) -> None:
        self._set(tuple(letters), folds, None)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RebusWords(WordList):
    """A word list and the spellings of its words with stand-ins.

    Args:
        listed: the original list.
        strings: the text of each stand-in.
        spelled_lengths: the numbers of cells for which there are such spellings.
    """

    listed: WordList
    strings: tuple[str, ...]
    spelled_lengths: frozenset[int]

    def spelled(self, word: str) -> str:
        """The letters of a word, its stand-ins spelled out."""
        texts = (*self.listed.alphabet.texts, *self.strings)
        return self.listed.alphabet.joined([texts[code] for code in self.alphabet.codes(word)])


def rebus_strings(strings: Iterable[str], alphabet: Alphabet) -> tuple[str, ...]:
    """The distinct strings of a user's rebus, normalised to letters.

    Raises:
        OptionError: a string has fewer than two letters, too many, or other characters.
    """
    found: dict[str, None] = {}
    for string in strings:
        letters = alphabet.normalise(string)
        if letters is None or not 2 <= alphabet.size(letters) <= MAX_LETTERS:
            raise OptionError(
                f"must be 2 to {MAX_LETTERS} letters of the alphabet, got {string[:MAX_LETTERS]!r}",
                hint="write the letters that one cell may hold, as in HEART",
                parameter="rebus",
            )
        found[letters] = None
    return tuple(found)


def rebus_words(
    words: WordList, listed: WordList, strings: tuple[str, ...], lengths: frozenset[int]
) -> RebusWords:
    """`words`, where it has these strings for these lengths already; else made of `listed`."""
    if not isinstance(words, RebusWords) or words.strings != strings:
        return with_rebus(listed, strings, lengths)
    return words if lengths <= words.spelled_lengths else with_rebus(listed, strings, lengths)


def with_rebus(words: WordList, strings: Sequence[str], lengths: Collection[int]) -> RebusWords:
    """`words` with every spelling in which a stand-in replaces letters, once or several times.

    Args:
        words: the original list.
        strings: strings of letters; each gets a stand-in.
        lengths: the numbers of cells for which spellings are wanted.

    Returns: a list over a `RebusAlphabet`; a spelling has the score and the written form of its
        word.

    Raises:
        OptionError: there are too many strings, or too many spellings.

    >>> words = with_rebus(WordList.from_words([("heart", 60), "sweetheart"]), ["HEART"], [1, 6])
    >>> [(words.spelled(word), score) for word, score in words.words()]
    [('HEART', 60), ('HEART', 60), ('SWEETHEART', 50), ('SWEETHEART', 50)]
    """
    base = words.alphabet
    if len(strings) > MAX_STRINGS:
        raise OptionError(f"more than {MAX_STRINGS} different rebus strings", parameter="rebus")
    wanted = frozenset(lengths)
    stand_ins = "".join(chr(_FIRST + i) for i in range(len(strings)))
    alphabet = RebusAlphabet((*base.texts, *stand_ins), base.folds)
    more = _spellings(words, strings, wanted)
    kind = code_dtype(len(alphabet))
    tables = {n: _with_codes(words.table(n), kind) for n in words.lengths}
    for length, rows in sorted(more.items()):
        codes = np.array([codes for codes, _, _ in rows], dtype=kind)
        places = [(words.table(n), row) for _, n, row in rows]
        scores = np.array([table.scores[row] for table, row in places], dtype=np.int32)
        starts = np.array([table.spans.starts[row] for table, row in places], dtype=np.int64)
        stops = np.array([table.spans.stops[row] for table, row in places], dtype=np.int64)
        old = words.table(length)
        codes = np.concatenate((old.codes, codes))
        scores = np.concatenate((old.scores, scores))
        spans = Spans(*map(np.concatenate, zip(old.spans, (starts, stops), strict=True)))
        order = np.lexsort((*codes.T[::-1], -scores)).astype(np.int64)
        tables[length] = WordTable(length, codes, scores, spans).take(order)
    return RebusWords(
        alphabet,
        words.source,
        replace(words.report, n_words=sum(len(table) for table in tables.values())),
        tables,
        words._text,
        listed=words,
        strings=tuple(strings),
        spelled_lengths=wanted,
    )


def _with_codes(table: WordTable, kind: np.dtype[Any]) -> WordTable:
    if table.codes.dtype == kind:
        return table
    return WordTable(table.length, table.codes.astype(kind), table.scores, table.spans)


def spellings(text: str, words: WordList) -> list[tuple[int, ...]]:
    """The letter codes of every way to spell a string in cells; first with a letter in each cell.

    Raises:
        OptionError: there are too many.
    """
    plain = words.alphabet.codes(text)
    if not isinstance(words, RebusWords):
        return [plain]
    tokens = _tokens(words.listed.alphabet, words.strings)
    return [plain, *_ways(plain, tokens, None, MAX_SPELLINGS)]


_Token = tuple[tuple[int, ...], int]  # the letters, and the code of their stand-in


def _tokens(alphabet: Alphabet, strings: Sequence[str]) -> list[_Token]:
    return [(alphabet.codes(text), len(alphabet) + i) for i, text in enumerate(strings)]


def _spellings(
    words: WordList, strings: Sequence[str], wanted: frozenset[int]
) -> dict[int, list[tuple[tuple[int, ...], int, int]]]:
    """By number of cells: the codes of each spelling with a stand-in, its word's length and row."""
    tokens = _tokens(words.alphabet, strings)
    found: dict[int, list[tuple[tuple[int, ...], int, int]]] = {}
    n_left = MAX_SPELLINGS
    for length in words.lengths:
        codes = words.table(length).codes
        has = np.zeros(len(codes), dtype=np.bool_)
        for letters, _ in tokens:
            for offset in range(length - len(letters) + 1):
                has |= (codes[:, offset : offset + len(letters)] == letters).all(axis=1)
        for row in np.flatnonzero(has).tolist():
            word = tuple(codes[row].tolist())
            ways = _ways(word, tokens, wanted, n_left)
            n_left -= len(ways)
            for way in ways:
                found.setdefault(len(way), []).append((way, length, row))
    return found


def _ways(
    word: tuple[int, ...], tokens: Sequence[_Token], wanted: frozenset[int] | None, most: int
) -> list[tuple[int, ...]]:
    """The spellings with at least one stand-in whose number of cells is wanted.

    Raises:
        OptionError: there are more than `most`; they are counted before they are made.
    """
    steps: list[list[tuple[int, int]]] = []  # by place in the word: number of letters, and code
    for start in range(len(word)):
        here = [
            (len(letters), code)
            for letters, code in tokens
            if word[start : start + len(letters)] == letters
        ]
        steps.append([(1, word[start]), *here])
    # By place in the word: the number of ways to spell the rest, by number of cells.
    rest: list[Counter[int]] = [Counter() for _ in word] + [Counter({0: 1})]
    for start in reversed(range(len(word))):
        for length, _ in steps[start]:
            for n_cells, n in rest[start + length].items():
                rest[start][n_cells + 1] += n
    sizes = rest[0].keys() if wanted is None else wanted
    if sum(rest[0][n] for n in sizes) - (len(word) in sizes) > most:
        raise OptionError(
            f"more than {MAX_SPELLINGS:,} spellings of words with these rebus strings",
            hint="use fewer or longer strings, or a smaller word list",
            parameter="rebus",
        )
    found: list[tuple[int, ...]] = []
    stack: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while stack:
        start, cells = stack.pop()
        if start == len(word):
            if len(cells) < len(word):
                found.append(cells)
            continue
        for length, code in steps[start]:
            if any(len(cells) + 1 + n in sizes for n in rest[start + length]):
                stack.append((start + length, (*cells, code)))
    return sorted(found)
