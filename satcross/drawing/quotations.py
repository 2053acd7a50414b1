"""How puzzles of a quotation are drawn: as crosswords with other rows, and with blanks in clues."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from satcross.model.acrostics import folded
from satcross.model.crossword import Crossword, PuzzleKind, Square, SquareKind
from satcross.model.quotation import quotation_on

BLANK = "___<sub>{number}</sub>"
BLANK_TO_FILL = '<i data-at="{at}"><u></u><small>{number}</small></i>'


def shown(crossword: Crossword) -> Crossword:
    """A crossword that is drawn as the puzzle is: others stay as they are.

    An acrostic has its quotation alone, a quote fall the letters of its columns in rows above, and
    a cryptogram empty rows between its own.
    """
    crossword = folded(crossword)
    n, squares = crossword.n_cols, crossword.squares
    rows = [list(squares[at : at + n]) for at in range(0, len(squares), n)]
    void = Square(SquareKind.VOID)
    if crossword.kind is PuzzleKind.QUOTE_FALL:
        letters = [sorted(filter(None, (row[at].solution for row in rows))) for at in range(n)]
        height = max(map(len, letters))
        columns = [
            [void] * (height - len(some)) + [Square(solution=one, given=True) for one in some]
            for some in letters
        ]
        rows = [*map(list, zip(*columns, strict=True)), [void] * n, *rows] if height else rows
    elif crossword.kind is PuzzleKind.CRYPTOGRAM:
        rows = [one for row in rows for one in (row, [void] * n)][:-1]
    else:
        return crossword
    return replace(crossword, n_rows=len(rows), squares=tuple(one for row in rows for one in row))


def with_blanks(crossword: Crossword, heading: str, blank: str = BLANK) -> Crossword:
    """An acrostic with a blank in its clues for each letter, and the number of its square.

    Args: heading: of its clues; blank: with places for the number, and for where the square is.
    """
    if crossword.kind is not PuzzleKind.ACROSTIC:
        return crossword
    clues = []
    for clue in crossword.clues:
        labels = [(at, escape(crossword.squares[at].label)) for at in clue.cells]
        blanks = [
            blank.format(at=at, number=label.removesuffix(clue.label)) for at, label in labels
        ]
        markup = " ".join(filter(None, [clue.markup or escape(clue.text), *blanks]))
        clues.append(replace(clue, direction=heading, markup=markup))
    return replace(crossword, clues=tuple(clues))


def texts_below(crossword: Crossword) -> list[str]:
    """What is below a solution: the answers of an acrostic, and the quotation as it is printed."""
    if not crossword.kind.is_quotation:
        return []
    answers = "; ".join(f"{clue.label} {clue.answer}" for clue in crossword.clues if clue.answer)
    return [text for text in (answers, quotation_on(crossword)) if text]
