"""Files that the bench writes: results wholly or not at all, and word lists for the peers."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.peers.board import Board
from satcross.words import WordList

_GIVEN_SCORE = 50  # of an entry that the grid gives and the list lacks


def replace_file(path: Path, text: str) -> None:
    """Replace a file by `text`, wholly or not at all."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        file.write(text)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def write_words(path: Path, words: WordList, board: Board, shuffle: int | None = None) -> Path:
    """Write the list for the peers: plain, and beside it with scores.

    Args:
        path: `NAME.txt`; the scored list goes to `NAME.dict`.
        words: the list. Entries that the grid gives wholly are added.
        board: the grid.
        shuffle: a seed for the order of the words; None keeps it. A peer that takes no seed
            makes another search from another order, so that it has luck to average too.

    Returns: `path`.
    """
    scored = list(words.words())
    for cells in board.slots:
        given = "".join(board.rows[r][c] for r, c in cells)
        if "." not in given and given not in words:
            scored.append((given, _GIVEN_SCORE))
    if shuffle is not None:
        random.Random(shuffle).shuffle(scored)
    _write_lines(path, (word for word, _ in scored))
    _write_lines(path.with_suffix(".dict"), (f"{word};{score}" for word, score in scored))
    return path


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
