"""The word lists of the suite, each written as a file of `WORD;score` lines.

| list | words |
| --- | --- |
| `built-in 10`, `30`, `60` | satcross's own list from that score up |
| `SCOWL-35`, `SCOWL-50` | SCOWL's classes english-words and american-words up to that level |
| `UKACD18plus`, `berghel-134` | files of the data folder |
| the others | small ones that make a grid infeasible, see `_DERIVED` |

SCOWL need not be installed: `satcross/words/data/scowl.dict.gz` has its words, scored by level.
`python -m benchmarks.lists` rebuilds that file from SCOWL itself. SCOWL's notice is in
`satcross/words/data/NOTICE.txt`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import satcross
from satcross.model.alphabet import LATIN
from satcross.words import WordList
from satcross.words.report import MAX_LETTERS, MIN_LETTERS

GRIDS = Path(__file__).parent / "grids"
PACKED = Path(satcross.__file__).parent / "words/data/scowl.dict.gz"  # SCOWL, levels 35 and 50
SCOWL = Path("/usr/share/dict/scowl")


_BUILTIN: Mapping[str, int] = {f"built-in {score}": score for score in (10, 30, 60)}
# Level -> the score that words of that level get.
SCOWL_SCORES: Mapping[int, int] = {35: 90, 50: 70}
_FROM_DATA = ("UKACD18plus", "berghel-134")
_SCORE = 50  # what a list without scores counts


def list_names() -> list[str]:
    """The names of all lists, those that need the data folder too."""
    return [*_BUILTIN, *_FROM_DATA, *_DERIVED]


def missing_file(name: str, data: Path | None) -> str | None:
    """The file that a list needs and that is not there; None if nothing is missing.

    Args:
        name: one of `list_names`.
        data: the folder with `words/`, or None for none.
    """
    source = _data_file(name, data)
    if name not in _FROM_DATA or (source is not None and source.is_file()):
        return None
    return f"words/{name}.txt"


def write_list(name: str, folder: Path, data: Path | None) -> Path:
    """Write a list as `WORD;score` lines.

    Args:
        name: one of `list_names`.
        folder: where to; the file is called after the list.
        data: the folder with `words/`, or None for none.

    Returns:
        The file.

    Raises:
        KeyError: there is no such list.
        WordListError: the list's source is not there.
        OptionError: the file cannot be written.
    """
    path = folder / f"{name.replace(',', '').replace(' ', '-')}.dict"
    _words(name, data).save(path)
    return path


def _words(name: str, data: Path | None) -> WordList:
    if name in _BUILTIN:
        return WordList.builtin(min_score=_BUILTIN[name])
    source = _data_file(name, data)
    if source is not None:
        return WordList.load(source)
    return _unscored(_DERIVED[name]())


def _data_file(name: str, data: Path | None) -> Path | None:
    """Where a list of the data folder should lie; None for other lists."""
    if name not in _FROM_DATA:
        return None
    return (data if data is not None else GRIDS) / "words" / f"{name}.txt"


def _unscored(words: Iterable[str]) -> WordList:
    return WordList.from_words([(word, _SCORE) for word in sorted(words)])


# SCOWL


def scowl_words(level: int) -> set[str]:
    """SCOWL's english-words and american-words up to a level.

    Args: level: a key of `SCOWL_SCORES`.
    Returns: the words as letters; no possessives or others with an apostrophe.
    """
    return {word for word, _ in _scowl().with_min_score(SCOWL_SCORES[level]).words()}


@cache
def _scowl() -> WordList:
    return WordList.load(PACKED)


def scowl_words_installed(level: int, scowl: Path = SCOWL) -> set[str]:
    """The same as `scowl_words`, read from SCOWL itself.

    Args: level: the highest level that counts; scowl: the folder of its lists, in UTF-8.
    """
    found: set[str] = set()
    for path in scowl.glob("*-words.*"):
        if path.name.partition("-")[0] in ("english", "american") and int(path.suffix[1:]) <= level:
            written = path.read_text(encoding="utf-8").split()
            found.update(LATIN.normalise(word) or "" for word in written if "'" not in word)
    return {word for word in found if MIN_LETTERS <= len(word) <= MAX_LETTERS}


def write_scowl(scowl: Path = SCOWL) -> None:
    """Write the file with SCOWL's words.

    Raises:
        SystemExit: there is no SCOWL there.
    """
    if not scowl.is_dir():
        raise SystemExit(f"{scowl}: no such folder; apt-get install scowl")
    scores: dict[str, int] = {}
    for level, score in SCOWL_SCORES.items():
        for word in scowl_words_installed(level, scowl):
            scores[word] = max(score, scores.get(word, 0))
    WordList.from_words(sorted(scores.items())).save(PACKED)


# Lists that make a grid infeasible


def parity_words(n_cols: int, n_rows: int) -> list[str]:
    """Words of A and B that no open grid of odd `n_rows` by `n_cols` can be filled with.

    Rows hold an odd number of Bs and columns an even one, and an odd number of rows then holds
    an odd number altogether, the columns an even one. Every line of this argument is true for any
    part of the grid, so that propagation sees nothing.

    Args: n_cols: letters of a row; n_rows: letters of a column, odd and not n_cols.
    Returns: 2^(n_cols - 1) + 2^(n_rows - 1) words.

    >>> parity_words(2, 3)
    ['AB', 'BA', 'AAA', 'ABB', 'BAB', 'BBA']
    """
    words = []
    for length, odd in ((n_cols, 1), (n_rows, 0)):
        spelt = ("".join(letters) for letters in product("AB", repeat=length))
        words += [word for word in spelt if word.count("B") % 2 == odd]
    return words


def without_letter(level: int, letter: str) -> list[str]:
    """A SCOWL list's words that lack a letter, as in a lipogram."""
    return [word for word in scowl_words(level) if letter not in word]


def few_of_length(words: Iterable[str], few: str) -> list[str]:
    """A list in which only a few words of one length are left.

    A grid with more slots of that length cannot be filled, as no word stands twice. That is the
    only reason: each slot by itself, and each crossing, has its words.

    Args: words: the list; few: words of it, of equal length, separated by blanks.
    """
    kept = few.split()
    return [*kept, *(word for word in words if len(word) != len(kept[0]))]


_SEVEN_FOURS = "BAKE CAKE LAKE MAKE RAKE TAKE WAKE"
_SEVEN_THREES = "KEG NTH ODE PUG SIR TUN WOK"


def _builtin_words() -> list[str]:
    return [word for word, _ in WordList.builtin().words()]


_DERIVED: Mapping[str, Callable[[], Iterable[str]]] = {
    "SCOWL-35": lambda: scowl_words(35),
    "SCOWL-50": lambda: scowl_words(50),
    "SCOWL-35 without A": lambda: without_letter(35, "A"),
    "SCOWL-35 without E": lambda: without_letter(35, "E"),
    "SCOWL-35 without S": lambda: without_letter(35, "S"),
    "parity 5x6": lambda: parity_words(6, 5),
    "built-in 30, seven of 4 letters": lambda: few_of_length(_builtin_words(), _SEVEN_FOURS),
    "SCOWL-50, seven of 3 letters": lambda: few_of_length(scowl_words(50), _SEVEN_THREES),
}


if __name__ == "__main__":
    write_scowl(Path(sys.argv[1]) if sys.argv[1:] else SCOWL)
