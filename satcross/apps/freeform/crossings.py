"""Whether a layout can have a number of words, by going through all ways in which words can cross.

Words that cannot interlock have few letters in common, and so few ways to cross: then this search
is done within milliseconds, where clauses for a box that holds any layout take minutes. Where
words cross in many ways it gives up after a certain amount of work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from satcross.apps.freeform.arrangement import MIDDLE, STRIDE, Arrangement, Placement, Spot
from satcross.apps.freeform.local import NO_LIMITS, Limits

MAX_WORK = 40_000  # pairs of a placed letter and a word to place: half a second


class GivenUpError(Exception):
    """The search took longer than it may."""


@dataclass(frozen=True, slots=True)
class _State:
    """Some words in their places.

    Args:
        cells: letters by position.
        owners: by step, the word along this way by position.
        spots: by word index.
        avoided: by word index, placed words that it must not cross.
    """

    cells: Mapping[int, str]
    owners: Mapping[int, Mapping[int, int]]
    spots: Mapping[int, Spot]
    avoided: Mapping[int, frozenset[int]]


class CrossingSearch:
    """A search for a layout of at least `n` of some words that is complete.

    Every layout is reached in one way: a word crosses one of those placed, in one of the places
    where it can, or it crosses none of them. A place is left out only where no other word can make
    its runs words, so words side by side are found too.

    Args:
        words: distinct, of two letters or more.
        n: how many must be placed.
        limits: of the box.
        max_work: pairs of a placed letter and a word to place, after which it gives up.
        tick: called often; an exception in it ends the work.
    """

    def __init__(
        self,
        words: Sequence[str],
        n: int,
        limits: Limits,
        *,
        max_work: int = MAX_WORK,
        tick: Callable[[], None] | None = None,
    ) -> None:
        self.words, self.n, self.limits = words, n, limits
        self._max_work, self._tick = max_work, tick
        self.work = 0
        letters = [set(word) for word in words]
        self._partners = [
            {j for j, other in enumerate(letters) if j != i and own & other}
            for i, own in enumerate(letters)
        ]

    def run(self) -> tuple[Placement, ...] | None:
        """The placements of a layout, by index; None when it is proved that there is none.

        Raises:
            GivenUpError: neither was found with `max_work`.
        """
        order = sorted(range(len(self.words)), key=lambda at: (len(self._partners[at]), at))
        # A transposed layout is a layout, but may break limits.
        steps = (1,) if self.limits.max_rows == self.limits.max_cols else (1, STRIDE)
        for at, root in enumerate(order[: len(order) - self.n + 1]):
            for step in steps:
                empty: Mapping[int, Mapping[int, int]] = {1: {}, STRIDE: {}}
                state = self._put(_State({}, empty, {}, {}), root, Spot(MIDDLE, step))
                if self.limits.allow(*self._sides(state.spots)):
                    found = self._grown(state, set(order[at + 1 :]))
                    if found is not None:
                        return found
        return None

    def _grown(self, state: _State, waiting: set[int]) -> tuple[Placement, ...] | None:
        """A layout with what is placed and some of the words that wait."""
        while True:
            self.work += len(state.cells) * (len(waiting) + 1)
            if self.work > self._max_work:
                raise GivenUpError
            if self._tick is not None:
                self._tick()
            spots = {index: self._spots_of(state, index, waiting) for index in sorted(waiting)}
            spots = {index: found for index, found in spots.items() if found}
            waiting = self._reached(spots, waiting)
            if len(state.spots) + len(waiting) < self.n:
                return None
            runs = self._open_runs(state)
            if runs is None or not all(self._has_run(run, waiting) for run in runs):
                return None
            if not runs and len(state.spots) >= self.n:
                return self._placements(state.spots)
            if not spots:
                return None
            index = min(spots, key=lambda index: (len(spots[index]), index))
            for spot in spots[index]:
                found = self._grown(self._put(state, index, spot), waiting - {index})
                if found is not None:
                    return found
            avoided = {**state.avoided, index: frozenset(state.spots)}
            state = _State(state.cells, state.owners, state.spots, avoided)

    def _put(self, state: _State, index: int, spot: Spot) -> _State:
        start, step = spot
        word = self.words[index]
        run = range(start, start + len(word) * step, step)
        cells = {**state.cells, **dict(zip(run, word, strict=True))}
        owners = {**state.owners, step: {**state.owners[step], **dict.fromkeys(run, index)}}
        return _State(cells, owners, {**state.spots, index: spot}, state.avoided)

    def _spots_of(self, state: _State, index: int, waiting: set[int]) -> list[Spot]:
        """Where a word can cross placed words, and none that it must avoid."""
        found: dict[Spot, None] = {}
        word = self.words[index]
        for at, letter in state.cells.items():
            for step, other in ((1, STRIDE), (STRIDE, 1)):
                if at not in state.owners[other] or at in state.owners[step]:
                    continue
                for offset, own in enumerate(word):
                    spot = Spot(at - offset * step, step)
                    if own == letter and spot not in found and self._fits(
                        state, index, spot, waiting
                    ):  # fmt: skip
                        found[spot] = None
        return sorted(found)

    def _fits(self, state: _State, index: int, spot: Spot, waiting: set[int]) -> bool:
        start, step = spot
        aside = STRIDE if step == 1 else 1
        word, cells = self.words[index], state.cells
        own, across = state.owners[step], state.owners[aside]
        avoided = state.avoided.get(index, frozenset())
        if start - step in cells or start + len(word) * step in cells:
            return False
        for letter, at in zip(word, range(start, start + len(word) * step, step), strict=True):
            there = cells.get(at)
            if there is not None:
                if there != letter or at in own or across[at] in avoided:
                    return False
            elif at - aside in cells or at + aside in cells:
                if at - aside in across or at + aside in across:
                    return False  # it would make a placed word longer
                run = letter
                before, after = at - aside, at + aside
                while before in cells:
                    run, before = cells[before] + run, before - aside
                while after in cells:
                    run, after = run + cells[after], after + aside
                if not self._has_run(run, waiting - {index}):
                    return False
        return self.limits == NO_LIMITS or self.limits.allow(
            *self._sides({**state.spots, index: spot})
        )

    def _has_run(self, run: str, waiting: Iterable[int]) -> bool:
        return any(run in self.words[index] for index in waiting)

    def _open_runs(self, state: _State) -> list[str] | None:
        """The runs of letters that are no placed word yet; None where none of them can be one."""
        runs: list[str] = []
        for step in (1, STRIDE):
            owners = state.owners[step]
            for at in state.cells:
                if at - step in state.cells or at + step not in state.cells:
                    continue
                run, here, owner = "", at, owners.get(at)
                while here in state.cells:
                    if owners.get(here) != owner:
                        return None
                    run, here = run + state.cells[here], here + step
                if owner is None:
                    runs.append(run)
        return runs

    def _reached(self, spots: Iterable[int], waiting: set[int]) -> set[int]:
        """The words that can be placed, or can be connected by others that can."""
        reached, todo = set(spots), list(spots)
        while todo:
            more = (self._partners[todo.pop()] & waiting) - reached
            reached |= more
            todo += more
        return reached

    def _sides(self, spots: Mapping[int, Spot]) -> tuple[int, int]:
        arrangement = Arrangement(self.words)
        for index, spot in spots.items():
            arrangement.box = arrangement.box_with(index, spot)
            arrangement.spots[index] = spot
        return arrangement.box.n_rows, arrangement.box.n_cols

    def _placements(self, spots: Mapping[int, Spot]) -> tuple[Placement, ...]:
        arrangement = Arrangement(self.words)
        for index, spot in spots.items():
            arrangement.put(index, spot)
        return arrangement.placements()
