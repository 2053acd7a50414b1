"""Acrostics: answers whose letters are those of a quotation, and whose initials spell its source.

All but three answers are chosen one by one, so that the letters that are left are distributed as in
words; three that use up all of these are then found by meeting in the middle: the sum of random
numbers of the letters of three words is that of the letters that are left. The same step makes
answers better, three at a time. Where it finds nothing soon, a proof is sought that there is
nothing; at last all choices are tried.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross import (
    Best,
    Crossword,
    Found,
    Impossible,
    OptionError,
    SolverOptions,
    Stopped,
    Task,
    VerificationError,
    WordList,
    crossword_of,
)
from satcross.extend import Clue, Deadline, Heartbeat, Work, check_integer, watched
from satcross.kinds.quotations import ACROSTIC
from satcross.kinds.quotations.faults import acrostic_faults
from satcross.kinds.quotations.quotation import ANSWERS, WIDTH, Quotation
from satcross.kinds.quotations.spread import spread
from satcross.words.table import letter_counts

Numbers = npt.NDArray[Any]

LENGTHS = 4, 12  # of answers
TRIES = 2_000  # choices one by one, before all are tried
MORE_TRIES = 1_000_000  # the same, where there are more choices than these
FIRST_TRIES = 100  # before a proof is sought
ROUNDS = 1_000  # in which answers are made better
LAST = 3  # answers that are found together
_SAMPLE, _LARGE_SAMPLE = 300, 3_000  # words that are compared when one is chosen
_MOST = 2_500  # words of one initial, the best, of which the last are found
_AT_ONCE = 1 << 22  # pairs of words
_BUCKETS = 1 << 16
_WEIGHTS, _WEIGHT = 500, 40  # of letters: how many are tried, and what they count in a choice
_MASK = np.uint64(_BUCKETS - 1)
_NO_ROW, _NO_KEY = np.full(1, -1), np.zeros(1, np.uint64)  # where fewer than `LAST` are found


@dataclass(frozen=True, slots=True)
class Acrostic:
    """Answers, and the squares of their letters.

    Args:
        quotation: whose letters they have.
        source: what their initials spell, as it is written.
        answers: normalised.
        written: how the list writes them.
        scores: of the answers; None for those that are not in the list.
        places: for each answer, the numbers of its letters in the quotation, from 0.
        width: squares in a row of its crossword.
    """

    quotation: Quotation
    source: str
    answers: tuple[str, ...]
    written: tuple[str, ...]
    scores: tuple[int | None, ...]
    places: tuple[tuple[int, ...], ...]
    width: int = WIDTH

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the answers: A to Z, then AA, BB and so on."""
        return tuple(chr(ord("A") + n % 26) * (n // 26 + 1) for n in range(len(self.answers)))

    @property
    def crossword(self) -> Crossword:
        """The quotation in rows, and a clue for each answer, with its squares in their order."""
        grid = self.quotation.in_rows(self.width)
        label_of = {
            at: f"{at + 1}{label}"
            for label, places in zip(self.labels, self.places, strict=True)
            for at in places
        }
        blank, opened = crossword_of(grid), grid.squares
        squares = list(blank.squares)
        for at, cell in enumerate(opened):
            squares[cell] = replace(squares[cell], label=label_of[at])
        clues = tuple(
            Clue(ANSWERS, label, "", cells=tuple(opened[at] for at in places), answer=written)
            for label, places, written in zip(self.labels, self.places, self.written, strict=True)
        )
        made = replace(blank, squares=tuple(squares), clues=clues, kind=ACROSTIC)
        return self.quotation.on(made, self.source)


AcrosticResult = Found[Acrostic] | Best[Acrostic] | Impossible | Stopped


class AcrosticTask(Task[Acrostic, AcrosticResult]):
    """Choose answers for a quotation and its source, with high scores.

    Args:
        quotation: whose letters the answers have, each once.
        source: what their initials spell.
        words: the list that they are of. No answer is in the quotation, and no two are forms of one
            word.
        answers: some that are wanted, by their number from 1; they need not be in the list.
        lengths: the fewest and the most letters of the others.
        options: seed and progress.

    `run` returns `Found`; `Best`, the best so far, where it was stopped when it had one;
    `Impossible`, where all choices were tried, or letters are lacking; or `Stopped`.

    Raises:
        OptionError: the source has no letters, an answer does not begin with its letter, or a
            length is out of range.
    """

    def __init__(
        self,
        quotation: Quotation,
        source: str,
        words: WordList,
        options: SolverOptions | None = None,
        *,
        answers: Mapping[int, str] | None = None,
        lengths: tuple[int, int] = LENGTHS,
    ) -> None:
        super().__init__()
        self._options = watched(self, options)
        self._beat = Heartbeat(self, self._options)
        alphabet = words.alphabet
        initials = Quotation(source, alphabet, "source").letters
        least = check_integer(lengths[0], "length", at_least=1)
        check_integer(lengths[1], "length", at_least=least)
        self._quotation, self._source, self._words = quotation, source, words
        self._initials = initials
        self._given: dict[int, str] = {}
        for number, text in (answers or {}).items():
            check_integer(number, "answer", at_least=1, at_most=len(initials))
            answer = alphabet.normalise(text) or ""
            if not answer or alphabet.cut(answer)[0] != initials[number - 1]:
                raise OptionError(
                    f"{number}={text[:40]} does not begin with {initials[number - 1]}",
                    hint="answers are numbered by the letters of the source, from 1",
                    parameter="answer",
                )
            self._given[number - 1] = answer
        self._lengths = lengths
        self._search: _Search | None = None
        self._chosen: list[int] | None = None  # rows of the search, by slot
        self._n_done = 0  # rounds

    def _run(self, deadline: Deadline) -> AcrosticResult:
        if self._search is None:
            self._search = _Search(
                self._quotation, self._initials, self._words, self._given, self._lengths,
                random.Random(self._options.seed),
            )  # fmt: skip
            if not self._search.free:
                self._chosen, self._n_done = [], ROUNDS
        search = self._search
        if why := search.impossible():
            return Impossible(why, self._work())
        for n_tried in range(search.n_tries):
            if self._chosen is not None or deadline.passed():
                break
            if n_tried == FIRST_TRIES and search.lacks_words():
                why = f"no {len(search.free)} words of the list have these letters together"
                return Impossible(why + search.remedy, self._work())
            self._beat.begin("answers")
            self._chosen = search.attempt()
        if self._chosen is None and not deadline.passed():
            self._beat.begin("all choices")
            self._chosen = next(search.every(deadline, self._beat.show), None)
            if self._chosen is None and not deadline.passed():
                return Impossible("all choices were tried", self._work())
        if self._chosen is None:
            reason = deadline.reason
            return Stopped(reason, self._work(), f"{reason}{search.remedy}")
        while self._n_done < ROUNDS and not deadline.passed():
            self._n_done += 1
            self._beat.begin("better answers")
            self._chosen = search.better(self._chosen)
        made = self._made(search, self._chosen)
        if self._n_done == ROUNDS:
            return Found(made, self._work())
        total = sum(score or 0 for score in made.scores)
        return Best(made, total, None, deadline.reason, self._work())

    def _work(self) -> Work:
        return Work(elapsed_s=self.elapsed_s, engine="acrostic")

    def _made(self, search: _Search, rows: Sequence[int]) -> Acrostic:
        """The acrostic of the chosen answers, once it has passed the checker."""
        chosen = dict(zip(search.free, map(search.word, rows), strict=True)) | self._given
        answers = tuple(chosen[slot] for slot in range(len(self._initials)))
        words, text = self._words, self._quotation
        places = spread(text, [words.alphabet.cut(one) for one in answers], self._options.seed)
        faults = acrostic_faults(
            text.text, self._source, answers, places, words,
            given=self._given, lengths=self._lengths,
        )  # fmt: skip
        if faults:
            raise VerificationError(f"a wrong acrostic was made: {faults[0]}")
        written, scores = tuple(map(words.written, answers)), tuple(map(words.score, answers))
        return Acrostic(text, self._source, answers, written, scores, places)


class _Search:
    """The words that may be answers, by how often each letter of the quotation is in them.

    Fields:
        free: the slots without a given answer, rising.
        remedy: what to do about a source that is too short or too long; "" where it is neither.
    """

    def __init__(
        self,
        quotation: Quotation,
        initials: Sequence[str],
        words: WordList,
        given: Mapping[int, str],
        lengths: tuple[int, int],
        rng: random.Random,
    ) -> None:
        self._rng, self._words, self._lengths, alphabet = rng, words, lengths, words.alphabet
        self.free = [slot for slot in range(len(initials)) if slot not in given]
        self._has = Counter(quotation.letters)
        n, (least, most) = len(quotation.letters), lengths
        low, high = math.ceil(n / (0.75 * most)), int(n / (1.5 * least))
        fits = low > high or low <= len(initials) <= high
        self.remedy = (
            "" if fits else f"; a source of {low} to {high} letters fits this quotation best"
        )
        used = Counter(letter for word in given.values() for letter in alphabet.cut(word))
        self._wants = used + Counter(initials[slot] for slot in self.free)
        letters = sorted(self._has, key=alphabet.code)
        self._letters = letters
        column = {letter: at for at, letter in enumerate(letters)}
        total = [self._has[one] - used[one] for one in letters]
        self._total = np.array(total, np.int16)
        self._initials = [column.get(initials[slot], -1) for slot in self.free]
        self._root = words.roots(tuple(given.values()))
        runs = {
            alphabet.joined(letter for word in quotation.words[at:to] for letter in word)
            for at in range(len(quotation.words))
            for to in range(at + 1, min(at + lengths[1], len(quotation.words)) + 1)
        }
        self._barred = {*runs, *(self._root(alphabet.joined(word)) for word in quotation.words)}
        self._taken = {self._root(word) for word in given.values()}
        self._weights = np.zeros(len(letters), np.int64)  # thousandths
        self._n_compared = _SAMPLE
        self._load([alphabet.code(letter) for letter in letters], len(alphabet))

    def _load(self, codes: Sequence[int], n_letters: int) -> None:
        """The counts of all words that have no other letters than the quotation."""
        column = np.full(n_letters, -1, np.int32)
        column[list(codes)] = range(len(codes))
        counts, scores, first, where = [], [], [], []
        n = len(codes)
        for length in range(self._lengths[0], self._lengths[1] + 1):
            table = self._words.table(length)
            own = column[table.codes]
            rows = np.flatnonzero((own >= 0).all(axis=1))
            own = own[rows]
            held = letter_counts(own, n).astype(np.int16)
            keep = (held <= self._total).all(axis=1) & np.isin(own[:, 0], self._initials)
            counts.append(held[keep])
            scores.append(table.scores[rows][keep])
            first.append(own[keep, 0])
            where.append(np.stack([np.full(keep.sum(), length), rows[keep]], axis=1))
        self._counts, self._scores = np.concatenate(counts), np.concatenate(scores)
        self._where, firsts = np.concatenate(where), np.concatenate(first)
        self._numbers = np.array([self._rng.getrandbits(63) for _ in range(n)], np.uint64)
        self._keys = self._counts.astype(np.uint64) @ self._numbers
        best = np.argsort(-self._scores, kind="stable")
        self._of = [best[firsts[best] == initial] for initial in self._initials]
        self._often = self._counts.sum(axis=0) / max(1, self._counts.sum())

    def word(self, row: int) -> str:
        """The word of a row."""
        length, index = self._where[row].tolist()
        return self._words.word(length, index)

    def impossible(self) -> str:
        """Why there are no such answers, where that is easily seen; else ""."""
        if lacking := self._wants - self._has:
            one = min(lacking)
            return f"answers need {self._wants[one]} {one}, and the quotation has {self._has[one]}"
        left, m = int(self._total.sum()), len(self.free)
        least, most = self._lengths
        if not m * least <= left <= m * most:
            return (
                f"{m} answers of {least} to {most} letters cannot have {left} letters{self.remedy}"
            )
        for at, rows in zip(self.free, self._of, strict=True):
            if not len(rows):
                return f"no word of the list fits answer {at + 1}"
        held = [self._counts[rows].max(axis=0) for rows in self._of]
        for letter, n, total in zip(
            self._letters, sum(held, 0 * self._total), self._total, strict=True
        ):
            if n < total:
                return f"all answers together have {n} {letter} at most, and the quotation {total}"
        return ""

    @property
    def n_tries(self) -> int:
        """How many choices to make one by one, before all are tried."""
        if len(self.free) <= LAST:
            return 0
        n_choices = math.prod(sorted(map(len, self._of))[:-LAST])
        return TRIES if n_choices <= MORE_TRIES else MORE_TRIES

    def lacks_words(self) -> bool:
        """Whether this proves that there are no such answers.

        It does where letters can be given weights such that the heaviest words of all slots weigh
        less together than all letters. Weights go down for letters of which these words have too
        many, and up for those that they lack. Where that proves nothing, heavy words are scarce,
        and `attempt` prefers them from then on, among more words.
        """
        rows = {one: self._of[at] for at, one in enumerate(self._initials)}
        counts = {one: self._counts[some].astype(np.int64) for one, some in rows.items()}
        total = self._total.astype(np.int64)
        weights, least = np.ones(len(total)), math.inf
        self._n_compared = _LARGE_SAMPLE
        for n_done in range(_WEIGHTS):
            weights /= np.linalg.norm(weights)
            whole = np.rint(1000 * weights).astype(np.int64)  # so that sums are exact
            over = -total
            for one, held in counts.items():
                over = over + self._initials.count(one) * held[(held @ whole).argmax()]
            spare = int(over @ whole)
            if spare < 0:
                return True
            if spare < least:
                least, self._weights = spare, whole
            aside = over - (over @ weights) * weights
            weights = weights - aside / max(1.0, float(np.linalg.norm(aside))) / math.sqrt(
                4 * n_done + 4
            )
        return False

    def attempt(self) -> list[int] | None:
        """Choose answers one by one, and the last together; None where that does not succeed."""
        order = sorted(range(len(self.free)), key=lambda s: len(self._of[s]) * self._rng.random())
        left, chosen = self._total.copy(), [-1] * len(self.free)
        roots: set[str] = set()
        while len(order) > LAST:
            slot = order.pop(0)
            rows = self._fitting(slot, left, order)
            n_compared = min(self._n_compared, len(rows))
            rows = rows[sorted(self._rng.sample(range(len(rows)), n_compared))]
            after = left - self._counts[rows]
            n_after = after.sum(axis=1)
            n = len(order)
            usual = n_after[:, None] * self._often
            cost = ((after - usual) ** 2 / (usual + 0.5)).sum(axis=1)
            cost += (n_after - left.sum() * n / (n + 1)) ** 2 / 10 - self._scores[rows] / 20
            # A product of whole numbers: of others, anagrams may differ by the processor.
            cost -= self._counts[rows] @ self._weights * (_WEIGHT / 1000)
            for at in np.argsort(cost, kind="stable").tolist():
                if self._allows([int(rows[at])], roots):
                    break
            else:
                return None
            chosen[slot] = int(rows[at])
            roots.add(self._root(self.word(chosen[slot])))
            left = after[at]
        last = next(self._joined(order, left, roots, _MOST), None)
        if last is None:
            return None
        for slot, row in zip(order, last, strict=True):
            chosen[slot] = row
        return chosen

    def better(self, chosen: list[int]) -> list[int]:
        """Other answers for three slots, if they score more."""
        slots = sorted(self._rng.sample(range(len(chosen)), min(LAST, len(chosen))))
        roots = {self._root(self.word(row)) for at, row in enumerate(chosen) if at not in slots}
        now = [chosen[slot] for slot in slots]
        found = next(self._joined(slots, self._counts[now].sum(axis=0), roots, _MOST), now)
        if self._scores[found].sum() > self._scores[now].sum():
            chosen = list(chosen)
            for slot, row in zip(slots, found, strict=True):
                chosen[slot] = row
        return chosen

    def every(
        self, deadline: Deadline, show: Callable[[], None], chosen: tuple[int, ...] = ()
    ) -> Iterator[list[int]]:
        """All choices, until the deadline."""
        left = self._total - self._counts[list(chosen)].sum(axis=0, dtype=np.int16)
        roots = {self._root(self.word(row)) for row in chosen}
        slots = range(len(chosen), len(self.free))
        if len(slots) <= LAST:
            yield from ([*chosen, *last] for last in self._joined(slots, left, roots, None))
            return
        for row in self._fitting(slots[0], left, slots[1:]).tolist():
            show()
            if deadline.passed():
                return
            if self._allows([row], roots):
                yield from self.every(deadline, show, (*chosen, row))

    def _fitting(self, slot: int, left: Numbers, others: Collection[int]) -> Numbers:
        """The words for a slot that leave the initials and the lengths of the others."""
        spare = left.copy()
        for other in others:
            spare[self._initials[other]] -= 1
        rows = self._of[slot]
        after = left.sum() - self._where[rows, 0]
        least, most = (len(others) * length for length in self._lengths)
        fits = (self._counts[rows] <= spare).all(axis=1) & (after >= least) & (after <= most)
        fitting: Numbers = rows[fits]
        return fitting

    def _joined(
        self, slots: Sequence[int], left: Numbers, roots: set[str], most: int | None
    ) -> Iterator[list[int]]:
        """The words for up to three slots that use up what is left, the best scores first.

        Args: most: how many words are looked at for each slot; None for all.
        """
        if not slots:
            if not left.any():
                yield []
            return
        lists = [
            self._fitting(slot, left, [other for other in slots if other != slot])[:most]
            for slot in slots
        ]
        if not all(map(len, lists)):
            return
        order = sorted(range(len(slots)), key=lambda at: len(lists[at]))
        sorted_lists = [lists[at] for at in order]
        n_without = LAST - len(slots)
        rows_of = [_NO_ROW] * n_without + sorted_lists
        keys = [_NO_KEY] * n_without + [self._keys[rows] for rows in sorted_lists]
        by_key = np.argsort(keys[2], kind="stable")
        known = np.zeros(_BUCKETS, np.bool_)
        known[keys[2] & _MASK] = True
        wanted = left.astype(np.uint64) @ self._numbers - keys[1]
        triples = []
        step = max(1, _AT_ONCE // len(keys[1]))
        for start in range(0, len(keys[0]), step):
            sums = wanted[None, :] - keys[0][start : start + step, None]
            ones, others = np.nonzero(known[sums & _MASK])
            values = sums[ones, others]
            first = np.searchsorted(keys[2], values, "left", by_key)
            last = np.searchsorted(keys[2], values, "right", by_key)
            n = last - first
            at = np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n) + np.repeat(first, n)
            parts = np.repeat(ones + start, n), np.repeat(others, n), by_key[at]
            triples.append(
                np.stack([rows[part] for rows, part in zip(rows_of, parts, strict=True)])
            )
        found = np.concatenate(triples, axis=1)[n_without:]
        found = found[np.argsort(order)]  # by slot
        for at in np.argsort(-self._scores[found].sum(axis=0), kind="stable").tolist():
            rows = found[:, at].tolist()
            if (self._counts[rows].sum(axis=0) == left).all() and self._allows(rows, roots):
                yield rows

    def _allows(self, rows: Sequence[int], roots: set[str]) -> bool:
        """Whether words may be answers beside others, of which the base forms are known."""
        words = [self.word(row) for row in rows]
        own = {self._root(word) for word in words}
        are_new = all(own.isdisjoint(known) for known in (self._taken, self._barred, roots))
        return len(own) == len(words) and are_new and self._barred.isdisjoint(words)
