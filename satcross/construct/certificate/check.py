"""Checking a certificate of grids: whether no grid can be made, or none with fewer blocks.

It has two parts. The first shows that the patterns it names are all that obey the rules, as a
certificate of patterns does; the second has the steps of a search for each of them, which show that
it has no fill. Rules and words are in the file once, so that the parts cannot differ in them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satcross.construct.certificate.form import (
    CLAIMS,
    MAGIC,
    MAX_FILE,
    NO_FEWER_BLOCKS,
    SCHEMA,
    entry_rules,
    pattern_of,
)
from satcross.errors import FormatError, InputError
from satcross.files import read_file
from satcross.model.grid import Grid
from satcross.pattern.certificate.check import Claimed, cuts_of, refuted
from satcross.pattern.certificate.form import NO_OTHER_PATTERN, NO_PATTERN, rules_of
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Alike
from satcross.pattern.verify import pattern_faults
from satcross.proof import Rejected
from satcross.results import Found, Reason, Stopped, Work
from satcross.tasks.certificate.check import FillsClaim
from satcross.tasks.certificate.form import NO_FILL
from satcross.verification.crossword import verify
from satcross.words import WordList
from satcross.words.alphabets import parse_alphabet


@dataclass(frozen=True, slots=True)
class GridsCertificateCheck:
    """A certificate of grids that is right.

    Args:
        claim: "no grid": no pattern that obeys the rules has a fill; "no grid with fewer blocks":
            none that has fewer blocks than the grid in `fills`.
        rules: of the pattern.
        fills: that grid.
        n_patterns: the patterns that were shown to have no fill; of two that are transposes of each
            other, one is counted.
        source, digest: of the word list, as the certificate calls it.
        n_words: words which the certificate has.
        n_steps, n_needed: steps of the proofs, and those of them that were checked.
        value: the number of blocks.
    """

    claim: str
    rules: PatternRules
    fills: tuple[Grid, ...]
    n_patterns: int
    source: str
    digest: str
    n_words: int
    n_steps: int
    n_needed: int
    value: int | None = None


GridsCertificateResult = Found[GridsCertificateCheck] | Rejected | Stopped


def check_grids_certificate(
    path: Path,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> GridsCertificateResult:
    """Check what `--certificate` of `satcross densest` has written.

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

    claimed = _read(path)
    try:
        if wrong := claimed.fault(tick):
            return Rejected(None, (), wrong)
        left_s = None if time_limit_s is None else max(0.0, time_limit_s - elapsed_s())
        n_proved = refuted(claimed.patterns.formula(tick), claimed.proof, left_s, tick)
        if isinstance(n_proved, Stopped):
            return Stopped(n_proved.reason, Work(elapsed_s()))
        if isinstance(n_proved, Rejected):
            return Rejected(None, (), f"that there are no other patterns: {n_proved.why}")
        n_steps = n_needed = n_proved
        for number, (claim, steps) in enumerate(claimed.searches, 1):
            wrong, n_here, n_needed_here = claim.follow(steps, tick)
            if wrong:
                return Rejected(None, (), f"that pattern {number} has no fill: {wrong}")
            n_steps, n_needed = n_steps + n_here, n_needed + n_needed_here
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, Work(elapsed_s()))
    checked = GridsCertificateCheck(
        claimed.claim, claimed.patterns.rules, claimed.fills, len(claimed.searches),
        claimed.words.source, claimed.digest, len(claimed.words), n_steps, n_needed,
        claimed.patterns.fewer_than,
    )  # fmt: skip
    return Found(checked, Work(elapsed_s()))


def is_of_grids(path: Path) -> bool:
    """Whether a file is a certificate of grids; another one may be none at all."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return False


@dataclass(frozen=True, slots=True)
class GridsClaim:
    """What a certificate says.

    Args:
        patterns: the claim that there are no other patterns, with their number of blocks.
        proof: of that.
        searches: for each pattern, the claim that it has no fill, and the steps that show it.
    """

    claim: str
    patterns: Claimed
    proof: memoryview
    searches: list[tuple[FillsClaim, memoryview]]
    fills: tuple[Grid, ...]
    words: WordList
    digest: str

    def fault(self, tick: Callable[[], None]) -> str:
        """What is wrong without the proofs; "" where nothing is."""
        rules = self.patterns.rules
        if (self.claim == NO_FEWER_BLOCKS) != (len(self.fills) == 1):
            return "the claim and its grids do not fit together"
        for fill in self.fills:
            pattern = pattern_of(fill)
            faults = [
                *pattern_faults(pattern, rules),
                *verify(pattern, fill, self.words, rules=entry_rules(rules.min_length)),
            ]
            if faults:
                return f"its grid is none: {faults[0]}"
        return self.patterns.fault(tick)


def _read(path: Path) -> GridsClaim:
    data = read_file(path, FormatError, limit=MAX_FILE)
    end = data.find(b"\n", len(MAGIC))
    try:
        return _claimed(json.loads(data[len(MAGIC) : end]), memoryview(data)[end + 1 :])
    except FormatError as error:
        raise FormatError(error.problem, source=str(path)) from None
    except (AttributeError, ArithmeticError, InputError, LookupError, RecursionError, TypeError,
            ValueError):  # fmt: skip
        raise FormatError("the certificate is damaged", source=str(path)) from None


def _claimed(head: Any, proofs: memoryview) -> GridsClaim:
    if head["schema"] != SCHEMA or head["claim"] not in CLAIMS:
        raise FormatError(f"a certificate of another kind: {str(head['schema'])[:40]}")
    rules = rules_of(head["rules"])
    alphabet = parse_alphabet(head["alphabet"])
    listed = head["patterns"]
    names = [name for each in listed for name in each["slots"]]
    if not all(isinstance(text, str) for text in (*head["words"], *names)):
        raise TypeError
    sizes = [head["n_bytes"], *(each["n_bytes"] for each in listed)]
    if not all(type(n) is int and n >= 0 for n in sizes) or sum(sizes) != len(proofs):
        raise FormatError("the certificate is damaged, or a part of it is missing")
    parts = []
    for n in sizes:
        parts.append(proofs[:n])
        proofs = proofs[n:]
    source, digest = str(head["list"]["source"]), str(head["list"]["digest"])
    words = WordList.from_words(head["words"], alphabet=alphabet, source=source)
    fills = tuple(Grid.of_lines(rows, alphabet) for rows in head["fills"])
    patterns = tuple(Grid.of_lines(each["grid"]) for each in listed)
    if any(grid.named for grid in (*fills, *patterns)):
        raise ValueError("cells of two texts")
    entries = entry_rules(rules.min_length)
    searches = [
        FillsClaim(
            NO_FILL, grid, (), entries, each["slots"], words, alphabet.texts, source, digest, {},
            None,
        )
        for grid, each in zip(patterns, listed, strict=True)
    ]  # fmt: skip
    return GridsClaim(
        head["claim"],
        Claimed(
            NO_OTHER_PATTERN if patterns else NO_PATTERN, rules, patterns, Alike.TRANSPOSED,
            cuts_of(head["cuts"], rules), rules.n_walls(fills[0]) if fills else None,
        ),
        parts[0],
        list(zip(searches, parts[1:], strict=True)),
        fills,
        words,
        digest,
    )  # fmt: skip
