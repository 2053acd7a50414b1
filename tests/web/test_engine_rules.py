"""The engine on grids with rules that its oracle of letters does not know of."""

from __future__ import annotations

from typing import Any

import pytest
from support.workbench_client import Browser


@pytest.mark.parametrize("rules", [{"no_near_duplicates": True}, {"rebus": ["IA"]}])
def test_rules_between_entries_have_a_verdict_and_fills(
    bench: Browser, rules: dict[str, Any]
) -> None:
    name = bench.new("rules", 4, 4)
    with bench.open(name) as tab:
        tab.edit("rules", **rules)
        verdict = tab.standing("verdict")
        assert verdict["verdict"] == "fillable"
        assert all(verdict["witness"])
        assert tab.ask("fill")["outcome"] == "found"
        assert tab.ask("next_fill")["outcome"] == "found"
        assert len(tab.ask("fills", n=2)["fills"]) == 2
