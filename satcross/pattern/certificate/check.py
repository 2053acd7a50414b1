"""Checking a certificate of patterns: whether its proof shows what it claims, by its rules alone.

It shares no code with the search. The patterns in it are checked as all patterns are, by
`satcross.pattern.verify`; the formula is made from the rules by `formula`, and the proof checked
against it by `satcross.proof`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from satcross.errors import FormatError
from satcross.model.grid import Grid
from satcross.packed import Source
from satcross.pattern.certificate.form import (
    CLAIMS,
    MAGIC,
    MAX_PATTERNS,
    NO_FEWER_BLOCKS,
    NO_OTHER_PATTERN,
    NO_PATTERN,
    SCHEMA,
    rules_of,
)
from satcross.pattern.certificate.formula import Image, PatternFormula, images
from satcross.pattern.certificate.refutations import CheckClock, read_certificate, refuted
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Alike
from satcross.pattern.verify import pattern_faults
from satcross.proof import Rejected
from satcross.results import Found, Reason, Stopped


@dataclass(frozen=True, slots=True)
class PatternCertificateCheck:
    """A certificate of patterns that is right.

    Args:
        claim: "no pattern": none obeys the rules; "no other pattern": none but `patterns`; "no
            fewer blocks": none has fewer blocks, or bars, than the pattern in `patterns`.
        rules: of the patterns.
        patterns: all that there are, or one.
        alike: which patterns count as one.
        n_steps: lines of the proof that were checked.
        value: that number of blocks or bars.
    """

    claim: str
    rules: PatternRules
    patterns: tuple[Grid, ...]
    alike: Alike
    n_steps: int
    value: int | None = None


PatternCertificateResult = Found[PatternCertificateCheck] | Rejected | Stopped


def check_pattern_certificate(
    path: Source,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> PatternCertificateResult:
    """Check what `--certificate` of `satcross pattern` has written.

    Args, Returns, Raises: as `satcross.tasks.certificate.check.check_certificate`.
    """
    clock = CheckClock(time_limit_s, on_progress)
    claimed, proof = read_certificate(path, MAGIC, _claimed)
    try:
        if wrong := claimed.fault(clock.tick):
            return Rejected(None, (), wrong)
        n_steps = refuted(claimed.formula(clock.tick), proof, clock)
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, clock.work)
    if isinstance(n_steps, Stopped):
        return Stopped(n_steps.reason, clock.work)
    if isinstance(n_steps, Rejected):
        return n_steps
    return Found(claimed.checked(n_steps), clock.work)


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a certificate says, without its proof.

    Args:
        cuts: cells, and one that is not among them, which the formula says is not cut off.
    """

    claim: str
    rules: PatternRules
    patterns: tuple[Grid, ...]
    alike: Alike
    cuts: list[tuple[list[int], int]]

    def fault(self, tick: Callable[[], None]) -> str:
        """What is wrong without the proof; "" where nothing is."""
        n = len(self.patterns)
        fits = {NO_PATTERN: n == 0, NO_OTHER_PATTERN: n > 0, NO_FEWER_BLOCKS: n == 1}
        if not fits[self.claim] or n > MAX_PATTERNS:
            return "the claim and its patterns do not fit together"
        seen: set[Image] = set()
        for number, grid in enumerate(self.patterns, 1):
            tick()
            if faults := pattern_faults(grid, self.rules):
                return f"pattern {number} is none: {faults[0]}"
            if self.claim == NO_OTHER_PATTERN:
                these = images(grid, self.alike, bars=self.rules.bars)
                if not these.isdisjoint(seen):
                    return f"pattern {number} counts as one before it"
                seen |= these
        if self.cuts and not self.rules.connected:
            return "its patterns need not be connected"
        return ""

    def formula(self, tick: Callable[[], None]) -> PatternFormula:
        """Clauses that no pattern obeys, if the claim is right."""
        made = PatternFormula(self.rules, fewer_than=self.value, tick=tick)
        for grid in self.patterns if self.claim == NO_OTHER_PATTERN else ():
            made.exclude(grid, self.alike)
        for cells, far in self.cuts:
            made.cut(cells, far)
        return made

    def checked(self, n_steps: int) -> PatternCertificateCheck:
        """What is shown by a proof of that many steps."""
        return PatternCertificateCheck(
            self.claim, self.rules, self.patterns, self.alike, n_steps, self.value
        )

    @property
    def value(self) -> int | None:
        """The number of blocks or bars that none is below; None for the other claims."""
        return self.rules.n_walls(self.patterns[0]) if self.claim == NO_FEWER_BLOCKS else None


def _claimed(head: Any) -> Claimed:
    if head["schema"] != SCHEMA or head["claim"] not in CLAIMS:
        raise FormatError(f"a certificate of another kind: {str(head['schema'])[:40]}")
    rules = rules_of(head["rules"])
    cuts = _cuts_of(head["cuts"], rules)
    patterns = tuple(Grid.of_lines(rows) for rows in head["patterns"])
    if any(grid.named for grid in patterns):
        raise ValueError("cells of two texts")
    return Claimed(head["claim"], rules, patterns, Alike(head["alike"]), cuts)


def _cuts_of(data: list[list[int]], rules: PatternRules) -> list[tuple[list[int], int]]:
    """The cuts of a certificate. Raises ValueError, or TypeError: some are none."""
    n = rules.n_rows * rules.n_cols
    cuts = [(cells, far) for *cells, far in data]
    if any(
        not cells
        or far in cells
        or not all(type(at) is int and 0 <= at < n for at in [*cells, far])
        for cells, far in cuts
    ):
        raise ValueError("a cut that divides nothing")
    return cuts
