"""How many of some cells hold one of some letters."""

from __future__ import annotations

import re
from typing import Any

from satcross.verification.rules import Filled, Found, line_of_cells
from satcross.verification.rules.constraint import regex_of

FAULT = "count"


def faults(rule: Any, filled: Filled) -> Found:
    """The letters of which there are too few or too many."""
    alphabet = filled.words.alphabet
    names = line_of_cells(rule.cells)
    if rule.cells == "cell":
        names = [name for name in filled.cells if name in filled.printed]
    held = [filled.cells.get(name) for name in dict.fromkeys(names)]
    texts = [alphabet.symbols(text) for text in held if text and alphabet.is_word(text)]
    letters = re.compile(regex_of(rule.letters, alphabet) if rule.letters else ".", re.DOTALL)
    wanted = [letters.pattern]
    if rule.each:
        symbols = map(alphabet.symbols, alphabet.texts)
        wanted = [re.escape(one) for one in symbols if letters.fullmatch(one)]
    numbers = [int(number) for number in re.findall(r"\d+", rule.number)] or [0]
    least, most = numbers[0], numbers[-1]
    if rule.number == "all":
        least = most = len(held)
    elif rule.number.startswith("at most"):
        least = 0
    elif rule.number.startswith("at least"):
        most = len(held)
    for expression in wanted:
        n = sum(re.fullmatch(expression, text, re.DOTALL) is not None for text in texts)
        if not least <= n <= most:
            yield "", f"{n} cells hold a letter of {rule.letters or 'the alphabet'}: {rule}"
