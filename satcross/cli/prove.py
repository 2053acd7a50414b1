"""`satcross prove`: a proof that a grid cannot be filled, for others to check; and the check.

The JSON forms, one object each:

`satcross.prove/1`, of `prove GRID -o DIR`:

- `result`: "proved", "fillable" or "stopped".
- proved: `folder`; `variables` and `clauses` of the formula; `lemmas` and `solver_lines` of the
  proof; `bytes`, by file name.
- fillable: `grid`, a fill's rows.
- stopped: `reason`.

`satcross.proof/1`, of `prove --check DIR`:

- `result`: "verified", "rejected" or "stopped".
- verified: `lines` read until the contradiction, of which `added` and `deleted` clauses.
- rejected: `line` (null when a contradiction is missing at the end), its `clause`, and `why`.
- stopped: `lines` that were right so far, and `reason`.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satcross.cli import exits
from satcross.cli.options import (
    AllowRepeatsOption,
    AlphabetOption,
    ExcludeOption,
    MaxWordsOption,
    MinLengthOption,
    MinScoreOption,
    OutputFormat,
    ProgressOption,
    SeedOption,
    TimeLimitOption,
    WordsOption,
    check_numbers,
    load_words,
)
from satcross.cli.progress import ProgressView, progress_view
from satcross.errors import OptionError

if TYPE_CHECKING:
    from satcross.proof import Checked
    from satcross.tasks.prove import ProveResult

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


def prove(
    grid: Annotated[
        str | None,
        typer.Argument(metavar="GRID", help="A grid file, - for stdin, or a hex pattern."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("-o", "--output", metavar="DIR", help="The folder for the proof."),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Check the proof in this folder; takes no GRID."),
    ] = None,
    words: WordsOption = None,
    min_score: MinScoreOption = None,
    exclude: ExcludeOption = None,
    max_words: MaxWordsOption = None,
    alphabet: AlphabetOption = "latin",
    allow_repeats: AllowRepeatsOption = False,
    min_length: MinLengthOption = 2,
    seed: SeedOption = 0,
    time_limit: TimeLimitOption = None,
    encoding: Annotated[
        str,
        typer.Option(
            metavar="support|dawg|auto",
            help="Encoding of the slots in the formula.",
            rich_help_panel="Output",
        ),
    ] = "support",
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Replace an older proof in the folder.", rich_help_panel="Output"
        ),
    ] = False,
    format_: Annotated[
        OutputFormat,
        typer.Option("--format", help="How to print the outcome.", rich_help_panel="Output"),
    ] = OutputFormat.TEXT,
    progress: ProgressOption = None,
) -> None:
    """Prove that a grid cannot be filled, so that nobody has to take our word for it.

    Writes the puzzle's formula (DIMACS CNF), a proof that it has no assignment (DRAT), and a
    README of how to check it.
    """
    check_numbers(seed, time_limit)
    as_json = format_ is OutputFormat.JSON
    if check is not None:
        if grid is not None or output is not None:
            raise OptionError(
                "a check takes no GRID and no --output", mend="leave them out", source="--check"
            )
        with progress_view(progress) as view:
            code = _check(Path(check), time_limit, view, as_json=as_json)
        raise typer.Exit(code)
    if grid is None:
        raise OptionError("there is no GRID", mend="name a grid, or --check DIR")
    if output is None:
        raise OptionError("a proof needs a folder", mend="add -o DIR")
    from satcross.cli.puzzles import load_puzzle
    from satcross.solve.protocol import SolverOptions
    from satcross.tasks.proof_folder import check_folder
    from satcross.tasks.prove import prove as prove_task

    check_folder(Path(output), force=force)  # before any long work
    puzzle = load_puzzle(
        grid,
        load_words(words, min_score, exclude, max_words, alphabet, min_length),
        distinct=not allow_repeats,
        min_length=min_length,
    )
    with progress_view(progress) as view:
        result = prove_task(
            puzzle,
            output,
            options=SolverOptions(seed=seed, on_progress=view),
            time_limit_s=time_limit,
            encoding=encoding,
            force=force,
        )
    raise typer.Exit(_tell_proof(result, output, as_json=as_json))


def _tell_proof(result: ProveResult, output: str, *, as_json: bool) -> int:
    """Print what came of a proof; the exit code."""
    from satcross.tasks.proof_folder import CNF, PROOF
    from satcross.tasks.prove import Proved
    from satcross.tasks.results import Filled, Unknown

    match result:
        case Proved():
            if as_json:
                _print_json(
                    PROVE_SCHEMA,
                    "proved",
                    folder=output,
                    variables=result.n_vars,
                    clauses=result.n_clauses,
                    lemmas=result.n_lemmas,
                    solver_lines=result.n_solver_lines,
                    bytes=result.n_bytes,
                )
            else:
                folder = Path(output)
                print("proved: the grid cannot be filled")
                print(f"{folder / CNF}: {result.n_vars:,} variables, {result.n_clauses:,} clauses")
                print(
                    f"{folder / PROOF}: {_count(result.n_lemmas, 'lemma')}, "
                    f"{_count(result.n_solver_lines, 'line')} of the solver"
                )
                print(f"check it with: satcross prove --check {output}")
            return exits.OK
        case Filled(fill):
            if as_json:
                rows = fill.grid.lines()
                _print_json(PROVE_SCHEMA, "fillable", grid=rows)
            else:
                print(fill.grid)
                exits.tell("there is nothing to prove: the grid can be filled")
            return exits.WRONG
        case Unknown(reason):
            if as_json:
                _print_json(PROVE_SCHEMA, "stopped", reason=reason)
            else:
                exits.tell(f"stopped: {reason}")
            return exits.STOPPED


def _check(folder: Path, time_limit_s: float | None, view: ProgressView, *, as_json: bool) -> int:
    """Check a proof and print what came of it; the exit code."""
    from satcross.proof import check_proof
    from satcross.solve.protocol import Progress
    from satcross.tasks.proof_folder import CNF, PROOF

    if not folder.is_dir():
        raise OptionError("is no folder", mend="name the folder of a proof", source=str(folder))
    started = time.monotonic()

    def show(n_lines: int, part: float) -> None:
        phase = f"checking, {part:.0%}, line {n_lines:,}"
        view(Progress(phase, time.monotonic() - started))

    result = check_proof(folder / CNF, folder / PROOF, time_limit_s=time_limit_s, on_progress=show)
    view.close()
    return _tell_check(result, as_json=as_json)


def _tell_check(result: Checked, *, as_json: bool) -> int:
    from satcross.proof import Rejected, Stopped, Verified

    match result:
        case Verified(n_lines, n_added, n_deleted):
            if as_json:
                _print_json(
                    CHECK_SCHEMA, "verified", lines=n_lines, added=n_added, deleted=n_deleted
                )
            else:
                how = f"in {_count(n_lines, 'line')}" if n_lines else "by unit propagation alone"
                print(f"verified {how}: no assignment satisfies the formula")
            return exits.OK
        case Rejected(line, clause, why):
            if as_json:
                _print_json(CHECK_SCHEMA, "rejected", line=line, clause=list(clause), why=why)
            elif line is None:
                print(f"rejected: {why}")
            else:
                shown = " ".join(map(str, clause[:_SHOWN_LITERALS])) or "(empty)"
                more = " …" if len(clause) > _SHOWN_LITERALS else ""
                print(f"rejected: line {line}: {why}: {shown}{more}")
            return exits.WRONG
        case Stopped(n_lines, reason):
            if as_json:
                _print_json(CHECK_SCHEMA, "stopped", lines=n_lines, reason=reason)
            else:
                exits.tell(f"stopped: {reason}; {_count(n_lines, 'line')} were right so far")
            return exits.STOPPED


def _count(n: int, noun: str) -> str:
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def _print_json(schema: str, result: str, **fields: Any) -> None:
    print(json.dumps({"schema": schema, "result": result, **fields}, ensure_ascii=False))
