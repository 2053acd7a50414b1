"""The theorems of `theorems.py`, with the claims that each follows from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from theorem_claims import Claim, FillClaim, PatternClaim

import satcross as sx
from satcross import PatternRules, Range, Symmetry

Most = Mapping[int, tuple[int, int | None]]  # by size: a number, and how many patterns have it


@dataclass(frozen=True)
class Theorem:
    """A statement, and the claims that it follows from.

    Args:
        says: the statement, in Markdown.
        claims: what is proved.
        known: what was known before, in Markdown.
    """

    says: str
    claims: tuple[Claim, ...]
    known: str


# Patterns


def _usual(n: int) -> PatternRules:
    """The usual rules, and no others: those of `--preset none`."""
    return PatternRules(n, n)


def _without_symmetry(n: int) -> PatternRules:
    return PatternRules(n, n, symmetry=Symmetry.NONE)


def _british(n: int) -> PatternRules:
    return sx.pattern_rules(f"{n}x{n}", preset="british", n_blocks=Range(), n_words=Range())


def _words(rules: PatternRules, numbers: Range) -> PatternRules:
    return replace(rules, n_words=numbers)


def _threes(rules: PatternRules, numbers: Range) -> PatternRules:
    return replace(rules, n_of_length={3: numbers})


def _blocks(rules: PatternRules, numbers: Range) -> PatternRules:
    return replace(rules, n_blocks=numbers)


def _most(
    values: Most,
    rules: Callable[[int], PatternRules],
    number_of: Callable[[PatternRules, Range], PatternRules] = _words,
    *,
    cheaters: bool = True,
) -> Iterator[Claim]:
    """The most of something by size, and how many patterns have as many.

    Args: cheaters: whether they may have cheaters.
    """
    for n, (most, n_patterns) in values.items():
        base = rules(n)
        yield PatternClaim(f"{n}x{n}-{most + 1}", number_of(base, Range(most + 1)))
        exactly = replace(number_of(base, Range(most, most)), cheaters=cheaters)
        yield PatternClaim(f"{n}x{n}-{most}", exactly, n_patterns)


def _fewest_blocks(size: int, values: Most) -> Iterator[Claim]:
    """The fewest blocks by the longest word, with an open cell in every row and column."""
    for longest, (fewest, n_patterns) in values.items():
        base = replace(_usual(size), max_length=longest, empty_lines=False)
        yield PatternClaim(f"longest-{longest}-{fewest - 1}", _blocks(base, Range(0, fewest - 1)))
        exactly = _blocks(base, Range(fewest, fewest))
        yield PatternClaim(f"longest-{longest}-{fewest}", exactly, n_patterns)


def _by_symmetry(values: Mapping[Symmetry, int]) -> Iterator[Claim]:
    for symmetry, most in values.items():
        base = PatternRules(15, 15, symmetry=symmetry)
        yield PatternClaim(f"{symmetry}-{most + 1}", _words(base, Range(most + 1)))
        yield PatternClaim(f"{symmetry}-{most}", _words(base, Range(most, most)), None)


# Words


def _double(order: int, score: int, *, exists: bool = False) -> FillClaim:
    """A square of different words."""
    return _rectangle(order, order, score, exists=exists)


def _rectangle(n_rows: int, n_cols: int, score: int, *, exists: bool = False) -> FillClaim:
    grid = "\n".join(["." * n_cols] * n_rows)
    return FillClaim(f"{n_rows}x{n_cols}-{score}", grid, score, exists)


def _single(order: int, score: int, *, exists: bool = False) -> FillClaim:
    """A square of words that are the same across and down: one half, with a slot for each word."""
    rows = [f"{'#' * row}{'.' * (order - row)}" for row in range(order)]
    slots = []
    for at in range(order):
        cells = (f"r{min(at, i) + 1}c{max(at, i) + 1}" for i in range(order))
        slots.append(f"slot w{at + 1}: {' '.join(cells)}")
    # No row or column of this half is a word by itself.
    rules = (f"min-length {order + 1}", *slots)
    return FillClaim(f"half-{order}-{score}", "\n".join(rows), score, exists, rules)


def _best_squares(kind: Callable[..., FillClaim], values: Mapping[int, int]) -> Iterator[Claim]:
    for order, best in values.items():
        yield kind(order, best, exists=True)
        if best < _BEST_SCORE:
            yield kind(order, best + 1)


def _larger_rectangles(area: int, score: int, lengths: Sequence[int]) -> Iterator[Claim]:
    """None of more than `area` letters; words have one of `lengths`."""
    for n_rows, n_cols in combinations_with_replacement(lengths, 2):
        if n_rows * n_cols > area:
            yield _rectangle(n_rows, n_cols, score)


# What is claimed

_BEST_SCORE = 100  # of the built-in list
_LONGEST_45 = 61  # letters of its longest word from score 45 up
_LENGTHS_92 = (*range(2, 16), 36, 40, 43, 45, 54)  # of its words from score 92 up
MOST: Most = {
    5: (10, 1), 6: (12, 1), 7: (22, 1), 8: (28, 1), 9: (32, 4), 10: (40, 1), 11: (50, 4),
    12: (64, 1), 13: (72, 1), 14: (84, 1), 15: (96, 2), 16: (116, 1), 17: (126, 1), 18: (144, 1),
    19: (158, 4), 20: (184, 1), 21: (198, 1),
}  # fmt: skip
MOST_OF_FOUR: Most = {
    8: (16, 1), 9: (26, 1), 10: (36, 1), 11: (40, 1), 12: (44, 20), 13: (52, 2), 14: (64, 25),
    15: (80, 1), 16: (88, 2), 17: (96, 12), 18: (108, 7), 19: (122, None), 20: (144, 1),
    21: (156, 1),
}  # fmt: skip
MOST_WITHOUT_SYMMETRY: Most = {
    5: (10, 1), 6: (12, 1), 7: (22, 2), 8: (28, 2), 9: (34, 1), 10: (40, 3), 11: (51, 11),
    12: (64, 1), 13: (74, 1), 14: (84, 3), 15: (99, 1), 16: (116, 1), 17: (130, 1), 18: (144, 3),
    19: (163, 1), 20: (184, 1), 21: (202, 1),
}  # fmt: skip
_BY_SYMMETRY = {
    Symmetry.ROTATION90: 92, Symmetry.LEFT_RIGHT: 96, Symmetry.DIAGONAL: 98, Symmetry.BOTH: 92,
    Symmetry.DIAGONALS: 94, Symmetry.FULL: 88,
}  # fmt: skip
MOST_THREES = {
    5: 8, 6: 8, 7: 18, 8: 24, 9: 24, 10: 32, 11: 40, 12: 52, 13: 58, 14: 66, 15: 78, 16: 96,
}  # fmt: skip
ONLY_THREES: Most = {
    3: (6, 1), 4: (6, 2), 5: (8, 3), 6: (12, 2), 7: (20, 1), 8: (24, 3), 9: (31, 1),
    10: (38, 3), 11: (48, 3), 12: (60, 2), 13: (70, 1), 14: (80, 7), 15: (94, 6), 16: (108, 1),
    17: (122, 22), 18: (138, 4),
}  # fmt: skip
_BLOCKS_15: Most = {
    14: (19, None), 13: (19, None), 12: (19, None), 11: (20, 117), 10: (21, 84), 9: (22, 77),
    8: (24, 91), 7: (29, 43), 6: (40, 113), 5: (44, 9), 4: (78, 1),
}  # fmt: skip
_BLOCKS_21 = {
    20: 25, 19: 25, 18: 25, 17: 26, 16: 27, 15: 28, 14: 29, 13: 30, 12: 32, 11: 36, 10: 40, 9: 52,
    8: 56, 7: 60, 6: 79, 5: 88, 4: 128,
}  # fmt: skip
_BRITISH: Most = {9: (17, 3), 11: (26, 15), 13: (40, 30), 15: (54, 9)}
ALL = {3: 1, 4: 2, 5: 8, 6: 24, 7: 134}
_DOUBLE = {3: 100, 4: 98, 5: 95}
_SINGLE = {3: 100, 4: 100, 5: 98, 6: 96, 7: 76}


def _listed(values: Mapping[int, object]) -> str:
    """The numbers by size or length, as in "5: 10, 6: 12"."""
    first = ((at, value[0] if isinstance(value, tuple) else value) for at, value in values.items())
    return ", ".join(f"{at}: {value}" for at, value in first)


_OWN = "This is about satcross's own list."
_UNKNOWN = "We know of no published values."

THEOREMS: dict[str, Theorem] = {
    "most-words-15": Theorem(
        "A 15x15 pattern has at most 96 words. Exactly 39 patterns have 96, and exactly two of them"
        " have no cheaters.",
        (
            *_most({15: (96, 39)}, _usual),
            PatternClaim(
                "no-cheaters", replace(_usual(15), n_words=Range(96, 96), cheaters=False), 2
            ),
        ),
        "K. Ferland, *Record crossword puzzles* (American Mathematical Monthly 121, 2014), proved"
        " by hand that 96 is the most, and showed two patterns that have as many, up to cheaters"
        " and reflections. Confirmed, if quarter turns are included: each of the two is another"
        " pattern after one.",
    ),
    "most-words": Theorem(
        f"The most words of an NxN pattern are, by N: {_listed(MOST)}. Four patterns without"
        " cheaters have as many for N = 9, 11 and 19, two for N = 15, and one for each other N.",
        tuple(_most(MOST, _usual, cheaters=False)),
        "[A243826](https://oeis.org/A243826) has these numbers, found by integer programming;"
        " Ferland and Pratt, *Maximal crossword grids* (JCMCC 108), list patterns. The numbers are"
        " confirmed; the lists were not compared.",
    ),
    "most-words-of-four": Theorem(
        "If every word has 4 letters or more, the most words of an NxN pattern are, by N:"
        f" {_listed(MOST_OF_FOUR)}.",
        tuple(_most(MOST_OF_FOUR, lambda n: replace(_usual(n), min_length=4), cheaters=False)),
        "[A378174](https://oeis.org/A378174) has these numbers, found by integer programming."
        " Confirmed, except for N = 9, where it has 20: [a pattern](#corrections) has 26.",
    ),
    "most-words-without-symmetry": Theorem(
        "Without symmetry, the most words of an NxN pattern are, by N:"
        f" {_listed(MOST_WITHOUT_SYMMETRY)}. One pattern of 15x15 without cheaters has 99.",
        tuple(_most(MOST_WITHOUT_SYMMETRY, _without_symmetry, cheaters=False)),
        f"{_UNKNOWN} Half-turn symmetry costs words for every odd N from 9 on, and for no other N.",
    ),
    "most-words-by-symmetry": Theorem(
        "The most words of a 15x15 pattern with other symmetries are: quarter turn 92, left-right"
        " 96, diagonal 98, left-right and top-bottom 92, both diagonals 94, all eight 88.",
        tuple(_by_symmetry(_BY_SYMMETRY)),
        _UNKNOWN,
    ),
    "most-threes": Theorem(
        "The most words of exactly three letters of an NxN pattern are, by N:"
        f" {_listed(MOST_THREES)}.",
        tuple(_most({n: (most, None) for n, most in MOST_THREES.items()}, _usual, _threes)),
        _UNKNOWN,
    ),
    "only-threes": Theorem(
        "If all words have exactly three letters, a cell may be in one word only, and there need be"
        f" no symmetry, the most words of an NxN pattern are, by N: {_listed(ONLY_THREES)}.",
        tuple(
            _most(
                ONLY_THREES,
                lambda n: replace(_without_symmetry(n), max_length=3, all_checked=False),
            )
        ),
        "[A351516](https://oeis.org/A351516) has the numbers up to N = 11. Confirmed, except for"
        " N = 9 and 10, where it has 30 and 36: [patterns](#corrections) have 31 and 38. Those from"
        " N = 12 on are not in it.",
    ),
    "fewest-blocks-15": Theorem(
        "The fewest blocks of a 15x15 pattern with an open cell in every row and column are, by the"
        f" longest word that is allowed: {_listed(_BLOCKS_15)}. With 3 there is no pattern.",
        (
            *_fewest_blocks(15, _BLOCKS_15),
            PatternClaim("longest-3", replace(_usual(15), max_length=3, empty_lines=False)),
        ),
        _UNKNOWN,
    ),
    "fewest-blocks-21": Theorem(
        "The fewest blocks of a 21x21 pattern with an open cell in every row and column are, by the"
        f" longest word that is allowed: {_listed(_BLOCKS_21)}.",
        tuple(_fewest_blocks(21, {longest: (n, None) for longest, n in _BLOCKS_21.items()})),
        _UNKNOWN,
    ),
    "most-words-british": Theorem(
        "The most words of a British lattice, by the rules of `satcross pattern --preset british`"
        " without its limits on words and blocks, are, by N: "
        f"{_listed(_BRITISH)}.",
        tuple(_most(_BRITISH, _british)),
        _UNKNOWN,
    ),
    "all-patterns": Theorem(
        f"The numbers of NxN patterns are, by N: {_listed(ALL)}.",
        tuple(PatternClaim(f"{n}x{n}", _usual(n), number) for n, number in ALL.items()),
        "Counted cell by cell they are 1, 15 and 397 for N = 3, 5 and 7, as in"
        " [A323838](https://oeis.org/A323838). Confirmed.",
    ),
    "five-by-five": Theorem(
        "Exactly 6 patterns of 5x5 have an open cell in every row and column.",
        (PatternClaim("5x5", replace(_usual(5), empty_lines=False), 6),),
        "They are ten where only across and down may be exchanged: the ten of Beacham, Chen,"
        " Sillito and van Beek (2001), said to be all. Confirmed.",
    ),
    "best-word-squares": Theorem(
        "The best word square, the same across and down, has words from this score up, by order:"
        f" {_listed(_SINGLE)}.",
        tuple(_best_squares(_single, _SINGLE)),
        _OWN,
    ),
    "no-word-squares": Theorem(
        "There is no word square of order 8 with words from score 70 up, none of order 9 from 55,"
        " and none of order 10 or more from 45.",
        (_single(8, 70), _single(9, 55), *(_single(n, 45) for n in range(10, _LONGEST_45 + 1))),
        f"{_OWN} Larger dictionaries have squares of 8 and 9.",
    ),
    "best-double-squares": Theorem(
        "The best double word square, all of whose words are different, has words from this score"
        f" up, by order: {_listed(_DOUBLE)}.",
        tuple(_best_squares(_double, _DOUBLE)),
        _OWN,
    ),
    "no-double-squares": Theorem(
        "There is no double word square of order 6 with words from score 92 up, none of order 7"
        " from 85, and none of order 8 from 75.",
        (_double(6, 92), _double(7, 85), _double(8, 75)),
        _OWN,
    ),
    "no-large-double-squares": Theorem(
        "There is no double word square of order 10 with words from score 66 up, none of order 11"
        " from 57, and none of order 12 or more from 45.",
        (
            _double(10, 66),
            _double(11, 57),
            *(_double(order, 45) for order in range(12, _LONGEST_45 + 1)),
        ),
        _OWN,
    ),
    "largest-rectangle": Theorem(
        "The largest rectangle of different words from score 92 up has 30 letters, 5 by 6.",
        (_rectangle(5, 6, 92, exists=True), *_larger_rectangles(30, 92, _LENGTHS_92)),
        f"{_OWN} Its words from score 92 up have 2 to 15, 36, 40, 43, 45 or 54 letters.",
    ),
}
