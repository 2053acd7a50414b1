"""Foreign programs, which know nothing of a lifeline: a child holds it for them.

A `Child` ends by itself when its lifeline closes. A foreign program, and what it starts, would
outlive us after a SIGKILL. So a child, the supervisor, runs it, and kills it and all its
descendants when the lifeline closes. The supervisor also owns the folder of temporary files, so
that this is removed whatever ends us. On Windows a job object does all that but the last.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import gettempdir
from typing import Any, Self

from satcross.errors import SolverError
from satcross.task import Deadline

__all__ = ["Supervisor"]

_START_S = 30.0  # a machine that swaps may take long
_KILL_S = 5.0

if sys.platform == "win32":
    from satcross.processes._windows import Supervisor
else:
    from satcross.processes import _supervisor
    from satcross.processes.child import Child

    class Supervisor:
        """A process that runs programs in a folder of temporary files.

        Everything that the programs start ends with `kill` or `close`, and when this process ends,
        however it ends.

        Args:
            purpose: what it is for, for people: "kissat".

        Fields:
            folder: for temporary files; removed at the end.

        Raises:
            SolverError: it cannot be started.
        """

        def __init__(self, purpose: str) -> None:
            # The supervisor makes it: if we did, and were killed just then, it would stay.
            self.folder = Path(gettempdir(), f"satcross-{os.urandom(8).hex()}")
            self._child = Child(
                _supervisor.main,
                str(self.folder),
                purpose=f"the supervisor of {purpose}",
                moment_s=_KILL_S,
            )
            try:
                kind, problem = self._reply(_START_S) or ("error", "it does not answer")
                if kind != "ready":
                    where = f"for {purpose} in {str(self.folder.parent)!r}"
                    raise SolverError(f"cannot make a folder {where}: {problem}")
            except BaseException:
                self.close()
                raise

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self.close()

        def run(self, words: Sequence[str], *, stdin: Path, stdout: Path, stderr: Path) -> None:
            """Start a program; `wait` says when it has ended.

            Args:
                words: the program and its arguments.
                stdin: a file to read.
                stdout, stderr: files to write, replaced.
            """
            self._child.send(("run", str(stdin), str(stdout), str(stderr), *words))

        def wait(self, deadline: Deadline, on_tick: Callable[[], None] | None = None) -> int | None:
            """Its exit code, a signal being negative; None at the deadline.

            Args:
                deadline: how long to wait.
                on_tick: called some ten times a second; what it raises comes through.

            Raises:
                OSError: it could not be started.
                SolverError: the supervisor died.
            """
            match self._child.answer(deadline, on_tick):
                case ["ended", code]:
                    return int(code)
                case ["error", number]:
                    raise OSError(number, os.strerror(number))
            return None

        def kill(self) -> None:
            """Kill the program and all that it has started; another can be run then."""
            self._child.send(("kill", None))
            end = time.monotonic() + _KILL_S
            while time.monotonic() < end:
                if self._reply(_KILL_S) == ("killed", None):  # after it, perhaps, that it had ended
                    return
            self.close()

        def close(self) -> None:
            """End it and all that it runs, and remove the folder. May be called twice."""
            self._child.close()
            shutil.rmtree(self.folder, ignore_errors=True)  # where somebody killed it

        def _reply(self, seconds: float) -> Any:
            return self._child.answer(Deadline.after(seconds))
