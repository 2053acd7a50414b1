"""Scores of entries: how probable it is that a solver calls one good, by all sources together.

The Collaborative Word List is scored by constructors. For entries of up to six letters they did so
by hand, one by one; longer ones often come from imports whose scores say little. So a short entry
has their score, and a long one a probability that starts at what is known of its length and score
(`BANDS`), and moves up or down by the evidence of the other sources, whose weights (`WEIGHTS`) are
learnt where the scores can be trusted. `SCALE` makes it a score; docs/guide/wordlist.md has the
figures. `build_wordlist.py --fit` prints the weights.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from wordlist.model import Entry, between, parts_of
from wordlist.sources import COLLABORATIVE, Frequencies

Floats = npt.NDArray[np.float64]
# log10 of how much likelier words are in a row than apart; None where a word is not known.
Together = Callable[[list[str]], float | None]

MAX_BY_HAND = 6  # letters of the entries that were scored by hand
GOOD = 50  # the score from which a hand-scored entry is good
# The lowest score of each band; and by length, which share of the entries of each band is good.
# The shares are from comparisons with an independent list, published with this one. Where those
# have no figure, they follow from how many entries of the band the other sources have.
FLOORS = (25, 40, 46, 50, 51, 60, 75, 80, 90)
BANDS = {
    7: (0.06, 0.10, 0.04, 0.38, 0.08, 0.20, 0.06, 0.68, 0.83),
    9: (0.05, 0.08, 0.04, 0.31, 0.06, 0.12, 0.05, 0.52, 0.68),
    11: (0.04, 0.06, 0.03, 0.16, 0.05, 0.08, 0.04, 0.42, 0.55),
    14: (0.03, 0.04, 0.03, 0.13, 0.04, 0.06, 0.04, 0.30, 0.42),
}
# The same of entries that the list lacks and that stand at `KNOWN` or higher by the other sources.
LACKING = ((6, 0.10), (7, 0.40), (10, 0.25), (15, 0.15))
KNOWN = 0.7  # familiarity
# How far the evidence counts, by group: little beside scores given by hand. Of the entries of seven
# letters with a score of 50, 60 % are good where the other sources know them, and 29 % where they
# do not; this gives 60 and 24.
TRUST = (0.7, 1.0, 1.0, 1.0)
LACKING_TRUST = 1.4  # for entries that the list lacks: there is nothing else to go by
# The share of hand-scored entries that are good, from `GOOD` on and below, and what ten points more
# count in log-odds.
BY_HAND, BY_HAND_BELOW, PER_TEN = 0.97, 0.04, 1.0
# Letters, and the least probability of what scores 30, the default minimum. It falls with the
# length, or else hardly a phrase of 15 letters would be left.
LEAST = ((6, 0.5), (7, 0.29), (8, 0.28), (10, 0.24), (12, 0.17), (15, 0.12))
LOWEST = 30
# (log-odds more than the least, score); between two rows the score is on a straight line. Scores
# given by hand tell more, so that the log-odds are far apart: they count half above, a third below.
SCALE = (
    (-6.0, 0),
    (-2.8, 5),
    (-1.5, 10),
    (-0.9, 15),
    (0.0, LOWEST),
    (0.8, 50),
    (1.8, 70),
    (2.8, 85),
    (4.0, 95),
    (5.0, 100),
)

# What familiarity alone adds to a score of 30 is divided by this for a British spelling.
BRITISH = 4

# The longest entry of each group: its weights are fitted together.
GROUPS = (MAX_BY_HAND, 8, 11, 99)
# By feature, a weight for each group.
WEIGHTS: dict[str, tuple[float, float, float, float]] = {
    "one": (-3.86, -2.7, -2.79, -2.99),
    "unlisted": (-0.3, -0.24, -0.24, -0.25),
    "unlisted word": (1.15, 0.62, 0.55, 0.57),
    "abbreviation": (0.11, -0.08, 0.12, -0.03),
    "name": (-1.05, -0.66, -0.58, -0.57),
    "variant": (0.17, 0.15, 0.23, 0.02),
    "phrase": (-0.46, -0.36, -0.41, -0.4),
    "three sources": (0.7, 0.49, 0.49, 0.49),
    "capital": (0.39, 0.24, 0.24, 0.29),
    "upper": (0.73, 0.53, 0.58, 0.56),
    "familiarity from -2": (1.09, 0.7, 0.7, 0.62),
    "familiarity from 0": (1.19, 0.8, 0.75, 0.76),
    "familiarity from 1": (1.49, 0.97, 0.92, 0.86),
    "familiarity from 2": (1.1, 0.65, 0.67, 0.66),
    "unlisted familiarity from -2": (1.05, 0.64, 0.56, 0.52),
    "unlisted familiarity from 0": (-0.06, -0.01, -0.04, -0.03),
    "unlisted familiarity from 1": (-0.28, -0.16, -0.11, -0.25),
    "unlisted familiarity from 2": (0.02, 0.04, -0.02, 0.09),
    "unlisted word's familiarity": (0.41, 0.29, 0.26, 0.23),
    "strange word": (-0.48, -0.28, -0.23, -0.23),
    "together": (0.51, 0.32, 0.3, 0.29),
}


def features(entry: Entry, frequencies: Frequencies, together: Together) -> dict[str, float]:
    """What the sources other than the Collaborative Word List say of an entry."""
    word = "".join(parts_of(entry.written))
    others = len(entry.sources.replace(COLLABORATIVE, ""))
    several = len(parts_of(entry.written)) > 1
    known = entry.familiarity
    found = {
        "unlisted": float(not others),
        "unlisted word": float(not others and not several),
        "abbreviation": float(entry.kind == "abbreviation"),
        "name": float(entry.kind in ("name", "person", "place")),
        "variant": float(entry.kind == "variant"),
        "phrase": float(entry.kind == "phrase" and others > 0),
        "three sources": float(others > 2),
        "capital": frequencies.capital.get(word, 0.0),
        "upper": frequencies.upper.get(word, 0.0),
    }
    way = "" if others else "unlisted " if several else None
    for low, high in ((-2, 0), (0, 1), (1, 2), (2, 5)):
        part = min(max(known - low, 0.0), high - low)
        if way is not None:
            found[f"{way}familiarity from {low}"] = part
    if way is None:
        found["unlisted word's familiarity"] = min(max(known + 3.0, 0.0), 5.0)
    words = [part.strip("'.") for part in entry.written.lower().replace("-", " ").split()]
    if len(words) > 1:
        more = together(words)
        found["strange word"] = float(more is None)
        found["together"] = more or 0.0
    return found


FEATURES = (
    "one",
    "unlisted",
    "unlisted word",
    "abbreviation",
    "name",
    "variant",
    "phrase",
    "three sources",
    "capital",
    "upper",
    *(f"{way}familiarity from {low}" for way in ("", "unlisted ") for low in (-2, 0, 1, 2)),
    "unlisted word's familiarity",
    "strange word",
    "together",
)


def matrix(entries: Iterable[Entry], frequencies: Frequencies, together: Together) -> Floats:
    """The features of entries, float64 (n, features)."""
    rows = [
        [found.get(name, 0.0) for name in FEATURES]
        for found in ({"one": 1.0, **features(entry, frequencies, together)} for entry in entries)
    ]
    return np.array(rows, np.float64).reshape(len(rows), len(FEATURES))


class Consensus:
    """Scores entries.

    Args:
        entries: by their letters.
        collaborative: the scores of the Collaborative Word List.
        british: words of other spellings than the list's, which is made in the United States.
        together: of the words of a phrase, in lower case.
    """

    def __init__(
        self,
        entries: Mapping[str, Entry],
        collaborative: Mapping[str, int],
        frequencies: Frequencies,
        british: frozenset[str],
        together: Together,
    ) -> None:
        self.entries = entries
        self._british = british
        self._words = [word for word, entry in entries.items() if entry.kind != "vulgar"]
        self._of = matrix([entries[word] for word in self._words], frequencies, together)
        self._lengths = np.array([len(word) for word in self._words])
        self._theirs = np.array([collaborative.get(word, 0) for word in self._words])

    def scored(self) -> dict[str, Entry]:
        """The entries with their scores; those of vulgar ones stay."""
        found = dict(self.entries)
        for word, chosen in zip(self._words, self._scores(), strict=True):
            score = chosen
            own = found[word].score
            if len(word) == 2:  # American puzzles have none, so that the list says little of them
                score = own
            elif word in self._british and own >= LOWEST:
                score = max(score, LOWEST + (own - LOWEST) // BRITISH)
            found[word] = found[word]._replace(score=score)
        return found

    def probabilities(self) -> Floats:
        """Of each entry that is not vulgar, how probable it is that a solver calls it good."""
        return _logistic(self._log_odds())

    def _scores(self) -> list[int]:
        odds = np.round(self._log_odds(), 6)  # so that the last bit does not matter
        return [
            score_of(int(length), float(value))
            for length, value in zip(self._lengths, odds, strict=True)
        ]

    def _log_odds(self) -> Floats:
        evidence = np.empty(len(self._words))
        weights = np.array([WEIGHTS[name] for name in FEATURES])
        groups = np.searchsorted(GROUPS, self._lengths)
        for group in range(len(GROUPS)):
            of = groups == group
            evidence[of] = self._of[of] @ weights[:, group]
        trusted = evidence * np.array(TRUST)[groups]
        found = np.empty(len(self._words))
        bands = np.searchsorted(FLOORS, self._theirs, side="right")  # 0: the list lacks it
        by_hand = (self._lengths <= MAX_BY_HAND) & (bands > 0)
        found[by_hand] = self._by_hand(trusted[by_hand], self._theirs[by_hand])
        known = self._of @ [float(name.endswith("familiarity from 0")) for name in FEATURES]
        for length in np.unique(self._lengths):
            for band in np.unique(bands[self._lengths == length]):
                of = (self._lengths == length) & (bands == band) & ~by_hand
                if not of.any():
                    continue
                if band:
                    found[of] = trusted[of]
                    share, measured = share_of(int(length), int(band) - 1), of
                else:
                    found[of] = evidence[of] * LACKING_TRUST
                    share, measured = between(LACKING, float(length)), of & (known >= KNOWN)
                if measured.any():
                    found[of] += _shift(found[measured], share)
        return found

    def _by_hand(self, evidence: Floats, theirs: npt.NDArray[np.int64]) -> Floats:
        odds = evidence + PER_TEN * theirs / 10
        good = theirs >= GOOD
        odds[good] += _shift(odds[good], BY_HAND)
        odds[~good] += _shift(odds[~good], BY_HAND_BELOW)
        # Scored by hand is scored: the evidence does not make a good one bad.
        return np.where(good, np.maximum(odds, 0.05), np.minimum(odds, -0.3))

    def fit(self) -> dict[str, tuple[float, ...]]:
        """Weights: those of short entries are learnt from the scores given by hand; those of longer
        ones are the mean of these and of what tells the bands from each other.
        """
        short = (self._lengths >= 5) & (self._lengths <= MAX_BY_HAND) & (self._theirs > 0)
        columns = [_regression(self._of[short], (self._theirs[short] >= GOOD).astype(float))]
        for after, last in itertools.pairwise(GROUPS):
            of = (self._lengths > after) & (self._lengths <= last) & (self._theirs > 0)
            bands = np.searchsorted(FLOORS, self._theirs[of], side="right") - 1
            shares = [
                share_of(int(length), int(band))
                for length, band in zip(self._lengths[of], bands, strict=True)
            ]
            columns.append((columns[0] + _regression(self._of[of], np.array(shares))) / 2)
        return {
            name: tuple(round(float(column[i]), 2) for column in columns)
            for i, name in enumerate(FEATURES)
        }


def score_of(length: int, odds: float) -> int:
    """The score of an entry from the log-odds that it is good.

    >>> score_of(5, 0.0), score_of(7, 0.0), score_of(15, 0.0), score_of(15, 4.0)
    (30, 52, 73, 100)
    """
    least = between(LEAST, float(length))
    more = odds - math.log(least / (1 - least))
    if length <= MAX_BY_HAND:
        more /= 2 if more > 0 else 3
    score = math.floor(between(SCALE, more) + 0.5)
    return score if more >= 0 else min(score, LOWEST - 1)


def share_of(length: int, band: int) -> float:
    """The share of entries of a length in a band that are good."""
    return between([(float(at), shares[band]) for at, shares in BANDS.items()], float(length))


def _logistic(odds: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-odds)), np.float64)


def _shift(odds: Floats, share: float) -> float:
    """What must be added to log-odds so that the mean probability is `share`."""
    low, high = -30.0, 30.0
    for _ in range(60):
        middle = (low + high) / 2
        if _logistic(odds + middle).mean() < share:
            low = middle
        else:
            high = middle
    return round((low + high) / 2, 6)


def _regression(of: Floats, good: Floats) -> Floats:
    """Weights of a logistic regression (Newton's method, with a little shrinkage)."""
    weights = np.zeros(of.shape[1])
    for _ in range(40):
        chances = _logistic(of @ weights)
        gradient = of.T @ (chances - good) + weights
        curvature = (of.T * (chances * (1 - chances))) @ of + np.eye(len(weights))
        step = np.linalg.solve(curvature, gradient)
        weights -= step
        if abs(step).max() < 1e-6:
            break
    return weights


def table(weights: Mapping[str, Sequence[float]]) -> str:
    """`WEIGHTS` as it stands in this file."""
    rows = (f'    "{name}": ({", ".join(map(str, row))}),\n' for name, row in weights.items())
    return f"WEIGHTS: dict[str, tuple[float, float, float, float]] = {{\n{''.join(rows)}}}\n"
