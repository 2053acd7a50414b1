"""A puzzle as an XCSP3 instance, its words included.

Source: F. Boussemart, C. Lecoutre, G. Audemard, C. Piette, XCSP3-core: a format for representing
constraint satisfaction/optimization problems, 2020.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from satcross.apps.models.tables import Model
from satcross.encoding.comments import envelope_of_model


def xcsp3_lines(model: Model) -> Iterator[str]:
    """The lines of the instance: a CSP, or a COP that maximises the total."""
    yield f'<instance format="XCSP3" type="{"COP" if model.scored else "CSP"}">'
    for line in envelope_of_model(model.puzzle, model.cells).comments():
        # XML comments have no two hyphens in a row.
        yield f"<!-- {line.replace('&', '&amp;').replace('--', '-&#45;')} -->"
    if model.is_empty:
        yield "<!-- arc consistency finds that there is no fill -->"
        yield '<variables>\n<var id="x"> 0 </var>\n</variables>'
        yield "<constraints>\n<intension> ne(x,0) </intension>\n</constraints>"
        yield "</instance>"
        return
    yield "<variables>"
    yield f'<array id="x" size="[{len(model.cells)}]">'
    for at, codes in enumerate(model.domains):
        yield f'<domain for="x[{at}]"> {_values(codes)} </domain>'
    yield "</array>"
    if model.scored:
        scores = sorted({score for table in model.tables for score in table.scores.tolist()})
        yield f'<array id="score" size="[{len(model.scored)}]"> {_values(scores)} </array>'
    if model.n_y:
        yield f'<array id="y" size="[{model.n_y}]"> 0 1 </array>'
    yield "</variables>"
    yield "<constraints>"
    yield from _tables(model)
    for pair in model.differ:
        yield f"<allDifferent> {_different(*(model.slots[slot] for slot in pair))} </allDifferent>"
    for clause in model.clauses:
        yield f"<intension> {_clause(clause)} </intension>"
    yield "</constraints>"
    if model.scored:
        yield "<objectives>"
        scores_ = " ".join(f"score[{k}]" for k in range(len(model.scored)))
        yield f'<maximize type="sum"> {scores_} </maximize>'
        yield "</objectives>"
    yield "</instance>"


def _values(values: Sequence[int]) -> str:
    if len(values) > 2 and values[-1] - values[0] + 1 == len(values):
        return f"{values[0]}..{values[-1]}"
    return " ".join(map(str, values))


def _cells(model: Model, slot: int) -> str:
    return _listed(model.slots[slot])


def _listed(cells: Iterable[int]) -> str:
    return " ".join(f"x[{at}]" for at in cells)


def _different(one: Sequence[int], other: Sequence[int]) -> str:
    """Where two slots differ: not in a cell that both have at the same place.

    ACE 2.6 fails at lists with such a cell, and at lists of one.
    """
    places = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    if len(places) == 1:
        return _listed(places[0])
    return " ".join(f"<list> {_listed(cells)} </list>" for cells in zip(*places, strict=True))


def _tables(model: Model) -> Iterator[str]:
    """For each table one constraint, or a group of them, with and without scores."""
    for table in model.tables:
        scored = [slot for slot in table.slots if slot in model.scored]
        others = [slot for slot in table.slots if slot not in model.scored]
        for slots, has_score in ((others, False), (scored, True)):
            if not slots:
                continue
            arity = table.codes.shape[1] + has_score
            rows = (
                [*codes, *([score] if has_score else [])]
                for codes, score in zip(table.codes.tolist(), table.scores.tolist(), strict=True)
            )
            yield "<group>"
            listed = " ".join(f"%{i}" for i in range(arity))
            yield f"<extension> <list> {listed} </list> <supports>"
            if arity == 1:
                yield " ".join(str(row[0]) for row in rows)
            else:
                yield from (f"({','.join(map(str, row))})" for row in rows)
            yield "</supports> </extension>"
            for slot in slots:
                score = f" score[{model.scored.index(slot)}]" if has_score else ""
                yield f"<args> {_cells(model, slot)}{score} </args>"
            yield "</group>"


def _clause(clause: tuple[tuple[int, int, bool], ...]) -> str:
    literals = [
        f"{'eq' if holds else 'ne'}({f'x[{at}]' if at >= 0 else f'y[{-1 - at}]'},{code})"
        for at, code, holds in clause
    ]
    if not literals:
        return "and(eq(x[0],0),ne(x[0],0))"
    return literals[0] if len(literals) == 1 else f"or({','.join(literals)})"
