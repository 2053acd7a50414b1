"""The comments that make a DIMACS file decodable without the puzzle; see `satcross.cnf.envelope`.

c satcross format 1
c satcross alphabet ABCDEFGHIJKLMNOPQRSTUVWXYZ
c satcross words <the word list's source>
c satcross digest <sha256 of its alphabet, words and scores>
c satcross encoding support:70 given:2
c satcross distinct yes
c satcross min-length 3          when it is not 2
c satcross rebus HEART           one line for each, when there are any
c satcross max-shared-substring 4    one line for each rule: `Rule.to_comment`
c satcross grid ..C              one line for each row
c satcross variables word 5 20   what variables 5..20 say: `path 12A`, `differ 1A 7D`
c satcross letter 55 r1c3=C      one line for each letter variable
c p show 1 2 3 … 0               the projection set, over several lines
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from satcross.cnf.envelope import CROSSWORD, Envelope, variable_fields
from satcross.cnf.variables import VarMap
from satcross.encoding.letters import LetterVars
from satcross.model.needs import PAIRS
from satcross.model.puzzle import MIN_SLOT_LENGTH, Puzzle

FORMAT = "1"
KEYS = frozenset(
    (
        "alphabet", "words", "digest", "encoding", "distinct", "min-length", "rebus", "grid",
        "variables", "letter",
    )
)  # fmt: skip
"""The keys of fields; all others are rules."""


def envelope_of(
    puzzle: Puzzle, letters: LetterVars, chosen: Iterable[str], varmap: VarMap
) -> Envelope:
    """What the file of an `Encoding` says of itself, in the order above; args: its fields."""
    counts = Counter(chosen)
    used = " ".join(f"{name}:{counts[name]}" for name in sorted(counts)) or "none"
    fields = (
        ("alphabet", puzzle.listed.alphabet.letters),
        ("words", " ".join(puzzle.listed.source.split())),
        ("digest", puzzle.listed.digest),
        ("encoding", used),
        ("distinct", "yes" if puzzle.distinct else "no"),
        *_rules(puzzle),
        *(("grid", row) for row in str(puzzle.grid).split("\n")),
        *variable_fields(varmap),
        *(("letter", f"{v} {letters.name(v)}") for v in range(1, letters.n + 1)),
    )
    return Envelope(CROSSWORD, FORMAT, fields, range(1, letters.n + 1))


def _rules(puzzle: Puzzle) -> list[tuple[str, str]]:
    """The fields for rules that most puzzles do not have."""
    fields: list[tuple[str, str]] = []
    if puzzle.min_length != MIN_SLOT_LENGTH:
        fields.append(("min-length", str(puzzle.min_length)))
    fields += [("rebus", string) for string in puzzle.rebus]
    order = sorted(puzzle.rules, key=lambda rule: rule.need != PAIRS)
    return fields + [rule.to_comment() for rule in order]
