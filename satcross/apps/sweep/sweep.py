"""Instances over the number of words, what solvers say of them, and the page about them."""

from __future__ import annotations

import lzma
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import product
from pathlib import Path

import satcross as sx
from satcross import OptionError
from satcross.apps.sweep.files import Manifest, chosen, folder_for, write_packed
from satcross.apps.sweep.picture import FOUND, SolverAnswer, picture
from satcross.apps.sweep.proof import proved
from satcross.extend import write_file

SOLVERS = ("cadical195", "glucose4", "minisat22")
NONE, UNKNOWN = "UNSATISFIABLE", "UNKNOWN"
CNF = "cnf"
_OF_TOTALS = frozenset({"wcnf", "pwcnf"})
_WITHOUT_TOTAL = frozenset({"opb", "mzn", "xml"})  # which could have it
MANIFEST, TIMES = "manifest.tsv", "times.tsv"
_COLUMNS = (
    "file", "words", "seed", "encoding", "format", "variables", "clauses", "answer", "shown by",
    "sha256", "proof", "sha256 of the proof",
)  # fmt: skip
_TIMES = ("words", "seed", "encoding", "solver", "answer", "seconds", "conflicts")


@dataclass(frozen=True, slots=True)
class Sweep:
    """What is to be made.

    Args:
        puzzle: the grid, its rules, and the list that words are taken from.
        name: of the grid, for names of files.
        sizes: numbers of words.
        seeds: each chooses other words.
        encodings: of slots.
        forms: formats, by their extensions without the dot.
        solvers: whose answers and times are wanted.
        time_limit_s: of each answer.
        proofs: whether each `.cnf` without a model gets a proof.

    Raises:
        OptionError: the list has fewer words, or nothing is asked for, or there are no `.cnf`.
    """

    puzzle: sx.Puzzle
    name: str
    sizes: Sequence[int]
    seeds: Sequence[int]
    encodings: Sequence[str] = ("auto",)
    forms: Sequence[str] = ("cnf",)
    solvers: Sequence[str] = SOLVERS
    time_limit_s: float = 60.0
    proofs: bool = False

    def __post_init__(self) -> None:
        n = len(self._words())
        if max(self.sizes, default=0) > n:
            raise OptionError(
                f"the list has {n:,} words of the grid's lengths, fewer than {max(self.sizes):,}",
                hint="name a larger list, or smaller numbers",
                parameter="sizes",
            )
        if not self.solvers:
            raise OptionError("no solver is named", hint="name one or more", parameter="solvers")
        if self.proofs and CNF not in self.forms:
            hint = f"add {CNF} to the formats"
            raise OptionError(f"are of {CNF}, which is not written", hint=hint, parameter="proofs")

    def _words(self) -> dict[str, int]:
        lengths = {len(slot) for slot in self.puzzle.slots}
        return {word: score for word, score in self.puzzle.words.words() if len(word) in lengths}

    def puzzle_of(self, n_words: int, seed: int) -> sx.Puzzle:
        """The puzzle with the words that have the smallest SHA-256 of "SEED WORD"."""
        words = self._words()
        some = [(word, words[word]) for word in chosen(words, n_words, seed)]
        source = f"{n_words} of {self.puzzle.words.source}, seed {seed}"
        alphabet = self.puzzle.words.alphabet
        return replace(
            self.puzzle, words=sx.WordList.from_words(some, alphabet=alphabet, source=source)
        )


@dataclass(frozen=True, slots=True)
class Agreement:
    """The answers for one list of words, by our engine ("lazy") and by solvers.

    Args: of each solver with each encoding.

    Fields:
        verdict: the answer that is believed; shown_by: who says it.
        none: who says that there is no fill.
    """

    answers: Sequence[SolverAnswer]
    verdict: str = field(init=False)
    shown_by: str = field(init=False)
    none: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        by_answer: dict[str, list[str]] = {}
        for one in self.answers:
            by_answer.setdefault(one.answer, []).append(one.solver)
        found = list(dict.fromkeys(by_answer.get(FOUND, [])))
        none = list(dict.fromkeys(by_answer.get(NONE, [])))
        if found and none:
            raise sx.SolverError(
                f"{none[0]} says that there is no fill, and {found[0]} has found one, of"
                f" {self.answers[0].n_words} words and seed {self.answers[0].seed}"
            )
        verdict, shown_by = UNKNOWN, "-"
        if found:
            verdict, shown_by = FOUND, "a fill that was checked"
        elif len(none) > 1:  # that there is none is believed if two solvers say so
            verdict, shown_by = NONE, " and ".join(none)
        object.__setattr__(self, "verdict", verdict)
        object.__setattr__(self, "shown_by", shown_by)
        object.__setattr__(self, "none", tuple(none))


def ask(plan: Sweep, n_words: int, seed: int, puzzle: sx.Puzzle) -> Agreement:
    """Ask our engine and each solver, with each encoding, for a fill of one of its puzzles."""
    answers = []
    for solver in ("lazy", *plan.solvers):
        for encoding in ("auto",) if solver == "lazy" else plan.encodings:
            found = sx.fill(
                puzzle, solver=solver, encoding=encoding, time_limit_s=plan.time_limit_s
            )
            answer = UNKNOWN
            if not isinstance(found, sx.Stopped):
                answer = FOUND if isinstance(found, sx.Found) else NONE
            work = found.work
            shown = "-" if solver == "lazy" else encoding
            answers.append(
                SolverAnswer(n_words, seed, shown, solver, answer, work.elapsed_s, work.conflicts)
            )
    return Agreement(answers)


