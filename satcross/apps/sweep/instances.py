"""Families of instances for solvers of others: CNF to decide and to count, and weighted CNF.

They have the forms of the SAT Competition, the Model Counting Competition (since 2021) and the
MaxSAT Evaluation (since 2022). Everything follows from the table `MEMBERS`: the same bytes at every
call, as far as liblzma compresses the same; the manifest has the SHA-256 of each text before it is
compressed.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from os import PathLike
from pathlib import Path

import satcross as sx
from satcross import DimacsError, Grid, OptionError, Puzzle, WordList
from satcross.apps.sweep.files import Manifest, chosen, digest_of, folder_for, write_packed
from satcross.extend import as_path, check_choice, check_integer, checked, find_slots, write_file

WORDS = Path(__file__).parents[2] / "words" / "data" / "scowl.dict.gz"
"""SCOWL's common English words, levels 35 and 50."""
SAT, MC, PMC, MAX = "sat", "mc", "pmc", "wcnf"
_SUFFIXES = {SAT: "cnf", MC: "mc.cnf", PMC: "pmc.cnf", MAX: "wcnf"}
FAMILIES = ("open-squares", "newspaper", "counting", "weighted")
UNKNOWN = "UNKNOWN"
_BEST = 100  # the largest score of a word
_OPEN = re.compile(r"open-([1-9])x([1-9])")
_GRIDS = {
    "british13-28": "FBFD557FBF555FBFC513F7E451FEFD557EFF555FEFh",
    "american15-themed-78a": "FBBFF77FEEFFFFF1CF1EFBFBCFFFFFF9EFEFBC79C7FFFFBBFF77FEEFh",
    "american15-themed-76a": "F7DFEFBFFF7FDFC1E7FFBDFFEFFBEFFBFFDEFFF3C1FDFF7FFEFBFDF7h",
    "american15-given-a": "FBDFF7BFEF78FDFFDEFFEFFDFFBF7EFFDFFBFFBDFFDF8F7BFEF7FDEFh",
    "american15-themeless-72": "FBDFF7BFEF78FDFFDEFFEFFDFFBF7EFFDFFBFFBDFFDF8F7BFEF7FDEFh",
}
_GIVEN = {"american15-given-a": {95: "COLLARBONE", 120: "FORMULATES"}}  # from these cells on
_COLUMNS = (
    "file", "family", "kind", "grid", "words", "seed", "encoding", "variables", "clauses",
    "answer", "sha256",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Member:
    """One instance.

    Args:
        kind: what is asked: SAT, MC, PMC (the count of models, or of their letters: the same
            number) or MAX (the best total).
        grid: `open-RxC` for one without blocks, or the name of a newspaper's.
        n_words: number of words, of lengths that the grid has.
        seed: chooses them.
        expected: "SATISFIABLE", "UNSATISFIABLE" or "UNKNOWN"; a number of models; or a total.
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

    @property
    def family(self) -> str:
        """One of `FAMILIES`."""
        if self.kind in (MC, PMC):
            return "counting"
        if self.kind == MAX:
            return "weighted"
        return "open-squares" if _OPEN.fullmatch(self.grid) else "newspaper"


_SAT, _UNSAT = "SATISFIABLE", "UNSATISFIABLE"
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
    Member(SAT, "american15-themeless-72", 45000, 1, UNKNOWN, "dawg"),
    Member(MC, "open-3x3", 160, 1, "20"),
    Member(MC, "open-3x3", 400, 1, "4338"),
    Member(MC, "open-4x4", 800, 1, "414"),
    Member(MC, "open-4x4", 2000, 1, "423174"),
    Member(PMC, "open-3x3", 160, 1, "20"),
    Member(PMC, "open-4x5", 3000, 1, "182", "dawg"),
    Member(PMC, "open-4x4", 2000, 1, "423174", "dawg"),
    Member(MAX, "open-3x3", 160, 1, "391"),
    Member(MAX, "open-4x4", 500, 1, "443"),
    Member(MAX, "open-4x4", 1000, 1, "605"),
    Member(MAX, "open-4x4", 2000, 1, "682"),
    Member(MAX, "open-5x5", 2000, 1, "561"),
    Member(MAX, "open-5x5", 2500, 1, "618"),
)


def puzzle_of(member: Member) -> Puzzle:
    """The puzzle of an instance: its words are those with the smallest hashes of seed and word."""
    grid = _grid(member.grid)
    lengths = {len(slot.cells) for slot in find_slots(grid)}
    words = [word for word in _words() if len(word) in lengths]
    some = chosen(words, member.n_words, member.seed)
    # Scores matter to weighted formulas only; they are drawn by hash too.
    scored = [(word, 1 + digest_of(member.seed, f"score {word}")[0] % _BEST) for word in some]
    listed = WordList.from_words(scored, source=f"{member.n_words} of SCOWL, seed {member.seed}")
    return Puzzle(grid, listed)


def _grid(name: str) -> Grid:
    size = _OPEN.fullmatch(name)
    if size:
        return Grid.parse("\n".join(int(size[1]) * ["." * int(size[2])]))
    grid = Grid.from_hex(_GRIDS[name])
    cells = list(grid.cells)
    for at, word in _GIVEN.get(name, {}).items():
        cells[at : at + len(word)] = word
    return grid.with_cells(cells)


@cache
def _words() -> list[str]:
    return [word for word, _ in WordList.load(WORDS).words()]


@dataclass(frozen=True, slots=True)
class FamilyFormula:
    """The formula of a member. Args: text: of its file, uncompressed; the others: its sizes."""

    text: bytes
    n_vars: int
    n_clauses: int


def instance_of(member: Member) -> FamilyFormula:
    """The formula of an instance, with its comments; soft clauses count as clauses."""
    with tempfile.TemporaryDirectory(prefix="satcross-") as folder:
        path = Path(folder) / ("a.wcnf" if member.kind == MAX else "a.cnf")
        stats = sx.export(puzzle_of(member), path, encoding=member.encoding)
        lines = path.read_bytes().splitlines(keepends=True)
    if member.kind == MC:  # in the track without projection such lines have no place
        lines = [line for line in lines if not line.startswith(b"c p show")]
    n_soft = sum(line[:1] not in b"ch" for line in lines) if member.kind == MAX else 0
    head = "".join(f"c {line}\n" for line in _comments(member)).encode()
    return FamilyFormula(head + b"".join(lines), stats.n_vars, stats.n_clauses + n_soft)


def _comments(member: Member) -> Iterator[str]:
    if member.kind in (MC, PMC):
        yield f"t {member.kind}"
    yield f"{member.name.removesuffix('.xz')}: a crossword to fill"
    yield f"grid {member.grid}, {member.n_words} words of SCOWL, seed {member.seed}"
    yield f"encoding {member.encoding}, expected {member.expected}"
    yield f"made by: satcross instances --only {member.name}"


def members_of(family: str | None = None, only: str = "", seed: int | None = None) -> list[Member]:
    """The instances that are asked for. Args: see `write_instances`."""
    if family is not None:
        check_choice(family, FAMILIES, "family")
    if seed is not None:
        check_integer(seed, "seed", at_least=0)
    found = [member for member in MEMBERS if family in (None, member.family)]
    if seed is not None:
        seeded = (
            member if member.seed == seed else replace(member, seed=seed, expected=UNKNOWN)
            for member in found
        )
        # Where the table has a member with several seeds, it is one now; a known answer stays.
        by_name = {member.name: member for member in seeded if member.expected == UNKNOWN}
        by_name |= {member.name: member for member in found if member.seed == seed}
        found = list(by_name.values())
    found = [member for member in found if only in member.name]
    if not found:
        raise OptionError(
            f"no instance has {only!r} in its name", hint="see --list", parameter="only"
        )
    return found


@checked
def write_instances(
    folder: str | PathLike[str],
    family: str | None = None,
    *,
    only: str = "",
    seed: int | None = None,
) -> Iterator[tuple[Member, Path]]:
    """Write instances for solvers, one when it is asked for, with a manifest and a description.

    Args:
        folder: to write to; it is made if it is not there.
        family: "open-squares", "newspaper", "counting" or "weighted"; all by default.
        only: a part of the names of those that are wanted.
        seed: chooses other words for all of them; their answers are not known then.

    Returns: an iterator of each instance and its file. `manifest.tsv`, which has their sizes,
        answers and SHA-256, and `README.md` are there from the first on, and up to date.

    Raises:
        OptionError: there is no such family or instance.
        DimacsError: a file cannot be written.
    """
    return _written(as_path(folder), members_of(family, only, seed))


def _written(folder: Path, members: list[Member]) -> Iterator[tuple[Member, Path]]:
    folder_for(folder, DimacsError)
    write_file(folder / "README.md", README.encode(), DimacsError)
    manifest = Manifest(folder / "manifest.tsv", _COLUMNS)
    for member in members:
        made = instance_of(member)
        digest = write_packed(folder / member.name, made.text)
        manifest.add(
            member.name, member.family, member.kind, member.grid, member.n_words, member.seed,
            member.encoding, made.n_vars, made.n_clauses, member.expected, digest,
        )  # fmt: skip
        manifest.save()
        yield member, folder / member.name


README = """\
# Crosswords to fill

Each instance asks for a fill of a crossword grid with words of a list: every run of two or more
cells across and down is a word, and no word stands twice.

| file | asks | answer |
| --- | --- | --- |
| `*.cnf.xz` | is there a fill? | `SATISFIABLE`, `UNSATISFIABLE`, or `UNKNOWN` where nobody knows |
| `*.mc.cnf.xz` | the number of models | that of fills |
| `*.pmc.cnf.xz` | the number of models projected on the letters, `c p show` | that of fills |
| `*.wcnf.xz` | the least weight of unsatisfied clauses | the best total: `satcross total` less it |

`manifest.tsv` has the sizes and the answer of each, and the SHA-256 of its text before
compression.

**Variables.** First one for each cell and each letter that it may hold: exactly one of a cell is
true. With the encoding `support` one follows for each slot and each of its words, which implies its
letters and is implied by them; with `dawg` one for each layer and node of the minimal automaton of
the slot's words. Either is determined by the letters, so that models and fills are one to one; unit
propagation on the formula is arc consistency of the slots, and each formula begins from an arc
consistent state. No two slots of the same length have the same word.

**Names.** `crossword-GRID-wWORDS-sSEED-ENCODING`. The grid is `open-RxC`, without blocks, or one of
a newspaper's size. The words are those among SCOWL's common English words (levels 35 and
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
