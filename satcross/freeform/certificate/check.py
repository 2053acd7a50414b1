"""Checking a certificate of layouts: whether its proofs show what it claims, by its words alone.

It shares no code with the search. The layouts in it are checked as all layouts are, by
`satcross.freeform.verify`. What is claimed is divided into questions, "does a layout fit this
box?", and each is denied by a proof for the formula that `formula` makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from satcross.errors import FormatError
from satcross.freeform.certificate.formula import Cell, LayoutFormula, Word
from satcross.freeform.verify import layout_faults, runs_of
from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.packed import Source
from satcross.pattern.certificate.clauses import Tick
from satcross.pattern.certificate.refutations import check_refutations
from satcross.proof import Rejected
from satcross.results import Found, Stopped

SCHEMA = "satcross.layout-certificate/1"
MAGIC = b"satcross layout certificate\n"
NO_LAYOUT = "no layout"
NO_BETTER_LAYOUT = "no better layout"
NO_OTHER_LAYOUT = "no other layout"
MAX_WORDS = 300
MAX_LETTERS = 20_000
MAX_LAYOUTS = 10_000
MAX_SIZE = 400_000  # of a formula, whose clauses have some eight times as many literals


@dataclass(frozen=True, slots=True)
class LayoutCertificateCheck:
    """A certificate of layouts that is right.

    Args:
        claim: "no layout": none has `n_placed` or more of the words within the limits; "no better
            layout": none has more words than `layouts`, and none has as many in a box of fewer
            cells, or of as many cells and nearer to a square; "no other layout": nor is there
            another one that is as good, but for those turned over their diagonal.
        words: that are to be placed.
        n_placed: number of words.
        max_rows, max_cols: of boxes; None for no limit.
        layouts: with that number of words each, in boxes of the same sides.
        n_boxes: largest boxes, each with a proof.
        n_steps: lines of the proofs that were checked.
    """

    claim: str
    words: tuple[str, ...]
    n_placed: int
    max_rows: int | None
    max_cols: int | None
    layouts: tuple[Grid, ...]
    n_boxes: int
    n_steps: int


LayoutCertificateResult = Found[LayoutCertificateCheck] | Rejected | Stopped


def check_layout_certificate(
    path: Source,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> LayoutCertificateResult:
    """Check what `--certificate` of `satcross freeform` has written.

    Args, Returns, Raises: as `satcross.tasks.certificate.check.check_certificate`.
    """
    return check_refutations(
        path, MAGIC, _claimed, time_limit_s=time_limit_s, on_progress=on_progress
    )


class Question(NamedTuple):
    """Whether `n` or more of some words fit a box, whose rows are not the greater number."""

    words: tuple[Word, ...]
    n_rows: int
    n_cols: int
    n: int

    @property
    def size(self) -> int:
        """About how large its formula is."""
        n_words = len(self.words)
        n_letters = sum(map(len, self.words))
        return self.n_rows * self.n_cols * (2 * n_letters + n_words**2) + n_words**3


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a certificate says, without its proofs.

    Args:
        part: indices of words that no layout has all of, which share letters with one other word
            at most; empty for all words.
        n_bytes: of each proof.
    """

    claim: str
    words: tuple[str, ...]
    alphabet: Alphabet
    n_placed: int
    max_rows: int | None
    max_cols: int | None
    layouts: tuple[Grid, ...]
    part: tuple[int, ...] = ()
    n_bytes: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[Word, ...]:
        """The words as letters."""
        return tuple(map(self.alphabet.cut, self.words))

    def fault(self, tick: Tick) -> str:
        """What is wrong without the proofs; "" where nothing is."""
        return next(self._faults(tick), "")

    def _faults(self, tick: Tick) -> Iterator[str]:
        cells = self.cells
        if not 1 <= self.n_placed <= len(cells) or len(set(cells)) < len(cells):
            yield "its words and their number do not fit together"
        if (not self.layouts) != (self.claim == NO_LAYOUT) or len(self.layouts) > MAX_LAYOUTS:
            yield "the claim and its layouts do not fit together"
        if self.part and (self.claim != NO_LAYOUT or self.n_placed < len(cells)):
            yield "the claim is not about all words"
        if self._n_sharing() > 1:
            yield "a layout may have its words without all of them being connected"
        seen: set[frozenset[tuple[Cell, str]]] = set()
        for number, grid in enumerate(self.layouts, 1):
            tick()
            runs = runs_of(grid)
            missing = [word for word, own in zip(self.words, cells, strict=True) if own not in runs]
            faults = layout_faults(grid, self.words, alphabet=self.alphabet, left_out=missing)
            if faults:
                yield f"layout {number} is none: {faults[0]}"
            if len(cells) - len(missing) != self.n_placed or _sides(grid) != self.sides:
                yield f"layout {number} is not like the others"
            if not self._allows(grid.n_rows, grid.n_cols):
                yield f"layout {number} is beyond the limits"
            these = {frozenset(letters.items()) for letters in _both(grid)}
            if not these.isdisjoint(seen):
                yield f"layout {number} counts as one before it"
            seen |= these
        if self.is_too_large:
            yield "its boxes are too large"
        if sum(1 for _ in self.questions()) != len(self.n_bytes):
            yield "a box has no proof"

    def formulas(self, tick: Tick) -> Iterator[tuple[LayoutFormula, int]]:
        """Formulas that nothing obeys, if the claim is right; each with the bytes of its proof."""
        for question, n_bytes in zip(self.questions(), self.n_bytes, strict=True):
            yield self.formula(question, tick), n_bytes

    def formula(self, question: Question, tick: Tick) -> LayoutFormula:
        """The clauses of a question, without the layouts that are named."""
        made = LayoutFormula(*question, tick)
        for grid in self.layouts if self.claim == NO_OTHER_LAYOUT else ():
            for letters in _both(grid):
                made.exclude(letters)
        return made

    def checked(self, n_steps: int) -> LayoutCertificateCheck:
        """What is shown by proofs of that many steps."""
        return LayoutCertificateCheck(
            self.claim, self.words, self.n_placed, self.max_rows, self.max_cols, self.layouts,
            len(self.n_bytes), n_steps,
        )  # fmt: skip

    @property
    def is_too_large(self) -> bool:
        """Whether some formula would take too much memory."""
        return sum(map(len, self.cells)) > MAX_LETTERS or any(
            question.size > MAX_SIZE for question in self.questions()
        )

    @property
    def sides(self) -> tuple[int, int]:
        """Of the layouts' boxes, the shorter first."""
        return _sides(self.layouts[0])

    def questions(self) -> Iterator[Question]:
        """Boxes that no layout may fit, if the claim is right."""
        if self.claim == NO_LAYOUT:
            yield from self._within(len(self.part) or self.n_placed)
            return
        yield from self._within(self.n_placed + 1)
        short, long = self.sides
        worst = (short * long, long - short + (self.claim == NO_OTHER_LAYOUT))
        yield from self._within(self.n_placed, worst)

    def _within(self, n: int, worse: tuple[int, int] | None = None) -> Iterator[Question]:
        """The largest boxes for `n` words or more, smaller or nearer to a square than some box.

        A layout's words share letters with each other. So they are of one group.
        """
        for group in self._groups():
            if len(group) < n:
                continue
            # Each word after the first lies across one that is there, and so makes the box longer
            # in one direction, by less than its length.
            both = 2 + sum(len(word) - 1 for word in group)
            longest: list[int] = []  # by shorter side, from 1, the longer one
            for short in range(1, both // 2 + 1):
                top = both - short if worse is None else min(both - short, worse[0] // short)
                if self.max_rows is not None and self.max_cols is not None:
                    top = min(top, max(self.max_rows, self.max_cols))
                longs = range(top, short - 1, -1)
                fit = (long for long in longs if self._fits(short, long, worse))
                if (long := next(fit, 0)) == 0:
                    break
                longest.append(long)
            for short, long in enumerate(longest, 1):
                if longest[short : short + 1] != [long]:  # else the next box contains it
                    yield Question(group, short, long, n)

    def _fits(self, short: int, long: int, worse: tuple[int, int] | None) -> bool:
        is_better = worse is None or (short * long, long - short) < worse
        return is_better and self._allows(short, long)

    def _allows(self, n_rows: int, n_cols: int) -> bool:
        """Whether a box is within the limits, or turned over its diagonal."""
        return any(
            (self.max_rows is None or rows <= self.max_rows)
            and (self.max_cols is None or cols <= self.max_cols)
            for rows, cols in ((n_rows, n_cols), (n_cols, n_rows))
        )

    def _groups(self) -> list[tuple[Word, ...]]:
        """The words that are not too long, by who shares letters with whom; or those of `part`."""
        cells = self.cells
        if self.part:
            return [tuple(cells[index] for index in self.part)]
        groups: list[tuple[Word, ...]] = []
        for word in cells:
            if self._allows(1, len(word)):
                near = [g for g in groups if any(set(word) & set(other) for other in g)]
                groups = [g for g in groups if g not in near]
                groups.append((*(other for g in near for other in g), word))
        return groups

    def _n_sharing(self) -> int:
        """How many words of the part share letters with others; all are connected by one of them.

        Words of the part that touch, and those that cross them, share letters with words of the
        part. So what a layout of all words has of the part is a layout.
        """
        cells = self.cells
        others = {x for at, word in enumerate(cells) if at not in self.part for x in word}
        return sum(not others.isdisjoint(cells[at]) for at in self.part)


def _sides(grid: Grid) -> tuple[int, int]:
    return min(grid.n_rows, grid.n_cols), max(grid.n_rows, grid.n_cols)


def _both(grid: Grid) -> list[dict[Cell, str]]:
    """The letters of a layout, and of the same turned over its diagonal, by cell."""
    letters = {
        (r, c): cell
        for r, row in enumerate(grid.rows())
        for c, cell in enumerate(row)
        if cell not in (BLOCK, OPEN, VOID)
    }
    return [letters, {(c, r): cell for (r, c), cell in letters.items()}]


def _claimed(head: Any) -> Claimed:
    if head["schema"] != SCHEMA:
        raise FormatError(f"a certificate of another kind: {str(head['schema'])[:40]}")
    alphabet = Alphabet.of_spelling(head["alphabet"])
    words = tuple(head["words"])
    if head["claim"] not in (NO_LAYOUT, NO_BETTER_LAYOUT, NO_OTHER_LAYOUT):
        raise ValueError("another claim")
    cells = list(map(alphabet.cut, words))
    if not 1 <= len(words) <= MAX_WORDS or not all(
        len(own) > 1 and alphabet.joined(own) == word and len(alphabet.codes(word)) == len(own)
        for word, own in zip(words, cells, strict=True)
    ):
        raise ValueError("words that cannot be placed")
    part, n_bytes, limits = (tuple(head[name]) for name in ("part", "bytes", "limits"))
    numbers = [head["n_placed"], *part, *n_bytes, *(n for n in limits if n is not None)]
    if not all(type(n) is int and n >= 0 for n in numbers):
        raise TypeError("other numbers")
    if len(set(part)) < len(part) or not all(index < len(words) for index in part):
        raise ValueError("no part of the words")
    max_rows, max_cols = limits
    layouts = tuple(Grid.of_lines(rows, alphabet) for rows in head["layouts"])
    if not all(
        grid == Grid(grid.n_rows, grid.n_cols, grid.cells) and grid.size for grid in layouts
    ):
        raise ValueError("more than letters")
    return Claimed(
        head["claim"], words, alphabet, head["n_placed"], max_rows, max_cols, layouts, part, n_bytes
    )
