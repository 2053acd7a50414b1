"""Checking a certificate of grids: that no grid exists, no other one, or none with fewer blocks.

It has two parts. The first shows that the patterns it names are all that obey the rules, as a
certificate of patterns does, or all that have the words of a theme. The second has the steps of a
search for each of them, which show that it has no fill. Rules and words are in the file once, so
that the parts cannot differ in them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from satcross.construct.certificate.form import (
    CLAIMS,
    MAGIC,
    MAX_FILE,
    NO_FEWER_BLOCKS,
    NO_OTHER_GRID,
    NO_OTHER_THEME,
    OF_PATTERNS,
    SCHEMA,
    entry_rules,
    pattern_of,
    slot_of,
    theme_of,
)
from satcross.construct.certificate.formula import (
    Places,
    ThemedFormula,
    ThinSlot,
    letters_at,
    theme_faults,
)
from satcross.construct.theme import Theme
from satcross.errors import FormatError
from satcross.model.alphabet import Alphabet
from satcross.model.grid import Grid
from satcross.packed import Source
from satcross.pattern.certificate.check import Claimed, cuts_of
from satcross.pattern.certificate.form import NO_OTHER_PATTERN, NO_PATTERN, rules_of
from satcross.pattern.certificate.refutations import CheckClock, read_certificate, refuted
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Alike
from satcross.pattern.verify import pattern_faults
from satcross.proof import Rejected
from satcross.results import Found, Reason, Stopped
from satcross.rules import Rule
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
            none that has fewer blocks than the grid in `fills`; "no other grid": none but some of
            `patterns`; "no pattern with the theme", "no other pattern with the theme": no pattern
            has its words, or none but `patterns`.
        rules: of the pattern.
        fills: that grid.
        patterns: those, with the theme's letters.
        theme: its words must be in the grid; None for a grid without a theme.
        entries: the rules of fills.
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
    patterns: tuple[Grid, ...]
    theme: Theme | None
    entries: tuple[Rule, ...]
    n_patterns: int
    source: str
    digest: str
    n_words: int
    n_steps: int
    n_needed: int
    value: int | None = None


GridsCertificateResult = Found[GridsCertificateCheck] | Rejected | Stopped


def check_grids_certificate(
    path: Source,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> GridsCertificateResult:
    """Check what `--certificate` of `satcross densest` has written.

    Args, Returns, Raises: as `satcross.tasks.certificate.check.check_certificate`.
    """
    clock = CheckClock(time_limit_s, on_progress)
    claimed = read_certificate(path, MAGIC, _claimed, MAX_FILE)
    try:
        if wrong := claimed.fault(clock.tick):
            return Rejected(None, (), wrong)
        n_proved = refuted(claimed.patterns.formula(clock.tick), claimed.proof, clock)
        if isinstance(n_proved, Stopped):
            return Stopped(n_proved.reason, clock.work)
        if isinstance(n_proved, Rejected):
            return Rejected(None, (), f"that there are no other patterns: {n_proved.why}")
        n_steps = n_needed = n_proved
        for number, (claim, steps) in enumerate(claimed.searches, 1):
            wrong, n_here, n_needed_here = claim.follow(steps, clock.tick)
            if wrong:
                return Rejected(None, (), f"that pattern {number} has no fill: {wrong}")
            n_steps, n_needed = n_steps + n_here, n_needed + n_needed_here
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, clock.work)
    checked = GridsCertificateCheck(
        claimed.claim, claimed.patterns.rules, claimed.fills, claimed.shown,
        claimed.theme, claimed.entries, len(claimed.searches),
        claimed.words.source, claimed.digest, len(claimed.words), n_steps, n_needed,
        claimed.patterns.fewer_than,
    )  # fmt: skip
    return Found(checked, clock.work)


@dataclass(frozen=True, slots=True)
class ThemedClaim(Claimed):
    """What a certificate says of patterns around a theme.

    Args:
        theme: its words.
        places: of its words, by pattern.
        thin: slots in no pattern, but for those of theme words: no word fits them.
    """

    theme: Theme = field(default=Theme(()))
    places: tuple[Places, ...] = ()
    thin: tuple[ThinSlot, ...] = ()

    def fault(self, tick: Callable[[], None]) -> str:
        """What is wrong without the proof; "" where nothing is."""
        seen = set()
        for number, (grid, places) in enumerate(zip(self.patterns, self.places, strict=True), 1):
            tick()
            faults = [
                *pattern_faults(grid, self.rules),
                *theme_faults(grid, places, self.rules, self.theme),
            ]
            if faults:
                return f"pattern {number} is none: {faults[0]}"
            seen.add((grid, frozenset(places.items())))
        if len(seen) < len(self.patterns):
            return "it has a pattern twice"
        return (
            "its patterns need not be connected" if self.cuts and not self.rules.connected else ""
        )

    def formula(self, tick: Callable[[], None]) -> ThemedFormula:
        """Clauses that no pattern obeys, if the claim is right."""
        made = ThemedFormula(self.rules, self.theme, tick)
        for grid, places in zip(self.patterns, self.places, strict=True):
            made.exclude_themed(grid, places)
        for thin in self.thin:
            made.forbid(thin)
        for cells, far in self.cuts:
            made.cut(cells, far)
        return made

    def grid(self, number: int) -> Grid:
        """A pattern with the letters of the theme."""
        pattern = self.patterns[number]
        letters = letters_at(self.theme, self.places[number])
        return pattern.holding({row * pattern.n_cols + col: text for (row, col), text in letters})


@dataclass(frozen=True, slots=True)
class GridsClaim:
    """What a certificate says.

    Args:
        patterns: the claim that there are no other patterns, with their number of blocks.
        proof: of that.
        searches: for patterns, the claim that one has no fill, and the steps that show it.
        shown: the other patterns, with the letters of the theme.
        entries: the rules of fills.
    """

    claim: str
    patterns: Claimed
    proof: memoryview
    searches: list[tuple[FillsClaim, memoryview]]
    fills: tuple[Grid, ...]
    shown: tuple[Grid, ...]
    entries: tuple[Rule, ...]
    words: WordList
    digest: str

    def fault(self, tick: Callable[[], None]) -> str:
        """What is wrong without the proofs; "" where nothing is."""
        rules = self.patterns.rules
        themed = self.patterns if isinstance(self.patterns, ThemedClaim) else None
        thin = themed.thin if themed is not None else ()
        if (
            len(self.fills) != (self.claim == NO_FEWER_BLOCKS)
            or bool(self.shown) != (self.claim in (NO_OTHER_GRID, NO_OTHER_THEME))
            or (themed is None and (self.claim in OF_PATTERNS or self.shown))
            or (themed is not None and self.fills)
            or (self.claim in OF_PATTERNS and (self.searches or thin))
        ):
            return "the claim and its grids do not fit together"
        if any(map(self._has_word, thin)):
            return "a word fits a slot that it says no word fits"
        for fill in self.fills:
            pattern = pattern_of(fill)
            faults = [
                *pattern_faults(pattern, rules),
                *verify(pattern, fill, self.words, rules=self.entries),
            ]
            if faults:
                return f"its grid is none: {faults[0]}"
        return self.patterns.fault(tick)

    @property
    def theme(self) -> Theme | None:
        """Of the grids."""
        return self.patterns.theme if isinstance(self.patterns, ThemedClaim) else None

    def _has_word(self, thin: ThinSlot) -> bool:
        if thin.slot.length not in self.words.lengths:
            return False
        codes, alphabet = self.words.table(thin.slot.length).codes, self.words.alphabet
        fits = np.ones(len(codes), np.bool_)
        for at, letter in thin.letters:
            fits &= codes[:, at] == alphabet.code(letter)
        return bool(fits.any())


def _claimed(head: Any, proofs: memoryview) -> GridsClaim:
    if head["schema"] != SCHEMA or head["claim"] not in CLAIMS:
        raise FormatError(f"a certificate of another kind: {str(head['schema'])[:40]}")
    rules = rules_of(head["rules"])
    alphabet = parse_alphabet(head["alphabet"])
    listed = head["patterns"]
    tried = [each for each in listed if "slots" in each]
    names = [name for each in tried for name in each["slots"]]
    more = head["entries"]
    if not all(isinstance(text, str) for text in (*head["words"], *names, *more)):
        raise TypeError
    sizes = [head["n_bytes"], *(each["n_bytes"] for each in tried)]
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
    entries = entry_rules(rules, more)
    claimed: Claimed
    if head["theme"] is None:
        claim = NO_OTHER_PATTERN if patterns else NO_PATTERN
        fewest = rules.n_walls(fills[0]) if fills else None
        cuts = cuts_of(head["cuts"], rules)
        claimed = Claimed(claim, rules, patterns, Alike.TRANSPOSED, cuts, fewest)
        grids = list(patterns)
    else:
        claimed = _themed(head, rules, patterns, alphabet)
        grids = list(map(claimed.grid, range(len(patterns))))
    searches = [
        FillsClaim(
            NO_FILL, grid, (), entries, each["slots"], words, alphabet.texts, source, digest, {},
            None,
        )
        for grid, each in zip(grids, listed, strict=True)
        if "slots" in each
    ]  # fmt: skip
    return GridsClaim(
        head["claim"],
        claimed,
        parts[0],
        list(zip(searches, parts[1:], strict=True)),
        fills,
        tuple(grid for grid, each in zip(grids, listed, strict=True) if "slots" not in each),
        entries,
        words,
        digest,
    )


def _themed(
    head: Any, rules: PatternRules, patterns: tuple[Grid, ...], alphabet: Alphabet
) -> ThemedClaim:
    theme = theme_of(head["theme"], alphabet)
    places = tuple(
        {word: slot_of(slot, rules) for word, slot in each["places"].items()}
        for each in head["patterns"]
    )
    thin = []
    for slot, letters in head["thin"]:
        at = slot_of(slot, rules)
        if not all(type(i) is int and 0 <= i < at.length for i, _ in letters):
            raise ValueError("a letter outside its slot")
        thin.append(ThinSlot(at, tuple((i, alphabet.texts[alphabet.code(x)]) for i, x in letters)))
    cuts = cuts_of(head["cuts"], rules)
    return ThemedClaim("", rules, patterns, Alike.EXACTLY, cuts, None, theme, places, tuple(thin))
