"""Work done by a user without any rights, also where the tests are run by root."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

NOBODY = 65534


def unprivileged(folder: Path, work: Callable[[], object]) -> str:
    """What `work` returns, or the error that it raises, as text.

    It is done in a child process, with `folder` as its current directory: those above it may be
    closed to others, so paths must be relative. Modules must have been imported before.
    """
    here = os.open(folder, os.O_RDONLY)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.fchdir(here)
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            text = str(work())
        except BaseException as problem:
            text = f"{type(problem).__name__}: {problem}"
        os.write(write, text.encode())
        os._exit(0)
    os.close(write)
    os.close(here)
    with os.fdopen(read) as file:
        text = file.read()
    os.waitpid(child, 0)
    return text
