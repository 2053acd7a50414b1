"""`satcross prove`: a proof that a grid cannot be filled, for others to check; and the check."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import Found, Impossible, OptionError, Progress, Stopped
from satcross.apps.proofs.output import Printer
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    PuzzleOptions,
    ReportOptions,
    SearchOptions,
    argument,
    command,
    exit_code,
    flag,
    option,
    option_set,
    run,
    why_stopped,
)
from satcross.extend import counted, exists
from satcross.files import is_folder

if TYPE_CHECKING:
    from satcross.apps.proofs.checker import CheckResult
    from satcross.apps.proofs.prove.prove import ProveResult

PROVE_SCHEMA = "satcross.prove/1"
CHECK_SCHEMA = "satcross.proof/1"
_SHOWN_LITERALS = 12

EXAMPLES = """\
Examples:
  satcross prove grid.txt -o proof         write proof/puzzle.cnf, .../proof.drat
  satcross prove --check proof             check it, sharing no code with the prover
  drat-trim proof/puzzle.cnf proof/proof.drat        or with drat-trim

Exit codes:
  0 proved, or the proof is right   1 the grid can be filled, or the proof is wrong
  124 stopped by the time limit   2 bad input   130 interrupted"""
EXCLUSIONS = """\
check other:time_limit|progress|format: a check takes no {other}; leave it out
!grid !check: there is no GRID; name a grid, or --check DIR
!output !check: a proof needs a folder; add -o DIR"""


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
    """A proof to check."""

    check: str | None = option("DIR", "Check the proof in this folder; takes no GRID.")


@command(HelpPanel.QUESTIONS, 90, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/prove.md")
def prove(
    puzzle: ProvedOptions,
    *,
    output: str | None = option("DIR", "Folder for the proof.", "-o"),
    checked: CheckedOptions,
    search: SearchOptions,
    written: WrittenOptions,
    report: ReportOptions,
) -> int:
    """Prove that a grid cannot be filled, and write the proof for others to check.

    Writes the puzzle's formula (DIMACS CNF), a proof that it has no assignment (DRAT), and a
    README of how to check it.
    """
    if checked.check is not None:
        return _check(Path(checked.check), search.time_limit, report)
    assert output is not None  # only a check needs none
    from satcross.apps.proofs.prove.folder import check_folder
    from satcross.apps.proofs.prove.prove import ProveTask

    check_folder(Path(output), force=written.force)  # before any long work
    loaded = puzzle.load()
    task = ProveTask(loaded, output, search.solver(), proof=written.proof, force=written.force)
    with task, report.view() as view:
        result = run(task, search.time_limit, view)
    return _print_proof(result, output, Printer(PROVE_SCHEMA, report.as_json))


def _print_proof(result: ProveResult, output: str, show: Printer) -> int:
    """Print what came of a proof; the exit code."""
    from satcross import Fill
    from satcross.apps.proofs.prove.folder import CNF, PROOFS

    match result:
        case Found(proof):
            fields = {
                "folder": output,
                "variables": proof.n_vars,
                "clauses": proof.n_clauses,
                "lemmas": proof.n_lemmas,
                "lines": proof.n_lines,
                "bytes": proof.n_bytes,
            }
            name = next(name for name in PROOFS if name in proof.n_bytes)
            text = (
                "proved: the grid cannot be filled\n"
                f"{Path(output, CNF)}: {counted(proof.n_vars, 'variable')},"
                f" {counted(proof.n_clauses, 'clause')}\n"
                f"{Path(output, name)}: {counted(proof.n_lines, 'line')},"
                f" of which the search has learnt {proof.n_lemmas:,}\n"
                f"check it with: satcross prove --check {output}"
            )
            show("proved", fields, text)
            return ExitCode.OK
        case Impossible(evidence=fill):
            assert isinstance(fill, Fill)
            note = "there is nothing to prove: the grid can be filled"
            show("fillable", fill.grid.json_data(), str(fill), note)
            return ExitCode.WRONG
        case Stopped():
            show("stopped", {"reason": str(result)}, "", why_stopped(result))
            return exit_code(result)


def _check(folder: Path, time_limit_s: float | None, report: ReportOptions) -> int:
    """Check a proof. The exit code."""
    from satcross.apps.proofs.checker import check_proof
    from satcross.apps.proofs.prove.folder import CNF, PROOF, PROOFS

    if not is_folder(folder, "read", OptionError):
        raise OptionError("is not a folder", hint="name the folder of a proof", source=str(folder))
    started = time.monotonic()
    name = next((name for name in PROOFS if exists(folder / name)), PROOF)
    with report.view() as view:

        def progress(n_lines: int, part: float) -> None:
            phase = f"checking, {part:.0%}, line {n_lines:,}"
            view(Progress(phase, time.monotonic() - started))

        result = check_proof(
            folder / CNF, folder / name, time_limit_s=time_limit_s, on_progress=progress
        )
    return _print_check(result, Printer(CHECK_SCHEMA, report.as_json))


def _print_check(result: CheckResult, show: Printer) -> int:
    """Print what came of a check; the exit code."""
    from satcross.apps.proofs.checker import ProofCheck, Rejected

    match result:
        case Found(ProofCheck(n_lines, n_added, n_deleted)):
            how = f"in {counted(n_lines, 'line')}" if n_lines else "by unit propagation alone"
            numbers = {"lines": n_lines, "added": n_added, "deleted": n_deleted}
            text = f"verified {how}: no assignment satisfies the formula"
            show("verified", numbers, text)
            return ExitCode.OK
        case Rejected(line, clause, why):
            shown = " ".join(map(str, clause[:_SHOWN_LITERALS])) or "(empty)"
            more = " …" if len(clause) > _SHOWN_LITERALS else ""
            where = why if line is None else f"line {line}: {why}: {shown}{more}"
            fields = {"line": line, "clause": list(clause), "why": why}
            show("rejected", fields, f"rejected: {where}")
            return ExitCode.WRONG
        case Stopped(reason):
            n_lines = result.partial.n_lines if isinstance(result.partial, ProofCheck) else 0
            note = f"stopped: {reason}; {counted(n_lines, 'line')} were right so far"
            show("stopped", {"lines": n_lines, "reason": reason}, "", note)
            return exit_code(result)
