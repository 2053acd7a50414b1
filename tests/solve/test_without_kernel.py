"""Where the extension module is not built, the eager encoding stands in, or one line says why."""

from __future__ import annotations

import pytest
from support.random_puzzles import random_puzzle
from support.rule_puzzles import Kind, all_fills_by_rules, make_puzzle
from support.seeds import quick

import satcross as sx
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.results import Reason
from satcross.solve.backends.encoded import EncodedSession
from satcross.solve.lazy.engine import VARIABLE
from satcross.solve.protocol import LazySession, Outcome
from satcross.solve.refining import search_session
from satcross.task import Deadline, StopRequest
from satcross.tasks.enumerate import Fills

KINDS = (
    Kind(max_cells=9),
    Kind("ABC", shared=True, max_cells=9),
    Kind("ABDES", near=True, bars=0.1, max_cells=9),
    Kind("AB", rebus=True, max_cells=8),
)


@pytest.fixture(autouse=True)
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "python")
    monkeypatch.setattr("satcross.words.bits._bits", None)


@pytest.mark.parametrize("kind", KINDS, ids=["plain", "shared", "near", "rebus"])
@pytest.mark.parametrize("seed", quick(range(8), 2))
def test_all_rules_are_kept(seed: int, kind: Kind) -> None:
    puzzle = make_puzzle(seed, kind)
    expected = all_fills_by_rules(puzzle)
    assert isinstance(sx.fill(puzzle), sx.Found) == bool(expected)
    assert sorted(fill.grid.cells for fill in Fills(puzzle)) == sorted(expected)


def session_of(seed: int) -> EncodedSession | None:
    domains = arc_consistent(random_puzzle(seed))
    if domains.emptied is not None:
        return None
    session = search_session(domains, LetterVars(domains), seed=seed)
    assert isinstance(session, EncodedSession)
    assert isinstance(session, LazySession)
    return session


def test_a_session_goes_on_after_every_limit() -> None:
    n_stopped = 0
    for seed in range(30):
        session = session_of(seed)
        if session is None:
            continue
        passed = Deadline(None, request := StopRequest())
        request.reason = Reason.CANCELLED
        assert session.solve(deadline=passed).reason is Reason.CANCELLED
        while (answer := session.solve(conflicts=1)).outcome is Outcome.UNKNOWN:
            assert answer.reason is Reason.CONFLICTS
            n_stopped += 1
        assert answer.outcome is session.solve().outcome
        assert session.fixed_letters() == []
        session.close()
    assert n_stopped > 0


@pytest.mark.parametrize(
    ("task", "what"),
    [
        (lambda puzzle, _: sx.optimise(puzzle, goal="total"), "compiled search"),
        (lambda puzzle, folder: sx.prove(puzzle, folder / "proof"), "compiled search"),
    ],
    ids=["total", "prove"],
)
def test_what_needs_the_module_says_so(task, what, tmp_path) -> None:  # type: ignore[no-untyped-def]
    puzzle = sx.Puzzle("\n".join(["...."] * 4), sx.WordList.builtin(min_score=80))
    with pytest.raises(sx.SolverError, match=f"^this needs satcross's {what}: install a wheel"):
        task(puzzle, tmp_path)
