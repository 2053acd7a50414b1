"""Writing a certificate of grids: patterns are tried one by one, with the steps of the search."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from os import PathLike
from typing import Any

from satcross import __version__
from satcross.construct.certificate.check import ThemedClaim
from satcross.construct.certificate.form import (
    MAGIC,
    NO_FEWER_BLOCKS,
    NO_GRID,
    NO_OTHER_THEME,
    NO_THEME,
    SCHEMA,
    slot_data,
    theme_data,
)
from satcross.construct.certificate.formula import ThinSlot
from satcross.construct.spec import GridSpec
from satcross.construct.theme import Theme, ThemedPattern, longer_than_the_grid
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzle import Puzzle
from satcross.pattern.certificate.check import Claimed
from satcross.pattern.certificate.form import (
    MAX_PATTERNS,
    NO_OTHER_PATTERN,
    NO_PATTERN,
    require_certifiable,
    rules_data,
)
from satcross.pattern.certificate.write import PatternRefutation, place
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Alike
from satcross.results import Reason
from satcross.task import Deadline
from satcross.tasks.certificate.write import CertificateFile, require_logged
from satcross.words import WordList

_WORK = "the proof was stopped"


@dataclass(frozen=True, slots=True)
class RefutedPattern:
    """A pattern without a fill.

    Args: grid: the pattern; slots: their names, as the steps count them; start, n_bytes: where the
        steps are; themed: where the theme is, if there is one.
    """

    grid: Grid
    slots: list[str]
    start: int
    n_bytes: int
    themed: ThemedPattern | None = None

    def data(self) -> dict[str, Any]:
        """As certificates have it."""
        places = {} if self.themed is None else _places(self.themed)
        return {
            "grid": self.grid.lines(), **places, "slots": self.slots, "n_bytes": self.n_bytes
        }  # fmt: skip


class GridsProof:
    """Receives the steps of searches for fills of patterns, and writes the certificate at the end.

    Args:
        rules: of the pattern.
        words: for all slots.
        path: of the file, which appears when it is complete.
        tick: called often; an exception in it ends the work, and `run` can be called again.

    Field:
        written: the certificate.

    Raises:
        OptionError: there is no certificate for such rules or words, or no file can be made.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        path: str | PathLike[str],
        tick: Callable[[], None],
    ) -> None:
        require_certifiable(rules)
        require_logged(len(words.alphabet.texts), max(rules.n_rows, rules.n_cols))
        self.written = CertificateFile(path)
        self._rules, self._words, self._tick = rules, words, tick
        self._steps = bytearray()  # of the search that is at work
        self._refuted: list[RefutedPattern] = []
        self._spool = tempfile.TemporaryFile(dir=self.written.path.parent)  # noqa: SIM115
        self._refutation: PatternRefutation | None = None

    def log(self) -> Callable[[bytes], None]:
        """Receives the steps of a new search, in place of those of the last."""
        self._steps = bytearray()
        return self._steps.extend

    def refuted(self, puzzle: Puzzle, themed: ThemedPattern | None = None) -> None:
        """The steps of this search show that the pattern of a puzzle has no fill."""
        grid, slots = puzzle.grid.without_letters(), [slot.name for slot in puzzle.slots]
        start, n_bytes = self._spool.tell(), len(self._steps)
        self._refuted.append(RefutedPattern(grid, slots, start, n_bytes, themed))
        self._spool.write(self._steps)

    def run(self, fill: Fill | None, deadline: Deadline) -> Reason | None:
        """Prove that there are no other patterns, and put the file in its place; or why not.

        Args: fill: a grid with the fewest blocks; None if no grid exists. The same in each call.

        Raises:
            VerificationError: a pattern was not tried.
            OptionError: the file cannot be written.
        """
        fewest = None if fill is None else self._rules.n_walls(fill.grid)
        needed = [
            each
            for each in self._refuted
            if fewest is None or self._rules.n_walls(each.grid) < fewest
        ]
        grids = tuple(each.grid for each in needed)
        kind = NO_OTHER_PATTERN if grids else NO_PATTERN
        claimed = Claimed(kind, self._rules, grids, Alike.TRANSPOSED, [], fewest)
        claim = NO_GRID if fill is None else NO_FEWER_BLOCKS
        fills = [] if fill is None else [fill.grid.lines()]
        head = {"claim": claim, "fills": fills, "theme": None, "entries": []}
        return self._write(head, claimed, needed, deadline)

    def _write(
        self,
        head: dict[str, Any],
        claimed: Claimed,
        needed: Sequence[RefutedPattern],
        deadline: Deadline,
    ) -> Reason | None:
        if self.written.is_placed or self._are_too_many(len(claimed.patterns)):
            return None
        self.written.why_not = _WORK
        if self._refutation is None:
            self._refutation = PatternRefutation(claimed, self._tick)
        proof = self._refutation.run(deadline)
        if isinstance(proof, Reason):
            return proof
        words, rules = self._words, self._rules
        head |= {
            "schema": SCHEMA,
            "version": __version__,
            "rules": rules_data(rules),
            "patterns": [each.data() for each in needed] + head.pop("shown", []),
            "cuts": self._refutation.cuts_data,
            "n_bytes": len(proof),
            "list": {"source": words.source, "digest": words.digest},
            "alphabet": words.alphabet.spelling,
            "words": [
                words.word(length, row)
                for length in words.lengths
                if self._least_length <= length <= max(rules.n_rows, rules.n_cols)
                for row in range(len(words.table(length)))
            ],
        }
        place(self.written, MAGIC, head, chain([proof], map(self._steps_of, needed)))
        return None

    @property
    def _least_length(self) -> int:
        """The shortest words that the check needs."""
        return self._rules.min_length

    def _steps_of(self, refuted: RefutedPattern) -> bytes:
        self._spool.seek(refuted.start)
        return self._spool.read(refuted.n_bytes)

    def _are_too_many(self, n_patterns: int) -> bool:
        if n_patterns > MAX_PATTERNS:
            self.written.why_not = f"more than {MAX_PATTERNS:,} patterns were tried"
        return n_patterns > MAX_PATTERNS

    def close(self) -> None:
        """Give back memory, and remove the file unless it is complete."""
        if self._refutation is not None:
            self._refutation.close_solver()
        self._spool.close()
        self.written.close()


