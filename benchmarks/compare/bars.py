"""The figures to reach, each as a line: met, missed or not measured, and by how much."""

from __future__ import annotations

import math
import re
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.compare.record import OURS, Book, CaseFacts
from benchmarks.compare.standing import Standing, Standings
from benchmarks.peers.registry import EAGER

EASY_S = 1.0  # the best peer's median below this: an easy case
_OWN = {OURS, *(peer.key for peer in EAGER)}


@dataclass(frozen=True, slots=True)
class Line:
    """A bar.

    Args:
        bar: what is to be reached, for people.
        met: None where this run cannot say.
        found: what was measured, for people.
    """

    bar: str
    met: bool | None
    found: str


@dataclass(frozen=True, slots=True)
class Duel:
    """satcross against the best peer at a case.

    Args:
        case: the case.
        ours: satcross's standing.
        peer: the best peer's key.
        best_s: its median.
        ratio: satcross's seconds over the peer's; at least that where satcross did not answer.
    """

    case: CaseFacts
    ours: Standing
    peer: str
    best_s: float
    ratio: float

    def __str__(self) -> str:
        at_least = "" if self.ours.answered else "at least "
        return f"{self.case.name}, {at_least}{self.ratio:.2f} ({self.peer})"


def bars(book: Book) -> list[Line]:
    """All bars, in the order of the issue that set them."""
    standings = Standings(book)
    duels = list(_duels(book, standings))
    easy = [duel for duel in duels if duel.best_s < EASY_S and _builtin(duel.case)]
    hard = [duel for duel in duels if duel.best_s >= EASY_S]
    return [
        _all_filled(book, standings),
        _easy_seconds(easy),
        _easy_ratios(easy),
        _hard_mean(hard),
        _slowest(duels),
        _beacham(book, standings),
        _themeless(book, standings),
        _infeasible(book, standings),
        _memory(book, standings),
    ]


def _duels(book: Book, standings: Standings) -> Iterator[Duel]:
    """A duel for each case that satcross was run at and some peer answered."""
    for case in book.cases:
        ours = standings[case.name, OURS] if _has(book, OURS) else Standing("")
        theirs = [
            (standing.median_s, tool.key)
            for tool in book.present()
            if tool.key != OURS and (standing := standings[case.name, tool.key]).answered
        ]
        if theirs and ours.n_runs:
            best_s, peer = min(theirs)
            own_s = ours.median_s if ours.answered else book.settings.limit_s
            yield Duel(case, ours, peer, best_s, own_s / best_s)


def _all_filled(book: Book, standings: Standings) -> Line:
    bar = "satcross fills every grid that some peer fills within the limit"
    by_peers = [
        case
        for case in book.cases
        if _run(book, standings, case)
        and any(
            run.verdict == "right" and run.tool != OURS
            for run in book.results
            if run.case == case.name
        )
    ]
    if not by_peers:
        return Line(bar, None, "no peer filled a grid")
    lost = [case.name for case in by_peers if standings[case.name, OURS].kind != "filled"]
    found = f"{len(by_peers) - len(lost)} of {len(by_peers)} that a peer fills with some seed"
    return Line(bar, not lost, found + (f"; not: {'; '.join(lost)}" if lost else ""))


def _easy_seconds(easy: list[Duel]) -> Line:
    bar = f"easy (best peer under {EASY_S:g} s), built-in list: 0.7 s"
    if not easy:
        return Line(bar, None, "no such case")
    worst = max(easy, key=lambda duel: duel.ours.median_s)
    within = sum(duel.ours.median_s <= 0.7 for duel in easy)
    found = f"{within} of {len(easy)} cases; slowest {_seconds(worst.ours)}, {worst.case.name}"
    return Line(bar, within == len(easy), found)


def _easy_ratios(easy: list[Duel]) -> Line:
    bar = "the same: not slower than the best peer"
    if not easy:
        return Line(bar, None, "no such case")
    within = sum(duel.ratio <= 1 for duel in easy)
    worst = max(easy, key=lambda duel: duel.ratio)
    found = f"{within} of {len(easy)} cases; highest ratio: {worst}"
    return Line(bar, within == len(easy), found)


def _hard_mean(hard: list[Duel]) -> Line:
    bar = f"hard (best peer {EASY_S:g} s or more): at least 2 times faster, geometric mean"
    if not hard:
        return Line(bar, None, "no such case")
    mean = math.exp(-statistics.fmean(math.log(duel.ratio) for duel in hard))
    lost = sum(not duel.ours.answered for duel in hard)
    found = f"{mean:.2f} times faster than the best peer of each of {len(hard)} cases"
    if lost:
        found += f" ({lost} that satcross did not answer count with the limit)"
    return Line(bar, mean >= 2 and not lost, found)


