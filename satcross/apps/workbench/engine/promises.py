"""How good a fill each candidate leaves: bounds by arc consistency, and fills without low scores.

A word that a fill has may force others that nobody wants. Arc consistency says which words it
forces, and the best score that each entry can still have: no fill has a higher lowest score than
the least of these. Fills are looked for among the words from some score on, where one engine
answers for all candidates of that score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from satcross import Found, Impossible, InputError, arc_consistent
from satcross.apps.letters.oracle import LetterOracle
from satcross.apps.letters.report import WordVerdictReport
from satcross.apps.workbench.engine.analyst import SLICE_S, Analyst, Slices
from satcross.apps.workbench.engine.candidates import send_lists
from satcross.apps.workbench.engine.question import Job, Question
from satcross.apps.workbench.engine.shown import Promise, Shown

LEVELS = 5  # scores for which it is asked whether there is a fill of words from there on
LEVEL_S = 3.0  # for a fill, and for the candidates, of each
MOST_FORCED = 3  # forced words that are named, those that score least

Pair = tuple[Shown, str]


def promises(analyst: Analyst, question: Question) -> Job:
    """How good the fills of the words in view are."""
    pairs = [
        (shown, word)
        for shown in analyst.shown.values()
        if analyst.verdict and shown.puzzle is analyst.puzzle and not shown.is_full
        for word in shown.in_view()
        if shown.marks.get(word) == "good"
    ]
    for shown, word in pairs:
        yield from analyst.quiet()
        shown.keep(word, _by_consistency(analyst, shown, word))
        yield None
    send_lists(analyst)
    yield from _by_fills(analyst, pairs)
    return None


def _by_consistency(analyst: Analyst, shown: Shown, word: str) -> Promise:
    """What arc consistency says with a word, and the fill of it that is known."""
    domains, puzzle, here = shown.domains, shown.puzzle, shown.slot
    only = np.zeros(len(puzzle.table(here)), np.bool_)
    only[shown.rows[word]] = True
    after = arc_consistent(puzzle, rows={**dict(enumerate(domains.left)), here.index: only})
    best: list[int] = []
    forced: list[tuple[int, str, str]] = []
    for slot in puzzle.slots:
        if puzzle.given_codes(slot) is not None:
            continue
        left, scores = after.words[slot.index], puzzle.table(slot).scores
        best.append(int(scores[left].max()))
        if len(left) == 1 < len(domains.words[slot.index]) and slot is not here:
            text = puzzle.spelled(after.codes[slot.index][0, : slot.n_letters].tolist())
            forced.append((int(scores[left[0]]), slot.name, text))
    least = tuple((name, text, score) for score, name, text in sorted(forced)[:MOST_FORCED])
    witness = analyst.oracle().settle([(here.name, word)], 0).witness(here.name, word)
    lowest = None if witness is None else witness.lowest_score
    return Promise(lowest, min(best, default=None), least)


def _by_fills(analyst: Analyst, pairs: Sequence[Pair]) -> Job:
    """Look for fills of words from some score on, each halfway between what is known."""
    puzzle = analyst.puzzle
    tables = [puzzle.table(slot).scores for slot in puzzle.slots]
    scores = np.unique(np.concatenate(tables)).tolist() if tables else []
    for _ in range(LEVELS):
        known = [shown.promises[word] for shown, word in pairs]
        ends = [(one.lowest or 0, one.most) for one in known if one.most is not None]
        gaps = [[score for score in scores if low < score <= most] for low, most in ends]
        widest = max(gaps, key=lambda gap: (gap[-1], len(gap)) if gap else (0, 0), default=[])
        if not widest:
            return None
        least = widest[len(widest) // 2]
        try:
            above = replace(puzzle, words=puzzle.listed.with_min_score(least))
            oracle = LetterOracle(above, request=analyst.request)
        except InputError:  # no word of some length, or a rule needs one that is gone
            _bound(pairs, least)
            continue
        try:
            first = yield from analyst.slices(oracle.fill, LEVEL_S)
            if isinstance(first, Found):
                report = yield from _settled(analyst, oracle, pairs, least)
                _take(report, pairs, least)
            elif isinstance(first, Impossible):
                _bound(pairs, least)
            else:
                return None
        finally:
            oracle.close()
        send_lists(analyst)
    return None


def _settled(analyst: Analyst, oracle: LetterOracle, pairs: Sequence[Pair], least: int) -> Slices:
    """Which words some fill has of words from a score on, as far as it is found out in time."""
    asked = [
        (shown.slot.name, word)
        for shown, word in pairs
        if (shown.promises[word].most or 0) >= least > (shown.promises[word].lowest or 0)
    ]
    step = partial(oracle.settle, asked)
    return (yield from analyst.slices(step, LEVEL_S, first_s=SLICE_S))


def _take(report: WordVerdictReport, pairs: Sequence[Pair], least: int) -> None:
    """Take in what is known of words with others from a score on."""
    possible = {(verdict.slot, verdict.word): verdict.possible for verdict in report.verdicts}
    for shown, word in pairs:
        promise = shown.promises[word]
        match possible.get((shown.slot.name, word)):
            case True:
                witness = report.witness(shown.slot.name, word)
                assert witness is not None
                lowest = max(witness.lowest_score or 0, promise.lowest or 0)
                shown.keep(word, replace(promise, lowest=lowest))
            case False:
                _bound([(shown, word)], least)


def _bound(pairs: Sequence[Pair], least: int) -> None:
    """Take in that no fill has a lowest score as high as `least`."""
    for shown, word in pairs:
        promise = shown.promises[word]
        if promise.most is not None and promise.most >= least:
            shown.keep(word, replace(promise, most=least - 1))
