"""The squares of the letters of an acrostic: an answer has them in different words."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence

from satcross.kinds.quotations.quotation import Quotation

_EXCHANGES, _IN_ORDER = 1_500, 5  # of squares; what letters in order cost


def spread(
    quotation: Quotation, answers: Sequence[Sequence[str]], seed: int
) -> tuple[tuple[int, ...], ...]:
    """For each answer, the numbers of its letters in the quotation.

    Squares of one letter are exchanged as long as that leaves fewer pairs of letters of an answer
    in one word, and fewer letters that follow each other as in the answer.
    """
    rng = random.Random(seed)
    word_of = [at for at, word in enumerate(quotation.words) for _ in word]
    squares: dict[str, list[int]] = {}
    for at, letter in enumerate(quotation.letters):
        squares.setdefault(letter, []).append(at)
    free = {letter: rng.sample(places, len(places)) for letter, places in squares.items()}
    owner: list[tuple[int, int]] = [(0, 0)] * len(word_of)  # answer and number of its letter
    for answer, letters in enumerate(answers):
        for at, letter in enumerate(letters):
            owner[free[letter].pop()] = answer, at
    within = Counter((owner[at][0], word) for at, word in enumerate(word_of))

    def cost(at: int) -> int:
        answer, number = owner[at]
        near = (answer, number - 1), (answer, number + 1)
        in_order = sum(0 <= one < len(owner) and owner[one] in near for one in (at - 1, at + 1))
        return within[answer, word_of[at]] - 1 + _IN_ORDER * in_order

    def exchange(one: int, other: int) -> None:
        for at in (one, other):
            within[owner[at][0], word_of[at]] -= 1
        owner[one], owner[other] = owner[other], owner[one]
        for at in (one, other):
            within[owner[at][0], word_of[at]] += 1

    least, best = math.inf, owner
    for _ in range(_EXCHANGES):
        costs = [cost(at) for at in range(len(owner))]
        if sum(costs) < least:
            least, best = sum(costs), list(owner)
        bad = [at for at, n in enumerate(costs) if n and len(squares[quotation.letters[at]]) > 1]
        if not bad:
            break
        at = rng.choice(bad)
        others = []
        for other in squares[quotation.letters[at]]:
            if other != at:
                exchange(at, other)
                others.append((cost(at) + cost(other) - costs[other], rng.random(), other))
                exchange(at, other)
        exchange(at, min(others)[2])
    places = sorted((answer, number, at) for at, (answer, number) in enumerate(best))
    return tuple(tuple(at for answer, _, at in places if answer == n) for n in range(len(answers)))
