"""Instances over the number of words, what solvers say of them, and the page about them."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import satcross as sx
from satcross import OptionError
from satcross.apps.sweep.picture import FOUND, SolverAnswer, picture
from satcross.extend import write_file

SOLVERS = ("cadical195", "glucose4", "minisat22")
NONE, UNKNOWN = "UNSATISFIABLE", "UNKNOWN"
MANIFEST, TIMES = "manifest.tsv", "times.tsv"
_COLUMNS = (
    "file", "words", "seed", "encoding", "format", "variables", "clauses", "answer", "shown by",
    "sha256",
)  # fmt: skip


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

    Raises:
        OptionError: the list has fewer words, or nothing is asked for.
    """

    puzzle: sx.Puzzle
    name: str
    sizes: Sequence[int]
    seeds: Sequence[int]
    encodings: Sequence[str] = ("auto",)
    forms: Sequence[str] = ("cnf",)
    solvers: Sequence[str] = SOLVERS
    time_limit_s: float = 60.0

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

    def _words(self) -> list[tuple[str, int]]:
        lengths = {len(slot) for slot in self.puzzle.slots}
        return [(word, score) for word, score in self.puzzle.words.words() if len(word) in lengths]

    def puzzle_of(self, n_words: int, seed: int) -> sx.Puzzle:
        """The puzzle with the words that have the smallest SHA-256 of "SEED WORD"."""

        def rank(word: tuple[str, int]) -> bytes:
            return hashlib.sha256(f"{seed} {word[0]}".encode()).digest()

        chosen = sorted(sorted(self._words(), key=rank)[:n_words])
        source = f"{n_words} of {self.puzzle.words.source}, seed {seed}"
        alphabet = self.puzzle.words.alphabet
        return replace(
            self.puzzle, words=sx.WordList.from_words(chosen, alphabet=alphabet, source=source)
        )


@dataclass(frozen=True, slots=True)
class Agreement:
    """The answers for one list of words, by our engine ("lazy") and by solvers.

    Args: of each solver with each encoding.
    """

    answers: Sequence[SolverAnswer]
    verdict: str = field(init=False)
    shown_by: str = field(init=False)

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
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        problem = f"the folder cannot be made: {error.strerror}"
        raise sx.InputError(problem, source=str(folder)) from None
    rows = ["\t".join(_COLUMNS)]
    times = ["words\tseed\tencoding\tsolver\tanswer\tseconds\tconflicts"]
    answers: list[SolverAnswer] = []
    for n_words in plan.sizes:
        for seed in plan.seeds:
            puzzle = plan.puzzle_of(n_words, seed)
            asked = ask(plan, n_words, seed, puzzle)
            answers += asked.answers
            times += [
                f"{a.n_words}\t{a.seed}\t{a.encoding}\t{a.solver}\t{a.answer}\t{a.seconds:.2f}"
                f"\t{a.conflicts}"
                for a in asked.answers
            ]
            for encoding in plan.encodings:
                for form in plan.forms:
                    stem = f"{plan.name}-w{n_words}-s{seed}-{encoding}.{form}.xz"
                    stats = sx.export(puzzle, folder / stem, encoding=encoding)
                    digest = hashlib.sha256(lzma.decompress((folder / stem).read_bytes()))
                    row = (
                        stem, n_words, seed, encoding, form, stats.n_vars, stats.n_clauses,
                        asked.verdict, asked.shown_by, digest.hexdigest(),
                    )  # fmt: skip
                    rows.append("\t".join(map(str, row)))
                    yield folder / stem, asked.verdict
            for name, lines in ((MANIFEST, rows), (TIMES, times)):
                write_file(folder / name, "".join(f"{line}\n" for line in lines).encode())
    write_file(folder / "transition.svg", picture(plan.name, answers).encode())
    write_file(folder / "README.md", _page(plan).encode())


def _page(plan: Sweep) -> str:
    grid = "\n".join("    " + "".join(row) for row in plan.puzzle.grid.rows())
    rules = "".join(f"- the rule `{rule}`\n" for rule in plan.puzzle.rules)
    sizes = ", ".join(f"{n:,}" for n in plan.sizes)
    return f"""\
# Crosswords to fill: {plan.name}

Each instance asks for a fill of this grid with words of a list: every entry is a word, and no word
stands twice, unless a rule says otherwise.

{grid}

{rules}
**Words**: {sizes} words of {plan.puzzle.words.source}, those of the grid's lengths
with the smallest SHA-256 of "SEED WORD"; seeds {", ".join(map(str, plan.seeds))}.
Digest of the whole list: `{plan.puzzle.words.digest}`.

**Files**: `{plan.name}-wWORDS-sSEED-ENCODING.FORMAT.xz`. `{MANIFEST}` has the number of variables
and clauses of each, its answer, and the SHA-256 of its text before compression. The comments of
each file say what its variables mean, and `satcross decode FILE ANSWER` checks a solver's answer.

**Answers**: `{FOUND}` where a fill was found, which was checked against the rules; `{NONE}` where
two solvers say so, which are named; else `{UNKNOWN}`. Limit: {plan.time_limit_s:g} seconds each.

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
