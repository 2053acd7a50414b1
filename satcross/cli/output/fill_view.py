"""Fills as text, as CSV and as JSON, schema `satcross.fill/2`: see docs/reference/json.md.

As CSV a fill is a line: the words of its entries, in columns named for the slots, then `score` and
`lowest_score` as in JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from satcross.model.fill import Entry, Fill
    from satcross.model.grid import Grid
    from satcross.model.puzzle import Slot

FILL_SCHEMA = "satcross.fill/2"


def fill_text(fill: Fill, *, entries: bool = False) -> str:
    """The grid, one row a line, and what is beside it; then, if asked for, the entries."""
    if not entries:
        return str(fill)
    beside = "\n".join(fill.grid.beside_lines())
    return "\n\n".join(filter(None, (str(fill.grid), beside, entries_text(fill))))


def entries_text(fill: Fill) -> str:
    """The entries as a table: slot, word, score, how the list writes it, and what is unusual."""
    width = max(len(entry.word) for entry in fill.entries)
    longest = max(4, *(len(entry.slot.name) for entry in fill.entries))
    return "\n".join(_entry_line(entry, longest, width) for entry in fill.read)


def _entry_line(entry: Entry, longest: int, width: int) -> str:
    score = "-" if entry.score is None else str(entry.score)
    notes = []
    if entry.written.upper() != entry.word:
        notes.append(entry.written)
    if entry.given:
        notes.append("(given)")
    if entry.score is None:
        notes.append("(not in the list)")
    line = f"{entry.slot.name:>{longest}}  {entry.word:<{width}}  {score:>4}  {' '.join(notes)}"
    return line.rstrip()


def csv_head(slots: Iterable[Slot]) -> str:
    """The first line of fills as CSV."""
    return ",".join([*(slot.name for slot in slots), "score", "lowest_score"])


def csv_line(words: Iterable[str], scores: Sequence[int]) -> str:
    """A fill as a line of CSV: the words of its entries, then sum and minimum of its scores."""
    texts = [f'"{word}"' if "," in word else word for word in words]
    return ",".join([*texts, str(sum(scores)), str(min(scores)) if scores else ""])


def fill_csv(fill: Fill, *, head: bool) -> str:
    """A fill as CSV. Args: head: whether to write the names of the columns first."""
    line = csv_line((entry.word for entry in fill.entries), fill.scores)
    return f"{csv_head(entry.slot for entry in fill.entries)}\n{line}" if head else line


def entry_data(
    slot: Slot, grid: Grid, words: tuple[str, str], known: tuple[str, int | None, bool]
) -> dict[str, Any]:
    """An entry for JSON.

    Args:
        words: what its cells spell, and the word that it is read as.
        known: how the list writes that, its score, and whether it was given.
    """
    word, reading = words
    written, score, given = known
    return {
        "slot": slot.name,
        **grid.row_and_col(slot.cells[0]),
        "word": word,
        **({} if reading == word else {"reading": reading}),
        "written": written,
        "score": score,
        "given": given,
    }


def fill_data(fill: Fill, number: int, seed: int | None = None) -> dict[str, Any]:
    """A fill for JSON, schema as in docs/reference/json.md."""
    entries = [
        entry_data(
            entry.slot,
            fill.grid,
            (entry.word, entry.reading),
            (entry.written, entry.score, entry.given),
        )
        for entry in fill.read
    ]
    return {
        "schema": FILL_SCHEMA,
        "number": number,
        **({} if seed is None else {"seed": seed}),
        **fill.grid.json_data(),
        "score": fill.score,
        "lowest_score": fill.lowest_score,
        "entries": entries,
    }
