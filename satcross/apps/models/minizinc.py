"""A puzzle as a MiniZinc model, its words included.

Source: N. Nethercote et al., MiniZinc: towards a standard CP modelling language, CP 2007; the
tables are those of H. Kjellerstrand, Crossword construction in MiniZinc using table constraints.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from satcross import Grid
from satcross.apps.models.tables import Model, Table, by_rows
from satcross.encoding.comments import envelope_of_model

_DIFFER = """\
predicate differ(array[int] of var int: a, array[int] of var int: b) =
  exists(i in index_set(a)) (a[i] != b[i]);"""


def minizinc_lines(model: Model) -> Iterator[str]:
    """The lines of the model. Its solution prints the grid, and the total if there is one."""
    puzzle = model.puzzle
    yield f"% A crossword of {puzzle.grid.shape}."
    yield from (f"% {line}" for line in envelope_of_model(puzzle, model.cells).comments())
    if model.is_empty:
        yield "% Arc consistency finds that there is no fill."
        yield "constraint false;"
        yield "solve satisfy;"
        return
    yield 'include "table.mzn";'
    yield ""
    texts = [_quoted(Grid.text_of((text,))) for text in puzzle.texts]
    last = len(texts) - 1
    yield f"array[0..{last}] of string: letters = array1d(0..{last}, ["
    yield from (f"  {line}," for line in by_rows(texts))
    yield "]);"
    yield ""
    yield "% The letter in each cell."
    yield f"array[0..{len(model.cells) - 1}] of var 0..{last}: x;"
    for at, (cell, codes) in enumerate(zip(model.cells, model.domains, strict=True)):
        name = puzzle.grid.cell_name(cell)
        yield f"constraint x[{at}] in {{{', '.join(map(str, codes))}}};  % {name}"
    if model.scored:
        yield ""
        yield "% The score of the word in each slot that the grid does not give."
        most = max(int(table.scores.max()) for table in model.tables)
        yield f"array[0..{len(model.scored) - 1}] of var 0..{most}: score;"
        yield "var int: total = sum(score);"
    for number, table in enumerate(model.tables):
        yield ""
        yield from _table(model, table, number)
    if model.differ:
        yield ""
        yield "% No word is used twice."
        yield _DIFFER
        for pair in model.differ:
            yield f"constraint differ({', '.join(_cells(model, slot) for slot in pair)});"
    if model.clauses:
        yield ""
        yield "% Rules."
        if model.n_y:
            yield f"array[0..{model.n_y - 1}] of var bool: y;"
        for clause in model.clauses:
            yield f"constraint {_clause(clause)};"
    yield ""
    yield "solve maximize total;" if model.scored else "solve satisfy;"
    yield "output ["
    yield from (f"  {line}," for line in _output(model))
    yield "];"


def _cells(model: Model, slot: int) -> str:
    return f"[{', '.join(f'x[{at}]' for at in model.slots[slot])}]"


def _table(model: Model, table: Table, number: int) -> Iterator[str]:
    """A table of words, with their scores where slots have them, and the slots that hold one."""
    puzzle = model.puzzle
    scored = [slot for slot in table.slots if slot in model.scored]
    names = ", ".join(puzzle.slots[slot].name for slot in table.slots)
    n, k = table.codes.shape
    for kind, slots, has_score in (
        ("words", [slot for slot in table.slots if slot not in model.scored], False),
        ("scored", scored, True),
    ):
        if not slots:
            continue
        yield f"% {names}"
        yield f"array[1..{n}, 1..{k + has_score}] of int: {kind}{number} = [|"
        rows = zip(table.codes.tolist(), table.scores.tolist(), strict=True)
        for row, (codes, score) in enumerate(rows):
            word = puzzle.listed.alphabet.joined(puzzle.texts[code] for code in codes)
            values = ", ".join(map(str, [*codes, *([score] if has_score else [])]))
            yield f"  {values}{' |' if row + 1 < n else ' |]'}  % {word}"
        yield ";"
        for slot in slots:
            cells = _cells(model, slot)
            if has_score:
                cells = f"{cells} ++ [score[{model.scored.index(slot)}]]"
            yield f"constraint table({cells}, {kind}{number});"


def _clause(clause: tuple[tuple[int, int, bool], ...]) -> str:
    if not clause:
        return "false"
    return " \\/ ".join(
        f"x[{at}] {'=' if holds else '!='} {code}"
        if at >= 0
        else f"{'' if holds else 'not '}y[{-1 - at}]"
        for at, code, holds in clause
    )


def _output(model: Model) -> Iterator[str]:
    """Rows of cells as grid text has them, then cells with names, then the total."""
    grid = model.puzzle.grid
    number = {cell: at for at, cell in enumerate(model.cells)}

    def shown(position: int) -> str:
        if position in number:
            return f"letters[fix(x[{number[position]}])]"
        return _quoted(grid.cells[position])

    for row in range(grid.n_rows):
        start = row * grid.n_cols
        yield ", ".join([*map(shown, range(start, start + grid.n_cols)), '"\\n"'])
    for position in range(grid.size, len(grid.cells)):
        yield f'{_quoted(grid.cell_name(position) + "=")}, {shown(position)}, "\\n"'
    if model.scored:
        yield '"total \\(total)\\n"'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
