"""The most slots that can hold words of the list together, where not all can.

Each set of slots that cannot all hold words has one that must not. So those that are left free are
a hitting set of such sets. A smallest one of those known is tried: the puzzle without these slots
has a fill, or some of the other slots cannot all hold words, which is a further set. It is made
minimal by leaving out slots, by halves, as long as the rest has no fill.

Source: as of `satcross.apps.unique.givens`; chunked deletion as in `satcross.apps.explain`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from satcross import (
    Answered,
    Best,
    Bounded,
    Grid,
    Impossible,
    Progress,
    Puzzle,
    SolverOptions,
    Stopped,
    Task,
    VerificationError,
)
from satcross.apps.unique.hitting import HittingSets
from satcross.extend import OPEN, Deadline, Outcome, Work, counted, faults_of, prepare, watched

CORE_CONFLICTS = 2_000  # for the proof that some slots can be left out of a set


@dataclass(frozen=True, slots=True)
class MostSlots:
    """Words in as many slots as possible.

    Args:
        puzzle: what was to be filled.
        grid: with letters in all cells of slots, but for those that could hold any; verified, but
            for the words of `free`.
        free: names of the slots that hold no word of the list.
    """

    puzzle: Puzzle
    grid: Grid
    free: tuple[str, ...]


MostResult: TypeAlias = Best[MostSlots] | Impossible | Stopped


class MostSlotsTask(Task[MostSlots, MostResult]):
    """Fill as many slots as possible with words of the list, and prove that no more can be.

    All other rules hold.

    Args:
        puzzle: what to fill.
        options: seed and progress; the engine must be the lazy one.

    `run` returns `Best`, whose objective is how many slots hold no word, and whose bound is how
    many must at least; `Impossible` where the other rules break with all slots free; or `Stopped`.
    Events: `Answered` for each better one, and `Bounded`.

    Raises:
        OptionError: another engine.
        VerificationError: from `run`: the engine gave a wrong fill.
    """

    def __init__(self, puzzle: Puzzle, options: SolverOptions | None = None) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._options = watched(self, options)
        self._options.require_lazy("the most slots")
        self._n_conflicts = 0
        self._filled: list[frozenset[int]] = []  # slots that hold words in the fills so far
        self._cores: list[frozenset[int]] = []  # slots that cannot all hold words
        self._used: dict[int, int] = {}  # by slot, its part in the latest refutation

    @cached_property  # a task can be pickled before it is run
    def _sets(self) -> HittingSets:
        return self._hold(HittingSets(len(self._puzzle.slots)))

    def _run(self, deadline: Deadline) -> MostResult:
        while self.best is None or (self.objective or 0) > self._sets.least:
            free = self._sets.smallest(deadline)
            if self._sets.least != (self.bound or 0):
                self.emit(Bounded(self._sets.least))
            if free is None:
                break
            found = self._extended(set(free), deadline)
            if isinstance(found, Impossible):
                return found
            if not found:
                break
        work = Work(self.elapsed_s, conflicts=self._n_conflicts, engine=self._options.solver_name)
        is_done = self.best is not None and self.objective == self._sets.least
        if self.best is None:
            return Stopped(deadline.reason, work)
        reason = None if is_done else deadline.reason
        return Best(self.best, self.objective, self._sets.least, reason, work)

    def _extended(self, free: set[int], deadline: Deadline) -> bool | Impossible:
        """Free more slots until there is a fill; False when the deadline came first."""
        every = range(len(self._puzzle.slots))
        while True:
            kept = [slot for slot in every if slot not in free]
            outcome = self._solve(kept, deadline)
            if outcome is not Outcome.UNSAT:
                return outcome is Outcome.SAT
            if not kept:
                return Impossible("the other rules cannot be kept together")
            core = self._core(kept, deadline)
            self._sets.add(core)
            self._cores.append(frozenset(core))
            free.update(core)

    def _core(self, slots: list[int], deadline: Deadline) -> list[int]:
        """Slots of these that cannot all hold words, as few as are soon found."""
        needed: list[int] = []
        todo, size = self._in_order(slots), max(1, len(slots) // 2)
        while todo and not deadline.passed():
            block, rest = todo[:size], todo[size:]
            left = needed + rest
            if left and self._solve(left, deadline, CORE_CONFLICTS) is Outcome.UNSAT:
                todo, size = self._in_order(rest), 2 * size
            elif len(block) > 1:
                size = len(block) // 2
            else:
                needed, todo = needed + block, rest
        return needed + todo

    def _in_order(self, slots: list[int]) -> list[int]:
        """Those that the latest refutation used least first."""
        return sorted(slots, key=lambda slot: (self._used.get(slot, 0), slot))

    def _solve(self, kept: list[int], deadline: Deadline, conflicts: int | None = None) -> Outcome:
        """Whether these slots can hold words, the others any letters; a fill becomes known."""
        if any(map(frozenset(kept).issubset, self._filled)):
            return Outcome.SAT
        if any(map(frozenset(kept).issuperset, self._cores)):
            return Outcome.UNSAT
        self._tell()
        options = replace(self._options, on_progress=None)  # of so many searches
        opened = prepare(self._puzzle.restricted(slots=kept), options)
        if opened.domains.emptied is not None:
            return Outcome.UNSAT
        session = opened.start_lazy(options)
        try:
            answer = session.solve(deadline=deadline, conflicts=conflicts)
        finally:
            self._n_conflicts += max(0, session.counters.conflicts)
            opened.close()
        if answer.outcome is Outcome.UNSAT:
            self._used = dict(zip(sorted(kept), session.slot_activity, strict=False))
        if answer.outcome is Outcome.SAT:
            self._note(kept, opened.letters_of(answer), opened.puzzle.texts)
        return answer.outcome

    def _note(self, kept: list[int], codes: dict[int, int], texts: tuple[str, ...]) -> None:
        puzzle, cells = self._puzzle, self._puzzle.grid.cells
        held = [texts[codes[at]] if at in codes else cell for at, cell in enumerate(cells)]
        grid = puzzle.grid.with_cells(held)
        words = {slot.name: "".join(held[at] for at in slot.entry_cells) for slot in puzzle.slots}
        free = [slot for slot in puzzle.slots if slot.index not in kept]
        # A free slot may happen to hold the word of another one.
        spelled = {words[slot.name] for slot in free}
        names = {name for name, word in words.items() if word in spelled}
        empty = {puzzle.grid.cell_name(at) for at in puzzle.cells_in_slots if held[at] == OPEN}
        faults = [fault for fault in faults_of(puzzle, grid) if fault.where not in empty]
        for fault in faults:
            if fault.kind not in ("word", "repeat") or fault.where not in names:
                raise VerificationError(f"{self._options.solver_name} gave a wrong fill: {fault}")
        wrong = {fault.where for fault in faults}
        wrong |= {slot.name for slot in free if any(held[at] == OPEN for at in slot.cells)}
        lacking = tuple(slot.name for slot in puzzle.slots if slot.name in wrong)
        self._filled.append(frozenset(s.index for s in puzzle.slots if s.name not in wrong))
        if self.best is None or len(lacking) < (self.objective or 0):
            found = MostSlots(puzzle, grid, lacking)
            self.emit(Answered(found, len(lacking), self._sets.least))

    def _tell(self) -> None:
        if self._options.on_progress is not None:
            text = f"at least {counted(self._sets.least, 'slot')} without a word"
            self._options.on_progress(Progress(text, self.elapsed_s))
