"""What `satcross query` prints of a store of fills.

The JSON form has the schema `satcross.query/1`: see docs/reference/json.md.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from satcross.cli.output.numbers import json_number
from satcross.tasks.store.store import FillStore

QUERY_SCHEMA = "satcross.query/1"


def store_json(store: FillStore, conditions: Sequence[str], *, letters: bool) -> str:
    """One line of JSON, schema as in docs/reference/json.md."""
    data: dict[str, Any] = {
        "schema": QUERY_SCHEMA,
        "where": list(conditions),
        "n_fills": json_number(store.n_fills),
        "best_total": store.best_total,
    }
    if letters:
        grid = store.puzzle.grid
        data["cells"] = []
        for name, counts in store.letters().items():
            place = grid.row_and_col(grid.position(name))
            by_letter = {letter: json_number(n) for letter, n in counts.items()}
            data["cells"].append({"cell": name, **place, "letters": by_letter})
    return json.dumps(data, ensure_ascii=False)


def letters_text(store: FillStore) -> str:
    """A line for each cell: its letters, the most frequent first, each with its number of fills."""
    lines: list[str] = []
    for name, counts in store.letters().items():
        often = sorted(counts.items(), key=lambda item: -item[1])
        lines.append(f"{name}: " + ", ".join(f"{letter} {n:,}" for letter, n in often))
    return "\n".join(lines)
