"""Rebus cells, which hold several letters, and the spellings of words that use them.

To everything below a puzzle, a rebus is one more letter of the alphabet: its *stand-in*, a
character of Unicode's private use area. `RebusWords` is a word list over the alphabet with the
stand-ins; besides SWEETHEART it has the six letters S W E E T and the stand-in of HEART. Users
never see a stand-in: `Puzzle.texts` has the text of each letter code.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from satcross.errors import OptionError
from satcross.model.alphabet import Alphabet
from satcross.words import WordList
from satcross.words.table import Spans, WordTable, code_dtype, make_table

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
    >>> [(spelled(word, words), score) for word, score in words.words()]
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
        sources = [(n, row) for _, n, row in rows]
        places = _at(words, sources)
        scores = np.array([table.scores[row] for table, row in places], dtype=np.int32)
        starts = np.array([table.spans.starts[row] for table, row in places], dtype=np.int64)
        stops = np.array([table.spans.stops[row] for table, row in places], dtype=np.int64)
        old = words.table(length)
        codes = np.concatenate((old.codes, codes))
        scores = np.concatenate((old.scores, scores))
        spans = Spans(*map(np.concatenate, zip(old.spans, (starts, stops), strict=True)))
        order = np.lexsort((*codes.T[::-1], -scores)).astype(np.int64)
        tables[length] = make_table(length, codes, scores, spans).take(order)
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
    return make_table(table.length, table.codes.astype(kind), table.scores, table.spans)


def spelled(word: str, words: WordList) -> str:
    """The letters of a word, its stand-ins spelled out."""
    if not isinstance(words, RebusWords):
        return word
    alphabet = words.listed.alphabet
    texts = (*alphabet.texts, *words.strings)
    return alphabet.joined([texts[code] for code in words.alphabet.codes(word)])


def spellings(text: str, words: WordList) -> list[tuple[int, ...]]:
    """The letter codes of every way to spell a string in cells; first with a letter in each cell.

    Raises:
        OptionError: there are too many.
    """
    plain = words.alphabet.codes(text)
    if not isinstance(words, RebusWords):
        return [plain]
    tokens = _tokens(words.listed.alphabet, words.strings)
    if _n_ways(plain, tokens, None) > MAX_SPELLINGS:
        raise _too_many()
    return [plain, *_ways(plain, tokens, None)]


_Token = tuple[tuple[int, ...], int]  # the letters, and the code of their stand-in


def _tokens(alphabet: Alphabet, strings: Sequence[str]) -> list[_Token]:
    return [(alphabet.codes(text), len(alphabet) + i) for i, text in enumerate(strings)]


def _at(words: WordList, rows: list[tuple[int, int]]) -> list[tuple[WordTable, int]]:
    return [(words.table(n), row) for n, row in rows]


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
            n_left -= _n_ways(word, tokens, wanted)
            if n_left < 0:
                raise _too_many()
            for way in _ways(word, tokens, wanted):
                found.setdefault(len(way), []).append((way, length, row))
    return found


def _too_many() -> OptionError:
    return OptionError(
        f"more than {MAX_SPELLINGS:,} spellings of words with these rebus strings",
        hint="use fewer or longer strings, or a smaller word list",
        parameter="rebus",
    )


def _n_ways(word: tuple[int, ...], tokens: Sequence[_Token], wanted: frozenset[int] | None) -> int:
    """The number of spellings that `_ways` returns, counted without generating them."""
    # By length of a prefix of the word: its number of spellings, by number of cells.
    ways: list[dict[int, int]] = [{0: 1}]
    for end in range(1, len(word) + 1):
        here = {n + 1: count for n, count in ways[end - 1].items()}
        for letters, _ in tokens:
            start = end - len(letters)
            if start >= 0 and word[start:end] == letters:
                for n, count in ways[start].items():
                    here[n + 1] = here.get(n + 1, 0) + count
        ways.append(here)
    plain = wanted is None or len(word) in wanted
    return sum(n for cells, n in ways[-1].items() if wanted is None or cells in wanted) - plain


def _ways(
    word: tuple[int, ...], tokens: Sequence[_Token], wanted: frozenset[int] | None
) -> list[tuple[int, ...]]:
    """The spellings with at least one stand-in whose number of cells is wanted."""
    # By length of a prefix of the word: the numbers of cells that the rest can take.
    rest: list[set[int]] = [set() for _ in word] + [{0}]
    for start in range(len(word) - 1, -1, -1):
        rest[start] = {n + 1 for n in rest[start + 1]}
        for letters, _ in tokens:
            if word[start : start + len(letters)] == letters:
                rest[start] |= {n + 1 for n in rest[start + len(letters)]}
    found: list[tuple[int, ...]] = []
    stack: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    while stack:
        start, cells = stack.pop()
        if start == len(word):
            if len(cells) < len(word):
                found.append(cells)
            continue
        steps = [(1, word[start])]
        steps += [
            (len(letters), code)
            for letters, code in tokens
            if word[start : start + len(letters)] == letters
        ]
        for n, code in steps:
            if wanted is None or any(len(cells) + 1 + m in wanted for m in rest[start + n]):
                stack.append((start + n, (*cells, code)))
    return sorted(found)
