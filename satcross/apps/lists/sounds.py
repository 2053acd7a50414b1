"""How English words sound, from the CMU Pronouncing Dictionary: homophones and spoonerisms.

Sounds are a letter each, capitals for vowels; stress is left out. The pronunciation is American.
`scripts/build_pronunciations.py` makes the file.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

_FILE = Path(__file__).parent / "data" / "pronunciations.gz"
_MOST = 8  # pronunciations of a phrase, whose words may have several each


@cache
def _lines() -> str:
    """All lines, `word sounds`, between line ends."""
    return "\n" + gzip.decompress(_FILE.read_bytes()).decode("ascii")


def sounds_of(*words: str) -> list[str]:
    """The pronunciations of words one after the other; none if one of them is not known.

    Args: words: letters, in any case.

    >>> sounds_of("I", "scream") == sounds_of("ice", "cream"), sounds_of("qqq")
    (True, [])
    """
    known = [list(dict.fromkeys(_found(f"\n{word.lower()} ", "\n"))) for word in words]
    return ["".join(some) for some, _ in zip(product(*known), range(_MOST), strict=False)]


def words_of(sounds: str) -> list[str]:
    """The words that sound so, in capitals and in alphabetical order.

    >>> words_of(sounds_of("flower")[0])
    ['FLOUR', 'FLOWER']
    """
    return [word.upper() for word in _found(f" {sounds}\n", "\n", backwards=True)]


def _found(text: str, end: str, *, backwards: bool = False) -> Iterator[str]:
    """What follows each occurrence of a text up to an end, or precedes it."""
    lines = _lines()
    at = lines.find(text)
    while at >= 0:
        if backwards:
            yield lines[lines.rfind(end, 0, at) + 1 : at]
        else:
            yield lines[at + len(text) : lines.find(end, at + len(text))]
        at = lines.find(text, at + 1)


def splits(sounds: str) -> Iterator[tuple[str, str]]:
    """The ways to divide sounds in two that each have a vowel."""
    for at in range(1, len(sounds)):
        one, two = sounds[:at], sounds[at:]
        if not (one.islower() or two.islower()):
            yield one, two


def swapped(one: str, two: str) -> tuple[str, str] | None:
    """Both with the consonants before their first vowels exchanged; None if these are the same.

    >>> swapped("bAtO", "flI")
    ('flAtO', 'bI')
    """
    begins = [sounds[: next(n for n, sound in enumerate(sounds) if sound.isupper())]
              for sounds in (one, two)]  # fmt: skip
    if begins[0] == begins[1]:
        return None
    return begins[1] + one[len(begins[0]) :], begins[0] + two[len(begins[1]) :]
