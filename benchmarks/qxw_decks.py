"""Qxw's files filled by Qxw and by satcross: `python -m benchmarks.qxw_decks [ROUNDS [SECONDS]]`.

The same file, and the same words: those of the built-in list. Qxw's batch mode
gets the deck that `benchmarks.peers.qxw_deck` makes of the file; satcross is its command, with the
start of Python. CPU seconds of whole processes, medians; `>` where a run did not end
by itself within SECONDS of the clock, 30 by default.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from benchmarks.peers.qxw import NO_FILL, program
from benchmarks.peers.qxw_deck import deck_of
from satcross.words import WordList

FILES = Path(__file__).parent / "data" / "qxw"
UNFILLABLE = (NO_FILL, 20)


def main(rounds: int = 5, limit_s: int = 30) -> None:
    """Print a table."""
    print("| file | `qxw -b` | `satcross fill` |\n| --- | --- | --- |")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = sorted(word for word, _ in WordList.builtin().words())
        (folder / "words").write_text("\n".join(words))
        for source in sorted(FILES.glob("*.qxw")):
            path = Path(shutil.copy(source, folder))
            deck = path.with_suffix(".qxd")
            deck.write_text(deck_of(path))
            satcross = [sys.executable, "-m", "satcross", "fill", str(path)]
            both = [[program(), "-b", str(deck)], satcross]
            print(
                f"| {path.stem} | {' | '.join(_measured(one, rounds, limit_s) for one in both)} |"
            )
            sys.stdout.flush()


def _measured(command: list[str], rounds: int, limit_s: int) -> str:
    """The median of CPU seconds, and whether there was no fill."""
    seconds: list[float] = []
    code = 0
    for _ in range(rounds):
        before = _spent()
        try:
            code = subprocess.run(
                command, capture_output=True, timeout=limit_s, check=False
            ).returncode
        except subprocess.TimeoutExpired:
            return f"> {_spent() - before:.0f} s"
        seconds.append(_spent() - before)
        if code not in (0, *UNFILLABLE):
            return f"failed: {code}"
    return f"{median(seconds):.2f} s{', no fill' if code else ''}"


def _spent() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
