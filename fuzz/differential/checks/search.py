"""Whether there is a fill, which ones there are, under which assumptions: engines and encodings."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from fuzz.differential.brute import Cells
from fuzz.differential.checks.base import (
    Check,
    Difference,
    Trial,
    always,
    answers_of,
    has_fills,
    listed,
    require,
    run_with_stops,
    verdict,
)
from fuzz.differential.engines import (
    EAGER_ENGINES,
    ORACLE,
    STOPPABLE_ENGINES,
    eager_in_process,
    eager_session,
    kernel_of,
    open_session,
    options_of,
    short_slices,
)
from satcross.encoding.decode import decode
from satcross.encoding.encode import ENCODINGS, encode
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.fill import Fill
from satcross.solve.protocol import LazySession, Outcome, Session
from satcross.task import Task
from satcross.tasks.enumerate import Distinct, Fills
from satcross.tasks.fill import FillTask


def check_verdict(trial: Trial) -> None:
    """`fill` finds a fill, or proves that there is none."""
    engine = trial.any_engine(STOPPABLE_ENGINES)
    with (
        kernel_of(engine),
        eager_in_process(),
        FillTask(trial.puzzle, options_of(engine, trial.seed)) as task,
    ):
        found = verdict(task.run())
    _check_verdict(trial, found)


def _check_verdict(trial: Trial, found: Fill | None) -> None:
    if found is None:
        require(not trial.case.has_fill, "no fill was found")
    else:
        require(trial.is_right(found), f"a wrong fill: {found.grid.cells}")


def check_stopped_verdict(trial: Trial) -> None:
    """The same, stopped at some step again and again."""
    engine = trial.any_engine(STOPPABLE_ENGINES)
    with (
        kernel_of(engine),
        eager_in_process(),
        short_slices(trial.rng.choice((1, 2, 5))),
        FillTask(trial.puzzle, options_of(engine, trial.seed)) as task,
    ):
        result, _ = run_with_stops(task, trial)
    _check_verdict(trial, verdict(result))


def check_fills(trial: Trial) -> None:
    """`fill --all` lists all fills."""
    _check_list(trial, "grids", stops=False)


def check_stopped_fills(trial: Trial) -> None:
    """The same, stopped at some step again and again."""
    with short_slices(trial.rng.choice((1, 2, 5))):
        _check_list(trial, "grids", stops=True)


def check_other_words(trial: Trial) -> None:
    """`--distinct words`: no two fills with a word in common, and no other fits beside them."""
    _check_list(trial, "words", stops=trial.rng.random() < 0.2)


def check_other_entries(trial: Trial) -> None:
    """`--distinct K`: any two fills differ in K entries, and no other does from all of them."""
    _check_list(trial, trial.rng.choice((1, 2, 2, 3, 4)), stops=trial.rng.random() < 0.2)


def _check_list(trial: Trial, distinct: Distinct, *, stops: bool) -> None:
    engine = trial.any_engine(STOPPABLE_ENGINES)
    options = options_of(engine, trial.seed)
    limit = trial.rng.choice((None, len(trial.fills) + 1))  # all fills are listed, few searched
    with (
        kernel_of(engine),
        eager_in_process(),
        Fills(trial.puzzle, options, limit=limit, distinct=distinct) as fills,
    ):
        answers = answers_of(fills)
        result: Any
        if stops:
            result, _ = run_with_stops(fills, trial)
        else:
            result = fills.run()
        require(fills.is_exhausted, f"the list has not ended: {result}")
    found = listed((fill.grid.cells for fill in answers), "a fill")
    require(found <= trial.fills, f"wrong fills: {found - trial.fills}")
    if distinct == "grids":
        require(found == trial.fills, f"fills are missing: {trial.fills - found}")
        return
    for one, other in combinations(sorted(found), 2):
        require(_is_apart(trial, one, other, distinct), f"too much alike: {one} and {other}")
    for left in trial.fills - found:
        fits = bool(found) and all(_is_apart(trial, left, fill, distinct) for fill in found)
        require(not fits, f"left out: {left}")
    require(bool(found) == bool(trial.fills), "no fill was found")


def _is_apart(trial: Trial, one: Cells, other: Cells, distinct: Distinct) -> bool:
    runs = trial.free_runs()
    words = [(trial.text(run, one), trial.text(run, other)) for run in runs]
    if distinct == "words":
        return {word for word, _ in words}.isdisjoint(word for _, word in words)
    return sum(mine != yours for mine, yours in words) >= int(distinct)


def check_session(trial: Trial) -> None:
    """All fills by a session, one blocked after the other."""
    engine = trial.any_engine()
    domains = _consistent(trial)
    if domains is None:
        return
    letters = LetterVars(domains)
    session = open_session(engine, domains, letters, trial.seed)
    found: list[Cells] = []
    with kernel_of(engine):
        while len(found) <= len(trial.fills):
            answer = session.solve()
            if answer.assignment is None:
                break
            codes = letters.letters(answer.assignment.true_variables(letters.n))
            found.append(Fill(trial.puzzle, codes).grid.cells)
            session.add_clause([-literal for literal in letters.literals(codes)])
    session.close()
    require(listed(found, "a fill") == trial.fills, f"found {sorted(found)}")


def check_consistency(trial: Trial) -> None:
    """Arc consistency removes no letter and no word of a fill."""
    domains = arc_consistent(trial.puzzle)
    if domains.emptied is not None:
        require(not trial.fills, f"arc consistency emptied slot {domains.emptied}")
        return
    texts = trial.puzzle.texts
    for cell in domains.cells:
        left = {texts[code] for code in domains.letters[cell].nonzero()[0].tolist()}
        held = {fill[cell] for fill in trial.fills}
        require(held <= left, f"letters of cell {cell}: {left} instead of {held}")
    for slot, codes in zip(trial.puzzle.slots, domains.codes, strict=True):
        words = {tuple(texts[code] for code in row) for row in codes.tolist()}
        held_words = {tuple(fill[cell] for cell in slot.cells) for fill in trial.fills}
        require(held_words <= words, f"words of {slot}: {words} instead of {held_words}")


def _consistent(trial: Trial) -> Domains | None:
    domains = arc_consistent(trial.puzzle)
    if domains.emptied is None:
        return domains
    require(not trial.fills, f"arc consistency emptied slot {domains.emptied}")
    return None


def check_models(trial: Trial) -> None:
    """The formula has one model for each fill: its other variables follow from the letters."""
    encoding = trial.rng.choice(ENCODINGS)
    engine = f"{trial.rng.choice(('minisat22', 'cadical195'))}, {encoding}"
    trial.engine = engine
    domains = _consistent(trial)
    if domains is None:
        return
    encoded = encode(domains, encoding=encoding)
    session = eager_session(encoded, options_of(engine, trial.seed))
    found: list[Cells] = []
    while len(found) <= len(trial.fills):
        answer = session.solve()
        if answer.assignment is None:
            break
        found.append(decode(encoded, answer.assignment).grid.cells)
        values = answer.assignment.values
        n = encoded.formula.n_vars
        session.add_clause([-v if values[v] else v for v in range(1, n + 1)])
    session.close()
    require(listed(found, "a model's fill") == trial.fills, f"found {sorted(found)}")


def check_assumptions(trial: Trial) -> None:
    """One session asked under changing assumptions, with clauses in between and small limits."""
    engine = trial.any_engine()
    rng, domains = trial.rng, _consistent(trial)
    if domains is None:
        return
    letters = LetterVars(domains)
    session = open_session(engine, domains, letters, trial.seed)
    fills = {frozenset(_literals(trial, letters, fill)) for fill in trial.fills}
    with kernel_of(engine):
        for _ in range(rng.choice((2, 4, 8))):
            n = min(letters.n, rng.choice((0, 1, 1, 2, 3)))
            assumed = [
                variable if rng.random() < 0.6 else -variable
                for variable in rng.sample(range(1, letters.n + 1), n)
            ]
            fits = {fill for fill in fills if _holds(fill, assumed)}
            answer = _solve(session, assumed, rng.random() < 0.3)
            if answer.outcome is Outcome.SAT:
                true = frozenset(v for v in range(1, letters.n + 1) if answer.assignment.is_true(v))
                require(true in fits, f"{sorted(true)} under {assumed}")
                if rng.random() < 0.5:
                    session.add_clause([-literal for literal in true])
                    fills.discard(true)
            else:
                require(not fits, f"unsatisfiable under {assumed}")
                require(set(answer.core) <= set(assumed), f"core {answer.core} of {assumed}")
                fitting = [fill for fill in fills if _holds(fill, answer.core)]
                require(not fitting, f"core {answer.core} of {assumed} can hold")
            if isinstance(session, LazySession):
                for literal in session.fixed_letters():
                    right = all((abs(literal) in fill) == (literal > 0) for fill in fills)
                    require(right, f"literal {literal} was reported as fixed")
    session.close()


def _literals(trial: Trial, letters: LetterVars, fill: Cells) -> list[int]:
    texts = trial.puzzle.texts
    found = [int(letters.ids[c, texts.index(fill[c])]) for c in letters.domains.cells]
    require(0 not in found, f"arc consistency has removed a letter of {fill}")
    return found


def _holds(fill: frozenset[int], literals: Any) -> bool:
    return all((abs(literal) in fill) == (literal > 0) for literal in literals)


def _solve(session: Session, assumed: list[int], limited: bool) -> Any:
    """The answer, where `limited` by a lazy engine that is stopped after every conflict."""
    if not (limited and isinstance(session, LazySession)):
        return session.solve(assumed)
    for _ in range(1000):
        answer = session.solve(assumed, conflicts=1, keep_noise=True)
        if answer.outcome is not Outcome.UNKNOWN:
            return answer
    raise Difference("no answer after 1,000 calls of one conflict each")


def check_kernels(trial: Trial) -> None:
    """The kernel and the oracle make the same search: the same answers after the same work."""
    works: list[Any] = []
    for engine in ("lazy", f"lazy, {ORACLE}"):
        answers: list[Cells] = []
        with kernel_of(engine):
            task: Task[Any, Any]
            with Fills(trial.puzzle, options_of(engine, trial.seed), limit=5) as task:
                answers.extend(fill.grid.cells for fill in task)
                work = task.work
        works.append((answers, work.conflicts, work.decisions, work.n_words))
    require(works[0] == works[1], f"{works[0]} compiled, {works[1]} in Python")


def check_repeated(trial: Trial) -> None:
    """The same seed gives the same answers, in the same order."""
    engine = trial.any_engine(STOPPABLE_ENGINES)
    lists: list[list[Cells]] = []
    for _ in range(2):
        with (
            kernel_of(engine),
            eager_in_process(),
            Fills(trial.puzzle, options_of(engine, trial.seed), limit=4) as fills,
        ):
            lists.append([fill.grid.cells for fill in fills])
    require(lists[0] == lists[1], f"{lists[0]}, then {lists[1]}")


def check_eager_encodings(trial: Trial) -> None:
    """A fill by a random eager solver and encoding, which `check_verdict` seldom asks for."""
    engine = trial.of(EAGER_ENGINES)
    domains = _consistent(trial)
    if domains is None:
        return
    letters = LetterVars(domains)
    session = open_session(engine, domains, letters, trial.seed)
    answer = session.solve()
    session.close()
    if answer.assignment is None:
        require(not trial.fills, "no fill was found")
        return
    codes = letters.letters(answer.assignment.true_variables(letters.n))
    _check_verdict(trial, Fill(trial.puzzle, codes))


CHECKS = (
    Check("fill", 4.0, check_verdict, always),
    Check("fill, interrupted", 2.0, check_stopped_verdict, always),
    Check("fill, eager", 1.0, check_eager_encodings, has_fills),
    Check("enumerate", 1.5, check_fills, has_fills),
    Check("enumerate, interrupted", 0.7, check_stopped_fills, has_fills),
    Check("enumerate, session", 3.0, check_session, has_fills),
    Check("distinct words", 1.0, check_other_words, has_fills),
    Check("distinct K", 1.5, check_other_entries, has_fills),
    Check("consistency", 1.5, check_consistency, has_fills),
    Check("models", 0.8, check_models, has_fills),
    Check("assumptions", 5.0, check_assumptions, has_fills),
    Check("kernels", 1.0, check_kernels, always),
    Check("repeated", 0.3, check_repeated, always),
)
