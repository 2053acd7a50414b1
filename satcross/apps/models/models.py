"""`satcross export --to minizinc` or `xcsp3`, and what answers to these files say.

`satcross.tasks.export` and `satcross decode` call this where a format is a model.
"""

from __future__ import annotations

import time
from os import PathLike

from satcross.apps.models.minizinc import minizinc_lines
from satcross.apps.models.solutions import decode_solution
from satcross.apps.models.tables import Model, model_of
from satcross.apps.models.xcsp3 import xcsp3_lines
from satcross.cnf.variants import MINIZINC
from satcross.extend import Domains, as_path, written_together
from satcross.tasks.export import ExportStats

__all__ = ["decode_solution", "export_model"]


def export_model(
    domains: Domains, path: str | PathLike[str], form: str, scores: bool, started: float
) -> ExportStats:
    """Write the model of a puzzle. Args: form: "minizinc" or "xcsp3"; started: when, for times."""
    model = model_of(domains, scores=scores)
    modelled_at = time.monotonic()
    lines = minizinc_lines(model) if form == MINIZINC else xcsp3_lines(model)
    target = as_path(path)
    with written_together([target]) as (file,):
        for line in lines:
            file.write(f"{line}\n".encode())
    return _stats(model, target.stat().st_size, modelled_at - started, modelled_at)


def _stats(model: Model, n_bytes: int, encode_s: float, modelled_at: float) -> ExportStats:
    n_vars = {"cell": len(model.cells), "score": len(model.scored), "rule": model.n_y}
    n_in_tables = sum(len(table.slots) for table in model.tables)
    return ExportStats(
        n_vars=sum(n_vars.values()),
        n_letters=len(model.cells),
        n_clauses=sum(model.n_constraints.values()),
        n_literals=sum(table.codes.size for table in model.tables),
        n_clauses_by_constraint=model.n_constraints,
        n_vars_by_kind=n_vars,
        n_slots_by_encoding={"given": len(model.slots) - n_in_tables, "table": n_in_tables},
        n_bytes=n_bytes,
        encode_s=encode_s,
        write_s=time.monotonic() - modelled_at,
    )
