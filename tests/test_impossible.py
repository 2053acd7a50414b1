"""An `Impossible` always says in words why there is no answer, whichever task it comes from."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

import satcross as sx
from satcross.apps.explain.every import Explanations
from satcross.kinds.diagramless.puzzle import Diagramless
from satcross.kinds.diagramless.solutions import Grids
from satcross.results import Impossible

ROOT = Path(__file__).parents[1]
SQUARE = "...\n...\n..."
# Arc consistency leaves words in every slot, and no fill has three different ones.
WORDS = sx.WordList.from_words(["aba", "bab"])


def test_an_empty_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="says why"):
        Impossible("")


def test_no_task_gives_an_empty_reason() -> None:
    empty = [
        f"{path}:{node.lineno}"
        for path in sorted((ROOT / "satcross").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) == "Impossible"
        and (not node.args or (isinstance(node.args[0], ast.Constant) and not node.args[0].value))
    ]
    assert not empty


PUZZLE = sx.Puzzle(sx.Grid.parse("...\n...\n..."), WORDS)
NO_PATTERN = sx.PatternRules(3, 3, n_words=sx.Range(7, 9))  # six would be the most
# A word to be added could be read by the treatment.
NO_CORRECTION = sx.Puzzle("....", ["cat"], rules=["treatment 1A: reversed"])
# None of these has an answer.
IMPOSSIBLE: dict[str, Callable[[], object]] = {
    "fill": lambda: sx.fill(PUZZLE),
    "fill without words": lambda: sx.fill("...\n...\n...", []),
    "fill, Glucose": lambda: sx.fill(PUZZLE, solver="glucose4"),
    "fills": lambda: sx.enumerate_fills(PUZZLE).run(),
    "sample": lambda: sx.sample(PUZZLE, 2).run(),
    "optimise": lambda: sx.optimise(PUZZLE),
    "best fills": lambda: sx.best_fills(PUZZLE, limit=2).run(),
    "best fills, total": lambda: sx.best_fills(PUZZLE, goal="total", min_total=9).run(),
    "compile": lambda: sx.compile_fills(PUZZLE),
    "patterns": lambda: sx.patterns(NO_PATTERN).run(),
    "fewest blocks": lambda: sx.fewest_blocks(NO_PATTERN),
    "theme patterns": lambda: sx.theme_patterns("3x3", ["long"]).run(),
    "make": lambda: sx.make(NO_PATTERN, WORDS),
    "make, theme": lambda: sx.make("3x3", WORDS, ["long"]),
    "densest": lambda: sx.densest("3x3", WORDS),
    "freeform": lambda: sx.make_freeform(["cat", "dim"]),
    "word search": lambda: sx.make_wordsearch(["cattle"], "3x3"),
    "explain": lambda: sx.explain("...\n###\n###", ["abc"]),
    "explanations": lambda: Explanations(sx.explain("..", []).unwrap()).run(),
    "corrections": lambda: sx.corrections(sx.explain(NO_CORRECTION).unwrap()).run(),
    "diagramless": lambda: Grids(Diagramless.parse("2x2\nAcross\n1 TO\nDown\n1 AT")).run(),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_every_task_says_why(name: str) -> None:
    result = IMPOSSIBLE[name]()
    assert isinstance(result, Impossible)
    assert result.why
    assert str(result.why).strip() == result.why


def test_the_example_of_the_readme_prints_a_reason() -> None:
    match sx.fill("...\n...\n...", ["cot", "ode", "ten", "cat"]):
        case sx.Impossible(why):
            assert why.startswith("no word")
        case other:
            pytest.fail(f"{other}")
