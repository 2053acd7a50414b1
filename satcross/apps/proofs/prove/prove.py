"""A proof that a puzzle has no fill, which others can check without satcross."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import BinaryIO

from satcross import Found, Impossible, Progress, Puzzle, SolverOptions, Stopped, Task, dimacs
from satcross.apps.proofs.prove.folder import (
    CNF,
    README,
    check_folder,
    drafts,
    place,
    proof_name,
    readme,
)
from satcross.apps.proofs.prove.proof_lines import DRAT, FORMS, encode_unfiltered
from satcross.apps.proofs.prove.refute import Refutation, Refuter, check_provable
from satcross.encoding.encode import Encoding
from satcross.extend import NEVER, Deadline, check_choice, watched


@dataclass(frozen=True, slots=True)
class Proof:
    """A written proof that there is no fill.

    Args:
        folder: where it is.
        n_vars, n_clauses: the formula's size.
        n_lemmas: lines of the proof that the search has learnt.
        n_lines: all of its lines, deletions included.
        n_bytes: by file name, its size.
    """

    folder: Path
    n_vars: int
    n_clauses: int
    n_lemmas: int
    n_lines: int
    n_bytes: dict[str, int]


ProveResult = Found[Proof] | Impossible | Stopped


class ProveTask(Task[Proof, ProveResult]):
    """Prove that a puzzle has no fill, and write the proof for others to check.

    The folder gets `puzzle.cnf`, the puzzle's formula made from all words without arc consistency;
    the proof, all of whose lines are RUP; and `README.md`, which says how to check it. It appears
    only when it is whole. Run again after a time limit, the search goes on with what it has learnt;
    files are written from their beginning.

    Args: as for `satcross.prove`; options: seed and progress; the lazy engine is the only one that
        keeps a proof. It is in `proof.drat` or `proof.lrat`.

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
        proof: str = DRAT,
        force: bool = False,
    ) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._folder = Path(folder)
        self._options = watched(self, options)
        self._form = proof
        self._until = NEVER
        self._search: Refuter | None = None
        self._refutation: Refutation | None = None
        self._encoded: Encoding | None = None
        check_provable(puzzle, self._options)
        check_choice(proof, FORMS, "proof")
        check_folder(self._folder, force=force)

    def _run(self, deadline: Deadline) -> ProveResult:
        if self._search is None:
            self._search = Refuter(self._puzzle, self._options)
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
                encoded = encode_unfiltered(self._puzzle, tick=lambda: self._tick("encoding"))
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
        name = proof_name(self._form)
        with drafts(self._folder, name) as files:
            write_formula(files[CNF].file, encoded, lambda: self._tick("writing the formula"))
            n_lemmas, n_lines = refutation.write(
                encoded, files[name].file.write, self._form, lambda: self._tick("writing the proof")
            )
            text = readme(self._folder.resolve(), self._puzzle, encoded, name)
            files[README].file.write(text.encode())
            n_bytes = {each: draft.file.tell() for each, draft in files.items()}
            place(files, self._folder)
        return Proof(self._folder, formula.n_vars, formula.n_clauses, n_lemmas, n_lines, n_bytes)


def write_formula(file: BinaryIO, encoded: Encoding, tick: Callable[[], None]) -> None:
    """Write the formula of a proof, with its comments. An exception in `tick` ends it."""
    for line in encoded.comments():
        file.write(f"c {line}\n".encode())
    dimacs.write_flat(file, encoded.formula.n_vars, [encoded.formula.flat], tick)
