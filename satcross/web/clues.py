"""The clues that the crosswords and clue files of a folder have for a word."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satcross.clues.book import ClueBook
from satcross.clues.choose import answer_letters, clues_with_answers
from satcross.errors import InputError
from satcross.formats.reading import load_crossword
from satcross.web.folder import Folder

MAX_FILES = 5000
BOOKS = (".tsv", ".csv")  # files of clues: a word and its clue on each line


@dataclass(frozen=True, slots=True)
class _File:
    """The words of one file.

    Args:
        stamp: of the file when it was read.
        clues: by word, its clues.
        is_crossword: whether the words have been used in a crossword.
    """

    stamp: tuple[int, int]
    clues: Mapping[str, tuple[str, ...]]
    is_crossword: bool = True


class ClueIndex:
    """Clues by word, read again when files change.

    Args:
        folder: whose files.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._files: dict[str, _File] = {}

    def of(self, word: str, but: str) -> dict[str, Any]:
        """The clues of a word, and the crosswords that have it.

        Args: but: a crossword to leave out.
        """
        self._refresh()
        clues: dict[str, list[str]] = {}
        used: list[str] = []
        for name, file in self._files.items():
            if name != but and word and word in file.clues:
                if file.is_crossword:
                    used.append(name)
                for text in file.clues[word]:
                    clues.setdefault(text, []).append(name)
        return {"clues": [{"text": text, "in": names} for text, names in clues.items()],
                "used": used}  # fmt: skip

    def _refresh(self) -> None:
        found: dict[str, _File] = {}
        for name, path, stat in itertools.islice(self._folder.files(BOOKS), MAX_FILES):
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._files.get(name)
            with suppress(OSError, InputError):
                found[name] = known if known and known.stamp == stamp else self._read(path, stamp)
        self._files = found

    def _read(self, path: Path, stamp: tuple[int, int]) -> _File:
        alphabet = self._folder.words.alphabet
        if path.suffix in BOOKS:
            book = ClueBook.load(path, alphabet=alphabet)
            return _File(stamp, {word: book.clues(word) for word in book.words()}, False)
        crossword = load_crossword(path, alphabet=alphabet).crossword
        clues = {
            answer_letters(clue, alphabet, crossword.squares): (clue.text,) if clue.text else ()
            for clue in clues_with_answers(crossword)
        }
        clues.pop("", None)
        return _File(stamp, clues)
