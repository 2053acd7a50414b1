"""The comments that make an exported file decodable without the puzzle: `satcross.cnf.envelope`.

c satcross format 1
c satcross alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZ
c satcross words <the word list's source>
c satcross digest <sha256 of its alphabet, words and scores>
c satcross encoding support:70 given:2
c satcross distinct yes          unless a rule says otherwise
c satcross max-shared-substring 4    one line for each rule: `Rule.to_comment`
c satcross grid ..C              one line for each row
c satcross variables word 5 20   what variables 5..20 say: `path 12A`, `differ 1A 7D`
c satcross total 350             in WCNF and OPB: the total is this less the objective
c satcross letter 55 r1c3=C      one line for each letter variable; `h1=C` for cell h1
c satcross word 801 1A=CRANE     where it is asked for, one line for each word variable
c satcross group 3 12A           in GCNF, one line for each group: what it is of
c p show 1 2 3 … 0               the projection set, over several lines

MiniZinc and XCSP3 have the lines about the puzzle, and instead of those about variables:

satcross texts A B C             what the values of x stand for, from 0
satcross cells r1c1 r1c2 h1      the cells of x[0], x[1] and so on
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from satcross.cnf.envelope import CROSSWORD, TOTAL, Envelope, variable_fields
from satcross.cnf.variables import VarMap
from satcross.encoding.letters import LetterVars
from satcross.model.needs import Need
from satcross.model.puzzle import Puzzle

if TYPE_CHECKING:
    from satcross.rules import Rule

FORMAT = "1"
KEYS = frozenset(
    (
        "alphabet", "words", "digest", "encoding", "grid", "variables", "letter", "word", TOTAL,
        "texts", "cells", "group",
    )
)  # fmt: skip
DISTINCT = ("distinct", "yes")
"""The field for which there is no rule. All others but `KEYS` are rules."""


def envelope_of(
    puzzle: Puzzle,
    letters: LetterVars,
    chosen: Iterable[str],
    varmap: VarMap,
    words: Iterable[tuple[int, str]] = (),
) -> Envelope:
    """What the file of an `Encoding` says of itself, in the order above; args: its fields.

    Args: words: variables with their names, to be named too.
    """
    counts = Counter(chosen)
    used = " ".join(f"{name}:{counts[name]}" for name in sorted(counts)) or "none"
    fields = (
        *_list_fields(puzzle),
        ("encoding", used),
        *_puzzle_fields(puzzle),
        *variable_fields(varmap),
        *(("letter", f"{v} {letters.name(v)}") for v in range(1, letters.n + 1)),
        *(("word", f"{variable} {name}") for variable, name in words),
    )
    return Envelope(CROSSWORD, FORMAT, fields, range(1, letters.n + 1))


def envelope_of_model(puzzle: Puzzle, cells: Sequence[int]) -> Envelope:
    """What the file of a constraint model says of itself; cells: the grid position of each x."""
    fields = (
        *_list_fields(puzzle),
        *_puzzle_fields(puzzle),
        ("texts", " ".join(puzzle.texts)),
        ("cells", " ".join(map(puzzle.grid.cell_name, cells))),
    )
    return Envelope(CROSSWORD, FORMAT, fields)


def _list_fields(puzzle: Puzzle) -> list[tuple[str, str]]:
    return [
        ("alphabet", puzzle.listed.alphabet.spelling),
        ("words", " ".join(puzzle.listed.source.split())),
        ("digest", puzzle.listed.digest),
    ]


def _puzzle_fields(puzzle: Puzzle) -> list[tuple[str, str]]:
    return [
        *([DISTINCT] if puzzle.distinct else []),
        *(rule.to_comment() for rule in sorted(puzzle.rules, key=_rank)),
        *(("grid", row) for row in puzzle.grid.lines() or [""]),
    ]


def _rank(rule: Rule) -> int:
    """Where the comment of a rule stands among those of others."""
    first = ("", Need.REBUS, Need.PAIRS)
    return first.index(rule.need) if rule.need in first else len(first)
