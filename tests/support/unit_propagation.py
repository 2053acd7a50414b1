"""Unit propagation as plainly as it can be written, for small formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def propagate(clauses: Iterable[Sequence[int]], literals: Iterable[int]) -> set[int] | None:
    """The literals that follow by unit propagation from `literals`; None after a conflict."""
    known = list(clauses)
    true = set(literals)
    if any(-lit in true for lit in true):
        return None
    changed = True
    while changed:
        changed = False
        for clause in known:
            if any(lit in true for lit in clause):
                continue
            open_ = [lit for lit in clause if -lit not in true]
            if not open_:
                return None
            if len(open_) == 1:
                true.add(open_[0])
                changed = True
    return true


def models_of(clauses: Sequence[Sequence[int]], n_vars: int) -> list[tuple[bool, ...]]:
    """All assignments that satisfy `clauses`, by plain enumeration."""
    found = []
    for bits in range(1 << n_vars):
        values = tuple(bool(bits >> i & 1) for i in range(n_vars))
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses):
            found.append(values)
    return found
