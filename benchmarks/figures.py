"""The project's figures, measured as whole processes beside its peers, as a Markdown table.

Run it as `python -m benchmarks.figures` or `python benchmarks/figures.py`; README.md here says
what the columns mean.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
if str(_ROOT) not in sys.path:  # run as a file
    sys.path.insert(0, str(_ROOT))

from benchmarks.files import replace_file  # noqa: E402  # after the path is set
from benchmarks.options import count, folder, machine, present_peers, seconds, tell  # noqa: E402
from benchmarks.peers.registry import PEERS  # noqa: E402
from benchmarks.runner import GIVE_UP_AFTER, Bench  # noqa: E402
from benchmarks.table import Row, markdown  # noqa: E402
from benchmarks.works import Work, works  # noqa: E402

_DATA = _ROOT.parent / "shared" / "data"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 if every target that was measured is met, 1 if not, 2 if none was."""
    options = _parser().parse_args(arguments)
    data = options.data if options.data is not None else _DATA if _DATA.is_dir() else None
    chosen, notes = _present(works(data), options.only)
    if data is None:
        notes.insert(0, "No data folder: the examples stand in for the grids of the figures.")
    peers, peer_notes = present_peers([] if options.no_peers else PEERS)
    if not chosen:
        tell("\n".join(notes) or "nothing to measure")
        return 2
    rows: list[Row] = []
    before = _circumstances(options.seeds, options.limit)
    with tempfile.TemporaryDirectory(prefix="satcross-bench-") as name:
        bench = Bench(Path(name), peers, options.seeds, options.limit, options.memory, tell)
        for work in chosen:
            rows += bench.rows(work)
    text = "\n\n".join([before, markdown(rows), *notes, *peer_notes]) + "\n"
    print(text, end="")
    if options.markdown is not None:
        replace_file(options.markdown, text)
    return 1 if any(row.missed() for row in rows) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="benchmarks.figures",
        description="Measure satcross's figures, and its peers, as whole processes.",
        epilog="Exit codes: 0 every target met, 1 some missed, 2 nothing to measure.",
    )
    parser.add_argument(
        "--data",
        type=folder,
        metavar="DIR",
        help="folder with grids/ and words/ (default: ../shared/data beside the checkout)",
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="NAME",
        help="only works with this in their name; may be given several times",
    )
    parser.add_argument(
        "--seeds", type=count, default=5, metavar="N", help="runs of each (default 5)"
    )
    parser.add_argument(
        "--limit",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help="wall seconds of one run (default 60)",
    )
    parser.add_argument(
        "--memory",
        type=int,
        default=8000,
        metavar="MB",
        help="address space of one run, 0 for no limit (default 8000)",
    )
    parser.add_argument("--no-peers", action="store_true", help="satcross only")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the table to this file too"
    )
    return parser


def _present(all_works: Sequence[Work], only: Sequence[str] | None) -> tuple[list[Work], list[str]]:
    """The works that are asked for and can be done, and a note for each that cannot."""
    asked = [
        work
        for work in all_works
        if only is None or any(name.casefold() in work.name.casefold() for name in only)
    ]
    chosen, notes = [], []
    for work in asked:
        if (missing := work.missing()) is None:
            chosen.append(work)
        else:
            notes.append(f"Skipped: {work.name}: no {missing}.")
    if not asked:
        notes.append(f"No work is called so; there are: {'; '.join(w.name for w in all_works)}.")
    return chosen, notes


def _circumstances(n_seeds: int, limit_s: float) -> str:
    """Where and how these figures were measured."""
    runs = f"Median (lowest–highest) of {n_seeds} runs, seeds 0 to {n_seeds - 1}"
    if n_seeds == 1:
        runs = "One run, seed 0"
    return (
        f"{runs}, a limit of {limit_s:g} s each; a tool whose first {GIVE_UP_AFTER} runs at a work"
        f" were all stopped is not run again. {machine()}"
    )


if __name__ == "__main__":
    sys.exit(main())
