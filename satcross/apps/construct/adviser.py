"""Grids by other rules or with fewer theme entries, where there is none as it was asked for.

What is offered was made. Each change is tried for a part of the work that is left, so that all of
it has an end; no clock has a part in that, unless there is a time limit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from satcross import Progress, Reason, SolverOptions, Task, WordList
from satcross.apps.construct.advice import LAST_RESORT, Relaxation, relaxations
from satcross.apps.construct.spec import GridSpec, MadeGrid
from satcross.apps.construct.theme import NoTheme
from satcross.apps.construct.theme_search import ThemeSearch
from satcross.extend import Deadline, Heartbeat, Picture

# For all changes, in conflicts of the filler: some ten seconds in 21x21, with the start of each.
MOST_EFFORT = 80_000


@dataclass(frozen=True, slots=True)
class ChangeTried(Progress):
    """Other rules are tried now.

    Args:
        change: what is different, a word or two.
        number: of this change, from 1 on.
        n_changes: how many there are.
    """

    change: str = ""
    number: int = 0
    n_changes: int = 0


@dataclass(frozen=True, slots=True)
class ChangedGrid(Picture):
    """A grid that was made by other rules.

    Args:
        text: what is different, as in "with 80 words instead of 78"; "" for nothing.
        made: the grid.
        spec: what it obeys.
    """

    text: str
    made: MadeGrid
    spec: GridSpec

    def __str__(self) -> str:
        return str(self.made)


class MakerOfOthers(Protocol):
    """What makes grids by other rules: a `GridMaker`, which itself has an adviser."""

    @property
    def effort(self) -> int:
        """How much was done so far, in conflicts of the filler."""

    def next(
        self, deadline: Deadline, *, most_effort: float | None = None
    ) -> MadeGrid | Reason | None:
        """The next grid; why there was none in time; None when there is none."""

    def close(self) -> None:
        """Give back the solvers' memory."""


class Adviser:
    """Tries other rules in turn.

    Args:
        asked: the grid that could not be made.
        lists: as for `relaxations`.
        why: why its theme cannot be placed; None where it can, or nobody knows.
        task: for which it works.
        options: seed and progress.
        maker: of grids by other rules.
        say: called with each change.
        most_effort: for all changes together.

    Fields:
        n_left: how many changes were not tried.
    """

    def __init__(
        self,
        asked: GridSpec,
        lists: Mapping[int, WordList],
        why: NoTheme | None,
        task: Task[Any, Any],
        options: SolverOptions,
        *,
        maker: Callable[[GridSpec], MakerOfOthers],
        say: Callable[[ChangeTried], None],
        most_effort: float,
    ) -> None:
        self._asked, self._lists, self._why, self._options = asked, lists, why, options
        self._task, self._new_maker, self._say = task, maker, say
        self._search: ThemeSearch | None = None
        self._untried: list[Relaxation] | None = None
        self._n_changes = 0
        self._maker: MakerOfOthers | None = None
        self._most: float = 0  # effort of this maker
        self._most_effort = most_effort
        self._n_spent = 0  # the effort of those before

    @property
    def effort(self) -> int:
        """As that of a `GridMaker`."""
        return self._n_spent + (0 if self._maker is None else self._maker.effort)

    @property
    def n_left(self) -> int:
        """How many changes were not tried to their end."""
        return len(self._untried or ())

    def close(self) -> None:
        """Give back the solvers' memory."""
        for each in (self._search, self._maker):
            if each is not None:
                each.close()

    def next(self, deadline: Deadline) -> ChangedGrid | Reason | None:
        """The next grid; why there was none in time; None when there is none, or no other.

        Called again after a reason, it goes on.
        """
        while not self.is_done:
            found = self.try_one(deadline, shared=True)
            if found is not None:
                return found
        return None

    @property
    def is_done(self) -> bool:
        """Whether no change is left, or no effort for it."""
        is_over = self._maker is None and self._n_spent >= self._most_effort
        return self._untried is not None and (is_over or not self._untried)

    def try_one(self, deadline: Deadline, *, shared: bool = False) -> ChangedGrid | Reason | None:
        """Try the next change, or go on with it: as `next`, but None is of this change alone.

        Args: shared: whether it has only its share of the time that is left.
        """
        if self._untried is None:
            sizes = self._sizes(deadline)
            if isinstance(sizes, Reason):
                return sizes
            self._untried = relaxations(self._asked, self._lists, self._why, sizes)
            self._n_changes = len(self._untried)
        if self.is_done:
            return None
        other = self._untried[0]
        n = len(self._untried)
        if self._maker is None:
            number = self._n_changes - len(self._untried) + 1
            name = other.name(self._asked)
            self._say(
                ChangeTried(
                    "trying other rules", self._task.elapsed_s, change=name, number=number,
                    n_changes=self._n_changes,
                )
            )  # fmt: skip
            self._maker = self._new_maker(other.spec)
            self._most = max(1, (self._most_effort - self._n_spent) / n)
        left_s = deadline.left_s()
        share_s = None if left_s is None or not shared else left_s / n
        made = self._maker.next(deadline.within(share_s), most_effort=self._most)
        if isinstance(made, Reason) and deadline.passed():
            return made
        self._n_spent += self._maker.effort
        self._maker.close()
        self._maker = None
        self._untried.pop(0)
        if not isinstance(made, MadeGrid):
            return None
        self._untried = [
            each for each in self._untried
            if not each.series or each.series not in (other.series, LAST_RESORT)
        ]  # fmt: skip
        return ChangedGrid(other.difference(made.themed, self._asked), made, other.spec)

    def _sizes(self, deadline: Deadline) -> list[int] | Reason:
        """How many theme entries can be placed where not all are, the most first."""
        spec, why = self._asked, self._why
        theme = spec.theme
        if theme.n_needed < 2 or (why is not None and not why.words):
            return []
        if self._search is None:
            rules, any_of = spec.rules.with_cheaters or spec.rules, theme.with_only(0)
            any_of = replace(any_of, most_optional=None)
            heartbeat = Heartbeat(self._task, self._options)
            heartbeat.begin("trying other rules")
            self._search = ThemeSearch(rules, any_of, seed=self._options.seed, tick=heartbeat.show)
        return self._search.sizes(theme.n_needed - 1, deadline=deadline)
