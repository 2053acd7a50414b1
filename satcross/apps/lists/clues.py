"""Clues that the crosswords and files of clues in a folder have for a word; one file keeps them."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satcross import Alphabet, InputError, OptionError, load_crossword
from satcross.apps.clues.book import ClueBook
from satcross.apps.clues.choose import answer_letters, clues_with_answers
from satcross.apps.clues.lines import (
    CLUES,
    clean,
    find_separator,
    format_line,
    parse_line,
    tab_line,
)
from satcross.extend import write_file
from satcross.words.columns import Header
from satcross.words.files import FileText
from satcross.words.lines import ListLine

MAX_FILES = 5000
KEPT = "clues.tsv"  # what the page keeps for other crosswords
MAX_WORD, MAX_CLUE = 64, 2000
TAB = "\t"
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


def keep_clue(path: Path, alphabet: Alphabet, said: Mapping[str, Any]) -> dict[str, Any]:
    """Add a clue to a folder's own file of clues, change it, or remove it.

    Args:
        path: the file, `KEPT` of a folder.
        said: `word`; `before`, the clue that is there, or None for a new one; `text`, the clue in
            its place, or None to remove it.

    Raises:
        InputError: the file cannot be read or written, or does not have that clue.
    """
    word = alphabet.normalise(str(said.get("word") or "")[:MAX_WORD])
    before, text = (clean(str(said.get(key) or "")[:MAX_CLUE]) for key in ("before", "text"))
    if not word or not (before or text):
        raise OptionError("a word and its clue are needed")
    lines = _lines_of(CLUES.read(path)) if path.exists() else []
    if before:
        at = next(
            (at for at, line in enumerate(lines) if _says(line, alphabet, word, before)), None
        )
        if at is None:
            raise OptionError(f"{KEPT} does not have {before[:40]!r} for {word}")
        lines[at : at + 1] = [_instead(lines[at], before, text)] if text else []
    elif not any(_says(line, alphabet, word, text) for line in lines):
        lines.append(format_line(word, text))
    write_file(path, "".join(f"{line}\n" for line in lines).encode(), OptionError)
    return {"word": word}


def _lines_of(text: FileText) -> list[str]:
    """The lines of the file. Raises InputError: they are not a word, a tab and a clue."""
    lines = text.data.decode().replace("\r\n", "\n").removesuffix("\n").split("\n")
    header = Header.find(text.data)
    if header is not None and (header.word, header.clue) != (0, 1):
        raise OptionError(f"{KEPT} has other columns than word and clue", hint="rename that file")
    if any(line.strip() and not line.lstrip().startswith(ListLine.COMMENT) for line in lines):
        separator = find_separator(text) if header is None else header.separator
        if separator != TAB:
            raise OptionError(f"{KEPT} has other separators than tabs", hint="rename that file")
    return lines if text.data else []


def _says(line: str, alphabet: Alphabet, word: str, clue: str) -> bool:
    written, text = parse_line(line, TAB)
    return text == clue and alphabet.normalise(written) == word


def _instead(line: str, before: str, text: str) -> str:
    """A line with another clue; what stands beside it stays."""
    fields = Header.tab_fields(line)
    at = next(at for at, field in enumerate(fields) if at and clean(field) == before)
    fields[at] = text
    return tab_line(fields)


class ClueIndex:
    """Clues by word, read again when files change.

    Args:
        files: gives the names, paths and status of crosswords, and of files with `BOOKS` endings.
        alphabet: of the words.
    """

    def __init__(
        self, files: Callable[[], Iterable[tuple[str, Path, os.stat_result]]], alphabet: Alphabet
    ) -> None:
        self._files_of, self._alphabet = files, alphabet
        self._files: dict[str, _File] = {}

    def of(self, words: Sequence[str], but: str) -> dict[str, dict[str, Any]]:
        """By word, its clues and the crosswords that have it. Args: but: one to leave out."""
        self._refresh()
        return {word: self._of(word, but) for word in words}

    def _of(self, word: str, but: str) -> dict[str, Any]:
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
        for name, path, stat in itertools.islice(self._files_of(), MAX_FILES):
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._files.get(name)
            with suppress(OSError, InputError):
                found[name] = known if known and known.stamp == stamp else self._read(path, stamp)
        self._files = found

    def _read(self, path: Path, stamp: tuple[int, int]) -> _File:
        alphabet = self._alphabet
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
