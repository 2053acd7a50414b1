"""What the benches' command lines read, and what they say of the machine."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.peers.base import Peer


def folder(text: str) -> Path:
    """A folder that is there."""
    if not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no folder")
    return Path(text).resolve()


def count(text: str) -> int:
    """A whole number of 1 or more."""
    return _whole(text, 1)


def count_or_none(text: str) -> int:
    """A whole number of 0 or more."""
    return _whole(text, 0)


def seconds(text: str) -> float:
    """A number of more than 0."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no number") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError("more than 0")
    return value


def present_peers(peers: Sequence[Peer]) -> tuple[list[Peer], list[str]]:
    """The peers that can be run here, and a note for each that cannot."""
    there, notes = [], []
    for peer in peers:
        if (why := peer.available()) is None:
            there.append(peer)
        else:
            notes.append(f"Skipped: {peer.name}: {why}.")
    return there, notes


def machine() -> str:
    """Processor, cores, load and Python, for people."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        models = [
            line
            for line in cpuinfo.read_text(encoding="utf-8").splitlines()
            if line.startswith("model name")
        ]
        processor = models[0].partition(":")[2].strip() if models else processor
    return (
        f"{processor}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start;"
        f" Python {platform.python_version()}."
    )


def tell(line: str) -> None:
    """Say something beside the results."""
    print(line, file=sys.stderr, flush=True)


def _whole(text: str, least: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no whole number") from None
    if value < least:
        raise argparse.ArgumentTypeError(f"at least {least}")
    return value
