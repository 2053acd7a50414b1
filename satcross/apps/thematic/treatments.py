"""What may stand in the cells of an entry whose word is treated, as tables.

A *treatment* is a relation between a word of the list and what stands in the cells: the word
reversed, with one letter wrong, with one left out. Some have a *letter* for each pair, with which
entries spell a message: the right letter of a misprint, the letter that is left out. What stands in
the cells differs from the word, except under `plain`.

A *form* is what stands in the cells, a *reading* of it a treatment and a word that give it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from satcross.apps.thematic.forms import NO_LETTER, TREATMENTS, Forms, unusable
from satcross.extend import I32, Codes, WordTable, code_dtype
from satcross.words.wordtable import Spans, TreatedTable

if TYPE_CHECKING:
    from satcross import WordList

I64 = npt.NDArray[np.int64]
U64 = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

PRESENT_BITS = 5  # more than those of the number of words, in a filter of what is near no word


@dataclass(frozen=True, slots=True)
class Treatment:
    """One way to treat a word.

    Args:
        name: of the treatment, as in "misprint".
        value: what it is done with, as the 3 of "caesar 3"; "" for nothing.

    Raises:
        OptionError: there is no such treatment, or no such value of it.
    """

    name: str
    value: str = ""

    def __post_init__(self) -> None:
        if self.name not in TREATMENTS:
            raise unusable(
                f"{str(self)[:60]!r} is not a treatment", f"there are {', '.join(TREATMENTS)}"
            )
        if not TREATMENTS[self.name].takes(self.value):
            raise unusable(
                f"{str(self)[:60]!r} is not a treatment",
                f"write {TREATMENTS[self.name].written!r}",
            )

    def __str__(self) -> str:
        return f"{self.name} {self.value}".rstrip()

    @property
    def has_key(self) -> bool:
        """Whether each pair is by a key."""
        return TREATMENTS[self.name].has_key

    @property
    def has_letter(self) -> bool:
        """Whether each pair of a word and a form has a letter."""
        return TREATMENTS[self.name].has_letter

    def forms(self, words: WordList, cells: int, letter: int | None = None) -> Iterator[Forms]:
        """All forms of a number of cells; a form may come more than once.

        Args: letter: only those with this letter.

        Raises:
            OptionError: there are too many, or the alphabet is not one for this treatment.
        """
        for made in TREATMENTS[self.name].make(words, cells, self.value, letter):
            keep = np.ones(len(made.rows), np.bool_)
            if letter is not None:
                keep &= made.letters == letter
            if self.name != "plain" and made.length == cells:
                keep &= (made.codes != words.table(cells).codes[made.rows]).any(axis=1)
            yield made if keep.all() else made.take(keep)

    def n_readings(self, words: WordList, codes: Codes) -> I64:
        """How many words each form could be under this treatment, whatever their letters."""
        cells = codes.shape[1]
        if self.name == "misprint" and ">" not in self.value:
            return _near(words, codes)
        known, counts = words._once(  # of one list and number of cells
            (f"readings of {self}", cells), lambda: _counted(self.forms(words, cells), cells)
        )
        if not len(known):
            return np.zeros(len(codes), np.int64)
        hashes = _hashes(codes)
        at = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
        return np.where(known[at] == hashes, counts[at], 0)


def treatment_of(text: str) -> Treatment:
    """The treatment that is written so, as in "misprint" and "caesar 3"."""
    name, _, value = " ".join(text.split()).partition(" ")
    return Treatment(name.lower(), value)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of the forms in a slot, beside its treatments.

    Args:
        letters: only forms with one of these letters, and those of `plain`; None for all.
        readings: "one" for only forms that have one reading under these treatments; "one letter"
            for those whose readings have all the same letter; or "any". The reading of the best
            score counts, of equal ones that of the treatment which comes first, then that of the
            shorter word, and then that of the word which comes first in the alphabet. Readings
            that differ in "letters" or "kinds" each count.
        plain_first: whether a form that is a word has no reading but that, by `plain`.
        columns: what each form has in further cells: "letters", its letter; "kinds", the number of
            its treatment from 0; and "key", its key, in as many cells as each of `keys` has.
        blank: the letter of forms of `plain`, if there are "letters".
        keys: of all treatments that have some: their letters, in as many cells.
    """

    letters: frozenset[int] | None = None
    readings: str = "one"
    plain_first: bool = False
    columns: tuple[str, ...] = ()
    blank: int = 0
    keys: tuple[tuple[int, ...], ...] = ()


