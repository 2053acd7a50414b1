"""Writing a certificate of grids, while patterns are tried one by one."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike

from satcross import __version__
from satcross.construct.certificate.form import MAGIC, NO_FEWER_BLOCKS, NO_GRID, SCHEMA
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
from satcross.pattern.certificate.write import PatternRefutation
from satcross.pattern.rules import PatternRules
from satcross.pattern.symmetry import Alike
from satcross.results import Reason
from satcross.task import Deadline
from satcross.tasks.certificate.write import CertificateFile, require_logged
from satcross.words import WordList


@dataclass(frozen=True, slots=True)
class RefutedPattern:
    """A pattern without a fill.

    Args: grid: the pattern; slots: their names, as the steps count them; start, n_bytes: where the
        steps are.
    """

    grid: Grid
    slots: list[str]
    start: int
    n_bytes: int


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

    def refuted(self, puzzle: Puzzle) -> None:
        """The steps of this search show that the pattern of a puzzle has no fill."""
        slots = [slot.name for slot in puzzle.slots]
        pattern = RefutedPattern(puzzle.grid, slots, self._spool.tell(), len(self._steps))
        self._refuted.append(pattern)
        self._spool.write(self._steps)

    def run(self, fill: Fill | None, deadline: Deadline) -> Reason | None:
        """Prove that there are no other patterns, and put the file in its place; or why not.

        Args: fill: a grid with the fewest blocks; None where there is no grid. The same in each
            call.

        Raises:
            VerificationError: a pattern was not tried.
            OptionError: the file cannot be written.
        """
        if self.written.is_placed:
            return None
        rules = self._rules
        fewest = None if fill is None else rules.n_walls(fill.grid)
        needed = [
            each for each in self._refuted if fewest is None or rules.n_walls(each.grid) < fewest
        ]
        if len(needed) > MAX_PATTERNS:
            self.written.why_not = f"more than {MAX_PATTERNS:,} patterns were tried"
            return None
        self.written.why_not = "the proof was stopped"
        if self._refutation is None:
            patterns = tuple(each.grid for each in needed)
            claim = NO_OTHER_PATTERN if patterns else NO_PATTERN
            claimed = Claimed(claim, rules, patterns, Alike.TRANSPOSED, [], fewest)
            self._refutation = PatternRefutation(claimed, self._tick)
        proof = self._refutation.run(deadline)
        if isinstance(proof, Reason):
            return proof
        words = self._words
        head = {
            "schema": SCHEMA,
            "version": __version__,
            "claim": NO_GRID if fill is None else NO_FEWER_BLOCKS,
            "fills": [] if fill is None else [fill.grid.lines()],
            "rules": rules_data(rules),
            "patterns": [
                {"grid": each.grid.lines(), "slots": each.slots, "n_bytes": each.n_bytes}
                for each in needed
            ],
            "cuts": self._refutation.cuts_data,
            "n_bytes": len(proof),
            "list": {"source": words.source, "digest": words.digest},
            "alphabet": words.alphabet.spelling,
            "words": [
                words.word(length, row)
                for length in words.lengths
                if rules.min_length <= length <= max(rules.n_rows, rules.n_cols)
                for row in range(len(words.table(length)))
            ],
        }
        self.written.write(MAGIC + json.dumps(head, ensure_ascii=False).encode() + b"\n")
        self.written.write(proof)
        for each in needed:
            self._spool.seek(each.start)
            self.written.write(self._spool.read(each.n_bytes))
        self.written.place()
        return None

    def close(self) -> None:
        """Give back memory, and remove the file unless it is complete."""
        if self._refutation is not None:
            self._refutation.close()
        self._spool.close()
        self.written.close()
