"""A proof that a puzzle has no fill, which others can check without satcross."""

from __future__ import annotations

import time
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from satcross.checks import check_choice
from satcross.cnf import dimacs
from satcross.encoding.encode import ENCODINGS, Encoding
from satcross.encoding.letters import LetterVars
from satcross.model.consistency import Removal, arc_consistent
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped
from satcross.solve.protocol import LAZY, Outcome, SolverOptions
from satcross.task import NEVER, Deadline, Progress, Task
from satcross.tasks.capability import require_capability, require_lazy
from satcross.tasks.prepared import PreparedPuzzle, watched
from satcross.tasks.prove.folder import CNF, PROOF, README, check_folder, drafts, place, readme
from satcross.tasks.prove.proof_lines import ProofLines, encode_unfiltered

if TYPE_CHECKING:
    from satcross.solve.cadical.session import LazyProof

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
    """

    folder: Path
    n_vars: int
    n_clauses: int
    n_lemmas: int
    n_solver_lines: int
    n_bytes: dict[str, int]


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
        self._trace: list[Removal] = []
        self._prepared: PreparedPuzzle | None = None
        self._learnt: LazyProof | None = None
        self._encoded: Encoding | None = None
        require_lazy(self._options, "prove")
        check_choice(encoding, ENCODINGS, "encoding")
        require_capability(puzzle, "prove")
        check_folder(self._folder, force=force)

    def _run(self, deadline: Deadline) -> ProveResult:
        if self._prepared is None:
            self._prepared = self._prepare()
        prepared = self._prepared
        prepared.started = time.monotonic() - self.elapsed_s
        if self._learnt is None:
            answer = self._refute(prepared, deadline)
            if answer is not None:
                return answer
        work = prepared.work()
        self._until = deadline
        try:
            if self._encoded is None:
                self._encoded = encode_unfiltered(
                    self._puzzle, encoding=self._encoding, tick=lambda: self._tick("encoding")
                )
            return Found(self._write(prepared, self._encoded), work)
        except TimeoutError:
            reason = deadline.reason
            detail = f"{reason}; there is no fill, but the proof is not written"
            return Stopped(reason, work, detail)

    def _close(self) -> None:
        if self._prepared is not None:
            self._prepared.close()

    def _prepare(self) -> PreparedPuzzle:
        from satcross.solve.cadical.session import CadicalSession
        from satcross.solve.lazy.problem import table_problem

        self._tell("arc consistency")
        domains = arc_consistent(self._puzzle, trace=self._trace)
        letters = LetterVars(domains)
        session: CadicalSession | None = None
        if domains.emptied is None:
            session = CadicalSession(
                table_problem(domains, letters),
                seed=self._options.seed,
                on_progress=self._options.on_progress,
                proof=True,
            )
        return PreparedPuzzle(self._puzzle, domains, letters, session, 0.0, LAZY)

    def _refute(self, prepared: PreparedPuzzle, deadline: Deadline) -> Impossible | Stopped | None:
        """Search until there is a refutation, which is kept; or why there is none."""
        from satcross.solve.cadical.session import CadicalSession, LazyProof

        session = prepared.session
        if not isinstance(session, CadicalSession):  # arc consistency has refuted it
            self._learnt = LazyProof()
            return None
        answer = session.solve(deadline=deadline)
        if answer.outcome is Outcome.SAT:
            fill = prepared.fill(answer)
            return Impossible("the puzzle has a fill", prepared.work(), evidence=fill)
        if answer.outcome is Outcome.UNKNOWN:
            return Stopped(answer.reason, prepared.work())
        self._tell("reading the proof")
        self._learnt = session.proof()
        session.close()
        return None

    def _tick(self, phase: str) -> None:
        """Called often while files are made. Raises TimeoutError when the deadline has passed."""
        if self._until.passed():
            raise TimeoutError
        self._tell(phase)

    def _tell(self, phase: str) -> None:
        if self._options.on_progress is not None:
            self._options.on_progress(Progress(phase, self.elapsed_s))

    def _write(self, prepared: PreparedPuzzle, encoded: Encoding) -> Proof:
        """Write the files, and place them when all are complete."""
        formula = encoded.formula
        with drafts(self._folder) as files:
            cnf = files[CNF].file
            for line in encoded.comments():
                cnf.write(f"c {line}\n".encode())
            dimacs.write_flat(
                cnf, formula.n_vars, [formula.flat], lambda: self._tick("writing the formula")
            )
            lines = ProofLines(prepared.domains, self._trace, encoded)
            proof = TextIOWrapper(files[PROOF].file, "ascii", newline="\n")
            n_lemmas, n_solver_lines = self._write_proof(proof, encoded, lines)
            proof.detach()
            files[README].file.write(readme(self._folder.resolve(), encoded).encode())
            n_bytes = {name: files[name].file.tell() for name in (CNF, PROOF, README)}
            place(files, self._folder)
        return Proof(
            self._folder, formula.n_vars, formula.n_clauses, n_lemmas, n_solver_lines, n_bytes
        )

    def _write_proof(self, proof: TextIO, encoded: Encoding, lines: ProofLines) -> tuple[int, int]:
        """Write all lines; how many came from arc consistency and lemmas, and how many did not."""
        n_lemmas = n_solver_lines = 0
        learnt = self._learnt
        if learnt is None:
            raise RuntimeError("there is nothing to write yet")
        if encoded.domains.emptied is None:  # else the formula has the empty clause
            lemmas = (lines.of_lemma(slot, lemma) for slot, lemma in learnt.lemmas)
            for n_lemmas, clause in enumerate(
                chain(lines.of_consistency(), chain.from_iterable(lemmas)), 1
            ):
                proof.write(_line(clause))
                if n_lemmas % _TICK_EVERY == 0:
                    self._tick("writing the proof")
        clause = [0]
        for n_solver_lines, (deletes, clause) in enumerate(learnt.steps(), 1):
            proof.write("d " * deletes + _line(lines.clause(clause)))
            if n_solver_lines % _TICK_EVERY == 0:
                self._tick("writing the proof")
        if clause:
            proof.write("0\n")
            n_solver_lines += 1
        return n_lemmas, n_solver_lines


def _line(clause: list[int]) -> str:
    return " ".join(map(str, [*clause, 0])) + "\n"
