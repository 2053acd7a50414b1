"""The smallest refill that avoids what a check found: it is made, verified and reviewed again.

Of all fills in which no more than `Finding.stay` of the entries stay as they are, one is wanted
that changes the fewest letters. It is searched for with one changed letter, then two, and so on.
What a finding needs spreads from entry to entry, so that K changed letters are in its entries and
those that are K - 1 crossings away; all others are given. Fills are found by `FillTask`, with a
constraint on how many letters stay; one in which the house finds something new is not taken, and
excluded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from satcross import (
    Constraint,
    Crossword,
    Fill,
    FillTask,
    Found,
    Letter,
    Puzzle,
    Reason,
    Stopped,
    Word,
    at_least,
    at_most,
    with_fill,
)
from satcross.apps.houses.findings import Severity, checks
from satcross.apps.houses.houses import House
from satcross.apps.houses.page import Reviewed
from satcross.apps.houses.review import Finding, review
from satcross.extend import OPEN, Deadline, Scale, Work

MOST_LETTERS = 6
MOST_TRIES = 12  # of fills in which the house finds something new


class EntryChange(NamedTuple):
    """An entry that a refill changes."""

    entry: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.entry} {self.before} -> {self.after}"


@dataclass(frozen=True, slots=True)
class Refill:
    """A fill without what was found.

    Args:
        fill: the whole grid, verified.
        n_letters: how many cells have other letters.
        changes: the entries that have.
    """

    fill: Fill
    n_letters: int
    changes: tuple[EntryChange, ...]

    def __str__(self) -> str:
        letters = "1 letter" if self.n_letters == 1 else f"{self.n_letters} letters"
        return f"{', '.join(map(str, self.changes))}: {letters}"


def can_refill(page: Reviewed, finding: Finding) -> bool:
    """Whether a refill may avoid what was found: the grid is full, and it is about its entries.

    Those of the theme stay.
    """
    slots = {entry.name: entry.slot.cells for entry in page.entries}
    n_fixed = sum(page.theme.issuperset(slots[name]) for name in finding.entries)
    return (
        checks()[finding.check].refills
        and finding.severity is not Severity.NOTE
        and len(page.whole) == len(page.entries)
        and bool(finding.entries)
        and n_fixed <= finding.stay
    )


def smallest_refill(
    page: Reviewed,
    house: House,
    findings: Sequence[Finding],
    finding: Finding,
    *,
    fixed: Collection[int] = (),
    deadline: Deadline,
) -> Refill | Stopped | None:
    """The smallest refill without a finding, and without new ones.

    Args:
        page, house: the crossword, and who looks at it.
        findings: all of them.
        finding: one of these, for which `can_refill` holds.
        fixed: positions of cells that keep their letters, beside those of theme entries.
        deadline: when to stop.

    Returns: None where no change of up to `MOST_LETTERS` letters around it will do; `Stopped` at
    the deadline, or when too many fills have something new.
    """
    return _Search(page, house, findings, finding, frozenset(fixed) | page.theme).run(deadline)


class _Search:
    """Args: as of `smallest_refill`."""

    def __init__(
        self,
        page: Reviewed,
        house: House,
        findings: Sequence[Finding],
        finding: Finding,
        fixed: frozenset[int],
    ) -> None:
        self._page, self._house, self._finding, self._fixed = page, house, finding, fixed
        self._before = {(one.check, one.text) for one in findings if one != finding}
        self._words = {entry.name: entry.word or "" for entry in page.entries}
        others = {one.check for one in findings if one != finding}
        # A word that stands twice elsewhere may go on to do so.
        asked = ("allow-repeats",) if "repeats" in others else ()
        unlisted = [word for word in self._words.values() if word not in page.words]
        puzzle = page.puzzle
        words = puzzle.listed.with_scores(dict.fromkeys(unlisted, Scale.DEFAULT))
        self._puzzle = Puzzle(puzzle.grid, words, (*puzzle.rules, *asked))
        literals = [Word(name, self._words[name]) for name in finding.entries]
        self._excluded: list[Constraint] = [at_most(finding.stay, literals)]

    def run(self, deadline: Deadline) -> Refill | Stopped | None:
        """The smallest refill."""
        n_tries = 0
        for n_letters, cells in enumerate(self._around(), 1):
            while True:
                result = self._fill(cells, n_letters, deadline)
                if isinstance(result, Stopped):
                    return result
                if result is None:
                    break
                new = self._new_in(result)
                if new is None:
                    return self._refill(result)
                n_tries += 1
                if n_tries == MOST_TRIES:
                    return Stopped(Reason.GIVEN_UP, Work())
                self._excluded.append(new)
        return None

    def _around(self) -> Iterator[list[int]]:
        """The cells that may change: of its entries, then of those that cross them, and so on."""
        slots = {entry.name: set(entry.slot.cells) for entry in self._page.entries}
        here = set().union(*(slots[name] for name in self._finding.entries))
        for _ in range(MOST_LETTERS):
            yield sorted(here - self._fixed)
            more = [cells for cells in slots.values() if not cells.isdisjoint(here)]
            here = here.union(*more)

    def _fill(self, cells: list[int], n_letters: int, deadline: Deadline) -> Fill | Stopped | None:
        """A fill that changes up to so many of some cells; None where there is none."""
        if not cells:
            return None
        puzzle, grid = self._puzzle, self._puzzle.grid
        kept = [Letter(grid.cell_name(at), grid.cells[at]) for at in cells]
        rules = (*self._excluded, at_least(max(0, len(kept) - n_letters), kept))
        opened = grid.holding(dict.fromkeys(cells, OPEN))
        asked = replace(puzzle, grid=opened).with_rule(*rules)
        if deadline.passed():
            return Stopped(deadline.reason, Work())
        with FillTask(asked) as task:
            result = task.run(deadline.left_s())
        if isinstance(result, Found):
            return result.value
        return result if isinstance(result, Stopped) else None

    def _new_in(self, fill: Fill) -> Constraint | None:
        """What excludes a fill in which the house finds something new; None where it does not."""
        page = self._page
        filled = Puzzle(fill.grid, page.puzzle.listed, page.puzzle.rules)
        crossword: Crossword | None = None
        if page.has_clues:
            crossword = with_fill(page.crossword, fill.grid)
        after = Reviewed(
            filled, crossword, theme=page.theme, is_said=page.is_said, earlier=page.earlier
        )
        changed = {change.entry for change in self._changes(fill)}
        own = {one.name for one in checks().values() if one.module == "entries"}
        for one in review(after, self._house):
            is_new = (one.check, one.text) not in self._before
            if one.check in own and one.severity is not Severity.NOTE and is_new:
                about = [name for name in one.entries if name in changed] or sorted(changed)
                return at_most(len(about) - 1, [Word(name, fill[name].word) for name in about])
        return None

    def _changes(self, fill: Fill) -> tuple[EntryChange, ...]:
        words = {entry.slot.name: entry.word for entry in fill.entries}
        return tuple(
            EntryChange(name, before, words[name])
            for name, before in self._words.items()
            if name in words and words[name] != before
        )

    def _refill(self, fill: Fill) -> Refill:
        pairs = zip(self._page.puzzle.grid.cells, fill.grid.cells, strict=True)
        return Refill(fill, sum(a != b for a, b in pairs), self._changes(fill))
