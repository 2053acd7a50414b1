"""What the user requires of letters in cells and words in slots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from satcross.model.alphabet import Alphabet
from satcross.verification.rules import Filled

FAULT = "constraint"


def faults(rule: Any, filled: Filled) -> Iterator[tuple[str, str]]:
    """What is wrong, where too few or too many of the literals hold."""

    def holds(literal: Any) -> bool:
        if hasattr(literal, "cell"):
            text = filled.words.alphabet.normalise(literal.text)
            found = any(
                held == text for cell, held in filled.cells.items() if literal.cell in (None, cell)
            )
        else:
            pattern = re.compile(regex_of(literal.pattern, filled.words.alphabet), re.DOTALL)
            found = any(
                pattern.fullmatch(entry.word)
                for entry in filled.entries
                if literal.slot in (None, entry.slot.upper())
            )
        return bool(found != literal.negated)

    n = sum(map(holds, rule.literals))
    if n < rule.least or (rule.most is not None and n > rule.most):
        yield "", f"does not hold: {rule}"


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
