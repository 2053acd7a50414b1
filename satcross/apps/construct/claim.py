"""Certificates of patterns: whether their proofs show what they claim, by their rules alone.

The check shares no code with the search. The patterns in a certificate are checked as all patterns
are, by `satcross.pattern.verify`; the formula is made from the rules by `formula`, and the proof
checked against it by `satcross.apps.proofs.checker`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from satcross import Grid, InputError, PatternRules
from satcross.apps.construct.patterns.alike import Alike
from satcross.apps.construct.patterns.certificate.form import (
    CLAIMS,
    MAX_PATTERNS,
    NAME,
    NO_FEWER_BLOCKS,
    NO_OTHER_PATTERN,
    NO_PATTERN,
    rules_data,
    rules_of,
    said_of_rules,
)
from satcross.apps.construct.patterns.certificate.formula import Image, PatternFormula, images
from satcross.apps.proofs.checker.certificate import ByLines, Claim, Followed, Said, Tick
from satcross.extend import counted, pattern_faults


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

    def said(self) -> Said:
        """What it shows, for people and programs."""
        data = {
            "patterns": [grid.lines() for grid in self.patterns],
            "alike": self.alike,
            "rules": rules_data(self.rules),
            **({} if self.value is None else {"value": self.value}),
            "n_steps": self.n_steps,
        }
        lines = [f"{grid}\n" for grid in self.patterns]
        lines += [f"rule: {rule}" for rule in said_of_rules(self.rules)]
        return Said(data, lines, f"{self._claim()}: {counted(self.n_steps, 'step')} of the proof")

    def _claim(self) -> str:
        if self.value is not None:
            walls = counted(self.value, "bar" if self.rules.bars else "block")
            return f"no pattern that obeys these rules has fewer than {walls}"
        n = len(self.patterns)
        if not n:
            return "no pattern obeys these rules"
        these = "this one" if n == 1 else f"these {n:,}"
        same = {"turned": ", turned or mirrored,", "transposed": ", mirrored in a diagonal,"}
        return f"no pattern but {these}{same.get(self.alike, '')} obeys these rules"


@dataclass(frozen=True, slots=True)
class PatternsClaim(Claim):
    """What a certificate of patterns says.

    Args:
        cuts: cells, and one that is not among them, which the formula says is not cut off.
    """

    name: ClassVar = NAME
    claims: ClassVar = CLAIMS
    fields: ClassVar = frozenset(("alike", "cuts", "patterns", "rules"))

    claim: str
    rules: PatternRules
    patterns: tuple[Grid, ...]
    alike: Alike
    cuts: list[tuple[list[int], int]]

    @classmethod
    def read(cls, head: Any) -> PatternsClaim:
        """What a head says: see docs/internals/certificates.md."""
        try:
            rules = rules_of(head["rules"])
            patterns = tuple(Grid.of_lines(rows) for rows in head["patterns"])
        except InputError:
            raise ValueError("no rules, or no grids") from None
        if any(grid.named for grid in patterns):
            raise ValueError("cells of two texts")
        cuts = _cuts_of(head["cuts"], rules)
        return cls(head["claim"], rules, patterns, Alike(head["alike"]), cuts)

    def fault(self, tick: Tick) -> str:
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

    def formula(self, tick: Tick) -> ByLines:
        """Clauses that no pattern obeys, if the claim is right."""
        return ByLines(self.pattern_formula(tick).clauses)

    def pattern_formula(self, tick: Tick) -> PatternFormula:
        """The same, to add to. Args: see `formula`."""
        made = PatternFormula(self.rules, fewer_than=self.value, tick=tick)
        for grid in self.patterns if self.claim == NO_OTHER_PATTERN else ():
            made.exclude(grid, self.alike)
        for cells, far in self.cuts:
            made.cut(cells, far)
        return made

    def checked(self, followed: Followed) -> PatternCertificateCheck:
        """What is shown by a proof that is right."""
        return PatternCertificateCheck(
            self.claim, self.rules, self.patterns, self.alike, followed.n_steps, self.value
        )

    @property
    def value(self) -> int | None:
        """The number of blocks or bars that none is below; None for the other claims."""
        return self.rules.n_walls(self.patterns[0]) if self.claim == NO_FEWER_BLOCKS else None


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


CLAIM = PatternsClaim
