"""`satcross verify`: whether a certificate shows what it claims."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.checks import check_time_limit, counted
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import argument, command, option
from satcross.cli.options.common import ReportOptions
from satcross.cli.run import exit_code, why_stopped
from satcross.results import Found, Stopped
from satcross.task import Progress
from satcross.tasks.certificate.form import NO_HIGHER_TOTAL

if TYPE_CHECKING:
    from satcross.model.grid import Grid
    from satcross.tasks.certificate.check import CertificateCheck, CertificateResult

CERTIFICATE_SCHEMA = "satcross.verified/1"

EXAMPLES = """\
Examples:
  satcross fill grid.txt --certificate grid.cert; satcross verify grid.cert

Exit codes:
  0 what it claims follows   1 rejected: it proves nothing   2 bad input
  124 stopped by the time limit   130 interrupted"""


@command
def verify(
    file: str = argument("FILE", "What --certificate has written."),
    *,
    time_limit: float | None = option("S", "Stop after S seconds.", panel="Search"),
    out: ReportOptions,
) -> int:
    """Check a certificate: that a grid has no fill, or no other or better ones than it names.

    The check knows the grid, the words and the rules, which the file has, and shares no code with
    the search.
    """
    from satcross.tasks.certificate.check import check_certificate

    check_time_limit(time_limit)
    with out.view() as view:
        result = check_certificate(
            Path(file),
            time_limit_s=time_limit,
            on_progress=lambda elapsed_s: view(Progress("checking", elapsed_s)),
        )
    return _print(result, out.as_json)


def _print(result: CertificateResult, as_json: bool) -> int:
    if isinstance(result, Stopped):
        if as_json:
            print(json.dumps({"schema": CERTIFICATE_SCHEMA, "result": "stopped"}))
        echo_err(why_stopped(result))
        return exit_code(result)
    if not isinstance(result, Found):
        if as_json:
            rejected = {"schema": CERTIFICATE_SCHEMA, "result": "rejected", "why": result.why}
            print(json.dumps(rejected, ensure_ascii=False))
        else:
            print(f"rejected: {result.why}")
        return exits.WRONG
    found = result.value
    if as_json:
        data = {
            "schema": CERTIFICATE_SCHEMA,
            "result": "verified",
            "claim": found.claim,
            **found.grid.json_data(),
            "fills": [fill.json_data() if fill.named else fill.lines() for fill in found.fills],
            "rules": [rule.to_text() for rule in found.rules],
            **({"letters": found.letters} if found.letters else {}),
            **({} if found.value is None else {"value": found.value}),
            "list": found.source,
            "digest": found.digest,
            "n_words": found.n_words,
            "n_steps": found.n_steps,
            "n_needed": found.n_needed,
        }
        print(json.dumps(data, ensure_ascii=False))
        return exits.OK
    shown = list(map(_with_cells, (found.grid, *found.fills)))
    if found.letters:
        lines = [f"{name}: {_joined(letters)}" for name, letters in found.letters.items()]
        shown[1:] = ["\n".join(lines)]
    print(*shown, sep="\n\n")
    for rule in found.rules:
        print(f"rule: {rule}")
    print(
        f"verified: {_claim(found)} with the {counted(found.n_words, 'word')} that the certificate"
        f" has ({found.source}, digest {found.digest[:12]}): {found.n_needed:,} of"
        f" {counted(found.n_steps, 'step')} were needed"
    )
    return exits.OK


def _with_cells(grid: Grid) -> str:
    return "\n".join(filter(None, (str(grid), *grid.beside_lines())))


def _claim(found: CertificateCheck) -> str:
    n_fills = len(found.fills)
    if found.letters:
        return f"no letters but these, which {counted(n_fills, 'fill')} show,"
    if found.value is not None:
        what = "total" if found.claim == NO_HIGHER_TOTAL else "lowest score"
        return f"no fill has a {what} above {found.value:,}"
    if not n_fills:
        return "no fill"
    return f"no fill but {'this one' if n_fills == 1 else f'these {n_fills:,}'}"


def _joined(letters: tuple[str, ...]) -> str:
    return (" " if any(len(letter) > 1 for letter in letters) else "").join(letters)
