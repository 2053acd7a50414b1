"""The certificate of the best fill: no fill has a higher lowest score, or a higher total."""

from __future__ import annotations

from satcross.encoding.letters import LetterVars
from satcross.model.consistency import arc_consistent
from satcross.model.fill import Fill
from satcross.results import Reason
from satcross.solve.lazy.scored import ScoredSession
from satcross.solve.refining import with_all_rules
from satcross.task import Deadline
from satcross.tasks.certificate.form import NO_FILL, NO_HIGHER_LOWEST, NO_HIGHER_TOTAL
from satcross.tasks.certificate.proof import Proof
from satcross.tasks.optimise.objective import FillValue


def prove_best(
    proof: Proof, value_of: FillValue, best: Fill | None, deadline: Deadline
) -> Reason | None:
    """Prove that no fill is better, and write it; why there was no time for that, or None.

    Another call goes on.

    Args:
        proof: of this puzzle.
        value_of: what fills are worth; some slot counts.
        best: the best fill; None where there is no fill.
        deadline: when to stop.
    """
    if not proof.has_begun:
        _begin(proof, value_of, best)
    return proof.run(deadline)


def _begin(proof: Proof, value_of: FillValue, best: Fill | None) -> None:
    puzzle, weights = value_of.puzzle, list(value_of.weights)
    if best is None:
        proof.begin(arc_consistent(puzzle), NO_FILL)
        return
    wanted = (value_of.value(best) or 0) + 1
    if value_of.goal == "lowest":
        domains = arc_consistent(puzzle, rows=value_of.rows_from(wanted))
        proof.begin(domains, NO_HIGHER_LOWEST, [best], weights=weights)
        return
    domains = arc_consistent(puzzle)
    session = ScoredSession(domains, weights, **proof.watched)
    session.target = wanted
    proof.begin(
        domains,
        NO_HIGHER_TOTAL,
        [best],
        session=with_all_rules(session, domains, LetterVars(domains)),
        weights=weights,
        classes=list(session.scored.scores),
    )
