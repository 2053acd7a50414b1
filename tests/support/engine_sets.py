"""The set of all fills of a puzzle by each engine, every fill verified."""

from __future__ import annotations

from satcross.encoding.encode import encode
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.solve.backends.registry import eager_session
from satcross.solve.protocol import Outcome, Session, SolverOptions
from satcross.solve.refining import search_session
from satcross.tasks.checking import faults_of

Cells = tuple[str, ...]
ENCODINGS = ("support", "dawg", "auto")


def fills_of(puzzle: Puzzle, letters: LetterVars, session: Session, most: int) -> set[Cells]:
    """All fills of a session, of which there may be `most`; no fill may come twice."""
    found: set[Cells] = set()
    while True:
        answer = session.solve()
        if answer.outcome is Outcome.UNSAT:
            break
        assert answer.assignment is not None
        fill = Fill(puzzle, letters.letters(answer.assignment.true_variables(letters.n)))
        assert faults_of(puzzle, fill.grid) == [], f"{fill}"
        assert fill.grid.cells not in found
        found.add(fill.grid.cells)
        assert len(found) <= most
        session.add_clause([-literal for literal in letters.literals(fill.letters)])
    session.close()
    return found


def by_engines(puzzle: Puzzle, seed: int, most: int, solver: str) -> dict[str, set[Cells]]:
    """By engine's name, its fills."""
    domains = arc_consistent(puzzle)
    if domains.emptied is not None:
        return {"arc consistency": set()}
    letters = LetterVars(domains)
    found = {
        "lazy": fills_of(puzzle, letters, search_session(domains, letters, seed=seed), most),
    }
    for encoding in ENCODINGS:
        encoded = encode(domains, encoding=encoding)
        session = eager_session(encoded, SolverOptions(solver, seed=seed), in_process=True)
        found[encoding] = fills_of(puzzle, encoded.letters, session, most)
    return found