def treated_table(
    words: WordList, cells: int, treatments: Sequence[Treatment], asked: Asked
) -> TreatedTable:
    """What may stand in a slot.

    Args:
        words: the list.
        cells: of the slot.
        treatments: one of them is applied.
        asked: which forms, and what each has in further cells.

    Raises:
        OptionError: there are too many forms.
    """
    ranked = [
        (rank, part)
        for rank, treatment in enumerate(treatments)
        for letter in _letters_of(treatment, asked)
        for part in treatment.forms(words, cells, letter)
        if len(part.rows)
    ]
    parts = [part for _, part in ranked]
    sizes = [len(part.rows) for part in parts]
    kind = code_dtype(len(words.alphabet))
    codes = np.concatenate([np.zeros((0, cells), kind), *(part.codes for part in parts)])
    ranks = np.repeat(np.array([rank for rank, _ in ranked], np.int32), sizes)
    lengths = np.repeat(np.array([part.length for part in parts], np.int32), sizes)
    letters = np.concatenate([np.zeros(0, np.int32), *(part.letters for part in parts)])
    held = {"letters": np.where(letters == NO_LETTER, asked.blank, letters), "kinds": ranks}
    apart = [held[what] for what in asked.columns if what in held and asked.readings == "any"]
    told_apart = np.column_stack([codes, *(column.astype(kind) for column in apart)])
    rows = np.concatenate([np.zeros(0, np.int32), *(part.rows for part in parts)])
    scores = np.concatenate([np.zeros(0, np.int32), *(_of(words, p).scores[p.rows] for p in parts)])
    is_plain = np.array([each.name == "plain" for each in treatments])
    # Rows of one length and score are in alphabetical order.
    order = np.lexsort((rows, lengths, ranks, -scores))
    if asked.plain_first:
        order = order[np.argsort(~is_plain[ranks[order]], kind="stable")]
    _, first = np.unique(_hashes(told_apart[order]), return_index=True)
    chosen = order[np.sort(first)]
    if asked.readings != "any" and len(chosen):
        total = np.zeros(len(chosen), np.int64)
        for treatment in treatments:
            total += treatment.n_readings(words, codes[chosen])
        wanted: int | I64 = 1
        if asked.readings == "one letter":
            spelt = _hashes(codes) + _FACTORS[0] * (letters + 1).astype(np.uint64)
            wanted = _n_alike(spelt, _words_of(rows, lengths, ranks))[chosen]
        chosen = chosen[(total == wanted) | (is_plain[ranks[chosen]] & asked.plain_first)]
    chosen = chosen[np.argsort(-scores[chosen], kind="stable")]
    key = np.zeros(0, np.int64)
    if "key" in asked.columns:  # a form of no key stands beside each of them
        has_key = np.array([each.has_key for each in treatments])[ranks[chosen]]
        times = np.where(has_key, 1, len(asked.keys))
        each = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        chosen = np.repeat(chosen, times)
        key = np.where(np.repeat(has_key, times), letters[chosen], each)
    columns = {
        "letters": held["letters"][chosen],
        "kinds": held["kinds"][chosen],
        "key": np.array(asked.keys or ((),))[key],
    }
    further = [columns[what].astype(kind) for what in asked.columns]
    none = np.zeros(0, np.int64)
    starts = np.concatenate([none, *(_of(words, p).spans.starts[p.rows] for p in parts)])
    stops = np.concatenate([none, *(_of(words, p).spans.stops[p.rows] for p in parts)])
    whole = np.column_stack([codes[chosen], *further])
    return TreatedTable(
        whole.shape[1],
        np.ascontiguousarray(whole),
        scores[chosen],
        Spans(starts[chosen], stops[chosen]),
        lengths[chosen],
        rows[chosen],
    )


def _letters_of(treatment: Treatment, asked: Asked) -> Iterable[int | None]:
    return sorted(asked.letters) if asked.letters is not None and treatment.has_letter else [None]


def _of(words: WordList, part: Forms) -> WordTable:
    return words.table(part.length)


# Hashes, by which equal forms are found

