"""The words of one length, as they are read: numpy is imported only where somebody needs arrays."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from satcross.words.bits import SlotTable, kind_of, taken

if TYPE_CHECKING:
    from bitarray import bitarray

    from satcross.words.bits import Buffer
    from satcross.words.table import I32, I64, Bools, Codes


class Spans(NamedTuple):
    """Places of written forms in a text: bytes from `starts` to before `stops`."""

    starts: I64
    stops: I64


class WordTable:
    """The distinct words of one length, best score first, then in alphabetical order.

    A word's *index* is its row; every engine and encoding identifies words by (length, index).

    Args:
        length: letters in each word, at least 1.
        codes: uint8 or uint16 (n, length) or (n * length,), C-contiguous; letter codes of the
            list's alphabet.
        scores: int32 or uint16 (n,), falling.
        spans: where the written forms are in the list's text, row by row, as `Spans` or as arrays
            that become such when somebody asks for them; None for a table that needs none.

    Fields:
        raw: the letter codes, word after word.
        raw_scores: the scores.
    """

    def __init__(
        self,
        length: int,
        codes: Buffer,
        scores: Buffer,
        spans: Spans | tuple[array[int], array[int]] | None = None,
    ) -> None:
        self.length = length
        self.raw = _flat(codes)
        self.raw_scores = _flat(scores)
        self._spans = spans
        self._bits: SlotTable | None = None

    def __len__(self) -> int:
        return len(self.raw_scores)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.length, self.codes, self.scores, self.spans)

    @cached_property
    def codes(self) -> Codes:
        """(n, length), C-contiguous, read-only."""
        import numpy as np

        codes: Codes = np.asarray(self.raw).reshape(-1, self.length)
        return codes

    @cached_property
    def scores(self) -> I32:
        """int32 (n,), read-only."""
        import numpy as np

        scores = np.asarray(self.raw_scores).astype(np.int32)
        scores.setflags(write=False)
        return scores

    @property
    def spans(self) -> Spans:
        """The places of the written forms; empty for a table that needs none."""
        if not isinstance(self._spans, Spans):
            import numpy as np

            starts, stops = ((), ()) if self._spans is None else self._spans
            self._spans = Spans(np.array(starts, np.int64), np.array(stops, np.int64))
        return self._spans

    def span(self, row: int) -> tuple[int, int]:
        """Where the written form of one word begins and ends."""
        starts, stops = self.spans if self._spans is None else self._spans
        return int(starts[row]), int(stops[row])

    def row_of(self, codes: Sequence[int]) -> int | None:
        """The row with these letter codes; None if it is not there."""
        wanted = array(self.raw.format, codes).tobytes()
        at = self._bytes.find(wanted)
        while at % len(wanted) and at >= 0:  # the end of a word and the start of the next
            at = self._bytes.find(wanted, at + 1)
        return None if at < 0 else at // len(wanted)

    def has_words_of(self, other: WordTable) -> bool:
        """Whether another table has the same words with the same scores."""
        return (
            len(self) == len(other)
            and self._bytes == other._bytes
            and self.raw_scores.tolist() == other.raw_scores.tolist()
        )

    def shared_with(self, other: WordTable) -> Bools:
        """Bool (words,): which words another table of this length has."""
        import numpy as np

        from satcross.words.table import strings_of

        return np.isin(strings_of(self.codes), strings_of(other.codes))

    def take(self, rows: I64 | Bools) -> WordTable:
        """The table of some rows, in that order."""
        spans = Spans(self.spans.starts[rows], self.spans.stops[rows])
        return WordTable(self.length, self.codes[rows], self.scores[rows], spans)

    def head(self, n: int) -> WordTable:
        """The table of the first `n` rows: with `n_from`, of the words that score so much."""
        spans = self._spans
        if isinstance(spans, Spans):
            spans = Spans(spans.starts[:n], spans.stops[:n])
        elif spans is not None:
            spans = spans[0][:n], spans[1][:n]
        return WordTable(self.length, self.raw[: n * self.length], self.raw_scores[:n], spans)

    def runs(self) -> Iterator[tuple[int, int]]:
        """(score, end) of each score: the rows from the end of the one before have it."""
        end, n = 0, len(self)
        while end < n:
            score = self.raw_scores[end]
            end = self.n_from(score)
            yield score, end

    def n_from(self, score: int) -> int:
        """How many words score so much or more."""
        return bisect_right(self.raw_scores, -score, key=int.__neg__)

    def bits(self, n_letters: int) -> SlotTable:
        """The words as bit sets, made once. Args: n_letters: size of the alphabet."""
        if self._bits is None or self._bits.n_letters != n_letters:
            self._bits = SlotTable(self.length, self.raw, None, n_letters, self.runs)
        return self._bits

    def part(self, words: bitarray, n_letters: int) -> SlotTable:
        """Some of the words as bit sets. Args: words: a bit set; n_letters: as for `bits`."""

        def runs() -> Iterator[tuple[int, int]]:
            begin = total = 0
            for score, end in self.runs():
                n = words.count(True, begin, end)
                begin = end
                if n:
                    total += n
                    yield score, total

        rows, raw = taken(self.raw, self.length, words)
        return SlotTable(self.length, raw, rows, n_letters, runs)

    @cached_property
    def _bytes(self) -> bytes:
        return self.raw.tobytes()


class TreatedTable(WordTable):
    """The forms of a slot: the best score first, each with the word that is read from it.

    Args:
        source_lengths: int32 (n,): letters of the word.
        source_rows: int32 (n,): its row in the list's table of that length.
    """

    def __init__(
        self,
        length: int,
        codes: Buffer,
        scores: Buffer,
        spans: Spans | None,
        source_lengths: I32,
        source_rows: I32,
    ) -> None:
        super().__init__(length, codes, scores, spans)
        self.source_lengths = source_lengths
        self.source_rows = source_rows

    def __reduce__(self) -> tuple[Any, ...]:
        kind, arguments = super().__reduce__()
        return kind, (*arguments, self.source_lengths, self.source_rows)


def _flat(data: Any) -> memoryview[int]:
    """The numbers of a buffer, one after the other, to be read."""
    view = memoryview(data)
    if view.ndim > 1:
        data = view.cast("B") if view.nbytes else memoryview(b"")
        view = data.cast(kind_of(view))
    return view.toreadonly()
