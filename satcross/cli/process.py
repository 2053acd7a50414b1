"""The `satcross` command as a separate process."""

from __future__ import annotations

import gc

from satcross.cli import interrupts


def run() -> int:
    """Run the command line with the process's arguments and return its exit code."""
    interrupts.start()
    # An easy fill makes some 40,000 objects, most of them modules, and they stay. To look for
    # garbage among them every 700, and at the very end once more, takes a seventh of its time.
    gc.set_threshold(50_000)
    from satcross.cli.streams import guard_streams

    guard_streams()  # before anything is opened
    from satcross.cli.main import main
    from satcross.cli.output.lines import WholeLines

    WholeLines.install()
    try:
        try:
            code = main()
        finally:
            interrupts.end()
            gc.freeze()
    except KeyboardInterrupt:
        code = interrupts.INTERRUPTED
    except Exception:
        # A library that was interrupted may raise what it likes.
        if not interrupts.has_interrupted():
            raise
        code = interrupts.INTERRUPTED
    if interrupts.has_interrupted():
        # Python notes that a KeyboardInterrupt left the code of an `exec`, as in a dataclass that
        # is being made, and would end the process by SIGINT though it was caught. This forgets it.
        exec("")
    return interrupts.exit_code(code)
