"""`satcross prove`: a proof that a grid cannot be filled, for others to check; and the check."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross.checks import counted
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.cluster import ProofClusterOptions
from satcross.cli.options.command import argument, command, flag, option, option_set
from satcross.cli.options.common import ReportOptions, SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.progress import ProgressView
from satcross.errors import OptionError
from satcross.files import exists, is_folder

if TYPE_CHECKING:
    from satcross.proof import CheckResult
    from satcross.task import Task
    from satcross.tasks.prove.prove import Proof, ProveResult

PROVE_SCHEMA = "satcross.prove/1"
CHECK_SCHEMA = "satcross.proof/1"
_SHOWN_LITERALS = 12

EXAMPLES = """\
Examples:
  satcross prove grid.txt -o proof         write proof/puzzle.cnf, .../proof.drat
  satcross prove --check proof             check it, sharing no code with the prover
  satcross prove --check proof --jobs 0    a proof in cubes, by all CPUs
  satcross prove grid.txt -o proof --cluster local --state run       divided into cubes
  drat-trim proof/puzzle.cnf proof/proof.drat        or with drat-trim

Exit codes:
  0 proved, or the proof is right   1 the grid can be filled, or the proof is wrong
  124 stopped by the time limit   2 bad input   130 interrupted"""


@option_set()
class ProvedOptions(PuzzleOptions):
    """The puzzle; none where a proof is checked."""

    grid: str = argument(
        "[GRID]", "A grid file, - for stdin, or a hex pattern.", default="", show_default=False
    )


@option_set("Output")
class WrittenOptions:
    """The files of a proof, but for their folder."""

    encoding: str = option(
        "support|dawg|auto", "Encoding of the slots in the formula.", default="support"
    )
    force: bool = flag("Replace an older proof in the folder.")


@option_set()
class CheckedOptions:
    """A proof to check, and by how many processes."""

    check: str | None = option("DIR", "Check the proof in this folder; takes no GRID.")
    jobs: int | None = option(
        "N",
        "With --check: check N cubes at the same time, each in a process of its own; 0 for as many"
        " as there are CPUs. --cluster does it on other machines.",
    )


@command
def prove(
    puzzle: ProvedOptions,
    *,
    output: str | None = option("DIR", "Folder for the proof.", "-o"),
    checked: CheckedOptions,
    search: SearchOptions,
    written: WrittenOptions,
    cluster: ProofClusterOptions,
    report: ReportOptions,
) -> int:
    """Prove that a grid cannot be filled, and write the proof for others to check.

    Writes the puzzle's formula (DIMACS CNF), a proof that it has no assignment (DRAT), and a
    README of how to check it.
    """
    if checked.check is not None:
        folder = Path(checked.check)
        if checked.jobs is not None or cluster.cluster is not None:
            return _check_by_pool(folder, checked.jobs, cluster, search.time_limit, report)
        with report.view() as view:
            return _check(folder, search.time_limit, view, as_json=report.as_json)
    assert output is not None  # only a check needs none
    from satcross.cli.run import run
    from satcross.tasks.prove.folder import check_folder

    check_folder(Path(output), force=written.force)  # before any long work
    loaded = puzzle.load()
    with ExitStack() as opened:
        task: Task[Proof, ProveResult]
        if cluster.cluster is None:
            from satcross.tasks.prove.prove import ProveTask

            task = ProveTask(
                loaded, output, search.solver(), encoding=written.encoding, force=written.force
            )
        else:
            from satcross.cluster.proofs import PoolProof, ProofFolder

            to = ProofFolder(output, written.encoding, written.force, cluster.combined)
            pool = opened.enter_context(cluster.pool())
            task = PoolProof(
                loaded, pool, to, search.solver(),
                state=cluster.state, resume=cluster.state is not None,
            )  # fmt: skip
        view = opened.enter_context(report.view())
        result = run(opened.enter_context(task), search.time_limit, view)
    return _print_proof(result, output, as_json=report.as_json)


def _print_proof(result: ProveResult, output: str, *, as_json: bool) -> int:
    """Print what came of a proof; the exit code."""
    from satcross.cli.run import exit_code, why_stopped
    from satcross.model.fill import Fill
    from satcross.results import Found, Impossible, Stopped
    from satcross.tasks.prove.folder import CNF, COVER, PROOF

    match result:
        case Found(proof):
            cubes = {} if proof.n_cubes is None else {"cubes": proof.n_cubes}
            if as_json:
                _print_json(
                    PROVE_SCHEMA,
                    "proved",
                    folder=output,
                    variables=proof.n_vars,
                    clauses=proof.n_clauses,
                    lemmas=proof.n_lemmas,
                    solver_lines=proof.n_solver_lines,
                    bytes=proof.n_bytes,
                    **cubes,
                )
            else:
                folder = Path(output)
                print("proved: the grid cannot be filled")
                print(
                    f"{folder / CNF}: {counted(proof.n_vars, 'variable')},"
                    f" {counted(proof.n_clauses, 'clause')}"
                )
                name = COVER if COVER in proof.n_bytes else PROOF
                of = "" if proof.n_cubes is None else f"{counted(proof.n_cubes, 'cube')}, "
                print(
                    f"{folder / name}: {of}{counted(proof.n_lemmas, 'lemma')}, "
                    f"{counted(proof.n_solver_lines, 'line')} of the solver"
                )
                print(f"check it with: satcross prove --check {output}")
            return exits.OK
        case Impossible(evidence=fill):
            assert isinstance(fill, Fill)
            if as_json:
                _print_json(PROVE_SCHEMA, "fillable", **fill.grid.json_data())
            else:
                print(fill)
                echo_err("there is nothing to prove: the grid can be filled")
            return exits.WRONG
        case Stopped():
            if as_json:
                _print_json(PROVE_SCHEMA, "stopped", reason=str(result))
            else:
                echo_err(why_stopped(result))
            return exit_code(result)


def _check_by_pool(
    folder: Path,
    jobs: int | None,
    cluster: ProofClusterOptions,
    time_limit_s: float | None,
    report: ReportOptions,
) -> int:
    """Check a proof in cubes by several workers, and print what came of it; the exit code."""
    from satcross.cli.run import run
    from satcross.cluster.checks import PoolCheck
    from satcross.cluster.pools import LocalPool
    from satcross.proof import Rejected
    from satcross.results import Found, Impossible, Stopped
    from satcross.tasks.prove.folder import CNF, COVER

    _need_folder(folder)
    if not exists(folder / COVER):
        raise OptionError(
            "the proof has no cubes, and is checked by one process",
            hint="leave it out",
            parameter="cluster" if jobs is None else "jobs",
        )
    with ExitStack() as opened:
        pool = opened.enter_context(cluster.pool() if jobs is None else LocalPool(jobs))
        task = opened.enter_context(PoolCheck(folder / CNF, folder / COVER, pool))
        result = run(task, time_limit_s, opened.enter_context(report.view()))
    match result:
        case Impossible(evidence=Rejected() as wrong):
            return _print_check(wrong, as_json=report.as_json)
        case Found() | Stopped():
            return _print_check(result, as_json=report.as_json)
    raise AssertionError(result)


def _need_folder(folder: Path) -> None:
    if not is_folder(folder, "read", OptionError):
        raise OptionError("is not a folder", hint="name the folder of a proof", source=str(folder))


def _check(folder: Path, time_limit_s: float | None, view: ProgressView, *, as_json: bool) -> int:
    """Check a proof and print what came of it; the exit code."""
    from satcross.proof import check_cover, check_proof
    from satcross.task import Progress
    from satcross.tasks.prove.folder import CNF, COVER, PROOF

    _need_folder(folder)
    started = time.monotonic()

    def show(n_lines: int, part: float) -> None:
        phase = f"checking, {part:.0%}, line {n_lines:,}"
        view(Progress(phase, time.monotonic() - started))

    checked, name = (check_cover, COVER) if exists(folder / COVER) else (check_proof, PROOF)
    result = checked(folder / CNF, folder / name, time_limit_s=time_limit_s, on_progress=show)
    view.close()
    return _print_check(result, as_json=as_json)


def _print_check(result: CheckResult, *, as_json: bool) -> int:
    from satcross.cli.run import exit_code
    from satcross.proof import ProofCheck, Rejected
    from satcross.results import Found, Stopped

    match result:
        case Found(ProofCheck(n_lines, n_added, n_deleted, n_cubes)):
            if as_json:
                cubes = {"cubes": n_cubes} if n_cubes else {}
                _print_json(
                    CHECK_SCHEMA, "verified", lines=n_lines, added=n_added, deleted=n_deleted,
                    **cubes,
                )  # fmt: skip
            else:
                how = f"in {counted(n_lines, 'line')}" if n_lines else "by unit propagation alone"
                how += f" of {counted(n_cubes, 'cube')}, which cover everything" * bool(n_cubes)
                print(f"verified {how}: no assignment satisfies the formula")
            return exits.OK
        case Rejected(line, clause, why, cube):
            of = f"cube {cube}: " if cube else ""
            if as_json:
                which = {"cube": cube} if cube else {}
                _print_json(
                    CHECK_SCHEMA, "rejected", line=line, clause=list(clause), why=why, **which
                )
            elif line is None:
                print(f"rejected: {of}{why}")
            else:
                shown = " ".join(map(str, clause[:_SHOWN_LITERALS])) or "(empty)"
                more = " …" if len(clause) > _SHOWN_LITERALS else ""
                print(f"rejected: {of}line {line}: {why}: {shown}{more}")
            return exits.WRONG
        case Stopped(reason):
            n_lines = result.partial.n_lines if isinstance(result.partial, ProofCheck) else 0
            if as_json:
                _print_json(CHECK_SCHEMA, "stopped", lines=n_lines, reason=reason)
            else:
                echo_err(f"stopped: {reason}; {counted(n_lines, 'line')} were right so far")
            return exit_code(result)


def _print_json(schema: str, result: str, **fields: Any) -> None:
    print(json.dumps({"schema": schema, "result": result, **fields}, ensure_ascii=False))
