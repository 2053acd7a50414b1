"""What all instances have in common: the choice of words, and files with a manifest."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable, Sequence
from pathlib import Path

from satcross import DimacsError, InputError
from satcross.extend import write_file

_PRESET = 2  # of xz: a formula is very regular, and higher ones take minutes


def digest_of(seed: int, text: str) -> bytes:
    """SHA-256 of "SEED TEXT": what chance is here."""
    return hashlib.sha256(f"{seed} {text}".encode()).digest()


def chosen(words: Iterable[str], n: int, seed: int) -> list[str]:
    """The words with the `n` smallest digests, sorted; fewer words are some of more."""
    return sorted(sorted(words, key=lambda word: digest_of(seed, word))[:n])


def folder_for(path: Path, error: type[InputError] = InputError) -> None:
    """Make a folder, if it is not there. Raises `error`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        problem = f"the folder cannot be made: {failure.strerror}"
        raise error(problem, source=str(path)) from None


def write_packed(path: Path, text: bytes) -> str:
    """Write a text as `.xz`; its SHA-256. Raises DimacsError: it cannot be written."""
    write_file(path, lzma.compress(text, preset=_PRESET), DimacsError)
    return hashlib.sha256(text).hexdigest()


class Manifest:
    """A table of files. Args: path: of it; columns: their names."""

    def __init__(self, path: Path, columns: Sequence[str]) -> None:
        self._path = path
        self._rows = ["\t".join(columns)]

    def add(self, *values: object) -> None:
        """Add a row."""
        self._rows.append("\t".join(map(str, values)))

    def save(self) -> None:
        """Write the table as far as it goes. Raises DimacsError: it cannot be written."""
        write_file(self._path, "".join(f"{row}\n" for row in self._rows).encode(), DimacsError)
