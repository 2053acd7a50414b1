"""Checking a certificate of patterns: whether its proof shows what it claims, by its rules alone.

It shares no code with the search. The patterns in it are checked as all patterns are, by
`satcross.pattern.verify`; the formula is made from the rules by `formula`, and the proof checked
against it by `satcross.proof`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satcross.errors import DimacsError, FormatError, InputError
from satcross.files import read_file
from satcross.model.grid import Grid
from satcross.pattern.certificate.form import (
    CLAIMS,
    MAGIC,
    MAX_FILE,
    MAX_PATTERNS,
    NO_FEWER_BLOCKS,
    NO_OTHER_PATTERN,
    NO_PATTERN,
    SCHEMA,
    rules_of,
)
from satcross.pattern.certificate.formula import Image, PatternFormula, images
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Alike
from satcross.pattern.verify import pattern_faults
from satcross.proof import Rejected, check_proof
from satcross.proof.reading import InMemory
from satcross.results import Found, Reason, Stopped, Work


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
    path: Path,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> PatternCertificateResult:
    """Check what `--certificate` of `satcross pattern` has written.

    Args, Returns, Raises: as `satcross.tasks.certificate.check.check_certificate`.
    """
    started = time.monotonic()

    def elapsed_s() -> float:
        return time.monotonic() - started

    def tick() -> None:
        if time_limit_s is not None and elapsed_s() >= time_limit_s:
            raise TimeoutError
        if on_progress is not None:
            on_progress(elapsed_s())

    claimed, proof = _read(path)
    try:
        if wrong := claimed.fault(tick):
            return Rejected(None, (), wrong)
        formula = claimed.formula(tick)
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, Work(elapsed_s()))
    left_s = None if time_limit_s is None else max(0.0, time_limit_s - elapsed_s())
    result = refuted(formula, proof, left_s, tick)
    if isinstance(result, Stopped):
        return Stopped(result.reason, Work(elapsed_s()))
    if isinstance(result, Rejected):
        return result
    checked = PatternCertificateCheck(
        claimed.claim, claimed.rules, claimed.patterns, claimed.alike, result, claimed.value
    )
    return Found(checked, Work(elapsed_s()))


def refuted(
    formula: PatternFormula,
    proof: memoryview,
    time_limit_s: float | None,
    tick: Callable[[], None],
) -> int | Rejected | Stopped:
    """How many steps a proof has which shows that no pattern obeys a formula."""
    try:
        result = check_proof(
            formula.clauses,
            InMemory(proof, "the proof"),
            time_limit_s=time_limit_s,
            on_progress=lambda *_: tick(),
        )
    except DimacsError as error:
        return Rejected(None, (), f"its proof is damaged: {error.problem}")
    if isinstance(result, Rejected):
        line = result.line
        why = f"step {line:,} of its proof does not follow" if line else "its proof ends too soon"
        return Rejected(None, (), why)
    return result if isinstance(result, Stopped) else result.value.n_lines


def is_of_patterns(path: Path) -> bool:
    """Whether a file is a certificate of patterns; another one may be none at all."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return False


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a certificate says, without its proof.

    Args:
        cuts: cells, and one that is not among them, which the formula says is not cut off.
        fewer_than: how many blocks or bars are too many; None for no more than the rules say.
    """

    claim: str
    rules: PatternRules
    patterns: tuple[Grid, ...]
    alike: Alike
    cuts: list[tuple[list[int], int]]
    fewer_than: int | None = None

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
        fewest = self.value if self.fewer_than is None else self.fewer_than
        made = PatternFormula(self.rules, fewer_than=fewest, tick=tick)
        for grid in self.patterns if self.claim == NO_OTHER_PATTERN else ():
            made.exclude(grid, self.alike)
        for cells, far in self.cuts:
            made.cut(cells, far)
        return made

    @property
    def value(self) -> int | None:
        """The number of blocks or bars that none is below; None for the other claims."""
        return self.rules.n_walls(self.patterns[0]) if self.claim == NO_FEWER_BLOCKS else None


def _read(path: Path) -> tuple[Claimed, memoryview]:
    data = read_file(path, FormatError, limit=MAX_FILE)
    end = data.find(b"\n", len(MAGIC))
    try:
        return _claimed(json.loads(data[len(MAGIC) : end])), memoryview(data)[end + 1 :]
    except FormatError as error:
        raise FormatError(error.problem, source=str(path)) from None
    except (AttributeError, ArithmeticError, InputError, LookupError, RecursionError, TypeError,
            ValueError):  # fmt: skip
        raise FormatError("the certificate is damaged", source=str(path)) from None


def _claimed(head: Any) -> Claimed:
    if head["schema"] != SCHEMA or head["claim"] not in CLAIMS:
        raise FormatError(f"a certificate of another kind: {str(head['schema'])[:40]}")
    rules = rules_of(head["rules"])
    cuts = cuts_of(head["cuts"], rules)
    patterns = tuple(Grid.of_lines(rows) for rows in head["patterns"])
    if any(grid.named for grid in patterns):
        raise ValueError("cells of two texts")
    return Claimed(head["claim"], rules, patterns, Alike(head["alike"]), cuts)


def cuts_of(data: list[list[int]], rules: PatternRules) -> list[tuple[list[int], int]]:
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
