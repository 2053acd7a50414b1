"""Checks of a crossword against the user's own earlier ones."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from satcross.apps.houses.earlier import figures_of
from satcross.apps.houses.findings import Remark, Severity, check, one_line
from satcross.apps.houses.page import Reviewed
from satcross.extend import counted

_NOTE, _WARNING = Severity.NOTE, Severity.WARNING
SHOWN = 5  # entries


@check("used-clues", _WARNING, usual=True)
def used_clues(page: Reviewed) -> Iterator[Remark]:
    """Clues that an earlier crossword has for the same entry."""
    if page.earlier is None:
        return
    for entry in page.whole:
        if entry.clue is None or not entry.clue.text.strip():
            continue
        file = page.earlier.clues.get((entry.word or "", one_line(entry.clue.text).casefold()))
        if file:
            yield Remark(f"{entry} has the same clue in {file}", entry.slot.cells, (entry.name,))


@check("freshness", _NOTE, usual=True)
def freshness(page: Reviewed) -> Iterator[Remark]:
    """How many entries no earlier crossword has, and which were used most."""
    if page.earlier is None or not page.whole:
        return
    used = page.earlier.used
    new = [entry for entry in page.whole if entry.word not in used]
    yield Remark(
        f"{len(new)} of {counted(len(page.whole), 'entry')} are in none of the"
        f" {counted(page.earlier.n, 'earlier crossword')}"
    )
    old = sorted(
        (entry for entry in page.whole if used.get(entry.word or "", 0) > 1),
        key=lambda entry: (-used[entry.word or ""], entry.slot.index),
    )[:SHOWN]
    if old:
        shown = ", ".join(f"{entry} {used[entry.word or '']} times" for entry in old)
        yield Remark(f"used most: {shown}", [cell for entry in old for cell in entry.slot.cells],
                    tuple(entry.name for entry in old))  # fmt: skip


@check("percentiles", _NOTE, usual=True)
def percentiles(page: Reviewed) -> Iterator[Remark]:
    """Where its figures stand among those of earlier crosswords."""
    if page.earlier is None:
        return
    for name, value in figures_of(page.crossword).items():
        every = page.earlier.figures[name]
        # The middle of those that are equal to it.
        rank = (bisect_left(every, value) + bisect_right(every, value)) / 2
        shown = f"{value:.2f}" if value % 1 else f"{value:.0f}"
        yield Remark(f"{name}: {shown}, percentile {100 * rank / len(every):.0f}")
