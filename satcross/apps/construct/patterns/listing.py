"""Patterns one after the other, no two alike."""

from __future__ import annotations

from os import PathLike
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from satcross import Grid, PatternRules, Reason, SolverOptions, VerificationError
from satcross.apps.construct.patterns.alike import Alike, all_images
from satcross.apps.construct.patterns.certificate.form import NO_OTHER_PATTERN, NO_PATTERN
from satcross.apps.construct.patterns.solver import PatternSearch
from satcross.extend import Deadline, Heartbeat, Listing, pattern_faults, seeded

if TYPE_CHECKING:
    from satcross.apps.construct.patterns.certificate.write import PatternProof
    from satcross.apps.construct.patterns.divisions import Divisions

# Patterns of which less than this share of the cells differs look alike to a constructor. Of
# several such in a row the last is given all the same: the rules may leave no others.
APART = 0.08
TRIES = 6


class Patterns(Listing[Grid]):
    """Block patterns that obey some rules, each checked, and no two alike.

    Args: as for `satcross.patterns`; options: seed and progress. Different seeds give different
        patterns first. With a limit, patterns that differ in a few cells from one before them are
        given later, as far as others are found easily.

    Field:
        certificate: what writes that file; None where it is not wanted.

    Raises:
        OptionError: there is no certificate for such rules, or the file cannot be made.

    >>> found = Patterns(PatternRules(4, 4))
    >>> sorted(grid.to_hex() for grid in found), found.is_exhausted
    (['EFF7', 'FFFF'], True)
    """

    def __init__(
        self,
        rules: PatternRules,
        options: SolverOptions | None = None,
        *,
        limit: int | None = None,
        alike: Alike = Alike.TURNED,
        time_limit_s: float | None = None,
        certificate: str | PathLike[str] | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        self.why = "no pattern obeys all these rules"
        self._rules = rules
        self._options = seeded(self, options)
        self._alike = alike
        self._heartbeat = Heartbeat(self, self._options)
        self._search: PatternSearch | None = None
        self._divisions: Divisions | None = None
        self._given = _Given(rules)
        self._postponed: list[Grid] = []  # found, but much like one that was given
        self._listed: list[Grid] = []
        self._proof: PatternProof | None = None
        if certificate is not None:
            from satcross.apps.construct.patterns.certificate.write import PatternProof

            self._proof = self._hold(PatternProof(rules, certificate, alike, self._heartbeat))
        self.certificate = None if self._proof is None else self._proof.written

    def _next(self, deadline: Deadline) -> Grid | Reason | None:
        self._heartbeat.begin("finding patterns", deadline)
        if self._rules.board and self._rules.is_divided:
            return self._divided()
        if self._search is None:
            self._search = self._hold(
                PatternSearch(self._rules, seed=self._options.seed, tick=self._heartbeat)
            )
        found = self._found(self._search, deadline)
        if found is None and self._postponed:
            found = self._postponed.pop(0)
        if isinstance(found, Grid):
            self._given.add(found)
        if self._proof is None or isinstance(found, Reason):
            return found
        if found is not None:
            self._listed.append(found)
            return found
        self._heartbeat.begin("proving that there are no others")
        claim = NO_OTHER_PATTERN if self._listed else NO_PATTERN
        reason = self._proof.run(claim, self._listed, deadline)
        self._proof.written.end_listing()
        return reason

    def _divided(self) -> Grid | None:
        """The next division of a board's lines into answers, checked."""
        from satcross.apps.construct.patterns.divisions import Divisions

        if self._divisions is None:
            self._divisions = Divisions(self._rules, self._options.seed)
        grid = self._divisions.next()
        faults = () if grid is None else pattern_faults(grid, self._rules)
        if faults:
            raise VerificationError(f"a pattern that breaks a rule: {faults[0]}")
        return grid

    def _found(self, search: PatternSearch, deadline: Deadline) -> Grid | Reason | None:
        """The next pattern, unlike those before it where that is not hard."""
        for left in reversed(range(TRIES)):
            found = search.next(deadline=deadline)
            if found is None or isinstance(found, Reason):
                return found
            grid = search.grid_of(found)
            search.exclude(grid, self._alike)
            if not left or self._limit is None or not self._given.has_near(grid):
                return grid
            self._postponed.append(grid)
        raise AssertionError("unreachable")


class _Given:
    """The blocks of the patterns that were given, turned and mirrored in all ways."""

    def __init__(self, rules: PatternRules) -> None:
        n = rules.n_rows * rules.n_cols
        if rules.board:
            self._moves = np.array(rules.all_board_turns())
        else:
            self._moves = np.array(all_images(rules.n_rows, rules.n_cols))
        self._open = np.zeros((0, n), np.bool_)
        self._bars = rules.bars

    def has_near(self, grid: Grid) -> bool:
        """Whether a pattern differs from one of them in less than `APART` of the cells."""
        differ: npt.NDArray[np.float64] = (self._open != _open_cells(grid)).mean(axis=1)
        return not self._bars and bool((differ < APART).any())

    def add(self, grid: Grid) -> None:
        """This one was given."""
        self._open = np.concatenate([self._open, _open_cells(grid)[self._moves]])


def _open_cells(grid: Grid) -> npt.NDArray[np.bool_]:
    return np.array([grid.is_square(cell) for cell in range(len(grid.cells))])
