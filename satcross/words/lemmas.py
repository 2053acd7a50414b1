"""Forms of one word: the base form from which a common English ending makes a word.

`base_of` looks only at the ending, and accepts a base form only if it is a known word.

| ending | base form | examples |
| --- | --- | --- |
| -S | the rest, unless it ends in S, X or Z | CATS CAT, HORSES HORSE, DIES DIE |
| -ES | the rest, when it ends in S, X, Z, CH, SH or O | BOXES BOX, GOES GO |
| -IES, -IED | the rest with Y, after a consonant | PONIES PONY, TRIED TRY |
| -D | the rest, when it ends in E | HOPED HOPE, FREED FREE |
| -ED | the rest; or without one of two equal consonants at its end | TESTED TEST, HOPPED HOP |
| -ING | the rest; or with E; or without one of two equal consonants at its end | TESTING TEST, \
HOPING HOPE, HOPPING HOP |

The first known base form in this order counts; for -ING, the one with E comes first if the rest
ends in one vowel and one consonant (HOPING is of HOPE, not HOP; SINGING is of SING, not SINGE).
A base form has at least three letters, one of them a vowel or Y; two are enough before -ES and
-ING (GOES, DOING), and before -D it needs four if it ends in EE (FREED is of FREE, but SEED is not
of SEE).

The rule is applied repeatedly, so that PAINTINGS, PAINTED and PAINTS all lead to PAINT. It does
not know meanings: NEWS counts as a form of NEW, and WICKED as a form of WICK. It does not relate
BUSS to BUS, SING to SIN, PLANED to PLAN if PLANE is known, or any irregular form: GEESE, SANG.
Comparatives, -ER, -LY and the like count as other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

_VOWELS = frozenset("AEIOU")
_SIBILANT = ("S", "X", "Z", "CH", "SH")

Known = Callable[[str], bool]


def base_of(word: str, known: Known) -> str | None:
    """The known word of which `word` is a form, by this module's table; None if there is none.

    Args:
        word: upper-case letters.
        known: whether a string is a known word.

    >>> words = {"HOP", "HOPE", "SIN", "SING", "GO"}
    >>> [base_of(word, words.__contains__) for word in ("HOPING", "HOPPED", "SING", "GOES", "HOPE")]
    ['HOPE', 'HOP', None, 'GO', None]
    """
    return next((base for base in _bases(word) if known(base)), None)


def root_of(word: str, known: Known) -> str:
    """The base form of the base form of … `word`; `word` itself if it has none.

    >>> root_of("PAINTINGS", {"PAINTING", "PAINT"}.__contains__)
    'PAINT'
    """
    while (base := base_of(word, known)) is not None:
        word = base  # shorter, so this ends
    return word


def _bases(word: str) -> Iterator[str]:
    """The possible base forms of `word`, the most likely first."""
    if word.endswith("S"):
        stem = word[:-1]
        if _is_base(stem, 3) and not stem.endswith(("S", "X", "Z")):
            yield stem
        if word.endswith("ES"):
            stem = word[:-2]
            if _is_base(stem, 2) and stem.endswith((*_SIBILANT, "O")):
                yield stem
            if word.endswith("IES"):
                yield from _with_y(word[:-3])
    elif word.endswith("ED"):
        stem = word[:-2]
        if _is_base(word[:-1], 4 if stem.endswith("E") else 3):
            yield word[:-1]
        if stem.endswith("I"):
            yield from _with_y(stem[:-1])
        if _is_base(stem, 3) and not stem.endswith("E"):
            yield stem
        yield from _undoubled(stem)
    elif word.endswith("ING"):
        stem = word[:-3]
        plain = [stem] if _is_base(stem, 2) else []
        with_e = [stem + "E"] if _is_base(stem, 2) and not stem.endswith("E") else []
        yield from [*with_e, *plain] if _ends_short(stem) else [*plain, *with_e]
        yield from _undoubled(stem)


def _is_base(stem: str, n_letters: int) -> bool:
    return len(stem) >= n_letters and not _VOWELS.isdisjoint(stem.replace("Y", "A"))


def _with_y(stem: str) -> Iterator[str]:
    if len(stem) >= 2 and stem[-1] not in _VOWELS:
        yield stem + "Y"


def _undoubled(stem: str) -> Iterator[str]:
    if len(stem) >= 4 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS and _is_base(stem, 4):
        yield stem[:-1]


def _ends_short(stem: str) -> bool:
    """Whether a stem ends in one vowel and one consonant, like HOP, but not SING or EAT."""
    return (
        len(stem) >= 2
        and stem[-1] not in _VOWELS
        and stem[-1] not in "WXY"
        and stem[-2] in _VOWELS
        and (len(stem) == 2 or stem[-3] not in _VOWELS)
    )
