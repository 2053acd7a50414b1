"""What the user requires of letters in cells and words in slots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from satcross.model.alphabet import Alphabet
from satcross.verification.rules import Filled, FilledRows

FAULT = "constraint"


def faults(rule: Any, filled: Filled) -> Iterator[tuple[str, str]]:
    """What is wrong, where too few or too many of the literals hold."""

    def holds(literal: Any) -> bool:
        match = _regex(literal, filled.words.alphabet).fullmatch
        if hasattr(literal, "cell"):
            found = any(
                match(held) for cell, held in filled.cells.items() if literal.cell in (None, cell)
            )
        else:
            texts = [
                entry.word for entry in filled.entries if literal.slot in (None, entry.slot.upper())
            ]
            if literal.slot is not None and not texts:  # a cell with a name
                held = filled.cells.get(literal.slot.lower())
                texts = [] if held is None else [held]
            found = any(map(match, texts))
        return bool(found != literal.negated)

    if _is_wrong(rule, sum(map(holds, rule.literals))):
        yield "", f"does not hold: {rule}"


def wrong_rows(rule: Any, rows: FilledRows) -> Any:
    """By fill, whether too few or too many of the literals hold."""
    n: Any = 0
    for literal in rule.literals:
        regex = _regex(literal, rows.alphabet)
        if hasattr(literal, "cell"):
            there = rows.holding(literal.cell, regex)
        else:
            there = rows.spelling(literal.slot, regex)
        n = n + (there ^ literal.negated)
    return _is_wrong(rule, n)


def _regex(literal: Any, alphabet: Alphabet) -> re.Pattern[str]:
    text = literal.text if hasattr(literal, "cell") else literal.pattern
    return re.compile(regex_of(text, alphabet), re.DOTALL)


def _is_wrong(rule: Any, n: Any) -> Any:
    """Whether `n` literals, or numbers of them, are too few or too many."""
    return (n < rule.least) | (n > (len(rule.literals) if rule.most is None else rule.most))


def regex_of(pattern: str, alphabet: Alphabet) -> str:
    """A pattern of words as a regular expression."""
    out = ""
    while pattern:
        char, pattern = pattern[0], pattern[1:]
        if char == "[":
            inside, _, pattern = pattern.partition("]")
            negated = inside.startswith("^")
            letters = inside[negated:]
            while match := re.search("(.)-(.)", letters):  # a range
                first, last = (alphabet.letters.index(end.upper()) for end in match.groups())
                letters = letters.replace(match[0], alphabet.letters[first : last + 1])
            chosen = re.escape(alphabet.normalise(letters) or "")
            out += f"[{'^' * negated}{chosen}]"
        else:
            out += {"?": ".", ".": ".", "_": ".", "*": ".*"}.get(char) or re.escape(
                alphabet.normalise(char) or ""
            )
    return out
