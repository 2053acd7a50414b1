"""The project's figures, measured as whole processes beside its peers, as a Markdown table.

Run it as `python -m benchmarks.figures` or `python benchmarks/figures.py`; README.md here says
what the columns mean.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
if str(_ROOT) not in sys.path:  # run as a file
    sys.path.insert(0, str(_ROOT))

from benchmarks.peers.base import Peer  # noqa: E402  # after the path is set
from benchmarks.peers.registry import PEERS  # noqa: E402
from benchmarks.runner import GIVE_UP_AFTER, Bench  # noqa: E402
from benchmarks.table import Row, markdown  # noqa: E402
from benchmarks.works import Work, works  # noqa: E402

_DATA = _ROOT.parent / "shared" / "data"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 0 if every bar that was measured is met, 1 if not, 2 if none was."""
    options = _parser().parse_args(arguments)
    data = options.data if options.data is not None else _DATA if _DATA.is_dir() else None
    chosen, notes = _present(works(data), options.only)
    if data is None:
        notes.insert(0, "No data folder: the examples stand in for the grids of the figures.")
    peers, peer_notes = _present_peers([] if options.no_peers else PEERS)
    if not chosen:
        _tell("\n".join(notes) or "nothing to measure")
        return 2
    rows: list[Row] = []
    before = _circumstances(options.seeds, options.limit)
    with tempfile.TemporaryDirectory(prefix="satcross-bench-") as folder:
        bench = Bench(Path(folder), peers, options.seeds, options.limit, options.memory, _tell)
        for work in chosen:
            rows += bench.rows(work)
    text = "\n\n".join([before, markdown(rows), *notes, *peer_notes]) + "\n"
    print(text, end="")
    if options.markdown is not None:
        _write(options.markdown, text)
    return 1 if any(row.missed() for row in rows) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="benchmarks.figures",
        description="Measure satcross's figures, and its peers, as whole processes.",
        epilog="Exit codes: 0 every bar met, 1 some missed, 2 nothing to measure.",
    )
    parser.add_argument(
        "--data",
        type=_folder,
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
        "--seeds", type=_count, default=5, metavar="N", help="runs of each (default 5)"
    )
    parser.add_argument(
        "--limit",
        type=_seconds,
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


def _present_peers(peers: Sequence[Peer]) -> tuple[list[Peer], list[str]]:
    there, notes = [], []
    for peer in peers:
        if (why := peer.available()) is None:
            there.append(peer)
        else:
            notes.append(f"Skipped: {peer.name}: {why}.")
    return there, notes


def _circumstances(n_seeds: int, limit_s: float) -> str:
    """Where and how these figures were measured."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        models = [
            line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        processor = models[0].partition(":")[2].strip() if models else processor
    runs = f"Median (lowest–highest) of {n_seeds} runs, seeds 0 to {n_seeds - 1}"
    if n_seeds == 1:
        runs = "One run, seed 0"
    return (
        f"{runs}, a limit of {limit_s:g} s each; a tool whose first {GIVE_UP_AFTER} runs at a work"
        f" were all stopped is not run again. {processor}, {os.cpu_count()} cores,"
        f" load {os.getloadavg()[0]:.1f} at the start; Python {platform.python_version()}."
    )


def _write(path: Path, text: str) -> None:
    """Replace a file by `text`, wholly or not at all."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        file.write(text)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _folder(text: str) -> Path:
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return Path(text).resolve()


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return value


if __name__ == "__main__":
    sys.exit(main())
