"""`satcross verify`: whether a certificate shows what it claims."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satcross.checks import check_time_limit, counted
from satcross.cli import errors as exits
from satcross.cli.errors import echo_err
from satcross.cli.options.command import QUESTIONS, argument, command, option
from satcross.cli.options.common import ReportOptions
from satcross.cli.run import exit_code, why_stopped
from satcross.model.cellnames import cell_name
from satcross.pattern.certificate.check import PatternCertificateCheck
from satcross.pattern.certificate.form import SAYS_NOTHING, rules_data
from satcross.results import Found, Stopped
from satcross.task import Progress
from satcross.tasks.certificate.form import NO_HIGHER_TOTAL

if TYPE_CHECKING:
    from satcross.model.grid import Grid
    from satcross.pattern.certificate.check import PatternCertificateResult
    from satcross.pattern.rules import PatternRules, Range
    from satcross.tasks.certificate.check import CertificateCheck, CertificateResult

CERTIFICATE_SCHEMA = "satcross.verified/1"

Shown = tuple[dict[str, Any], list[str], str]
"""What a certificate shows: as JSON, beside the claim; its grids and rules; what is verified."""

EXAMPLES = """\
Examples:
  satcross fill grid.txt --certificate grid.cert; satcross verify grid.cert

Exit codes:
  0 what it claims follows   1 rejected: it proves nothing   2 bad input
  124 stopped by the time limit   130 interrupted"""


@command(QUESTIONS, 100, examples=EXAMPLES, guide="guide/certificates.md")
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
    from satcross.api import verify_certificate

    check_time_limit(time_limit)
    with out.view() as view:
        result = verify_certificate(
            Path(file),
            time_limit_s=time_limit,
            on_progress=lambda elapsed_s: view(Progress("checking", elapsed_s)),
        )
    return _print(result, out.as_json)


def _print(result: CertificateResult | PatternCertificateResult, as_json: bool) -> int:
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
    match found:
        case PatternCertificateCheck():
            data, lines, verified = _of_patterns(found)
        case _:
            data, lines, verified = _of_fills(found)
    if as_json:
        head = {"schema": CERTIFICATE_SCHEMA, "result": "verified", "claim": found.claim}
        print(json.dumps(head | data, ensure_ascii=False))
    else:
        print(*lines, f"verified: {verified}", sep="\n")
    return exits.OK


def _of_fills(found: CertificateCheck) -> Shown:
    data = {
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
    shown = list(map(_with_cells, (found.grid, *found.fills)))
    if found.letters:
        lines = [f"{name}: {_joined(letters)}" for name, letters in found.letters.items()]
        shown[1:] = ["\n".join(lines)]
    verified = (
        f"{_claim(found)} with the {counted(found.n_words, 'word')} that the certificate"
        f" has ({found.source}, digest {found.digest[:12]}): {found.n_needed:,} of"
        f" {counted(found.n_steps, 'step')} were needed"
    )
    return data, ["\n\n".join(shown), *(f"rule: {rule}" for rule in found.rules)], verified


def _of_patterns(found: PatternCertificateCheck) -> Shown:
    data = {
        "patterns": [grid.lines() for grid in found.patterns],
        "alike": found.alike,
        "rules": rules_data(found.rules),
        **({} if found.value is None else {"value": found.value}),
        "n_steps": found.n_steps,
    }
    lines = [f"{grid}\n" for grid in found.patterns]
    lines += [f"rule: {rule}" for rule in _rules(found.rules)]
    n = len(found.patterns)
    claim = "no pattern obeys these rules"
    if found.value is not None:
        walls = "bar" if found.rules.bars else "block"
        claim = f"no pattern that obeys these rules has fewer than {counted(found.value, walls)}"
    elif n:
        these = "this one" if n == 1 else f"these {n:,}"
        same = {"turned": ", turned or mirrored,", "transposed": ", mirrored in a diagonal,"}
        claim = f"no pattern but {these}{same.get(found.alike, '')} obeys these rules"
    return data, lines, f"{claim}: {counted(found.n_steps, 'step')} of the proof"


def _rules(rules: PatternRules) -> list[str]:
    """The size, and the rules that forbid something, as the options of `pattern` have them."""
    data, n_cols = rules_data(rules), rules.n_cols
    kept = {
        name: "yes" if value else "no" for name, value in data.items() if isinstance(value, bool)
    }
    said = {
        **data,
        **kept,
        "min_checked": rules.min_checked,
        "n_blocks": _between(rules.n_blocks),
        "n_words": _between(rules.n_words),
        "n_of_length": " ".join(f"{k}={_between(n)}" for k, n in rules.n_of_length.items()),
        "open_cells": " ".join(cell_name(at, n_cols) for at in data["open_cells"]),
        "blocks": " ".join(cell_name(at, n_cols) for at in data["blocks"]),
        "slots": ", ".join(
            f"{way} {cell_name(row * n_cols + col, n_cols)} {length}"
            for way, row, col, length in data["slots"]
        ),
        "stacks": " ".join(f"{stack.n}x{stack.length}" for stack in rules.stacks),
    }
    return [
        f"size: {n_cols}x{rules.n_rows}",
        *(
            f"{name.replace('_', ' ')}: {said[name]}"
            for name, nothing in SAYS_NOTHING.items()
            if data[name] != nothing
        ),
    ]


def _between(numbers: Range) -> str:
    least, most = ("" if end is None else str(end) for end in numbers)
    return least if least == most else f"{least}-{most}"


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
