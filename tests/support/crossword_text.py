"""All that a crossword says, as lines of text, to compare with what a file should say."""

from __future__ import annotations

from satcross.model.crossword import Crossword, SquareKind
from satcross.model.kinds import CROSSWORD

_TEXTS = ("title", "author", "editor", "copyright", "publisher", "date", "notes")


def crossword_text(crossword: Crossword) -> str:
    """Squares with bars, then a line for each thing that is not as usual; extras left out."""
    n = crossword.n_cols
    lines: list[str] = []
    for start in range(0, len(crossword.squares), n):
        cells: list[str] = []
        for position in range(start, start + n):
            square = crossword.squares[position]
            marks = {SquareKind.BLOCK: "#", SquareKind.VOID: "~"}
            cell = marks.get(square.kind, square.solution or ".")
            cell += "|" * (position in crossword.bars_right)
            cells.append(cell + "-" * (position in crossword.bars_below))
        lines.append("row " + " ".join(cells))
    for position, square in enumerate(crossword.squares):
        told = {
            "label": square.label,
            "entry": square.entry,
            "given": "yes" * square.given,
            "circle": "yes" * square.circle,
            "shade": square.shade,
        }
        words = [f"{key} {value}" for key, value in told.items() if value]
        if words:
            lines.append(f"r{position // n + 1}c{position % n + 1} {', '.join(words)}")
    for clue in crossword.clues:
        cells = [f"r{cell // n + 1}c{cell % n + 1}" for cell in clue.cells]
        line = f"clue {clue.direction} | {clue.label} | {clue.text} | {clue.answer} | "
        lines.append((line + " ".join(cells)).rstrip())
        if clue.markup:
            lines.append(f" markup {clue.markup}")
    lines += [f"{key} {text!r}" for key in _TEXTS if (text := getattr(crossword, key))]
    if crossword.kind is not CROSSWORD:
        lines.append(f"kind {crossword.kind.value}")
    if crossword.timer_s is not None:
        lines.append(f"timer {crossword.timer_s}, runs {crossword.timer_runs}")
    return "\n".join(lines) + "\n"
