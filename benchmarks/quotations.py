"""Acrostics, quote falls and cryptograms of 20 quotations: CPU seconds of the whole process.

Run it as `python -m benchmarks.quotations acrostic|quotefall|cryptogram [--seeds 5]`. Each puzzle
is compared with its quotation, independently of satcross. The quotations, each with the source that
the initials of its acrostic spell, are in `benchmarks/data/quotations.tsv`; they are in the public
domain.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.seeds import median_and_most, satcross

DATA = Path(__file__).parent / "data" / "quotations.tsv"


def letters(text: str) -> list[str]:
    """The letters of a text."""
    return [char for char in text.upper() if char.isalpha()]


def wrong(data: dict[str, Any], text: str, source: str) -> str:
    """What is wrong with the JSON of a puzzle; "" for nothing."""
    own = letters(text)
    faults: dict[str, bool] = {}
    if data["kind"] == "acrostic":
        answers, squares = data["answers"], [one["squares"] for one in data["answers"]]
        spelled = [[own[at] for at in some] for some in squares]
        faults = {
            "initials": [one["answer"][0] for one in answers] != letters(source),
            "squares": sorted(at for some in squares for at in some) != list(range(len(own))),
            "letters": spelled != [list(one["answer"]) for one in answers],
        }
    elif data["kind"] == "quote-fall":
        columns = [sorted(set(one)) for one in zip(*data["solution"], strict=True)]
        faults = {
            "solution": letters("".join(data["solution"])) != own,
            "columns": any(
                set(held) - {"#"} != set(one)
                for held, one in zip(columns, data["columns"], strict=True)
            ),
        }
    else:
        coded = letters(data["text"])
        pairs = set(zip(coded, own, strict=True))
        faults = {
            "code": not len(pairs) == len(set(coded)) == len(set(own)),
            "letters": any(one == other for one, other in pairs),
        }
    return ", ".join(what for what, is_wrong in faults.items() if is_wrong)


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("acrostic", "quotefall", "cryptogram"))
    parser.add_argument("--seeds", type=int, default=1, help="number of puzzles of each quotation")
    options = parser.parse_args()
    seconds: list[float] = []
    print("| quotation | letters | result | CPU s |\n| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        for line in DATA.read_text("utf-8").splitlines():
            source, text = line.split("\t")
            (Path(name) / "quote.txt").write_text(text, "utf-8")
            more = ("--source", source) if options.what == "acrostic" else ()
            for seed in range(options.seeds):
                argv = ["quote.txt", *more, "--seed", str(seed), "--format", "json"]
                run = satcross(options.what, *argv, cwd=Path(name))
                if run.code:
                    raise SystemExit(f"{source}, seed {seed}: {run.stderr}")
                if fault := wrong(json.loads(run.stdout), text, source):
                    raise SystemExit(f"{source}, seed {seed}: wrong {fault}")
                seconds.append(run.cpu_s)
                said = run.stderr.strip().splitlines()[-1]
                print(f"| {source} | {len(letters(text))} | {said} | {run.cpu_s:.2f} |", flush=True)
    print(f"\n{len(seconds)}: {median_and_most(seconds)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
