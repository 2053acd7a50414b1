"""The clauses of the search in Python: two watched literals (Moskewicz et al., DAC 2001).

A clause propagates only when all of its literals but one are false. So it is enough to *watch* two
that are not, and to visit the clause when one of these becomes false: then another literal takes
over the watch, or the other watched literal follows. Backtracking needs no work.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from oracles.lazy.state import PureState
from satcross.solve.lazy.state import CLAUSE

MAX_LBD = 255  # above it, all are the same


class Clause(list[int]):
    """A clause of two literals or more, the first two of which are watched.

    Args:
        literals: the two to be watched first.
        lbd: how many levels the literals were on when the clause was learnt (literal block
            distance: Audemard, Simon, IJCAI 2009); 0 if it was given.

    Field:
        used: whether it was looked at in a conflict since the last clearing.
    """

    def __init__(self, literals: Iterable[int], lbd: int) -> None:
        super().__init__(literals)
        self.lbd = min(lbd, MAX_LBD)
        self.used = False


class ClauseDatabase:
    """Clauses that propagate on the trail of a state.

    Args:
        state: whose trail it is.

    Fields:
        n_read: literals of the trail whose clauses were visited.
        cause_of (by variable): the clause that set it last.
    """

    def __init__(self, state: PureState) -> None:
        self.n_read = 0
        self.cause_of: dict[int, Clause] = {}
        self._state = state
        self._clauses: list[Clause] = []
        # By literal, the clauses that watch it, each with another literal of it, the *blocker*:
        # while that is true, the clause need not be visited.
        self._watches: defaultdict[int, list[tuple[Clause, int]]] = defaultdict(list)

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        first, second = clause[:2]
        self._watches[first].append((clause, second))
        self._watches[second].append((clause, first))
        self._clauses.append(clause)

    def imply(self, literal: int, clause: Clause) -> None:
        """Set the only literal of a clause that is not false."""
        self._state.put(literal, CLAUSE)
        self.cause_of[abs(literal)] = clause

    def propagate(self) -> Clause | None:
        """Set what follows from the clauses; one all of whose literals are false, or None."""
        state = self._state
        while self.n_read < len(state.trail):
            literal = state.trail[self.n_read]
            self.n_read += 1
            falsified = [-literal]
            if literal > 0:  # the other letters of the cell are false now
                falsified += [a for a in state.ids[state.cell_of[literal]] if a and a != literal]
            for other in falsified:
                broken = self._visit(other) if other in self._watches else None
                if broken is not None:
                    return broken
        return None

    def _visit(self, literal: int) -> Clause | None:
        """Visit the clauses that watch a literal that has become false.

        Returns: the first one whose literals are all false, or None.
        """
        truth = self._state.truth
        watches, kept, broken = self._watches[literal], [], None
        for at, (clause, blocker) in enumerate(watches):
            if truth(blocker) > 0:
                kept.append((clause, blocker))
                continue
            first = clause[0] if clause[1] == literal else clause[1]
            clause[:2] = first, literal
            value = truth(first)
            if value <= 0 and self._move_watch(clause):
                continue
            kept.append((clause, first))
            if value == 0:
                self.imply(first, clause)
            elif value < 0:
                kept += watches[at + 1 :]
                broken = clause
                break
        self._watches[literal] = kept
        return broken

    def _move_watch(self, clause: Clause) -> bool:
        """Let another literal take the second one's watch; False when all others are false."""
        truth = self._state.truth
        for k in range(2, len(clause)):
            if truth(clause[k]) >= 0:
                clause[1], clause[k] = clause[k], clause[1]
                self._watches[clause[1]].append((clause, clause[0]))
                return True
        return False

    def forget_unused(self, lowest: int) -> int:
        """Forget half of the learnt clauses that were not used: those with the highest LBD.

        All of the last LBD that is concerned go. Clauses with the LBD `lowest` or less stay.

        Returns: how many learnt clauses are left.
        """
        unused = [clause for clause in self._clauses if clause.lbd > lowest and not clause.used]
        by_lbd = sorted((clause.lbd for clause in unused), reverse=True)
        limit = by_lbd[len(by_lbd) // 2 - 1] if len(by_lbd) > 1 else MAX_LBD + 1
        return self._keep([c for c in self._clauses if c.lbd < limit or c.used])

    def forget_above(self, lowest: int) -> None:
        """Forget the learnt clauses with a higher LBD."""
        self._keep([clause for clause in self._clauses if clause.lbd <= lowest])

    def _keep(self, clauses: list[Clause]) -> int:
        self._clauses = []
        self._watches.clear()
        for clause in clauses:
            clause.used = False
            self.add(clause)
        return sum(clause.lbd > 0 for clause in clauses)
