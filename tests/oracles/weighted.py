"""A weighted model counter, by splitting on variables and on parts that share none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

Clauses = list[tuple[int, ...]]


def weighted_count(
    clauses: Sequence[Sequence[int]], n_vars: int, weights: Mapping[int, Fraction]
) -> Fraction:
    """The sum over all models of the products of the weights of their literals, by default 1."""

    def weight(literal: int) -> Fraction:
        return weights.get(literal, Fraction(1))

    def free(variables: set[int]) -> Fraction:
        product = Fraction(1)
        for variable in variables:
            product *= weight(variable) + weight(-variable)
        return product

    def count(left: Clauses, variables: set[int]) -> Fraction:
        """Of clauses over some variables."""
        if () in left:
            return Fraction(0)
        unit = next((clause[0] for clause in left if len(clause) == 1), 0)
        if unit:
            rest = variables - {abs(unit)}
            return weight(unit) * count(reduced(left, unit), rest)
        product = Fraction(1)
        for part in parts(left):
            inside = {abs(literal) for clause in part for literal in clause}
            variables = variables - inside
            literal = max(inside, key=lambda one: sum(one in map(abs, c) for c in part))
            rest = inside - {literal}
            product *= sum(
                (weight(lit) * count(reduced(part, lit), rest) for lit in (literal, -literal)),
                Fraction(0),
            )
            if not product:
                return product
        return product * free(variables)

    return count([tuple(clause) for clause in clauses], set(range(1, n_vars + 1)))


def reduced(clauses: Clauses, literal: int) -> Clauses:
    """The clauses where a literal is true."""
    left = (clause for clause in clauses if literal not in clause)
    return [tuple(other for other in clause if other != -literal) for clause in left]


def parts(clauses: Clauses) -> list[Clauses]:
    """The clauses in groups that share no variable."""
    found: list[tuple[set[int], Clauses]] = []
    for clause in clauses:
        variables = set(map(abs, clause))
        touched = [one for one in found if one[0] & variables]
        merged: Clauses = [clause]
        for one in touched:
            variables |= one[0]
            merged += one[1]
        found = [one for one in found if one not in touched]
        found.append((variables, merged))
    return [part for _, part in found]
