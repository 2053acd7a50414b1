"""What `satcross/apps/proofs/checker/_lrat.pyx` does, in Python: an LRAT proof, line by line."""

from __future__ import annotations

from collections.abc import Iterable


def follow(formula: Iterable[list[int]], lines: Iterable[str]) -> int | None:
    """The first line, from 1, that is wrong; 0 at the empty clause, None where it never comes."""
    clauses = dict(enumerate((set(clause) for clause in formula), 1))
    last = len(clauses)
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words[1] == "d":
            if any(clauses.pop(int(word), None) is None for word in words[2:-1]):
                return number
            continue
        end = words.index("0", 1)
        clause = {int(word) for word in words[1:end]}
        if int(words[0]) <= last or not _leads_on(clauses, clause, map(int, words[end + 1 : -1])):
            return number
        last = int(words[0])
        clauses[last] = clause
        if not clause:
            return 0
    return None


def _leads_on(clauses: dict[int, set[int]], clause: set[int], hints: Iterable[int]) -> bool:
    false = set(clause)
    for hint in hints:
        if hint not in clauses:
            return False
        left = clauses[hint] - false
        if not left:
            return True
        if len(left) > 1:
            return False
        false |= {-literal for literal in left}
    return False
