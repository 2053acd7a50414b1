"""The better words first: short searches for a fill without the words of low scores.

Most grids that can be filled at all have fills without the lower half of a scored list, and a
search among fewer words is as quick. So a search for one fill or a few begins with the better words
alone, for some conflicts, and goes on with all words where that finds nothing.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bitarray import bitarray

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Work
from satcross.solve.lazy.engine import kernel
from satcross.solve.protocol import LazySession, Outcome, SolverOptions
from satcross.task import Deadline
from satcross.tasks.prepared import PreparedPuzzle, is_lazy

# Of the words of the list, the best ones. With fewer than `LEAST_SHARE`, fills of all seeds would
# be much alike.
SHARE, MORE, LEAST_SHARE = 0.6, 0.8, 0.15
CONFLICTS = 200  # in the search for a fill with one share of the words
# By entry, log10 of the expected number of fills with which a share is tried. With fewer hardly any
# puzzle is filled within the conflicts.
LEAST_LOG_FILLS = 0.3
# The same, from which half the share is tried before. Grids in which half of the letters are
# crossed have as many; fully crossed ones with less are hardly ever filled from half of it.
MANY_LOG_FILLS = 0.7
MOST_WIDENED = 4  # slots that get all their words, because no better one fits


class BetterFills:
    """Fills with the better words only, one after the other.

    First with the best share of the words, then with more of them, but never with all. Where a
    share is likely to have many fills, half of it comes before. Slots that none of these fits keep
    all their words. What these searches prove does not hold for the puzzle.

    Args:
        puzzle: what to fill.
        options: of the searches; other solvers than the lazy engine find nothing.
        distinct: how any two fills differ, as for `Fills`.
        within: the words that the slots may hold; None for all that arc consistency leaves.

    Fields:
        found: the fills so far, each verified.
        work: what they have cost.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        options: SolverOptions,
        distinct: str | int = "grids",
        within: Domains | None = None,
    ) -> None:
        self.found: list[Fill] = []
        self.work = Work(conflicts=0, decisions=0, engine=options.solver_name)
        self._puzzle = puzzle
        self._options = replace(options, log=None)  # what they prove is not about the puzzle
        self._distinct = distinct
        self._within = within
        self._started = time.monotonic()
        can_search = is_lazy(options) and options.encoding == "auto" and kernel() == "compiled"
        self._shares = self._promising() if can_search else iter(())
        self._part: PreparedPuzzle | None = None
        self._session: LazySession | None = None

    def next(self, deadline: Deadline) -> Fill | None:
        """Another fill; None where none was found."""
        while (part := self._part or self._next_part()) is not None:
            is_new = self._session is None
            session = self._session = self._session or part.start_lazy(self._options)
            before = self.found if is_new else self.found[-1:]
            if not before or self._leave_out(before, part, session):
                answer = session.solve(deadline=deadline, conflicts=CONFLICTS)
                self.work = part.work()
                if answer.outcome is Outcome.SAT:
                    self.found.append(part.fill(answer))
                    return self.found[-1]
                if deadline.passed():
                    break
            self.close()
        return None

    def close(self) -> None:
        """Close the session, if there is one."""
        if self._session is not None:
            self._session.close()
        self._part = self._session = None

    def _next_part(self) -> PreparedPuzzle | None:
        """The puzzle with the next share of the words, if they can be consistent."""
        domains = next(self._shares, None)
        if domains is not None:
            self._part = PreparedPuzzle(
                self._puzzle, domains, LetterVars(domains), None, self._started,
                self.work.engine, self.work.conflicts, self.work.decisions,
            )  # fmt: skip
        return self._part

    def _promising(self) -> Iterator[Domains]:
        """The words of each share with which a fill is likely, the fewest first."""
        scores: list[int] = []
        found: list[Domains] = []
        share, n_log_fills = SHARE, MANY_LOG_FILLS
        while n_log_fills >= MANY_LOG_FILLS and share >= LEAST_SHARE:
            domains, n_log_fills = self._of_share(share, scores)
            if domains is not None:
                found.append(domains)
            share /= 2
        yield from reversed(found)
        domains, _ = self._of_share(MORE, scores)
        if domains is not None:
            yield domains

    def _of_share(self, share: float, scores: list[int]) -> tuple[Domains | None, float]:
        """The best share of the words, if a fill is likely, and log10 of fills by entry.

        Args: scores: those from which shares begin that were tried; this one is added.
        """
        score = preferred_score(self._puzzle, share)
        if score is None or score in scores:
            return None, 0.0
        scores.append(score)
        domains = _without_low_scores(self._puzzle, score, self._within)
        if domains is None:
            return None, 0.0
        n_log_fills = domains.log_fills / len(domains.puzzle.slots)
        return (domains if n_log_fills >= LEAST_LOG_FILLS else None), n_log_fills

    def _leave_out(self, fills: Sequence[Fill], part: PreparedPuzzle, session: LazySession) -> bool:
        """Keep the next fills apart from these; whether there can be any."""
        from satcross.tasks.diversity import difference  # not needed for one fill

        leave_out = difference(self._distinct, part.domains, part.letters)
        return all(leave_out(fill, session) for fill in fills)


def preferred_score(puzzle: Puzzle, share: float) -> int | None:
    """The score from which on a share of the words of the puzzle's lengths begins.

    Returns: one above the lowest score; None where the share has words of the lowest.
    """
    each_once = {id(table): table for table in map(puzzle.table, puzzle.slots)}
    tables = [table for table in each_once.values() if len(table)]
    n_words = sum(map(len, tables))

    def are_too_few(score: int) -> bool:
        return sum(table.n_from(score) for table in tables) < share * n_words

    lowest = min((table.raw_scores[-1] for table in tables), default=0)
    best = max((table.raw_scores[0] for table in tables), default=0)
    above = range(lowest + 1, best + 1)
    n = bisect_left(above, True, key=are_too_few)
    return above[n - 1] if n else None


def _without_low_scores(puzzle: Puzzle, score: int, within: Domains | None) -> Domains | None:
    """The arc-consistent words with this score or more; None where there are none."""
    widened: set[int] = set()
    while True:
        rows: dict[int, bitarray] = {}
        for slot in puzzle.slots:
            if within is not None:
                rows[slot.index] = within.left[slot.index].copy()
            if slot.index not in widened and puzzle.given_codes(slot) is None:
                table = puzzle.table(slot)
                better = rows.setdefault(
                    slot.index, table.bits(len(puzzle.words.alphabet)).all_words()
                )
                better[table.n_from(score) :] = False
        domains = arc_consistent(puzzle, rows=rows)
        if domains.emptied is None:
            return domains
        if domains.emptied in widened or len(widened) == MOST_WIDENED:
            return None
        widened.add(domains.emptied)
