"""A kind of another package, `odd`: a crossword like any other, with code to be broken."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.packages import forget, install

from satcross import plugins
from satcross.extend import PuzzleKind
from satcross.model.kinds import kind_named

KINDS = """
from satcross.extend import Behaviour, PuzzleKind
def kind(name, behaviour="", make=""):
    return PuzzleKind(
        name, titles={"en": name.title()}, behaviour=behaviour, make=make,
        names={"ipuz": ("http://ipuz.org/crossword#1", f"http://example.org/{name}#1")},
    )
"""
MAKING = """
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Optional
from satcross import Crossword, Fill, FillTask, Found, crossword_of, with_fill
from satcross.extend import *
from odd_kinds import ODD

class Way(StrEnum):
    ONE = "one"
    TWO = "two"

@dataclass(frozen=True, kw_only=True)
class OPTIONS:
    way: Way = option("", "Which way.", default=Way.ONE)
    most: int = option("1..5", "How many.", default=3)
    least: Optional[int] = option("N", "How few.")
    other: Way | None = option("", "Which other way.")
    words: list[str] | None = option("WORD", "Words.")
    plain: bool = flag("Plainly.")

@dataclass(frozen=True)
class Made:
    fill: Fill
    crossword: Crossword
    def __str__(self) -> str:
        return str(self.fill.grid)

@dataclass(frozen=True, eq=False)
class OddMaker(Maker[Made]):
    source: Source
    def steps(self, options):
        draft = yield from self.source.draft(options)
        if not isinstance(draft, Draft):
            return draft
        found = yield Step(FillTask(draft.puzzle, options))
        if not isinstance(found, Found):
            return found
        grid = found.value.grid
        base = with_fill(draft.base, grid) if draft.base else crossword_of(grid)
        return Found(Made(found.value, replace(base, kind=ODD)))

def maker_of(what, words, options):
    return OddMaker(source_of(what, words))
"""


def installed(
    site: Path, monkeypatch: pytest.MonkeyPatch, code: str = "", making: str = ""
) -> PuzzleKind:
    """The kind `odd`, of the package "odd 1.0".

    Args: code: follows its `Odd`, a class of behaviour; making: follows `MAKING`.
    """
    text = f"{KINDS}\nODD = kind('odd', 'odd_kinds:Odd', 'odd_making')\n"
    text += f"class Odd(Behaviour):\n    pass\n{code}"
    for name, said in (("odd_kinds", text), ("odd_making", MAKING + making)):
        (site / f"{name}.py").write_text(said, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    install(site, "odd", {plugins.KINDS: {"odd": "odd_kinds:ODD"}})
    forget()
    return kind_named("odd")