def written(plan: Sweep, folder: Path) -> Iterator[tuple[Path, str]]:
    """Write the instances, their answers, times, a picture and a page; each file with its answer.

    `manifest.tsv` is the same at every call where no answer is `UNKNOWN`; `times.tsv` and the
    picture are of this machine.

    Raises:
        OptionError: there is no such format, encoding or solver.
        SolverError: two solvers contradict each other, or one has failed.
        InputError: a file cannot be written.
    """
    _check(plan)
    folder_for(folder)
    manifest = Manifest(folder / MANIFEST, _COLUMNS)
    times = Manifest(folder / TIMES, _TIMES)
    answers: list[SolverAnswer] = []
    for n_words in plan.sizes:
        for seed in plan.seeds:
            puzzle = plan.puzzle_of(n_words, seed)
            asked = ask(plan, n_words, seed, puzzle)
            answers += asked.answers
            for a in asked.answers:
                seconds = f"{a.seconds:.2f}"
                times.add(a.n_words, a.seed, a.encoding, a.solver, a.answer, seconds, a.conflicts)
            for encoding in plan.encodings:
                for form in plan.forms:
                    path = folder / f"{plan.name}-w{n_words}-s{seed}-{encoding}.{form}.xz"
                    sizes = _export(puzzle, path, encoding, form)
                    text = lzma.decompress(path.read_bytes())
                    verdict, shown_by, proof = asked.verdict, asked.shown_by, ("-", "-")
                    wants_proof = plan.proofs and form == CNF and asked.none
                    if wants_proof and (steps := proved(text, plan.time_limit_s)):
                        to = path.with_name(f"{path.name.removesuffix('.cnf.xz')}.drat.xz")
                        proof = to.name, write_packed(to, steps)
                        verdict = NONE
                        shown_by = " and ".join(["a proof", *asked.none])
                    manifest.add(
                        path.name, n_words, seed, encoding, form, *sizes,
                        verdict, shown_by, sha256(text).hexdigest(), *proof,
                    )  # fmt: skip
                    yield path, verdict
            manifest.save()
            times.save()
    write_file(folder / "transition.svg", picture(plan.name, answers).encode())
    write_file(folder / "README.md", _page(plan).encode())


def _check(plan: Sweep) -> None:
    """Raise OptionError before anything is written, if a format cannot have an encoding or rule."""
    if "dawg" in plan.encodings and (scored := _OF_TOTALS.intersection(plan.forms)):
        raise OptionError(
            f"dawg has no variables for words, which the scores of .{min(scored)} need",
            hint="leave out one of them",
            parameter="encodings",
        )
    puzzle = plan.puzzle_of(max(plan.sizes), plan.seeds[0])
    with tempfile.TemporaryDirectory(prefix="satcross-") as folder:
        for encoding, form in product(plan.encodings, plan.forms):
            _export(puzzle, Path(folder) / f"a.{form}", encoding, form)


def _export(puzzle: sx.Puzzle, path: Path, encoding: str, form: str) -> tuple[int, int]:
    """Write a puzzle, with a total only in formats that are for it; (variables, clauses)."""
    if form in _WITHOUT_TOTAL:
        stats = sx.export(puzzle, path, encoding=encoding, scores=False)
    else:
        stats = sx.export(puzzle, path, encoding=encoding)
    return stats.n_vars, stats.n_clauses


_ABOUT_PROOFS = """
**Proofs**: beside a `NAME.cnf.xz` without a model there is `NAME.drat.xz`, DRAT as text, made by
CaDiCaL 1.9.5 and checked by satcross; drat-trim reads it too. `manifest.tsv` has the SHA-256 of the
text. A proof is enough for `UNSATISFIABLE`.
"""


def _page(plan: Sweep) -> str:
    grid = "\n".join("    " + "".join(row) for row in plan.puzzle.grid.rows())
    rules = "".join(f"- the rule `{rule}`\n" for rule in plan.puzzle.rules)
    sizes = ", ".join(f"{n:,}" for n in plan.sizes)
    return f"""\
# Crosswords to fill: {plan.name}

Each instance asks for a fill of this grid with words of a list: every entry is a word, and no word
stands twice, unless a rule says otherwise. Those in `.wcnf` and `.pwcnf` ask for that with the best
total of scores.

{grid}

{rules}
**Words**: {sizes} words of {plan.puzzle.words.source}, those of the grid's lengths
with the smallest SHA-256 of "SEED WORD"; seeds {", ".join(map(str, plan.seeds))}.
Digest of the whole list: `{plan.puzzle.words.digest}`.

**Files**: `{plan.name}-wWORDS-sSEED-ENCODING.FORMAT.xz`. `{MANIFEST}` has the number of variables
and clauses of each, its answer, and the SHA-256 of its text before compression. The comments of
each file say what its variables mean, and `satcross decode FILE ANSWER` checks a solver's answer.

**Answers**: `{FOUND}` where a fill was found, which was checked against the rules;
`{NONE}` where two solvers say so, which are named; else `{UNKNOWN}`. Limit:
{plan.time_limit_s:g} seconds each.
{_ABOUT_PROOFS if plan.proofs else ""}
**Times**: `{TIMES}` has what satcross's own search, which reads no formula ("lazy"), and
{", ".join(plan.solvers)} said, and their seconds of wall time, on the machine that made this.
`transition.svg` shows them: the more words, the more lists have a fill; near the middle both
answers are hard.

**Made by** satcross {sx.__version__}: https://pypi.org/project/satcross/

    @misc{{satcross-{plan.name},
      title = {{Crosswords to fill: {plan.name}}},
      author = {{{{The satcross authors}}}},
      howpublished = {{satcross {sx.__version__}, \\url{{https://pypi.org/project/satcross/}}}},
      note = {{words: {sizes}; seeds: {", ".join(map(str, plan.seeds))}}}
    }}
"""
