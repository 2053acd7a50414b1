"""The `satcross` command as a process of its own."""

from __future__ import annotations

import gc


def run() -> int:
    """Run the command line with the process's arguments and return its exit code."""
    # An easy fill makes some 40,000 objects, most of them modules, and they stay. To look for
    # garbage among them every 700, and at the very end once more, takes a seventh of its time.
    gc.set_threshold(50_000)
    from satcross.cli.main import main

    try:
        return main()
    finally:
        gc.freeze()
