"""A family of instances for solvers of others: CNF to decide and to count, and weighted CNF.

    python -m benchmarks.instances FOLDER [--only PART]

Writes `crossword-….cnf.xz` and `.wcnf.xz`, a `README.md` that describes the family, and
`expected.tsv` with the answers, into FOLDER: in the forms of the SAT Competition, the Model
Counting Competition (since 2021) and the MaxSAT Evaluation (since 2022, hard clauses begin with
`h`). Everything follows from the table `MEMBERS`: the same bytes at every call, as far as liblzma
compresses the same; `expected.tsv` has the SHA-256 of each text before it is compressed.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from benchmarks.files import replace_file
from benchmarks.lists import GRIDS, PACKED
from satcross.cnf.ascii import format_clauses
from satcross.cnf.files import written_whole
from satcross.encoding.encode import Encoding, encode
from satcross.model.grid import Grid, read_grid
from satcross.model.puzzle import Puzzle, find_slots
from satcross.words import WordList

SAT, MC, PMC, WCNF = "sat", "mc", "pmc", "wcnf"
_SUFFIXES = {SAT: "cnf", MC: "mc.cnf", PMC: "pmc.cnf", WCNF: "wcnf"}
_BEST = 100  # the largest score of a word; the weight of a word is what it lacks
_OPEN = re.compile(r"open-([1-9])x([1-9])")


@dataclass(frozen=True, slots=True)
class Member:
    """One instance.

    Args:
        kind: what is asked: SAT, MC, PMC (the count of models, or of their letters: the same
            number) or WCNF (the least weight of clauses that are not satisfied).
        grid: `open-RxC` for one without blocks, or the name of a file of `benchmarks/grids`.
        n_words: number of words, of lengths that the grid has.
        seed: chooses them.
        expected: "SATISFIABLE", "UNSATISFIABLE" or "UNKNOWN"; a number of models; or an optimum.
        encoding: of the slots: see `satcross.encode`.
    """

    kind: str
    grid: str
    n_words: int
    seed: int
    expected: str
    encoding: str = "support"

    @property
    def name(self) -> str:
        """The file's name."""
        stem = f"crossword-{self.grid}-w{self.n_words}-s{self.seed}-{self.encoding}"
        return f"{stem}.{_SUFFIXES[self.kind]}.xz"


_SAT, _UNSAT, _UNKNOWN = "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"
MEMBERS: tuple[Member, ...] = (
    Member(SAT, "open-3x3", 60, 1, _UNSAT),
    Member(SAT, "open-3x3", 160, 1, _SAT),
    Member(SAT, "open-4x4", 300, 1, _UNSAT),
    Member(SAT, "open-4x4", 400, 1, _UNSAT),
    Member(SAT, "open-4x4", 500, 1, _SAT),
    Member(SAT, "open-5x5", 1000, 1, _UNSAT),
    Member(SAT, "open-5x5", 1500, 1, _UNSAT),
    Member(SAT, "open-5x5", 1700, 1, _UNSAT),
    Member(SAT, "open-5x5", 1800, 2, _SAT),
    Member(SAT, "open-5x5", 2000, 1, _SAT),
    Member(SAT, "open-5x5", 2000, 2, _SAT),
    Member(SAT, "open-5x5", 2000, 3, _SAT),
    Member(SAT, "open-5x6", 4000, 1, _UNSAT),
    Member(SAT, "open-5x6", 8000, 1, _SAT),
    Member(SAT, "open-6x6", 4000, 1, _UNSAT),
    Member(SAT, "open-6x6", 7000, 1, _SAT, "dawg"),
    Member(SAT, "british13-28", 1000, 1, _SAT),
    Member(SAT, "american15-themed-78a", 12000, 1, _UNSAT),
    Member(SAT, "american15-themed-78a", 20000, 1, _SAT, "dawg"),
    Member(SAT, "american15-themed-76a", 30000, 1, _SAT, "dawg"),
    Member(SAT, "american15-given-a", 30000, 1, _UNSAT, "dawg"),
    Member(SAT, "american15-themeless-72", 15000, 1, _UNSAT, "dawg"),
    Member(SAT, "american15-themeless-72", 30000, 1, _UNSAT, "dawg"),
    Member(SAT, "american15-themeless-72", 45000, 1, _UNKNOWN, "dawg"),
    Member(MC, "open-3x3", 160, 1, "20"),
    Member(MC, "open-3x3", 400, 1, "4338"),
    Member(MC, "open-4x4", 800, 1, "414"),
    Member(MC, "open-4x4", 2000, 1, "423174"),
    Member(PMC, "open-3x3", 160, 1, "20"),
    Member(PMC, "open-4x5", 3000, 1, "182", "dawg"),
    Member(PMC, "open-4x4", 2000, 1, "423174", "dawg"),
    Member(WCNF, "open-3x3", 160, 1, "209"),
    Member(WCNF, "open-4x4", 500, 1, "357"),
    Member(WCNF, "open-4x4", 1000, 1, "195"),
    Member(WCNF, "open-4x4", 2000, 1, "118"),
    Member(WCNF, "open-5x5", 2000, 1, "439"),
    Member(WCNF, "open-5x5", 2500, 1, "382"),
)


