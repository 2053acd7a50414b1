"""Writing a certificate of what `make` proves: its patterns are gone through once more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from os import PathLike

from satcross.construct.certificate.form import (
    NO_GRID,
    NO_OTHER_GRID,
    is_of_all_patterns,
)
from satcross.construct.certificate.formula import ThinSlot
from satcross.construct.certificate.write import ThemedProof
from satcross.construct.judged import NO_PREFERENCES, JudgedSearch
from satcross.construct.spec import GridSpec
from satcross.construct.theme import ThemedPattern
from satcross.errors import OptionError, VerificationError
from satcross.model.puzzle import Direction
from satcross.pattern.certificate.form import MAX_PATTERNS
from satcross.pattern.rules import FixedSlot
from satcross.results import Impossible, Reason, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline
from satcross.tasks.fill import FillTask
from satcross.tasks.heartbeat import run_by


class MadeProof(ThemedProof):
    """Proves that no pattern, or no other one, has a theme and a fill, and writes the certificate.

    A search without preferences goes through the patterns once more, and logs the refutations.

    Args:
        spec, path, tick: as for `ThemedProof`.
        seed: of the searches.

    Raises:
        OptionError: there is no certificate for such rules or words, or no file can be made.
    """

    claims = (NO_GRID, NO_OTHER_GRID)

    def __init__(
        self, spec: GridSpec, path: str | PathLike[str], tick: Callable[[], None], seed: int
    ) -> None:
        if spec.rules.with_cheaters is not None:
            raise OptionError(
                "a certificate does not support cheaters only where they are needed",
                hint="give --cheaters or --no-cheaters, or cheaters_if_needed=False",
                parameter="certificate",
            )
        for rule in spec.entries.rules:
            if not is_of_all_patterns(rule):
                raise OptionError(
                    f"a certificate of grids does not support the rule {str(rule)!r}",
                    hint="leave it out",
                    parameter=rule.parameter,
                )
        for pair in spec.theme.second:
            raise OptionError(
                f"a certificate does not support the two readings {'/'.join(pair)}",
                hint="name one of the two",
                parameter="theme",
            )
        super().__init__(spec, path, tick)
        self._seed = seed
        self._search: JudgedSearch | None = None
        self._waiting: list[ThemedPattern] = []  # found, and neither refuted nor shown

    def _refute_all(self, shown: Sequence[ThemedPattern], deadline: Deadline) -> Reason | None:
        if self._search is None:
            self._search = JudgedSearch(
                self._spec, seed=self._seed, tick=self._tick,
                on_inconsistent=self._waiting.append, thin_by_list=True,
            )  # fmt: skip
        while len(self._refuted) <= MAX_PATTERNS and not self._gap:
            while self._waiting:
                if self._waiting[0] not in shown:
                    reason = self._refute(self._waiting[0], deadline)
                    if reason is not None:
                        return reason
                self._waiting.pop(0)
            judged = self._search.next(NO_PREFERENCES, deadline=deadline)
            if isinstance(judged, Reason):
                return judged
            if judged is None and not self._waiting:
                return None
            if judged is not None:
                self._waiting.append(judged.themed)
                self._search.refuted()
        return None

    def _refute(self, themed: ThemedPattern, deadline: Deadline) -> Reason | None:
        puzzle = self._spec.puzzle(themed.grid)
        assert puzzle is not None  # no rule names what a pattern may lack
        self._tick()
        options = SolverOptions(seed=self._seed, log=self.log())
        with FillTask(puzzle, options) as task:
            result = run_by(deadline, task)
        if isinstance(result, Stopped):
            return result.reason
        if isinstance(result, Impossible):
            self.refuted(puzzle, themed)
        elif self._search is not None and not self._search.are_apart(puzzle, themed):
            # To the checker of a grid, theme entries and what they spell by crossing another entry
            # are all given, and given entries are not compared.
            self._gap = "a rule between entries excludes an entry that crossing theme entries spell"
        else:
            raise VerificationError("the proof has found a grid that the search before it lacks")
        return None

    def _thin(self) -> Iterator[ThinSlot]:
        for cells, letters in () if self._search is None else self._search.forbidden:
            way = Direction.ACROSS if cells[1] == cells[0] + 1 else Direction.DOWN
            slot = FixedSlot(way, *divmod(cells[0], self._rules.n_cols), len(cells))
            yield ThinSlot(slot, letters)

    def close(self) -> None:
        """Give back memory, and remove the file unless it is complete."""
        if self._search is not None:
            self._search.close()
        super().close()
