"""Forms of one word: which base form a word is made of by a common English ending.

`base_of` looks at the ending alone, and believes it only when the base form is itself a known word.

| ending | base form | examples |
| --- | --- | --- |
| -S | the rest, unless it ends in S, X or Z | CATS CAT, HORSES HORSE, DIES DIE |
| -ES | the rest, when it ends in S, X, Z, CH, SH or O | BOXES BOX, GOES GO |
| -IES, -IED | the rest with Y, after a consonant | PONIES PONY, TRIED TRY |
| -D | the rest, when it ends in E | HOPED HOPE, FREED FREE |
| -ED | the rest; or without one of two equal consonants at its end | TESTED TEST, HOPPED HOP |
| -ING | the rest; or with E; or without one of two equal consonants at its end | TESTING TEST, \
HOPING HOPE, HOPPING HOP |

The first base form that is known counts, in this order; for -ING, that with E comes first when the
rest ends in one vowel and one consonant (HOPING is of HOPE, not HOP, SINGING of SING, not SINGE).
A base form has three letters or more, with a vowel or Y in it; two will do before -ES and -ING
(GOES, DOING), and before -D four when it ends in EE (FREED is of FREE, but SEED not of SEE).

Of a base form the base form is taken again, so that PAINTINGS, PAINTED and PAINTS meet in PAINT.
The rule knows no meanings: it takes NEWS for a form of NEW, and WICKED for one of WICK. It leaves
BUSS beside BUS, SING beside SIN, PLANED beside PLAN when there is PLANE, and all forms that are not
regular: GEESE, SANG. Comparatives, -ER, -LY and the like make other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

_VOWELS = frozenset("AEIOU")
_SIBILANT = ("S", "X", "Z", "CH", "SH")

Known = Callable[[str], bool]


def base_of(word: str, known: Known) -> str | None:
    """The known word that `word` is a form of, by this module's table; None when there is none.

    Args:
        word: upper-case letters.
        known: tells whether a string is a word.

    >>> words = {"HOP", "HOPE", "SIN", "SING", "GO"}
    >>> [base_of(word, words.__contains__) for word in ("HOPING", "HOPPED", "SING", "GOES", "HOPE")]
    ['HOPE', 'HOP', None, 'GO', None]
    """
    return next((base for base in _bases(word) if known(base)), None)


def root_of(word: str, known: Known) -> str:
    """What `word` comes from when base forms are taken as often as there are any; or itself.

    >>> root_of("PAINTINGS", {"PAINTING", "PAINT"}.__contains__)
    'PAINT'
    """
    while (base := base_of(word, known)) is not None:
        word = base  # which is shorter
    return word


def _bases(word: str) -> Iterator[str]:
    """What `word` may be a form of, the likeliest first."""
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
    """Whether a stem ends in one vowel and one consonant, as HOP does and SING and EAT do not."""
    return (
        len(stem) >= 2
        and stem[-1] not in _VOWELS
        and stem[-1] not in "WXY"
        and stem[-2] in _VOWELS
        and (len(stem) == 2 or stem[-3] not in _VOWELS)
    )