def puzzle_of(member: Member) -> Puzzle:
    """The puzzle of an instance: its words are those with the smallest hashes of seed and word."""
    grid = _grid(member.grid)
    lengths = {len(slot.cells) for slot in find_slots(grid)}
    words = [word for word in _words() if len(word) in lengths]
    chosen = sorted(words, key=lambda word: _hash(member.seed, word))[: member.n_words]
    if len(chosen) < member.n_words:
        raise ValueError(f"the list has only {len(chosen)} words of these lengths")
    # Scores matter to weighted formulas only; they are drawn by hash too.
    scored = [(word, 1 + _hash(member.seed, f"score {word}")[0] % _BEST) for word in sorted(chosen)]
    listed = WordList.from_words(scored, source=f"{member.n_words} of SCOWL, seed {member.seed}")
    return Puzzle(grid, listed)


def _grid(name: str) -> Grid:
    size = _OPEN.fullmatch(name)
    if size:
        return Grid.parse("\n".join(int(size[1]) * ["." * int(size[2])]))
    return read_grid(str(GRIDS / f"{name}.txt"))


@cache
def _words() -> list[str]:
    return [word for word, _ in WordList.load(PACKED).words()]


def _hash(seed: int, text: str) -> bytes:
    return hashlib.sha256(f"{seed} {text}".encode()).digest()


def text_of(member: Member) -> Iterator[bytes]:
    """The file of an instance before it is compressed, in pieces."""
    encoding = encode(puzzle_of(member), encoding=member.encoding)
    formula = encoding.formula
    lines = list(_comments(member, encoding))
    if member.kind == WCNF:
        yield "".join(f"c {line}\n" for line in lines).encode()
        for piece in format_clauses(formula.flat, formula.n_vars):
            yield re.sub(rb"^", b"h ", piece, flags=re.MULTILINE).removesuffix(b"h ")
        yield "".join(f"{weight} -{var} 0\n" for var, weight in weights_of(encoding)).encode()
        return
    yield "".join(f"c {line}\n" for line in lines).encode()
    yield b"p cnf %d %d\n" % (formula.n_vars, formula.n_clauses)
    yield from format_clauses(formula.flat, formula.n_vars)


def weights_of(encoding: Encoding) -> Iterator[tuple[int, int]]:
    """For each variable that chooses a word, what the word's score lacks of the best one."""
    puzzle = encoding.puzzle
    for slot, first in sorted(encoding.first_word.items()):
        scores = puzzle.words.table(len(puzzle.slots[slot])).scores
        for number, word in enumerate(encoding.domains.words[slot]):
            lacking = _BEST - int(scores[word])
            if lacking:
                yield first + number, lacking


