"""`satcross prove`: a proof that a grid cannot be filled, for others to check; and the check."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from satcross.checks import counted
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.cluster import ProofClusterOptions
from satcross.cli.options.command import argument, command, flag, option, option_set
from satcross.cli.options.common import ReportOptions, SearchOptions
from satcross.cli.options.puzzle import PuzzleOptions
from satcross.cli.run import exit_code, run, why_stopped
from satcross.errors import OptionError
from satcross.files import exists, is_folder
from satcross.results import Found, Impossible, Stopped
from satcross.task import Progress, Task

if TYPE_CHECKING:
    from satcross.proof import CheckResult
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

    proof: str = option(
        "drat|drat-binary|lrat",
        "Form of the proof: lrat has hints, which make it longer and its check shorter.",
        default="drat",
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
        return _check(Path(checked.check), checked.jobs, cluster, search.time_limit, report)
    assert output is not None  # only a check needs none
    from satcross.tasks.prove.folder import check_folder

    check_folder(Path(output), force=written.force)  # before any long work
    loaded = puzzle.load()
    with ExitStack() as opened:
        task: Task[Proof, ProveResult]
        pool = opened.enter_context(cluster.pool_if_named())
        if pool is None:
            from satcross.tasks.prove.prove import ProveTask

            task = ProveTask(
                loaded, output, search.solver(), proof=written.proof, force=written.force
            )
        else:
            from satcross.cluster.proofs import PoolProof, ProofFolder

            to = ProofFolder(output, written.force, cluster.combined)
            task = PoolProof(loaded, pool, to, search.solver(), **cluster.saved)
        view = opened.enter_context(report.view())
        result = run(opened.enter_context(task), search.time_limit, view)
    return _print_proof(result, output, _Printer(PROVE_SCHEMA, report.as_json))


class _Printer(NamedTuple):
    """Prints an answer. Args: schema: of its JSON form; as_json: whether to print that."""

    schema: str
    as_json: bool

    def __call__(self, answer: str, fields: Mapping[str, Any], text: str, note: str = "") -> None:
        """Print one object, or text, and to standard error a note.

        Args: answer: the `result` of the object; fields: all others, but those that are "".
        """
        if self.as_json:
            there = {name: value for name, value in fields.items() if value != ""}
            data = {"schema": self.schema, "result": answer, **there}
            print(json.dumps(data, ensure_ascii=False))
            return
        if text:
            print(text)
        if note:
            echo_err(note)


def _print_proof(result: ProveResult, output: str, show: _Printer) -> int:
    """Print what came of a proof; the exit code."""
    from satcross.model.fill import Fill
    from satcross.tasks.prove.folder import CNF, COVER, PROOFS

    match result:
        case Found(proof):
            fields = {
                "folder": output,
                "variables": proof.n_vars,
                "clauses": proof.n_clauses,
                "lemmas": proof.n_lemmas,
                "lines": proof.n_lines,
                "bytes": proof.n_bytes,
                "cubes": "" if proof.n_cubes is None else proof.n_cubes,
            }
            name = next(name for name in (COVER, *PROOFS) if name in proof.n_bytes)
            of = "" if proof.n_cubes is None else f"{counted(proof.n_cubes, 'cube')}, "
            text = (
                "proved: the grid cannot be filled\n"
                f"{Path(output, CNF)}: {counted(proof.n_vars, 'variable')},"
                f" {counted(proof.n_clauses, 'clause')}\n"
                f"{Path(output, name)}: {of}{counted(proof.n_lines, 'line')},"
                f" of which the search has learnt {proof.n_lemmas:,}\n"
                f"check it with: satcross prove --check {output}"
            )
            show("proved", fields, text)
            return exits.OK
        case Impossible(evidence=fill):
            assert isinstance(fill, Fill)
            note = "there is nothing to prove: the grid can be filled"
            show("fillable", fill.grid.json_data(), str(fill), note)
            return exits.WRONG
        case Stopped():
            show("stopped", {"reason": str(result)}, "", why_stopped(result))
            return exit_code(result)


def _check(
    folder: Path,
    jobs: int | None,
    cluster: ProofClusterOptions,
    time_limit_s: float | None,
    report: ReportOptions,
) -> int:
    """Check a proof, its cubes by several workers if that is asked for. The exit code."""
    from satcross.proof import Rejected, check_cover, check_proof
    from satcross.tasks.prove.folder import CNF, COVER, PROOF, PROOFS

    if not is_folder(folder, "read", OptionError):
        raise OptionError("is not a folder", hint="name the folder of a proof", source=str(folder))
    has_cubes = exists(folder / COVER)
    result: CheckResult
    if jobs is None and cluster.cluster is None:
        started = time.monotonic()
        checked = check_cover if has_cubes else check_proof
        found = (name for name in (COVER, *PROOFS) if exists(folder / name))
        name = next(found, PROOF)
        with report.view() as view:

            def progress(n_lines: int, part: float) -> None:
                phase = f"checking, {part:.0%}, line {n_lines:,}"
                view(Progress(phase, time.monotonic() - started))

            result = checked(
                folder / CNF, folder / name, time_limit_s=time_limit_s, on_progress=progress
            )
    elif not has_cubes:
        raise OptionError(
            "the proof has no cubes, and is checked by one process",
            hint="leave it out",
            parameter="cluster" if jobs is None else "jobs",
        )
    else:
        from satcross.cluster.checks import PoolCheck
        from satcross.cluster.local import LocalPool

        with ExitStack() as opened:
            pool = opened.enter_context(cluster.pool() if jobs is None else LocalPool(jobs))
            task = opened.enter_context(PoolCheck(folder / CNF, folder / COVER, pool))
            answer = run(task, time_limit_s, opened.enter_context(report.view()))
        if isinstance(answer, Impossible):
            assert isinstance(answer.evidence, Rejected)
            result = answer.evidence
        else:
            assert isinstance(answer, Found | Stopped)
            result = answer
    return _print_check(result, _Printer(CHECK_SCHEMA, report.as_json))


def _print_check(result: CheckResult, show: _Printer) -> int:
    """Print what came of a check; the exit code."""
    from satcross.proof import ProofCheck, Rejected

    match result:
        case Found(ProofCheck(n_lines, n_added, n_deleted, n_cubes)):
            how = f"in {counted(n_lines, 'line')}" if n_lines else "by unit propagation alone"
            how += f" of {counted(n_cubes, 'cube')}, which cover everything" * bool(n_cubes)
            numbers = {"lines": n_lines, "added": n_added, "deleted": n_deleted}
            text = f"verified {how}: no assignment satisfies the formula"
            show("verified", {**numbers, "cubes": n_cubes or ""}, text)
            return exits.OK
        case Rejected(line, clause, why, cube):
            shown = " ".join(map(str, clause[:_SHOWN_LITERALS])) or "(empty)"
            more = " …" if len(clause) > _SHOWN_LITERALS else ""
            where = why if line is None else f"line {line}: {why}: {shown}{more}"
            fields = {"line": line, "clause": list(clause), "why": why, "cube": cube or ""}
            show("rejected", fields, f"rejected: {f'cube {cube}: ' if cube else ''}{where}")
            return exits.WRONG
        case Stopped(reason):
            n_lines = result.partial.n_lines if isinstance(result.partial, ProofCheck) else 0
            note = f"stopped: {reason}; {counted(n_lines, 'line')} were right so far"
            show("stopped", {"lines": n_lines, "reason": reason}, "", note)
            return exit_code(result)