def _slowest(duels: list[Duel]) -> Line:
    bar = "slowest case against the best peer there: not slower than 1.5 times"
    if not duels:
        return Line(bar, None, "no such case")
    worst = max(duels, key=lambda duel: duel.ratio)
    above = sum(duel.ratio > 1.5 for duel in duels)
    found = f"{worst}; {above} of {len(duels)} cases above 1.5"
    return Line(bar, above == 0 and worst.ours.answered, found)


def _beacham(book: Book, standings: Standings) -> Line:
    bar = "the ten beacham-15.* with SCOWL-50: 60 s in total"
    ten = [c for c in book.cases if re.match(r"beacham-15\.\d\d\b", c.name) and _is(c, "SCOWL-50")]
    run = [standings[case.name, OURS] for case in ten if _run(book, standings, case)]
    if len(run) < 10:
        return Line(bar, None, f"{len(run)} of the ten were run")
    total_s = sum(standing.median_s for standing in run)
    if math.isinf(total_s):
        lost = sum(not standing.answered for standing in run)
        return Line(bar, False, f"{lost} of the ten not within the limit")
    return Line(bar, total_s <= 60, f"{total_s:.1f} s")


def _themeless(book: Book, standings: Standings) -> Line:
    bar = "american15-themeless, built-in list at the default minimum score: 3 s"
    named = [case for case in book.cases if case.name.startswith("american15-themeless,")]
    return _single(
        bar,
        [case for case in named if _is(case, "built-in 30")],
        book,
        standings,
        lambda standing: (standing.median_s <= 3, _seconds(standing)),
    )


def _infeasible(book: Book, standings: Standings) -> Line:
    bar = "infeasible grids proved where no peer answers and some are stopped: at least five"
    proved = [
        case
        for case in book.cases
        if _run(book, standings, case) and standings[case.name, OURS].kind == "none"
    ]
    alone, alone_but_own = [], []
    for case in proved:
        others = {
            tool.key: standings[case.name, tool.key] for tool in book.present() if tool.key != OURS
        }
        programs = [standing for key, standing in others.items() if key not in _OWN]
        if _beaten(list(others.values())):
            alone.append(case.name)
        if _beaten(programs):
            alone_but_own.append(case.name)
    if not proved:
        return Line(bar, None, "satcross proved no grid infeasible")
    found = (
        f"{len(alone)} of {len(proved)} proved; {len(alone_but_own)} if satcross's own eager"
        " encodings do not count as peers"
    )
    return Line(bar, len(alone) >= 5, found + (f": {'; '.join(alone)}" if alone else ""))


def _beaten(others: list[Standing]) -> bool:
    """Whether nobody answered, and somebody really ran out of time."""
    return not any(standing.answered for standing in others) and any(
        standing.kind == "time" for standing in others
    )


def _memory(book: Book, standings: Standings) -> Line:
    bar = "memory, 21x21 with 250 k entries: 700 MB"
    large = [
        case
        for case in book.cases
        if (case.n_rows, case.n_cols) == (21, 21) and case.n_words >= 200_000
    ]
    return _single(
        bar,
        large,
        book,
        standings,
        lambda standing: (standing.peak_mb <= 700, f"{standing.peak_mb:.0f} MB"),
    )


def _single(
    bar: str,
    cases: list[CaseFacts],
    book: Book,
    standings: Standings,
    judge: Callable[[Standing], tuple[bool, str]],
) -> Line:
    """A bar for satcross alone, at each of some cases."""
    run = [case for case in cases if _run(book, standings, case)]
    if not run:
        return Line(bar, None, "not run")
    judged = [(case.name, *judge(standings[case.name, OURS])) for case in run]
    met = all(good for _, good, _ in judged)
    return Line(bar, met, "; ".join(f"{text}, {name}" for name, _, text in judged))


def _run(book: Book, standings: Standings, case: CaseFacts) -> bool:
    return _has(book, OURS) and standings[case.name, OURS].n_runs > 0


def _has(book: Book, key: str) -> bool:
    return any(tool.key == key for tool in book.tools)


def _builtin(case: CaseFacts) -> bool:
    return case.list_name.startswith("built-in")


def _is(case: CaseFacts, list_name: str) -> bool:
    return case.list_name == list_name


def _seconds(standing: Standing) -> str:
    return f"{standing.median_s:.2f} s" if standing.answered else f"no answer ({standing.kind})"
