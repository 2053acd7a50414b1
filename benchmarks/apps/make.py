"""How long it takes to make a grid from a theme: pattern, places and fill.

    python -m benchmarks.apps.make [--seeds N] [--limit S]

Seconds of wall-clock time by case and seed, with the built-in list; "none" is a proof that there is
no such grid, T the time limit.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

from satcross.apps.construct.api import make
from satcross.apps.construct.theme import Theme, ThemedPattern
from satcross.apps.construct.theme_search import ThemeSearch
from satcross.pattern.presets import Preset, preset_rules
from satcross.pattern.rules import PatternRules, Range
from satcross.results import Found, Impossible
from satcross.words import WordList

NYT = preset_rules(Preset.NYT, 15, 15)
FIVE = ("UNITPROPAGATION", "RESTARTPOLICY", "SOLVERRUNTIME", "SATISFIABLE", "BACKJUMPING")
THREE = ("CONFLICTDRIVEN", "UNITPROPAGATION", "CLAUSELEARNING")
FOUR = ("LITERALLYTRUE", "STATEOFTHEART", "SATISFIABLE", "UNITCLAUSES")
CASES: dict[str, tuple[PatternRules, tuple[str, ...]]] = {
    "15x15, five phrases": (NYT, FIVE),
    "15x15, three phrases": (NYT, THREE),
    "15x15, 72 entries, 34 blocks, four phrases": (
        replace(NYT, n_words=Range(72, 72), n_blocks=Range(34, 34)),
        FOUR,
    ),
    "15x15, no theme": (NYT, ()),
    "5x5, no theme": (preset_rules(Preset.MINI, 5, 5), ()),
}


def pattern_s(rules: PatternRules, words: tuple[str, ...], seed: int) -> float:
    """Seconds until the first pattern with the theme in it, whether it can be filled or not."""
    started = time.perf_counter()
    search = ThemeSearch(rules, Theme(words), seed=seed)
    found = search.next()
    search.close()
    assert isinstance(found, ThemedPattern)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60.0)
    arguments = parser.parse_args()
    listed = WordList.builtin()
    for name, (rules, words) in CASES.items():
        told: list[str] = []
        for seed in range(arguments.seeds):
            first = pattern_s(rules, words, seed)
            started = time.perf_counter()
            made = make(rules, listed, Theme(words), seed=seed, time_limit_s=arguments.limit)
            seconds = f"{time.perf_counter() - started:.1f}"
            if not isinstance(made, Found):
                seconds = "none " + seconds if isinstance(made, Impossible) else "T"
            told.append(f"{first:.1f} / {seconds}")
        print(f"{name:45} {'   '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
