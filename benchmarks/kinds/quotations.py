"""Acrostics, quote falls and cryptograms of 20 quotations: CPU seconds of the whole process.

Run it as `python -m benchmarks.kinds.quotations acrostic|quotefall|cryptogram [--seeds 5]`. Each
puzzle is compared with its quotation, independently of satcross, and quote falls and cryptograms
are solved again from their files. The quotations, each with the source that the initials of its
acrostic spell, are in `benchmarks/data/quotations.tsv`; they are in the public domain. `--parts 5`
takes five parts of twelve words from each, and `--batch` makes all puzzles with one command.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.seeds import median_and_most, satcross

FILE = "made.json"
PART = 12  # words
DATA = Path(__file__).parents[1] / "data" / "quotations.tsv"


def letters(text: str) -> list[str]:
    """The letters of a text."""
    return [char for char in text.upper() if char.isalpha()]


def parts_of(text: str, n: int) -> list[str]:
    """Parts of a text that are `PART` words long and begin at equal distances; 0 for the whole."""
    words = text.split()
    starts = [k * (len(words) - PART) // max(1, n - 1) for k in range(n)]
    return [" ".join(words[at : at + PART]) for at in starts] or [text]


def wrong(data: dict[str, Any], text: str, source: str) -> str:
    """What is wrong with the crossword in a file; "" for nothing."""
    own = letters(text)
    squares = [
        {"solution": one} if isinstance(one, str) else one or {"solution": "#"}
        for row in data["squares"]
        for one in row
    ]
    held = [one["solution"] for one in squares]
    faults = {"quotation": letters("".join(held)) != own}
    if data["kind"] == "acrostic":
        n = data["cols"]
        cells = [[row * n + col for row, col in clue["cells"]] for clue in data["clues"]]
        answers = [letters(clue["answer"]) for clue in data["clues"]]
        opened = [at for at, letter in enumerate(held) if letter != "#"]
        faults |= {
            "initials": [answer[0] for answer in answers] != letters(source),
            "squares": sorted(at for some in cells for at in some) != opened,
            "letters": [[held[at] for at in some] for some in cells] != answers,
        }
    elif data["kind"] == "cryptogram":
        pairs = {(one["label"], one["solution"]) for one in squares if "label" in one}
        faults |= {
            "code": not len(pairs) == len(dict(pairs)) == len(set(own)),
            "stands for itself": any(one == other for one, other in pairs),
        }
    return ", ".join(what for what, is_wrong in faults.items() if is_wrong)


def unsolved(command: str, folder: Path, text: str) -> str:
    """What is wrong when the puzzle in the file is solved again; "" for nothing."""
    own = ["".join(letters(word)) for word in re.split(r"[\s-]+", text)]
    (folder / "own.txt").write_text("\n".join(own), "utf-8")  # the list may lack some
    words = "--words", "builtin", "--words", "own.txt"
    run = satcross(command, "--solve", FILE, *words, cwd=folder)
    if run.code or run.stderr.strip().splitlines()[-1] != "one solution":
        return run.stderr.strip()
    return "" if letters(run.stdout) == letters(text) else "solution"


def fault_of(command: str, folder: Path, text: str, source: str) -> str:
    """What is wrong with the puzzle in the file; "" for nothing."""
    fault = wrong(json.loads((folder / FILE).read_text("utf-8")), text, source)
    return fault or ("" if command == "acrostic" else unsolved(command, folder, text))


def batch(command: str, folder: Path, texts: list[tuple[str, str]]) -> str:
    """Make all puzzles with one command, check each, and say how long it took to make them."""
    (folder / "quotes.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in texts), "utf-8")
    run = satcross(command, "quotes.tsv", "--lines", "-o", "{}.json", cwd=folder)
    if run.code:
        raise SystemExit(run.stderr)
    for number, (source, text) in enumerate(texts, 1):
        (folder / f"{number}.json").replace(folder / FILE)
        if fault := fault_of(command, folder, text, source):
            raise SystemExit(f"{source}, line {number}: wrong {fault}")
    return f"{len(texts)} made with one command, none wrong: {run.cpu_s:.1f} s"


def main() -> int:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("acrostic", "quotefall", "cryptogram"))
    parser.add_argument("--seeds", type=int, default=1, help="number of puzzles of each text")
    parser.add_argument("--parts", type=int, default=0, help="number of parts of each quotation")
    parser.add_argument("--batch", action="store_true", help="make all with one command")
    options = parser.parse_args()
    command = options.what
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        quotations = [line.split("\t") for line in DATA.read_text("utf-8").splitlines()]
        texts = [
            (source, part) for source, text in quotations for part in parts_of(text, options.parts)
        ]
        if options.batch:
            print(batch(command, folder, texts))
            return 0
        print("| quotation | letters | result | CPU s |\n| --- | --- | --- | --- |")
        for (source, text), seed in product(texts, range(options.seeds)):
            (folder / "quote.txt").write_text(text, "utf-8")
            more = ("--source", source) if command == "acrostic" else ()
            run = satcross(command, "quote.txt", *more, "--seed", str(seed), "-o", FILE, cwd=folder)
            if run.code:
                raise SystemExit(f"{source}, seed {seed}: {run.stderr}")
            if fault := fault_of(command, folder, text, source):
                raise SystemExit(f"{source}, seed {seed}: wrong {fault}")
            seconds.append(run.cpu_s)
            said = run.stderr.strip().splitlines()[-1]
            print(f"| {source} | {len(letters(text))} | {said} | {run.cpu_s:.2f} |", flush=True)
    print(f"\n{len(seconds)}: {median_and_most(seconds)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
