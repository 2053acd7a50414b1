"""What may stand in the cells of an entry whose word is treated, as tables.

A *treatment* is a relation between a word of the list and what stands in the cells: the word
reversed, with one letter wrong, with one left out. Some have a *letter* for each pair, with which
entries spell a message: the right letter of a misprint, the letter that is left out. What stands in
the cells differs from the word, except under `plain`.

A *form* is what stands in the cells, a *reading* of it a treatment and a word that give it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from satcross.words.forms import TREATMENTS, Forms, unusable
from satcross.words.table import Codes, Spans, TreatedTable, WordTable, code_dtype

if TYPE_CHECKING:
    from satcross.words.wordlist import WordList

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


def treated_table(
    words: WordList,
    cells: int,
    treatments: Sequence[Treatment],
    letter: int | None = None,
    *,
    one_reading: bool = True,
    extra: Collection[str] = (),
) -> TreatedTable:
    """What may stand in a slot.

    Args:
        words: the list.
        cells: of the slot.
        treatments: one of them is applied.
        letter: only forms with this letter.
        one_reading: only forms that have one reading under these treatments; otherwise the reading
            of the best score counts, of equal ones that of the treatment which comes first, then
            that of the shorter word, and then that of the word which comes first in the alphabet.
        extra: what each form has in further cells: "letters", its letter, the first of the alphabet
            for a plain word, and "kinds", the number of its treatment from 0. Of several readings
            that differ in them each counts.

    Raises:
        OptionError: there are too many forms.
    """
    ranked = [
        (rank, part)
        for rank, treatment in enumerate(treatments)
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
    columns = {"letters": np.maximum(letters, 0), "kinds": ranks}
    whole = np.column_stack([codes, *(columns[what].astype(kind) for what in extra)])
    rows = np.concatenate([np.zeros(0, np.int32), *(part.rows for part in parts)])
    none = np.zeros(0, np.int64)
    scores = np.concatenate([np.zeros(0, np.int32), *(_of(words, p).scores[p.rows] for p in parts)])
    starts = np.concatenate([none, *(_of(words, p).spans.starts[p.rows] for p in parts)])
    stops = np.concatenate([none, *(_of(words, p).spans.stops[p.rows] for p in parts)])
    # Rows of one length and score are in alphabetical order.
    order = np.lexsort((rows, lengths, ranks, -scores))
    _, first = np.unique(_hashes((codes if one_reading else whole)[order]), return_index=True)
    chosen = order[np.sort(first)]
    if one_reading and len(chosen):
        total = np.zeros(len(chosen), np.int64)
        for treatment in treatments:
            total += treatment.n_readings(words, codes[chosen])
        chosen = chosen[total == 1]
    arrays = [whole[chosen], scores[chosen], lengths[chosen], rows[chosen]]
    for array in arrays:
        array.setflags(write=False)
    spans = Spans(starts[chosen], stops[chosen])
    return TreatedTable(
        cells + len(extra),
        arrays[0],
        arrays[1],
        spans,
        source_lengths=arrays[2],
        source_rows=arrays[3],
    )


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
        word = part.rows.astype(np.uint64) + np.uint64(part.length << 40)
        pairs.append(np.stack((_hashes(part.codes), word), axis=1))
    if not pairs:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    every = np.concatenate(pairs)
    every = every[np.lexsort((every[:, 1], every[:, 0]))]
    fresh = np.append(True, (every[1:] != every[:-1]).any(axis=1))[: len(every)]
    known, counts = np.unique(every[fresh, 0], return_counts=True)
    return known, counts.astype(np.int64)


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