def _comments(member: Member, encoding: Encoding) -> Iterator[str]:
    if member.kind in (MC, PMC):
        yield f"t {member.kind}"
    yield f"{member.name.removesuffix('.xz')}: a crossword to fill"
    yield f"grid {member.grid}, {member.n_words} words of SCOWL, seed {member.seed}"
    yield f"encoding {member.encoding}, expected {member.expected}"
    yield f"made by: python -m benchmarks.instances FOLDER --only {member.name}"
    for line in encoding.comments():
        # In the track without projection such lines have no place.
        if member.kind != MC or not line.startswith("p show"):
            yield line


def write(folder: Path, only: str = "") -> list[Path]:
    """Write the instances whose names have `only` in them, their answers, and the description."""
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    rows = ["file\tkind\tgrid\twords\tseed\tencoding\texpected\tsha256 of the text"]
    for member in MEMBERS:
        if only not in member.name:
            continue
        path = folder / member.name
        digest = hashlib.sha256()
        with written_whole(path) as file:
            for piece in text_of(member):
                digest.update(piece)
                file.write(piece)
        parts = (member.name, member.kind, member.grid, member.n_words, member.seed)
        rows.append(
            "\t".join(map(str, (*parts, member.encoding, member.expected, digest.hexdigest())))
        )
        written.append(path)
    replace_file(folder / "expected.tsv", "\n".join([*rows, ""]))
    replace_file(folder / "README.md", README)
    return written


README = """\
# Crosswords to fill

Each instance asks for a fill of a crossword grid with words of a list: every run of two or more
cells across and down is a word, and no word stands twice.

| file | asks | answer |
| --- | --- | --- |
| `*.cnf.xz` | is there a fill? | `SATISFIABLE`, `UNSATISFIABLE`, or `UNKNOWN` where nobody knows |
| `*.mc.cnf.xz` | the number of models | that of fills |
| `*.pmc.cnf.xz` | the number of models projected on the letters, `c p show` | that of fills |
| `*.wcnf.xz` | the least weight of unsatisfied clauses | 100 an entry, less the best total score |

`expected.tsv` has the answer of each, and the SHA-256 of its text before compression.

**Variables.** First one for each cell and each letter that it may hold: exactly one of a cell is
true. With the encoding `support` one follows for each slot and each of its words, which implies its
letters and is implied by them; with `dawg` one for each layer and node of the minimal automaton of
the slot's words. Either is determined by the letters, so that models and fills are one to one; unit
propagation on the formula is arc consistency of the slots, and each formula begins from an arc
consistent state. No two slots of the same length have the same word.

**Names.** `crossword-GRID-wWORDS-sSEED-ENCODING`. The grid is `open-RxC`, without blocks, or one of
satcross's `benchmarks/grids`. The words are those among SCOWL's common English words (levels 35 and
50) that have a length of the grid's slots and the smallest SHA-256 of "SEED WORD"; weights are
drawn in the same way. So any size and seed can be made.

**Difficulty** goes up with the open area and down with the number of words; near the number where
fills appear both answers are hard. Full-size newspaper grids (15x15) are structured: long words,
many crossings, and lists of tens of thousands of words.

**Forms.** SAT Competition: comments, then `p cnf`, no tautologies, no repeated literals, no unused
variables. Model Counting Competition, since 2021: `c t mc` or `c t pmc`, and `c p show … 0`, on
several lines where there are many letters. MaxSAT Evaluation, since 2022: no `p` line, hard clauses
begin with `h`.

**Check.** `satcross decode FILE ANSWER` prints the grid of a solver's answer, and checks every
clause. The answers were found by satcross's lazy search (which uses none of these formulas), its
counter and its optimiser; `UNSATISFIABLE` is proved by it.

**Authors and licence.** Made by satcross (https://pypi.org/project/satcross/), by its authors,
under the MIT licence. The words come from SCOWL by Kevin Atkinson, which may be used for any
purpose as long as its notice stays: satcross/words/data/NOTICE.txt.
"""


def main(arguments: list[str] | None = None) -> None:
    """Write the instances that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", metavar="PART", help="part of the names")
    given = parser.parse_args(arguments)
    for path in write(given.folder, given.only):
        print(f"{path.stat().st_size:>12,} {path.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
