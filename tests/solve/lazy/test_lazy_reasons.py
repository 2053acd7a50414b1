"""Every reason the engine gives follows from the slot's words, by plain enumeration."""

from __future__ import annotations

import pytest
from support.random_puzzles import random_puzzle
from support.seeds import quick

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.solve.cadical.propagator import TablePropagator
from satcross.solve.cadical.session import CadicalSession
from satcross.solve.lazy.problem import table_problem
from satcross.solve.lazy.state import NOT_SET, State
from satcross.solve.protocol import Outcome

SEEDS = range(300)


class Recording(TablePropagator):
    """Keeps each reason with the trail positions of its literals at the time it was asked."""

    def __init__(self, *arguments: object) -> None:
        super().__init__(*arguments)  # type: ignore[arg-type]
        self.asked: list[tuple[int, int, list[int], list[int], int]] = []

    def provide_reason(self, literal: int) -> list[int]:
        clause = super().provide_reason(literal)
        if self._conflict is not None and self._conflict[0] == literal:
            _, slot, before = self._conflict
        else:
            slot, before = self.state.owner[abs(literal)], self.state.position[literal]
        places = [self.state.position[-other] for other in clause[1:]]
        self.asked.append((literal, slot, clause, places, before))
        return clause


def is_implied(state: State, slot: int, clause: list[int]) -> bool:
    """Whether the slot's words, and the rule that no word stands twice, give the clause."""
    cells = state.cells[slot]
    inside = [literal for literal in clause if state.cell_of[abs(literal)] in cells]
    set_elsewhere = {
        state.cell_of[-literal]: state.letter_of[-literal] for literal in clause if literal < 0
    }
    taken = set()
    for other in state.rivals[slot]:
        if all(cell in set_elsewhere for cell in state.cells[other]):
            taken.add(tuple(set_elsewhere[cell] for cell in state.cells[other]))
    table = state.tables[slot]
    for row in (table.word(word) for word in state.start[slot].search(1)):
        holds = dict(zip(cells, row, strict=True))
        satisfied = any(
            (holds[state.cell_of[abs(literal)]] == state.letter_of[abs(literal)]) == (literal > 0)
            for literal in inside
        )
        if not satisfied and tuple(row) not in taken:
            return False
    return True


@pytest.mark.parametrize("first", quick(range(0, len(SEEDS), 50), 1))
def test_reasons_follow_from_the_words_and_use_earlier_literals(
    first: int, lazy_kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satcross.solve.cadical.session.TablePropagator", Recording)
    n_reasons = n_with_other_slot = 0
    for seed in SEEDS[first : first + 50]:
        domains = arc_consistent(random_puzzle(seed))
        if domains.emptied is not None:
            continue
        letters = LetterVars(domains)
        session = CadicalSession(table_problem(domains, letters), seed=seed)
        for _ in range(30):
            answer = session.solve()
            if answer.outcome is not Outcome.SAT:
                break
            assert answer.assignment is not None
            found = letters.letters(answer.assignment.true_variables(letters.n))
            session.add_clause([-literal for literal in letters.literals(found)])
        assert isinstance(session.propagator, Recording)
        state = session.propagator.state
        for literal, slot, clause, places, before in session.propagator.asked:
            assert clause[0] == literal
            assert len(set(clause)) == len(clause)
            assert all(NOT_SET < place < before for place in places)
            assert is_implied(state, slot, clause), (seed, clause)
            n_reasons += 1
            n_with_other_slot += any(
                state.cell_of[abs(other)] not in state.cells[slot] for other in clause
            )
        session.close()
    assert n_reasons > 100
    assert n_with_other_slot > 0  # the rule that no word stands twice is among them