_FACTORS = np.array(
    [0x9E3779B97F4A7C15 * (2 * at + 1) ** 5 % 2**64 | 1 for at in range(128)], np.uint64
)


def _hashes(codes: Codes) -> U64:
    """uint64 (n,): a hash of each row; two of 2^64 that differ are alike by no accident to fear."""
    found = np.zeros(len(codes), np.uint64)
    for at in range(codes.shape[1]):
        found += _part(codes[:, at], at)
    return found


def _part(codes: npt.NDArray[np.unsignedinteger[Any]], at: int) -> U64:
    """What the code at an offset adds to the hash."""
    mixed = (codes.astype(np.uint64) + np.uint64(1)) * _FACTORS[at]
    mixed ^= mixed >> np.uint64(29)
    found: U64 = mixed * _FACTORS[at + 64]
    return found


def _counted(parts: Iterable[Forms], cells: int) -> tuple[U64, I64]:
    """Hashes of forms, rising, and of how many words each is."""
    pairs: list[npt.NDArray[np.uint64]] = []
    for part in parts:
        word = _words_of(part.rows, part.length, part.letters + 1)  # with another key another one
        pairs.append(np.stack((_hashes(part.codes), word), axis=1))
    if not pairs:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    every = np.concatenate(pairs)
    every = every[np.lexsort((every[:, 1], every[:, 0]))]
    fresh = np.append(True, (every[1:] != every[:-1]).any(axis=1))[: len(every)]
    known, counts = np.unique(every[fresh, 0], return_counts=True)
    return known, counts.astype(np.int64)


def _words_of(rows: I32, length: int | I32, way: I32) -> U64:
    """A number for each word of a list in each way to treat it, of which there may be few."""
    found = rows.astype(np.uint64) + (np.asarray(length).astype(np.uint64) << np.uint64(40))
    found += way.astype(np.uint64) << np.uint64(48)
    return found


def _n_alike(hashes: U64, words: U64) -> I64:
    """By form, how many words give what has the same hash."""
    order = np.lexsort((words, hashes))
    fresh = np.append(True, np.diff(hashes[order]) | np.diff(words[order]))[: len(order)]
    _, group = np.unique(hashes, return_inverse=True)
    counts = np.bincount(group[order], weights=fresh != 0)
    found: I64 = counts[group].astype(np.int64)
    return found


# Misprints


class _Near(NamedTuple):
    """Words with one letter left open: their hashes, rising, and how many words have each.

    Args: present: by the highest bits of a hash, whether one has them.
    """

    hashes: U64
    counts: I64
    present: Bools

    def maybe(self, hashes: U64) -> I64:
        """The indices of the hashes that may be there."""
        return np.flatnonzero(self.present[_high(hashes, len(self.present))])


def _near_at(words: WordList, cells: int, at: int) -> _Near:
    def make() -> _Near:
        codes = words.table(cells).codes
        hashes = _hashes(codes) - _part(codes[:, at], at)
        known, counts = np.unique(hashes, return_counts=True)
        present = np.zeros(1 << (len(known).bit_length() + PRESENT_BITS), np.bool_)
        present[_high(known, len(present))] = True
        return _Near(known, counts.astype(np.int64), present)

    made: _Near = words._once((f"near {at}", cells), make)
    return made


def _high(hashes: U64, size: int) -> I64:
    """The highest bits of hashes, as places in an array; its size is a power of two."""
    return (hashes >> np.uint64(65 - size.bit_length())).astype(np.int64)


def _near(words: WordList, codes: Codes) -> I64:
    """How many words differ from each form in one letter."""
    cells = codes.shape[1]
    total = np.zeros(len(codes), np.int64)
    if not len(words.table(cells)):
        return total
    hashes = _hashes(codes)
    for at in range(cells):
        near = _near_at(words, cells, at)
        open_ = hashes - _part(codes[:, at], at)
        maybe = near.maybe(open_)
        place = np.minimum(np.searchsorted(near.hashes, open_[maybe]), len(near.hashes) - 1)
        total[maybe] += np.where(near.hashes[place] == open_[maybe], near.counts[place], 0)
    listed = np.sort(_hashes(words.table(cells).codes))
    place = np.minimum(np.searchsorted(listed, hashes), len(listed) - 1)
    total -= cells * (listed[place] == hashes)
    return total
