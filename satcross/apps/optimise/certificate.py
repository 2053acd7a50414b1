"""A certificate that no fill is better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satcross import Fill, Reason, arc_consistent
from satcross.extend import Claimed, Deadline, LetterVars
from satcross.solve.lazy.scored import ScoredSession
from satcross.solve.refining import with_rules
from satcross.tasks.certificate.proof import ClaimProver

if TYPE_CHECKING:
    from satcross.extend import FillValue


def prove_best(
    proof: ClaimProver, value_of: FillValue, best: Fill | None, deadline: Deadline
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


def _begin(proof: ClaimProver, value_of: FillValue, best: Fill | None) -> None:
    puzzle, weights = value_of.puzzle, list(value_of.weights)
    if best is None:
        proof.begin(arc_consistent(puzzle), Claimed.NO_FILL)
        return
    wanted = (value_of.value(best) or 0) + 1
    if value_of.goal == "lowest":
        domains = arc_consistent(puzzle, rows=value_of.rows_from(wanted))
        proof.begin(domains, Claimed.NO_HIGHER_LOWEST, [best], weights=weights)
        return
    domains = arc_consistent(puzzle)
    session = ScoredSession(domains, weights, **proof.watched)
    session.target = wanted
    proof.begin(
        domains,
        Claimed.NO_HIGHER_TOTAL,
        [best],
        session=with_rules(session, domains, LetterVars(domains)),
        weights=weights,
        classes=list(session.scored.scores),
    )
