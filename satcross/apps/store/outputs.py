"""All fills of a grid: see `satcross.apps.store`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from satcross.extend import Drawing, Output, Written

FILLS: Final = "all fills"

if TYPE_CHECKING:
    from satcross.apps.store.store import FillStore

_HOLDS = frozenset({FILLS})


def _fills(store: FillStore, _how: Drawing) -> Written:
    return Written(store.to_bytes())


def _nnf(store: FillStore, _how: Drawing) -> Written:
    return Written(store.to_nnf())


OUTPUTS = (
    Output("fills", "All fills, for satcross query", (".fills",), _HOLDS, _fills),
    Output("nnf", "d-DNNF", (".nnf",), _HOLDS, _nnf),
)
