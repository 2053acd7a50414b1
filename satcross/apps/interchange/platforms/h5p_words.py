"""The words of a crossword as content of the H5P library `H5P.FindTheWords` 1.4.

The library hides the words in a square of letters itself, anew for each reader.
Source: `semantics.json` of h5p-find-the-words, with its defaults: only the editor of H5P sets them,
and without them the library stops at an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from string import ascii_uppercase

from satcross import LATIN, Crossword, FormatError
from satcross.apps.interchange.platforms.h5p import packed
from satcross.apps.interchange.platforms.questions import title_of
from satcross.extend import (
    Feature,
    Losses,
    PuzzleKind,
    Texts,
    find_slots,
    parse_alphabet,
    pattern_of,
    read_in,
    some_of,
)

KEEPS = frozenset(Feature)
_WORD = re.compile("[A-Za-z]+")
_DIRECTIONS = (
    "horizontal", "horizontalBack", "vertical", "verticalUp",
    "diagonal", "diagonalBack", "diagonalUp", "diagonalUpBack",
)  # fmt: skip
_BEHAVIOUR = {
    "orientations": dict.fromkeys(_DIRECTIONS, True),
    "fillPool": ascii_uppercase,
    "preferOverlap": True,
    "showVocabulary": True,
    "enableShowSolution": True,
    "enableRetry": True,
}
_LEAST_WORDS = 2
_SHOWN = 3


def holds(kind: PuzzleKind) -> bool:
    """Whether words of a kind of puzzles can be found: those that stand in its grid."""
    return not kind.is_quotation


def write(crossword: Crossword, losses: Losses) -> bytes:
    """The words of a grid as a file to upload in the H5P editor.

    Raises:
        FormatError: a letter is missing, or none of A to Z stands for it.
    """
    if kinds := [kind.value for kind in losses.dropped if isinstance(kind, PuzzleKind)]:
        raise FormatError(f"{losses.target} cannot hold puzzles of the kind {kinds[0]}")
    slots = find_slots(pattern_of(crossword))
    words = [read_in(crossword, slot.heading, slot.cells) for slot in slots]
    if not all(words):
        raise FormatError("not all letters are known", hint="fill the grid first")
    losses.note("the grid and the clues: H5P hides the words in a grid of its own")
    plain, told = plain_words(words, losses.language)
    losses.notes += told
    return find_the_words(
        plain,
        title=title_of(crossword, losses.language),
        author=crossword.author,
        rights=crossword.copyright,
        task=crossword.notes,
        language=losses.language,
    )


def plain_words(words: Iterable[str], language: str) -> tuple[list[str], list[str]]:
    """Words in the letters A to Z where others are folded to them, and a note of what is.

    Args: words: in capitals; language: in German Ä is AE, and in others A.
    """
    alphabet = parse_alphabet("german-ae") if language == "de" else LATIN
    listed = list(words)
    plain = [alphabet.normalise(word) or word for word in listed]
    changed = [
        f"{old} as {new}" for old, new in zip(listed, plain, strict=True) if old.upper() != new
    ]
    note = f"letters other than A to Z ({some_of(changed, _SHOWN)})"
    return plain, [note] if changed else []


def find_the_words(
    words: Iterable[str],
    *,
    title: str,
    author: str = "",
    rights: str = "",
    task: str = "",
    language: str = "en",
) -> bytes:
    """A file with words to find.

    Args: title, author, rights: as of `packed`; task: what to do, instead of the usual sentence;
        language: of all that the file says.

    Raises:
        FormatError: there are fewer than two, or they have letters that the library refuses.
    """
    listed = list(dict.fromkeys(words))
    wrong = [word for word in listed if not _WORD.fullmatch(word)]
    if wrong:
        raise FormatError(f"H5P.FindTheWords has only the letters A to Z: {some_of(wrong, _SHOWN)}")
    if len(listed) < _LEAST_WORDS:
        raise FormatError(f"H5P.FindTheWords needs {_LEAST_WORDS} words or more, got {len(listed)}")
    texts = Texts.of(language)
    phrases = texts.phrases
    content = {
        "taskDescription": escape(" ".join(task.split()) or phrases["Find the words in the grid."]),
        "wordList": ",".join(listed),
        "behaviour": _BEHAVIOUR,
        "l10n": {
            "check": phrases["Check"],
            "tryAgain": phrases["Start again"],
            "showSolution": texts.solution,
            "found": "@found / @totalWords",
            "timeSpent": "",
            "score": "@score / @total",
            "wordListHeader": texts.words,
        },
    }
    return packed("H5P.FindTheWords", (1, 4), content, title=title, author=author, rights=rights)
