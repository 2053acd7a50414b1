"""The best lowest score: the largest minimum score at which there is a fill."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from satcross.consistency import Bool, arc_consistent
from satcross.encode.letters import LetterVars
from satcross.solve.lazy.search_session import SearchSession
from satcross.solve.protocol import Outcome
from satcross.solve.refining import search_session
from satcross.tasks.opening import Opened
from satcross.tasks.optimise_search import Search
from satcross.tasks.optimise_worth import Worth

FIRST_CONFLICTS = 300  # in the first attempt at a level; each later one may take twice as many


def search_lowest(search: Search) -> None:
    """Raise the lowest score and prove that it cannot be raised, until a limit comes.

    A level is a value that the lowest score can have. Arc consistency alone often shows that one
    cannot be reached, so the highest level that it leaves is looked for first. Between that and
    the best fill's every level gets an attempt of so many conflicts: the middle one first, then
    the ones beside those that are still open. When all were in vain, there are twice as many
    conflicts; the sessions of the levels go on from where they were.
    """
    sessions: dict[int, Opened] = {}
    try:
        levels = _levels(search)
        levels = levels[: _highest_consistent(search, levels)]
        conflicts = FIRST_CONFLICTS
        while levels:
            in_vain: set[int] = set()
            while (level := _next_level(levels, in_vain)) is not None:
                if search.stopped():
                    return
                if not _attempt(search, level, sessions, conflicts):
                    in_vain.add(level)
                levels = [level for level in levels if search.value < level <= search.bound]
                for level in [level for level in sessions if level not in levels]:
                    _close(search, sessions.pop(level))
            conflicts *= 2
        search.lower_bound_to(search.value)
    finally:
        for opened in sessions.values():
            _close(search, opened)


def _close(search: Search, opened: Opened) -> None:
    opened.close()
    if opened.session is not None:
        search.add_work(opened.session)


def _next_level(levels: list[int], in_vain: Iterable[int]) -> int | None:
    """The level to attempt next: the middle one of those below all that were in vain, else of
    those above them, else of any left between them."""
    tried = set(in_vain)
    if not tried:
        open_ = levels
    else:
        open_ = [level for level in levels if level < min(tried)] or [
            level for level in levels if level > max(tried)
        ]
    return open_[len(open_) // 2] if open_ else None


def _attempt(search: Search, level: int, sessions: dict[int, Opened], conflicts: int) -> bool:
    """Look for a fill without scores below `level`; whether it was found or refuted."""
    opened = sessions.get(level)
    if opened is None:
        opened = sessions[level] = _open(search, level)
    session = opened.session
    if not isinstance(session, SearchSession):
        _refuted(search, level)
        return True
    search.start_round()
    answer = session.solve(deadline=search.deadline, conflicts=conflicts)
    match answer.outcome:
        case Outcome.SAT:
            search.accept(opened.fill(answer))
            return True
        case Outcome.UNSAT:
            _refuted(search, level)
            return True
        case Outcome.UNKNOWN:
            return False


def _refuted(search: Search, level: int) -> None:
    below = [lower for lower in _levels(search) if lower < level]
    search.lower_bound_to(below[-1] if below else search.value)


def _open(search: Search, level: int) -> Opened:
    puzzle = search.opened.puzzle
    domains = arc_consistent(puzzle, rows=_rows(search.worth, level))
    letters = LetterVars(domains)
    session = None
    if domains.emptied is None:
        session = search_session(
            domains, letters, seed=search.options.seed, on_progress=search.on_progress
        )
    return Opened(puzzle, domains, letters, session, search.opened.started, search.opened.engine)


def _rows(worth: Worth, level: int) -> dict[int, Bool]:
    """The words of each slot that counts whose weighted score is at least `level`."""
    puzzle = worth.puzzle
    return {
        slot.index: puzzle.words.table(len(slot)).scores >= -(-level // weight)
        for slot, weight in zip(puzzle.slots, worth.weights, strict=True)
        if weight
    }


def _levels(search: Search) -> list[int]:
    """The values above the best fill's that the lowest score could have, rising."""
    values: set[int] = set()
    domains, puzzle = search.opened.domains, search.opened.puzzle
    for slot, words, weight in zip(puzzle.slots, domains.words, search.worth.weights, strict=True):
        if weight:
            scores = np.unique(puzzle.words.table(len(slot)).scores[words])
            values.update((scores * weight).tolist())
    return sorted(value for value in values if search.value < value <= search.bound)


def _highest_consistent(search: Search, levels: list[int]) -> int:
    """How many of the levels arc consistency leaves; the bound falls to the highest of them."""
    low, high = 0, len(levels)
    while low < high and not search.stopped():
        middle = (low + high) // 2
        rows = _rows(search.worth, levels[middle])
        if arc_consistent(search.opened.puzzle, rows=rows).emptied is None:
            low = middle + 1
        else:
            high = middle
            search.lower_bound_to(levels[middle - 1] if middle else search.value)
    return high
