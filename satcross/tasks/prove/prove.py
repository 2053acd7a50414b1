"""A proof that a puzzle has no fill, which others can check without satcross."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from io import TextIOWrapper
from os import PathLike
from pathlib import Path
from typing import BinaryIO, TextIO

from satcross.checks import check_choice
from satcross.cnf import dimacs
from satcross.encoding.encode import ENCODINGS, Encoding
from satcross.encoding.letters import LetterVars
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import NEVER, Deadline, Progress, Task
from satcross.tasks.prepared import watched
from satcross.tasks.prove.folder import CNF, PROOF, README, check_folder, drafts, place, readme
from satcross.tasks.prove.proof_lines import encode_unfiltered
from satcross.tasks.prove.refute import Refutation, RefuteTask, check_provable, line_of

_TICK_EVERY = 100  # lines between looks at the clock


@dataclass(frozen=True, slots=True)
class Proof:
    """A written proof that there is no fill.

    Args:
        folder: where it is.
        n_vars, n_clauses: the formula's size.
        n_lemmas: lines that arc consistency and the lazy engine gave.
        n_solver_lines: lines that CaDiCaL gave, deletions included.
        n_bytes: by file name, its size.
        n_cubes: how many cubes a worker refuted; None where the puzzle was not divided.
    """

    folder: Path
    n_vars: int
    n_clauses: int
    n_lemmas: int
    n_solver_lines: int
    n_bytes: dict[str, int]
    n_cubes: int | None = None


ProveResult = Found[Proof] | Impossible | Stopped


class ProveTask(Task[Proof, ProveResult]):
    """Prove that a puzzle has no fill, and write the proof for others to check.

    The folder gets `puzzle.cnf`, the puzzle's formula made from all words without arc consistency;
    `proof.drat`, a text DRAT proof, all of whose lines are RUP; and `README.md`, which says how to
    check it. It appears only when it is whole. Run again after a time limit, the search goes on
    with what it has learnt; files are written from their beginning.

    Args:
        puzzle: what has no fill.
        folder: an empty folder, or one to make.
        options: seed and progress; the lazy engine is the only one that keeps a proof.
        encoding: of slots in the formula: "support", "dawg" or "auto".
        force: whether `folder` may hold an older proof, which is then replaced.

    `run` returns `Found`; `Impossible`, whose evidence is a fill, when there is one, and nothing is
    written; or `Stopped`, whose `detail` says when only the writing is left to do.

    Raises:
        OptionError: the folder cannot be written or is in use, or options are not supported.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        folder: str | PathLike[str],
        options: SolverOptions | None = None,
        *,
        encoding: str = "support",
        force: bool = False,
    ) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._folder = Path(folder)
        self._options = watched(self, options)
        self._encoding = encoding
        self._until = NEVER
        self._search: RefuteTask | None = None
        self._refutation: Refutation | None = None
        self._encoded: Encoding | None = None
        check_provable(puzzle, self._options)
        check_choice(encoding, ENCODINGS, "encoding")
        check_folder(self._folder, force=force)

    def _run(self, deadline: Deadline) -> ProveResult:
        if self._search is None:
            self._search = RefuteTask(self._puzzle, self._options)
        if self._refutation is None:
            match self._search.search(deadline, self.elapsed_s):
                case Found(refutation):
                    self._refutation = refutation
                case other:
                    return other
        work = self._search.work(self.elapsed_s)
        self._until = deadline
        try:
            if self._encoded is None:
                encoded = encode_unfiltered(
                    self._puzzle, encoding=self._encoding, tick=lambda: self._tick("encoding")
                )
                self._encoded = self._refutation.complete(encoded)
            return Found(self._write(self._refutation, self._encoded), work)
        except TimeoutError:
            reason = deadline.reason
            detail = f"{reason}; there is no fill, but the proof is not written"
            return Stopped(reason, work, detail)

    def _close(self) -> None:
        if self._search is not None:
            self._search.close()

    def _tick(self, phase: str) -> None:
        """Called often while files are made. Raises TimeoutError when the deadline has passed."""
        if self._until.passed():
            raise TimeoutError
        self._tell(phase)

    def _tell(self, phase: str) -> None:
        if self._options.on_progress is not None:
            self._options.on_progress(Progress(phase, self.elapsed_s))

    def _write(self, refutation: Refutation, encoded: Encoding) -> Proof:
        """Write the files, and place them when all are complete."""
        formula = encoded.formula
        with drafts(self._folder) as files:
            write_formula(files[CNF].file, encoded, lambda: self._tick("writing the formula"))
            proof = TextIOWrapper(files[PROOF].file, "ascii", newline="\n")
            tick = partial(self._tick, "writing the proof")
            n_lemmas, n_solver_lines = write_lines(
                proof, refutation, encoded.letters, tick, formula.n_vars
            )
            proof.detach()
            files[README].file.write(readme(self._folder.resolve(), self._puzzle, encoded).encode())
            n_bytes = {name: files[name].file.tell() for name in (CNF, PROOF, README)}
            place(files, self._folder)
        return Proof(
            self._folder, formula.n_vars, formula.n_clauses, n_lemmas, n_solver_lines, n_bytes
        )


def write_formula(file: BinaryIO, encoded: Encoding, tick: Callable[[], None]) -> None:
    """Write the formula of a proof, with its comments. An exception in `tick` ends it."""
    for line in encoded.comments():
        file.write(f"c {line}\n".encode())
    dimacs.write_flat(file, encoded.formula.n_vars, [encoded.formula.flat], tick)


def write_lines(
    proof: TextIO,
    refutation: Refutation,
    letters: LetterVars,
    tick: Callable[[], None],
    n_vars: int,
) -> tuple[int, int]:
    """Write all lines of a proof; how many lemmas they are, and how many lines of the solver.

    Args:
        proof: receives them.
        refutation: what they say.
        letters: of the formula, made from all words.
        tick: called now and then; an exception in it ends the writing.
        n_vars: of the formula, which ends with the auxiliaries of the refutation.
    """
    n_lemmas = n_solver_lines = 0
    for n_lemmas, clause in enumerate(refutation.lemmas(letters, n_vars), 1):
        proof.write(line_of(clause))
        if n_lemmas % _TICK_EVERY == 0:
            tick()
    for n_solver_lines, (deletes, clause) in enumerate(refutation.solver_lines(letters, n_vars), 1):
        proof.write(line_of(clause, deletes=deletes))
        if n_solver_lines % _TICK_EVERY == 0:
            tick()
    return n_lemmas, n_solver_lines
