"""What the user requires of letters in cells and words in slots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

from satcross.model.alphabet import Alphabet
from satcross.model.cellnames import normal_name
from satcross.verification.rules import Filled, FilledRows

FAULT = "constraint"


def faults(rule: Any, filled: Filled) -> Iterator[tuple[str, str]]:
    """What is wrong, where too few or too many of the literals hold."""
    holds = holding_in(filled)
    if is_wrong(rule, sum(map(holds, rule.literals))):
        yield "", f"does not hold: {rule}"


def holding_in(
    filled: Filled, known: Callable[[Any], bool | None] = lambda _: None
) -> Callable[[Any], bool]:
    """A function that says of a literal, or a constraint, whether it holds.

    Args: known: says it of those that it knows; None of others.
    """
    alphabet = filled.words.alphabet

    def texts_of(literal: Any) -> list[str]:
        name = literal.cell if hasattr(literal, "cell") else literal.slot
        if name in filled.cells:  # a text names cells and slots alike
            return [filled.cells[name]]
        if hasattr(literal, "cell"):
            return [text for cell, text in filled.cells.items() if cell in filled.printed]
        return [one.word for one in filled.entries if name in (None, normal_name(one.slot))]

    def holds(literal: Any) -> bool:
        if hasattr(literal, "literals"):
            return not is_wrong(literal, sum(map(holds, literal.literals)))
        found = known(literal)
        if found is not None:
            return found
        match = _regex(literal, alphabet).fullmatch
        held = [text for text in texts_of(literal) if alphabet.is_word(text)]
        return any(match(alphabet.symbols(text)) for text in held) != bool(literal.negated)

    return holds


def wrong_rows(rule: Any, rows: FilledRows) -> Any:
    """By fill, whether too few or too many of the literals hold."""
    n: Any = 0
    for literal in rule.literals:
        if hasattr(literal, "literals"):
            n = n + ~wrong_rows(literal, rows)
            continue
        regex = _regex(literal, rows.alphabet)
        if hasattr(literal, "cell"):
            there = rows.holding(literal.cell, regex)
        else:
            there = rows.spelling(literal.slot, regex)
        n = n + (there ^ literal.negated)
    return is_wrong(rule, n)


def _regex(literal: Any, alphabet: Alphabet) -> re.Pattern[str]:
    text = literal.text if hasattr(literal, "cell") else literal.pattern
    return re.compile(regex_of(text, alphabet), re.DOTALL)


def is_wrong(rule: Any, n: Any) -> Any:
    """Whether `n` literals, or numbers of them, are too few or too many."""
    return (n < rule.least) | (n > (len(rule.literals) if rule.most is None else rule.most))


def regex_of(pattern: str, alphabet: Alphabet) -> str:
    """A pattern of words as a regular expression for `Alphabet.symbols`."""

    def symbols(text: str) -> str:
        return alphabet.symbols(alphabet.normalise(text) or "")

    out = ""
    for part in re.findall(r"\[[^]]*\]|[?._*]|[^][?._*]+", pattern):
        if part.startswith("["):
            inside = part[1:-1]
            negated = inside.startswith("^")
            pieces = [symbols(piece) for piece in inside[negated:].split("-")]
            chosen = "".join(pieces)
            for before, after in pairwise(pieces):  # a range
                first, last = map(alphabet.letters.index, (before[-1], after[0]))
                chosen += alphabet.letters[first : last + 1]
            out += f"[{'^' * negated}{re.escape(chosen)}]"
        else:
            out += {"?": ".", ".": ".", "_": ".", "*": ".*"}.get(part) or re.escape(symbols(part))
    return out