class ThemedProof(GridsProof):
    """Proves that no pattern, or no other one, has a theme, and writes the certificate.

    Args:
        spec: what the grid must be like.
        path, tick: as for `GridsProof`.

    Raises:
        OptionError: there is no certificate for such rules, or no file can be made.
    """

    claims = (NO_THEME, NO_OTHER_THEME)  # where nothing was found, and else

    def __init__(self, spec: GridSpec, path: str | PathLike[str], tick: Callable[[], None]) -> None:
        rules = replace(spec.rules, cheaters_if_needed=False)
        super().__init__(rules, spec.words, path, tick)
        self._spec = replace(spec, rules=rules)
        self._gap = ""  # why it cannot be proved

    def run_themed(self, shown: Sequence[ThemedPattern], deadline: Deadline) -> Reason | None:
        """Prove that there are no other patterns, and put the file in its place; or why not.

        Args: shown: the patterns that were found. The same in each call.

        Raises:
            VerificationError: there is a pattern that should not be there, or a fill of one.
            OptionError: the file cannot be written.
        """
        if self.written.is_placed:
            return None
        self.written.why_not = _WORK
        spec = self._spec
        if longer_than_the_grid(spec.rules, spec.theme) is None:
            reason = self._refute_all(shown, deadline)
            if reason is not None or self._are_too_many(len(self._refuted)):
                return reason
            if self._gap:
                self.written.why_not = self._gap
                return None
        each = [*(refuted.themed for refuted in self._refuted), *shown]
        patterns = [themed for themed in each if themed is not None]
        thin = list(self._thin())
        claimed = ThemedClaim(
            "", spec.rules, tuple(themed.grid.without_letters() for themed in patterns),
            Alike.EXACTLY, [], None, spec.theme, tuple(themed.slots for themed in patterns),
            tuple(thin),
        )  # fmt: skip
        head = {
            "claim": self.claims[bool(shown)],
            "fills": [],
            "theme": theme_data(spec.theme),
            "entries": [rule.to_text() for rule in spec.entries.rules],
            "thin": [[slot_data(slot), letters] for slot, letters in thin],
            "shown": [
                {"grid": themed.grid.without_letters().lines(), **_places(themed)}
                for themed in shown
            ],
        }
        return self._write(head, claimed, self._refuted, deadline)

    @property
    def _least_length(self) -> int:
        # Some rules look up shorter words, to see which words are forms of one.
        looked_up = any(rule.reads_list for rule in self._spec.entries.pair_rules)
        return 1 if looked_up else super()._least_length

    def _refute_all(self, shown: Sequence[ThemedPattern], deadline: Deadline) -> Reason | None:
        """Refute the other patterns by their fills; why there was no time for that."""
        return None

    def _thin(self) -> Iterator[ThinSlot]:
        """The slots that no word fits."""
        return iter(())


def proof_of_theme(
    rules: PatternRules, theme: Theme, path: str | PathLike[str], tick: Callable[[], None]
) -> ThemedProof:
    """The proof that no pattern, or no other one, has a theme. Raises OptionError."""
    words = WordList.from_words([], alphabet=theme.alphabet, source="")
    spec = GridSpec(rules, words, theme)
    return ThemedProof(spec, path, tick)


def _places(themed: ThemedPattern) -> dict[str, Any]:
    return {"places": {word: slot_data(slot) for word, slot in themed.slots.items()}}
