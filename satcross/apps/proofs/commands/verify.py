"""`satcross verify`: whether a certificate shows what it claims."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from satcross import Found, Progress, Stopped
from satcross.apps.proofs.checker import Rejected
from satcross.apps.proofs.output import Printer
from satcross.commandline import (
    ExitCode,
    HelpPanel,
    ReportOptions,
    argument,
    command,
    echo_err,
    exit_code,
    option,
    why_stopped,
)
from satcross.extend import check_time_limit

if TYPE_CHECKING:
    from satcross.apps.proofs.checker.certificate import CertificateResult

CERTIFICATE_SCHEMA = "satcross.verified/1"

EXAMPLES = """\
Examples:
  satcross fill grid.txt --certificate grid.cert; satcross verify grid.cert

Exit codes:
  0 what it claims follows   1 rejected: it proves nothing   2 bad input
  124 stopped by the time limit   130 interrupted"""


@command(HelpPanel.QUESTIONS, 100, examples=EXAMPLES, guide="guide/certificates.md")
def verify(
    file: str = argument("FILE", "What --certificate has written."),
    *,
    time_limit: float | None = option("S", "Stop after S seconds.", panel="Search"),
    out: ReportOptions,
) -> int:
    """Check a certificate: that a grid has no fill, or no other or better ones than it names.

    The check knows the grid, the words and the rules, which the file has, and shares no code with
    the search. Or it is of patterns: that none, no other one, or none with fewer blocks obeys the
    rules that the file has.
    """
    from satcross.apps.proofs.api import verify_certificate

    check_time_limit(time_limit)
    with out.view() as view:
        result = verify_certificate(
            Path(file),
            time_limit_s=time_limit,
            on_progress=lambda elapsed_s: view(Progress("checking", elapsed_s)),
        )
    return _print(result, Printer(CERTIFICATE_SCHEMA, out.as_json))


def _print(result: CertificateResult, show: Printer) -> int:
    match result:
        case Found(checked):
            data, lines, verified = checked.said()
            fields = {"claim": checked.claim, **data}
            show("verified", fields, "\n".join([*lines, f"verified: {verified}"]))
            return ExitCode.OK
        case Rejected(why=why):
            show("rejected", {"why": why}, f"rejected: {why}")
            return ExitCode.WRONG
        case Stopped():
            show("stopped", {}, "")
            echo_err(why_stopped(result))
            return exit_code(result)
