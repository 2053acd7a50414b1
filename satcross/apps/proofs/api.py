"""Proofs and certificates: the public functions."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING

from satcross import Puzzle, SolverOptions
from satcross.extend import (
    ProgressHandler,
    PuzzleLike,
    WordsLike,
    as_path,
    check_time_limit,
    public,
    run_task,
)

if TYPE_CHECKING:
    from satcross.apps.proofs.checker.certificate import CertificateResult
    from satcross.apps.proofs.checker.check import CheckResult
    from satcross.apps.proofs.prove.prove import ProveResult


@public
def prove(
    puzzle: PuzzleLike,
    folder: str | PathLike[str],
    words: WordsLike | None = None,
    *,
    proof: str = "drat",
    force: bool = False,
    seed: int = 0,
    time_limit_s: float | None = None,
    on_progress: ProgressHandler | None = None,
) -> ProveResult:
    """Prove that a puzzle has no fill, and write the proof for others to check.

    Args:
        folder: an empty folder, or one to make. It gets the formula, the proof and a README.
        proof: its form: "drat", "drat-binary" or "lrat".
        force: whether the folder may hold an older proof, which is then replaced.

    Returns: `Found` with a `Proof`; `Impossible` when the puzzle has a fill, which is the
        `evidence`; or `Stopped`.
    """
    from satcross.apps.proofs.prove.prove import ProveTask

    options = SolverOptions(seed=seed, on_progress=on_progress)
    target = as_path(folder, "folder")
    task = ProveTask(Puzzle.of(puzzle, words), target, options, proof=proof, force=force)
    return run_task(task, time_limit_s)


@public
def verify_certificate(
    path: str | PathLike[str],
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> CertificateResult:
    """Check what `certificate=` has written, from its grid, rules and words alone.

    Args:
        path: of the file.
        on_progress: called now and then, with the seconds so far.

    Returns: `Found` with a `CertificateCheck`, if what it claims follows, or of patterns a
        `PatternCertificateCheck`; `Rejected`; or `Stopped`.

    Raises:
        FormatError: the file cannot be read, or is no certificate.
        SolverError: satcross's compiled checker is not there.
    """
    from satcross.apps.proofs.certificates import check_certificate

    check_time_limit(time_limit_s)
    return check_certificate(as_path(path), time_limit_s=time_limit_s, on_progress=on_progress)


@public
def check_proof(
    cnf: str | PathLike[str],
    proof: str | PathLike[str],
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[int, float], None] | None = None,
) -> CheckResult:
    """Check a text DRAT proof against a CNF file, line by line.

    Args:
        cnf: path of a DIMACS file, plain text.
        proof: path of the proof: one clause a line, `d` in front of those to delete.
        time_limit_s: seconds after which to stop; None for no limit.
        on_progress: called ten times a second at most, with the lines checked so far and the part
            of the proof's bytes that they are.

    Returns: `Found` with a `ProofCheck`; `Rejected`; or `Stopped`.

    Raises:
        DimacsError: a file cannot be read, or is not what it should be.
    """
    from satcross.apps.proofs.checker.check import check_proof as check_lines

    check_time_limit(time_limit_s)
    return check_lines(
        as_path(cnf, "cnf"),
        as_path(proof, "proof"),
        time_limit_s=time_limit_s,
        on_progress=on_progress,
    )
