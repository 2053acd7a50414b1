"""What `satcross query` prints of a store of fills.

The JSON form is one object, schema `satcross.query/1`:

- `schema`: that name.
- `where`: the conditions.
- `n_fills`: how many fills there are; as a string above 2^53.
- `best_total`: the largest sum of scores; null without fills or scores.
- with `--letters`, `cells`: row by row, each with `cell` ("r3c4"), `row` and `col` (0-based; null
  beside the rectangle), and `letters`: by letter, in how many fills it stands there, as `n_fills`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from satcross.cli.output.numbers import json_number
from satcross.tasks.store.store import FillStore

QUERY_SCHEMA = "satcross.query/1"


def store_json(store: FillStore, conditions: Sequence[str], *, letters: bool) -> str:
    """One line of JSON, in the schema that this module describes."""
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
