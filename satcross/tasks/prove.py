"""A proof that a puzzle has no fill, which others can check without satcross."""

from __future__ import annotations

import secrets
import shutil
import time
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from satcross.cnf import dimacs
from satcross.consistency import Removal, arc_consistent
from satcross.encode import ENCODINGS, Encoding, LetterVars
from satcross.errors import OptionError
from satcross.puzzle import Puzzle
from satcross.solve.protocol import LAZY, Deadline, Outcome, Progress, SolverOptions
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.opening import Opened
from satcross.tasks.proof_folder import CNF, PROOF, README, check_folder, place, readme
from satcross.tasks.proving import ProofLines, encode_unfiltered
from satcross.tasks.results import Filled, Unknown, Work
from satcross.tasks.supported import require_plain

if TYPE_CHECKING:
    from satcross.solve.lazy.session import LazyProof

_TICK_EVERY = 100  # lines between looks at the clock


@dataclass(frozen=True, slots=True)
class Proved:
    """There is no fill, and the proof is written.

    Args:
        folder: where it is.
        n_vars, n_clauses: the formula's size.
        n_lemmas: lines that arc consistency and the lazy engine gave.
        n_solver_lines: lines that CaDiCaL gave, deletions included.
        n_bytes: by file name, its size.
        work: what the search cost.
    """

    folder: Path
    n_vars: int
    n_clauses: int
    n_lemmas: int
    n_solver_lines: int
    n_bytes: dict[str, int]
    work: Work = field(default_factory=Work, compare=False)


ProveResult = Proved | Filled | Unknown


def prove(
    puzzle: Puzzle,
    folder: str | PathLike[str],
    *,
    options: SolverOptions | None = None,
    time_limit_s: float | None = None,
    encoding: str = "support",
    force: bool = False,
) -> ProveResult:
    """Prove that a puzzle has no fill, and write the proof for others to check.

    The folder gets `puzzle.cnf`, the puzzle's formula made from all words without arc consistency;
    `proof.drat`, a text DRAT proof, all of whose lines are RUP; and `README.md`, which says how to
    check it. It appears only when it is whole.

    Args:
        puzzle: what has no fill.
        folder: an empty folder, or one to make.
        options: seed and progress; the lazy engine is the only one that keeps a proof.
        time_limit_s: seconds after which to stop, kept within half a second; None for no limit.
        encoding: of slots in the formula: "support", "dawg" or "auto".
        force: whether `folder` may hold an older proof, which is then replaced.

    Returns: `Proved`; `Filled`, when there is a fill, and nothing is written; or `Unknown`.

    Raises:
        OptionError: the folder cannot be written or is in use, or options make no sense.
    """
    options = options or SolverOptions()
    if not options.asks_for(LAZY):
        raise OptionError("only the lazy engine keeps a proof", mend="leave the solver out")
    if encoding not in ENCODINGS:
        raise OptionError(
            f"there is no encoding {encoding!r}",
            mend=f"choose one of {', '.join(ENCODINGS)}",
            source="--encoding",
        )
    require_plain(puzzle, "prove")
    target = Path(folder)
    check_folder(target, force=force)
    work = _Proving(puzzle, target, options, Deadline.after(time_limit_s), encoding)
    return work.run()


class _Proving:
    """One run of `prove`."""

    def __init__(
        self,
        puzzle: Puzzle,
        target: Path,
        options: SolverOptions,
        deadline: Deadline,
        encoding: str,
    ) -> None:
        self.puzzle = puzzle
        self.target = target
        self.options = options
        self.deadline = deadline
        self.encoding = encoding
        self.started = time.monotonic()

    def run(self) -> ProveResult:
        from satcross.solve.lazy.session import LazyProof, LazySession

        self._tell("arc consistency")
        trace: list[Removal] = []
        domains = arc_consistent(self.puzzle, trace=trace)
        letters = LetterVars(domains)
        session: LazySession | None = None
        if domains.emptied is None:
            session = LazySession(
                domains,
                letters,
                seed=self.options.seed,
                on_progress=self.options.on_progress,
                proof=True,
            )
        opened = Opened(self.puzzle, domains, letters, session, self.started, LAZY)
        learnt = LazyProof()
        try:
            if session is not None:
                answer = session.solve(deadline=self.deadline)
                if answer.outcome is Outcome.SAT:
                    return Filled(opened.fill(answer), opened.work())
                if answer.outcome is Outcome.UNKNOWN:
                    return Unknown(answer.reason or TIME_LIMIT, opened.work())
                self._tell("reading the proof")
                learnt = session.proof()
            work = opened.work()
        finally:
            opened.close()
        try:
            encoded = encode_unfiltered(
                self.puzzle, encoding=self.encoding, tick=lambda: self._tick("encoding")
            )
            lines = ProofLines(domains, trace, encoded)
            return self._write(encoded, lines, learnt, work)
        except TimeoutError:
            return Unknown(f"{TIME_LIMIT}; there is no fill, but the proof is not written", work)

    def _write(
        self,
        encoded: Encoding,
        lines: ProofLines,
        learnt: LazyProof,
        work: Work,
    ) -> Proved:
        """Write the folder beside its place, and move it there."""
        target = self.target.resolve()
        half = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
        try:
            half.mkdir()
            with (half / CNF).open("wb") as file:
                for line in encoded.comments():
                    file.write(f"c {line}\n".encode())
                formula = encoded.formula
                dimacs.write_flat(
                    file, formula.n_vars, [formula.flat], lambda: self._tick("writing the formula")
                )
            with (half / PROOF).open("w", encoding="ascii") as proof:
                n_lemmas, n_solver_lines = self._write_proof(proof, encoded, lines, learnt)
            (half / README).write_text(readme(target, encoded), encoding="utf-8")
            n_bytes = {name: (half / name).stat().st_size for name in (CNF, PROOF, README)}
            place(half, target)
        except TimeoutError:  # an OSError too, and what `_tick` raises
            raise
        except OSError as error:
            raise OptionError(
                f"cannot be written: {error.strerror or error}", source=str(self.target)
            ) from None
        finally:
            shutil.rmtree(half, ignore_errors=True)
        return Proved(
            self.target,
            formula.n_vars,
            formula.n_clauses,
            n_lemmas,
            n_solver_lines,
            n_bytes,
            work,
        )

    def _write_proof(
        self, proof: TextIO, encoded: Encoding, lines: ProofLines, learnt: LazyProof
    ) -> tuple[int, int]:
        """Write all lines; how many came from arc consistency and lemmas, and how many did not."""
        n_lemmas = n_solver_lines = 0
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

    def _tell(self, phase: str) -> None:
        if self.options.on_progress is not None:
            self.options.on_progress(Progress(phase, time.monotonic() - self.started))

    def _tick(self, phase: str) -> None:
        if self.deadline.passed():
            raise TimeoutError
        self._tell(phase)


def _line(clause: list[int]) -> str:
    return " ".join(map(str, [*clause, 0])) + "\n"
