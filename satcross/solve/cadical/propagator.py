"""The lazy engine's side of the conversation with CaDiCaL (IPASIR-UP, as PySAT passes it on).

What the conversation is like, read from the sources of PySAT 1.9 and CaDiCaL 1.9.5:

- `propagate` is called once a decision level. So `State` goes to its fixpoint on its own.
- Literals that arrive after that call are worked on at the next level; `State` keeps how far it
  had come with each level, or they would be lost when the level is undone.
- At a conflict the reason of every literal of ours that the solver can reach is asked.
- A literal may be reported *fixed* while a decision level above 0 stands. It then outlives every
  backtrack, and is not reported again.
- After an exception in a callback the solver runs on without us, and gets an empty clause for
  every reason it asks: it may then crash. So no exception leaves a callback (`Guarded`): to stop,
  `propagate` says nothing more and every model is accepted, while reasons are still given. The
  solver then comes to the end of its conflict budget, or to a model that means nothing, in no time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from satcross.solve.lazy.order import Order
from satcross.solve.lazy.state import NOT_SET

if TYPE_CHECKING:
    from satcross.solve.lazy.kernel.compiled import Search


class TablePropagator:
    """The slots of a puzzle as one external propagator.

    Args:
        state: the letters and domains.
        order: who decides.
        keep_on: called once a decision level; False to stop. May raise: the exception is kept in
            `error`, and the search stops.

    Fields:
        activity: by slot, how many conflicts and reasons came from it.
        lemmas: for a proof, every clause given to the solver, with the slot whose words it follows
            from, in the order given; and the reason of every letter that is removed or set for
            good, which the solver takes without asking. None when they are not to be kept.
    """

    def __init__(self, state: Search, order: Order, keep_on: Callable[[], bool]) -> None:
        self.state = state
        self.order = order
        self.lemmas: list[tuple[int, list[int]]] | None = None
        self.activity = [0] * len(state.cells)
        self.n_reasons = 0
        self.n_wipe_outs = 0
        self.deepest = 0
        self.stopped = False
        self.error: BaseException | None = None
        self._keep_on = keep_on
        self._pending: dict[int, int] = {}
        self._fixed: list[int] = []
        self._conflict: tuple[int, int, int] | None = None  # literal, slot, trail length
        self._clauses: list[list[int]] = []
        # The two calls that come by the thousand are built-in methods of these two.
        self.on_assignment = self._pending.__setitem__
        self.has_clause = self._clauses.__len__
        self.add_clause = self._clauses.pop

    def on_new_level(self) -> None:
        """The solver is about to decide."""
        if self._pending:
            self._absorb()
        self.state.new_level()

    def on_backtrack(self, level: int) -> None:
        """The solver took back every level above `level`."""
        state = self.state
        if level >= state.n_levels:
            return
        fixed = [literal for literal, is_fixed in self._pending.items() if is_fixed]
        self._pending.clear()
        self._conflict = None
        state.backtrack(level)
        if fixed or self._fixed:
            self._fixed += fixed
            for literal in self._fixed:
                if state.position[literal] == NOT_SET:
                    self._pending[literal] = 0
            if not level:
                self._fixed.clear()

    def _absorb(self) -> None:
        if self.state.n_levels:
            self._fixed += [literal for literal, is_fixed in self._pending.items() if is_fixed]
        self.state.absorb(self._pending)
        self._pending.clear()

    def propagate(self) -> list[int]:
        """The literals that follow from the words; when a slot has none, one that is false."""
        if self._pending:
            self._absorb()
        if self.stopped or not self._may_go_on():
            return []
        state = self.state
        literals, empty = state.propagate()
        self.deepest = max(self.deepest, state.n_set)
        if empty != NOT_SET:
            self.n_wipe_outs += 1
            self.order.wiped_out(empty)
            literals += self._refute(empty)
        if self.lemmas is not None and not state.n_levels:
            for literal in literals:
                self.provide_reason(literal)
        return literals

    def _may_go_on(self) -> bool:
        try:
            self.stopped = not self._keep_on()
        except BaseException as error:
            self.fail(error)
        return not self.stopped

    def _refute(self, slot: int) -> list[int]:
        """Literals that follow from an empty slot and contradict what is set.

        The negation of the slot's letter that was set last; when none is set, the negation of
        every letter that a cell still has.
        """
        state = self.state
        cells = state.cells[slot]
        set_last = max(
            (
                (state.position[state.ids[cell][state.value[cell]]], cell)
                for cell in cells
                if state.value[cell] != NOT_SET
            ),
            default=None,
        )
        if set_last is not None:
            cell = set_last[1]
            literal = -state.ids[cell][state.value[cell]]
            self._conflict = (literal, slot, state.n_trail)
            return [literal]
        cell = min(cells, key=lambda cell: state.mask[cell].bit_count())
        literals: list[int] = []
        for letter, variable in enumerate(state.ids[cell]):
            if state.mask[cell] >> letter & 1 and state.remove(variable, slot):
                literals.append(-variable)
        return literals

    def provide_reason(self, literal: int) -> list[int]:
        """The clause that made `literal` follow."""
        state = self.state
        if self._conflict is not None and self._conflict[0] == literal:
            _, slot, before = self._conflict
        else:
            slot, before = state.owner[abs(literal)], state.position[literal]
        clause = state.explain(literal, slot, before)
        self.order.gave_reason(slot)
        self.activity[slot] += 1
        self.n_reasons += 1
        if self.lemmas is not None:
            self.lemmas.append((slot, clause))
        return clause

    def any_reason(self, literal: int) -> list[int]:
        """A clause of `literal` and the opposites of all that was set before it.

        The solver can work with it. It follows from nothing, and is for a session that is given up.
        """
        position = self.state.position
        before = position[literal] if position[literal] != NOT_SET else self.state.n_trail
        others = (a for v in range(1, self.state.letters.n + 1) for a in (v, -v))
        return [
            literal,
            *(-a for a in others if a != -literal and NOT_SET < position[a] < before),
        ]

    def fail(self, error: BaseException) -> None:
        """Stop for good, because of an exception."""
        self.error = error
        self.stopped = True
        self._clauses.clear()

    def decide(self) -> int:
        """A letter to set, or 0 to let the solver choose."""
        if self.stopped:
            return 0
        if self._pending:
            self._absorb()
        literal = self.state.next_letter(self.order)
        # The solver may have set it after the last `propagate`; then the solver chooses.
        position = self.state.position
        return literal if position[literal] == position[-literal] == NOT_SET else 0

    def check_model(self, model: list[int]) -> bool:
        """Whether a complete assignment fits every slot; if not, a clause says why.

        Literals set after the last `propagate` have not been seen by the domains yet.
        """
        if self.stopped:
            return True
        if self._pending:
            self._absorb()
        state = self.state
        _, empty = state.propagate()  # every cell is set, so no letter can be lost
        if empty != NOT_SET:
            for literal in self._refute(empty):
                self._clauses.append(self.provide_reason(literal))
            return False
        return True


class Guarded:
    """A propagator for the solver, out of which no exception comes.

    After one the session is of no more use, as the state may be half changed. The exception is in
    the propagator's `error`, and the solver is kept going until it returns.

    Args:
        propagator: what to pass the solver's calls on to.
    """

    def __init__(self, propagator: TablePropagator) -> None:
        self._propagator = propagator
        self.on_assignment = propagator.on_assignment
        self.has_clause = propagator.has_clause
        self.add_clause = propagator.add_clause

    def on_new_level(self) -> None:
        """The solver is about to decide."""
        if self._propagator.error is None:
            try:
                self._propagator.on_new_level()
            except BaseException as error:
                self._propagator.fail(error)

    def on_backtrack(self, level: int) -> None:
        """The solver took back every level above `level`."""
        if self._propagator.error is None:
            try:
                self._propagator.on_backtrack(level)
            except BaseException as error:
                self._propagator.fail(error)

    def propagate(self) -> list[int]:
        """The literals that follow."""
        if self._propagator.error is None:
            try:
                return self._propagator.propagate()
            except BaseException as error:
                self._propagator.fail(error)
        return []

    def provide_reason(self, literal: int) -> list[int]:
        """The clause that made `literal` follow; after an exception one that is as good for now."""
        if self._propagator.error is None:
            try:
                return self._propagator.provide_reason(literal)
            except BaseException as error:
                self._propagator.fail(error)
        return self._propagator.any_reason(literal)

    def decide(self) -> int:
        """A letter to set, or 0 to let the solver choose."""
        if self._propagator.error is None:
            try:
                return self._propagator.decide()
            except BaseException as error:
                self._propagator.fail(error)
        return 0

    def check_model(self, model: list[int]) -> bool:
        """Whether a complete assignment fits."""
        if self._propagator.error is None:
            try:
                return self._propagator.check_model(model)
            except BaseException as error:
                self._propagator.fail(error)
        return True
