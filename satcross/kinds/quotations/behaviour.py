"""What is checked of puzzles of a quotation, how they are drawn, and what files have of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satcross.extend import Behaviour

if TYPE_CHECKING:
    from satcross import Crossword, Grid, WordList
    from satcross.extend import CluesInPlace, Square

    Rows = list[list[Square]]


class QuotationBehaviour(Behaviour):
    """A puzzle of a quotation."""

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        """How it differs from its quotation, and which of its words are none."""
        from satcross.kinds.quotations.faults import quotation_faults
        from satcross.kinds.quotations.files import folded
        from satcross.kinds.quotations.quotation import text_and_source

        del grid
        said = quotation_faults(folded(crossword), *text_and_source(crossword), words)
        return [("quotation", text) for text in said]

    def texts_below(self, crossword: Crossword) -> list[str]:
        """Its answers, and the quotation as it is printed."""
        from satcross.kinds.quotations.quotation import quotation_on

        answers = "; ".join(
            f"{clue.label} {clue.answer}" for clue in crossword.clues if clue.answer
        )
        return [text for text in (answers, quotation_on(crossword)) if text]


class AcrosticBehaviour(QuotationBehaviour):
    """An acrostic: its clues have a blank for each letter, with the number of its square."""

    def shown(self, crossword: Crossword) -> Crossword:
        """The squares of its quotation alone."""
        from satcross.kinds.quotations.files import folded

        return folded(crossword)

    def with_blanks(
        self, crossword: Crossword, heading: str, blank: str = Behaviour.BLANK
    ) -> Crossword:
        """The acrostic with these blanks in its clues."""
        from html import escape

        clues = []
        for clue in crossword.clues:
            labels = [(at, escape(crossword.squares[at].label)) for at in clue.cells]
            blanks = [
                blank.format(at=at, number=label.removesuffix(clue.label)) for at, label in labels
            ]
            markup = " ".join(filter(None, [clue.markup or escape(clue.text), *blanks]))
            clues.append(replace(clue, direction=heading, markup=markup))
        return replace(crossword, clues=tuple(clues))

    def page_data(
        self, crossword: Crossword, solution: Sequence[str], clues: CluesInPlace
    ) -> dict[str, Any]:
        """A path for each answer."""
        del crossword, solution
        return {"paths": [{"name": clue.label, "cells": cells} for clue, cells in clues]}

    def for_others(self, crossword: Crossword) -> Crossword:
        """The acrostic with a clue whose answer is the quotation."""
        from satcross.kinds.quotations.files import with_quote

        return with_quote(crossword)

    def of_others(self, crossword: Crossword) -> Crossword:
        """The acrostic without that clue."""
        from satcross.kinds.quotations.files import without_quote

        return without_quote(crossword)


class QuoteFallBehaviour(QuotationBehaviour):
    """A quote fall: the letters of its columns stand above its squares, and fall into them."""

    def shown(self, crossword: Crossword) -> Crossword:
        """The squares with the letters in rows above, and an empty row between."""
        from satcross.extend import Square, SquareKind

        void, n = Square(SquareKind.VOID), crossword.n_cols
        rows = _rows(crossword)
        letters = [sorted(filter(None, (row[at].solution for row in rows))) for at in range(n)]
        height = max(map(len, letters))
        columns = [
            [void] * (height - len(some)) + [Square(solution=one, given=True) for one in some]
            for some in letters
        ]
        if not height:
            return crossword
        return _in_rows(crossword, [*map(list, zip(*columns, strict=True)), [void] * n, *rows])

    def page_data(
        self, crossword: Crossword, solution: Sequence[str], clues: CluesInPlace
    ) -> dict[str, Any]:
        """Which row is the empty one."""
        from satcross.extend import SquareKind

        del solution, clues
        empty = ({one.kind for one in row} == {SquareKind.VOID} for row in _rows(crossword))
        return {"gap": next((at for at, is_empty in enumerate(empty) if is_empty), -1)}


class CryptogramBehaviour(QuotationBehaviour):
    """A cryptogram."""

    def shown(self, crossword: Crossword) -> Crossword:
        """The squares with empty rows between theirs."""
        from satcross.extend import Square, SquareKind

        between = [Square(SquareKind.VOID)] * crossword.n_cols
        rows = [one for row in _rows(crossword) for one in (row, between)][:-1]
        return _in_rows(crossword, rows)


def _rows(crossword: Crossword) -> Rows:
    n, squares = crossword.n_cols, crossword.squares
    return [list(squares[at : at + n]) for at in range(0, len(squares), n)]


def _in_rows(crossword: Crossword, rows: Rows) -> Crossword:
    squares = tuple(one for row in rows for one in row)
    return replace(crossword, n_rows=len(rows), squares=squares)
